//! What a step's end means, decided by the harness and not by the executor.
//!
//! An executor is trusted to think, not to account: a pass under a used-up budget is
//! none, and only the runtime may say that the runtime stopped the step.

use super::executor::StepExecutor;
use super::step::StepContext;
use super::verdict::{Status, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::StepKind;
use crate::text::clip;

/// The longest summary that is kept.
const SUMMARY: usize = 2_000;

/// Carries a step out: the executor against the step's clock, then [`settle`]. An
/// executor that is still running at the end of the clock, or when the step is
/// cancelled, is dropped.
///
/// # Errors
///
/// Whatever the step did not pass for; [`Error::is_blocked`] says whether something
/// outside it was the reason.
pub async fn carry_out(executor: &dyn StepExecutor, step: &StepContext) -> Result<Verdict> {
    let ended = tokio::select! {
        biased;
        ended = executor.run_step(step) => ended,
        stop = step.ended() => Err(stop),
    };
    settle(executor.name(), step, ended)
}

/// Maps what an executor returned to the step's result: a verdict that passed, or
/// the error that says why not.
///
/// # Errors
///
/// The verdict's code, or the default of the step's kind; the recorded hard stop where
/// it takes precedence; [`Code::ModelOutputInvalid`] for a verdict outside the rules.
pub fn settle(executor: &str, step: &StepContext, ended: Result<Verdict>) -> Result<Verdict> {
    let hard_stop = step.hard_stop();
    if let Some(stop) = hard_stop
        .clone()
        .filter(|stop| stop.code() == Code::Cancelled)
    {
        return Err(stop);
    }
    let verdict = match ended {
        Ok(verdict) => verdict,
        Err(error) if !is_runtime(error.code()) => return Err(error),
        Err(error) => {
            return Err(match hard_stop {
                Some(stop) => stop.blocked(),
                None if corroborated(error.code(), step) => error.blocked(),
                None => invalid(
                    executor,
                    &format!("it ended with {}, which did not happen", error.code()),
                ),
            });
        }
    };
    let verdict = validated(executor, verdict)?;
    match (verdict.status, hard_stop) {
        (Status::Passed, None) => Ok(verdict),
        (Status::Passed, Some(stop)) => Err(stop
            .note(format!(
                "the executor concluded as passed: {}",
                verdict.summary
            ))
            .blocked()),
        (status, stop) => Err(not_passed(executor, step, &verdict, status, stop.as_ref())),
    }
}

fn not_passed(
    executor: &str,
    step: &StepContext,
    verdict: &Verdict,
    status: Status,
    stop: Option<&Error>,
) -> Error {
    let code = verdict.code.or(stop.map(Error::code));
    let code = code.unwrap_or_else(|| default_code(step.kind()));
    if is_runtime(code) && !corroborated(code, step) {
        return invalid(
            executor,
            &format!("its verdict carries {code}, which did not happen"),
        );
    }
    let error = Error::new(code, verdict.summary.clone());
    if status == Status::Blocked || is_runtime(code) {
        error.blocked()
    } else {
        error
    }
}

/// The code of a failure that names none.
fn default_code(kind: StepKind) -> Code {
    match kind {
        StepKind::Assert | StepKind::WaitFor => Code::AssertionFailed,
        _ => Code::ActionFailed,
    }
}

fn validated(executor: &str, mut verdict: Verdict) -> Result<Verdict> {
    verdict.summary = clip(verdict.summary.trim(), SUMMARY);
    let wrong = match (verdict.status, verdict.code) {
        _ if verdict.summary.is_empty() => Some("its verdict has no summary".to_owned()),
        (Status::Passed, Some(code)) => Some(format!("its passed verdict carries {code}")),
        (Status::Blocked, None) => Some("its blocked verdict carries no code".to_owned()),
        (Status::Blocked, Some(code)) if !code.blockable() => Some(format!(
            "its blocked verdict carries {code}, which blocks nothing"
        )),
        _ => None,
    };
    match wrong {
        Some(why) => Err(invalid(executor, &why)),
        None => Ok(verdict),
    }
}

fn invalid(executor: &str, why: &str) -> Error {
    Error::new(
        Code::ModelOutputInvalid,
        format!("the executor `{executor}` broke the rules of a verdict: {why}"),
    )
    .help("this is a mistake in the executor, not in the test")
}

/// The codes only the runtime may assign.
fn is_runtime(code: Code) -> bool {
    matches!(
        code,
        Code::StepBudgetExhausted | Code::StepTimeout | Code::Cancelled
    )
}

/// Whether the step's own accounting bears a runtime code out.
fn corroborated(code: Code, step: &StepContext) -> bool {
    if step.hard_stop().is_some_and(|stop| stop.code() == code) {
        return true;
    }
    let limits = step.limits();
    match code {
        Code::Cancelled => step.is_cancelled(),
        Code::StepTimeout => step.is_late(),
        Code::StepBudgetExhausted => {
            step.actions_used() >= limits.max_actions
                || step.model_calls() >= limits.max_model_calls
        }
        _ => false,
    }
}
