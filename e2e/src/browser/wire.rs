//! What a browser connection can do, whoever carries it.
//!
//! Everything above this trait works over plain W3C WebDriver; a faster carrier is
//! an accelerator chosen at run time, never a requirement. Scripts do the seeing,
//! real input events do the acting. Every call has a deadline of its own: a driver
//! that stops answering ends as [`Code::DriverFailed`],
//! never as a hang.

pub use super::chord::{Chord, Modifier};
use crate::code::Code;
use crate::error::{Error, Result};
use async_trait::async_trait;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A connection to one page of one browser.
#[async_trait]
pub trait Wire: Send + Sync {
    /// Loads an address and waits until the document is interactive, at most `limit`.
    /// A page that is still loading then is left as it is and is no error.
    async fn navigate(&self, url: &str, limit: Duration) -> Result<()>;

    /// One step back or forward in history, or a reload.
    async fn history(&self, step: History, limit: Duration) -> Result<()>;

    /// Runs a function body in the top document; `arguments[0]` is `args`; what it
    /// returns comes back as JSON.
    async fn eval(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated>;

    /// Like [`Self::eval`], but the body returns a promise and its value comes back.
    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> Result<Evaluated>;

    /// Like [`Self::eval`], or with `promised` like [`Self::eval_async`], in a document
    /// inside the page, of whatever origin: each of `frames` is a function body that
    /// returns a frame element of the document before, the first one of the top document.
    /// A frame that is not there any more, or shows another document meanwhile, comes to
    /// [`Evaluated::Navigated`]. Whatever happens, the top document is looked at again.
    async fn eval_inside(
        &self,
        frames: &[String],
        body: &str,
        args: Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated> {
        let _ = (frames, body, args, promised, limit);
        Err(unsupported("reading a frame of another origin"))
    }

    /// Gives scripts what they are not given: shadow roots that are closed in the markup.
    /// `find` is a function body that returns a list of elements, in the document that
    /// `frames` lead to as for [`Self::eval_inside`]; `keep` is one that gets the roots of
    /// those that have one. Says whether any has.
    async fn give_roots(
        &self,
        frames: &[String],
        find: &str,
        keep: &str,
        limit: Duration,
    ) -> Result<bool> {
        let _ = (frames, find, keep, limit);
        Err(unsupported("reading a closed shadow root"))
    }

    /// Shows `keep`, a function body, every slot of the page as `this`, those of closed
    /// shadow roots too, with their number, unless there are as many as were known. Says
    /// whether it returned true for any. Wires that cannot search for them find none.
    async fn give_slots(&self, known: u32, keep: &str, limit: Duration) -> Result<bool> {
        let _ = (known, keep, limit);
        Ok(false)
    }

    /// Pointer input at a place, CSS pixels of the top-level viewport.
    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> Result<()>;

    /// Presses one chord such as `Enter` or `Control+a`, on whatever has the focus.
    async fn press(&self, chord: &Chord) -> Result<()>;

    /// Types text into whatever has the focus, as a keyboard would.
    async fn type_text(&self, text: &str) -> Result<()>;

    /// Like [`Self::type_text`], where the page listens to neither keys nor input: the
    /// text may arrive as a whole, with one trusted `beforeinput` and `input`.
    async fn insert_text(&self, text: &str) -> Result<()> {
        self.type_text(text).await
    }

    /// Sends input and, without waiting for the page to take it, a script behind it; says
    /// what became of each. Where this wire sends one after the other the script is not
    /// sent, and comes back as nothing. The place of a pointer is known to be in view.
    async fn send_with(
        &self,
        input: Input<'_>,
        behind: Behind<'_>,
    ) -> (Result<()>, Option<Result<Evaluated>>) {
        let _ = behind;
        let sent = match input {
            Input::Pointer(gesture, x, y) => self.pointer(gesture, x, y).await,
            Input::Text(text) => self.insert_text(text).await,
        };
        (sent, None)
    }

    /// The viewport as PNG.
    async fn screenshot(&self) -> Result<Vec<u8>>;

    /// Address and title of the top document.
    async fn location(&self) -> Result<(String, String)>;

    /// The text of an open JavaScript dialog.
    async fn dialog(&self) -> Result<Option<String>>;

    /// Answers the open JavaScript dialog.
    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<()>;

    /// Goes where a person's eyes would go: to a window or tab that was opened since
    /// the last look, or, when the current one is closed, to the one opened last.
    /// Says in words what it did, and nothing when there was nothing to do. To be
    /// called after every action; costs two round trips.
    async fn follow_window(&self) -> Result<Option<String>> {
        Ok(None)
    }

    /// The pointer goes down at the first place, along the others, and up at the last;
    /// with one place it is held there for `held`.
    async fn drag(&self, path: &[(f64, f64)], held: Duration) -> Result<()> {
        let _ = (path, held);
        Err(unsupported("dragging"))
    }

    /// Whether input begins the browser's own drags: of what is `draggable`.
    fn drags_natively(&self) -> bool {
        true
    }

    /// Whether input reaches what stands in a frame only when it is sent from there: see
    /// [`Self::send_inside`].
    fn sends_inside(&self) -> bool {
        false
    }

    /// From now on input is sent into a frame; with nothing, to the whole page again.
    /// Where the browser finds the frame under the pointer by itself, this does nothing.
    fn send_inside(&self, seat: Option<Seat>) {
        let _ = seat;
    }

    /// Whether files can be dropped on the page as if from the desktop.
    fn drops_files(&self) -> bool {
        true
    }

    /// Has downloads put into `folder`, or says into which other one they go.
    async fn receive_in(&self, folder: &Path) -> Result<PathBuf> {
        let params = serde_json::json!({ "behavior": "allow", "downloadPath": folder });
        self.devtools("Browser.setDownloadBehavior", params).await?;
        Ok(folder.to_owned())
    }

    /// How the name of a download ends that is not complete.
    fn partial(&self) -> &'static str {
        "crdownload"
    }

    /// A command of the browser's own protocol, where it has one.
    async fn devtools(&self, method: &str, params: Value) -> Result<Value> {
        let _ = params;
        Err(unsupported(method))
    }

    /// Gives files to the file input that a function body returns. Nothing has to be
    /// displayed, and no dialog of the system opens.
    async fn give_files(&self, body: &str, files: &[PathBuf]) -> Result<()> {
        let _ = (body, files);
        Err(unsupported("choosing files"))
    }

    /// Takes what the browser reported since the last call that went wrong in the page
    /// that is looked at: errors of its scripts, requests that failed. Nothing where only
    /// scripts in the page can tell.
    fn faults(&self) -> Option<Vec<String>> {
        None
    }

    /// Whether [`Self::faults`] tells.
    fn tells_faults(&self) -> bool {
        false
    }

    /// The tabs and windows, in the order they were opened.
    async fn tabs(&self) -> Result<Vec<Tab>> {
        Err(unsupported("listing the tabs"))
    }

    /// Looks at another tab from now on; its [`Tab::handle`].
    async fn show_tab(&self, handle: &str) -> Result<()> {
        let _ = handle;
        Err(unsupported("going to another tab"))
    }

    /// Closes the tab that is looked at, and looks at the one opened last before it.
    async fn close_tab(&self) -> Result<()> {
        Err(unsupported("closing a tab"))
    }
}

/// Input that is sent as one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Input<'a> {
    /// A gesture at a place, as for [`Wire::pointer`].
    Pointer(Gesture, f64, f64),
    /// A text as a whole, as for [`Wire::insert_text`].
    Text(&'a str),
}

/// A script that is sent right behind input, as for [`Wire::eval_async`].
#[derive(Clone, Debug, PartialEq)]
pub struct Behind<'a> {
    /// The function body. It may run before the input is there, so it has to wait for it.
    pub body: &'a str,
    /// What it is called with.
    pub args: Value,
    /// What it is called with once the browser has taken all of the input, should it not
    /// have come back by then.
    pub taken: Value,
    /// How long its answer may take.
    pub limit: Duration,
}

