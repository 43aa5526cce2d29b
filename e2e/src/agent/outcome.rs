//! What a failed step leaves behind: its account in words, a picture, the screen.

use super::call::Call;
use crate::error::Error;
use crate::report::record::{ActionRecord, EventKind, FailureRecord, StepRecord, StepResult, Tier};
use std::fmt::Write as _;

/// How many of the latest actions a failure lists.
const QUOTED_ACTIONS: usize = 8;

/// The record's form of a failure.
pub(super) fn result(error: &Error) -> StepResult {
    let failure = FailureRecord::from(error);
    if error.is_blocked() {
        StepResult::Blocked(failure)
    } else {
        StepResult::Failed(failure)
    }
}

/// How many of the latest refusals a failure lists.
const QUOTED_REFUSALS: usize = 5;

/// Adds to a failure what was done and what was on the screen.
pub(super) fn explain(error: Error, call: &Call, record: &StepRecord, excerpt: &str) -> Error {
    let mut error = match error.about() {
        Some(_) => error,
        None => error.sentence(&call.words, 0..call.words.len(), ""),
    }
    .at(call.location.clone());
    for reason in &record.passed_on {
        // The plain tier's own failure says this already.
        if record.tier != Some(Tier::Plain) {
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
            let mut line = show_action(action);
            // What stands in the notes above need not be said again.
            for note in error.notes() {
                line = line.replace(&format!("; {note}"), "");
            }
            let _ = write!(done, "\n{line}");
        }
        error = error.note(done);
    }
    let refused = refusals(record, &error);
    if !refused.is_empty() {
        error = error.note(format!("what was refused:\n{}", refused.join("\n")));
    }
    if !excerpt.is_empty() {
        error = error.note(format!("what was on the screen:\n{excerpt}"));
    }
    match &record.screenshot {
        Some(path) => error.note(format!("screenshot: {path}")),
        None => error,
    }
}

/// What rules and forms refused on the way, unless the failure itself says it.
fn refusals(record: &StepRecord, error: &Error) -> Vec<String> {
    let events = record.events.iter().filter_map(|event| {
        let why = event.failure.as_ref()?;
        let told = error
            .message()
            .starts_with(why.message.trim_end_matches('…'));
        let kept = matches!(event.kind, EventKind::Policy | EventKind::Schema) && !told;
        kept.then(|| format!("{}: {}", event.text, why.message))
    });
    let mut all: Vec<_> = events.collect();
    let skipped = all.len().saturating_sub(QUOTED_REFUSALS);
    all.drain(..skipped);
    all
}

fn show_action(action: &ActionRecord) -> String {
    let mut out = action.verb.clone();
    for part in [&action.target, &action.input] {
        if !part.is_empty() {
            let _ = write!(out, " {part}");
        }
    }
    let _ = write!(out, ": {}", action.effect);
    out
}
