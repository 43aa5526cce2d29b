//! The standard harness's output for people, line by line.

use super::{Printer, Style};
use crate::case::{Case, ShouldPanic};
use crate::harness::event::{CaseResult, Event, Status, Summary};
use crate::text;
use std::fmt::Write as _;

pub(super) struct Pretty {
    style: Style,
    blocks: Blocks,
}

impl Pretty {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            blocks: Blocks::default(),
        }
    }
}

impl Printer for Pretty {
    fn on(&mut self, event: &Event<'_>) -> String {
        match event {
            Event::RunStarted {
                cases,
                shuffle_seed,
            } => header(cases.len(), *shuffle_seed),
            Event::CaseStarted(_)
            | Event::CaseDoing(..)
            | Event::Tick
            | Event::CaseStopping(_)
            | Event::Attempted(_) => String::new(),
            Event::CaseSlow(case, after) => format!(
                "test {} has been running for over {} seconds\n",
                title(case),
                after.as_secs()
            ),
            Event::CaseEnded(case, result) => {
                self.blocks.keep(case, result, &self.style);
                let word = word(result, &self.style);
                let time = time(result, &self.style);
                format!("test {} ... {word}{time}\n", title(case))
            }
            Event::RunEnded(summary) => {
                let mut out = self.blocks.render(&self.style);
                out.push_str(&footer(summary, &self.style));
                out
            }
        }
    }
}

/// `running N tests` after a blank line.
pub(super) fn header(count: usize, shuffle_seed: Option<u64>) -> String {
    let noun = if count == 1 { "test" } else { "tests" };
    let seed = shuffle_seed
        .map(|seed| format!(" (shuffle seed: {seed})"))
        .unwrap_or_default();
    format!("\nrunning {count} {noun}{seed}\n")
}

fn title(case: &Case) -> String {
    match case.def().should_panic {
        ShouldPanic::No => case.name().to_owned(),
        _ => format!("{} - should panic", case.name()),
    }
}

/// The result's word. Readers look for a bare `ok`, so extras follow it.
fn word(result: &CaseResult, style: &Style) -> String {
    match &result.status {
        Status::Passed if result.is_flaky() => format!(
            "{} (flaky, attempt {})",
            style.paint.green("ok"),
            result.attempts
        ),
        Status::Passed => style.paint.green("ok"),
        Status::Failed(_) if result.attempts > 1 => format!(
            "{} ({} attempts)",
            style.paint.red("FAILED"),
            result.attempts
        ),
        Status::Failed(_) => style.paint.red("FAILED"),
        Status::Ignored(reason) if reason.is_empty() => style.paint.yellow("ignored"),
        Status::Ignored(reason) => style
            .paint
            .yellow(&format!("ignored, {}", text::collapse(reason))),
    }
}

fn time(result: &CaseResult, style: &Style) -> String {
    let ran = !matches!(result.status, Status::Ignored(_));
    if style.report_time && ran {
        format!(" <{:.3}s>", result.duration.as_secs_f64())
    } else {
        String::new()
    }
}

/// What is shown after all results: output of the tests, and the names of failures.
#[derive(Default)]
pub(super) struct Blocks {
    passed: Vec<(String, String)>,
    failed: Vec<(String, String)>,
}

impl Blocks {
    /// Keeps what the case printed, as far as it is shown at the end.
    pub(super) fn keep(&mut self, case: &Case, result: &CaseResult, style: &Style) {
        let name = case.name().to_owned();
        match &result.status {
            Status::Failed(_) if style.live => self.failed.push((name, String::new())),
            Status::Failed(text) => {
                let mut block = result.output.clone();
                end_line(&mut block);
                block.push_str(text);
                self.failed.push((name, block));
            }
            Status::Passed | Status::Ignored(_) if style.show_output => {
                self.passed.push((name, result.output.clone()));
            }
            _ => {}
        }
    }

    pub(super) fn render(&mut self, style: &Style) -> String {
        let mut out = String::new();
        if style.show_output {
            section(&mut out, "successes", &mut self.passed);
        }
        if !self.failed.is_empty() {
            section(&mut out, "failures", &mut self.failed);
        }
        out
    }
}

/// A blank line, `NAME:`, one block per case that has output, the names.
fn section(out: &mut String, title: &str, cases: &mut [(String, String)]) {
    cases.sort();
    let _ = writeln!(out, "\n{title}:");
    let mut blocks = String::new();
    for (name, block) in cases.iter().filter(|(_, block)| !block.is_empty()) {
        let mut block = block.clone();
        end_line(&mut block);
        let _ = write!(blocks, "\n---- {name} stdout ----\n{block}");
    }
    if !blocks.is_empty() {
        let _ = writeln!(out, "{blocks}");
        let _ = writeln!(out, "\n{title}:");
    }
    for (name, _) in cases.iter() {
        let _ = writeln!(out, "    {name}");
    }
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// The `test result:` line between blank lines.
pub(super) fn footer(summary: &Summary, style: &Style) -> String {
    let word = match summary.is_failed() {
        false => style.paint.green("ok"),
        true => style.paint.red("FAILED"),
    };
    let not_run = match summary.not_run {
        0 => String::new(),
        n => match &summary.ended_by {
            Some(signal) => format!("{n} not run because {signal} ended the run\n\n"),
            None => format!("{n} not run: the run stopped early\n\n"),
        },
    };
    format!(
        "\ntest result: {word}. {} passed; {} failed; {} ignored; 0 measured; {} filtered out; finished in {:.2}s\n\n{not_run}",
        summary.passed,
        summary.failed,
        summary.ignored,
        summary.filtered_out,
        summary.duration.as_secs_f64(),
    )
}
