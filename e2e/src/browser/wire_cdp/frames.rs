//! Scripts in frames of other origins: in the page's own process by one of their
//! objects, in another one by a session of their own.

use super::tab::Tab;
use super::{COMMAND, GRACE, WireCdp, lock};
use crate::browser::trouble::Trouble;
use crate::browser::wire::Evaluated;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Where the scripts of a document run.
#[derive(Clone, Debug, Default)]
pub(super) struct Entered {
    /// Its session, when it is not the page's.
    session: Option<String>,
    /// The document as an object, unless it is the first one of its session.
    document: Option<String>,
}

impl Entered {
    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

impl WireCdp {
    /// Runs a function body inside the last of `frames`.
    pub(super) async fn inside(
        &self,
        frames: &[String],
        body: &str,
        args: &Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        let tab = self.tab().await?;
        let end = Instant::now() + limit + GRACE;
        let way = format!("{}\n{}", tab.session(), frames.join("\n"));
        let known = lock(&self.frames).get(&way).cloned();
        let answer = match known {
            Some(entered) => {
                self.in_frame(&tab, &entered, body, args, promised, end)
                    .await
            }
            None => match self.enter(&tab, frames, end).await {
                Ok(Some(entered)) => {
                    lock(&self.frames).insert(way.clone(), entered.clone());
                    self.in_frame(&tab, &entered, body, args, promised, end)
                        .await
                }
                Ok(None) => Ok(Evaluated::Navigated),
                Err(trouble) => Err(trouble),
            },
        };
        match answer {
            Err(Trouble::Dialog(text)) => Ok(Evaluated::Dialog(text)),
            // The frame is gone, or shows another document; of the window the next
            // command tells.
            Err(Trouble::Navigated | Trouble::Window | Trouble::Crashed(_)) => {
                lock(&self.frames).remove(&way);
                Ok(Evaluated::Navigated)
            }
            Err(trouble) => {
                lock(&self.frames).remove(&way);
                Err(trouble)
            }
            answer => answer,
        }
    }

    async fn in_frame(
        &self,
        tab: &Tab,
        entered: &Entered,
        body: &str,
        args: &Value,
        promised: bool,
        end: Instant,
    ) -> Result<Evaluated, Trouble> {
        let call = format!("(function () {{{body}\n}}).apply(null, [{args}])");
        let answer = self
            .evaluate_in(tab, entered, &call, true, promised, end)
            .await?;
        match threw(&answer) {
            Some(said) => Err(Trouble::Script(said)),
            None => Ok(Evaluated::Value(answer["result"]["value"].clone())),
        }
    }

    pub(super) async fn evaluate_in(
        &self,
        tab: &Tab,
        entered: &Entered,
        expression: &str,
        by_value: bool,
        promised: bool,
        end: Instant,
    ) -> Result<Value, Trouble> {
        let (method, mut ask) = match &entered.document {
            None => ("Runtime.evaluate", json!({ "expression": expression })),
            Some(document) => (
                "Runtime.callFunctionOn",
                json!({
                    "objectId": document,
                    "functionDeclaration": format!("function () {{ return {expression}; }}"),
                }),
            ),
        };
        ask["returnByValue"] = by_value.into();
        ask["awaitPromise"] = promised.into();
        let left = end.saturating_duration_since(Instant::now());
        tab.call_inside(&self.socket, entered.session.as_deref(), method, ask, left)
            .await
    }

    /// Finds the last of `frames`; nothing when one of them is not there.
    pub(super) async fn enter(
        &self,
        tab: &Tab,
        frames: &[String],
        end: Instant,
    ) -> Result<Option<Entered>, Trouble> {
        let mut at = Entered::default();
        for find in frames {
            let find = format!("(function () {{{find}\n}})()");
            let found = self.evaluate_in(tab, &at, &find, false, false, end).await?;
            let Some(element) = found["result"]["objectId"].as_str() else {
                return Ok(None);
            };
            let session = at.session.as_deref();
            let ask = json!({ "objectId": element });
            let command = async |method: &str, ask: Value| {
                let left = end.saturating_duration_since(Instant::now());
                tab.call_inside(&self.socket, session, method, ask, left)
                    .await
            };
            let node = command("DOM.describeNode", ask).await?["node"].take();
            let document = &node["contentDocument"]["backendNodeId"];
            at = if document.is_null() {
                let Some(frame) = node["frameId"].as_str() else {
                    return Ok(None);
                };
                Entered {
                    session: Some(self.attach_to(tab, frame).await?),
                    document: None,
                }
            } else {
                let ask = json!({ "backendNodeId": document });
                let object = command("DOM.resolveNode", ask).await?;
                Entered {
                    session: at.session.clone(),
                    document: object["object"]["objectId"].as_str().map(str::to_owned),
                }
            };
        }
        Ok(Some(at))
    }

    /// A session with a frame that lives in a process of its own.
    async fn attach_to(&self, tab: &Tab, frame: &str) -> Result<String, Trouble> {
        let ask = json!({ "targetId": frame, "flatten": true });
        let attach = |ask: Value| {
            self.socket
                .call(None, "Target.attachToTarget", ask, COMMAND)
        };
        let answer = match attach(ask.clone()).await {
            // The browser makes the target once somebody asks for all of them.
            Err(Trouble::Window | Trouble::Other(_)) => {
                let all = "Target.getTargets";
                self.socket.call(None, all, json!({}), COMMAND).await?;
                attach(ask).await.map_err(|trouble| match trouble {
                    Trouble::Other(_) => Trouble::Navigated,
                    trouble => trouble,
                })?
            }
            answer => answer?,
        };
        let session = answer["sessionId"].as_str().unwrap_or_default().to_owned();
        if let Some(trouble) = tab.state(&self.socket).trouble() {
            return Err(trouble);
        }
        drop(
            self.socket
                .send(Some(&session), "Inspector.enable", json!({})),
        );
        Ok(session)
    }
}

/// What a script threw.
pub(super) fn threw(answer: &Value) -> Option<String> {
    let details = answer.get("exceptionDetails")?;
    let exception = &details["exception"];
    let said = match (&exception["description"], &exception["value"]) {
        (Value::String(said), _) | (Value::Null, Value::String(said)) => said.as_str(),
        (_, Value::Null) => details["text"].as_str().unwrap_or_default(),
        (_, value) => return Some(value.to_string()),
    };
    // Where in the script helps nobody: nobody wrote it.
    Some(said.split("\n    at ").next().unwrap_or(said).to_owned())
}
