//! The few lines a run ends with on the terminal.

use super::run::{Run, Totals};
use crate::text;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// What happened, what it cost, and where the report is, without a line break at
/// the end.
///
/// ```
/// use e2e::report::{run::Run, summary};
/// use std::path::Path;
///
/// let lines = summary::render(&Run::default(), Path::new("target/e2e/r/report.html"));
/// assert_eq!(lines, "e2e: no test ran\nreport: target/e2e/r/report.html");
/// ```
#[must_use]
pub fn render(run: &Run, report: &Path) -> String {
    let totals = run.totals();
    let mut out = format!("e2e: {}", outcomes(&totals));
    if let Some(cost) = cost(&totals) {
        let _ = write!(out, "\nmodel: {cost}");
    }
    if totals.unreadable > 0 {
        let files = plural(totals.unreadable as u64, "record");
        let _ = write!(
            out,
            "\nwarning: {files} could not be read; the report names them"
        );
    }
    let _ = write!(out, "\nreport: {}", report.display());
    out
}

/// `3 failed (2 app, 1 infra), 41 passed (1 flaky), 1 skipped in 32.1s`
pub(super) fn outcomes(totals: &Totals) -> String {
    if totals.tests == 0 {
        return "no test ran".into();
    }
    let mut parts = Vec::new();
    if totals.failed > 0 {
        let classes: Vec<_> = totals
            .failed_by_class
            .iter()
            .map(|(class, count)| format!("{count} {class}"))
            .collect();
        parts.push(format!("{} failed ({})", totals.failed, classes.join(", ")));
    }
    if totals.flaky > 0 {
        parts.push(format!("{} passed ({} flaky)", totals.passed, totals.flaky));
    } else if totals.passed > 0 {
        parts.push(format!("{} passed", totals.passed));
    }
    if totals.skipped > 0 {
        parts.push(format!("{} skipped", totals.skipped));
    }
    let took = text::show_duration(Duration::from_millis(totals.duration_ms));
    format!("{} in {took}", parts.join(", "))
}

/// `12 calls, 48,211 tokens, $0.13`, or `None` when no model was asked.
pub(super) fn cost(totals: &Totals) -> Option<String> {
    if totals.model_calls == 0 && totals.usage.is_empty() {
        return None;
    }
    let usage = &totals.usage;
    let mut out = plural(totals.model_calls, "call");
    let tokens = usage.input_tokens + usage.output_tokens;
    let least = if usage.partial { "at least " } else { "" };
    if tokens > 0 || usage.partial {
        let _ = write!(out, ", {least}{}", plural(tokens, "token"));
    }
    if let Some(cost) = usage.cost_usd {
        let _ = write!(out, ", {least}{}", money(cost));
    }
    Some(out)
}

/// `1 call`, `12,000 calls`.
pub(super) fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", thousands(count))
}

/// `48,211`
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Cents for what costs dollars, more places for what costs less than a cent.
pub(super) fn money(usd: f64) -> String {
    if usd != 0.0 && usd < 0.01 {
        format!("${usd:.5}")
    } else {
        format!("${usd:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::report::record::{Outcome, Usage};
    use crate::report::run::Unreadable;
    use crate::report::run::tests::{failed, record};

    #[test]
    fn it_says_what_failed_what_it_cost_and_where_to_look() {
        let skipped = Outcome::Skipped { reason: "x".into() };
        let run = Run {
            id: "r".into(),
            records: vec![
                record("a", "one", 1, failed(Some(Code::AssertionFailed))),
                record("a", "one", 2, Outcome::Passed),
                record("a", "two", 1, failed(Some(Code::DriverFailed))),
                record("a", "six", 1, failed(None)),
                record("a", "ten", 1, skipped),
            ],
            unreadable: vec![Unreadable {
                file: "x".into(),
                why: "y".into(),
            }],
        };
        assert_eq!(
            render(&run, Path::new("report.html")),
            "e2e: 2 failed (1 infra, 1 other), 1 passed (1 flaky), 1 skipped in 1.5s\n\
             warning: 1 record could not be read; the report names them\n\
             report: report.html"
        );
    }

    #[test]
    fn cost_is_a_lower_bound_when_some_call_kept_silent() {
        let mut totals = Totals::default();
        assert_eq!(cost(&totals), None);
        totals.model_calls = 1;
        assert_eq!(cost(&totals).unwrap(), "1 call");
        totals.usage = Usage {
            input_tokens: 48_000,
            output_tokens: 211,
            cost_usd: Some(0.126),
            ..Usage::default()
        };
        assert_eq!(cost(&totals).unwrap(), "1 call, 48,211 tokens, $0.13");
        totals.usage.partial = true;
        assert_eq!(
            cost(&totals).unwrap(),
            "1 call, at least 48,211 tokens, at least $0.13"
        );
    }

    #[test]
    fn numbers_read_well() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
        for (usd, text) in [(0.0, "$0.00"), (1.5, "$1.50"), (0.0042, "$0.00420")] {
            assert_eq!(money(usd), text);
        }
    }
}
