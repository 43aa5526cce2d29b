//! What a step's end means, decided by the harness and not by the executor.
//!
//! An executor is trusted to think, not to account: a pass under a used-up budget is
//! none, and only the runtime may say that the runtime stopped the step.

use super::executor::{self, StepExecutor};
use super::step::StepContext;
use super::verdict::{Status, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::{EventKind, StepKind};
use crate::text::{clip, show_duration};
use futures::FutureExt as _;
use std::any::Any;
use std::panic::{AssertUnwindSafe, resume_unwind};

/// The longest summary that is kept.
const SUMMARY: usize = 2_000;

/// Carries a step out: the executor against the step's clock, then [`settle`]. An
/// executor that is still running at the end of the clock, or when the step is
/// cancelled, is dropped; one that panics has concluded nothing. Afterwards the step is
/// over: what an executor left running is neither counted nor recorded.
///
/// # Errors
///
/// Whatever the step did not pass for; [`Error::is_blocked`] says whether something
/// outside it was the reason.
pub async fn carry_out(executor: &dyn StepExecutor, step: &StepContext) -> Result<Verdict> {
    let name = executor.name();
    if name.trim().is_empty() {
        step.finish();
        return Err(nameless());
    }
    let run = AssertUnwindSafe(async { executor.run_step(step).await }).catch_unwind();
    let (ended, dropped) = tokio::select! {
        biased;
        ended = run => (ended.unwrap_or_else(|panic| Err(panicked(name, panic))), false),
        stop = step.ended() => (Err(stop), true),
    };
    let settled = settle(name, step, ended);
    let why = settled.as_ref().err();
    let who = executor::named(executor);
    step.record_event(EventKind::Phase, who, step.elapsed(), why);
    step.finish();
    match dropped {
        true => settled.map_err(|error| {
            error.note(format!(
                "{name} was still at work and was dropped where it was ({})",
                used(step)
            ))
        }),
        false => settled,
    }
}

fn nameless() -> Error {
    Error::new(
        Code::InvalidArgument,
        "the executor of the step has no name",
    )
    .note("records and messages call it by its name")
    .help("return one from `StepExecutor::name`")
}

/// What a panic of an executor comes to. What is thrown as anything but a message is
/// somebody else's way of leaving the test, and goes on.
fn panicked(name: &str, panic: Box<dyn Any + Send>) -> Error {
    let message = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => resume_unwind(panic),
    };
    Error::new(
        Code::StepNoConclusion,
        format!("the executor `{name}` panicked before it concluded: {message}"),
    )
    .help(MISTAKE)
}

/// What of its budgets a step used, in words.
fn used(step: &StepContext) -> String {
    let limits = step.limits();
    format!(
        "{} of {} actions, {} of {} model calls and {} of {} were used",
        step.actions_used(),
        limits.max_actions,
        step.model_calls(),
        limits.max_model_calls,
        show_duration(step.elapsed().min(limits.timeout)),
        show_duration(limits.timeout),
    )
}

/// Maps what an executor returned to the step's result: a verdict that passed, or
/// the error that says why not.
///
/// # Errors
///
/// The verdict's code, or the default of the step's kind; the recorded hard stop where
/// it takes precedence; [`Code::ModelOutputInvalid`] for a verdict outside the rules.
pub fn settle(executor: &str, step: &StepContext, ended: Result<Verdict>) -> Result<Verdict> {
    // A clock that nobody looked at has run out all the same.
    let _ = step.checkpoint();
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
                None => unborne(
                    executor,
                    &format!("it ended with {}, which did not happen", error.code()),
                    error.message(),
                    step,
                ),
            });
        }
    };
    let verdict = validated(executor, step, verdict)?;
    match (verdict.status, hard_stop) {
        (Status::Passed, None) if step.acted_unproven() => Err(unproven(executor, &verdict, step)),
        (Status::Passed, None) if step.acted_since_proof() => {
            Err(outdated(executor, &verdict, step))
        }
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
        let why = format!("its verdict carries {code}, which did not happen");
        return unborne(executor, &why, &verdict.summary, step);
    }
    let mut error = Error::new(code, verdict.summary.clone());
    if let Some(stop) = stop.filter(|stop| stop.code() == code) {
        if stop.message() != verdict.summary {
            error = error.note(stop.message());
        }
        error = stop.notes().iter().fold(error, Error::note);
        error = stop.helps().iter().fold(error, Error::help);
    }
    if status == Status::Blocked || is_runtime(code) {
        error.blocked()
    } else {
        error
    }
}

