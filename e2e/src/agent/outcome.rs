//! From a verdict to what the test gets: an error with its account, or a summary.

use super::Inner;
use super::call::Call;
use crate::chassis::step::StepContext;
use crate::chassis::verdict::{Status, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::text::{self as screen_text, TextOptions};
use crate::report::record::{FailureRecord, StepKind, StepRecord, StepResult};
use std::fmt::Write as _;

/// Codes only the harness may give, because only it can know.
const RUNTIME: &[Code] = &[Code::StepBudgetExhausted, Code::StepTimeout, Code::Cancelled];

/// How many lines of the screen a failure quotes; the report has all of it.
const QUOTED_LINES: usize = 12;

/// How many of the latest actions a failure lists.
const QUOTED_ACTIONS: usize = 8;

/// Applies the rules an executor cannot bend: cancellation wins over any verdict, a
/// pass under a hard stop is none, and runtime codes need the runtime's own record.
pub(super) fn settle(step: &StepContext, verdict: Result<Verdict>) -> Result<Verdict> {
    let stop = step.hard_stop();
    if let Some(stop) = stop.as_ref().filter(|stop| stop.code() == Code::Cancelled) {
        return Err(stop.clone());
    }
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(error) if RUNTIME.contains(&error.code()) => {
            return Err(match stop {
                Some(stop) => stop.blocked(),
                None => uncorroborated(error.code()),
            });
        }
        Err(error) => return Err(error),
    };
    match (verdict.status, stop) {
        (Status::Passed, None) => Ok(verdict),
        (Status::Passed, Some(stop)) => Err(stop
            .blocked()
            .note(format!("the executor had concluded: {}", verdict.summary))),
        (status, stop) => {
            let code = match (verdict.code, &stop) {
                (Some(code), None) if RUNTIME.contains(&code) => return Err(uncorroborated(code)),
                (Some(code), _) => code,
                (None, Some(stop)) => stop.code(),
                (None, None) => default_code(step.kind()),
            };
            let error = Error::new(code, verdict.summary);
            Err(if status == Status::Blocked { error.blocked() } else { error })
        }
    }
}

fn uncorroborated(code: Code) -> Error {
    Error::new(
        Code::ModelOutputInvalid,
        format!("the executor claimed {code}, which the step's own accounts do not show"),
    )
}

fn default_code(kind: StepKind) -> Code {
    match kind {
        StepKind::Assert | StepKind::WaitFor => Code::AssertionFailed,
        _ => Code::ActionFailed,
    }
}

/// The record's form of a failure.
pub(super) fn result(error: &Error) -> StepResult {
    let failure = FailureRecord::from(error);
    if error.is_blocked() { StepResult::Blocked(failure) } else { StepResult::Failed(failure) }
}

/// What a failed step leaves behind.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    pub(super) screenshot: Option<String>,
    pub(super) screen: String,
}

/// A picture and the screen's text. Nothing here can fail the test.
pub(super) async fn evidence(agent: &Inner, label: &str) -> Evidence {
    let screen = match agent.page.look().await {
        Ok(seen) => screen_text::render(&seen, &TextOptions::default()),
        Err(error) => format!("(the page could not be read: {})", error.message()),
    };
    let screenshot = match agent.page.screenshot().await {
        Ok(picture) => {
            let file = format!("{}.png", label.replace(' ', "-"));
            agent
                .journal
                .attach("screenshot", &format!("the page at the end of {label}"), &file, &picture)
                .ok()
                .map(|artifact| artifact.path)
        }
        Err(_) => None,
    };
    Evidence { screenshot, screen }
}

/// Adds to a failure what was done and what was on the screen.
pub(super) fn explain(error: Error, call: &Call, record: &StepRecord) -> Error {
    let mut error = match error.about() {
        Some(_) => error,
        None => error.sentence(&call.words, 0..call.words.len(), ""),
    }
    .at(call.location.clone());
    for reason in &record.passed_on {
        // The plain tier's own failure says this already.
        if !reason.ends_with(error.message()) {
            error = error.note(format!("passed on by {reason}"));
        }
    }
    if !record.actions.is_empty() {
        let skipped = record.actions.len().saturating_sub(QUOTED_ACTIONS);
        let mut done = String::from("what was done:");
        if skipped > 0 {
            let _ = write!(done, "\n({skipped} earlier actions)");
        }
        for action in &record.actions[skipped..] {
            let _ = write!(done, "\n{}", show_action(action));
        }
        error = error.note(done);
    }
    if !record.screen.is_empty() {
        let lines = record.screen.lines().count();
        let mut seen = String::from("what was on the screen:");
        for line in record.screen.lines().take(QUOTED_LINES) {
            let _ = write!(seen, "\n{line}");
        }
        if lines > QUOTED_LINES {
            let _ = write!(seen, "\n… {} more lines in the report", lines - QUOTED_LINES);
        }
        error = error.note(seen);
    }
    match &record.screenshot {
        Some(path) => error.note(format!("screenshot: {path}")),
        None => error,
    }
}

fn show_action(action: &crate::report::record::ActionRecord) -> String {
    let mut out = action.verb.clone();
    for part in [&action.target, &action.input] {
        if !part.is_empty() {
            let _ = write!(out, " {part}");
        }
    }
    let _ = write!(out, ": {}", action.effect);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::step::Limits;

    fn step() -> StepContext {
        StepContext::new(StepKind::Act, "x", Limits::default())
    }

    fn verdict(status: Status, code: Option<Code>) -> Verdict {
        Verdict { status, summary: "so it seems".into(), code, ..Verdict::default() }
    }

    #[test]
    fn a_pass_under_a_hard_stop_is_blocked_with_its_code() {
        let step = step();
        step.stop(Error::new(Code::StepBudgetExhausted, "used up"));
        let error = settle(&step, Ok(verdict(Status::Passed, None))).unwrap_err();
        assert_eq!(error.code(), Code::StepBudgetExhausted);
        assert!(error.is_blocked());
        assert!(error.notes()[0].contains("so it seems"));
    }

    #[test]
    fn cancellation_wins_over_any_verdict() {
        let step = step();
        step.stop(Error::new(Code::Cancelled, "stopped"));
        let error = settle(&step, Ok(verdict(Status::Passed, None))).unwrap_err();
        assert_eq!(error.code(), Code::Cancelled);
    }

    #[test]
    fn a_runtime_code_without_a_record_is_invalid_output() {
        for claimed in [
            Ok(verdict(Status::Blocked, Some(Code::StepTimeout))),
            Err(Error::new(Code::StepTimeout, "I am late")),
        ] {
            let error = settle(&step(), claimed).unwrap_err();
            assert_eq!(error.code(), Code::ModelOutputInvalid);
        }
    }

    #[test]
    fn a_failure_without_a_code_gets_the_hard_stop_s_or_the_step_s_default() {
        let failed = || Ok(verdict(Status::Failed, None));
        assert_eq!(settle(&step(), failed()).unwrap_err().code(), Code::ActionFailed);
        let stopped = step();
        stopped.stop(Error::new(Code::StepTimeout, "late"));
        assert_eq!(settle(&stopped, failed()).unwrap_err().code(), Code::StepTimeout);
        let check = StepContext::new(StepKind::Assert, "x", Limits::default());
        assert_eq!(settle(&check, failed()).unwrap_err().code(), Code::AssertionFailed);
    }
}
