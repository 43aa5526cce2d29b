//! JUnit XML, written when the run is over.

use super::Printer;
use crate::harness::event::{Event, Status};
use std::fmt::Write as _;

#[derive(Default)]
pub(super) struct Junit {
    cases: Vec<String>,
}

impl Printer for Junit {
    fn on(&mut self, event: &Event<'_>) -> String {
        match event {
            Event::RunStarted { .. }
            | Event::CaseStarted(_)
            | Event::CaseDoing(..)
            | Event::Tick
            | Event::CaseSlow(..)
            | Event::Attempted(_) => {}
            Event::CaseEnded(case, result) => {
                let (class, name) = case.name().rsplit_once("::").unwrap_or(("", case.name()));
                let mut xml = format!(
                    "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">\n",
                    attribute(class),
                    attribute(name),
                    result.duration.as_secs_f64()
                );
                match &result.status {
                    Status::Passed => {}
                    Status::Failed(text) => {
                        let headline = text.lines().nth(1).unwrap_or_default();
                        let _ = writeln!(
                            xml,
                            "      <failure message=\"{}\" type=\"failure\">{}</failure>",
                            attribute(headline),
                            content(text)
                        );
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
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"test\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\">\n{}  </testsuite>\n</testsuites>\n",
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

fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;")
}

/// XML cannot hold most control characters at all, so they are replaced.
fn content(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
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
