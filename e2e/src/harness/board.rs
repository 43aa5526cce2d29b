//! What the thread that reports knows of a run: what runs, since when, and what came
//! of the rest.

use super::engine::Ran;
use super::event::{CaseResult, Event, Summary};
use super::queue::Queue;
use super::runner::Setup;
use super::{pool, running};
use crate::case::Case;
use crate::report::journal::Doing;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often somebody who watches sees the time move on.
const TICK: Duration = Duration::from_millis(200);

/// After how long a running case is mentioned, as by the standard harness.
const SLOW: Duration = Duration::from_secs(60);

/// What slots and signals tell the thread that reports.
pub(super) enum Message {
    Started(Arc<Case>),
    Doing(Arc<Case>, Doing),
    Stopping(String),
    Attempted(Box<Ran>),
    /// With the last attempt.
    Ended(Arc<Case>, Box<(Ran, CaseResult)>),
    SlotEnded(Vec<String>),
    Signal(String, u8),
}

/// Why attempts end that a signal ends.
pub(super) fn signal_why(signal: &str) -> String {
    format!("{signal} ended the run")
}

/// The run as far as it is known.
pub(super) struct Board<'a> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) queue: &'a Queue,
    pub(super) summary: Summary,
    open: Vec<Open>,
    /// The exit code of the signal that stopped it.
    pub(super) signal: Option<u8>,
    /// How many slots still work.
    pub(super) slots: usize,
    ticked: Instant,
}

struct Open {
    case: Arc<Case>,
    since: Instant,
    told: bool,
}

impl<'a> Board<'a> {
    pub(super) fn new(setup: &'a Setup<'a>, queue: &'a Queue, summary: Summary) -> Self {
        Self {
            setup,
            queue,
            summary,
            open: Vec::new(),
            signal: None,
            slots: 0,
            ticked: Instant::now(),
        }
    }

    pub(super) fn on(&mut self, message: Message, sink: &mut dyn FnMut(Event<'_>)) {
        match message {
            Message::Started(case) => {
                sink(Event::CaseStarted(&case));
                self.open.push(Open {
                    case,
                    since: Instant::now(),
                    told: false,
                });
            }
            Message::Doing(case, doing) => sink(Event::CaseDoing(&case, &doing)),
            Message::Stopping(last_words) => sink(Event::CaseStopping(&last_words)),
            Message::Attempted(ran) => self.attempted(&ran, sink),
            Message::Ended(case, ended) => {
                let (ran, result) = *ended;
                self.attempted(&ran, sink);
                self.open.retain(|open| !Arc::ptr_eq(&open.case, &case));
                self.summary.count(&result);
                sink(Event::CaseEnded(&case, &result));
            }
            Message::SlotEnded(problems) => {
                self.slots -= 1;
                self.summary.problems.extend(problems);
            }
            Message::Signal(name, code) => {
                self.signal = Some(code);
                self.queue.close();
                let why = signal_why(&name);
                self.summary.ended_by = Some(name);
                running::stop(&why);
                pool::stop_all(&why);
            }
        }
    }

    fn attempted(&self, ran: &Ran, sink: &mut dyn FnMut(Event<'_>)) {
        (self.setup.hooks.on_record)(&self.setup.config, &ran.record);
        sink(Event::Attempted(ran));
    }

    /// How long to wait for the next message at most.
    pub(super) fn next_look(&self) -> Duration {
        let next = self.open.iter().filter(|open| !open.told);
        let slow = next.map(|open| SLOW.saturating_sub(open.since.elapsed()));
        let look = slow.min().unwrap_or(SLOW);
        match self.setup.watched {
            true => look.min(TICK),
            false => look,
        }
    }

    /// Tells what the time alone has changed. Called after every message, too: they can
    /// come so fast that nothing is ever waited for.
    pub(super) fn look(&mut self, now: Instant, sink: &mut dyn FnMut(Event<'_>)) {
        if self.setup.watched && now.saturating_duration_since(self.ticked) >= TICK {
            self.ticked = now;
            sink(Event::Tick);
        }
        for open in &mut self.open {
            if !open.told && now.saturating_duration_since(open.since) >= SLOW {
                open.told = true;
                sink(Event::CaseSlow(&open.case, SLOW));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::{Asked, parse};
    use super::super::{Hooks, Mode};
    use super::*;
    use crate::case::sample;
    use crate::config::Launch;

    /// What is told of a case that runs, as time goes by.
    fn told(watched: bool, seconds: &[u64]) -> Vec<String> {
        let Ok(Asked::Run(args)) = parse([], &Launch::default()) else {
            panic!("no arguments are no mistake");
        };
        let config = crate::config::load(std::path::Path::new(".")).unwrap();
        let setup = Setup {
            config: Arc::new(config),
            hooks: &Hooks::NOBODY,
            args: &args,
            mode: Mode::Live,
            watched,
        };
        let queue = Queue::new([]);
        let mut board = Board::new(&setup, &queue, Summary::default());
        let mut told = Vec::new();
        let mut sink = |event: Event<'_>| match event {
            Event::CaseSlow(case, after) => {
                told.push(format!("{} {}s", case.name(), after.as_secs()));
            }
            Event::Tick => told.push("tick".to_owned()),
            _ => {}
        };
        let case = Arc::new(sample("ui::a", "b").cases("ui").remove(0));
        board.on(Message::Started(case), &mut sink);
        let look = if watched { TICK } else { SLOW };
        assert!(board.next_look() <= look);
        let begun = Instant::now();
        for second in seconds {
            board.look(begun + Duration::from_secs(*second), &mut sink);
        }
        // What was told is not waited for again.
        assert_eq!(board.next_look(), look);
        told
    }

    #[test]
    fn a_slow_case_is_told_once_and_ticks_are_for_those_who_watch() {
        assert_eq!(told(false, &[1, 59, 60, 200]), ["a::b 60s"]);
        assert_eq!(told(true, &[0, 1, 61]), ["tick", "tick", "a::b 60s"]);
    }
}
