//! The `cargo e2e` command: get a browser, run the tests, find the report.
//!
//! `args` says what can be asked for, one file for each command does it, and only
//! `terminal` talks to the person. Test output is never touched: cargo writes it
//! itself, and what is said here goes to standard error.

mod args;
mod child;
mod doctor;
mod doctor_text;
mod install;
mod model_key;
mod passthrough;
mod report;
mod suite;
mod terminal;
mod workspace;

use args::{Args, Command};
use std::process::ExitCode;
use terminal::Terminal;

/// Runs the command this process was started with.
///
/// The exit code is cargo's own when tests ran, 1 when something stood in the way,
/// and 2 for arguments that cannot be understood.
#[must_use]
pub fn main() -> ExitCode {
    let args = match args::parse(std::env::args_os()) {
        Ok(args) => args,
        // Help and version come this way too; clap knows where they go.
        Err(error) => error.exit(),
    };
    let terminal = Terminal;
    let done = run(args, &terminal);
    done.unwrap_or_else(|error| {
        terminal.fail(&error);
        ExitCode::FAILURE
    })
}

fn run(args: Args, terminal: &Terminal) -> crate::Result<ExitCode> {
    match args.command {
        Command::Demo(demo) => suite::demo(demo.consent(), terminal),
        Command::Test(test) => suite::test(&test, terminal),
        Command::Install(install) => install::command(install.consent(), terminal),
        Command::Doctor { json } => doctor::command(json, terminal),
        Command::Report { open } => report::command(open, terminal),
    }
}
