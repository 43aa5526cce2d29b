//! The wire over plain W3C WebDriver: any browser.

mod bent; // scripts in pages that stand in the driver's way
mod carrier; // loading documents
mod frames; // scripts in frames of other origins
mod roots; // closed shadow roots

use super::choosing::Limits;
use super::chord::Chord;
use super::http::{Failure, Http};
use super::input;
use super::loading::{self, Carrier, Trail};
use super::trouble::{Link, Trouble};
use super::wire::{Evaluated, Gesture, History, Seat, Tab, Wire};
use crate::code::Code;
use crate::error::{Error, Result};
use async_trait::async_trait;
use base64::Engine as _;
use reqwest::Method;
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a command may take that waits for nothing.
const COMMAND: Duration = Duration::from_secs(15);
/// What the way to the page and back may add to a script's own limit.
const GRACE: Duration = Duration::from_millis(500);
/// The same behind an address that does not answer.
const STALLED: Duration = Duration::from_millis(500);
/// The script timeout a session starts with.
const SCRIPT: Duration = Duration::from_secs(60);

/// A W3C WebDriver session.
pub(super) struct WireWebDriver {
    http: Http,
    pub(super) link: Arc<Link>,
    /// Whether somebody switched to a frame.
    in_frame: Arc<AtomicBool>,
    /// Whoever enters a frame has the driver alone.
    alone: tokio::sync::RwLock<()>,
    /// The driver's script timeout, milliseconds.
    script_limit: AtomicU64,
    /// The driver waits for an address and does nothing else: what is asked is given up soon.
    stalled: AtomicBool,
    /// The page replaced what the driver's own scripts stand on.
    bent: AtomicBool,
    /// Whether keys or buttons may still be held after input that failed.
    held: AtomicBool,
    /// The windows known so far.
    pub(super) windows: Mutex<Vec<String>>,
    trail: Trail,
    /// Another way to the browser, and where it is: for when the driver hears nothing.
    aside: Option<(reqwest::Client, String)>,
    limits: Limits,
    /// The frame that input is sent into.
    seat: Mutex<Option<Seat>>,
}

impl fmt::Debug for WireWebDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WireWebDriver")
            .field("browser", &self.link.browser)
            .finish_non_exhaustive()
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The script for a function body, its value in a list of one.
fn at_once(body: &str) -> String {
    format!("return [(function () {{{body}\n}}).apply(null, arguments)]")
}

/// The same for a body that returns a promise. An async function, so that a body that
/// throws and one that returns a plain value both come to one.
fn promised_by(body: &str) -> String {
    format!(
        "return (async function () {{ return [await (function () {{{body}\n}}).apply(null, arguments)]; }}).apply(null, arguments)"
    )
}

impl WireWebDriver {
    pub(super) fn new(
        http: Http,
        link: Arc<Link>,
        in_frame: Arc<AtomicBool>,
        limits: Limits,
    ) -> Self {
        let script = u64::try_from(SCRIPT.as_millis()).unwrap_or(u64::MAX);
        Self {
            http,
            link,
            in_frame,
            alone: tokio::sync::RwLock::default(),
            script_limit: AtomicU64::new(script),
            stalled: AtomicBool::new(false),
            bent: AtomicBool::new(false),
            held: AtomicBool::new(false),
            windows: Mutex::default(),
            trail: Trail::default(),
            aside: None,
            limits,
            seat: Mutex::default(),
        }
    }

    /// The same wire, which can reach the browser's DevTools server on this machine.
    pub(super) fn beside(mut self, client: reqwest::Client, debugger: Option<String>) -> Self {
        self.aside = debugger.map(|debugger| (client, debugger));
        self
    }

