//! The browser that tests share.

use super::room::{Prepared, Room};
use crate::browser::client::{Client, OfRoom};
use crate::browser::current::Current;
use crate::browser::driver::Driver;
use crate::browser::http::{self, Http};
use crate::browser::opening;
use crate::browser::registry;
use crate::browser::session::{About, Hold, Session};
use crate::browser::trouble::{Link, Trouble};
use crate::browser::wire::WireKind;
use crate::browser::wire_cdp::WireCdp;
use crate::code::Code;
use crate::config::{Config, Viewport, WireChoice};
use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thirtyfour::{Capabilities, WebDriver};

/// How long joining the shared browser may take.
const JOINING: Duration = Duration::from_secs(15);

/// Every shared browser of this process; different settings need different ones.
static HOSTS: Mutex<Vec<Arc<Host>>> = Mutex::new(Vec::new());

fn hosts() -> MutexGuard<'static, Vec<Arc<Host>>> {
    HOSTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running browser that gives rooms.
#[derive(Debug)]
pub(in crate::browser) struct Host {
    /// What it was started with.
    settings: String,
    /// The session it was started by; ending it ends the browser.
    owner: Session,
    /// Where its DevTools server is.
    debugger: String,
    /// A room made ahead.
    spare: Mutex<Option<Prepared>>,
    /// Something of a test may still be in it.
    spoiled: AtomicBool,
}

/// The running browser for these settings, or a new one. Nothing when the browser
/// cannot be shared.
pub(super) async fn get(config: &Config) -> Result<Option<Arc<Host>>> {
    let settings = settings(config);
    let found = hosts()
        .iter()
        .find(|host| host.settings == settings)
        .cloned();
    if let Some(host) = found {
        if host.is_sound() {
            return Ok(Some(host));
        }
        forget(&host);
    }
    let mut own = config.clone();
    own.browser.wire = WireChoice::WebDriver;
    let owner = opening::open_own(&own).await?;
    let Some(debugger) = owner.about().debugger.clone() else {
        owner.close().await?;
        return Ok(None);
    };
    if !owner.about().kind.is_chromium() {
        owner.close().await?;
        return Ok(None);
    }
    let host = Arc::new(Host {
        settings,
        owner,
        debugger,
        spare: Mutex::default(),
        spoiled: AtomicBool::new(false),
    });
    hosts().push(host.clone());
    Ok(Some(host))
}

/// Gives no more rooms of it; it ends with its last room.
pub(super) fn forget(host: &Arc<Host>) {
    hosts().retain(|other| !Arc::ptr_eq(other, host));
}

/// What two tests have to agree on to share a browser. The size of the page is each
/// room's own.
fn settings(config: &Config) -> String {
    let mut browser = config.browser.clone();
    browser.viewport = Viewport {
        width: 0,
        height: 0,
    };
    format!("{browser:?}")
}

impl Host {
    fn is_sound(&self) -> bool {
        !self.spoiled.load(Ordering::SeqCst) && registry::is_open(self.owner.key())
    }

    /// Something of a test may be left in it, so no other test gets it.
    pub(super) fn spoil(&self) {
        self.spoiled.store(true, Ordering::SeqCst);
    }

    fn spare(&self) -> MutexGuard<'_, Option<Prepared>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn debugger(&self) -> &str {
        &self.debugger
    }

    pub(super) fn about(&self) -> &About {
        self.owner.about()
    }

    pub(super) fn key(&self) -> registry::SessionKey {
        self.owner.key()
    }

    fn driver(&self) -> Option<Arc<Driver>> {
        self.owner.link.driver.clone()
    }

    /// Leaves it running when this process ends.
    pub(super) fn keep(self: &Arc<Self>) {
        registry::keep_session(self.key());
        forget(self);
    }

    /// A session in a room of its own.
    pub(super) async fn room(self: Arc<Self>, config: &Config) -> Result<Session> {
        let viewport = config.browser.viewport;
        let ahead = self.spare().take();
        let ahead = ahead.map(|spare| Room::new(self.clone(), spare));
        let room = match ahead {
            Some(room) if room.viewport() == viewport => room,
            // One of another size is left again, which disposes of it.
            _ => Prepared::make(&self, viewport)
                .await
                .map(|made| Room::new(self.clone(), made))
                .map_err(|why| self.unfit(&why))?,
        };
        let session = self.join(config, room).await?;
        self.make_spare(viewport);
        Ok(session)
    }

    /// The next room, made while this one is used.
    fn make_spare(self: &Arc<Self>, viewport: Viewport) {
        let host = Arc::downgrade(self);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let (Ok(runtime), Some(host)) = (runtime, host.upgrade()) else {
                return;
            };
            // One that cannot be made is made when it is needed, and then says why.
            if let Ok(spare) = runtime.block_on(Prepared::make(&host, viewport)) {
                let other = host.spare().replace(spare);
                drop(other.map(|other| Room::new(host.clone(), other)));
            }
        });
    }

    async fn join(self: &Arc<Self>, config: &Config, room: Room) -> Result<Session> {
        let end = Instant::now() + JOINING;
        let inner = http::client(true).map_err(|e| {
            Error::new(Code::EnvironmentUnavailable, "no HTTP client can be made").caused_by(e)
        })?;
        let current = Current::default();
        current.set(room.target());
        let of_room = OfRoom::new(room.response().clone());
        let client = Client {
            inner: inner.clone(),
            navigation: config.timeouts.navigation,
            in_frame: Arc::new(AtomicBool::new(false)),
            current: current.clone(),
            room: Some(of_room.clone()),
        };
        let about = About {
            wire: WireKind::DevTools,
            fallback: None,
            ..self.about().clone()
        };
        let link = Arc::new(Link {
            server: Http::new(inner.clone(), about.server.clone()),
            driver: self.driver(),
            address: about.server.clone(),
            debugger: None,
            browser: format!("{} {}", about.name, about.version),
        });
        // The session is there already; this makes the handle of it.
        let connecting = WebDriver::builder(&about.server, Capabilities::default())
            .client(client)
            .connect();
        let left = end.saturating_duration_since(Instant::now());
        let driver = match tokio::time::timeout(left, connecting).await {
            Ok(Ok(driver)) => driver,
            Ok(Err(error)) => return Err(self.unfit(&error.to_string())),
            Err(_) => {
                let what = "joining the shared browser";
                return Err(link.error(what, Trouble::Late(JOINING)).await);
            }
        };
        let _ = driver.clone().leak();
        let base = format!("{}session/{}/", about.server, driver.session_id());
        let http = Http::new(inner.clone(), base);
        let wire = WireCdp::connect(&inner, &self.debugger, link.clone(), http.clone(), current)
            .await
            .map_err(|why| self.unfit(&why))?;
        let wire = Arc::new(wire);
        wire.empty_clipboard()
            .await
            .map_err(|trouble| self.unfit(&format!("{trouble:?}")))?;
        of_room.set(&wire);
        Ok(Session {
            driver,
            wire,
            link,
            about,
            hold: Hold::Room(room),
            http,
            teardown: config.timeouts.teardown,
        })
    }

    fn unfit(&self, why: &str) -> Error {
        Error::new(
            Code::BrowserUnavailable,
            format!(
                "the shared browser {} gives no room for a test",
                self.about().name
            ),
        )
        .note(why)
        .help("`browser.isolation = \"process\"` gives each test a browser of its own")
    }
}
