//! The process that keeps the app for others: this binary once more.
//!
//! It is in a process group of its own, so that what ends one test, a signal to the
//! test's group, does not end everybody's app; and it holds no output of whoever
//! started it. It ends with the process it was started under, or earlier when that one
//! says so. Killed, it takes the app along: the watchdog sees to that.

use super::command::{self, Program};
use super::kept::{Place, Told};
use crate::browser;
use crate::browser::adopt::Watched;
use crate::config::{self, Config};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

/// The only argument of a keeper.
const FLAG: &str = "--e2e-keep-app";

/// How often it looks whether it is still needed. A process table is read for that
/// where the system tells nothing cheaper.
const LOOK: Duration = if cfg!(target_os = "linux") {
    Duration::from_millis(50)
} else {
    Duration::from_secs(1)
};

/// What a keeper is told, through its standard input.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    root: PathBuf,
    owner: u32,
}

/// Whether this process was started as a keeper.
pub(crate) fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|arg| arg == FLAG)
}

/// Starts a keeper under `owner`.
pub(super) fn spawn(config: &Config, owner: u32) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg(FLAG)
        .env("E2E_RUN_ID", &config.run.id)
        .stdin(Stdio::piped())
        // What it says there is why it ended.
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let order = Order {
        root: config.root.clone(),
        owner,
    };
    if let Some(mut stdin) = child.stdin.take() {
        writeln!(stdin, "{}", serde_json::to_string(&order)?)?;
    }
    Ok(child)
}

/// Keeps the app until nobody needs it.
pub(crate) fn main() -> ExitCode {
    let kept = keep();
    browser::reap_all();
    match kept {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Nobody may be left to read it.
            let _ = writeln!(io::stdout(), "{why}");
            ExitCode::FAILURE
        }
    }
}

fn keep() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    let Some(owner) = Watched::of(order.owner) else {
        return Ok(());
    };
    let config = config::load(&order.root).map_err(io::Error::other)?;
    let place = Place::new(&config, order.owner);
    let Some(_alive) = place.occupy()? else {
        return Ok(());
    };
    // One that runs already is only looked at; it is nobody's to end.
    let started = match command::existing(&config) {
        Ok(Some(url)) => Ok((url, None)),
        Ok(None) => start(&config, &place, owner),
        Err(error) => Err(error),
    };
    let mut program = match started {
        Ok((url, program)) => {
            place.tell(&Told::Up(url))?;
            program
        }
        Err(error) => return place.tell(&Told::failed(error)),
    };
    let mut is_told = false;
    while owner.is_alive() && place.is_wanted() {
        if !is_told && let Some(ended) = program.as_mut().and_then(Program::ended) {
            is_told = place.tell_end(&ended).is_ok();
        }
        std::thread::sleep(LOOK);
    }
    Ok(())
}

fn start(config: &Config, place: &Place, owner: Watched) -> Result<(String, Option<Program>)> {
    let command = config.app.command.as_deref().unwrap_or_default();
    let is_wanted = || owner.is_alive();
    let program = Program::start(&config.root, &config.app, command, &place.log(), &is_wanted)?;
    Ok((program.url.clone(), Some(program)))
}
