//! Opening addresses and moving in history over WebDriver.
//!
//! The session's driver waits for nothing, so the waiting is done here: the document
//! that is about to be left is marked, and the mark is gone once another one is there.

use super::trouble::Trouble;
use super::wire::{Evaluated, History};
use super::wire_webdriver::WireWebDriver;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::show_duration;
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a step in history may take to show any effect before there is none.
const NO_EFFECT: Duration = Duration::from_millis(400);
/// The pause between two looks at a document that is on its way.
const PAUSE: Duration = Duration::from_millis(5);

/// So many looks at an error page for the reason it gives.
const REASONS: u32 = 10;

/// Marks the document and says where it is.
const MARK: &str = "const mark = { value: arguments[0], configurable: true }; \
    try { Object.defineProperty(window, Symbol.for('e2e.left'), mark) } \
    catch { Object.defineProperty(window, 'e2e.left', mark) } \
    return [location.href]";

/// Whether the mark is gone, the state of the document, where it is, where it was to
/// go, and which document it really is: error pages hide behind the address.
const LOOK: &str = "const [mark, target] = arguments[0]; \
    let left; try { left = window[Symbol.for('e2e.left')] } catch { left = window['e2e.left'] } \
    let goal = ''; try { goal = new URL(target, location.href).href } catch {} \
    return [[left !== mark, document.readyState, location.href, goal, document.documentURI]]";

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

    fn is_error_page(&self) -> bool {
        ["chrome-error:", "about:neterror", "about:certerror"]
            .iter()
            .any(|scheme| self.document.starts_with(scheme))
    }
}

