//! A session's place in the table of what runs, and the end of all that belongs to it.

use super::process;
use super::registry::{self, SessionKey};
use crate::error::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The session's line in the table; ending it ends what belongs to it.
#[derive(Debug)]
pub(super) struct Slot {
    key: SessionKey,
    folder: PathBuf,
    starting: bool,
    kept: bool,
}

impl Slot {
    pub(super) fn open() -> Result<Self> {
        let (key, folder) = registry::open_session()?;
        Ok(Self {
            key,
            folder,
            starting: false,
            kept: false,
        })
    }

    pub(super) fn key(&self) -> SessionKey {
        self.key
    }

    /// Where its browser keeps what it keeps.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says whether the driver may be starting a browser that nobody has seen yet.
    pub(super) fn set_starting(&mut self, starting: bool) {
        self.starting = starting;
    }

    /// Leaves everything running.
    pub(super) fn keep(&mut self) {
        registry::keep_session(self.key);
        self.kept = true;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        registry::reap_session(self.key);
        if self.starting {
            // The driver was told to start a browser and nobody waits for it any
            // more. It may appear at any moment; what appears is ended.
            let folder = self.folder.clone();
            std::thread::spawn(move || {
                for millis in [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] {
                    std::thread::sleep(Duration::from_millis(millis));
                    process::end(&folder, &[], Duration::from_secs(1));
                }
            });
        }
    }
}
