//! What a driver's error means, and the error a test shows for it.

use super::driver::Driver;
use super::http::{Failure, Http, Refusal};
use super::pulse::PULSE;
use super::wire::Evaluated;
use crate::code::Code;
use crate::error::Error;
use crate::text::show_duration;
use reqwest::Method;
use std::sync::Arc;
use std::time::Duration;

/// What came of a command that has no value.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A JavaScript dialog is open; its text.
    Dialog(String),
    /// The window the session looks at is closed.
    Window,
    /// The document went away meanwhile.
    Navigated,
    /// The script threw; what it said.
    Script(String),
    /// The driver gave a script up.
    ScriptTimeout,
    /// A point lies outside the viewport.
    Outside,
    /// The browser shows an error page of its own; the reason when it says one.
    ErrorPage(String),
    /// The renderer of the page crashed.
    Crashed(String),
    /// The browser is gone; what the driver says.
    Gone(String),
    /// No answer in time.
    Late(Duration),
    /// The driver hung up or cannot be reached.
    Unreachable(String),
    /// Anything else.
    Other(Refusal),
}

impl Trouble {
    /// A dialog is an answer to a script, whatever command met it.
    pub(super) fn told(self) -> Result<Evaluated, Self> {
        match self {
            Trouble::Dialog(text) => Ok(Evaluated::Dialog(text)),
            trouble => Err(trouble),
        }
    }
}

/// Fragments of messages of drivers for a document that went away.
const WENT_AWAY: &[&str] = &[
    "aborted by navigation",
    "navigated or closed",
    "document unloaded",
    "Document was unloaded",
    "execution context was destroyed",
    "Cannot find context",
    "uniqueContextId not found",
];

/// Fragments of messages for a browser that is gone.
const GONE: &[&str] = &[
    "disconnected",
    "not reachable",
    "session deleted",
    "Failed to decode response from marionette",
    "Tried to run command without establishing a connection",
    "browsing context has been discarded and the session",
];

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        let refusal = match failure {
            Failure::Late(limit) => return Trouble::Late(limit),
            Failure::Unreachable(why) => return Trouble::Unreachable(why),
            Failure::Refused(refusal) => refusal,
        };
        if let Some(text) = refusal.dialog {
            return Trouble::Dialog(text);
        }
        let message = refusal.message.as_str();
        let says = |fragments: &[&str]| fragments.iter().any(|part| message.contains(part));
        if says(&["tab crashed"]) || refusal.error == "tab crashed" {
            return Trouble::Crashed(refusal.message);
        }
        if refusal.error == "invalid session id" || says(GONE) {
            return Trouble::Gone(refusal.message);
        }
        if let Some(reason) = error_page(message) {
            return Trouble::ErrorPage(reason);
        }
        match refusal.error.as_str() {
            "no such window" => Trouble::Window,
            "move target out of bounds" => Trouble::Outside,
            "javascript error"
            | "timeout"
            | "stale element reference"
            | "unknown error"
            | "no such execution context"
                if says(WENT_AWAY) =>
            {
                Trouble::Navigated
            }
            "script timeout" => Trouble::ScriptTimeout,
            "javascript error" => Trouble::Script(
                message
                    .strip_prefix("javascript error: ")
                    .unwrap_or(message)
                    .to_owned(),
            ),
            _ => Trouble::Other(refusal),
        }
    }
}

/// `net::ERR_CONNECTION_REFUSED` or Firefox's `connectionFailure`, when the message
/// is about an error page.
fn error_page(message: &str) -> Option<String> {
    let word = |rest: &str| {
        rest.chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == ':')
            .collect::<String>()
    };
    if let Some(at) = message.find("net::ERR_") {
        return Some(word(&message[at..]));
    }
    let at = message.find("about:neterror?e=")?;
    Some(word(&message[at + "about:neterror?e=".len()..]))
}

