//! `cargo e2e doctor`: what was found, what is missing, how to get it.
//!
//! [`Diagnosis`] is plain data; the JSON is the data itself and the text is a pure
//! function of it.

use super::passthrough::Passthrough;
use super::terminal::Terminal;
use super::workspace::Workspace;
use super::{doctor_text, install, model_key, suite};
use crate::browser::find::{Found, Program, survey};
use crate::browser::wire::WireKind;
use crate::config::{self, Config, WireChoice};
use crate::error::{Error, Result};
use crate::text::show_duration;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Everything that was looked at.
#[derive(Debug, Serialize)]
pub(super) struct Diagnosis {
    /// Whether tests can run.
    pub(super) ok: bool,
    pub(super) version: &'static str,
    pub(super) packages: Vec<PackageCheck>,
    pub(super) outputs: Vec<OutputCheck>,
    /// Version of cargo-nextest; not needed, so never a problem.
    pub(super) nextest: Option<String>,
    pub(super) unknown_variables: Vec<UnknownVariable>,
    /// Why tests cannot run, each a whole diagnostic.
    pub(super) problems: Vec<String>,
}

/// What the tests of one package would be run with.
#[derive(Debug, Serialize)]
pub(super) struct PackageCheck {
    pub(super) root: PathBuf,
    /// `e2e.toml`, when there is one.
    pub(super) config: Option<PathBuf>,
    /// Settings by name, as they hold after file and environment were read.
    pub(super) settings: BTreeMap<&'static str, String>,
    /// What tests will use.
    pub(super) browser: Option<BrowserCheck>,
    /// Every browser that is there.
    pub(super) browsers: Vec<ProgramCheck>,
    /// Every driver that is there.
    pub(super) drivers: Vec<ProgramCheck>,
    pub(super) webdriver_url: Option<String>,
    pub(super) model: Option<ModelCheck>,
}

#[derive(Debug, Serialize)]
pub(super) struct BrowserCheck {
    pub(super) kind: &'static str,
    pub(super) binary: PathBuf,
    pub(super) version: String,
    pub(super) driver: PathBuf,
    pub(super) driver_version: String,
}

