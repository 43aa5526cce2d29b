//! A page whose parts appear late, and which never stops changing.

use std::time::Duration;

use axum::Router;
use axum::extract::Query;
use axum::response::{Html, Response};
use axum::routing::get;
use serde::Deserialize;

use crate::page::{Page, Place};
use crate::session::Visit;
use crate::template::Template;

/// A minute is slow enough.
const LONGEST: u64 = 60_000;

pub(crate) fn router() -> Router {
    Router::new()
        .route("/slow", get(show))
        .route("/slow/report", get(report))
        .route("/slow/page", get(late))
}

#[derive(Debug, Deserialize)]
struct Delay {
    #[serde(default = "usual")]
    ms: u64,
}

fn usual() -> u64 {
    800
}

impl Delay {
    async fn wait(&self) {
        tokio::time::sleep(Duration::from_millis(self.ms.min(LONGEST))).await;
    }
}

async fn show(visit: Visit, Query(delay): Query<Delay>) -> Response {
    let content = Template::new(include_str!("../assets/html/slow.html"))
        .text("ms", delay.ms.min(LONGEST))
        .render();
    Page::new("A slow page", Place::Help, content)
        .script("slow.js")
        .show(&mut visit.open())
}

async fn report(Query(delay): Query<Delay>) -> Html<&'static str> {
    delay.wait().await;
    Html(include_str!("../assets/html/report.html"))
}

/// The whole document is late.
async fn late(visit: Visit, Query(delay): Query<Delay>) -> Response {
    delay.wait().await;
    show(visit, Query(delay)).await
}
