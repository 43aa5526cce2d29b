//! Opening a session: the driver made ready, the capabilities sent, the browser
//! written down, the viewport measured.

use super::capabilities;
use super::choosing::{Limits, Parts};
use super::client::Client;
use super::current::Current;
use super::driver::Driver;
use super::find::{self, Found};
use super::http::{self, Failure, Http, Refusal};
use super::registry;
use super::room;
use super::rooms;
use super::serving;
use super::session::{About, Hold, Session};
use super::slot::Slot;
use super::start;
use super::trouble::{Link, Trouble};
use super::wire::WireKind;
use crate::code::Code;
use crate::config::{BrowserKind, Config, Viewport};
use crate::error::{Error, Result};
use crate::text::show_duration;
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner as Inner};
use thirtyfour::{Capabilities, WebDriver};

/// Opens a session as configured: in a browser of its own, or in a room of a shared one.
pub(super) async fn open(config: &Config) -> Result<Session> {
    match rooms::open(config).await? {
        Some(session) => Ok(session),
        None => open_own(config).await,
    }
}

/// Opens a session in a browser of its own.
pub(super) async fn open_own(config: &Config) -> Result<Session> {
    let end = Instant::now() + config.timeouts.startup;
    if let Some(url) = &config.browser.webdriver_url {
        let opening = Opening {
            config,
            slot: Slot::open()?,
            kind: config.browser.kind.unwrap_or(BrowserKind::Chrome),
            caps: capabilities::remote(&config.browser),
            server: format!("{}/", url.trim_end_matches('/')),
            driver: None,
            found: None,
            end,
        };
        return opening.run().await;
    }
    let found = find::find_or_download(&config.browser).await?;
    match open_driven(config, &found, end).await {
        // Tests share the driver, and the browser of another one may have taken it along.
        // Nothing was done with this one yet.
        Err(Unopened {
            error,
            driver_died: true,
        }) if Instant::now() < end => {
            tracing::debug!(?error, "a session is opened with another driver");
            let opened = open_driven(config, &found, end).await;
            opened.map_err(|unopened| unopened.error)
        }
        opened => opened.map_err(|unopened| unopened.error),
    }
}

/// Why a driver opened no session.
struct Unopened {
    error: Error,
    driver_died: bool,
}

impl From<Error> for Unopened {
    fn from(error: Error) -> Self {
        Self {
            error,
            driver_died: false,
        }
    }
}

async fn open_driven(
    config: &Config,
    found: &Found,
    end: Instant,
) -> std::result::Result<Session, Unopened> {
    let slot = Slot::open()?;
    let driver = serving::driver(found, slot.key(), end).await?;
    let opening = Opening {
        config,
        kind: found.kind,
        caps: capabilities::local(&config.browser, found, slot.folder()),
        slot,
        server: driver.url(),
        driver: Some(driver.clone()),
        found: Some(found.clone()),
        end,
    };
    opening.run().await.map_err(|error| Unopened {
        error,
        driver_died: driver.exit_status().is_some(),
    })
}

/// Everything a new session needs.
struct Opening<'a> {
    config: &'a Config,
    slot: Slot,
    kind: BrowserKind,
    caps: Map<String, Value>,
    server: String,
    driver: Option<Arc<Driver>>,
    found: Option<Found>,
    end: Instant,
}

