//! Opening addresses and moving in history, over whichever wire.
//!
//! Neither wire waits for a document by itself, so the waiting is done here: the
//! document that is about to be left is marked, and the mark is gone once another one
//! is there.

use super::trouble::Trouble;
use super::unreachable::unreachable;
use super::wire::{Evaluated, History};
use crate::code::Code;
use crate::deadline;
use crate::error::{Error, Result};
use crate::text::show_duration;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a step in history may take to show any effect before there is none.
const NO_EFFECT: Duration = Duration::from_millis(400);
/// The pause between two looks at a document that is on its way.
const PAUSE: Duration = Duration::from_millis(5);

/// So many looks at an error page for the reason it gives.
const REASONS: u32 = 10;

/// Marks the document and says where it is. Where ours has a seat in it already, nothing of
/// the page is called for that.
const MARK: &str = "const mark = { value: arguments[0], configurable: true }, seat = document['e2e.engine']; \
    if (seat) seat.left = mark.value; \
    else try { Object.defineProperty(window, 'e2e.left', mark) } catch { window['e2e.left'] = mark.value } \
    return [location.href]";

/// Whether the mark is gone, the state of the document, where it is, where it was to
/// go, and which document it really is: error pages hide behind the address.
const LOOK: &str = "const [mark, target] = arguments[0], seat = document['e2e.engine']; \
    const left = (seat && seat.left) ?? window['e2e.left']; \
    let goal = ''; try { goal = new URL(target, location.href).href } catch {} \
    return [[left !== mark, document.readyState, location.href, goal, document.documentURI]]";

/// What a wire says of an address that is a file to download.
pub(super) const FILE: &str = "download";

/// How long reading the address may take.
const COMMAND: Duration = Duration::from_secs(15);

/// What moving takes from a wire.
#[async_trait]
pub(super) trait Carrier: Sync {
    /// Runs a function body in the top document that returns its value in a list of one.
    async fn script(
        &self,
        script: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated, Trouble>;

    /// Begins to load an address.
    async fn set_out(&self, url: &str, limit: Duration) -> Result<(), Trouble>;

    /// Begins a step in history; `false` when it is known to lead nowhere.
    async fn set_back(&self, step: History, limit: Duration) -> Result<bool, Trouble>;

    /// The address an error page of the browser stands for.
    async fn real_address(&self) -> Option<String>;

    /// The error for what came of `what`.
    async fn error(&self, what: &str, trouble: Trouble) -> Error;

    /// Drops an address that did not answer in time, where the browser can be told so.
    async fn let_go(&self);

    /// Whether the address before this one may still be waited for.
    fn is_stalled(&self) -> bool {
        false
    }

    /// What is remembered about documents.
    fn trail(&self) -> &Trail;
}

/// What is remembered about documents.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// Marks documents that are about to be left.
    leaving: AtomicU64,
    /// Address and title as last read.
    location: Mutex<(String, String)>,
}

/// What one look at the document says.
struct Look {
    fresh: bool,
    loading: bool,
    url: String,
    goal: String,
    document: String,
}

impl Look {
    fn read(value: &Value) -> Self {
        let text = |index: usize| value[index].as_str().unwrap_or_default().to_owned();
        Self {
            fresh: value[0] == true,
            loading: value[1] == "loading",
            url: text(2),
            goal: text(3),
            document: text(4),
        }
    }

    /// An address that differs in its fragment alone does not make a new document.
    fn is_same_document_goal(&self) -> bool {
        self.goal.contains('#') && self.url == self.goal
    }

    /// A browser that changes processes shows an empty document meanwhile.
    fn is_on_the_way(&self) -> bool {
        self.url == "about:blank" && self.goal != "about:blank"
    }

    fn is_error_page(&self) -> bool {
        ["chrome-error:", "about:neterror", "about:certerror"]
            .iter()
            .any(|scheme| self.document.starts_with(scheme))
    }
}

