//! `cargo e2e test` and `cargo e2e demo`: a browser first, then cargo, then the report.

use super::args::Test;
use super::passthrough::Passthrough;
use super::terminal::{Consent, Terminal};
use super::workspace::{Workspace, cargo};
use super::{child, install, report};
use crate::code::Code;
use crate::config;
use crate::error::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The package of the example suites.
const EXAMPLES: &str = "e2e-examples";

pub(super) fn test(args: &Test, terminal: &Terminal) -> Result<ExitCode> {
    let passed = Passthrough::read(&args.args);
    let workspace = Workspace::find(&passed)?;
    let mut command = cargo();
    if args.nextest {
        need_nextest()?;
        command.args(["nextest", "run"]);
    } else {
        command.arg("test");
    }
    command.args(&args.args);
    if !passed.runs_nothing {
        let here = std::env::current_dir().unwrap_or_else(|_| workspace.root.clone());
        for root in workspace.roots(&passed, &here) {
            ready(&root, args.consent(), terminal)?;
        }
    }
    run(command, &workspace, terminal)
}

pub(super) fn demo(consent: Consent, terminal: &Terminal) -> Result<ExitCode> {
    let workspace = Workspace::find(&Passthrough::default())?;
    let Some(examples) = workspace.package(EXAMPLES) else {
        return Err(Error::new(
            Code::EnvironmentUnavailable,
            "the demo is not in this workspace",
        )
        .note(format!(
            "it runs the example suites, the package `{EXAMPLES}`, and {} has no such package",
            workspace.root.display()
        ))
        .help("run it in a copy of the e2e repository")
        .help("to run the tests of this workspace: `cargo e2e test`"));
    };
    ready(examples.root(), consent, terminal)?;
    let mut command = cargo();
    command.args(["test", "--package", EXAMPLES]);
    command.current_dir(&workspace.root);
    // The demo promises to need no model, so none may take part by accident.
    command.env_remove("E2E_MODEL").env_remove("E2E_MODEL_URL");
    run(command, &workspace, terminal)
}

/// Makes sure that the tests of a package will find their browser.
fn ready(root: &Path, consent: Consent, terminal: &Terminal) -> Result<()> {
    let config = config::load(root)?;
    install::ensure(&config.browser, consent, terminal).map(drop)
}

/// Runs cargo with one run id for every test process, and ends with the report,
/// whatever came of the tests. The exit code is cargo's.
fn run(mut command: Command, workspace: &Workspace, terminal: &Terminal) -> Result<ExitCode> {
    let id = config::load(&workspace.root)?.run.id;
    // Each binary of it would otherwise name the report that the summary names.
    command.env("E2E_RUN_ID", &id).env(config::REPORTED, &id);
    let status = child::run(command)?;
    match report::summary(&workspace.outputs(), &id) {
        Ok(Some(summary)) => terminal.say(&summary),
        Ok(None) => terminal.say("e2e: no report, since no end-to-end test ran"),
        // How the tests ended is known and stands.
        Err(error) => terminal.fail(&error),
    }
    Ok(child::exit_code(status))
}

fn need_nextest() -> Result<()> {
    nextest_version().map(drop).ok_or_else(|| {
        Error::new(
            Code::EnvironmentUnavailable,
            "cannot run the tests with nextest: cargo-nextest is not installed",
        )
        .help("install it: `cargo install --locked cargo-nextest`")
        .help("or leave out --nextest")
    })
}

/// The version of nextest that cargo finds.
pub(super) fn nextest_version() -> Option<String> {
    let output = cargo()
        .args(["nextest", "--version"])
        .stdin(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    // `cargo-nextest 0.9.1 (commit date)`, more lines after it.
    text.split_whitespace().nth(1).map(str::to_owned)
}
