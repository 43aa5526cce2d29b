//! Groups of tests that never run at the same time, across processes.

use super::running;
use crate::config::Config;
use crate::report::place;
use fs4::{FileExt, TryLockError};
use std::fs::{File, OpenOptions};
use std::io;
use std::thread;
use std::time::Duration;

/// How often a taken lock is tried again. Waiting in the lock itself would not
/// notice that the run was stopped.
const TRY_AGAIN: Duration = Duration::from_millis(20);

/// The group's lock, held until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    _file: File,
}

/// Waits until no other test of the group runs, in any process of this run.
///
/// # Errors
///
/// When the run's folder cannot be written, or the run was stopped meanwhile.
pub(super) fn wait(config: &Config, group: &str) -> io::Result<Held> {
    let dir = config.run.dir().join(place::LOCKS);
    std::fs::create_dir_all(&dir)?;
    let name: String = group
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(dir.join(format!("{name}.lock")))?;
    loop {
        match FileExt::try_lock(&file) {
            // Closing the file gives the lock back.
            Ok(()) => return Ok(Held { _file: file }),
            Err(TryLockError::WouldBlock) if running::is_stopped() => {
                return Err(io::Error::other("the run was stopped"));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(TRY_AGAIN),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}
