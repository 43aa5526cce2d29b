//! What the browser runs in every document before the page's own scripts.

use super::engine;
use super::http::Http;
use reqwest::Method;
use serde_json::json;
use std::time::Instant;

/// Has what a page hands out only once kept from the start of each document. Where that
/// cannot be, such parts are said to be unreadable.
pub(super) async fn keep(http: &Http, end: Instant) {
    let body = json!({
        "cmd": "Page.addScriptToEvaluateOnNewDocument",
        "params": { "source": engine::start_script() },
    });
    let left = end.saturating_duration_since(Instant::now());
    let _ = http
        .call(Method::POST, "goog/cdp/execute", Some(&body), left)
        .await;
}
