//! The pages of the shop.

mod account;
mod billing;
mod cart;
mod catalogue;
mod checkout;
mod dialogs;
mod frame;
mod home;
mod payment;
mod product;
mod signin;
mod signup;
mod slow;
mod todo;
mod trouble;

use axum::Router;

pub(crate) use trouble::stalled;

pub(crate) fn router() -> Router {
    Router::new()
        .merge(home::router())
        .merge(catalogue::router())
        .merge(product::router())
        .merge(cart::router())
        .merge(checkout::router())
        .merge(payment::router())
        .merge(signin::router())
        .merge(signup::router())
        .merge(account::router())
        .merge(billing::router())
        .merge(todo::router())
        .merge(slow::router())
        .merge(frame::router())
        .merge(dialogs::router())
        .merge(trouble::router())
        .fallback(trouble::not_found)
}
