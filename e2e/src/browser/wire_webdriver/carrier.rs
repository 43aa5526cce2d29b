//! Moving from document to document, by the driver's own commands.

use super::bent::may_be_bent;
use super::{GRACE, WireWebDriver};
use crate::browser::loading::{Carrier, Trail};
use crate::browser::trouble::Trouble;
use crate::browser::wire::{Evaluated, History};
use crate::error::Error;
use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[async_trait]
impl Carrier for WireWebDriver {
    // A dialog may be there before anything is sent, and refuse whatever comes first.
    async fn script(
        &self,
        script: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        let answer = self.run(script, args, limit).await;
        answer.or_else(Trouble::told)
    }

    async fn set_out(&self, url: &str, limit: Duration) -> Result<(), Trouble> {
        self.bent.store(false, Ordering::SeqCst);
        let body = json!({ "url": url });
        let sent = self.call(Method::POST, "url", Some(&body), limit).await;
        if matches!(sent, Err(Trouble::Late(_))) {
            self.stalled.store(true, Ordering::SeqCst);
        }
        sent.map(drop)
    }

    async fn let_go(&self) {
        if let Some((client, debugger)) = &self.aside
            && let Err(why) = crate::browser::wire_cdp::stop_loading(client, debugger).await
        {
            tracing::debug!(why, "the browser could not be told to drop the address");
        }
    }

    fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::SeqCst)
    }

    async fn set_back(&self, step: History, limit: Duration) -> Result<bool, Trouble> {
        let path = match step {
            History::Back => "back",
            History::Forward => "forward",
            History::Reload => "refresh",
        };
        self.call(Method::POST, path, Some(&json!({})), limit)
            .await
            .map(|_| true)
    }

    async fn real_address(&self) -> Option<String> {
        // The driver knows it.
        self.get("url").await.ok()?.as_str().map(str::to_owned)
    }

    async fn error(&self, what: &str, trouble: Trouble) -> Error {
        self.link.error(what, trouble).await
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }
}

impl WireWebDriver {
    // In a list of one: an open dialog makes the driver answer `null`, which must not be
    // taken for the script's own value.
    async fn run(&self, script: &str, args: Value, limit: Duration) -> Result<Evaluated, Trouble> {
        if self.bent.load(Ordering::SeqCst)
            && let Some(answer) = self.past_the_page(script, &args, limit).await
        {
            return answer;
        }
        self.allow(limit).await?;
        let body = json!({ "script": script, "args": [args] });
        let started = Instant::now();
        let answer = self
            .call(Method::POST, "execute/sync", Some(&body), limit + GRACE)
            .await;
        match answer {
            Ok(Value::Array(mut list)) if list.len() == 1 => {
                Ok(Evaluated::Value(list.pop().unwrap_or_default()))
            }
            Ok(_) => match self.open_dialog().await {
                Ok(Some(text)) => Ok(Evaluated::Dialog(text)),
                Ok(None) => Ok(Evaluated::Navigated),
                Err(Trouble::Window) => self.after_close().await,
                Err(trouble) => Err(trouble),
            },
            Err(Trouble::Navigated) => Ok(Evaluated::Navigated),
            Err(Trouble::Window) => self.after_close().await,
            // Long before its time: there was no document left to wait for.
            Err(Trouble::ScriptTimeout) if started.elapsed() < limit => Ok(Evaluated::Navigated),
            Err(trouble) if may_be_bent(&trouble) => {
                let args = &body["args"][0];
                match self.past_the_page(script, args, limit).await {
                    Some(answer) => answer,
                    None => Err(trouble),
                }
            }
            Err(trouble) => Err(trouble),
        }
    }

    pub(super) async fn after_close(&self) -> Result<Evaluated, Trouble> {
        self.follow().await?;
        Ok(Evaluated::Navigated)
    }

    pub(super) async fn open_dialog(&self) -> Result<Option<String>, Trouble> {
        match self.get("alert/text").await {
            Ok(text) => Ok(Some(text.as_str().unwrap_or_default().to_owned())),
            Err(Trouble::Other(refusal)) if refusal.error == "no such alert" => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }
}
