//! Pages that fail.

use std::convert::Infallible;
use std::future;

use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;

use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};

pub(crate) fn router() -> Router {
    Router::new()
        .route("/broken", get(broken))
        .route("/never", get(never))
}

/// Responses that do not come. Apart from the rest, since no workspace is needed to wait.
pub(crate) fn stalled() -> Router {
    Router::new()
        .route("/never/image.png", get(wait))
        .route("/never/style.css", get(wait))
        .route("/never/script.js", get(wait))
        .route("/never/document", get(wait))
}

async fn wait() {
    let never: Infallible = future::pending().await;
    match never {}
}

pub(crate) async fn not_found(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/not_found.html"));
    Page::new("Page not found", Place::Elsewhere, content)
        .status(StatusCode::NOT_FOUND)
        .show(&mut visit.open())
}

async fn broken(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/broken.html"));
    Page::new("Something went wrong", Place::Elsewhere, content)
        .status(StatusCode::INTERNAL_SERVER_ERROR)
        .show(&mut visit.open())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Stall {
    kind: String,
}

async fn never(visit: Visit, Query(stall): Query<Stall>) -> Response {
    let part = match stall.kind.as_str() {
        "stylesheet" => "<link rel=\"stylesheet\" href=\"/never/style.css\">",
        "script" => "<script async src=\"/never/script.js\"></script>",
        _ => "<img src=\"/never/image.png\" alt=\"A picture that never comes\">",
    };
    let content = Template::new(include_str!("../assets/html/never.html"))
        .html("part", Markup::literal(part))
        .render();
    Page::new("A page that never finishes", Place::Help, content).show(&mut visit.open())
}
