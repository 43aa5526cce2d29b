//! Which browser and which driver to use.
//!
//! Explicit settings first, then `PATH` and the usual places, and for a driver that
//! is missing the download of the `download` feature. Browser and driver have to be
//! of one major version; a pair that is not is an error before anything starts.

use super::places::{self, Places};
use super::version;
use crate::code::Code;
use crate::config::{BrowserConfig, BrowserKind};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};

/// A browser and the driver for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Which browser.
    pub kind: BrowserKind,
    /// Its program.
    pub binary: PathBuf,
    /// The driver's program.
    pub driver: PathBuf,
    /// The browser's version, like `156.0.8078.108`; empty when it cannot be asked for.
    pub browser_version: String,
    /// The driver's version.
    pub driver_version: String,
}

/// A program that was looked for and is there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    /// The browser it is, or drives.
    pub kind: BrowserKind,
    /// Where it is.
    pub path: PathBuf,
    /// Its version, or why it is not known.
    pub version: Result<String, String>,
}

/// Everything that was found, for `cargo e2e doctor`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Survey {
    /// Every browser, best first.
    pub browsers: Vec<Program>,
    /// Every driver.
    pub drivers: Vec<Program>,
    /// What a test would use, or why there is nothing to use.
    pub chosen: Result<Found>,
}

/// What keeps a browser from being used.
enum Lack {
    /// No browser at all.
    Browser,
    /// No driver for this browser.
    Driver(BrowserKind, PathBuf),
    /// Found and not usable.
    Unfit(Error),
}

/// The order browsers are tried in when none is named.
fn order(headed: bool) -> &'static [BrowserKind] {
    const ALL: &[BrowserKind] = &[
        BrowserKind::HeadlessShell,
        BrowserKind::Chromium,
        BrowserKind::Chrome,
        BrowserKind::Edge,
        BrowserKind::Firefox,
    ];
    // The shell has no window to show.
    if headed { &ALL[1..] } else { ALL }
}

/// Finds browser and driver on this machine. Runs both with `--version`, so it may
/// block for some seconds when one of them hangs.
///
/// # Errors
///
/// [`Code::BrowserUnavailable`] when one is missing, cannot be run, or both do not fit
/// each other; it says what was looked for, where, and what to do.
///
/// # Examples
///
/// ```no_run
/// let config = e2e::config::load(std::path::Path::new("."))?;
/// let found = e2e::browser::find::find(&config.browser)?;
/// println!("{} {}", found.binary.display(), found.browser_version);
/// # Ok::<(), e2e::Error>(())
/// ```
pub fn find(config: &BrowserConfig) -> Result<Found> {
    let places = Places::of_this_machine();
    find_in(config, &places).map_err(|lack| explain(lack, config, &places))
}

/// Like [`find`], and gets a missing driver by download, when the feature is on and a
/// browser is there.
pub(crate) async fn find_or_download(config: &BrowserConfig) -> Result<Found> {
    let places = Places::of_this_machine();
    let wanted = config.clone();
    let searched = places.clone();
    let outcome = super::off_thread(move || find_in(&wanted, &searched)).await?;
    match outcome {
        Ok(found) => Ok(found),
        #[cfg(feature = "download")]
        Err(Lack::Driver(kind, binary)) => {
            let missing = explain(Lack::Driver(kind, binary.clone()), config, &places);
            match super::download::driver(kind, &binary).await {
                Ok(driver) => super::off_thread(move || fit(kind, &binary, &[driver])).await?,
                Err(why) => Err(missing.note(format!("downloading it failed: {why}"))),
            }
        }
        Err(lack) => Err(explain(lack, config, &places)),
    }
}

/// Everything of this machine that could be used, with versions.
#[must_use]
pub fn survey(config: &BrowserConfig) -> Survey {
    let places = Places::of_this_machine();
    let program = |kind, path: PathBuf| Program {
        kind,
        version: version::of(&path),
        path,
    };
    let mut browsers: Vec<Program> = config
        .binary
        .iter()
        .map(|path| program(kind_of(path, config), path.clone()))
        .collect();
    let mut drivers: Vec<Program> = config
        .driver
        .iter()
        .map(|path| program(config.kind.unwrap_or(BrowserKind::Chromium), path.clone()))
        .collect();
    for kind in BrowserKind::ALL.iter().copied() {
        for path in places.all(places::names(kind), places::apps(kind)) {
            browsers.push(program(kind, path));
        }
        for path in places.all(places::drivers(kind), &[]) {
            if drivers.iter().all(|known| known.path != path) {
                drivers.push(program(kind, path));
            }
        }
    }
    Survey {
        browsers,
        drivers,
        chosen: find(config),
    }
}

fn kind_of(binary: &Path, config: &BrowserConfig) -> BrowserKind {
    config
        .kind
        .or_else(|| places::kind_of(binary))
        .unwrap_or(BrowserKind::Chromium)
}

fn find_in(config: &BrowserConfig, places: &Places) -> Result<Found, Lack> {
    let candidates: Vec<(BrowserKind, PathBuf)> = match (&config.binary, config.kind) {
        (Some(binary), _) => {
            if !places::is_program(binary) {
                return Err(Lack::Unfit(no_program("browser", binary, "E2E_BROWSER")));
            }
            vec![(kind_of(binary, config), binary.clone())]
        }
        (None, kind) => kind
            .as_ref()
            .map_or(order(config.headed), std::slice::from_ref)
            .iter()
            .flat_map(|kind| {
                let found = places.all(places::names(*kind), places::apps(*kind));
                found
                    .into_iter()
                    .map(|path| (*kind, places::unwrapped(path)))
            })
            .collect(),
    };
    if candidates.is_empty() {
        return Err(Lack::Browser);
    }
    if let Some(driver) = &config.driver
        && !places::is_program(driver)
    {
        return Err(Lack::Unfit(no_program("driver", driver, "E2E_DRIVER")));
    }
    // The first pair that fits; when none does, what is wrong with the first pair.
    let mut first = None;
    for (kind, binary) in candidates {
        let drivers = match &config.driver {
            Some(driver) => vec![driver.clone()],
            None => places.all(places::drivers(kind), &[]),
        };
        let lack = if drivers.is_empty() {
            Lack::Driver(kind, binary)
        } else {
            match fit(kind, &binary, &drivers) {
                Ok(found) => return Ok(found),
                Err(error) => Lack::Unfit(error),
            }
        };
        first.get_or_insert(lack);
    }
    Err(first.unwrap_or(Lack::Browser))
}

