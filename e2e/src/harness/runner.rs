//! Runs a plan: slots take cases from the queue, this thread tells what happens.

use super::args::{Args, Format};
use super::board::{Board, Message, signal_why};
use super::engine::{Engine, Listener, Ran};
use super::event::{CaseResult, Event, Status, Summary};
use super::in_process::InProcess;
use super::plan::{Plan, Planned};
use super::pool::Pool;
use super::queue::Queue;
use super::told::{Here, Told};
use super::{Hooks, Mode};
use super::{running, serial, signals};
use crate::attempt::blank_record;
use crate::case::Case;
use crate::config::Config;
use crate::failure::Failure;
use crate::report::journal::Doing;
use crate::report::record::{CaseRecord, Outcome};
use crate::text;
use std::cell::{Cell, OnceCell};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// What a run needs besides its plan.
pub(super) struct Setup<'a> {
    pub(super) config: Arc<Config>,
    pub(super) hooks: &'a Hooks,
    pub(super) args: &'a Args,
    pub(super) mode: Mode,
    /// Whether somebody watches what running cases do.
    pub(super) watched: bool,
}

/// How a run ended.
#[derive(Debug)]
pub(super) struct Ended {
    summary: Summary,
    /// The exit code of the signal that stopped it.
    signal: Option<u8>,
}

impl Ended {
    pub(super) fn exit_code(&self) -> ExitCode {
        match self.signal {
            Some(code) => ExitCode::from(code),
            None if self.summary.is_failed() => ExitCode::from(super::FAILED),
            None => ExitCode::SUCCESS,
        }
    }
}

/// Runs everything and tells `sink` what happens, on the calling thread.
pub(super) fn run(plan: Plan, setup: &Setup<'_>, sink: &mut dyn FnMut(Event<'_>)) -> Ended {
    let started = Instant::now();
    let mut summary = Summary {
        filtered_out: plan.filtered_out,
        ..Summary::default()
    };
    {
        let cases: Vec<&Case> = plan.cases.iter().map(|planned| &*planned.case).collect();
        sink(Event::RunStarted {
            cases: &cases,
            shuffle_seed: plan.shuffle_seed,
        });
    }
    let slots = setup.args.threads.min(plan.runnable());
    let (ignored, runnable): (Vec<_>, Vec<_>) = plan
        .cases
        .into_iter()
        .partition(|planned| planned.ignored.is_some());
    for planned in ignored {
        let result = CaseResult::ignored(planned.ignored.unwrap_or_default());
        (setup.hooks.on_record)(&setup.config, &ignored_record(&planned));
        summary.count(&result);
        sink(Event::CaseEnded(&planned.case, &result));
    }
    let queue = Queue::new(runnable);
    let mut board = Board::new(setup, &queue, summary);
    match slots {
        0 => {}
        1 if setup.mode != Mode::Workers && !setup.watched => here(&mut board, sink),
        _ => beside(slots, &mut board, sink),
    }
    let Board {
        mut summary,
        signal,
        ..
    } = board;
    // Nothing still waits, unless no slot could be started at all.
    let (dropped, waiting) = queue.rest();
    summary.not_run = dropped + waiting;
    summary.failed += waiting;
    summary.problems.extend((setup.hooks.on_shutdown)());
    summary.duration = started.elapsed();
    sink(Event::RunEnded(&summary));
    Ended { summary, signal }
}

/// Slots on threads of their own tell this one.
fn beside(slots: usize, board: &mut Board<'_>, sink: &mut dyn FnMut(Event<'_>)) {
    let (setup, queue) = (board.setup, board.queue);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let signals = sender.clone();
        signals::watch(move |name, code| {
            let _ = signals.send(Message::Signal(name.to_owned(), code));
        });
        for number in (0_u32..).take(slots) {
            let sender = sender.clone();
            let slot = thread::Builder::new()
                .name(format!("e2e-slot-{number}"))
                .spawn_scoped(scope, move || slot(setup, queue, number, &sender));
            board.slots += usize::from(slot.is_ok());
        }
        while board.slots > 0 {
            match receiver.recv_timeout(board.next_look()) {
                Ok(message) => board.on(message, sink),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            board.look(Instant::now(), sink);
        }
    });
}

/// The only slot is this thread: nobody has to be woken to tell what it knows.
fn here(board: &mut Board<'_>, sink: &mut dyn FnMut(Event<'_>)) {
    let (setup, queue) = (board.setup, board.queue);
    let (sender, receiver) = mpsc::channel();
    signals::watch(move |name, code| {
        let _ = sender.send(Message::Signal(name.to_owned(), code));
        // This thread waits for its test, and reads that message after it.
        running::stop(&signal_why(name));
    });
    board.slots = 1;
    slot(setup, queue, 0, &Here::new(board, sink, receiver));
}

fn ignored_record(planned: &Planned) -> CaseRecord {
    CaseRecord {
        outcome: Outcome::Skipped {
            reason: planned.ignored.unwrap_or_default().to_owned(),
        },
        ..blank_record(&planned.case, jiff::Timestamp::now())
    }
}