/// Who is at the other end: enough to say what died.
#[derive(Debug)]
pub(super) struct Link {
    /// The commands of the server, for its pulse.
    pub(super) server: Http,
    /// The driver, when we started it.
    pub(super) driver: Option<Arc<Driver>>,
    /// Where the server is, for messages.
    pub(super) address: String,
    /// The browser's own server, when it has one on this machine.
    pub(super) debugger: Option<Http>,
    /// The browser in words: `chromium 156.0.8078.108`.
    pub(super) browser: String,
}

impl Link {
    /// The error for `trouble`; `what` is what was tried: `typing "ann"`.
    pub(super) async fn error(&self, what: &str, trouble: Trouble) -> Error {
        match trouble {
            Trouble::Dialog(text) => Error::new(
                Code::ActionFailed,
                format!("{what} is not possible while a dialog of the page is open"),
            )
            .note(format!("the dialog says: \"{text}\""))
            .help("accept or dismiss the dialog first"),
            Trouble::Window => Error::new(
                Code::ActionFailed,
                format!("{what} failed: the window is closed"),
            ),
            Trouble::Navigated => Error::new(
                Code::ActionFailed,
                format!("{what} was cut short: the page went away meanwhile"),
            ),
            Trouble::Script(said) => Error::new(
                Code::ActionFailed,
                format!("{what} failed: the script threw"),
            )
            .note(said),
            Trouble::Outside => Error::new(
                Code::NotActionable,
                format!("{what} failed: the place is outside the viewport"),
            )
            .help("scroll it into view first"),
            Trouble::ErrorPage(reason) => Error::new(
                Code::AppUnreachable,
                format!("{what} failed: the browser shows its error page"),
            )
            .note(reason),
            Trouble::Crashed(said) => self
                .crashed(&format!(
                    "the page crashed in {} during {what}",
                    self.browser
                ))
                .note(said),
            Trouble::Gone(said) => self.gone(what, &said),
            Trouble::ScriptTimeout => self.busy(what, None),
            Trouble::Late(limit) => self.late(what, limit).await,
            Trouble::Unreachable(why) => self.unreachable(what, &why).await,
            Trouble::Other(refusal) => {
                let error = Error::new(
                    Code::DriverFailed,
                    format!("{what} failed: the driver answered `{}`", refusal.error),
                );
                match refusal.message.as_str() {
                    "" => error,
                    message => error.note(message),
                }
            }
        }
    }

    /// The error for a dialog that could not be answered.
    pub(super) async fn unanswered(&self, trouble: Trouble) -> Error {
        let what = "answering the dialog";
        let why = match &trouble {
            Trouble::Other(refusal) => match refusal.error.as_str() {
                "no such alert" => "no dialog is open",
                "element not interactable" => "this dialog takes no text",
                _ => return self.error(what, trouble).await,
            },
            _ => return self.error(what, trouble).await,
        };
        Error::new(Code::ActionFailed, format!("{what} failed: {why}"))
    }

    fn crashed(&self, headline: &str) -> Error {
        let error = Error::new(Code::BrowserCrashed, headline).help(
            "look for memory limits of the container, and try the page by hand in the same browser",
        );
        match self.driver.as_ref().map(|driver| driver.log_tail()) {
            Some(tail) if !tail.is_empty() => {
                error.note(format!("last lines of the driver:\n{tail}"))
            }
            _ => error,
        }
    }

