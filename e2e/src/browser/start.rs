//! What the browser runs in every document before the page's own scripts.

use super::engine;
use super::http::Http;
use futures::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// How long the second way in may take before the session goes on without it.
const ASIDE: Duration = Duration::from_secs(5);

/// The command that has a script run before a page's own.
pub(super) const KEEP: &str = "Page.addScriptToEvaluateOnNewDocument";

/// What it is told.
pub(super) fn kept() -> Value {
    json!({ "source": engine::start_script() })
}

/// Has what a page hands out only once kept from the start of each document. Where that
/// cannot be, such parts are said to be unreadable.
pub(super) async fn keep(http: &Http, end: Instant) {
    let body = json!({ "cmd": KEEP, "params": kept() });
    let left = end.saturating_duration_since(Instant::now());
    let _ = http
        .call(Method::POST, "goog/cdp/execute", Some(&body), left)
        .await;
}

/// The same over WebDriver BiDi, for a browser that has an address for it. The script
/// stays with the session when the connection is closed again. The engine has to be part
/// of it: made by the driver's own scripts it stands outside of the page, where timers
/// that it follows report to nobody.
pub(super) async fn keep_over_bidi(address: &str) {
    let body = json!({
        "id": 1, "method": "script.addPreloadScript",
        "params": { "functionDeclaration": format!("() => {{ {} }}", engine::start_script()) },
    });
    match tokio::time::timeout(ASIDE, ask(address, body)).await {
        Ok(Ok(())) => {}
        Ok(Err(why)) => tracing::debug!(why, "no script before the page's own"),
        Err(_) => tracing::debug!("no script before the page's own: no answer"),
    }
}

/// Sends one command over a connection of its own, and waits for its answer.
async fn ask(address: &str, body: Value) -> Result<(), String> {
    let place = address
        .strip_prefix("ws://")
        .and_then(|rest| rest.split('/').next())
        .ok_or_else(|| format!("{address} is no ws:// address"))?;
    let stream = TcpStream::connect(place).await.map_err(|e| e.to_string())?;
    let (mut socket, _) = client_async(address, stream)
        .await
        .map_err(|e| e.to_string())?;
    socket
        .send(Message::Text(body.to_string().into()))
        .await
        .map_err(|e| e.to_string())?;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.map_err(|e| e.to_string())? else {
            continue;
        };
        let answer: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        if answer["id"] == 1 {
            let _ = socket.close(None).await;
            return match answer["type"] == "error" {
                true => Err(answer["message"].as_str().unwrap_or_default().to_owned()),
                false => Ok(()),
            };
        }
    }
    Err("the browser closed the connection".to_owned())
}
