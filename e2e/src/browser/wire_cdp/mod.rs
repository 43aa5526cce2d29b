//! The wire over DevTools: an accelerator for browsers of the Chromium family.
//!
//! It speaks to the browser past the driver, over one websocket, which saves most of
//! the time of a round trip. The WebDriver session beside it stays what it was: both
//! look at the same window, and what needs no speed still goes through the driver.

mod carrier; // loading documents
mod dialogs; // of the page
mod events; // what the browser tells by itself
mod faults; // what went wrong in a page
mod frames; // scripts in frames of other origins
mod keyboard; // keys as input events
pub(super) mod pointer; // gestures as input events
mod roots; // pictures and closed shadow roots
mod socket; // the connection
mod tab; // one attached page
mod tabs; // every page of the session
mod together; // input, and a script behind it
mod typing; // text as keys
mod window; // which page is looked at

use super::chord::Chord;
use super::current::Current;
use super::http::{Failure, Http};
use super::input;
use super::loading::{self, Carrier as _, Trail};
use super::pulse::of_frame;
use super::trouble::{Link, Trouble};
use super::wire::{self, Evaluated, Gesture, History, Wire};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::show_duration;
use async_trait::async_trait;
use base64::Engine as _;
use frames::threw;
use reqwest::Method;
use serde_json::{Value, json};
pub(super) use socket::Socket;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tab::Tab;

pub(super) use carrier::stop_loading;

/// How long a command may take that waits for nothing.
const COMMAND: Duration = Duration::from_secs(15);
/// What the way to the page and back may add to a script's own limit.
const GRACE: Duration = Duration::from_millis(500);
/// How long a browser may take to say that it lives.
const PULSE: Duration = Duration::from_secs(2);
/// A question every browser answers at once, in the order it was asked.
const PING: &str = "Browser.getVersion";

/// The pages of one WebDriver session, reached past its driver.
pub(super) struct WireCdp {
    socket: Socket,
    link: Arc<Link>,
    /// The session's WebDriver commands.
    http: Http,
    current: Current,
    /// Pages that were attached to, by their window handle.
    tabs: Mutex<HashMap<String, Arc<Tab>>>,
    /// One switch at a time.
    switching: tokio::sync::Mutex<()>,
    /// The windows known so far.
    windows: Mutex<Vec<String>>,
    /// The browser context of the session.
    context: String,
    trail: Trail,
    /// Frames of other origins that were entered, by the way to them.
    frames: Mutex<HashMap<String, frames::Entered>>,
}

