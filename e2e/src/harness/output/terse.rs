//! One character per test.

use super::pretty::{Blocks, footer, header};
use super::{Printer, Style};
use crate::harness::event::{Event, Status};

/// Characters on a line, as in the standard harness.
const WIDTH: usize = 88;

pub(super) struct Terse {
    style: Style,
    blocks: Blocks,
    total: usize,
    done: usize,
    column: usize,
    flaky: Vec<String>,
}

impl Terse {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            blocks: Blocks::default(),
            total: 0,
            done: 0,
            column: 0,
            flaky: Vec::new(),
        }
    }
}

impl Printer for Terse {
    fn on(&mut self, event: &Event<'_>) -> String {
        match event {
            Event::RunStarted {
                cases,
                shuffle_seed,
            } => {
                self.total = cases.len();
                header(cases.len(), *shuffle_seed)
            }
            Event::CaseStarted(_)
            | Event::CaseDoing(..)
            | Event::Tick
            | Event::CaseSlow(..)
            | Event::CaseStopping(_)
            | Event::Attempted(_) => String::new(),
            Event::CaseEnded(case, result) => {
                self.blocks.keep(case, result, &self.style);
                self.done += 1;
                self.column += 1;
                if result.is_flaky() {
                    self.flaky.push(flaky_line(case.name(), result.attempts));
                }
                let paint = self.style.paint;
                let mut out = match result.status {
                    Status::Passed => paint.green("."),
                    Status::Failed(_) => paint.red("F"),
                    Status::Ignored(_) => paint.yellow("i"),
                };
                if self.column == WIDTH && self.done < self.total {
                    self.column = 0;
                    out.push_str(&format!(" {}/{}\n", self.done, self.total));
                }
                out
            }
            Event::RunEnded(summary) => {
                let mut out = String::new();
                if self.column > 0 {
                    out.push('\n');
                }
                out.push_str(&self.blocks.render(&self.style));
                if !self.flaky.is_empty() {
                    self.flaky.sort();
                    out.push_str(&format!("\nflaky:\n{}", self.flaky.concat()));
                }
                out.push_str(&footer(summary, &self.style));
                out
            }
        }
    }
}

/// A dot cannot say that a test passed only later.
fn flaky_line(name: &str, attempt: u32) -> String {
    format!("    {name} (attempt {attempt})\n")
}
