//! The accounting of one step: clock, budgets, the first hard stop, the audit trail.
//!
//! The harness side owns all of it; an executor only thinks. Whichever tier runs
//! the step, the same context counts and records.

pub use super::executor::StepExecutor;
use super::given::Given;
use super::hidden::Hidden;
use super::log::Log;
use super::purse::Purse;
use super::trail;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::{ActionRecord, EvidenceRecord, StepKind, TurnRecord, Usage};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// How close to the end of the clock a timeout is the clock's.
const LATE: Duration = Duration::from_millis(100);

/// Time that is kept from a step's clock for saying what happened.
const TELLING: Duration = Duration::from_millis(500);

/// What a step may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Turns: answers of a model.
    pub max_model_calls: u32,
    /// Actions, failed ones included.
    pub max_actions: u32,
    /// The whole step.
    pub timeout: Duration,
    /// Input and output tokens together; unbounded without it.
    pub max_tokens: Option<u64>,
    /// Cost, US dollars; unbounded without it.
    pub max_cost_usd: Option<f64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_model_calls: 25,
            max_actions: 25,
            timeout: Duration::from_secs(120),
            max_tokens: None,
            max_cost_usd: None,
        }
    }
}

/// One step while it runs.
#[derive(Debug)]
pub struct StepContext {
    kind: StepKind,
    instruction: String,
    params: Map<String, Value>,
    ledger: String,
    limits: Limits,
    /// Time behind the limit, for telling what came of the step.
    spare: Duration,
    started: Instant,
    cancelled: watch::Sender<bool>,
    purse: Purse,
    pub(super) hidden: Hidden,
    pub(super) given: Given,
    pub(super) log: Mutex<Log>,
}

impl StepContext {
    /// Opens a step; its clock starts now.
    #[must_use]
    pub fn new(kind: StepKind, instruction: impl Into<String>, limits: Limits) -> Self {
        Self {
            kind,
            instruction: instruction.into(),
            params: Map::new(),
            ledger: String::new(),
            limits,
            spare: Duration::ZERO,
            started: Instant::now(),
            cancelled: watch::Sender::new(false),
            purse: Purse::new("step")
                .with_max_tokens(limits.max_tokens)
                .with_max_cost_usd(limits.max_cost_usd),
            hidden: Hidden::default(),
            given: Given::default(),
            log: Mutex::default(),
        }
    }

    /// Gives the step named values its sentence may use.
    #[must_use]
    pub fn with_params(mut self, params: Map<String, Value>) -> Self {
        self.params = params;
        self
    }

    /// Lets what runs use its whole limit: what came of it is told in a moment behind
    /// it, which otherwise is part of it.
    #[must_use]
    pub fn with_whole_limit(mut self) -> Self {
        self.spare = TELLING;
        self
    }

    /// Gives the step the account of earlier steps of its test.
    #[must_use]
    pub fn with_ledger(mut self, ledger: impl Into<String>) -> Self {
        self.ledger = ledger.into();
        self
    }

    /// Takes what the step spends from this purse too: the test's or the run's.
    #[must_use]
    pub fn with_purse(mut self, outer: Arc<Purse>) -> Self {
        self.purse = self.purse.within(outer);
        self
    }

    /// Which call it is.
    #[must_use]
    pub fn kind(&self) -> StepKind {
        self.kind
    }

    /// The sentence.
    #[must_use]
    pub fn instruction(&self) -> &str {
        &self.instruction
    }

    /// Named values the sentence may use.
    #[must_use]
    pub fn params(&self) -> &Map<String, Value> {
        &self.params
    }

    /// What earlier steps of the test did.
    #[must_use]
    pub fn ledger(&self) -> &str {
        &self.ledger
    }

    /// What the step may use.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time left on the step's clock.
    #[must_use]
    pub fn remaining(&self) -> Duration {
        (self.limits.timeout + self.spare).saturating_sub(self.elapsed())
    }

    /// How long something may still take so that what came of it can be told.
    #[must_use]
    pub fn working_time(&self) -> Duration {
        self.remaining().saturating_sub(TELLING)
    }

    /// Time since the step began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Ends the step from outside; what runs notices at its next checkpoint, and
    /// what waits for [`Self::ended`] at once.
    pub fn cancel(&self) {
        self.cancelled.send_replace(true);
    }