impl fmt::Debug for WireCdp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WireCdp")
            .field("browser", &self.link.browser)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WireCdp {
    /// Runs a function body in the top document.
    async fn run(
        &self,
        body: &str,
        args: &Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated, Trouble> {
        let ask = question(body, args, promised);
        let answer = match self.tab().await {
            Ok(tab) => {
                self.call(&tab, "Runtime.evaluate", ask, limit + GRACE)
                    .await
            }
            Err(trouble) => Err(trouble),
        };
        self.evaluated(answer).await
    }

    /// What the answer of a script comes to.
    async fn evaluated(&self, answer: Result<Value, Trouble>) -> Result<Evaluated, Trouble> {
        match answer {
            Ok(answer) => match threw(&answer) {
                Some(said) => Err(Trouble::Script(said)),
                None => Ok(Evaluated::Value(answer["result"]["value"].clone())),
            },
            Err(Trouble::Dialog(text)) => Ok(Evaluated::Dialog(text)),
            Err(Trouble::Navigated) => Ok(Evaluated::Navigated),
            Err(Trouble::Window) => {
                self.follow().await?;
                Ok(Evaluated::Navigated)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// One command to a page.
    async fn call(
        &self,
        tab: &Tab,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        let answer = tab.call(&self.socket, method, params, limit).await;
        self.heard(tab, answer).await
    }

    /// An answer of a page; where none came, a dialog may be why.
    async fn heard(&self, tab: &Tab, answer: Result<Value, Trouble>) -> Result<Value, Trouble> {
        let Err(Trouble::Late(limit)) = answer else {
            return answer;
        };
        // A dialog that was open before the page was attached to is known to the driver.
        match self.unseen_dialog(tab).await {
            Some(text) => Err(Trouble::Dialog(text)),
            None => Err(Trouble::Late(limit)),
        }
    }

    async fn evaluate(
        &self,
        body: &str,
        args: &Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated> {
        match self.run(body, args, promised, limit).await {
            Ok(evaluated) => Ok(evaluated),
            Err(trouble) => Err(self.error("running a script in the page", trouble).await),
        }
    }

    /// One command through the driver.
    async fn driver(&self, path: &str, body: &Value) -> Result<Value, Trouble> {
        let sent = self
            .http
            .call(Method::POST, path, Some(body), COMMAND)
            .await;
        let Err(Failure::Late(limit)) = sent else {
            return Ok(sent?);
        };
        // Page and browser are not to blame for a driver that hangs, nor it for them.
        let asked = self.socket.call(None, PING, json!({}), PULSE).await;
        if asked.is_err() || self.link.driver_lives().await {
            return Err(Trouble::Late(limit));
        }
        let why = format!("no answer within {}", show_duration(limit));
        Err(Trouble::Unreachable(why))
    }
}

/// A function body with what it is called with, as `Runtime.evaluate` takes it.
fn question(body: &str, args: &Value, promised: bool) -> Value {
    json!({
        "expression": format!("(function () {{{body}\n}}).apply(null, [{args}])"),
        "returnByValue": true,
        "awaitPromise": promised,
    })
}

/// Commands that are carried out for one browser context, and not for one page.
const OF_CONTEXTS: &[&str] = &[
    "Browser.cancelDownload",
    "Browser.grantPermissions",
    "Browser.resetPermissions",
    "Browser.setDownloadBehavior",
    "Browser.setPermission",
    "Storage.clearCookies",
    "Storage.getCookies",
    "Storage.setCookies",
];

#[async_trait]
impl Wire for WireCdp {
    async fn navigate(&self, url: &str, limit: Duration) -> Result<()> {
        loading::open(self, url, limit).await
    }

    async fn history(&self, step: History, limit: Duration) -> Result<()> {
        loading::step(self, step, limit).await
    }

    async fn eval(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        self.evaluate(body, &args, false, limit).await
    }

    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        self.evaluate(body, &args, true, limit).await
    }

    async fn eval_inside(
        &self,
        frames: &[String],
        body: &str,
        args: Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated> {
        match self.inside(frames, body, &args, promised, limit).await {
            Ok(evaluated) => Ok(evaluated),
            Err(trouble @ Trouble::Late(_)) => {
                let error = self.error("running a script in a frame", trouble);
                Err(of_frame(error.await, limit))
            }
            Err(trouble) => Err(self.error("running a script in a frame", trouble).await),
        }
    }

    async fn give_roots(
        &self,
        frames: &[String],
        find: &str,
        keep: &str,
        limit: Duration,
    ) -> Result<bool> {
        match self.roots(frames, find, keep, limit).await {
            Ok(found) => Ok(found),
            Err(trouble) => Err(self.error("reading closed shadow roots", trouble).await),
        }
    }

    async fn give_slots(&self, known: u32, keep: &str, limit: Duration) -> Result<bool> {
        match self.slots(known, keep, limit).await {
            Ok(found) => Ok(found),
            Err(trouble) => Err(self.error("searching for slots", trouble).await),
        }
    }

    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> Result<()> {
        let what = pointer::words(gesture, x, y);
        if let Some(trouble) = self.outside(x, y).await {
            return Err(self.error(&what, trouble).await);
        }
        self.act(
            "Input.dispatchMouseEvent",
            pointer::events(gesture, x, y),
            &what,
        )
        .await
    }

    async fn press(&self, chord: &Chord) -> Result<()> {
        // Refuses what the other wire refuses.
        input::chord(chord)?;
        let events = keyboard::chord(chord);
        self.act(
            "Input.dispatchKeyEvent",
            events,
            &format!("pressing {chord}"),
        )
        .await
    }

    async fn type_text(&self, text: &str) -> Result<()> {
        self.type_keys(text).await
    }

    async fn insert_text(&self, text: &str) -> Result<()> {
        // Refuses what no keyboard types.
        input::characters(text)?;
        let whole = vec![json!({ "text": text })];
        self.act("Input.insertText", whole, "typing").await
    }

    async fn send_with(
        &self,
        input: wire::Input<'_>,
        behind: wire::Behind<'_>,
    ) -> (Result<()>, Option<Result<Evaluated>>) {
        self.together(input, behind).await
    }

    async fn screenshot(&self) -> Result<Vec<u8>> {
        let what = "taking a screenshot";
        let value = match self.picture().await {
            // The next document is as good.
            Err(Trouble::Navigated) => self.picture().await,
            other => other,
        };
        let value = match value {
            Ok(value) => value,
            Err(trouble) => return Err(self.error(what, trouble).await),
        };
        base64::engine::general_purpose::STANDARD
            .decode(value["data"].as_str().unwrap_or_default())
            .map_err(|e| Error::new(Code::DriverFailed, format!("{what} failed")).caused_by(e))
    }

    async fn location(&self) -> Result<(String, String)> {
        loading::location(self).await
    }

    async fn dialog(&self) -> Result<Option<String>> {
        match self.open_dialog().await {
            Ok(dialog) => Ok(dialog.map(|dialog| dialog.text)),
            Err(Trouble::Window) => Ok(None),
            Err(trouble) => Err(self.error("looking for a dialog", trouble).await),
        }
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        match self.answer(accept, text).await {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.link.unanswered(trouble).await),
        }
    }

    async fn follow_window(&self) -> Result<Option<String>> {
        match self.follow().await {
            Ok(said) => Ok(said),
            // The windows are still there once it is answered.
            Err(Trouble::Dialog(_)) => Ok(None),
            Err(trouble) => Err(self.error("looking at the windows", trouble).await),
        }
    }

    async fn drag(&self, path: &[(f64, f64)], held: Duration) -> Result<()> {
        self.carry(path, held).await
    }

    async fn devtools(&self, method: &str, mut params: Value) -> Result<Value> {
        // Without a word of it, these are done to the context that belongs to nobody.
        if OF_CONTEXTS.contains(&method) && params["browserContextId"].is_null() {
            params["browserContextId"] = self.context.as_str().into();
        }
        let tab = match self.tab().await {
            Ok(tab) => tab,
            Err(trouble) => return Err(self.error(method, trouble).await),
        };
        match self.call(&tab, method, params, COMMAND).await {
            Ok(value) => Ok(value),
            Err(trouble) => Err(self.error(method, trouble).await),
        }
    }

    fn faults(&self) -> Option<Vec<String>> {
        let tab = lock(&self.tabs).get(&self.current.get()).cloned();
        let take = |tab: Arc<Tab>| self.socket.known(|known| known.faults.take(tab.session()));
        Some(tab.map(take).unwrap_or_default())
    }

    fn tells_faults(&self) -> bool {
        true
    }

    async fn tabs(&self) -> Result<Vec<wire::Tab>> {
        self.every_tab().await
    }

    async fn show_tab(&self, handle: &str) -> Result<()> {
        match self.look_at(handle).await {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.error("going to another tab", trouble).await),
        }
    }

    async fn close_tab(&self) -> Result<()> {
        self.close_this().await
    }
}
