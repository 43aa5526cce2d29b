//! The steps of an attempt as lines, printed before its failure.

use crate::report::record::{CaseRecord, Outcome, StepRecord, StepResult};
use crate::text;
use std::fmt::Write as _;
use std::time::Duration;

/// Longest sentence shown on a line.
const TEXT_LIMIT: usize = 100;

/// Adds earlier panics and the step log to what the test printed.
pub(super) fn append(output: &mut String, record: &CaseRecord, noise: &[String]) {
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    for panic in noise {
        output.push_str(panic);
        output.push('\n');
    }
    if record.steps.is_empty() {
        return;
    }
    output.push_str("steps:\n");
    for step in &record.steps {
        output.push_str(&line(step));
    }
    if let Outcome::Failed(_) = record.outcome {
        output.push('\n');
    }
}

fn line(step: &StepRecord) -> String {
    let tier = step.tier.map_or("-", |tier| tier.as_str());
    let (word, why) = match &step.result {
        StepResult::Passed => ("ok", String::new()),
        StepResult::Failed(failure) => ("failed", reason(failure)),
        StepResult::Blocked(failure) => ("blocked", reason(failure)),
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "  {:>2} {} {:?}  {tier}  {word}  {}{why}",
        step.index + 1,
        step.kind.as_str(),
        text::clip(&text::collapse(&step.text), TEXT_LIMIT),
        text::show_duration(Duration::from_millis(step.duration_ms)),
    );
    out
}

fn reason(failure: &crate::report::record::FailureRecord) -> String {
    match failure.code {
        Some(code) => format!("  {code}"),
        None => String::new(),
    }
}