/// Who did something with the target's verbs passes by what the target shows of it.
fn unproven(executor: &str, verdict: &Verdict, step: &StepContext) -> Error {
    Error::new(
        Code::VerdictUnproven,
        format!("the executor `{executor}` passed without evidence of what it did"),
    )
    .note(format!("it said: {}", verdict.summary))
    .note(used(step))
    .help("cite where the outcome can be seen with `StepContext::prove`, after the last action")
}

/// What was proven need not hold any more after something else was done.
fn outdated(executor: &str, verdict: &Verdict, step: &StepContext) -> Error {
    let what = match step.actions().last() {
        Some(action) => format!("{} {}", action.verb, action.target),
        None => "something".to_owned(),
    };
    Error::new(
        Code::VerdictUnproven,
        format!("the executor `{executor}` did {what} after its pass was proven"),
    )
    .note(format!("it said: {}", verdict.summary))
    .help("do everything first, then let the loop conclude; nothing comes after its verdict")
}

/// The code of a failure that names none.
fn default_code(kind: StepKind) -> Code {
    match kind {
        StepKind::Assert | StepKind::WaitFor => Code::AssertionFailed,
        _ => Code::ActionFailed,
    }
}

fn validated(executor: &str, step: &StepContext, mut verdict: Verdict) -> Result<Verdict> {
    // Masked before it is cut: half of a secret is found by nobody.
    verdict.summary = clip(step.redact(&verdict.summary).trim(), SUMMARY);
    let (why, instead) = match (verdict.status, verdict.code) {
        (status, _) if verdict.summary.is_empty() => (
            format!("its {} verdict has no summary", status.as_str()),
            "say in one to three sentences what was done and what is there now".to_owned(),
        ),
        (Status::Passed, Some(code)) => (
            format!("its passed verdict carries {code}"),
            format!("pass without a code, or end as failed with {code}"),
        ),
        (Status::Blocked, None) => (
            "its blocked verdict carries no code".to_owned(),
            blocked_needs_one(),
        ),
        (Status::Blocked, Some(code)) if !code.blockable() => (
            format!("its blocked verdict carries {code}, which blocks nothing"),
            blocked_needs_one(),
        ),
        _ => return Ok(verdict),
    };
    Err(invalid(executor, &why, &verdict.summary).help(instead))
}

fn blocked_needs_one() -> String {
    let codes = Code::ALL.iter().filter(|code| code.blockable());
    let codes: Vec<_> = codes
        .filter(|code| !is_runtime(**code))
        .map(|code| code.as_str())
        .collect();
    format!(
        "name what stopped it, one of {}; a product that misbehaves is `failed`",
        codes.join(", ")
    )
}

const MISTAKE: &str = "this is a mistake in the executor, not in the test";

fn invalid(executor: &str, why: &str, said: &str) -> Error {
    let error = Error::new(
        Code::ModelOutputInvalid,
        format!("the executor `{executor}` broke the rules of a verdict: {why}"),
    );
    let error = match said {
        "" => error,
        said => error.note(format!("it said: {said}")),
    };
    error.help(MISTAKE)
}

/// A code that the step's own accounting does not bear out.
fn unborne(executor: &str, why: &str, said: &str, step: &StepContext) -> Error {
    invalid(executor, why, said).note(used(step)).help(
        "only the runtime assigns this code: return what `StepContext::checkpoint` and \
         `take_action` fail with, as it is",
    )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::Limits;
    use crate::report::record::EvidenceRecord;

    #[test]
    fn who_did_something_passes_by_what_was_seen_after_it() {
        let proof = || EvidenceRecord {
            cited: "the sum".to_owned(),
            found: "12".to_owned(),
        };
        for (events, expected) in [
            ("", "passed"),
            ("look", "passed"),
            ("act look", "passed"),
            ("look act look", "passed"),
            ("act", "passed without evidence of what it did"),
            ("act look act", "did something after its pass was proven"),
        ] {
            let step = StepContext::new(StepKind::Act, "do it", Limits::default());
            for event in events.split_whitespace() {
                if event == "look" {
                    step.set_evidence(vec![proof()]);
                } else {
                    step.take_action().unwrap();
                    step.touched();
                }
            }
            let verdict = Verdict {
                status: Status::Passed,
                summary: "done".to_owned(),
                code: None,
            };
            let seen = match settle("robot", &step, Ok(verdict)) {
                Ok(verdict) => verdict.status.as_str().to_owned(),
                Err(error) => {
                    assert_eq!(error.code(), Code::VerdictUnproven);
                    error.message().to_owned()
                }
            };
            assert!(seen.ends_with(expected), "{events:?}: {seen}");
        }
    }
}
