//! What a step leaves behind. Nothing is added to it once the step is over.

use super::step::StepContext;
use super::unseen::Unseen;
use crate::error::Error;
use crate::report::record::{ActionRecord, EvidenceRecord, StepEvent, TurnRecord, Usage};
use std::sync::{MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) actions: Vec<ActionRecord>,
    pub(super) turns: Vec<TurnRecord>,
    pub(super) evidence: Vec<EvidenceRecord>,
    /// Actions used when the evidence was looked at.
    pub(super) proven_at: u32,
    pub(super) events: Vec<StepEvent>,
    pub(super) actions_used: u32,
    pub(super) model_calls: u32,
    pub(super) usage: Usage,
    /// Something was done to the target of the step.
    pub(super) touched: bool,
    /// What a tool changed and nobody has seen yet.
    pub(super) unseen: Unseen,
    /// Citations that did not hold.
    pub(super) unproven: u32,
    /// What an executor tells beside its turns.
    pub(super) account: String,
    pub(super) hard_stop: Option<Error>,
    /// The step is over; what comes later is dropped.
    pub(super) finished: bool,
}

impl StepContext {
    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds to the account of the step, while it runs.
    pub(super) fn record(&self, change: impl FnOnce(&mut Log)) {
        let mut log = self.log();
        if !log.finished {
            change(&mut log);
        }
    }

    /// Adds an answer of a model that was asked beside the loop.
    pub(crate) fn record_turn(&self, turn: TurnRecord) {
        self.record(|log| log.turns.push(turn));
    }

    /// Whether something was done after what a pass rests on was looked at.
    pub(super) fn acted_since_proof(&self) -> bool {
        let log = self.log();
        !log.evidence.is_empty() && log.actions_used > log.proven_at
    }

    /// Whether something was done to the target and nothing was proven of it.
    pub(super) fn acted_unproven(&self) -> bool {
        let log = self.log();
        log.touched && log.evidence.is_empty()
    }

    /// Ends the account: whatever an executor left running may come to its end, but
    /// nothing of it is counted or recorded, and no further action is allowed.
    pub(super) fn finish(&self) {
        self.log().finished = true;
    }
}
