//! Files that are the same for everybody.

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! asset {
    ($kind:expr, $name:literal) => {
        ($name, $kind, include_str!(concat!("assets/", $name)))
    };
}

const FILES: [(&str, &str, &str); 17] = [
    asset!(CSS, "base.css"),
    asset!(CSS, "parts.css"),
    asset!(CSS, "shop.css"),
    asset!(SVG, "art.svg"),
    asset!(SVG, "favicon.svg"),
    asset!(JS, "app.js"),
    asset!(JS, "forms.js"),
    asset!(JS, "catalogue.js"),
    asset!(JS, "product.js"),
    asset!(JS, "cart.js"),
    asset!(JS, "checkout.js"),
    asset!(JS, "billing.js"),
    asset!(JS, "todo.js"),
    asset!(JS, "slow.js"),
    asset!(JS, "frame.js"),
    asset!(JS, "dialogs.js"),
    asset!(JS, "newsletter.js"),
];

pub(crate) fn router() -> Router {
    Router::new()
        .route(
            "/assets/{name}",
            get(|Path(name): Path<String>| async move { file(&name) }),
        )
        .route("/favicon.ico", get(|| async { file("favicon.svg") }))
}

fn file(name: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, content)) => {
            let headers = [
                (header::CONTENT_TYPE, *kind),
                (header::CACHE_CONTROL, "max-age=300"),
            ];
            (headers, *content).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
