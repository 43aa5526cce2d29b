//! The wire over plain W3C WebDriver: any browser.

use super::chord::Chord;
use super::wire::{Evaluated, Gesture, History, Wire};
use crate::code::Code;
use crate::error::{Error, Result};
use async_trait::async_trait;
use base64::Engine as _;
use reqwest::Method;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thirtyfour::RequestData;
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::common::types::SessionId;
use thirtyfour::error::{WebDriverError, WebDriverErrorInner as Kind};
use thirtyfour::session::handle::SessionHandle;

/// How long a command may take that waits for nothing.
const COMMAND: Duration = Duration::from_secs(15);

/// A W3C WebDriver session.
pub(crate) struct WireWebDriver {
    handle: Arc<SessionHandle>,
}

#[derive(Debug)]
struct Raw {
    method: Method,
    path: &'static str,
    body: Option<Value>,
}

impl FormatRequestData for Raw {
    fn format_request(&self, session: &SessionId) -> RequestData {
        let data = RequestData::new(
            self.method.clone(),
            format!("session/{session}{}", self.path),
        );
        match &self.body {
            Some(body) => data.add_body(body.clone()),
            None => data,
        }
    }
}

/// What a command came to when it did not come to a value.
enum Trouble {
    Dialog(String),
    Late,
    Driver(WebDriverError),
}

impl Trouble {
    fn into_error(self, what: &str) -> Error {
        match self {
            Trouble::Dialog(text) => Error::new(
                Code::ActionFailed,
                format!("{what}: the dialog \"{text}\" is open"),
            ),
            Trouble::Late => Error::new(
                Code::DriverFailed,
                format!("{what}: the driver did not answer in time"),
            ),
            Trouble::Driver(e) => {
                Error::new(Code::DriverFailed, format!("{what} failed")).caused_by(e)
            }
        }
    }
}

impl WireWebDriver {
    pub(crate) fn new(handle: Arc<SessionHandle>) -> Self {
        Self { handle }
    }

    async fn call(
        &self,
        method: Method,
        path: &'static str,
        body: Option<Value>,
        limit: Duration,
    ) -> std::result::Result<Value, Trouble> {
        let raw = Raw { method, path, body };
        match tokio::time::timeout(limit, self.handle.cmd(raw)).await {
            Err(_) => Err(Trouble::Late),
            Ok(Ok(response)) => response.value_json().map_err(Trouble::Driver),
            Ok(Err(error)) => Err(match error.as_inner() {
                Kind::UnexpectedAlertOpen(info) => Trouble::Dialog(
                    info.value
                        .data
                        .as_ref()
                        .and_then(|data| data["text"].as_str())
                        .unwrap_or_default()
                        .to_owned(),
                ),
                _ => Trouble::Driver(error),
            }),
        }
    }

    async fn get(&self, path: &'static str) -> std::result::Result<Value, Trouble> {
        self.call(Method::GET, path, None, COMMAND).await
    }

    async fn post(&self, path: &'static str, body: Value) -> std::result::Result<Value, Trouble> {
        self.call(Method::POST, path, Some(body), COMMAND).await
    }

    async fn run(&self, script: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        let body = json!({ "script": script, "args": [args] });
        match self
            .call(Method::POST, "/execute/sync", Some(body), limit)
            .await
        {
            Ok(Value::Array(mut one)) if one.len() == 1 => {
                Ok(Evaluated::Value(one.pop().unwrap_or_default()))
            }
            Ok(_) => Ok(match self.dialog().await? {
                Some(text) => Evaluated::Dialog(text),
                None => Evaluated::Navigated,
            }),
            Err(Trouble::Dialog(text)) => Ok(Evaluated::Dialog(text)),
            Err(Trouble::Driver(error)) => match error.as_inner() {
                Kind::JavascriptError(info) if info.value.message.contains("unloaded") => {
                    Ok(Evaluated::Navigated)
                }
                Kind::ScriptTimeout(_) => Ok(Evaluated::Navigated),
                _ => Err(Trouble::Driver(error).into_error("running a script")),
            },
            Err(trouble) => Err(trouble.into_error("running a script")),
        }
    }

    async fn act(&self, actions: Value, what: &str) -> Result<()> {
        self.post("/actions", json!({ "actions": actions }))
            .await
            .map(drop)
            .map_err(|trouble| trouble.into_error(what))
    }

