//! What earlier steps of a test did, as a later step's model is told.
//!
//! Derived from the journal on demand; it has no store of its own. Newest steps are
//! kept first when space is short, and the account reads oldest first.

use crate::report::record::{StepRecord, StepResult};
use crate::text;
use std::fmt::Write as _;

/// Most bytes of the whole account.
const BUDGET: usize = 8_192;

/// The account of these steps; empty when there are none.
pub(super) fn account(steps: &[StepRecord]) -> String {
    let mut kept = Vec::new();
    let mut used = 0;
    for step in steps.iter().rev() {
        let line = line(step);
        if used + line.len() > BUDGET {
            break;
        }
        used += line.len();
        kept.push(line);
    }
    let omitted = steps.len() - kept.len();
    let mut out = String::new();
    if omitted > 0 {
        let _ = writeln!(out, "({omitted} earlier steps are not listed)");
    }
    out.extend(kept.into_iter().rev());
    out
}

fn line(step: &StepRecord) -> String {
    let status = match &step.result {
        StepResult::Passed => "passed",
        StepResult::Failed(_) => "failed",
        StepResult::Blocked(_) => "blocked",
    };
    let mut out = format!(
        "{}. {} {status}: {}\n",
        step.index + 1,
        step.kind.as_str(),
        text::clip(&text::collapse(&step.text), 256)
    );
    let summary = text::clip(&text::collapse(&step.summary), 700);
    if !summary.is_empty() {
        let _ = writeln!(out, "   {summary}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::StepKind;

    fn step(index: u32, summary: &str) -> StepRecord {
        serde_json::from_value(serde_json::json!({
            "index": index, "kind": StepKind::Act, "text": "add a mug", "started_ms": 0,
            "duration_ms": 1, "result": {"status": "passed"}, "summary": summary,
        }))
        .unwrap()
    }

    #[test]
    fn the_account_reads_oldest_first() {
        let text = account(&[step(0, "one mug is in the cart"), step(1, "")]);
        assert_eq!(
            text,
            "1. act passed: add a mug\n   one mug is in the cart\n2. act passed: add a mug\n"
        );
    }

    #[test]
    fn the_oldest_steps_are_left_out_first_and_counted() {
        let steps: Vec<_> = (0..40).map(|i| step(i, &"x".repeat(600))).collect();
        let text = account(&steps);
        assert!(text.len() <= BUDGET + 64);
        assert!(
            text.starts_with("(27 earlier steps are not listed)\n28. act"),
            "{}",
            &text[..60]
        );
        assert!(text.contains("40. act passed"));
    }
}
