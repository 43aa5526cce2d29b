//! `cargo e2e install`, and the same before tests run: a browser and its driver.

use super::passthrough::Passthrough;
use super::terminal::{Consent, Terminal};
use super::workspace::Workspace;
use crate::browser::find::{Found, find_or_download};
use crate::browser::install::{Plan, plan, run};
use crate::code::Code;
use crate::config::{self, BrowserConfig, BrowserKind};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
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

/// Finds browser and driver, or gets them: a driver by download, both from the
/// system's packages. `None` when a server that runs elsewhere is configured, so that
/// nothing is needed here.
pub(super) fn ensure(
    config: &BrowserConfig,
    consent: Consent,
    terminal: &Terminal,
) -> Result<Option<Found>> {
    if config.webdriver_url.is_some() {
        return Ok(None);
    }
    let missing = match look(config) {
        Ok(found) => return Ok(Some(found)),
        Err(missing) => missing,
    };
    if !packages_would_help(config) {
        return Err(missing);
    }
    install(missing, consent, terminal)?;
    let found = look(config)
        .map_err(|error| error.note("the installation before this ended without an error"))?;
    Ok(Some(found))
}

fn look(config: &BrowserConfig) -> Result<Found> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            Error::new(Code::EnvironmentUnavailable, "cannot look for a browser").caused_by(error)
        })?;
    runtime.block_on(find_or_download(config))
}

/// The packages bring Chromium and its driver. They are no cure for a setting that
/// asks for something else, or for a file that is not there.
fn packages_would_help(config: &BrowserConfig) -> bool {
    let absent = |path: &Option<PathBuf>| path.as_deref().is_some_and(|path| !Path::is_file(path));
    let chromium = matches!(
        config.kind,
        None | Some(BrowserKind::Chromium | BrowserKind::HeadlessShell)
    );
    let both_named = config.binary.is_some() && config.driver.is_some();
    chromium && !both_named && !absent(&config.binary) && !absent(&config.driver)
}

/// Says what will run, asks, runs it. `missing` is the error to end with when it may
/// not or cannot be run.
fn install(missing: Error, consent: Consent, terminal: &Terminal) -> Result<()> {
    let steps = match plan() {
        Plan::Run(steps) => steps,
        Plan::ByHand { why, commands } => {
            return Err(missing.note(why).help(format!(
                "get browser and driver by hand:\n{}",
                commands.join("\n")
            )));
        }
    };
    terminal.say(&format!("e2e: {}", missing.message()));
    terminal.say("to get a browser and a driver that fits it, this is run:");
    for step in &steps {
        terminal.say(&format!("  {}", step.command_line()));
    }
    if !terminal.confirm("Run it?", consent) {
        return Err(missing
            .note("the installation was declined")
            .help("run the commands above by hand, or `cargo e2e install --yes`"));
    }
    run(&steps, |line| terminal.say(line))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_no_cure_for_a_setting() {
        let dir = tempfile::tempdir().unwrap();
        let there = dir.path().join("there");
        std::fs::write(&there, "").unwrap();
        let there = Some(there);
        let absent = Some(dir.path().join("absent"));
        let firefox = Some(BrowserKind::Firefox);
        for (kind, binary, driver, expected) in [
            (None, &None, &None, true),
            (Some(BrowserKind::Chromium), &None, &None, true),
            (firefox, &None, &None, false),
            (None, &there, &None, true),
            (None, &absent, &None, false),
            (None, &None, &absent, false),
            (None, &there, &there, false),
        ] {
            let mut config = config::load(dir.path()).unwrap().browser;
            config.kind = kind;
            config.binary.clone_from(binary);
            config.driver.clone_from(driver);
            assert_eq!(packages_would_help(&config), expected, "{config:?}");
        }
    }
}
