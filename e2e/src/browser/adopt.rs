//! Programs beside the browser that must not outlive the test process: the app under
//! test.
//!
//! Such a program carries our mark in its environment, so that [`super::reap_all`] and
//! the watchdog find it and everything below it, however this process ends.

use super::{process, registry, scratch};
use crate::error::Result;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long the program gets to disappear after SIGKILL.
const DYING: Duration = Duration::from_secs(5);

/// The variable that carries the mark.
const MARK: &str = "E2E_OWNER";

/// Another process, watched from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched(process::Process);

impl Watched {
    /// The running process of this id.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        process::Process::of(pid).map(Self)
    }

    /// Whether it still runs; another process that was given its id does not count.
    pub(crate) fn is_alive(self) -> bool {
        self.0.is_alive()
    }
}

/// A mark for one program; ends what carries it when dropped.
#[derive(Debug)]
pub(crate) struct Adopted {
    folder: PathBuf,
}

impl Adopted {
    /// A new mark.
    ///
    /// # Errors
    ///
    /// When no temporary folder can be made.
    pub(crate) fn new() -> Result<Self> {
        Ok(Self {
            folder: registry::folder("a")?,
        })
    }

    /// Puts the mark on a program that is about to be started.
    pub(crate) fn mark(&self, command: &mut Command) {
        command.env(MARK, self.folder.join(""));
    }

    /// Ends the program and everything it started. Blocks until they are gone, some
    /// seconds at most.
    pub(crate) fn end(&self, pid: u32) {
        let root: Vec<_> = process::Process::of(pid).into_iter().collect();
        process::end(&self.folder, &root, DYING);
        scratch::remove(&self.folder);
    }

    /// Ends what is left of a program that was reaped: its number may be another's now.
    pub(crate) fn end_rest(&self) {
        process::end(&self.folder, &[], DYING);
        scratch::remove(&self.folder);
    }
}