/// One slot: cases from the queue, one after the other.
fn slot(setup: &Setup<'_>, queue: &Queue, number: u32, told: &dyn Told) {
    let mut engine: Box<dyn Engine + '_> = match setup.mode {
        Mode::Workers => Box::new(Pool::new(Arc::clone(&setup.config), number)),
        Mode::Live | Mode::Captured => Box::new(InProcess {
            config: Arc::clone(&setup.config),
            hooks: setup.hooks,
            capture: setup.mode == Mode::Captured,
            tell: None,
            slot: number,
            home: None,
        }),
    };
    while let Some(planned) = queue.next() {
        let case = &planned.case;
        let ended = run_case(&mut *engine, case, setup, told);
        // Here and not where results are told: this slot asks for the next one at once.
        if setup.args.fail_fast && matches!(ended.1.status, Status::Failed(_)) {
            queue.close();
        }
        queue.done(&planned);
        told.tell(Message::Ended(Arc::clone(case), Box::new(ended)));
    }
    told.tell(Message::SlotEnded(engine.finish()));
}

/// Tells the thread that prints how a case goes on.
struct Teller<'a> {
    setup: &'a Setup<'a>,
    case: &'a Arc<Case>,
    to: &'a dyn Told,
    /// The attempt that is made and has not left a trace yet, and when it began.
    blank: Cell<Option<(u32, jiff::Timestamp)>>,
    /// Whether somebody reads that it has started. For all others a case that is over at
    /// once needs not be told twice.
    at_once: bool,
    told: Cell<bool>,
    killed_soon: bool,
    begun: OnceCell<Instant>,
}

impl Teller<'_> {
    fn tell_started(&self) {
        if !self.told.replace(true) {
            self.to.tell(Message::Started(Arc::clone(self.case)));
        }
    }

    /// Once for each attempt, when it is not over at once.
    fn leave_trace(&self) {
        if let Some((attempt, began)) = self.blank.take() {
            let blank = CaseRecord {
                attempt,
                ..blank_record(self.case, began)
            };
            (self.setup.hooks.on_begin)(&self.setup.config, blank);
        }
    }
}

impl Listener for Teller<'_> {
    fn started(&self) {
        self.begun.get_or_init(Instant::now);
        if self.setup.mode == Mode::Workers {
            self.leave_trace();
        }
        if self.at_once {
            self.tell_started();
        }
    }

    fn goes_on(&self) {
        self.leave_trace();
        self.tell_started();
        self.to.goes_on();
    }

    fn stopping(&self, last_words: &str) {
        // nextest may kill this process before the attempt has its record.
        if self.killed_soon {
            self.to.tell(Message::Stopping(last_words.to_owned()));
        }
    }

    fn is_watching(&self) -> bool {
        self.setup.watched
    }

    fn doing(&self, doing: Doing) {
        self.to.tell(Message::Doing(Arc::clone(self.case), doing));
    }
}

/// All attempts of one case.
fn run_case(
    engine: &mut dyn Engine,
    case: &Arc<Case>,
    setup: &Setup<'_>,
    to: &dyn Told,
) -> (Ran, CaseResult) {
    let lock = case
        .serial()
        .map(|group| serial::wait(&setup.config, group))
        .transpose();
    let teller = Teller {
        setup,
        case,
        to,
        blank: Cell::new(None),
        at_once: setup.watched || setup.args.format == Format::Json || setup.mode == Mode::Workers,
        told: Cell::new(false),
        killed_soon: setup.config.run.nextest,
        begun: OnceCell::new(),
    };
    let first = setup.config.run.attempt;
    let tries = tries(case, &setup.config);
    let mut output = String::new();
    let mut made = 0;
    let (ran, status) = loop {
        let number = first + made;
        made += 1;
        let ran = match &lock {
            Ok(_) => {
                let began = jiff::Timestamp::now();
                teller.blank.set(Some((number, began)));
                engine.attempt(case, number, &teller)
            }
            Err(error) => {
                let text = format!("could not wait for the serial group: {error}");
                let failure = Failure::new(case.def().location(), text);
                Ran::failed(case, number, &failure, String::new())
            }
        };
        teller.blank.take();
        // An attempt that never came to its start still has one.
        teller.started();
        output.push_str(&ran.output);
        match status(&ran.record.outcome) {
            Status::Failed(text) if made < tries && !running::is_stopped() => {
                to.tell(Message::Attempted(Box::new(ran)));
                output.push_str(&text);
                output.push_str(&format!("\nattempt {made} of {tries} failed\n\n"));
            }
            status => break (ran, status),
        }
    };
    let duration = teller.begun.get().map(Instant::elapsed).unwrap_or_default();
    let result = CaseResult {
        status: check_time(status, duration, case, setup.args),
        duration,
        attempts: made,
        output,
    };
    (ran, result)
}

/// nextest tries again by itself; two counts would multiply.
pub(super) fn tries(case: &Case, config: &Config) -> u32 {
    if config.run.nextest {
        return 1;
    }
    let retries = config.run.retries.or(case.def().options.retries);
    retries.unwrap_or(0).saturating_add(1)
}

fn status(outcome: &Outcome) -> Status {
    match outcome {
        Outcome::Passed => Status::Passed,
        Outcome::Failed(failure) => Status::Failed(failure.diagnostic.clone()),
        Outcome::Skipped { reason } => Status::Ignored(reason.clone()),
    }
}

fn check_time(status: Status, duration: Duration, case: &Case, args: &Args) -> Status {
    match (status, args.time_limit) {
        (Status::Passed, Some(limit)) if duration > limit => {
            let text = format!(
                "the test took {}, which is longer than the {} of --ensure-time",
                text::show_duration(duration),
                text::show_duration(limit)
            );
            let failure = Failure::new(case.def().location(), text);
            Status::Failed(failure.note("the test itself passed").render(case.name()))
        }
        (status, _) => status,
    }
}