/// Loads an address and waits until the document is interactive.
pub(super) async fn open(wire: &dyn Carrier, url: &str, limit: Duration) -> Result<()> {
    let limit = deadline::limit(limit);
    let end = Instant::now() + limit;
    let what = format!("opening {url}");
    let bad = |why: String| {
        Error::new(Code::InvalidArgument, format!("{what} failed: {why}"))
            .help("write an absolute address, like http://127.0.0.1:8080/login")
    };
    // A driver told to wait for nothing does not say that an address is none.
    reqwest::Url::parse(url).map_err(|e| bad(format!("it is no address: {e}")))?;
    let left = match mark(wire, &what, limit).await? {
        Ok((mark, _)) => mark,
        Err(_) => wire.trail().leaving.load(Ordering::SeqCst),
    };
    let stalled = wire.is_stalled();
    match wire.set_out(url, limit).await {
        // One that takes long to answer is waited for below.
        Ok(_) | Err(Trouble::Late(_) | Trouble::Navigated) => {}
        Err(Trouble::ErrorPage(reason)) => return Err(unreachable(url, &reason).await),
        Err(Trouble::Other(refusal)) if refusal.error == FILE => {
            let answer = format!("{url} answers with a file to keep, and not with a page");
            return Err(Error::new(Code::ActionFailed, answer)
                .note("the page is the one from before")
                .help("press what leads there: `screen` has `.download()` for it"));
        }
        Err(Trouble::Other(refusal)) if refusal.error == "invalid argument" => {
            return Err(bad("the browser does not take it".to_owned()).note(refusal.message));
        }
        Err(trouble) => return Err(wire.error(&what, trouble).await),
    }
    let (mut arrived, mut unread) = (false, None);
    let mut silent;
    loop {
        let time = end.saturating_duration_since(Instant::now());
        let looked = look(wire, left, url, time).await;
        silent = matches!(looked, Err(Trouble::Late(_)));
        match looked {
            Ok(Some(look)) => {
                arrived |= (look.fresh && !look.is_on_the_way()) || look.is_same_document_goal();
                if arrived && look.is_error_page() {
                    let reason = reason(wire).await;
                    return Err(unreachable(url, &reason).await);
                }
                if arrived && !look.loading {
                    return Ok(());
                }
            }
            // A dialog of the new document; it is there, and it is reported.
            Ok(None) => return Ok(()),
            // What fails in the document that is being left says nothing of the next.
            Err(Trouble::Other(refusal)) => unread = Some(refusal.message),
            Err(Trouble::Navigated | Trouble::ScriptTimeout | Trouble::Late(_)) => {}
            Err(trouble) => return Err(wire.error(&what, trouble).await),
        }
        if time.is_zero() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    if arrived {
        return Ok(());
    }
    if silent {
        // An app that does not answer, unless nobody is there who could have asked it.
        let error = wire.error(&what, Trouble::Late(limit)).await;
        if error.code() != Code::ActionFailed {
            return Err(error);
        }
    }
    wire.let_go().await;
    let mut error = Error::new(
        Code::AppUnreachable,
        format!(
            "{url} did not answer with a page within {}",
            show_duration(limit)
        ),
    );
    if let Some(said) = unread {
        error = error
            .note(format!("something is there that could not be read: {said}"))
            .help("a page that replaces what scripts stand on, such as JSON, can only be read with `browser.wire = \"devtools\"`");
    }
    if stalled {
        error = error
            .note("the browser may still wait for the address before, which did not answer either");
    }
    Err(error.help("is the app up, and does it answer at this address? A slow one needs a larger `timeouts.navigation`"))
}

/// One step in history, or a reload.
pub(super) async fn step(wire: &dyn Carrier, step: History, limit: Duration) -> Result<()> {
    let what = match step {
        History::Back => "going back",
        History::Forward => "going forward",
        History::Reload => "reloading",
    };
    let limit = deadline::limit(limit);
    let started = Instant::now();
    let end = started + limit;
    let (left, before) = match mark(wire, what, limit).await? {
        Ok(marked) => marked,
        Err(trouble) => return Err(wire.error(what, trouble).await),
    };
    match wire.set_back(step, limit).await {
        // There is nothing to go back to, and whoever looks at the page sees that
        // nothing happened.
        Ok(false) => return Ok(()),
        Ok(true) | Err(Trouble::Late(_) | Trouble::Navigated) => {}
        Err(Trouble::ErrorPage(reason)) => return Err(unreachable(&before, &reason).await),
        Err(trouble) => return Err(wire.error(what, trouble).await),
    }
    loop {
        let time = end.saturating_duration_since(Instant::now());
        match look(wire, left, "", time).await {
            Ok(Some(look)) => {
                if look.fresh && look.is_error_page() {
                    let reason = reason(wire).await;
                    return Err(unreachable(&look.url, &reason).await);
                }
                let moved = look.fresh || look.url != before;
                if moved && !look.loading {
                    return Ok(());
                }
                // As above, for a wire that cannot know.
                if !moved && step != History::Reload && started.elapsed() > NO_EFFECT {
                    return Ok(());
                }
            }
            Ok(None) => return Ok(()),
            Err(Trouble::Navigated | Trouble::ScriptTimeout | Trouble::Late(_)) => {}
            Err(trouble) => return Err(wire.error(what, trouble).await),
        }
        if time.is_zero() {
            return Ok(());
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Marks the current document, or says why there is none to mark.
async fn mark(
    wire: &dyn Carrier,
    what: &str,
    limit: Duration,
) -> Result<Result<(u64, String), Trouble>> {
    let mark = wire.trail().leaving.fetch_add(1, Ordering::SeqCst) + 1;
    match wire.script(MARK, json!(mark), limit).await {
        Ok(Evaluated::Value(url)) => Ok(Ok((mark, url.as_str().unwrap_or_default().to_owned()))),
        Ok(Evaluated::Navigated) => Ok(Err(Trouble::Navigated)),
        Ok(Evaluated::Dialog(text)) => Err(wire.error(what, Trouble::Dialog(text)).await),
        // A page that is stuck is a good reason to leave it, and so is one that bends
        // what scripts stand on.
        Err(
            trouble @ (Trouble::Late(_)
            | Trouble::Crashed(_)
            | Trouble::ScriptTimeout
            | Trouble::Other(_)),
        ) => Ok(Err(trouble)),
        Err(trouble) => Err(wire.error(what, trouble).await),
    }
}

/// Looks at the document; nothing when a dialog hides it.
async fn look(
    wire: &dyn Carrier,
    mark: u64,
    goal: &str,
    left: Duration,
) -> Result<Option<Look>, Trouble> {
    match wire.script(LOOK, json!([mark, goal]), left).await? {
        Evaluated::Value(value) => Ok(Some(Look::read(&value))),
        Evaluated::Navigated => Err(Trouble::Navigated),
        Evaluated::Dialog(_) => Ok(None),
    }
}

/// The reason an error page gives, such as `ERR_CONNECTION_REFUSED`; its script writes
/// it a moment after the page is there.
async fn reason(wire: &dyn Carrier) -> String {
    let read = "return [document.body ? document.body.innerText : '']";
    for _ in 0..REASONS {
        let text = match wire.script(read, Value::Null, Duration::from_secs(2)).await {
            Ok(Evaluated::Value(Value::String(text))) => text,
            _ => String::new(),
        };
        let reason = text
            .split_whitespace()
            .find(|word| word.starts_with("ERR_") || word.starts_with("DNS_PROBE_"));
        if let Some(reason) = reason {
            return reason.to_owned();
        }
        tokio::time::sleep(PAUSE * 4).await;
    }
    String::new()
}

/// Address and title of the top document.
pub(super) async fn location(wire: &dyn Carrier) -> Result<(String, String)> {
    let what = "reading the address";
    let known = || {
        let location = &wire.trail().location;
        location.lock().unwrap_or_else(PoisonError::into_inner)
    };
    for _ in 0..3 {
        let read = "return [[location.href, document.title]]";
        match wire.script(read, Value::Null, COMMAND).await {
            Ok(Evaluated::Value(value)) => {
                let text = |index: usize| value[index].as_str().unwrap_or_default().to_owned();
                let (mut url, title) = (text(0), text(1));
                if url.starts_with("chrome-error:")
                    && let Some(address) = wire.real_address().await
                {
                    url = address;
                }
                known().clone_from(&(url.clone(), title.clone()));
                return Ok((url, title));
            }
            Ok(Evaluated::Navigated) => {}
            // Nothing can be read now; the page under the dialog is the same one.
            Ok(Evaluated::Dialog(_)) => return Ok(known().clone()),
            Err(trouble) => return Err(wire.error(what, trouble).await),
        }
    }
    Err(wire.error(what, Trouble::Navigated).await)
}
