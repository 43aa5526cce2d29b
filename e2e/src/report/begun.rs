//! Which tests were being made when their process was killed.
//!
//! A line of the [ledger](super::ledger) says that an attempt has begun. What has one,
//! no record that is as new, and no process that could still write it, was killed while
//! it ran. A lock of the operating system on the ledger's file says whether there is
//! such a process.

use super::record::{CaseRecord, FailureRecord, Outcome};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;

/// The line of an attempt that is being made.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Begun {
    pub(super) begun: CaseRecord,
}

impl Begun {
    /// Reads a line that is one.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        // A record's line is long, and most lines are records.
        let is_one = line.starts_with(b"{\"begun\":");
        is_one.then(|| serde_json::from_slice(line).ok()).flatten()
    }

    /// The record of an attempt whose process is gone.
    pub(super) fn killed(self) -> CaseRecord {
        let message = "killed while it ran";
        let diagnostic = format!(
            "Error: {message}\n   \
             = note: its process ended without a word, as after SIGKILL or when memory is short; \
             its steps were not kept, and its fixtures were not torn down"
        );
        CaseRecord {
            outcome: Outcome::Failed(FailureRecord {
                code: None,
                class: None,
                message: message.to_owned(),
                diagnostic,
                location: None,
            }),
            ..self.begun
        }
    }
}

/// Says that this process writes the file, until it is closed. Elsewhere than on Unix a
/// lock would keep others from reading.
pub(super) fn hold(file: &File) {
    if cfg!(unix) {
        let _ = fs4::FileExt::try_lock(file);
    }
}

/// Whether the process that writes the ledger is there.
pub(super) fn is_open(path: &Path) -> bool {
    // The lock ends with the file, which is closed here.
    File::open(path).is_ok_and(|file| {
        let tried = fs4::FileExt::try_lock_shared(&file);
        cfg!(unix) && matches!(tried, Err(fs4::TryLockError::WouldBlock))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::run::tests::{failed, names_of, passed, record};
    use crate::report::store::{self, Ledger};
    use std::fs;

    #[test]
    fn what_has_begun_was_killed_when_its_process_is_gone_and_no_record_came() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::new(dir.path());
        for name in ["ends", "fails", "runs"] {
            ledger.begin(passed(name)).unwrap();
        }
        ledger.save(&passed("ends")).unwrap();
        ledger
            .save(&record("shop", "fails", 1, failed(None)))
            .unwrap();
        let shown = |run_dir: &Path| {
            store::finish(run_dir).unwrap();
            let json = fs::read_to_string(run_dir.join("report.json")).unwrap();
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            (
                json["totals"]["tests"].clone(),
                json["totals"]["failed"].clone(),
            )
        };
        assert_eq!(names_of(&store::load(dir.path())), ["ends", "fails"]);
        assert_eq!(shown(dir.path()), (2.into(), 1.into()));
        drop(ledger);
        let run = store::load(dir.path());
        assert_eq!(names_of(&run), ["ends", "fails", "runs"]);
        assert_eq!(run.records[0].outcome, Outcome::Passed);
        assert_eq!(run.records[1].outcome, failed(None));
        let Outcome::Failed(killed) = &run.records[2].outcome else {
            panic!("{:?}", run.records[2]);
        };
        assert_eq!(killed.message, "killed while it ran");
        assert_eq!(run.unreadable, []);
        // The report that was made meanwhile is not the last word.
        assert_eq!(shown(dir.path()), (3.into(), 2.into()));
    }
}
