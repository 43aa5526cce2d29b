//! `cargo e2e report`: where the newest report is.

use super::passthrough::Passthrough;
use super::terminal::Terminal;
use super::workspace::Workspace;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::{store, summary};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

pub(super) fn command(open: bool, terminal: &Terminal) -> Result<ExitCode> {
    let outputs = Workspace::find(&Passthrough::default())?.outputs();
    let Some(run) = outputs.iter().find_map(|output| store::latest(output)) else {
        let looked: Vec<_> = outputs
            .iter()
            .map(|dir| dir.display().to_string())
            .collect();
        return Err(
            Error::new(Code::EnvironmentUnavailable, "there is no report yet")
                .note(format!("looked in {}", looked.join(" and ")))
                .help("run the tests with `cargo e2e test`"),
        );
    };
    let report = finished(&run)?;
    terminal.print(&report.display().to_string());
    if open {
        show(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The summary of a run that has just ended, or `None` when no test of it left a
/// record. Finishes the report first: the last process may have been killed.
pub(super) fn summary(outputs: &[PathBuf], id: &str) -> Result<Option<String>> {
    let Some(run) = outputs
        .iter()
        .map(|dir| dir.join(id))
        .find(|dir| dir.is_dir())
    else {
        return Ok(None);
    };
    let report = finished(&run)?;
    Ok(Some(summary::render(&store::load(&run), &report)))
}

fn finished(run: &Path) -> Result<PathBuf> {
    store::finish(run).map_err(|error| {
        Error::new(Code::EnvironmentUnavailable, "cannot write the report")
            .note(format!("the tests' own records are in {}", run.display()))
            .caused_by(error)
            .help("free some space or make the folder writable, then run `cargo e2e report`")
    })
}

/// Hands the file to whatever opens such files here.
fn show(report: &Path) -> Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let started = command
        .arg(report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::new(
            Code::EnvironmentUnavailable,
            format!("cannot open it with `{}`", command.get_program().display()),
        )
        .caused_by(error)
        .help("open the file named above in a browser")),
    }
}
