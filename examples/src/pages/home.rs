//! The home page and the help page.

use axum::Router;
use axum::response::Response;
use axum::routing::get;

use crate::bugs::Bugs;
use crate::page::{Page, Place};
use crate::pages::catalogue::card;
use crate::product::{Category, Query};
use crate::session::Visit;
use crate::template::{Markup, Template};

pub(crate) fn router() -> Router {
    Router::new()
        .route("/", get(home))
        .route("/help", get(help))
}

async fn home(visit: Visit) -> Response {
    let newest = Query::default().run(Bugs::default());
    let shelves = Category::ALL.iter().map(|category| {
        Template::new("<li><a class=\"chip\" href=\"/catalogue?category={{id}}\">{{name}}</a></li>")
            .text("id", category.id())
            .text("name", category.name())
            .render()
    });
    let content = Template::new(include_str!("../assets/html/home.html"))
        .html("shelves", shelves.collect())
        .html("newest", newest.into_iter().take(4).map(card).collect())
        .render();
    Page::new("Useful things", Place::Elsewhere, content).show(&mut visit.open())
}

async fn help(visit: Visit) -> Response {
    let content = Markup::literal(include_str!("../assets/html/help.html"));
    Page::new("Help", Place::Help, content).show(&mut visit.open())
}
