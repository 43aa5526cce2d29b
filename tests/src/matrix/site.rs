//! Serves the pages of the matrix, and what they ask for.

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

/// The pages of the matrix over http on a free port, until dropped.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    server: tokio::task::JoinHandle<()>,
}

impl Site {
    /// Starts the server.
    ///
    /// # Panics
    ///
    /// When no port of 127.0.0.1 can be bound.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port of 127.0.0.1 is free");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let routes = Router::new()
            .route("/matrix/{page}", get(file))
            .route("/late", any(late))
            .route("/report.csv", get(report));
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, routes).await;
        });
        Self { address, server }
    }

    /// The address of a page.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        format!("http://{}/matrix/{page}.html", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn file(Path(page): Path<String>) -> Response {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("pages/matrix")
        .join(&page);
    let kind = match page.ends_with(".js") {
        true => "text/javascript",
        false => "text/html",
    };
    match tokio::fs::read_to_string(path).await {
        Ok(text) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        Err(_) => (StatusCode::NOT_FOUND, format!("no page {page}")).into_response(),
    }
}

/// An answer after `?ms=` milliseconds.
async fn late(Query(query): Query<HashMap<String, String>>) -> &'static str {
    let ms = query.get("ms").and_then(|ms| ms.parse().ok()).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "{}"
}

/// A file that is kept, not shown.
async fn report() -> Response {
    let kept = (
        header::CONTENT_DISPOSITION,
        "attachment; filename=report.csv",
    );
    ([(header::CONTENT_TYPE, "text/csv"), kept], "a,b\n1,2\n").into_response()
}
