//! Who answers nothing: the page, the browser or its driver.

use super::http::Failure;
use super::trouble::Link;
use crate::code::Code;
use crate::error::Error;
use crate::text::show_duration;
use reqwest::Method;
use std::time::Duration;

/// How long a driver or a browser may take to say that it lives.
pub(super) const PULSE: Duration = Duration::from_secs(2);

impl Link {
    /// Whether the browser answers at all, as far as it can be asked past its driver.
    pub(super) async fn browser_lives(&self) -> bool {
        let Some(debugger) = &self.debugger else {
            return true;
        };
        let asked = debugger.call(Method::GET, "json/version", None, PULSE);
        !matches!(asked.await, Err(Failure::Late(_)))
    }

    /// The error for a browser that answers nothing at all.
    pub(super) fn silent(&self, what: &str, limit: Duration) -> Error {
        Error::new(
            Code::BrowserCrashed,
            format!(
                "{what} failed: the browser {} stopped answering",
                self.browser
            ),
        )
        .note(format!(
            "no answer within {}, and none to a question for its version",
            show_duration(limit)
        ))
    }

    /// Whether the driver answers at all.
    pub(super) async fn driver_lives(&self) -> bool {
        let asked = self.server.call(Method::GET, "status", None, PULSE).await;
        matches!(asked, Ok(_) | Err(Failure::Refused(_)))
    }
}

/// The error for a frame that answers nothing.
fn mute(limit: Duration) -> Error {
    let limit = show_duration(limit);
    Error::new(
        Code::ActionFailed,
        format!("a frame of the page did not answer within {limit}"),
    )
}

/// The error for a frame that was waited for in vain, given that for the page: where driver
/// and browser live, it is the frame.
pub(super) fn of_frame(error: Error, limit: Duration) -> Error {
    match error.code() {
        Code::ActionFailed => mute(limit),
        _ => error,
    }
}
