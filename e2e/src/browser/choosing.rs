//! Which wire a session gets.

use super::current::Current;
use super::http::Http;
use super::session::About;
use super::trouble::Link;
use super::wire::{Wire, WireKind};
use super::wire_cdp::WireCdp;
use super::wire_webdriver::WireWebDriver;
use crate::code::Code;
use crate::config::WireChoice;
use crate::error::{Error, Result};
use reqwest::Method;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the driver may take to name its window.
const COMMAND: Duration = Duration::from_secs(15);

/// What a wire is made of.
pub(super) struct Parts {
    pub(super) client: reqwest::Client,
    pub(super) http: Http,
    pub(super) link: Arc<Link>,
    pub(super) current: Current,
    pub(super) in_frame: Arc<AtomicBool>,
    pub(super) limits: Limits,
}

/// What a browser can do of what plain WebDriver has no command for.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// Input begins the browser's own drags.
    pub(super) native_drags: bool,
    /// Files can be dropped on the page.
    pub(super) dropped_files: bool,
    /// A move to where the pointer is already is sent to the page.
    pub(super) moves_in_place: bool,
    /// Input at a place finds the frame that stands there, whichever process it is in.
    pub(super) finds_frames: bool,
    /// The folder downloads go to, where it was fixed as the browser was started.
    pub(super) downloads: Option<PathBuf>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            native_drags: true,
            dropped_files: true,
            moves_in_place: true,
            finds_frames: true,
            downloads: None,
        }
    }
}

impl Parts {
    /// The wire that was asked for, or the one that can be had; `about` is told which.
    ///
    /// The choice is made once. A session that began on one wire stays on it: what was
    /// sent over one is never sent again over the other.
    pub(super) async fn wire(self, choice: WireChoice, about: &mut About) -> Result<Arc<dyn Wire>> {
        if choice != WireChoice::WebDriver {
            match self.fast(about).await {
                Ok(wire) => {
                    about.wire = WireKind::DevTools;
                    return Ok(Arc::new(wire));
                }
                Err(why) if choice == WireChoice::DevTools => {
                    return Err(unavailable(&self.link.browser, &why));
                }
                // Other browsers have none, and nobody expects it of them.
                Err(_) if !about.kind.is_chromium() => {}
                Err(why) => about.fallback = Some(why),
            }
        }
        // Of a browser elsewhere the address means nothing here.
        let debugger = about.debugger.clone().filter(|_| about.pid.is_some());
        let wire = WireWebDriver::new(self.http, self.link, self.in_frame, self.limits)
            .beside(self.client, debugger);
        // The first look: later ones tell from it which windows are new.
        let _ = wire.follow_window().await;
        Ok(Arc::new(wire))
    }

    /// The wire past the driver, or why there is none.
    async fn fast(&self, about: &About) -> Result<WireCdp, String> {
        let debugger = about
            .debugger
            .as_deref()
            .ok_or_else(|| format!("{} has no DevTools server", about.name))?;
        let window = self
            .http
            .call(Method::GET, "window", None, COMMAND)
            .await
            .map_err(|failure| format!("the driver does not name its window: {failure:?}"))?;
        self.current.set(window.as_str().unwrap_or_default());
        WireCdp::connect(
            &self.client,
            debugger,
            self.link.clone(),
            self.http.clone(),
            self.current.clone(),
        )
        .await
    }
}

/// The error for a wire that is asked for and cannot be had.
fn unavailable(browser: &str, why: &str) -> Error {
    Error::new(
        Code::BrowserUnavailable,
        format!("{browser} cannot be reached over DevTools: {why}"),
    )
    .help("`browser.wire = \"auto\"` in e2e.toml, or E2E_WIRE=auto, falls back to WebDriver")
}
