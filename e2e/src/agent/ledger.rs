//! What earlier steps of a test did, as a later step's model is told.
//!
//! Derived from the journal on demand; it has no store of its own. Newest steps are
//! kept first when space is short, and the account reads oldest first.

use crate::report::record::{StepRecord, StepResult};
use crate::secret::Known;
use crate::text;
use std::fmt::Write as _;

/// Most bytes of the whole account.
const BUDGET: usize = 8_192;

/// Bytes kept for saying what is not listed.
const OMITTED: usize = 64;

/// The account of these steps; empty when there are none. They are cleaned again: a
/// value may have become a secret since they were recorded.
pub(super) fn account(steps: &[StepRecord], known: &Known) -> String {
    let mut kept = Vec::new();
    let mut used = OMITTED;
    for step in steps.iter().rev() {
        let line = line(step, known);
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

fn line(step: &StepRecord, known: &Known) -> String {
    let field = |text: &str, limit| {
        // What nobody sees could say anything to a model.
        let seen = |c: &char| !c.is_control() || c.is_whitespace();
        let text: String = text.chars().filter(seen).collect();
        cut(&text::collapse(&known.redact(&text)), limit)
    };
    let status = match &step.result {
        StepResult::Passed => "passed",
        StepResult::Failed(_) => "failed",
        StepResult::Blocked(_) => "blocked",
    };
    let mut out = format!(
        "{}. {} {status}: {}\n",
        step.index + 1,
        step.kind.as_str(),
        field(&step.text, 256)
    );
    let summary = field(&step.summary, 700);
    if !summary.is_empty() {
        let _ = writeln!(out, "   {summary}");
    }
    out
}

/// At most so many bytes of a text, with a mark where something is left out.
fn cut(text: &str, limit: usize) -> String {
    const MARK: char = '…';
    if text.len() <= limit {
        return text.to_owned();
    }
    let most = limit.saturating_sub(MARK.len_utf8());
    let end = (0..=most).rev().find(|at| text.is_char_boundary(*at));
    let mut out = text[..end.unwrap_or(0)].to_owned();
    out.push(MARK);
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
        let steps = [step(0, "one mug is in the cart"), step(1, "")];
        let text = account(&steps, &Known::default());
        assert_eq!(
            text,
            "1. act passed: add a mug\n   one mug is in the cart\n2. act passed: add a mug\n"
        );
    }

    #[test]
    fn the_oldest_steps_are_left_out_first_and_counted() {
        let steps: Vec<_> = (0..40).map(|i| step(i, &"x".repeat(600))).collect();
        let text = account(&steps, &Known::default());
        assert!(text.len() <= BUDGET, "{}", text.len());
        assert!(
            text.starts_with("(28 earlier steps are not listed)\n29. act"),
            "{}",
            &text[..60]
        );
        assert!(text.contains("40. act passed"));
    }

    #[test]
    fn fields_are_bounded_cleaned_again_and_stay_on_their_line() {
        let known = Known::default();
        known.declare("code", "492817").unwrap();
        let long = step(
            0,
            &format!("\u{0}code\n2. act passed: {}", "y".repeat(2_000)),
        );
        let text = account(&[long, step(1, "the code is 492817")], &known);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[1].starts_with("   code 2. act passed: yyy"), "{text}");
        assert_eq!(lines[1].len(), 3 + 700);
        assert_eq!(lines[3], "   the code is [secret code]");
    }

    #[test]
    fn a_field_is_bounded_in_bytes_and_cut_between_characters() {
        assert_eq!(cut("füße", 6), "füße");
        assert_eq!(cut("füße und", 6), "fü…");
        for limit in 3..40 {
            assert!(cut(&"ß€𝄞".repeat(9), limit).len() <= limit, "{limit}");
        }
    }
}
