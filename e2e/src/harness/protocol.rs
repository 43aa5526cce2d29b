//! What the run's process and its workers say to each other: JSON, one line each.

use super::engine::Ran;
use crate::panic_log::Panic;
use crate::report::journal::Doing;
use crate::text;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// The only argument of a worker. Not a variable: a test's own children would
/// inherit that.
pub(super) const WORKER_FLAG: &str = "--e2e-worker";

/// What a worker is told. The end of the connection tells it to shut down.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// Run this case.
    Run {
        /// Full name of the case.
        name: String,
        /// Which try it is.
        attempt: u32,
        /// Whether somebody wants to know what it is doing.
        watched: bool,
    },
    /// End what runs, for this reason.
    Stop(String),
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    /// The first line: proves that it was started by the run's process.
    Hello {
        /// The token that came through its standard input.
        token: String,
    },
    /// It cannot run tests.
    Unfit(String),
    /// The case really starts.
    Started,
    /// What the case is doing has changed.
    Doing(Doing),
    /// A panic, told at once in case the worker does not survive it.
    Panicked(Panic),
    /// The attempt is over. Its output ends with [`marker`].
    Ended(Box<Ran>),
    /// The worker shuts down, and this went wrong.
    Problems(Vec<String>),
}

/// Stands in a worker's output after that of its `count`-th attempt. It is short
/// enough to be written in one piece.
pub(super) fn marker(token: &str, count: u64) -> String {
    format!("\x1ee2e {token} {count}\x1e")
}

/// Writes one message.
pub(super) fn send(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    stream.write_all(&line)
}

/// Reads one message; `None` at the end.
///
/// # Errors
///
/// [`io::ErrorKind::InvalidData`] for what is no message, with its beginning.
pub(super) fn receive<T: DeserializeOwned>(stream: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    if stream.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    match serde_json::from_slice(&line) {
        Ok(message) => Ok(Some(message)),
        // The end of the stream in the middle of a message: its writer was ended.
        Err(_) if !line.ends_with(b"\n") => Ok(None),
        Err(_) => {
            let start = String::from_utf8_lossy(&line);
            let start = text::clip(start.trim_end(), 60);
            Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{start:?}"),
            ))
        }
    }
}
