//! Which browser and which driver to use.

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
    /// The browser's version, like `156.0.8078.108`.
    pub browser_version: String,
    /// The driver's version.
    pub driver_version: String,
}

/// Finds browser and driver.
///
/// # Errors
///
/// [`Code::BrowserUnavailable`] when one of them is missing.
pub fn find(config: &BrowserConfig) -> Result<Found> {
    let on_path = |names: &[&str]| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .flat_map(|dir| names.iter().map(move |name| dir.join(name)))
            .find(|file| file.is_file())
    };
    let missing = |what: &str| {
        Error::new(Code::BrowserUnavailable, format!("no {what} was found"))
            .help("install one with `cargo e2e install`")
    };
    let binary = config
        .binary
        .clone()
        .or_else(|| {
            if config.headed {
                on_path(&["chromium", "google-chrome"])
            } else {
                on_path(&["chromium-headless-shell", "chromium", "google-chrome"])
            }
        })
        .ok_or_else(|| missing("browser"))?;
    let driver = config
        .driver
        .clone()
        .or_else(|| on_path(&["chromedriver"]))
        .ok_or_else(|| missing("driver"))?;
    let kind = if binary.ends_with(Path::new("chromium-headless-shell")) {
        BrowserKind::HeadlessShell
    } else {
        BrowserKind::Chromium
    };
    Ok(Found {
        kind,
        binary,
        driver,
        browser_version: String::new(),
        driver_version: String::new(),
    })
}
