//! Finding the app that the processes of a run share, and having it started.
//!
//! Whose run it is decides how long the app lives: workers belong to the process that
//! started them, test processes to nextest. Whoever comes first starts a keeper and
//! waits; what came of it stands in a file of the run's folder, and so does a failure,
//! which is then everyone's.

use super::keeper;
use crate::code::Code;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::report::place;
use fs4::TryLockError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a file is looked at that another process writes.
const LOOK: Duration = Duration::from_millis(10);

/// How long a keeper may take to end its app when it is told to.
const ENDING: Duration = Duration::from_secs(10);

/// This binary's `main` is ours, so that it can be run again as a keeper.
static ALLOWED: AtomicBool = AtomicBool::new(false);

/// This process is a worker.
static WORKER: AtomicBool = AtomicBool::new(false);

/// From now on a keeper can be started.
pub(crate) fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// This process is one of several that the one which started it reports for.
pub(crate) fn belong_to_parent() {
    WORKER.store(true, Ordering::Relaxed);
}

/// The process that this one shares its app under, if there is one.
#[cfg(unix)]
pub(super) fn owner() -> Option<u32> {
    if !ALLOWED.load(Ordering::Relaxed) {
        return None;
    }
    let parent = std::os::unix::process::parent_id();
    (WORKER.load(Ordering::Relaxed) || is_nextest(parent)).then_some(parent)
}

/// Nothing there says when a process that is no child has ended.
#[cfg(not(unix))]
pub(super) fn owner() -> Option<u32> {
    let _ = (&ALLOWED, &WORKER);
    None
}

/// By its name: anything else may outlast the run by far, and the app with it.
#[cfg(unix)]
fn is_nextest(pid: u32) -> bool {
    let name = if cfg!(target_os = "linux") {
        fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default()
    } else {
        let output = std::process::Command::new("ps")
            .args(["-o", "comm=", "-p", &pid.to_string()])
            .output();
        output.map_or(String::new(), |output| {
            String::from_utf8_lossy(&output.stdout).into_owned()
        })
    };
    name.contains("nextest")
}

/// The files of one shared app.
#[derive(Clone, Debug)]
pub(super) struct Place {
    folder: PathBuf,
    key: String,
}

/// What became of the start.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Told {
    Up(String),
    Failed {
        code: Code,
        message: String,
        notes: Vec<String>,
        helps: Vec<String>,
    },
}

impl Told {
    pub(super) fn failed(error: Error) -> Self {
        // A cause becomes a note: only texts can be handed over.
        let error = error.map_text(str::to_owned);
        Self::Failed {
            code: error.code(),
            message: error.message().to_owned(),
            notes: error.notes().to_vec(),
            helps: error.helps().to_vec(),
        }
    }

    fn outcome(self) -> Result<String> {
        match self {
            Self::Up(url) => Ok(url),
            Self::Failed {
                code,
                message,
                notes,
                helps,
            } => {
                let error = notes
                    .into_iter()
                    .fold(Error::new(code, message), Error::note);
                Err(helps.into_iter().fold(error, Error::help))
            }
        }
    }
}

