//! One browser for many tests: each test gets a browser context of its own.
//!
//! A context has its own cookies, storage, caches, permissions, service workers and
//! connections, and disposing of it takes all of them along. The browser process is
//! shared, so this is chosen by `isolation = "context"` and never by itself; the tests
//! of a process run one after the other, and the next room is made while one is used.

mod host; // the shared browser
mod room; // one context with its page and its driver's session

use super::session::Session;
use crate::config::{Config, Isolation, WireChoice};
use crate::error::Result;

pub(super) use room::Room;

/// Whether a session can be a room of a shared browser: one of ours, reached past its
/// driver.
fn is_possible(config: &Config) -> bool {
    config.browser.isolation == Isolation::Context
        && config.browser.wire != WireChoice::WebDriver
        && config.browser.webdriver_url.is_none()
}

/// A room of the shared browser; nothing where the configuration asks for a browser of
/// its own, or the browser can be shared by nobody.
pub(super) async fn open(config: &Config) -> Result<Option<Session>> {
    if !is_possible(config) {
        return Ok(None);
    }
    // A browser that died since the last test is replaced once.
    for last in [false, true] {
        let Some(host) = host::get(config).await? else {
            return Ok(None);
        };
        match host.clone().room(config).await {
            Ok(session) => return Ok(Some(session)),
            Err(error) if last => return Err(error),
            Err(error) => {
                tracing::debug!(?error, "the shared browser is replaced");
                host::forget(&host);
            }
        }
    }
    Ok(None)
}
