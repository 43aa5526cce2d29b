//! One browser session: a clean browser for one test.
//!
//! A session has a browser process and a profile of its own, so no cookie, storage,
//! cache or tab of another test can be in it. Ending it ends the process: whatever the
//! browser would still like to do is not worth a test's time.

use super::farewell;
use super::http::{Failure, Http};
use super::opening;
use super::registry::{self, SessionKey};
use super::rooms::Room;
use super::slot::Slot;
use super::trouble::{Link, Trouble};
use super::wire::{Wire, WireKind};
use crate::code::Code;
use crate::config::{BrowserKind, Config};
use crate::error::{Error, Result};
use reqwest::Method;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use thirtyfour::WebDriver;

/// A browser of its own for one test.
///
/// Dropping it ends the browser too, blocking for some milliseconds;
/// [`Session::close`] does so without blocking and says when it could not.
pub struct Session {
    pub(super) driver: WebDriver,
    pub(super) wire: Arc<dyn Wire>,
    pub(super) link: Arc<Link>,
    pub(super) about: About,
    pub(super) hold: Hold,
    pub(super) http: Http,
    pub(super) teardown: Duration,
}

/// What ends with the session.
#[derive(Debug)]
pub(super) enum Hold {
    /// A browser of its own.
    Own(Slot),
    /// A room of a shared browser.
    Room(Room),
}

impl Hold {
    fn key(&self) -> SessionKey {
        match self {
            Hold::Own(slot) => slot.key(),
            Hold::Room(room) => room.key(),
        }
    }
}

/// What a session runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// Which browser.
    pub kind: BrowserKind,
    /// The name the browser gives itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its process, or the script that started it, when it runs on this machine.
    pub pid: Option<u32>,
    /// Address of the WebDriver server.
    pub server: String,
    /// Address of the browser's own debugging server, when it has one.
    pub debugger: Option<String>,
    /// What carries looks and input to the page.
    pub wire: WireKind,
    /// Why the faster wire is not in use, when it was to be tried.
    pub fallback: Option<String>,
}

impl About {
    /// The wire, and why it is not the faster one.
    pub(crate) fn wire_in_words(&self) -> String {
        match &self.fallback {
            Some(why) => format!("{}: {why}", self.wire.as_str()),
            None => self.wire.as_str().to_owned(),
        }
    }
}

impl Session {
    /// Finds browser and driver, starts what is not running yet, and opens a session.
    ///
    /// # Errors
    ///
    /// [`Code::BrowserUnavailable`] when there is no usable browser or driver, or the
    /// browser does not start; [`Code::DriverFailed`] when the driver dies or does not
    /// answer within [`startup`](crate::config::Timeouts::startup).
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # async fn run() -> e2e::Result {
    /// let config = e2e::config::load(std::path::Path::new("."))?;
    /// let session = e2e::browser::Session::start(&config).await?;
    /// session.driver().goto("http://127.0.0.1:8080/").await.ok();
    /// session.close().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn start(config: &Config) -> Result<Self> {
        opening::open(config).await
    }

    /// The connection everything above this layer uses.
    #[must_use]
    pub fn wire(&self) -> Arc<dyn Wire> {
        self.wire.clone()
    }

    /// The session for code that speaks WebDriver itself. Its `quit` does nothing:
    /// the session ends with its owner.
    #[must_use]
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// What it runs on.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its key for [`reap_session`](super::reap_session), for a thread that has to end
    /// it from outside.
    #[must_use]
    pub fn key(&self) -> SessionKey {
        self.hold.key()
    }

    /// Ends the browser with everything below it and removes its files, within
    /// [`teardown`](crate::config::Timeouts::teardown).
    ///
    /// # Errors
    ///
    /// [`Code::BrowserCrashed`] when a process is still there after it was killed.
    pub async fn close(self) -> Result<()> {
        let key = match &self.hold {
            Hold::Own(slot) => slot.key(),
            // Its context is disposed of when it is dropped, and the browser stays.
            Hold::Room(_) => return Ok(()),
        };
        // A browser elsewhere can only be asked to end. One of ours is ended, and its
        // driver hears of it later, since nothing has to wait for that.
        let ours = self.link.driver.is_some() && self.about.kind != BrowserKind::Safari;
        let mut asked = Ok(());
        if !ours {
            let quit = self
                .http
                .call(Method::DELETE, "", None, self.teardown)
                .await;
            match quit {
                Ok(_) | Err(Failure::Refused(_)) => {}
                Err(failure) => {
                    asked = Err(self
                        .link
                        .error("closing the session", Trouble::from(failure))
                        .await);
                }
            }
        }
        let gone = super::off_thread(move || registry::reap_session(key)).await?;
        if ours {
            farewell::farewell(&self.about.server, &self.driver.session_id().to_string());
        }
        if !gone {
            return Err(Error::new(
                Code::BrowserCrashed,
                format!("the browser {} could not be ended", self.about.name),
            )
            .note(format!("process {:?} is still there", self.about.pid)));
        }
        asked
    }

    /// Leaves browser and driver running, for a person to look at after a failed test,
    /// and says in words where they are.
    #[must_use]
    pub fn keep_open(mut self) -> String {
        match &mut self.hold {
            Hold::Own(slot) => slot.keep(),
            Hold::Room(room) => room.keep(),
        }
        let pid = self
            .about
            .pid
            .map_or_else(String::new, |pid| format!(", process {pid}"));
        let debugger = self
            .about
            .debugger
            .as_ref()
            .map_or_else(String::new, |at| format!(", DevTools at http://{at}"));
        format!(
            "{} {} is left open{pid}{debugger}, WebDriver at {}session/{}",
            self.about.name,
            self.about.version,
            self.about.server,
            self.driver.session_id()
        )
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("id", self.driver.session_id())
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}