/// The browser with the first of the drivers that fits it.
fn fit(kind: BrowserKind, binary: &Path, drivers: &[PathBuf]) -> Result<Found> {
    // Both are asked at the same time: each takes some tens of milliseconds.
    let (browser_version, driver_versions) = std::thread::scope(|scope| {
        let asked: Vec<_> = drivers
            .iter()
            .map(|driver| scope.spawn(|| version::of(driver)))
            .collect();
        // Safari prints none, and its driver always fits.
        let browser = match kind {
            BrowserKind::Safari => Ok(String::new()),
            _ => version::of(binary),
        };
        let answers: Vec<_> = asked
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("asking failed".into()))
            })
            .collect();
        (browser, answers)
    });
    let browser_version = browser_version.map_err(|why| unusable("browser", binary, &why))?;
    let mut first = None;
    for (driver, answer) in drivers.iter().zip(driver_versions) {
        let error = match answer {
            Err(why) => unusable("driver", driver, &why),
            Ok(driver_version) => {
                if !kind.is_chromium()
                    || version::major(&browser_version) == version::major(&driver_version)
                {
                    return Ok(Found {
                        kind,
                        binary: binary.to_owned(),
                        driver: driver.clone(),
                        browser_version,
                        driver_version,
                    });
                }
                mismatch(binary, &browser_version, driver, &driver_version)
            }
        };
        first.get_or_insert(error);
    }
    Err(first.unwrap_or_else(|| unusable("browser", binary, "there is no driver to try")))
}

fn mismatch(binary: &Path, browser: &str, driver: &Path, version: &str) -> Error {
    let major = |version: &str| version::major(version).unwrap_or_default();
    Error::new(
        Code::BrowserUnavailable,
        "browser and driver are of different major versions and cannot work together",
    )
    .note(format!("browser {} is version {browser}", binary.display()))
    .note(format!("driver {} is version {version}", driver.display()))
    .help(format!(
        "install a driver of version {} or a browser of version {}; `cargo e2e install` brings both from one source",
        major(browser),
        major(version)
    ))
    .help("or name a pair that fits: E2E_BROWSER=/path/to/browser E2E_DRIVER=/path/to/driver")
}

fn unusable(what: &str, path: &Path, why: &str) -> Error {
    Error::new(
        Code::BrowserUnavailable,
        format!("the {what} {} cannot be used: {why}", path.display()),
    )
    .help(format!("run `{} --version` by hand", path.display()))
    .help("install browser and driver with `cargo e2e install`")
}

fn no_program(what: &str, path: &Path, variable: &str) -> Error {
    let why = if path.exists() {
        "it is no program that can be run"
    } else {
        "there is no such file"
    };
    Error::new(
        Code::BrowserUnavailable,
        format!("the {what} {} cannot be used: {why}", path.display()),
    )
    .help(format!(
        "correct {variable} or the setting in e2e.toml, or leave both out to use what is installed"
    ))
}

/// The error for what is lacking: what was looked for, where, and what to do.
fn explain(lack: Lack, config: &BrowserConfig, places: &Places) -> Error {
    let (headline, names) = match lack {
        Lack::Unfit(error) => return error,
        Lack::Browser => {
            let kinds = config
                .kind
                .as_ref()
                .map_or(order(config.headed), std::slice::from_ref);
            let names: Vec<&str> = kinds
                .iter()
                .flat_map(|k| places::names(*k))
                .copied()
                .collect();
            ("no browser was found".to_owned(), names)
        }
        Lack::Driver(kind, binary) => (
            format!("no driver was found for the browser {}", binary.display()),
            places::drivers(kind).to_vec(),
        ),
    };
    Error::new(Code::BrowserUnavailable, headline)
        .note(format!("looked for: {}", names.join(", ")))
        .note(format!("looked in: {}", places.show()))
        .help("install browser and driver with `cargo e2e install`")
        .help("or name them: E2E_BROWSER=/path/to/browser E2E_DRIVER=/path/to/driver")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn the_shell_is_taken_before_other_browsers_unless_a_window_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let add = |name: &str, says: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\necho '{says}'\n")).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        };
        let places = Places::only(&[folder.path()]);
        let mut config = crate::config::load(Path::new("/nowhere")).unwrap().browser;
        let taken = |config: &BrowserConfig| match find_in(config, &places) {
            Ok(found) => found.kind,
            Err(_) => panic!("nothing is found"),
        };
        add("chromedriver", "ChromeDriver 156.0.1.2");
        add("google-chrome", "Google Chrome 156.0.1.2");
        assert_eq!(taken(&config), BrowserKind::Chrome);
        add("chromium", "Chromium 156.0.1.2");
        assert_eq!(taken(&config), BrowserKind::Chromium);
        add("chromium-headless-shell", "Chromium 156.0.1.2");
        assert_eq!(taken(&config), BrowserKind::HeadlessShell);
        config.headed = true;
        assert_eq!(taken(&config), BrowserKind::Chromium);
    }
}