impl WireWebDriver {
    /// Loads an address and waits until the document is interactive.
    pub(super) async fn open(&self, url: &str, limit: Duration) -> Result<()> {
        let end = Instant::now() + limit;
        let what = format!("opening {url}");
        let bad = |why: String| {
            Error::new(Code::InvalidArgument, format!("{what} failed: {why}"))
                .help("write an absolute address, like http://127.0.0.1:8080/login")
        };
        // A driver told to wait for nothing does not say that an address is none.
        reqwest::Url::parse(url).map_err(|e| bad(format!("it is no address: {e}")))?;
        let mark = match self.mark(&what, limit).await? {
            Some((mark, _)) => mark,
            None => self.leaving.load(Ordering::SeqCst),
        };
        let body = json!({ "url": url });
        let before = self.stalled.load(Ordering::SeqCst);
        let sent = self.call(Method::POST, "url", Some(&body), limit).await;
        match sent {
            // One that takes long to answer is waited for below.
            Err(Trouble::Late(_)) => self.stalled.store(true, Ordering::SeqCst),
            Ok(_) | Err(Trouble::Navigated) => {}
            Err(Trouble::ErrorPage(reason)) => return Err(unreachable(url, &reason).await),
            Err(Trouble::Other(refusal)) if refusal.error == "invalid argument" => {
                return Err(bad("the browser does not take it".to_owned()).note(refusal.message));
            }
            Err(trouble) => return Err(self.link().error(&what, trouble).await),
        }
        let mut arrived = false;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.look(mark, url, left).await {
                Ok(Some(look)) => {
                    arrived |= look.fresh || look.is_same_document_goal();
                    if arrived && look.is_error_page() {
                        let reason = self.reason().await;
                        return Err(unreachable(url, &reason).await);
                    }
                    if arrived && !look.loading {
                        return Ok(());
                    }
                }
                // A dialog of the new document; it is there, and it is reported.
                Ok(None) => return Ok(()),
                // What fails in the document that is being left says nothing of the next.
                Err(
                    Trouble::Navigated
                    | Trouble::ScriptTimeout
                    | Trouble::Late(_)
                    | Trouble::Other(_),
                ) => {}
                Err(trouble) => return Err(self.link().error(&what, trouble).await),
            }
            if left.is_zero() {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        if arrived {
            return Ok(());
        }
        let error = Error::new(
            Code::AppUnreachable,
            format!(
                "{url} did not answer with a page within {}",
                show_duration(limit)
            ),
        );
        let error = match before {
            true => error.note(
                "the browser may still wait for the address before, which did not answer either",
            ),
            false => error,
        };
        Err(error.help("is the app up, and does it answer at this address? A slow one needs a larger `timeouts.navigation`"))
    }

    /// One step in history, or a reload.
    pub(super) async fn step(&self, step: History, limit: Duration) -> Result<()> {
        let (path, what) = match step {
            History::Back => ("back", "going back"),
            History::Forward => ("forward", "going forward"),
            History::Reload => ("refresh", "reloading"),
        };
        let started = Instant::now();
        let end = started + limit;
        let Some((mark, before)) = self.mark(what, limit).await? else {
            let trouble = Trouble::Navigated;
            return Err(self.link().error(what, trouble).await);
        };
        let body = json!({});
        match self.call(Method::POST, path, Some(&body), limit).await {
            Ok(_) | Err(Trouble::Late(_) | Trouble::Navigated) => {}
            Err(Trouble::ErrorPage(reason)) => return Err(unreachable(&before, &reason).await),
            Err(trouble) => return Err(self.link().error(what, trouble).await),
        }
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.look(mark, "", left).await {
                Ok(Some(look)) => {
                    if look.fresh && look.is_error_page() {
                        let reason = self.reason().await;
                        return Err(unreachable(&look.url, &reason).await);
                    }
                    let moved = look.fresh || look.url != before;
                    if moved && !look.loading {
                        return Ok(());
                    }
                    // There is nothing to go back to, and whoever looks at the page
                    // sees that nothing happened.
                    if !moved && step != History::Reload && started.elapsed() > NO_EFFECT {
                        return Ok(());
                    }
                }
                Ok(None) => return Ok(()),
                Err(Trouble::Navigated | Trouble::ScriptTimeout | Trouble::Late(_)) => {}
                Err(trouble) => return Err(self.link().error(what, trouble).await),
            }
            if left.is_zero() {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Marks the current document; nothing when there is none to mark.
    async fn mark(&self, what: &str, limit: Duration) -> Result<Option<(u64, String)>> {
        let mark = self.leaving.fetch_add(1, Ordering::SeqCst) + 1;
        match self.script(MARK, json!(mark), limit).await {
            Ok(Evaluated::Value(url)) => {
                Ok(Some((mark, url.as_str().unwrap_or_default().to_owned())))
            }
            Ok(Evaluated::Navigated) => Ok(None),
            Ok(Evaluated::Dialog(text)) => {
                Err(self.link().error(what, Trouble::Dialog(text)).await)
            }
            // A page that is stuck is a good reason to leave it, and so is one that bends
            // what scripts stand on.
            Err(
                Trouble::Late(_) | Trouble::Crashed(_) | Trouble::ScriptTimeout | Trouble::Other(_),
            ) => Ok(None),
            Err(trouble) => Err(self.link().error(what, trouble).await),
        }
    }

    /// Looks at the document; nothing when a dialog hides it.
    async fn look(&self, mark: u64, goal: &str, left: Duration) -> Result<Option<Look>, Trouble> {
        match self.script(LOOK, json!([mark, goal]), left).await? {
            Evaluated::Value(value) => Ok(Some(Look::read(&value))),
            Evaluated::Navigated => Err(Trouble::Navigated),
            Evaluated::Dialog(_) => Ok(None),
        }
    }

    /// The reason an error page gives, such as `ERR_CONNECTION_REFUSED`; its script
    /// writes it a moment after the page is there.
    async fn reason(&self) -> String {
        let read = "return [document.body ? document.body.innerText : '']";
        for _ in 0..REASONS {
            let text = match self.script(read, Value::Null, Duration::from_secs(2)).await {
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
}

/// The error for an address behind which there is no app.
async fn unreachable(url: &str, reason: &str) -> Error {
    let mut error = Error::new(
        Code::AppUnreachable,
        format!("{url} cannot be opened: the browser shows its error page"),
    );
    if !reason.is_empty() {
        error = error.note(format!("the browser says {reason}"));
    }
    let mut around = reason.contains("TOO_MANY_REDIRECTS") || reason == "redirectLoop";
    if let Some((address, said)) = probe(url).await {
        around |= said.contains("leads");
        error = error.note(format!("connecting to {address} from the test: {said}"));
    }
    error.help(if around {
        "look for a redirect that leads back to itself"
    } else {
        "is the app running, and does it listen at this address?"
    })
}

/// Tries the address from here, since error pages seldom say enough.
async fn probe(url: &str) -> Option<(String, String)> {
    let url = reqwest::Url::parse(url).ok()?;
    let address = format!("{}:{}", url.host_str()?, url.port_or_known_default()?);
    let limit = Duration::from_secs(1);
    let said = match tokio::time::timeout(limit, tokio::net::TcpStream::connect(&address)).await {
        Err(_) => format!("no answer within {}", show_duration(limit)),
        Ok(Err(error)) => error.to_string(),
        Ok(Ok(_)) => match head(&url, limit).await {
            Some(said) => format!("something listens there, and {said}"),
            None => "something listens there".to_owned(),
        },
    };
    Some((address, said))
}

/// What the address answers to a question without a body.
async fn head(url: &reqwest::Url, limit: Duration) -> Option<String> {
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .timeout(limit)
        .build()
        .ok()?;
    let answer = match client.head(url.clone()).send().await {
        Ok(answer) => answer,
        Err(error) if error.is_timeout() => return Some("does not answer".to_owned()),
        Err(_) => return Some("breaks the connection off".to_owned()),
    };
    let to = answer
        .headers()
        .get("location")
        .and_then(|to| to.to_str().ok());
    Some(match to {
        Some(to) if url.join(to).is_ok_and(|to| to == *url) => "it leads back to itself".to_owned(),
        Some(to) => format!("it leads on to {to}"),
        None => format!("answers with status {}", answer.status().as_u16()),
    })
}