    /// The error for a driver of ours that has ended.
    pub(super) async fn dead_driver(&self, what: &str) -> Option<Error> {
        let driver = self.driver.as_ref()?;
        // A connection breaks a moment before the process can be waited for.
        for _ in 0..20 {
            if driver.exit_status().is_some() {
                return Some(driver.failure(&format!("died during {what}")));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        None
    }

    /// The error for a browser that is gone; `said` is what was noticed.
    pub(super) fn gone(&self, what: &str, said: &str) -> Error {
        if let Some(driver) = &self.driver
            && driver.exit_status().is_some()
        {
            return driver.failure(&format!("died during {what}"));
        }
        let error = self.crashed(&format!(
            "the browser {} is gone, noticed during {what}",
            self.browser
        ));
        match said {
            "" => error,
            said => error.note(said),
        }
    }

    async fn unreachable(&self, what: &str, why: &str) -> Error {
        self.dead_driver(what).await.unwrap_or_else(|| {
            Error::new(
                Code::DriverFailed,
                format!(
                    "{what} failed: the WebDriver server at {} does not answer",
                    self.address
                ),
            )
            .note(why)
        })
    }

    async fn late(&self, what: &str, limit: Duration) -> Error {
        if let Some(error) = self.dead_driver(what).await {
            return error;
        }
        match self.server.call(Method::GET, "status", None, PULSE).await {
            // The server lives, so it is the page that keeps it waiting, or the browser.
            Ok(_) | Err(Failure::Refused(_)) if self.browser_lives().await => {
                self.busy(what, Some(limit))
            }
            Ok(_) | Err(Failure::Refused(_)) => self.silent(what, limit),
            Err(Failure::Unreachable(why)) => self.unreachable(what, &why).await,
            Err(Failure::Late(_)) => {
                let headline = format!(
                    "{what} failed: the WebDriver server at {} stopped answering",
                    self.address
                );
                Error::new(Code::DriverFailed, headline).note(format!(
                    "no answer within {}, and none to a question for its status",
                    show_duration(limit)
                ))
            }
        }
    }

    /// The error for a page that answers nothing while its browser lives.
    pub(super) fn busy(&self, what: &str, limit: Option<Duration>) -> Error {
        let within = limit.map_or_else(String::new, |limit| {
            format!(" within {}", show_duration(limit))
        });
        Error::new(
            Code::ActionFailed,
            format!("{what} failed: the page did not answer{within}"),
        )
        .note("either a script of the page runs without a pause, or the page waits for its server")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sort(error: &str, message: &str) -> String {
        let trouble = Trouble::from(Failure::Refused(Refusal {
            error: error.to_owned(),
            message: message.to_owned(),
            dialog: None,
        }));
        format!("{trouble:?}")
    }

    #[test]
    fn messages_of_drivers_are_sorted() {
        for (error, message, expected) in [
            (
                "timeout",
                "timeout\nfrom aborted by navigation: Inspected target navigated or closed",
                "Navigated",
            ),
            (
                "javascript error",
                "javascript error: document unloaded while waiting for result",
                "Navigated",
            ),
            (
                "javascript error",
                "javascript error: boom",
                r#"Script("boom")"#,
            ),
            ("script timeout", "script timeout", "ScriptTimeout"),
            (
                "no such window",
                "no such window: target window already closed\nfrom unknown error: web view not found",
                "Window",
            ),
            ("tab crashed", "tab crashed", "Crashed"),
            (
                "unknown error",
                "unknown error: session deleted because of page crash\nfrom tab crashed",
                "Crashed",
            ),
            ("invalid session id", "invalid session id", "Gone"),
            (
                "unknown error",
                "disconnected: not connected to DevTools",
                "Gone",
            ),
            (
                "unknown error",
                "unknown error: net::ERR_NAME_NOT_RESOLVED",
                r#"ErrorPage("net::ERR_NAME_NOT_RESOLVED")"#,
            ),
            (
                "unknown error",
                "Reached error page: about:neterror?e=connectionFailure&u=http",
                r#"ErrorPage("connectionFailure")"#,
            ),
            (
                "move target out of bounds",
                "move target out of bounds",
                "Outside",
            ),
            ("unsupported operation", "no", "Other"),
        ] {
            let sorted = sort(error, message);
            assert!(sorted.starts_with(expected), "{error}: {message}: {sorted}");
        }
    }
}