impl Opening<'_> {
    async fn run(mut self) -> Result<Session> {
        let inner = http::client(self.driver.is_some()).map_err(|e| {
            Error::new(Code::EnvironmentUnavailable, "no HTTP client can be made").caused_by(e)
        })?;
        let in_frame = Arc::new(AtomicBool::new(false));
        let current = Current::default();
        let client = Client {
            inner: inner.clone(),
            navigation: self.config.timeouts.navigation,
            in_frame: in_frame.clone(),
            current: current.clone(),
            room: None,
        };
        let link = Link {
            server: Http::new(inner.clone(), self.server.clone()),
            driver: self.driver.clone(),
            address: self.server.clone(),
            debugger: None,
            browser: self.browser(),
        };
        self.slot.set_starting(self.driver.is_some());
        let caps = Capabilities::from(std::mem::take(&mut self.caps));
        let connecting = WebDriver::builder(&self.server, caps)
            .client(client)
            .connect();
        let left = self.end.saturating_duration_since(Instant::now());
        let driver = match tokio::time::timeout(left, connecting).await {
            Ok(Ok(driver)) => driver,
            Ok(Err(error)) => return Err(room::blame(self.refused(&link, &error).await)),
            Err(_) => return Err(room::blame(self.late(&link).await)),
        };
        // Its owner ends this session. A drop inside the library would block on a
        // driver that may be gone.
        let _ = driver.clone().leak();
        let mut about = about(&self, &driver);
        let profile = driver
            .capabilities()
            .get("chrome")
            .and_then(|chrome| chrome.get("userDataDir"))
            .and_then(Value::as_str)
            .map(PathBuf::from);
        registry::session_started(self.slot.key(), about.pid, profile);
        self.slot.set_starting(false);

        let base = format!("{}session/{}/", self.server, driver.session_id());
        let http = Http::new(inner.clone(), base);
        size(&http, self.config.browser.viewport, self.end).await;
        if !self.kind.is_chromium()
            && let Some(address) = driver.capabilities().get("webSocketUrl")
        {
            start::keep_over_bidi(address.as_str().unwrap_or_default()).await;
        }
        let link = Arc::new(Link {
            browser: format!("{} {}", about.name, about.version),
            // Of a browser elsewhere the address means nothing here.
            debugger: about
                .debugger
                .as_ref()
                .filter(|_| about.pid.is_some())
                .map(|debugger| Http::new(inner.clone(), format!("http://{debugger}/"))),
            ..link
        });
        let parts = Parts {
            client: inner,
            http: http.clone(),
            link: link.clone(),
            current,
            in_frame,
            limits: self.limits(),
        };
        let wire = parts.wire(self.config.browser.wire, &mut about).await?;
        // DevTools has it kept for every page it attaches to.
        if self.kind.is_chromium() && about.wire == WireKind::WebDriver {
            start::keep(&http, self.end).await;
        }
        Ok(Session {
            driver,
            wire,
            link,
            about,
            hold: Hold::Own(self.slot),
            http,
            teardown: self.config.timeouts.teardown,
        })
    }

    /// What a browser without a protocol of its own does in its own way.
    fn limits(&self) -> Limits {
        let firefox = self.kind == BrowserKind::Firefox;
        Limits {
            // Its driver begins such a drag and never drops, with a window or without.
            native_drags: !firefox,
            dropped_files: self.kind.is_chromium(),
            moves_in_place: !firefox,
            finds_frames: !firefox,
            downloads: (firefox && self.driver.is_some())
                .then(|| capabilities::downloads(self.slot.folder())),
        }
    }

    fn browser(&self) -> String {
        match &self.found {
            Some(found) => format!("{} {}", found.binary.display(), found.browser_version),
            None => format!("{} at {}", self.kind, self.server),
        }
    }

    /// The error for a session the driver did not open.
    async fn refused(&self, link: &Link, error: &WebDriverError) -> Error {
        let what = "opening a browser session";
        let refusal = match failure(error) {
            Failure::Refused(refusal) => refusal,
            other => return link.error(what, Trouble::from(other)).await,
        };
        let mut shown = Error::new(
            Code::BrowserUnavailable,
            format!("the browser {} does not start", self.browser()),
        )
        .note(if refusal.message.is_empty() {
            refusal.error
        } else {
            refusal.message
        });
        if let Some(driver) = &self.driver {
            match driver.log_tail().as_str() {
                "" => {}
                tail => shown = shown.note(format!("last lines of the driver:\n{tail}")),
            }
        }
        if let Some(found) = &self.found {
            shown = shown.help(format!(
                "run it by hand to see why: `{} --headless --no-sandbox --dump-dom about:blank`",
                found.binary.display()
            ));
        }
        if self.config.browser.headed {
            shown = shown.help("a window needs a display: set DISPLAY, or unset E2E_HEADED");
        }
        shown
    }

    /// The error for a session that did not open in time.
    async fn late(&self, link: &Link) -> Error {
        let limit = self.config.timeouts.startup;
        let pulse = link
            .server
            .call(Method::GET, "status", None, Duration::from_secs(2))
            .await;
        if matches!(pulse, Ok(_) | Err(Failure::Refused(_))) {
            return Error::new(
                Code::BrowserUnavailable,
                format!(
                    "the browser {} did not start within {}",
                    self.browser(),
                    show_duration(limit)
                ),
            )
            .help("raise `timeouts.startup` in e2e.toml when the machine is that slow");
        }
        // A driver that does not even answer about itself serves nobody.
        match &self.driver {
            Some(driver) => {
                let error = driver.failure(&format!(
                    "did not open a session within {}, and does not answer any more",
                    show_duration(limit)
                ));
                let driver = driver.clone();
                let _ = super::off_thread(move || registry::discard(&driver)).await;
                error
            }
            None => {
                link.error("opening a browser session", Trouble::Late(limit))
                    .await
            }
        }
    }
}

