//! The HTTP client handed to thirtyfour.
//!
//! Two things a person who drives the session directly takes for granted are done
//! here, because the session itself is set to wait for nothing: `goto`, `back`,
//! `forward` and `refresh` return when the document can be used, and a frame somebody
//! switched to is remembered, so that the wire can leave it again.

use super::current::Current;
use super::http::Http;
use super::wire_cdp::WireCdp;
use crate::deadline;
use crate::text::show_duration;
use bytes::Bytes;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::session::http::{Body, HttpClient};

/// How long one command may take.
const COMMAND: Duration = Duration::from_secs(120);

/// Wraps the session's client.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) inner: reqwest::Client,
    /// How long a document may take.
    pub(super) navigation: Duration,
    /// Whether a frame is, or may be, the current browsing context.
    pub(super) in_frame: Arc<AtomicBool>,
    /// The window it looks at.
    pub(super) current: Current,
    /// The room of a shared browser, when it is in one.
    pub(super) room: Option<OfRoom>,
}

/// What a session in a shared browser is told differently: it is there already, and
/// only its own windows are.
#[derive(Clone, Debug)]
pub(super) struct OfRoom {
    response: Arc<Value>,
    wire: Arc<OnceLock<Weak<WireCdp>>>,
}

impl OfRoom {
    pub(super) fn new(response: Value) -> Self {
        Self {
            response: Arc::new(response),
            wire: Arc::default(),
        }
    }

    /// Windows are asked of this wire from now on.
    pub(super) fn set(&self, wire: &Arc<WireCdp>) {
        let _ = self.wire.set(Arc::downgrade(wire));
    }

    /// The answer to a command that must not reach the driver.
    async fn answer(&self, request: &http::Request<Body<'_>>) -> Option<Value> {
        let path = request.uri().path();
        let wire = || self.wire.get().and_then(Weak::upgrade);
        if request.method() == Method::POST && path.ends_with("/session") {
            return Some(Value::clone(&self.response));
        }
        if request.method() == Method::GET && path.ends_with("/window/handles") {
            // The driver would name those of the shared browser.
            return wire()?.own_windows().await.ok().map(|own| json!(own));
        }
        if request.method() == Method::POST && path.ends_with("/window/new") {
            // The driver would open it in the context that belongs to nobody.
            let kind = match request.body() {
                Body::Json(body) if body["type"] == "window" => "window",
                _ => "tab",
            };
            let handle = wire()?.new_window(kind == "window").await.ok()?;
            return Some(json!({ "handle": handle, "type": kind }));
        }
        None
    }
}

impl Client {
    /// Waits until the document is interactive, or for as long as one may take: a
    /// page that is still loading then is left as it is.
    async fn settle(&self, session: &str) {
        let http = Http::new(self.inner.clone(), session.to_owned());
        let end = Instant::now() + self.navigation;
        let ask = json!({ "script": "return document.readyState", "args": [] });
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            match http
                .call(Method::POST, "execute/sync", Some(&ask), left)
                .await
            {
                Ok(state) if state == "loading" => {}
                // A dialog, an error, or a document that can be used.
                _ => return,
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[async_trait::async_trait]
impl HttpClient for Client {
    async fn send(
        &self,
        request: http::Request<Body<'_>>,
    ) -> WebDriverResult<http::Response<Bytes>> {
        let url = request.uri().to_string();
        if let Some(room) = &self.room
            && let Some(value) = room.answer(&request).await
        {
            let body = json!({ "value": value }).to_string();
            return Ok(http::Response::new(Bytes::from(body)));
        }
        let posted = request.method() == Method::POST;
        let handle = match request.body() {
            Body::Json(body) if url.ends_with("/window") => {
                body["handle"].as_str().map(str::to_owned)
            }
            _ => None,
        };
        // A driver that stops answering must not hang whoever drives it directly.
        let limit = deadline::limit(COMMAND);
        let response = tokio::time::timeout(limit, HttpClient::send(&self.inner, request))
            .await
            .map_err(|_| {
                WebDriverError::Timeout(format!("no answer within {}", show_duration(limit)))
            })??;
        if posted
            && response.status().is_success()
            && let Some((session, command)) = url.rsplit_once('/')
        {
            match command {
                "url" | "back" | "forward" | "refresh" => {
                    self.in_frame.store(false, Ordering::SeqCst);
                    self.settle(&format!("{session}/")).await;
                }
                "window" => {
                    if let Some(handle) = handle {
                        self.current.set(&handle);
                    }
                }
                "frame" => self.in_frame.store(true, Ordering::SeqCst),
                _ => {}
            }
        }
        Ok(response)
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        // Made for another runtime, so it takes no connection along.
        let inner = super::http::client(true).unwrap_or_else(|_| self.inner.clone());
        Arc::new(Self {
            inner,
            ..self.clone()
        })
    }
}
