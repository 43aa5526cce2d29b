//! JUnit XML, written when the run is over.

use super::Printer;
use crate::harness::event::{Event, Status};
use crate::report::record::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(super) struct Junit {
    /// The test binary: where several write into one folder, readers tell them apart by
    /// it.
    suite: &'static str,
    cases: Vec<String>,
    /// What failed attempts of cases that still run said.
    failed: BTreeMap<String, Vec<String>>,
}

impl Junit {
    pub(super) fn new(suite: &'static str) -> Self {
        Self {
            suite,
            cases: Vec::new(),
            failed: BTreeMap::new(),
        }
    }
}

impl Printer for Junit {
    fn on(&mut self, event: &Event<'_>) -> String {
        match event {
            Event::RunStarted { .. }
            | Event::CaseStarted(_)
            | Event::CaseDoing(..)
            | Event::Tick
            | Event::CaseSlow(..)
            | Event::CaseStopping(_) => {}
            Event::Attempted(ran) => {
                if let Outcome::Failed(failure) = &ran.record.outcome {
                    let failed = self.failed.entry(ran.record.name.clone()).or_default();
                    failed.push(failure.diagnostic.clone());
                }
            }
            Event::CaseEnded(case, result) => {
                let name = case.name().rsplit_once("::");
                let (class, name) = name.unwrap_or((self.suite, case.name()));
                let mut xml = format!(
                    "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">\n",
                    attribute(class),
                    attribute(name),
                    result.duration.as_secs_f64()
                );
                let failed = self.failed.remove(case.name()).unwrap_or_default();
                match &result.status {
                    // Readers know by this name that it passed only later.
                    Status::Passed => {
                        for text in &failed {
                            xml.push_str(&failure("flakyFailure", text));
                        }
                    }
                    Status::Failed(text) => {
                        xml.push_str(&failure("failure", text));
                        // The last attempt's failure is the one above.
                        for text in failed.iter().rev().skip(1) {
                            xml.push_str(&failure("rerunFailure", text));
                        }
                    }
                    Status::Ignored(reason) => {
                        let _ = writeln!(xml, "      <skipped message=\"{}\"/>", attribute(reason));
                    }
                }
                if !result.output.is_empty() {
                    let output = content(&result.output);
                    let _ = writeln!(xml, "      <system-out>{output}</system-out>");
                }
                xml.push_str("    </testcase>\n");
                self.cases.push(xml);
            }
            Event::RunEnded(summary) => {
                self.cases.sort();
                if !summary.problems.is_empty() {
                    let problems = content(&summary.problems.join("\n"));
                    self.cases
                        .push(format!("    <system-err>{problems}</system-err>\n"));
                }
                return format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">\n{}  </testsuite>\n</testsuites>\n",
                    attribute(self.suite),
                    summary.passed + summary.failed + summary.ignored,
                    summary.failed,
                    summary.problems.len(),
                    summary.ignored,
                    summary.duration.as_secs_f64(),
                    self.cases.concat()
                );
            }
        }
        String::new()
    }
}

fn failure(element: &str, text: &str) -> String {
    // A panic with another message than the expected one is no news by itself.
    let other = "panic did not contain expected string";
    let headline = match text.contains(&format!("\nnote: {other}\n")) {
        true => other,
        false => text.lines().nth(1).unwrap_or_default(),
    };
    let headline = attribute(headline);
    let text = content(text);
    format!("      <{element} message=\"{headline}\" type=\"failure\">{text}</{element}>\n")
}

fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;")
}

/// XML cannot hold most control characters at all, so they are replaced. Colours, as
/// loggers print them, say nothing there and are left out.
fn content(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let escape = (c == '\u{1b}').then(|| colour(rest.as_str())).flatten();
        if let Some(length) = escape {
            rest = rest.as_str()[length..].chars();
            continue;
        }
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// How long the rest of an escape sequence at the start of `rest` is, if there is one.
fn colour(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let end = inner.find(|c| !matches!(c, ' '..='?'))?;
    inner[end..]
        .starts_with(|c| matches!(c, '@'..='~'))
        .then_some("[".len() + end + 1)
}
