//! What loading documents takes from this wire.

use super::socket::Socket;
use super::tab::Tab;
use super::{COMMAND, PING, PULSE, WireCdp};
use crate::browser::http::Refusal;
use crate::browser::loading::{self, Carrier, Trail};
use crate::browser::trouble::Trouble;
use crate::browser::wire::{Evaluated, History};
use crate::error::Error;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::time::Duration;

/// Ends whatever a page is loading.
const STOP: &str = "Page.stopLoading";

/// Ends whatever the pages of a browser are loading: for a driver that waits for an
/// address and does nothing else meanwhile.
pub(in crate::browser) async fn stop_loading(
    client: &reqwest::Client,
    debugger: &str,
) -> Result<(), String> {
    let socket = Socket::of(client, debugger).await?;
    let gone = |trouble| format!("the pages cannot be told to stop: {trouble:?}");
    let ask = json!({ "filter": [{ "type": "page" }] });
    let answer = socket.call(None, "Target.getTargets", ask, PULSE).await;
    let pages = answer.map_err(gone)?;
    for page in pages["targetInfos"].as_array().into_iter().flatten() {
        let id = page["targetId"].as_str().unwrap_or_default();
        let tab = Tab::attach(&socket, id, PULSE).await.map_err(gone)?;
        let stopped = tab.call(&socket, STOP, json!({}), PULSE).await;
        stopped.map_err(gone)?;
    }
    Ok(())
}

impl WireCdp {
    async fn history_of(&self, tab: &Tab) -> Result<(usize, Vec<Value>), Trouble> {
        let answer = self
            .call(tab, "Page.getNavigationHistory", json!({}), COMMAND)
            .await?;
        let at = answer["currentIndex"].as_u64().unwrap_or_default();
        let entries = answer["entries"].as_array().cloned().unwrap_or_default();
        Ok((usize::try_from(at).unwrap_or_default(), entries))
    }
}

#[async_trait]
impl Carrier for WireCdp {
    async fn script(
        &self,
        script: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        Ok(match self.run(script, &args, false, limit).await? {
            Evaluated::Value(Value::Array(mut list)) if list.len() == 1 => {
                Evaluated::Value(list.pop().unwrap_or_default())
            }
            other => other,
        })
    }

    async fn set_out(&self, url: &str, limit: Duration) -> Result<(), Trouble> {
        let tab = self.tab().await?;
        tab.revive(&self.socket);
        let sent = tab
            .call(&self.socket, "Page.navigate", json!({ "url": url }), limit)
            .await;
        match sent {
            Ok(answer) if answer["isDownload"] == true => Err(Trouble::Other(Refusal {
                error: loading::FILE.to_owned(),
                ..Refusal::default()
            })),
            Ok(answer) => match answer["errorText"].as_str() {
                // Nothing came that is a page; whether one still comes is waited for.
                None | Some("" | "net::ERR_ABORTED") => Ok(()),
                Some(reason) => Err(Trouble::ErrorPage(
                    reason.trim_start_matches("net::").to_owned(),
                )),
            },
            // Of the page that is left or of the next one; it is looked at either way.
            Err(Trouble::Dialog(_)) => Ok(()),
            Err(Trouble::Other(refusal)) if refusal.message.contains("invalid URL") => {
                Err(Trouble::Other(Refusal {
                    error: "invalid argument".to_owned(),
                    ..refusal
                }))
            }
            Err(trouble) => Err(trouble),
        }
    }

    async fn set_back(&self, step: History, limit: Duration) -> Result<bool, Trouble> {
        let tab = self.tab().await?;
        let (method, params) = if step == History::Reload {
            ("Page.reload", json!({}))
        } else {
            let (at, entries) = self.history_of(&tab).await?;
            let to = match step {
                History::Back => at.checked_sub(1),
                _ => Some(at + 1),
            };
            let Some(entry) = to.and_then(|to| entries.get(to)) else {
                return Ok(false);
            };
            let params = json!({ "entryId": entry["id"] });
            ("Page.navigateToHistoryEntry", params)
        };
        match tab.call(&self.socket, method, params, limit).await {
            Ok(_) | Err(Trouble::Dialog(_)) => Ok(true),
            Err(trouble) => Err(trouble),
        }
    }

    async fn let_go(&self) {
        if let Ok(tab) = self.tab().await {
            let _ = self.call(&tab, STOP, json!({}), PULSE).await;
        }
    }

    async fn real_address(&self) -> Option<String> {
        let tab = self.tab().await.ok()?;
        let (at, entries) = self.history_of(&tab).await.ok()?;
        entries.get(at)?["url"].as_str().map(str::to_owned)
    }

    async fn error(&self, what: &str, trouble: Trouble) -> Error {
        let Trouble::Late(limit) = trouble else {
            return self.link.error(what, trouble).await;
        };
        // It is not in the way, but whoever drives the session needs it.
        if let Some(error) = self.link.dead_driver(what).await {
            return error;
        }
        match self.socket.call(None, PING, json!({}), PULSE).await {
            // The browser lives, so it is the page that keeps it waiting.
            Ok(_) | Err(Trouble::Other(_)) => self.link.busy(what, Some(limit)),
            Err(Trouble::Gone(why)) => self.link.gone(what, &why),
            Err(_) => self.link.silent(what, limit),
        }
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }
}
