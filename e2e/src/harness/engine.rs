//! Where one attempt runs: the seam between the runner and processes.

use crate::attempt::blank_record;
use crate::case::Case;
use crate::failure::Failure;
use crate::report::journal::Doing;
use crate::report::record::{CaseRecord, Outcome};
use crate::secret::known::Value;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Hears of an attempt while it runs.
pub(super) trait Listener {
    /// It really starts now.
    fn started(&self);

    /// It has been running for a moment.
    fn goes_on(&self) {}

    /// It was told to end, and said this before its fixtures are torn down.
    fn stopping(&self, _last_words: &str) {}

    /// Whether anybody wants to know what it is doing.
    fn is_watching(&self) -> bool {
        false
    }

    /// What it is doing has changed. Only told when somebody is watching.
    fn doing(&self, _doing: Doing) {}
}

/// Runs attempts, one at a time.
pub(super) trait Engine {
    /// Runs try `number` of the case.
    fn attempt(&mut self, case: &Arc<Case>, number: u32, listener: &dyn Listener) -> Ran;

    /// There is nothing more to run. Returns what went wrong in processes that ended.
    fn finish(self: Box<Self>) -> Vec<String> {
        Vec::new()
    }
}

/// One attempt that is over.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ran {
    /// Its account.
    pub(super) record: CaseRecord,
    /// What it printed, where that was captured, and its log.
    pub(super) output: String,
    /// Whether something of it may still be going on in its process.
    pub(super) tainted: bool,
    /// The message of the panic that ended its body, whatever it means.
    pub(super) panicked: Option<String>,
    /// What must not stand in what it printed, for a process that captures it.
    pub(super) hidden: Vec<Value>,
}

impl Ran {
    /// An attempt that could not be run, or whose end nobody could report.
    pub(super) fn failed(case: &Case, number: u32, failure: &Failure, output: String) -> Self {
        Self {
            record: CaseRecord {
                attempt: number,
                outcome: Outcome::Failed(failure.record(case.name())),
                ..blank_record(case, jiff::Timestamp::now())
            },
            output,
            tainted: true,
            panicked: None,
            hidden: Vec::new(),
        }
    }
}
