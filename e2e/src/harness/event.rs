//! What happens in a run, as the printers see it: one stream, and nothing else.

use super::engine::Ran;
use crate::case::Case;
use crate::report::journal::Doing;
use std::time::Duration;

/// One thing that happened.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// The run begins.
    RunStarted {
        /// Cases that will be reported.
        cases: &'a [&'a Case],
        shuffle_seed: Option<u64>,
    },
    /// A case really starts.
    CaseStarted(&'a Case),
    /// What a running case is doing has changed.
    CaseDoing(&'a Case, &'a Doing),
    /// Some time has passed.
    Tick,
    /// A case runs for longer than this already.
    CaseSlow(&'a Case, Duration),
    /// A running case was told to end, and says what it was doing.
    CaseStopping(&'a str),
    /// An attempt is over; another one of the same case may follow.
    Attempted(&'a Ran),
    /// A case has its result.
    CaseEnded(&'a Case, &'a CaseResult),
    /// The run is over.
    RunEnded(&'a Summary),
}

/// What came of a case, all attempts together.
#[derive(Clone, Debug)]
pub(super) struct CaseResult {
    pub(super) status: Status,
    pub(super) duration: Duration,
    /// How many attempts were made.
    pub(super) attempts: u32,
    /// What the test printed, and its log, failed attempts included.
    pub(super) output: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Passed,
    /// With the whole failure text, which ends in a line break.
    Failed(String),
    /// Not run, or given up, with a reason that may be empty.
    Ignored(String),
}

impl CaseResult {
    /// A case that was not run.
    pub(super) fn ignored(reason: &str) -> Self {
        Self {
            status: Status::Ignored(reason.to_owned()),
            duration: Duration::ZERO,
            attempts: 0,
            output: String::new(),
        }
    }

    /// Whether it passed only after a failed attempt.
    pub(super) fn is_flaky(&self) -> bool {
        self.status == Status::Passed && self.attempts > 1
    }
}

/// The run in numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) ignored: usize,
    pub(super) filtered_out: usize,
    /// Cases that were never started.
    pub(super) not_run: usize,
    /// The signal that ended the run, which is then why they were not.
    pub(super) ended_by: Option<String>,
    /// What went wrong after the last test, which fails the run.
    pub(super) problems: Vec<String>,
    pub(super) duration: Duration,
}

impl Summary {
    /// Whether the run failed.
    pub(super) fn is_failed(&self) -> bool {
        self.failed > 0 || !self.problems.is_empty()
    }

    pub(super) fn count(&mut self, result: &CaseResult) {
        match result.status {
            Status::Passed => self.passed += 1,
            Status::Failed(_) => self.failed += 1,
            Status::Ignored(_) => self.ignored += 1,
        }
    }
}