    async fn loaded(&self, limit: Duration) -> Result<()> {
        let end = Instant::now() + limit;
        while Instant::now() < end {
            match self
                .run("return [document.readyState]", Value::Null, COMMAND)
                .await?
            {
                Evaluated::Value(state) if state == "loading" => {}
                Evaluated::Navigated => {}
                _ => break,
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    pub(crate) async fn quit(&self) -> Result<()> {
        self.call(Method::DELETE, "", None, COMMAND)
            .await
            .map(drop)
            .map_err(|trouble| trouble.into_error("closing the session"))
    }
}

impl fmt::Debug for WireWebDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WireWebDriver")
            .field(self.handle.session_id())
            .finish()
    }
}

/// Keys as input actions: each goes down and up again.
fn taps(keys: impl Iterator<Item = char>) -> Vec<Value> {
    keys.flat_map(|key| {
        [
            json!({ "type": "keyDown", "value": key }),
            json!({ "type": "keyUp", "value": key }),
        ]
    })
    .collect()
}

#[async_trait]
impl Wire for WireWebDriver {
    async fn navigate(&self, url: &str, limit: Duration) -> Result<()> {
        self.call(Method::POST, "/url", Some(json!({ "url": url })), limit)
            .await
            .map_err(|trouble| trouble.into_error(&format!("opening {url}")))?;
        self.loaded(limit).await
    }

    async fn history(&self, step: History, limit: Duration) -> Result<()> {
        let path = match step {
            History::Back => "/back",
            History::Forward => "/forward",
            History::Reload => "/refresh",
        };
        self.call(Method::POST, path, Some(json!({})), limit)
            .await
            .map_err(|trouble| trouble.into_error("moving in history"))?;
        self.loaded(limit).await
    }

    async fn eval(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        let script = format!("return [(function(){{{body}\n}}).apply(null, arguments)]");
        self.run(&script, args, limit).await
    }

    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        let script = format!(
            "return Promise.resolve((function(){{{body}\n}}).apply(null, arguments)).then(v => [v])"
        );
        self.run(&script, args, limit).await
    }

    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> Result<()> {
        let press = |button: u8| {
            [
                json!({ "type": "pointerDown", "button": button }),
                json!({ "type": "pointerUp", "button": button }),
            ]
        };
        let mut actions =
            vec![json!({ "type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round() })];
        match gesture {
            Gesture::Tap => actions.extend(press(0)),
            Gesture::DoubleTap => {
                actions.extend(press(0));
                actions.extend(press(0));
            }
            Gesture::RightClick => actions.extend(press(2)),
            Gesture::Hover => {}
        }
        self.act(
            json!([{ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions }]),
            "pointer input",
        )
        .await
    }

    async fn press(&self, chord: &Chord) -> Result<()> {
        let held: Vec<char> = chord.modifiers.iter().map(|m| m.code_point()).collect();
        let down = held
            .iter()
            .map(|key| json!({ "type": "keyDown", "value": key }));
        let up = held
            .iter()
            .rev()
            .map(|key| json!({ "type": "keyUp", "value": key }));
        let actions: Vec<Value> = down
            .chain(taps(chord.code_point().into_iter()))
            .chain(up)
            .collect();
        self.act(
            json!([{ "type": "key", "id": "keyboard", "actions": actions }]),
            "pressing keys",
        )
        .await
    }

    async fn type_text(&self, text: &str) -> Result<()> {
        let keys = text.replace("\r\n", "\n");
        let keys = keys.chars().map(|c| match c {
            '\n' | '\r' => '\u{E007}',
            '\t' => '\u{E004}',
            other => other,
        });
        self.act(
            json!([{ "type": "key", "id": "keyboard", "actions": taps(keys) }]),
            "typing",
        )
        .await
    }

    async fn screenshot(&self) -> Result<Vec<u8>> {
        let value = self
            .get("/screenshot")
            .await
            .map_err(|trouble| trouble.into_error("taking a screenshot"))?;
        base64::engine::general_purpose::STANDARD
            .decode(value.as_str().unwrap_or_default())
            .map_err(|e| Error::new(Code::DriverFailed, "the screenshot is no base64").caused_by(e))
    }

    async fn location(&self) -> Result<(String, String)> {
        let text = |value: Value| value.as_str().unwrap_or_default().to_owned();
        let failed = |trouble: Trouble| trouble.into_error("reading the address");
        let url = self.get("/url").await.map_err(failed)?;
        let title = self.get("/title").await.map_err(failed)?;
        Ok((text(url), text(title)))
    }

    async fn dialog(&self) -> Result<Option<String>> {
        match self.get("/alert/text").await {
            Ok(text) => Ok(Some(text.as_str().unwrap_or_default().to_owned())),
            Err(Trouble::Driver(error)) if matches!(error.as_inner(), Kind::NoSuchAlert(_)) => {
                Ok(None)
            }
            Err(trouble) => Err(trouble.into_error("looking for a dialog")),
        }
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        let failed = |trouble: Trouble| trouble.into_error("answering the dialog");
        if let (true, Some(text)) = (accept, text) {
            self.post("/alert/text", json!({ "text": text }))
                .await
                .map_err(failed)?;
        }
        let path = if accept {
            "/alert/accept"
        } else {
            "/alert/dismiss"
        };
        self.post(path, json!({})).await.map(drop).map_err(failed)
    }
}
