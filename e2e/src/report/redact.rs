//! Records without the values that must not be in them.

use super::record::{FailureRecord, StepRecord, StepResult};
use crate::secret::Known;

/// Cleans every text of a step.
pub(crate) fn step(step: &mut StepRecord, known: &Known) {
    let all = |text: &mut String| *text = known.redact(text);
    // Where a typed password stands between quotation marks, a short one is found too.
    let quoting = |text: &mut String| *text = said(known, text);
    quoting(&mut step.text);
    step.passed_on.iter_mut().for_each(quoting);
    for text in [&mut step.summary, &mut step.url, &mut step.screen] {
        all(text);
    }
    for action in &mut step.actions {
        if let Some(marker) = known.marker_of(&unquoted(&action.input)) {
            action.input = marker;
        }
        for text in [&mut action.target, &mut action.input, &mut action.effect] {
            all(text);
        }
    }
    for turn in &mut step.turns {
        all(&mut turn.text);
        all(&mut turn.reasoning);
        turn.notes.iter_mut().for_each(all);
        for call in &mut turn.calls {
            quoting(&mut call.call);
            all(&mut call.result);
        }
    }
    for event in &mut step.events {
        quoting(&mut event.text);
        if let Some(failure) = &mut event.failure {
            quoting(&mut failure.message);
        }
    }
    for evidence in &mut step.evidence {
        all(&mut evidence.cited);
        all(&mut evidence.found);
    }
    if let StepResult::Failed(failed) | StepResult::Blocked(failed) = &mut step.result {
        failure(failed, known);
    }
}

/// Cleans every text of a failure.
pub(crate) fn failure(failure: &mut FailureRecord, known: &Known) {
    failure.message = said(known, &failure.message);
    failure.diagnostic = said(known, &failure.diagnostic);
}

/// A text that may quote a sentence of the test.
pub(crate) fn said(known: &Known, text: &str) -> String {
    known.redact(&known.without_quoted(text))
}

/// What was typed, from an input that may be kept as a string literal.
fn unquoted(input: &str) -> String {
    serde_json::from_str(input).unwrap_or_else(|_| input.to_owned())
}