    /// Sends one command to the current window's top document.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        limit: Duration,
    ) -> Result<Value, Trouble> {
        let _shared = self.alone.read().await;
        // Dialogs are answered wherever the driver is; it leaves no frame while one is open.
        if !path.starts_with("alert/") && self.in_frame.load(Ordering::SeqCst) {
            match self.to_top().await {
                Err(trouble @ (Trouble::Dialog(_) | Trouble::Late(_))) => return Err(trouble),
                // A window that is gone has no frames either.
                _ => self.in_frame.store(false, Ordering::SeqCst),
            }
        }
        if !self.stalled.load(Ordering::SeqCst) {
            return Ok(self.http.call(method, path, body, limit).await?);
        }
        let answer = self.http.call(method, path, body, limit.min(STALLED)).await;
        let still = matches!(answer, Err(Failure::Late(_)));
        self.stalled.store(still, Ordering::SeqCst);
        Ok(answer?)
    }

    pub(super) async fn get(&self, path: &str) -> Result<Value, Trouble> {
        self.call(Method::GET, path, None, COMMAND).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Result<Value, Trouble> {
        self.call(Method::POST, path, Some(&body), COMMAND).await
    }

    async fn evaluate(&self, script: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        match self.script(script, args, limit).await {
            Ok(evaluated) => Ok(evaluated),
            Err(trouble) => {
                let what = "running a script in the page";
                Err(self.link.error(what, trouble).await)
            }
        }
    }

    /// Sends input. What was sent cannot be called back, so an answer that leaves open
    /// whether it arrived says exactly that.
    async fn act(&self, actions: &Value, what: &str) -> Result<()> {
        if self.held.swap(false, Ordering::SeqCst) {
            let released = self.input(Method::DELETE, None).await;
            self.held.store(released.is_err(), Ordering::SeqCst);
        }
        let sent = self.input(Method::POST, Some(actions)).await;
        let Err(trouble) = sent else { return Ok(()) };
        self.held.store(true, Ordering::SeqCst);
        let unknown = match &trouble {
            Trouble::Navigated => "the page went away meanwhile",
            Trouble::Late(_) => "the driver did not answer in time",
            _ => return Err(self.link.error(what, trouble).await),
        };
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            format!("{what} was sent, and it is not known whether it arrived: {unknown}"),
        ))
    }

    /// The windows, and a switch to the one to look at.
    async fn follow(&self) -> Result<Option<String>, Trouble> {
        let handles: Vec<String> = self
            .get("window/handles")
            .await?
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|handle| handle.as_str().map(str::to_owned))
            .collect();
        let known = std::mem::replace(&mut *lock(&self.windows), handles.clone());
        // Before the first look every window is an old one.
        let opened = handles
            .iter()
            .rfind(|handle| !known.is_empty() && !known.contains(handle));
        let (target, said) = match opened {
            Some(handle) => (handle, "a new window was opened and is looked at now"),
            None => match (self.get("window").await, handles.last()) {
                (Err(Trouble::Window), Some(last)) => (
                    last,
                    "the window was closed; the one opened last is looked at now",
                ),
                (Err(trouble), _) => return Err(trouble),
                (Ok(_), _) => return Ok(None),
            },
        };
        self.post("window", json!({ "handle": target })).await?;
        Ok(Some(said.to_owned()))
    }
}

#[async_trait]
impl Wire for WireWebDriver {
    async fn navigate(&self, url: &str, limit: Duration) -> Result<()> {
        loading::open(self, url, limit).await
    }

    async fn history(&self, step: History, limit: Duration) -> Result<()> {
        loading::step(self, step, limit).await
    }

    async fn eval(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        self.evaluate(&at_once(body), args, limit).await
    }

    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated> {
        self.evaluate(&promised_by(body), args, limit).await
    }

