//! Shadow roots that no script is given: the closed ones of the markup, which the driver
//! hands out.

use super::frames::ELEMENT;
use super::{COMMAND, GRACE, WireWebDriver};
use crate::browser::trouble::Trouble;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The key under which WebDriver hands shadow roots out.
const ROOT: &str = "shadow-6066-11e4-a52e-4f735466cecf";

impl WireWebDriver {
    /// Gives `keep` the roots of what `find` returns, and says whether any has one.
    /// Nothing else is sent meanwhile.
    pub(super) async fn roots(
        &self,
        frames: &[String],
        find: &str,
        keep: &str,
        limit: Duration,
    ) -> Result<bool, Trouble> {
        // Where the page stands in the driver's way, nobody hands anything out.
        if self.bent.load(Ordering::SeqCst) {
            return Err(Trouble::Script("the page stands in the way".to_owned()));
        }
        let _alone = self.alone.write().await;
        let end = Instant::now() + limit + GRACE;
        if self.in_frame.swap(true, Ordering::SeqCst) {
            self.to_top().await?;
        }
        let found = match self.enter(frames, end).await {
            Ok(true) => self.roots_here(find, keep, end).await,
            Ok(false) => Ok(false),
            Err(trouble) => Err(trouble),
        };
        if frames.is_empty() || self.to_top().await.is_ok() {
            self.in_frame.store(false, Ordering::SeqCst);
        }
        found
    }

    async fn roots_here(&self, find: &str, keep: &str, end: Instant) -> Result<bool, Trouble> {
        let run = async |script: &str, args: &[Value]| {
            let script = format!("return (function () {{{script}\n}}).apply(null, arguments)");
            let body = json!({ "script": script, "args": args });
            let left = end.saturating_duration_since(Instant::now()).min(COMMAND);
            let sent = self
                .http
                .call(Method::POST, "execute/sync", Some(&body), left);
            sent.await.map_err(Trouble::from)
        };
        let hosts = run(find, &[]).await?;
        let mut roots = Vec::new();
        for host in hosts.as_array().into_iter().flatten() {
            let Some(id) = host[ELEMENT].as_str() else {
                continue;
            };
            let left = end.saturating_duration_since(Instant::now()).min(COMMAND);
            let path = format!("element/{id}/shadow");
            match self.http.call(Method::GET, &path, None, left).await {
                Ok(root) => roots.push(json!({ ROOT: root[ROOT] })),
                // It has none, or is gone meanwhile.
                Err(failure) => match Trouble::from(failure) {
                    Trouble::Other(refusal) if NONE.contains(&refusal.error.as_str()) => {}
                    trouble => return Err(trouble),
                },
            }
        }
        run(keep, &roots).await?;
        Ok(!roots.is_empty())
    }
}

/// What drivers say of an element without a shadow root, and of one that is gone.
const NONE: &[&str] = &[
    "no such shadow root",
    "no such element",
    "stale element reference",
];
