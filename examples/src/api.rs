//! The shop for programs: JSON under `/api`.
//!
//! Requests belong to the workspace of the cookie `shop` or, failing that, of the header
//! `x-shop-workspace`; the header wins if there are both. Amounts are in cents.
//!
//! | Request | Body | Answer |
//! |---|---|---|
//! | `GET /session` | | `{user}`, 401 `signed_out` |
//! | `POST /session` | `{email, password}` | `{user}`, 401 `wrong_credentials`, 429 `locked` |
//! | `DELETE /session` | | 204 |
//! | `GET /products?q=&category=&sort=` | | `{products, count}`, 422 `unknown_sort` |
//! | `GET /products/{slug}` | | a product, 404 |
//! | `GET /cart` | | `{items, count, discount_code, totals}` |
//! | `POST /cart/items` | `{slug, variant?, quantity?}` | 201 and the cart, 404, 409 `out_of_stock`, 422 |
//! | `PATCH /cart/items/{id}` | `{quantity}` | the cart, 404, 422 |
//! | `DELETE /cart/items/{id}` | | the cart, 404 |
//! | `POST /cart/discount` | `{code}` | the cart, 422 `unknown_code` |
//! | `DELETE /cart/discount` | | the cart |
//! | `GET /orders` | | `{orders}` of the account, 401 |
//! | `POST /orders` | `{address, delivery?, card}` | 201 and the order, 402 `card_declined`, 409 `cart_empty`, 422 `invalid_fields` |
//! | `GET /orders/{number}` | | an order, 404 |
//! | `GET /todos` | | `{todos, left}` |
//! | `POST /todos` | `{title}` | 201 and the to-do, 422 `empty_title` |
//! | `PATCH /todos/{id}` | `{title?, done?}` | the to-do, 404 |
//! | `DELETE /todos/{id}` | | 204, 404 |
//! | `DELETE /todos/completed` | | 204 |
//! | `GET /billing` | | `{plan, invoices, …}`, 401 |
//! | `GET /billing/preview?plan=pro` | | what a change costs, 401, 409 `same_plan` |
//! | `POST /billing/plan` | `{plan}` | `{plan, invoices, …}`, 401, 409, 422 `unknown_plan` |
//! | `GET`, `DELETE /billing/invoices/{number}` | | an invoice, 204, 401, 404 |
//! | `POST /reset` | | 204; the workspace is as new |
//! | `GET`, `POST /bugs` | `{upgrade?, total?, search?}` | the defects that are on |
//! | `GET /broken` | | 500 `broken` |
//!
//! An address has `name`, `email`, `street`, `city`, `postcode` and `country`; a card has
//! `name`, `number`, `expiry` and `code`. Every error looks like this:
//!
//! ```json
//! { "error": { "code": "not_found", "message": "There is no such product" } }
//! ```

mod billing;
mod body;
mod cart;
mod orders;
mod products;
mod session;
mod todos;
mod workspace;

use axum::Router;
use axum::http::StatusCode;

use crate::failure::Failure;

pub(crate) fn router() -> Router {
    Router::new()
        .merge(session::router())
        .merge(products::router())
        .merge(cart::router())
        .merge(orders::router())
        .merge(todos::router())
        .merge(billing::router())
        .merge(workspace::router())
        .fallback(|| async { Failure::not_found("There is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            Failure::new(
                status,
                "method_not_allowed",
                "This address has other methods",
            )
        })
}