    async fn eval_inside(
        &self,
        frames: &[String],
        body: &str,
        args: Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated> {
        let script = match promised {
            true => promised_by(body),
            false => at_once(body),
        };
        match self.inside(frames, &script, args, limit).await {
            Ok(evaluated) => Ok(evaluated),
            Err(trouble) => Err(self.error_inside(trouble, limit).await),
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
            Err(trouble) => Err(self.error_inside(trouble, limit).await),
        }
    }

    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> Result<()> {
        let what = format!("{} at {x:.0},{y:.0}", gesture.words());
        let (x, y) = self.seated((x, y))?;
        if let Some(sent) = self.press_past_the_page(gesture, (x, y)).await {
            return sent;
        }
        let actions = match self.limits.moves_in_place {
            true => input::pointer(gesture, x, y),
            false => input::pointer_from_beside(gesture, x, y),
        };
        self.act(&actions, &what).await
    }

    async fn press(&self, chord: &Chord) -> Result<()> {
        self.act(&input::chord(chord)?, &format!("pressing {chord}"))
            .await
    }

    async fn type_text(&self, text: &str) -> Result<()> {
        for chunk in input::text(text)? {
            self.act(&chunk, "typing").await?;
        }
        Ok(())
    }

    async fn screenshot(&self) -> Result<Vec<u8>> {
        let what = "taking a screenshot";
        let value = match self.get("screenshot").await {
            Ok(value) => value,
            // The next document is as good.
            Err(Trouble::Navigated) => match self.get("screenshot").await {
                Ok(value) => value,
                Err(trouble) => return Err(self.link.error(what, trouble).await),
            },
            Err(trouble) => return Err(self.link.error(what, trouble).await),
        };
        base64::engine::general_purpose::STANDARD
            .decode(value.as_str().unwrap_or_default())
            .map_err(|e| Error::new(Code::DriverFailed, format!("{what} failed")).caused_by(e))
    }

    async fn location(&self) -> Result<(String, String)> {
        loading::location(self).await
    }

    async fn dialog(&self) -> Result<Option<String>> {
        match self.open_dialog().await {
            Ok(dialog) => Ok(dialog),
            Err(Trouble::Window) => Ok(None),
            Err(trouble) => Err(self.link.error("looking for a dialog", trouble).await),
        }
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()> {
        let typed = match text.filter(|_| accept) {
            Some(text) => self
                .post("alert/text", json!({ "text": text }))
                .await
                .map(drop),
            None => Ok(()),
        };
        let path = if accept {
            "alert/accept"
        } else {
            "alert/dismiss"
        };
        let answered = match typed {
            Ok(()) => self.post(path, json!({})).await.map(drop),
            Err(trouble) => Err(trouble),
        };
        // A dialog that input opened cut that input short, with keys still down.
        self.held.store(true, Ordering::SeqCst);
        match answered {
            Ok(()) => Ok(()),
            Err(trouble) => Err(self.link.unanswered(trouble).await),
        }
    }

    async fn follow_window(&self) -> Result<Option<String>> {
        match self.follow().await {
            Ok(said) => Ok(said),
            // The windows are still there once it is answered.
            Err(Trouble::Dialog(_)) => Ok(None),
            Err(trouble) => Err(self.link.error("looking at the windows", trouble).await),
        }
    }

    async fn drag(&self, path: &[(f64, f64)], held: Duration) -> Result<()> {
        self.carry(path, held).await
    }

    fn drags_natively(&self) -> bool {
        self.limits.native_drags
    }

    fn sends_inside(&self) -> bool {
        !self.limits.finds_frames
    }

    fn send_inside(&self, seat: Option<Seat>) {
        *lock(&self.seat) = seat.filter(|_| self.sends_inside());
    }

    fn drops_files(&self) -> bool {
        self.limits.dropped_files
    }

    async fn receive_in(&self, folder: &Path) -> Result<PathBuf> {
        self.downloads_to(folder, self.limits.downloads.as_deref())
            .await
    }

    fn partial(&self) -> &'static str {
        // Only a Firefox is told its folder as it starts.
        (self.limits.downloads.as_ref()).map_or("crdownload", |_| "part")
    }

    async fn devtools(&self, method: &str, params: Value) -> Result<Value> {
        self.passed_on(method, params).await
    }

    async fn give_files(&self, body: &str, files: &[PathBuf]) -> Result<()> {
        self.files_to(body, files).await
    }

    async fn tabs(&self) -> Result<Vec<Tab>> {
        self.every_tab().await
    }

    async fn show_tab(&self, handle: &str) -> Result<()> {
        self.look_at(handle).await
    }

    async fn close_tab(&self) -> Result<()> {
        self.close_this().await
    }
}