#[derive(Debug, Serialize)]
pub(super) struct ProgramCheck {
    pub(super) path: PathBuf,
    pub(super) version: Option<String>,
    /// Why the version is not known.
    pub(super) problem: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct ModelCheck {
    pub(super) name: String,
    pub(super) url: Option<String>,
    pub(super) provider: Option<String>,
    pub(super) key_variable: Option<&'static str>,
    /// Whether the variable is set; its value is read by nobody here.
    pub(super) key_set: bool,
    /// Why the model cannot be asked. Plain sentences run without it,
    /// so this alone does not keep tests from running.
    pub(super) problem: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct OutputCheck {
    pub(super) path: PathBuf,
    pub(super) writable: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct UnknownVariable {
    pub(super) name: String,
    pub(super) nearest: Option<&'static str>,
}

pub(super) fn command(json: bool, terminal: &Terminal) -> Result<ExitCode> {
    let diagnosis = examine();
    if json {
        let text = serde_json::to_string_pretty(&diagnosis).map_err(|error| {
            Error::new(crate::Code::EnvironmentUnavailable, "cannot write the JSON")
                .caused_by(error)
        })?;
        terminal.print(&text);
    } else {
        terminal.print(&doctor_text::render(&diagnosis));
    }
    Ok(if diagnosis.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn examine() -> Diagnosis {
    let mut problems = Vec::new();
    let outputs = match Workspace::find(&Passthrough::default()) {
        Ok(workspace) => workspace.outputs(),
        Err(error) => {
            problems.push(error);
            Vec::new()
        }
    };
    let packages = install::roots()
        .iter()
        .map(|root| package(root, &mut problems))
        .collect();
    let outputs = outputs
        .into_iter()
        .map(|path| match write_in(&path) {
            Ok(()) => OutputCheck {
                path,
                writable: true,
            },
            Err(error) => {
                problems.push(
                    Error::new(
                        crate::Code::EnvironmentUnavailable,
                        format!("cannot write reports to {}", path.display()),
                    )
                    .caused_by(error)
                    .help("make the folder writable, or set CARGO_TARGET_DIR to one that is"),
                );
                OutputCheck {
                    path,
                    writable: false,
                }
            }
        })
        .collect();
    Diagnosis {
        ok: problems.is_empty(),
        version: env!("CARGO_PKG_VERSION"),
        packages,
        outputs,
        nextest: suite::nextest_version(),
        unknown_variables: config::unknown_variables()
            .into_iter()
            .map(|(name, nearest)| UnknownVariable { name, nearest })
            .collect(),
        problems: problems.iter().map(|error| format!("{error:?}")).collect(),
    }
}

fn package(root: &Path, problems: &mut Vec<Error>) -> PackageCheck {
    let file = config::path(root);
    let mut check = PackageCheck {
        root: root.to_owned(),
        config: file.is_file().then_some(file),
        settings: BTreeMap::new(),
        browser: None,
        browsers: Vec::new(),
        drivers: Vec::new(),
        webdriver_url: None,
        model: None,
    };
    let config = match config::load(root) {
        Ok(config) => config,
        Err(error) => {
            problems.push(error);
            return check;
        }
    };
    check.settings = settings(&config);
    check.model = config
        .agent
        .model
        .as_deref()
        .map(|name| model(name, &config));
    check
        .webdriver_url
        .clone_from(&config.browser.webdriver_url);
    if check.webdriver_url.is_none() {
        let survey = survey(&config.browser);
        match survey.chosen {
            Ok(found) => {
                if config.browser.wire == WireChoice::Auto {
                    let comes_to = if found.kind.is_chromium() {
                        WireKind::DevTools
                    } else {
                        WireKind::WebDriver
                    };
                    let words = format!("auto, which is {} for {}", comes_to.as_str(), found.kind);
                    check.settings.insert("browser.wire", words);
                }
                check.browser = Some(browser(&found));
            }
            Err(error) => problems.push(error),
        }
        check.browsers = survey.browsers.into_iter().map(program).collect();
        check.drivers = survey.drivers.into_iter().map(program).collect();
    }
    check
}

fn browser(found: &Found) -> BrowserCheck {
    BrowserCheck {
        kind: found.kind.as_str(),
        binary: found.binary.clone(),
        version: found.browser_version.clone(),
        driver: found.driver.clone(),
        driver_version: found.driver_version.clone(),
    }
}

fn program(program: Program) -> ProgramCheck {
    let (version, problem) = match program.version {
        Ok(version) => (Some(version), None),
        Err(why) => (None, Some(why)),
    };
    ProgramCheck {
        path: program.path,
        version,
        problem,
    }
}

fn model(name: &str, config: &Config) -> ModelCheck {
    let key = model_key::of(name);
    let variable = key.as_ref().and_then(|key| key.variable);
    ModelCheck {
        name: name.to_owned(),
        url: config.agent.model_url.clone(),
        provider: key.map(|key| key.provider),
        key_variable: variable,
        key_set: variable.is_some_and(config::is_variable_set),
        // Connecting sends nothing; it only finds out whether it could.
        problem: crate::model::connect(&config.agent)
            .err()
            .map(|error| error.message().to_owned()),
    }
}

/// The settings people change most, by their names in `e2e.toml`.
fn settings(config: &Config) -> BTreeMap<&'static str, String> {
    let browser = &config.browser;
    let times = &config.timeouts;
    let tiers = &config.agent.tiers;
    let named = [
        (tiers.replay, "replay"),
        (tiers.plain, "plain"),
        (tiers.model, "model"),
    ];
    let tiers: Vec<_> = named
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, name)| *name)
        .collect();
    let kind = browser
        .kind
        .map_or("the first one found", |kind| kind.as_str());
    let mut out = BTreeMap::from([
        ("browser.name", kind.to_owned()),
        ("browser.headed", browser.headed.to_string()),
        (
            "browser.viewport",
            format!("{}x{}", browser.viewport.width, browser.viewport.height),
        ),
        ("browser.isolation", browser.isolation.as_str().to_owned()),
        ("browser.wire", browser.wire.as_str().to_owned()),
        ("agent.tiers", tiers.join(", ")),
        (
            "agent.max_model_calls",
            config.agent.max_model_calls.to_string(),
        ),
        ("agent.max_actions", config.agent.max_actions.to_string()),
        ("timeouts.test", show_duration(times.test)),
        ("timeouts.act", show_duration(times.act)),
        ("timeouts.judgment", show_duration(times.judgment)),
        ("timeouts.action", show_duration(times.action)),
        ("timeouts.expect", show_duration(times.expect)),
        ("timeouts.navigation", show_duration(times.navigation)),
        ("timeouts.startup", show_duration(times.startup)),
        ("timeouts.teardown", show_duration(times.teardown)),
    ]);
    if !browser.args.is_empty() {
        out.insert("browser.args", browser.args.join(" "));
    }
    if let Some(url) = &config.app.url {
        out.insert("app.url", url.clone());
    }
    if let Some(command) = &config.app.command {
        out.insert("app.command", command.clone());
    }
    out
}

/// Writes a file and takes it away again: permissions alone do not tell.
fn write_in(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    tempfile::Builder::new()
        .prefix(".doctor-")
        .tempfile_in(folder)
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_timeout_is_shown() {
        let dir = tempfile::tempdir().unwrap();
        let config = config::load(dir.path()).unwrap();
        let shown = settings(&config);
        for name in [
            "test",
            "act",
            "judgment",
            "action",
            "expect",
            "navigation",
            "startup",
            "teardown",
        ] {
            assert!(shown.contains_key(&*format!("timeouts.{name}")), "{name}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_not_writable() {
        let dir = tempfile::tempdir().unwrap();
        write_in(&dir.path().join("a/b")).unwrap();
        std::fs::write(dir.path().join("file"), "").unwrap();
        assert!(write_in(&dir.path().join("file")).is_err());
        assert_eq!(
            std::fs::read_dir(dir.path().join("a/b")).unwrap().count(),
            0
        );
    }
}