    /// Whether the step was ended from outside.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.cancelled.borrow()
    }

    /// Waits until the step is cancelled or its clock has run out, and returns the
    /// hard stop, which is recorded then.
    pub async fn ended(&self) -> Error {
        let mut cancelled = self.cancelled.subscribe();
        loop {
            if let Err(stop) = self.checkpoint() {
                return stop;
            }
            // A wait for the rest of the time may end a moment early; the loop then
            // waits again.
            let left = self.remaining().max(Duration::from_millis(1));
            let _ = tokio::time::timeout(left, cancelled.wait_for(|cancelled| *cancelled)).await;
        }
    }

    /// Refuses to go on once the clock has run out or the step was cancelled.
    ///
    /// # Errors
    ///
    /// The hard stop, which also stays recorded.
    pub fn checkpoint(&self) -> Result<()> {
        if self.log().finished {
            return Err(Error::new(Code::Cancelled, "the step is already over"));
        }
        if self.is_cancelled() {
            return Err(self.stop(Error::new(Code::Cancelled, "the step was cancelled")));
        }
        if self.remaining().is_zero() {
            return Err(self.stop(self.timeout()));
        }
        Ok(())
    }

    fn timeout(&self) -> Error {
        Error::new(
            Code::StepTimeout,
            format!(
                "the step took longer than its {}",
                crate::text::show_duration(self.limits.timeout)
            ),
        )
        .help(
            "give it more time, with `.timeout(…)` or under [timeouts] in e2e.toml, or make the \
             sentence smaller",
        )
    }

    /// Takes one action out of the budget, before it is tried.
    ///
    /// # Errors
    ///
    /// [`Code::StepBudgetExhausted`] when none is left; also what
    /// [`Self::checkpoint`] says.
    pub fn take_action(&self) -> Result<()> {
        self.checkpoint()?;
        let max = self.limits.max_actions;
        {
            let mut log = self.log();
            if log.actions_used < max {
                log.actions_used += 1;
                return Ok(());
            }
        }
        Err(self.stop(
            Error::new(
                Code::StepBudgetExhausted,
                format!("the step used all {max} actions it may take"),
            )
            .help("raise `max_actions`, or make the sentence smaller"),
        ))
    }

    /// Whether another model call may be made; asked before it.
    ///
    /// # Errors
    ///
    /// [`Code::StepBudgetExhausted`] when the tokens or the money of the step, the test
    /// or the run are used up; also what [`Self::checkpoint`] says.
    pub fn afford(&self) -> Result<()> {
        self.checkpoint()?;
        self.purse.afford().map_err(|empty| self.stop(empty))
    }

    /// Takes a timeout for the end of the clock when it comes within a tenth of a
    /// second of it: an operation bounded by the rest of the time may fire first.
    pub fn is_late(&self) -> bool {
        if self.remaining() > LATE {
            return false;
        }
        self.stop(self.timeout());
        true
    }

    /// Counts one model call and its usage.
    ///
    /// # Errors
    ///
    /// [`Code::StepBudgetExhausted`] for the call after the last allowed one.
    pub fn count_model_call(&self, usage: Option<&Usage>) -> Result<()> {
        let max = self.limits.max_model_calls;
        self.purse.charge(usage);
        let mut over = false;
        self.record(|log| {
            log.model_calls += 1;
            match usage {
                Some(usage) => log.usage.add(usage),
                None => log.usage.partial = true,
            }
            over = log.model_calls > max;
        });
        if over {
            return Err(self.stop(
                Error::new(
                    Code::StepBudgetExhausted,
                    format!("the step used all {max} model calls it may make"),
                )
                .help("raise `max_model_calls`, or make the sentence smaller"),
            ));
        }
        Ok(())
    }

    /// Records the first hard stop; a later one changes nothing. Returns the first.
    pub fn stop(&self, error: Error) -> Error {
        let mut first = error;
        self.record(|log| first = log.hard_stop.get_or_insert(first.clone()).clone());
        first
    }

    /// The first hard stop.
    #[must_use]
    pub fn hard_stop(&self) -> Option<Error> {
        self.log().hard_stop.clone()
    }

    /// Adds a verb to the audit trail.
    pub fn record_action(&self, action: ActionRecord) {
        self.record(|log| log.actions.push(action));
    }

    /// Verbs so far.
    #[must_use]
    pub fn actions(&self) -> Vec<ActionRecord> {
        self.log().actions.clone()
    }

    /// Actions taken out of the budget so far.
    #[must_use]
    pub fn actions_used(&self) -> u32 {
        self.log().actions_used
    }

    /// Replaces the turns of the audit trail; called after every turn, so that a
    /// step ended by the clock keeps them.
    pub fn set_turns(&self, turns: Vec<TurnRecord>) {
        self.record(|log| log.turns = turns);
    }

    /// Changes the turns in place; copying them on every change would cost more with
    /// every turn.
    pub(super) fn change_turns(&self, change: impl FnOnce(&mut Vec<TurnRecord>)) {
        self.record(|log| change(&mut log.turns));
    }

    /// Turns so far, as a report shows them: the newest twelve, clipped.
    #[must_use]
    pub fn turns(&self) -> Vec<TurnRecord> {
        trail::report(&self.log().turns)
    }

    /// Every turn as text, for a person who debugs. Secrets in it are masked.
    #[must_use]
    pub fn transcript(&self) -> String {
        let log = self.log();
        let turns = trail::transcript(&log.turns);
        match log.account.as_str() {
            "" => turns,
            account => format!("{turns}\n{}", self.redact(account)),
        }
    }

    /// Records what a pass rests on, after it was checked.
    pub fn set_evidence(&self, evidence: Vec<EvidenceRecord>) {
        self.record(|log| {
            log.evidence = evidence;
            log.proven_at = log.actions_used;
        });
    }

    /// What the pass rests on.
    #[must_use]
    pub fn evidence(&self) -> Vec<EvidenceRecord> {
        self.log().evidence.clone()
    }

    /// Model calls so far.
    #[must_use]
    pub fn model_calls(&self) -> u32 {
        self.log().model_calls
    }

    /// Tokens and money so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.log().usage
    }
}
