//! `cargo e2e install`, and the same before tests run: a browser and its driver.

use super::passthrough::Passthrough;
use super::terminal::{Consent, Terminal};
use super::workspace::Workspace;
use crate::browser::find::{Found, find};
use crate::config::{self, BrowserConfig};
use crate::error::Result;
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) fn command(consent: Consent, terminal: &Terminal) -> Result<ExitCode> {
    for root in roots() {
        let config = config::load(&root)?;
        match ensure(&config.browser, consent, terminal)? {
            Some(found) => terminal.print(&described(&found)),
            None => terminal.print("nothing to install: webdriver_url names a running server"),
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The folders whose configuration is in use here. Outside of any workspace, the
/// defaults hold.
pub(super) fn roots() -> Vec<PathBuf> {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let passed = Passthrough::default();
    match Workspace::find(&passed) {
        Ok(workspace) => workspace.roots(&passed, &here),
        Err(_) => vec![here],
    }
}

/// Finds the browser, or installs it. `None` when a server that runs elsewhere is
/// configured, so that nothing is needed here.
pub(super) fn ensure(
    config: &BrowserConfig,
    _consent: Consent,
    _terminal: &Terminal,
) -> Result<Option<Found>> {
    if config.webdriver_url.is_some() {
        return Ok(None);
    }
    find(config).map(Some)
}

/// `chromium 140.0 (/usr/bin/chromium), driver 140.0 (/usr/bin/chromedriver)`
fn described(found: &Found) -> String {
    format!(
        "{} {} ({}), driver {} ({})",
        found.kind,
        found.browser_version,
        found.binary.display(),
        found.driver_version,
        found.driver.display()
    )
}
