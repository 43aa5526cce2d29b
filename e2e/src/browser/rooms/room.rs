//! One browser context: its page, and the driver's session that looks at it.

use super::host::Host;
use crate::browser::farewell;
use crate::browser::http::{self, Http};
use crate::browser::opening;
use crate::browser::registry::SessionKey;
use crate::browser::wire_cdp::Socket;
use crate::config::Viewport;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long any one command may take that makes or ends a room.
const COMMAND: Duration = Duration::from_secs(10);

/// A room nobody has entered yet.
#[derive(Debug)]
pub(super) struct Prepared {
    context: String,
    target: String,
    /// The driver's answer to the new session.
    response: Value,
    viewport: Viewport,
}

impl Prepared {
    /// Makes a context, a page in it, and a session of the driver that looks at it.
    pub(super) async fn make(host: &Host, viewport: Viewport) -> Result<Self, String> {
        let client = http::client(true).map_err(|e| e.to_string())?;
        let socket = Socket::of(&client, host.debugger()).await?;
        let call = async |method: &str, params: Value, key: &str| {
            let answer = socket
                .call(None, method, params, COMMAND)
                .await
                .map_err(|trouble| format!("{method}: {trouble:?}"))?;
            answer[key]
                .as_str()
                .map(str::to_owned)
                .ok_or_else(|| format!("{method} names no {key}"))
        };
        let context = call("Target.createBrowserContext", json!({}), "browserContextId").await?;
        let furnished = async {
            let page = json!({
                "url": "about:blank", "browserContextId": context,
                "width": viewport.width, "height": viewport.height,
            });
            let target = call("Target.createTarget", page, "targetId").await?;
            let response = attach(&client, host, &target, viewport).await?;
            Ok::<_, String>((target, response))
        };
        match furnished.await {
            Ok((target, response)) => Ok(Self {
                context,
                target,
                response,
                viewport,
            }),
            Err(why) => {
                let gone = json!({ "browserContextId": context });
                let method = "Target.disposeBrowserContext";
                if socket.call(None, method, gone, COMMAND).await.is_err() {
                    host.spoil();
                }
                Err(why)
            }
        }
    }

    fn session(&self) -> &str {
        self.response["sessionId"].as_str().unwrap_or_default()
    }
}

/// A session of the driver in the browser that runs, at one page of it.
async fn attach(
    client: &reqwest::Client,
    host: &Host,
    target: &str,
    viewport: Viewport,
) -> Result<Value, String> {
    let server = &host.about().server;
    let caps = json!({ "capabilities": { "alwaysMatch": {
        "browserName": "chrome",
        "pageLoadStrategy": "none",
        "unhandledPromptBehavior": "ignore",
        "goog:chromeOptions": { "debuggerAddress": host.debugger() },
    } } });
    let at_server = Http::new(client.clone(), server.clone());
    let response = at_server
        .call(Method::POST, "session", Some(&caps), COMMAND)
        .await
        .map_err(|failure| format!("a session of the driver: {failure:?}"))?;
    let id = response["sessionId"].as_str().unwrap_or_default();
    let http = Http::new(client.clone(), format!("{server}session/{id}/"));
    let window = json!({ "handle": target });
    http.call(Method::POST, "window", Some(&window), COMMAND)
        .await
        .map_err(|failure| format!("the driver does not see the page: {failure:?}"))?;
    opening::size(&http, viewport, Instant::now() + COMMAND).await;
    Ok(response)
}

/// A room in use; leaving it disposes of everything in it.
#[derive(Debug)]
pub(in crate::browser) struct Room {
    host: Arc<Host>,
    prepared: Prepared,
    kept: bool,
}

impl Room {
    pub(super) fn new(host: Arc<Host>, prepared: Prepared) -> Self {
        Self {
            host,
            prepared,
            kept: false,
        }
    }

    pub(super) fn viewport(&self) -> Viewport {
        self.prepared.viewport
    }

    pub(super) fn target(&self) -> &str {
        &self.prepared.target
    }

    pub(super) fn response(&self) -> &Value {
        &self.prepared.response
    }

    /// The shared browser's key: ending it from outside ends the browser.
    pub(in crate::browser) fn key(&self) -> SessionKey {
        self.host.key()
    }

    /// Leaves the browser and everything in it running.
    pub(in crate::browser) fn keep(&mut self) {
        self.host.keep();
        self.kept = true;
    }
}

impl Drop for Room {
    /// Nobody waits for it: the next test has a room of its own already.
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        let host = self.host.clone();
        let context = self.prepared.context.clone();
        farewell::farewell(&host.about().server, self.prepared.session());
        std::thread::spawn(move || {
            let disposed = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|e| e.to_string())
                .and_then(|runtime| runtime.block_on(dispose(&host, &context)));
            if let Err(why) = disposed {
                // Whatever is left in it must not meet another test.
                host.spoil();
                tracing::debug!(why, "a browser context could not be disposed of");
            }
        });
    }
}

async fn dispose(host: &Host, context: &str) -> Result<(), String> {
    let client = http::client(true).map_err(|e| e.to_string())?;
    let socket = Socket::of(&client, host.debugger()).await?;
    let gone = json!({ "browserContextId": context });
    socket
        .call(None, "Target.disposeBrowserContext", gone, COMMAND)
        .await
        .map(drop)
        .map_err(|trouble| format!("{trouble:?}"))
}
