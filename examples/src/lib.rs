//! Larkspur, a small shop to test.
//!
//! It is what the example suites of `e2e` run against: real pages with a little JavaScript,
//! a JSON API, pages that are slow or broken on purpose, and defects that can be switched on.
//! Nothing is fetched from elsewhere, and every visitor has a shop of their own.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let shop = e2e_examples::serve().await?;
//! println!("{}", shop.base_url());
//! # Ok(())
//! # }
//! ```
//!
//! # Pages
//!
//! | Address | What is there |
//! |---|---|
//! | `/` | Home |
//! | `/catalogue`, `/products/{slug}` | Search, order, categories; variants, tabs |
//! | `/cart`, `/checkout/{address,delivery,payment,done}` | Buying |
//! | `/signin`, `/signup`, `POST /signout` | Accounts: `ada@example.com` with `correct horse`, `bob@example.com` with `battery staple` |
//! | `/account`, `/account/orders`, `/settings/billing` | For those signed in |
//! | `/todo` | A to-do list |
//! | `/slow?ms=800`, `/slow/page?ms=800` | Parts that are late, or all of it |
//! | `/frame`, `/dialogs` | An iframe and web components; browser dialogs |
//! | `/dead`, `/broken`, `/never?kind=image` | No effect; status 500; a part that never loads |
//! | `/never/document` | No answer at all |
//! | `/help` | Links to all of these |
//!
//! # Workspaces
//!
//! What a visitor changes is kept in a workspace, which the cookie `shop` names. A request
//! without the cookie gets a new one, so every clean browser session finds the shop as new
//! and tests can run at the same time. `POST /api/reset` starts over. Programs may send the
//! header `x-shop-workspace` instead, with any name of letters, digits, `.`, `-` and `_`.
//!
//! # Defects
//!
//! Switched by `POST /api/bugs`, by `?shop_bug=upgrade,total` in the address of any page, or
//! for single requests by the cookie `shop_bug`. See [`Bugs`].
//!
//! # Dates
//!
//! The shop lives on 19 April 2026, so prorated amounts are always the same.

pub mod api;
mod assets;
mod billing;
mod bugs;
mod cart;
mod failure;
mod form;
mod money;
mod order;
mod page;
mod pages;
mod product;
mod server;
mod session;
mod shop;
mod template;
mod todos;
mod user;
mod workspace;

#[cfg(test)]
mod tests;

use axum::Router;

pub use bugs::Bugs;
pub use server::{Running, serve};
pub use shop::Shop;

/// The whole shop as a router with fresh state.
pub fn router() -> Router {
    shop().router()
}

/// A shop with fresh state, to keep hold of.
#[must_use]
pub fn shop() -> Shop {
    Shop::new()
}
