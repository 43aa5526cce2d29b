//! Finding and owning browser and driver; the session; the wire to the page.
//!
//! Whatever is started here is ended here. `registry` knows every process and folder
//! of this test process, [`reap_all`] ends them, and a watchdog does so for a test
//! process that was killed.

pub(crate) mod address;
pub(crate) mod adopt;
pub mod chord;
pub mod engine;
mod farewell;
pub mod find;
pub mod wire;

mod capabilities;
mod choosing;
mod client;
mod current;
#[cfg(feature = "download")]
mod download;
mod driver;
mod http;
mod input;
pub(crate) mod inside;
pub mod install;
mod loading;
mod log;
mod opening;
mod places;
mod process;
mod pulse;
mod registry;
mod room;
mod rooms;
mod scratch;
mod serving;
mod session;
mod slot;
mod start;
mod trouble;
mod unreachable;
mod version;
mod watchdog;
mod windows;
mod wire_cdp;
mod wire_webdriver;

pub use registry::{SessionKey, reap_all, reap_session};
pub use session::{About, Session};

use crate::code::Code;
use crate::error::{Error, Result};

/// Runs something that blocks on a thread of its own.
///
/// Not tokio's pool of blocking threads: a test's runtime waits for those when it is
/// dropped, and a driver that hangs would hold up the end of the test.
async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (send, receive) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _ = send.send(work());
    });
    receive.await.map_err(|_| {
        Error::new(
            Code::EnvironmentUnavailable,
            "a thread of the browser layer died",
        )
    })
}
