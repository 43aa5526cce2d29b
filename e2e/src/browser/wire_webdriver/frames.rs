//! Scripts in frames of other origins: the driver is switched into the frame, and back.

use super::{COMMAND, GRACE, WireWebDriver};
use crate::browser::trouble::Trouble;
use crate::browser::wire::Evaluated;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The key under which WebDriver hands elements out.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl WireWebDriver {
    /// Runs a script inside the last of `frames`. Nothing else is sent meanwhile, and
    /// whoever gives this up half way leaves word that the driver is in a frame.
    pub(super) async fn inside(
        &self,
        frames: &[String],
        script: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        let _alone = self.alone.write().await;
        let end = Instant::now() + limit + GRACE;
        if self.in_frame.swap(true, Ordering::SeqCst) {
            self.to_top().await?;
        }
        self.hurry(limit).await?;
        let answer = match self.enter(frames, end).await {
            Ok(true) => self.here(script, args, end).await,
            Ok(false) => Ok(Evaluated::Navigated),
            Err(trouble) => Err(trouble),
        };
        let back = self.to_top().await;
        if back.is_ok() {
            self.in_frame.store(false, Ordering::SeqCst);
        }
        match answer {
            // The driver says the same of a frame that is gone; of a window that is gone
            // the next command tells.
            Err(Trouble::Window | Trouble::Navigated | Trouble::Script(_)) => {
                Ok(Evaluated::Navigated)
            }
            Err(Trouble::Dialog(text)) => Ok(Evaluated::Dialog(text)),
            Err(Trouble::Other(refusal)) if WENT.contains(&refusal.error.as_str()) => {
                Ok(Evaluated::Navigated)
            }
            other => other,
        }
    }

    /// Leaves whatever frame the driver is in.
    pub(super) async fn to_top(&self) -> Result<(), Trouble> {
        let top = json!({ "id": null });
        let sent = self
            .http
            .call(Method::POST, "frame", Some(&top), COMMAND)
            .await;
        Ok(sent.map(drop)?)
    }

    /// A frame that does not answer must not keep the driver from everything else.
    async fn hurry(&self, limit: Duration) -> Result<(), Trouble> {
        let wanted = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).max(1);
        if self.script_limit.swap(wanted, Ordering::SeqCst) != wanted {
            let body = json!({ "script": wanted });
            self.http
                .call(Method::POST, "timeouts", Some(&body), COMMAND)
                .await?;
        }
        Ok(())
    }

    async fn enter(&self, frames: &[String], end: Instant) -> Result<bool, Trouble> {
        for find in frames {
            let script = format!("return (function () {{{find}\n}})()");
            let body = json!({ "script": script, "args": [] });
            let left = end.saturating_duration_since(Instant::now());
            let found = self
                .http
                .call(Method::POST, "execute/sync", Some(&body), left)
                .await?;
            if found.get(ELEMENT).is_none() {
                return Ok(false);
            }
            let left = end.saturating_duration_since(Instant::now());
            let frame = json!({ "id": found });
            self.http
                .call(Method::POST, "frame", Some(&frame), left)
                .await?;
        }
        Ok(true)
    }

    async fn here(&self, script: &str, args: Value, end: Instant) -> Result<Evaluated, Trouble> {
        let body = json!({ "script": script, "args": [args] });
        let left = end.saturating_duration_since(Instant::now());
        let answer = self
            .http
            .call(Method::POST, "execute/sync", Some(&body), left)
            .await?;
        match answer {
            Value::Array(mut list) if list.len() == 1 => {
                Ok(Evaluated::Value(list.pop().unwrap_or_default()))
            }
            // A dialog makes the driver answer nothing.
            _ => match self
                .http
                .call(Method::GET, "alert/text", None, COMMAND)
                .await
            {
                Ok(text) => Ok(Evaluated::Dialog(
                    text.as_str().unwrap_or_default().to_owned(),
                )),
                Err(_) => Ok(Evaluated::Navigated),
            },
        }
    }
}

/// What drivers say of frames that are gone, or show something else by now.
const WENT: &[&str] = &[
    "no such frame",
    "no such element",
    "stale element reference",
    "no such execution context",
    "detached shadow root",
];