impl Place {
    /// The place of this configuration's app under `owner`.
    pub(super) fn new(config: &Config, owner: u32) -> Self {
        let app = &config.app;
        let mut hasher = DefaultHasher::new();
        (&config.root, &app.command, &app.args, &app.env).hash(&mut hasher);
        (&app.url, &app.ready).hash(&mut hasher);
        Self {
            folder: config.run.dir().join(place::APP),
            key: format!("{owner}-{:016x}", hasher.finish()),
        }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.key))
    }

    /// The program's output.
    pub(super) fn log(&self) -> PathBuf {
        self.file("log")
    }

    /// Marks that a keeper is there, as long as the file is held. `None` when another
    /// one is.
    pub(super) fn occupy(&self) -> io::Result<Option<File>> {
        let file = open(&self.file("alive"))?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn is_occupied(&self) -> bool {
        let Ok(file) = File::open(self.file("alive")) else {
            return false;
        };
        matches!(
            fs4::FileExt::try_lock_shared(&file),
            Err(TryLockError::WouldBlock)
        )
    }

    /// Writes what became of the start, whole or not at all.
    pub(super) fn tell(&self, told: &Told) -> io::Result<()> {
        let half = self.file("half");
        fs::write(&half, serde_json::to_vec(told)?)?;
        fs::rename(half, self.file("json"))
    }

    /// Writes how the app ended by itself, whole or not at all.
    pub(super) fn tell_end(&self, ended: &str) -> io::Result<()> {
        let half = self.file("half");
        fs::write(&half, ended)?;
        fs::rename(half, self.file("ended"))
    }

    /// How the app ended by itself, if it did.
    pub(super) fn end(&self) -> Option<String> {
        fs::read_to_string(self.file("ended")).ok()
    }

    fn told(&self) -> Option<Told> {
        serde_json::from_slice(&fs::read(self.file("json")).ok()?).ok()
    }

    /// Whether what was told still holds: [`dismiss_all`] takes it away.
    pub(super) fn is_wanted(&self) -> bool {
        self.file("json").exists()
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
}

/// The base address of the shared app, started by whoever asks first.
pub(super) fn running(config: &Config, owner: u32) -> Result<String> {
    let place = Place::new(config, owner);
    let failed = |error: io::Error| {
        Error::new(
            Code::EnvironmentUnavailable,
            format!("cannot share the app through {}", place.folder.display()),
        )
        .caused_by(error)
        .help("check that the folder is writable and the disk has room")
    };
    fs::create_dir_all(&place.folder).map_err(failed)?;
    // One after the other: the first one starts it, the others find it started.
    let turn = open(&place.file("lock")).map_err(failed)?;
    fs4::FileExt::lock(&turn).map_err(failed)?;
    loop {
        match place.told() {
            Some(Told::Up(url)) if place.is_occupied() => return Ok(url),
            // Its keeper was killed, and the app went with it.
            Some(Told::Up(_)) => {
                let _ = fs::remove_file(place.file("ended"));
                let _ = fs::remove_file(place.file("json"));
            }
            Some(failure) => return failure.outcome(),
            None => {}
        }
        // Whoever started this one was ended while it waited.
        while place.told().is_none() && place.is_occupied() {
            std::thread::sleep(LOOK);
        }
        if place.told().is_some() {
            continue;
        }
        let mut child = keeper::spawn(config, owner).map_err(failed)?;
        while place.told().is_none() {
            if let Some(status) = child.try_wait().map_err(failed)?
                && place.told().is_none()
            {
                let mut why = String::new();
                if let Some(mut said) = child.stdout.take() {
                    let _ = said.read_to_string(&mut why);
                }
                return Err(ended(&status, why.trim(), &place.folder));
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// The error of a keeper that ended before it said what became of the start.
fn ended(status: &ExitStatus, why: &str, folder: &Path) -> Error {
    let error = Error::new(
        Code::EnvironmentUnavailable,
        format!("the process that keeps the app ended: {status}"),
    );
    match why {
        "" => error.note("it said nothing"),
        why => error.note(why).help(format!(
            "check that {} is writable and the disk has room",
            folder.display()
        )),
    }
}

/// Ends the apps that were started under this process, and waits for their end.
pub(crate) fn dismiss_all(config: &Config) {
    let folder = config.run.dir().join(place::APP);
    let own = format!("{}-", std::process::id());
    let places: Vec<Place> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.starts_with(&own))
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .map(|key| Place {
            folder: folder.clone(),
            key,
        })
        .collect();
    for place in &places {
        let _ = fs::remove_file(place.file("json"));
    }
    let deadline = Instant::now() + ENDING;
    while places.iter().any(Place::is_occupied) && Instant::now() < deadline {
        std::thread::sleep(LOOK);
    }
}
