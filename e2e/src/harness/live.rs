//! What running tests do right now, drawn on a terminal while they run.
//!
//! It is one more reader of the events, beside the printer. Lines are drawn on
//! standard error and taken away again before anything is printed, so a terminal that
//! shows both keeps only the results.

use super::Mode;
use super::args::Format;
use super::event::Event;
use crate::report::journal::Doing;
use crate::text;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashMap;
use std::fs::File;
use std::time::Instant;

/// Pictures a second, at most.
const RATE: u8 = 10;

/// Longest name shown; the call and the action need room too.
const NAME_LIMIT: usize = 48;

/// Whether somebody may be looking who sees more than the results: not where output
/// is live anyway or read by a program, and not where `unattended` says so.
pub(super) fn is_wanted(mode: Mode, format: Format, unattended: bool) -> bool {
    // Dots stand on a line that is not finished, and nothing can be drawn below it.
    let whole_lines = matches!(format, Format::Pretty | Format::Junit);
    mode != Mode::Live && whole_lines && !unattended
}

/// One line for each test that runs for longer than a moment.
pub(super) struct Live {
    lines: MultiProgress,
    running: HashMap<String, Line>,
}

struct Line {
    since: Instant,
    doing: Doing,
    /// Not before the first tick: what is over at once would only flicker.
    drawn: Option<ProgressBar>,
}

impl Live {
    /// Draws on `screen`, which is standard error as the process found it: during a
    /// test that stream may lead elsewhere.
    pub(super) fn new(screen: File) -> Self {
        Self {
            lines: MultiProgress::with_draw_target(target(screen)),
            running: HashMap::new(),
        }
    }

    /// Shows what the event changes; `print` writes what it has to say for good.
    pub(super) fn on(&mut self, event: &Event<'_>, print: impl FnOnce()) {
        match event {
            Event::CaseStarted(case) => {
                let line = Line {
                    since: Instant::now(),
                    doing: Doing::default(),
                    drawn: None,
                };
                self.running.insert(case.name().to_owned(), line);
            }
            Event::CaseDoing(case, doing) => {
                if let Some(line) = self.running.get_mut(case.name()) {
                    line.doing = Doing::clone(doing);
                }
            }
            Event::Tick => self.draw(),
            Event::CaseEnded(case, _) => {
                let line = self.running.remove(case.name());
                if let Some(drawn) = line.and_then(|line| line.drawn) {
                    drawn.finish_and_clear();
                    self.lines.remove(&drawn);
                }
                self.lines.suspend(print);
            }
            Event::RunEnded(_) => {
                let _ = self.lines.clear();
                print();
            }
            Event::RunStarted { .. }
            | Event::CaseSlow(..)
            | Event::CaseStopping(_)
            | Event::Attempted(_) => {
                self.lines.suspend(print);
            }
        }
    }
}

impl Live {
    fn draw(&mut self) {
        for (name, line) in &mut self.running {
            let drawn = line.drawn.get_or_insert_with(|| {
                let bar = ProgressBar::no_length().with_style(style());
                self.lines
                    .add(bar.with_prefix(text::clip(name, NAME_LIMIT)))
            });
            let seconds = line.since.elapsed().as_secs();
            drawn.set_message(format!("{seconds}s  {}", message(&line.doing)));
            drawn.tick();
        }
    }
}

/// Name, time, and as much of the rest as the line has room for.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{spinner} {prefix}  {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// The call, the turn and the last action, as far as there are such.
fn message(doing: &Doing) -> String {
    let turn = doing.turn.map(|turn| format!("turn {turn}"));
    let parts = [
        doing.call.as_deref(),
        turn.as_deref(),
        doing.action.as_deref(),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().map(text::collapse).collect();
    parts.join("  ")
}

#[cfg(unix)]
fn target(screen: File) -> ProgressDrawTarget {
    use console::Term;
    match screen.try_clone() {
        Ok(keys) => ProgressDrawTarget::term(Term::read_write_pair(keys, screen), RATE),
        Err(_) => ProgressDrawTarget::hidden(),
    }
}

/// Standard error is never led elsewhere there.
#[cfg(not(unix))]
fn target(_screen: File) -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(RATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_for_people_who_would_see_nothing_else() {
        use Format::{Json, Junit, Pretty, Terse};
        use Mode::{Captured, Live, Workers};
        for (mode, format, unattended, wanted) in [
            (Workers, Pretty, false, true),
            (Captured, Pretty, false, true),
            (Workers, Junit, false, true),
            (Workers, Pretty, true, false),
            (Workers, Json, false, false),
            (Workers, Terse, false, false),
            (Live, Pretty, false, false),
        ] {
            assert_eq!(
                is_wanted(mode, format, unattended),
                wanted,
                "{mode:?} {format:?}"
            );
        }
    }

    #[test]
    fn a_line_says_call_turn_and_action() {
        let doing = |call: Option<&str>, turn, action: Option<&str>| Doing {
            call: call.map(str::to_owned),
            turn,
            action: action.map(str::to_owned),
        };
        for (doing, expected) in [
            (doing(None, None, None), ""),
            (
                doing(None, None, Some("starting the browser")),
                "starting the browser",
            ),
            (
                doing(Some("agent.act(\"buy\n tea\")"), Some(3), Some("click [7]")),
                "agent.act(\"buy tea\")  turn 3  click [7]",
            ),
        ] {
            assert_eq!(message(&doing), expected);
        }
    }
}
