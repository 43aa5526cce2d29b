//! Scripts in pages that replaced what the driver's own scripts stand on: by a command of
//! the browser's own protocol, which no page reaches, where the driver passes one on.

use super::{GRACE, WireWebDriver};
use crate::browser::input;
use crate::browser::trouble::Trouble;
use crate::browser::wire::{Evaluated, Gesture};
use crate::browser::wire_cdp::pointer;
use crate::code::Code;
use crate::error::{Error, Result as Outcome};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Whether a script failed in a way that the page may be to blame for. What the wire is
/// given to run does not throw by itself.
pub(super) fn may_be_bent(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Script(_) => true,
        Trouble::Other(refusal) => refusal.error == "unknown error",
        _ => false,
    }
}

impl WireWebDriver {
    /// A gesture in a page that the driver cannot ask where it would go; nothing where the
    /// driver can, or has no other way.
    pub(super) async fn press_past_the_page(
        &self,
        gesture: Gesture,
        (x, y): (f64, f64),
    ) -> Option<Outcome<()>> {
        if !self.bent.load(Ordering::SeqCst) {
            return None;
        }
        for event in pointer::events(gesture, x, y) {
            if let Err(error) = self.passed_on("Input.dispatchMouseEvent", event).await {
                return Some(Err(error));
            }
        }
        Some(Ok(()))
    }

    /// A press that is held, or carried along some places; past a page that the driver
    /// cannot ask how large it is.
    pub(super) async fn carry(&self, path: &[(f64, f64)], held: Duration) -> Outcome<()> {
        let path: Outcome<Vec<_>> = path.iter().map(|place| self.seated(*place)).collect();
        let path = path?;
        if !self.bent.load(Ordering::SeqCst) {
            return self.act(&input::drag(&path, held), "dragging").await;
        }
        for (event, pause) in pointer::carried(&path, held) {
            self.passed_on("Input.dispatchMouseEvent", event).await?;
            tokio::time::sleep(pause).await;
        }
        Ok(())
    }

    /// Files for a field in a page in which the driver finds nothing; nothing where it does.
    pub(in crate::browser) async fn files_past_the_page(
        &self,
        body: &str,
        files: &[PathBuf],
    ) -> Option<Outcome<()>> {
        if !self.bent.load(Ordering::SeqCst) {
            return None;
        }
        let ask = json!({ "expression": format!("(function () {{{body}\n}})()") });
        let found = match self.passed_on("Runtime.evaluate", ask).await {
            Ok(found) => found["result"]["objectId"].clone(),
            Err(error) => return Some(Err(error)),
        };
        if found.is_null() {
            return Some(Err(Error::new(
                Code::AutomationUnsupported,
                "the field for files cannot be reached",
            )));
        }
        let ask = json!({ "objectId": found, "files": files });
        let given = self.passed_on("DOM.setFileInputFiles", ask).await;
        Some(given.map(drop))
    }

    /// What the script returns in a list of one; nothing where this is no way either.
    pub(super) async fn past_the_page(
        &self,
        script: &str,
        args: &Value,
        limit: Duration,
    ) -> Option<Result<Evaluated, Trouble>> {
        let expression = format!("(function () {{{script}\n}}).apply(null, [{args}])");
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let body = json!({ "cmd": "Runtime.evaluate", "params": params });
        let answer = self
            .call(Method::POST, "goog/cdp/execute", Some(&body), limit + GRACE)
            .await;
        match answer {
            Ok(answer) => match answer["result"]["value"].as_array().map(Vec::as_slice) {
                Some([value]) => {
                    self.bent.store(true, Ordering::SeqCst);
                    Some(Ok(Evaluated::Value(value.clone())))
                }
                _ => None,
            },
            Err(Trouble::Navigated) => Some(Ok(Evaluated::Navigated)),
            Err(Trouble::Dialog(text)) => Some(Ok(Evaluated::Dialog(text))),
            Err(trouble @ (Trouble::Late(_) | Trouble::Window)) => Some(Err(trouble)),
            Err(_) => None,
        }
    }
}
