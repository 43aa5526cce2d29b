//! Browser dialogs, and things that do nothing.

use axum::Router;
use axum::response::Response;
use axum::routing::get;

use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::Markup;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/dialogs", get(dialogs))
        .route("/dead", get(dead))
}

async fn dialogs(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/dialogs.html"));
    Page::new("Browser dialogs", Place::Help, content)
        .script("dialogs.js")
        .show(&mut visit.open())
}

async fn dead(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/dead.html"));
    Page::new("Things without effect", Place::Help, content).show(&mut visit.open())
}
