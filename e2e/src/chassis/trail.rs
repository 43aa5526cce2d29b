//! The audit trail: what was said, called and answered, turn by turn.
//!
//! It is kept in the step itself, so a step that ends by its clock keeps what there
//! is.

use super::step::StepContext;
use crate::code::Code;
use crate::error::Error;
use crate::model::{Reply, ToolCall};
use crate::report::record::{CallRecord, EventKind, TurnRecord};
use crate::text::clip;
use std::fmt::Write as _;
use std::time::Duration;

/// Limits of the trail, and of the copy a report gets, in characters.
const PROSE: usize = 1_000;
const NAME: usize = 80;
const CALL: usize = 400;
const RESULT: usize = 600;
const NOTE: usize = 1_000;
const REPORT_TURNS: usize = 12;
const REPORT_CALLS: usize = 8;
const REPORT_CALL: usize = 200;
const TRANSCRIPT: usize = 262_144;

/// The trail of one run.
#[derive(Debug)]
pub(super) struct Trail<'a> {
    step: &'a StepContext,
}

impl<'a> Trail<'a> {
    pub(super) fn new(step: &'a StepContext) -> Self {
        step.set_turns(Vec::new());
        Self { step }
    }

    /// Masked before it is cut: half of a secret is found by nobody.
    fn clean(&self, text: &str, limit: usize) -> String {
        clip(&self.step.redact(text), limit)
    }

    fn change(&self, change: impl FnOnce(&mut Vec<TurnRecord>)) {
        self.step.change_turns(change);
    }

    /// Records what the loop itself did: with the turn it followed, or before the
    /// first.
    pub(super) fn note(&self, note: &str) {
        let note = self.clean(note, NOTE);
        self.change(|turns| match turns.last_mut() {
            Some(turn) => turn.notes.push(note),
            None => turns.push(TurnRecord {
                notes: vec![note],
                ..TurnRecord::default()
            }),
        });
    }

    /// Records a request that got no reply.
    pub(super) fn unanswered(&self, why: &str) {
        let error = Error::new(Code::ModelProviderFailed, why);
        self.step
            .record_event(EventKind::Model, "no answer", Duration::ZERO, Some(&error));
    }

    /// Records what a model called in a form that is not offered.
    pub(super) fn rejected(&self, call: &str, why: &str) {
        let error = Error::new(Code::ModelOutputInvalid, why);
        let text = format!("the call of {} was rejected", clip(call, NAME));
        self.step
            .record_event(EventKind::Schema, text, Duration::ZERO, Some(&error));
    }

    /// Records a reply; its results follow.
    pub(super) fn open(&self, index: u32, reply: &Reply, calls: &[ToolCall], took: Duration) {
        self.step
            .record_event(EventKind::Model, format!("turn {index}"), took, None);
        let turn = TurnRecord {
            index,
            text: self.clean(&reply.text(), PROSE),
            reasoning: self.clean(&reply.reasoning(), PROSE),
            calls: calls
                .iter()
                .map(|call| CallRecord {
                    call: format!(
                        "{}({})",
                        clip(&call.name, NAME),
                        self.clean(&call.arguments.to_string(), CALL)
                    ),
                    result: String::new(),
                    failed: false,
                })
                .collect(),
            notes: Vec::new(),
            model_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            usage: reply.usage,
        };
        self.change(|turns| turns.push(turn));
    }

    /// Records what came of a call of the newest turn.
    pub(super) fn result(&self, call: usize, text: &str, image: Option<usize>, failed: bool) {
        let mut result = self.clean(text, RESULT);
        if let Some(bytes) = image {
            let _ = write!(result, " [picture, {bytes} bytes]");
        }
        self.change(|turns| {
            let slot = turns.last_mut().and_then(|turn| turn.calls.get_mut(call));
            if let Some(slot) = slot {
                slot.result = result;
                slot.failed = failed;
            }
        });
    }
}

/// The copy for a report: what happened before the first turn, and the newest turns.
pub(super) fn report(turns: &[TurnRecord]) -> Vec<TurnRecord> {
    let (before, turns): (Vec<_>, Vec<_>) = turns.iter().partition(|turn| turn.index == 0);
    let newest = turns.len().saturating_sub(REPORT_TURNS);
    before
        .into_iter()
        .chain(turns.into_iter().skip(newest))
        .map(short)
        .collect()
}

fn short(turn: &TurnRecord) -> TurnRecord {
    let mut turn = turn.clone();
    let more = turn.calls.len().saturating_sub(REPORT_CALLS);
    turn.calls.truncate(REPORT_CALLS);
    for call in &mut turn.calls {
        call.call = clip(&call.call, REPORT_CALL);
    }
    if more > 0 {
        turn.notes.push(format!("{more} more calls in this turn"));
    }
    turn
}

/// Every turn as text.
pub(super) fn transcript(turns: &[TurnRecord]) -> String {
    let mut out = String::new();
    for turn in turns {
        let start = out.len();
        write_turn(&mut out, turn);
        if out.len() > TRANSCRIPT {
            out.truncate(start);
            out.push_str("[the transcript is cut here]\n");
            break;
        }
    }
    out
}

fn write_turn(out: &mut String, turn: &TurnRecord) {
    let _ = match turn.index {
        0 => writeln!(out, "before the first turn"),
        index => writeln!(out, "turn {index} ({} ms)", turn.model_ms),
    };
    let mut indented = |lead: &str, text: &str| {
        let mut lead = lead;
        for line in text.lines() {
            let _ = writeln!(out, "  {lead}{line}");
            lead = "    ";
        }
    };
    indented("thinks: ", &turn.reasoning);
    indented("", &turn.text);
    for call in &turn.calls {
        indented("> ", &call.call);
        indented(if call.failed { "! " } else { "< " }, &call.result);
    }
    for note in &turn.notes {
        indented("loop: ", note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_has_a_ceiling_and_says_so() {
        let turn = |index| TurnRecord {
            index,
            text: "p".repeat(PROSE),
            ..TurnRecord::default()
        };
        let turns: Vec<_> = (1..400).map(turn).collect();
        let whole = transcript(&turns[..100]);
        assert!(whole.contains("turn 100 "), "all of it fits");
        let cut = transcript(&turns);
        assert!(cut.len() <= TRANSCRIPT + 64, "{}", cut.len());
        assert!(cut.ends_with("[the transcript is cut here]\n"));
    }
}