/// A frame that input is sent into.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Seat {
    /// The ways to the frames that lead there, as for [`Wire::eval_inside`].
    pub frames: Vec<String>,
    /// Places of the whole page and of the frame's own viewport that are the same one.
    pub same: Option<Same>,
}

/// A place in pixels of the page's viewport, and the same in those of a frame.
pub type Same = ((f64, f64), (f64, f64));

/// What this connection cannot do. Nothing was sent.
fn unsupported(what: &str) -> Error {
    Error::new(
        Code::AutomationUnsupported,
        format!("{what} is not possible in this browser"),
    )
    .note("nothing was sent")
}

/// One tab or window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tab {
    /// What the driver calls it.
    pub handle: String,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Whether it is the one that is looked at.
    pub current: bool,
}

/// What carries looks and input to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireKind {
    /// W3C WebDriver, through the driver: any browser.
    WebDriver,
    /// The browser's own DevTools server, past the driver: Chromium.
    DevTools,
}

impl WireKind {
    /// The name in `e2e.toml`, in records and in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            WireKind::WebDriver => "webdriver",
            WireKind::DevTools => "devtools",
        }
    }
}

/// What a script came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluated {
    /// Its value.
    Value(Value),
    /// The document went away while it ran.
    Navigated,
    /// A JavaScript dialog is open, so nothing can run; its text when known.
    Dialog(String),
}

/// A step in history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// One back.
    Back,
    /// One forward.
    Forward,
    /// The same page anew.
    Reload,
}

/// A pointer gesture at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Gesture {
    /// Move, press and release the main button.
    Tap,
    /// Two taps in quick succession.
    DoubleTap,
    /// Press and release the secondary button.
    RightClick,
    /// Move only.
    Hover,
}

impl Gesture {
    /// In words, for messages.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Gesture::Tap => "a click",
            Gesture::DoubleTap => "a double click",
            Gesture::RightClick => "a right click",
            Gesture::Hover => "moving the pointer",
        }
    }
}
