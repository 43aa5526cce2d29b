//! A folder of pages over http, as it lies on the disk.

use axum::Router;
use axum::extract::{Path as UrlPath, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Serves a folder on a free port, until dropped.
#[derive(Debug)]
pub struct Folder {
    address: SocketAddr,
    root: PathBuf,
    server: tokio::task::JoinHandle<()>,
}

impl Folder {
    /// Starts the server.
    ///
    /// # Errors
    ///
    /// When no port of 127.0.0.1 can be bound.
    pub async fn serve(root: &Path) -> std::io::Result<Self> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let routes = Router::new()
            .route("/{*path}", get(file))
            .with_state(root.to_path_buf());
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self {
            address,
            root: root.to_path_buf(),
            server,
        })
    }

    /// Every page below the folder, by its path in it, sorted.
    #[must_use]
    pub fn pages(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut left = vec![self.root.clone()];
        while let Some(folder) = left.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    left.push(path);
                } else if path.extension().is_some_and(|ext| ext == "html")
                    && let Ok(inside) = path.strip_prefix(&self.root)
                {
                    out.push(inside.to_string_lossy().into_owned());
                }
            }
        }
        out.sort();
        out
    }

    /// The address of a page.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        format!("http://{}/{page}", self.address)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn file(State(root): State<PathBuf>, UrlPath(path): UrlPath<String>) -> Response {
    if path.split('/').any(|part| part == "..") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    match tokio::fs::read(root.join(path)).await {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}
