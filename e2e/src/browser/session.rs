//! One browser session: a clean browser for one test.

use super::driver::Driver;
use super::find;
use super::wire::Wire;
use super::wire_webdriver::WireWebDriver;
use crate::code::Code;
use crate::config::Config;
use crate::error::{Error, Result};
use serde_json::json;
use std::fmt;
use std::sync::Arc;
use thirtyfour::{Capabilities, WebDriver};

/// A browser of its own for one test.
pub struct Session {
    driver: WebDriver,
    wire: Arc<WireWebDriver>,
    process: Option<Driver>,
    profile: Option<tempfile::TempDir>,
}

impl Session {
    /// Starts browser and driver and opens a session.
    ///
    /// # Errors
    ///
    /// [`Code::BrowserUnavailable`] when there is no browser or driver,
    /// [`Code::DriverFailed`] when the session cannot be opened.
    pub async fn start(config: &Config) -> Result<Self> {
        let failed = |what: &str| Error::new(Code::DriverFailed, what.to_owned());
        let found = find::find(&config.browser)?;
        let process = Driver::start(&found.driver, config.timeouts.startup)?;
        let profile = tempfile::Builder::new()
            .prefix("e2e-")
            .tempdir()
            .map_err(|e| failed("cannot make a temporary folder").caused_by(e))?;
        let viewport = config.browser.viewport;
        let mut args = vec![
            format!("--e2e-session={}", profile.path().display()),
            format!("--window-size={},{}", viewport.width, viewport.height),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
        ];
        if !config.browser.headed && found.kind != crate::config::BrowserKind::HeadlessShell {
            args.push("--headless=new".to_owned());
        }
        args.extend(config.browser.args.iter().cloned());
        let caps = json!({
            "browserName": "chrome",
            "pageLoadStrategy": "none",
            "unhandledPromptBehavior": "ignore",
            "goog:chromeOptions": { "binary": found.binary, "args": args },
        });
        let serde_json::Value::Object(caps) = caps else {
            return Err(failed("capabilities are no object"));
        };
        let driver = WebDriver::new(process.url(), Capabilities::from(caps))
            .await
            .map_err(|e| failed("the session cannot be opened").caused_by(e))?;
        // This session is closed by its owner; a drop in the library would block.
        let _ = driver.clone().leak();
        let wire = Arc::new(WireWebDriver::new(driver.handle().clone()));
        Ok(Self {
            driver,
            wire,
            process: Some(process),
            profile: Some(profile),
        })
    }

    /// The connection everything above this layer uses.
    #[must_use]
    pub fn wire(&self) -> Arc<dyn Wire> {
        self.wire.clone()
    }

    /// The session for code that speaks WebDriver itself.
    #[must_use]
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Ends the session and everything it started.
    pub async fn close(mut self) {
        let _ = self.wire.quit().await;
        self.process = None;
        self.profile = None;
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("id", self.driver.session_id())
            .finish_non_exhaustive()
    }
}
