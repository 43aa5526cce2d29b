//! Everything this test process has started and not yet ended.
//!
//! One table for the whole process: it outlives every test and every runtime, and a
//! signal thread can end all of it. An entry is written before its process exists.

use super::driver::Driver;
use super::process::{self, Process};
use super::scratch::{self, Scratch};
use super::watchdog::Watchdog;
use crate::code::Code;
use crate::config::BrowserKind;
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

/// How long processes get to disappear after SIGKILL.
const DYING: Duration = Duration::from_secs(5);

/// One session of this process; never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionKey(u64);

/// The table; empty before the first start and after [`reap_all`].
static OWNED: Mutex<Option<Owned>> = Mutex::new(None);

#[derive(Debug)]
struct Owned {
    scratch: Scratch,
    watchdog: Option<Watchdog>,
    drivers: Vec<Arc<Driver>>,
    sessions: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    key: SessionKey,
    /// Where its files are, and the mark its processes carry.
    folder: PathBuf,
    browser: Option<Process>,
    /// More to remove: the profile, when the driver made it.
    profile: Option<PathBuf>,
    /// A driver that serves this session alone.
    driver: Option<Arc<Driver>>,
    kept: bool,
}

fn owned() -> MutexGuard<'static, Option<Owned>> {
    OWNED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Makes the temporary folder and starts the watchdog, once.
fn ensure(owned: &mut Option<Owned>) -> Result<&mut Owned> {
    if owned.is_none() {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| {
            std::thread::spawn(scratch::sweep);
        });
        let path = Scratch::name();
        // Before the folder: a process that is killed between the two leaves nothing.
        let watchdog = match Watchdog::start(&path) {
            Ok(watchdog) => Some(watchdog),
            Err(error) => {
                tracing::warn!(%error, "no watchdog: if this process is killed, its browser may stay");
                None
            }
        };
        let scratch = Scratch::create(path).map_err(|e| {
            Error::new(
                Code::EnvironmentUnavailable,
                format!(
                    "no temporary folder can be made in {}",
                    std::env::temp_dir().display()
                ),
            )
            .caused_by(e)
            .help("free some space there, or point TMPDIR to a folder that can be written")
        })?;
        *owned = Some(Owned {
            scratch,
            watchdog,
            drivers: Vec::new(),
            sessions: Vec::new(),
        });
    }
    owned.as_mut().ok_or_else(|| {
        Error::new(
            Code::EnvironmentUnavailable,
            "the table of processes is empty",
        )
    })
}

/// A driver that runs this program: the one that runs already, or a new one.
/// `key` asks for one that serves this session alone.
pub(super) fn driver(
    program: &Path,
    kind: BrowserKind,
    key: Option<SessionKey>,
) -> Result<Arc<Driver>> {
    let mut guard = owned();
    let owned = ensure(&mut guard)?;
    if key.is_none() {
        owned
            .drivers
            .retain(|driver| driver.exit_status().is_none());
        if let Some(driver) = owned.drivers.iter().find(|d| d.program() == program) {
            return Ok(driver.clone());
        }
    }
    let folder = make(owned.scratch.path(), "d")?;
    // Under the lock, so that no process exists that the table does not know.
    let driver = Arc::new(Driver::spawn(program, kind, folder)?);
    match key.and_then(|key| owned.sessions.iter_mut().find(|entry| entry.key == key)) {
        Some(entry) => entry.driver = Some(driver.clone()),
        None => owned.drivers.push(driver.clone()),
    }
    Ok(driver)
}

/// Forgets and ends a driver that no longer answers, with every browser it started.
pub(super) fn discard(driver: &Arc<Driver>) {
    if let Some(owned) = owned().as_mut() {
        owned.drivers.retain(|other| !Arc::ptr_eq(other, driver));
    }
    driver.kill();
}

/// A place for a session that is about to be started.
pub(super) fn open_session() -> Result<(SessionKey, PathBuf)> {
    let mut guard = owned();
    let owned = ensure(&mut guard)?;
    let key = SessionKey(number());
    let folder = make(owned.scratch.path(), "s")?;
    owned.sessions.push(Entry {
        key,
        folder: folder.clone(),
        browser: None,
        profile: None,
        driver: None,
        kept: false,
    });
    Ok((key, folder))
}

/// A folder for the files and the mark of something that is no session.
pub(super) fn folder(letter: &str) -> Result<PathBuf> {
    make(ensure(&mut owned())?.scratch.path(), letter)
}