fn about(opening: &Opening<'_>, driver: &WebDriver) -> About {
    let caps = driver.capabilities();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let local = opening.driver.is_some();
    About {
        kind: opening.kind,
        name: text(caps.get("browserName")).unwrap_or_else(|| opening.kind.to_string()),
        version: text(caps.get("browserVersion")).unwrap_or_default(),
        pid: ["goog:processID", "ms:processID", "moz:processID"]
            .iter()
            .find_map(|key| caps.get(key).and_then(Value::as_u64))
            .filter(|_| local)
            .and_then(|pid| u32::try_from(pid).ok()),
        server: opening.server.clone(),
        debugger: ["goog:chromeOptions", "ms:edgeOptions"]
            .iter()
            .find_map(|key| text(caps.get(key)?.get("debuggerAddress"))),
        wire: WireKind::WebDriver,
        fallback: None,
    }
}

fn failure(error: &WebDriverError) -> Failure {
    match error.as_inner() {
        Inner::SessionNotCreated(info)
        | Inner::UnknownError(info)
        | Inner::InvalidArgument(info)
        | Inner::InvalidSessionId(info)
        | Inner::WebDriverTimeout(info)
        | Inner::UnknownCommand(info)
        | Inner::NotInSpec(info) => Failure::Refused(Refusal {
            error: info.value.error.clone().unwrap_or_default(),
            message: http::brief(&info.value.message),
            dialog: None,
        }),
        other => Failure::Unreachable(other.to_string()),
    }
}

/// Makes the page area exactly as large as asked: a window is larger by its frame,
/// and by how much only the page can say.
pub(super) async fn size(http: &Http, viewport: Viewport, end: Instant) {
    let wanted = (viewport.width.into(), viewport.height.into());
    let left = || end.saturating_duration_since(Instant::now());
    for _ in 0..3 {
        let ask = json!({
            "script": "return [innerWidth, innerHeight, outerWidth, outerHeight]",
            "args": [],
        });
        let Ok(answer) = http
            .call(Method::POST, "execute/sync", Some(&ask), left())
            .await
        else {
            return;
        };
        let number = |index: usize| answer.get(index).and_then(Value::as_i64).unwrap_or(0);
        if (number(0), number(1)) == wanted {
            return;
        }
        let rect = json!({
            "width": number(2) + wanted.0 - number(0),
            "height": number(3) + wanted.1 - number(1),
        });
        if http
            .call(Method::POST, "window/rect", Some(&rect), left())
            .await
            .is_err()
        {
            return;
        }
    }
    tracing::warn!(?viewport, "the browser does not take this viewport size");
}
