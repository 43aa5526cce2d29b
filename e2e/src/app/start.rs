//! The app of this process: started here, or by a keeper that many processes share.

use super::command::{self, Program};
use super::in_process;
use super::kept::{self, Place};
use super::ready::{self, Ready};
use crate::code::Code;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::report::place;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an in-process app may take to get ready when nothing else is said.
const STARTUP: Duration = Duration::from_secs(60);

/// The app of this process, once asked for.
static APP: Mutex<Option<Started>> = Mutex::new(None);

struct Started {
    outcome: Result<Running>,
    program: Option<Program>,
}

/// A reachable app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Running {
    /// Its base address without a slash at the end.
    pub(crate) url: String,
}

/// The app, started by the first test that asks. A start that failed fails every
/// test that needs the app with the same account; it is not tried again.
pub(crate) fn running(config: &Config) -> Result<Running> {
    let mut slot = APP.lock().unwrap_or_else(PoisonError::into_inner);
    let started = slot.get_or_insert_with(|| match start(config) {
        Ok((url, program)) => Started {
            outcome: Ok(Running {
                url: url.trim_end_matches('/').to_owned(),
            }),
            program,
        },
        Err(error) => Started {
            outcome: Err(error.blocked()),
            program: None,
        },
    });
    started.outcome.clone()
}

/// How long a program that gave up its port may take to be seen ended.
const ENDING: Duration = Duration::from_secs(1);

/// How long a program that ends may still take connections: it gives up what it holds
/// one by one, and whoever it answered may be told before its port is.
const CLOSING: Duration = Duration::from_millis(50);

/// How the app's program ended, when a test of this process used it and it is gone.
pub(crate) fn ended(config: &Config) -> Option<String> {
    config.app.command.as_ref()?;
    let began = Instant::now();
    loop {
        // Held by a start that is under way, or by another test that looks.
        if let Ok(mut slot) = APP.try_lock() {
            let started = slot.as_mut()?;
            let url = &started.outcome.as_ref().ok()?.url;
            // What the program left behind may serve the app.
            if ready::is_deserted(url) {
                let ended = match (&mut started.program, kept::owner()) {
                    (Some(program), _) => program.ended(),
                    (None, Some(owner)) => Place::new(config, owner).end(),
                    (None, None) => return None,
                };
                if ended.is_some() {
                    return ended;
                }
            } else if began.elapsed() >= CLOSING {
                return None;
            }
        }
        if began.elapsed() >= ENDING {
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Ends the app's program, if there is one. In-process apps end with the process.
pub(crate) fn stop() {
    // A start that is still under way holds the lock; its program is then ended by
    // the process registry.
    if let Ok(mut slot) = APP.try_lock()
        && let Some(started) = &mut *slot
    {
        started.program = None;
    }
}

fn start(config: &Config) -> Result<(String, Option<Program>)> {
    let app = &config.app;
    let limit = app.startup_timeout.unwrap_or(STARTUP);
    if let Some(command) = &app.command {
        if let Some(owner) = kept::owner() {
            return kept::running(config, owner).map(|url| (url, None));
        }
        if let Some(url) = command::existing(config)? {
            return Ok((url, None));
        }
        let log = config
            .run
            .dir()
            .join(place::APP)
            .join(format!("{}.log", std::process::id()));
        let program = Program::start(&config.root, app, command, &log, &|| true)?;
        return Ok((program.url.clone(), Some(program)));
    }
    if let Some(def) = in_process::registered()? {
        if app.url.is_some() {
            return Err(Error::new(
                Code::InvalidConfig,
                "both an `#[e2e::app]` function and an app address (`[app] url` or E2E_APP_URL) are given",
            )
            .help("keep one of them"));
        }
        return in_process::start(def, limit).map(|url| (url, None));
    }
    let Some(url) = &app.url else {
        return Err(Error::new(Code::TestSetupFailed, "no app under test is known")
            .help("write `#[e2e::app] async fn app() -> …` beside the tests, or `[app]` with `command` or `url` in e2e.toml"));
    };
    match ready::wait(
        url,
        app.startup_timeout.unwrap_or(Duration::from_secs(5)),
        || false,
    ) {
        Ready::Yes => Ok((url.clone(), None)),
        Ready::GivenUp => Err(unreachable(url, "")),
        Ready::No(seen) => Err(unreachable(url, &seen)),
    }
}

fn unreachable(url: &str, seen: &str) -> Error {
    Error::new(
        Code::AppUnreachable,
        format!("the app at {url} does not answer"),
    )
    .note(seen)
    .help("start it, or give `[app] command` in e2e.toml so that the tests start it")
}