fn make(parent: &Path, letter: &str) -> Result<PathBuf> {
    let folder = parent.join(format!("{letter}{}", number()));
    std::fs::create_dir(&folder).map_err(|e| {
        Error::new(
            Code::EnvironmentUnavailable,
            format!("the folder {} cannot be made", folder.display()),
        )
        .caused_by(e)
    })?;
    Ok(folder)
}

/// Writes down the browser of a session once the driver has named it.
pub(super) fn session_started(key: SessionKey, pid: Option<u32>, profile: Option<PathBuf>) {
    let mut guard = owned();
    let Some(owned) = guard.as_mut() else { return };
    // A profile elsewhere is the user's own.
    let profile = profile.filter(|path| path.starts_with(owned.scratch.path()));
    if let Some(entry) = owned.sessions.iter_mut().find(|entry| entry.key == key) {
        entry.browser = pid.and_then(Process::of);
        entry.profile = profile;
    }
}

/// Whether a session's browser is in the table and still runs.
pub(super) fn is_open(key: SessionKey) -> bool {
    owned().as_ref().is_some_and(|owned| {
        let entry = owned.sessions.iter().find(|entry| entry.key == key);
        entry.is_some_and(|entry| !entry.kept && entry.browser.is_some_and(Process::is_alive))
    })
}

/// Leaves the session's browser and driver running when this process ends.
pub(super) fn keep_session(key: SessionKey) {
    if let Some(owned) = owned().as_mut() {
        if let Some(entry) = owned.sessions.iter_mut().find(|entry| entry.key == key) {
            entry.kept = true;
        }
        let Some(watchdog) = &mut owned.watchdog else {
            return;
        };
        let kept = owned.sessions.iter().filter(|entry| entry.kept);
        let own = kept.clone().filter_map(|entry| entry.driver.as_ref());
        for driver in owned.drivers.iter().chain(own) {
            watchdog.spare(driver.folder());
        }
        for entry in kept {
            watchdog.spare(&entry.folder);
        }
    }
}

/// Ends one session: its browser with everything below it, and its files. Quick,
/// blocking, and usable from any thread; a session that has ended already is none.
///
/// `false` when a process is still there some seconds after it was killed.
pub fn reap_session(key: SessionKey) -> bool {
    let entry = {
        let mut guard = owned();
        let Some(owned) = guard.as_mut() else {
            return true;
        };
        let Some(index) = owned.sessions.iter().position(|entry| entry.key == key) else {
            return true;
        };
        if owned.sessions[index].kept {
            return true;
        }
        owned.sessions.remove(index)
    };
    end(&entry)
}

fn end(entry: &Entry) -> bool {
    let roots: Vec<Process> = entry.browser.into_iter().collect();
    let gone = process::end(&entry.folder, &roots, DYING);
    if let Some(driver) = &entry.driver {
        driver.kill();
    }
    if let Some(profile) = &entry.profile {
        scratch::remove(profile);
    }
    scratch::remove(&entry.folder);
    gone
}

/// Ends everything this process has started through this crate: drivers, browsers,
/// temporary folders, the watchdog. Quick, blocking, and usable from a thread that
/// waits for signals; later starts begin anew.
///
/// Call it before the process exits and when it is told to stop. A process that does
/// neither is cleaned up after by the watchdog.
///
/// # Examples
///
/// ```no_run
/// // In the thread that waits for SIGINT, SIGTERM and SIGHUP:
/// e2e::browser::reap_all();
/// std::process::exit(130);
/// ```
pub fn reap_all() {
    let Some(mut everything) = owned().take() else {
        return;
    };
    let kept = everything.sessions.iter().any(|entry| entry.kept);
    if kept {
        for entry in everything.sessions.iter().filter(|entry| !entry.kept) {
            end(entry);
        }
        // The driver of a kept session serves it on, and its files stay. The watchdog
        // spares both, and ends the rest with this process.
        for driver in everything.drivers.drain(..) {
            std::mem::forget(driver);
        }
        for entry in everything.sessions.drain(..).filter(|entry| entry.kept) {
            std::mem::forget(entry.driver);
        }
        return;
    }
    let roots: Vec<Process> = everything
        .drivers
        .iter()
        .filter_map(|driver| driver.process())
        .chain(everything.sessions.iter().filter_map(|entry| entry.browser))
        .collect();
    process::end(everything.scratch.path(), &roots, DYING);
    for driver in everything
        .drivers
        .iter()
        .chain(everything.sessions.iter().filter_map(|e| e.driver.as_ref()))
    {
        driver.kill();
    }
    everything.scratch.remove();
    if let Some(watchdog) = everything.watchdog {
        watchdog.dismiss();
    }
}
