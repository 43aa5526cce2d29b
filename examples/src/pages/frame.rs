//! A page with an iframe and web components.

use axum::Router;
use axum::response::{Html, Response};
use axum::routing::get;

use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::{Markup, Template};

pub(crate) fn router() -> Router {
    Router::new()
        .route("/frame", get(show))
        .route("/frame/newsletter", get(newsletter))
}

async fn show(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/frame.html"));
    Page::new("Frames and components", Place::Help, content)
        .script("frame.js")
        .show(&mut visit.open())
}

async fn newsletter() -> Html<String> {
    let email = crate::form::Field::email().render();
    let page = Template::new(include_str!("../assets/html/newsletter.html"))
        .html("email", email)
        .render();
    Html(page.into_string())
}
