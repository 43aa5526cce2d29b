//! Runs a plan: slots take cases from the queue, this thread tells what happens.

use super::engine::{Engine, Listener, Ran};
use super::event::{CaseResult, Event, Status, Summary};
use super::in_process::InProcess;
use super::plan::{Plan, Planned};
use super::pool::{self, Pool};
use super::queue::Queue;
use super::{Hooks, Mode, args::Args};
use super::{running, serial, signals};
use crate::attempt::blank_record;
use crate::case::Case;
use crate::config::Config;
use crate::failure::Failure;
use crate::report::journal::Doing;
use crate::report::record::{CaseRecord, Outcome};
use crate::text;
use std::cell::OnceCell;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody who watches sees the time move on.
const TICK: Duration = Duration::from_millis(200);

/// After how long a running case is mentioned.
const SLOW: Duration = Duration::from_secs(60);

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

/// What slots and signals tell this thread.
enum Message {
    Started(Arc<Case>),
    Doing(Arc<Case>, Doing),
    Attempted(Box<Ran>),
    Ended(Arc<Case>, Box<CaseResult>),
    SlotEnded(Vec<String>),
    Signal(String, u8),
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
    let mut board = Board {
        setup,
        queue: &queue,
        summary,
        open: Vec::new(),
        signal: None,
        ticked: started,
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        if slots > 0 {
            let sender = sender.clone();
            signals::watch(move |name, code| {
                let _ = sender.send(Message::Signal(name.to_owned(), code));
            });
        }
        let mut live = 0;
        for number in 0..slots {
            let (sender, queue) = (sender.clone(), &queue);
            let slot = thread::Builder::new()
                .name(format!("e2e-slot-{number}"))
                .spawn_scoped(scope, move || slot(setup, queue, &sender));
            live += usize::from(slot.is_ok());
        }
        while live > 0 {
            match receiver.recv_timeout(board.next_look()) {
                Ok(Message::SlotEnded(problems)) => {
                    live -= 1;
                    board.summary.problems.extend(problems);
                }
                Ok(message) => board.on(message, sink),
                Err(RecvTimeoutError::Timeout) => board.tell_slow(sink),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            board.tick(sink);
        }
    });
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

fn ignored_record(planned: &Planned) -> CaseRecord {
    CaseRecord {
        outcome: Outcome::Skipped {
            reason: planned.ignored.unwrap_or_default().to_owned(),
        },
        ..blank_record(&planned.case)
    }
}

/// What this thread knows of the run.
struct Board<'a> {
    setup: &'a Setup<'a>,
    queue: &'a Queue,
    summary: Summary,
    open: Vec<Open>,
    signal: Option<u8>,
    ticked: Instant,
}

struct Open {
    case: Arc<Case>,
    since: Instant,
    told: bool,
}

impl Board<'_> {
    fn on(&mut self, message: Message, sink: &mut dyn FnMut(Event<'_>)) {
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
            Message::Attempted(ran) => {
                (self.setup.hooks.on_record)(&self.setup.config, &ran.record);
                sink(Event::Attempted(&ran));
            }
            Message::Ended(case, result) => {
                self.open.retain(|open| !Arc::ptr_eq(&open.case, &case));
                self.summary.count(&result);
                sink(Event::CaseEnded(&case, &result));
            }
            Message::Signal(name, code) => {
                self.signal = Some(code);
                self.queue.close();
                let why = format!("{name} ended the run");
                self.summary.ended_by = Some(name);
                running::stop(&why);
                pool::stop_all(&why);
            }
            // Counted where messages are received.
            Message::SlotEnded(_) => {}
        }
    }

    fn next_look(&self) -> Duration {
        let next = self.open.iter().filter(|open| !open.told);
        let slow = next.map(|open| SLOW.saturating_sub(open.since.elapsed()));
        let look = slow.min().unwrap_or(SLOW);
        match self.setup.watched {
            true => look.min(TICK),
            false => look,
        }
    }

    /// Also while messages come so fast that nothing is ever waited for.
    fn tick(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        if self.setup.watched && self.ticked.elapsed() >= TICK {
            self.ticked = Instant::now();
            sink(Event::Tick);
        }
    }

    fn tell_slow(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        for open in &mut self.open {
            if !open.told && open.since.elapsed() >= SLOW {
                open.told = true;
                sink(Event::CaseSlow(&open.case, SLOW));
            }
        }
    }
}

/// One slot: cases from the queue, one after the other.
fn slot(setup: &Setup<'_>, queue: &Queue, sender: &Sender<Message>) {
    let mut engine: Box<dyn Engine + '_> = match setup.mode {
        Mode::Workers => Box::new(Pool::new(Arc::clone(&setup.config))),
        Mode::Live | Mode::Captured => Box::new(InProcess {
            config: Arc::clone(&setup.config),
            hooks: setup.hooks,
            capture: setup.mode == Mode::Captured,
            tell: None,
        }),
    };
    while let Some(planned) = queue.next() {
        let case = &planned.case;
        let result = run_case(&mut *engine, case, setup, sender);
        // Here and not where results are told: this slot asks for the next one at once.
        if setup.args.fail_fast && matches!(result.status, Status::Failed(_)) {
            queue.close();
        }
        queue.done(&planned);
        let _ = sender.send(Message::Ended(Arc::clone(case), Box::new(result)));
    }
    let _ = sender.send(Message::SlotEnded(engine.finish()));
}

/// Tells the thread that prints how a case goes on.
struct Teller<'a> {
    case: &'a Arc<Case>,
    sender: &'a Sender<Message>,
    watched: bool,
    begun: OnceCell<Instant>,
}

impl Listener for Teller<'_> {
    fn started(&self) {
        self.begun.get_or_init(|| {
            let _ = self.sender.send(Message::Started(Arc::clone(self.case)));
            Instant::now()
        });
    }

    fn is_watching(&self) -> bool {
        self.watched
    }

    fn doing(&self, doing: Doing) {
        let _ = self
            .sender
            .send(Message::Doing(Arc::clone(self.case), doing));
    }
}

/// All attempts of one case.
fn run_case(
    engine: &mut dyn Engine,
    case: &Arc<Case>,
    setup: &Setup<'_>,
    sender: &Sender<Message>,
) -> CaseResult {
    let lock = case
        .serial()
        .map(|group| serial::wait(&setup.config, group))
        .transpose();
    let teller = Teller {
        case,
        sender,
        watched: setup.watched,
        begun: OnceCell::new(),
    };
    let first = setup.config.run.attempt;
    let tries = tries(case, &setup.config);
    let mut output = String::new();
    let mut made = 0;
    let status = loop {
        let number = first + made;
        made += 1;
        let ran = match &lock {
            Ok(_) => engine.attempt(case, number, &teller),
            Err(error) => {
                let text = format!("could not wait for the serial group: {error}");
                let failure = Failure::new(case.def().location(), text);
                Ran::failed(case, number, &failure, String::new())
            }
        };
        // An attempt that never came to its start still has one.
        teller.started();
        output.push_str(&ran.output);
        let status = status(&ran.record.outcome);
        let _ = sender.send(Message::Attempted(Box::new(ran)));
        match status {
            Status::Failed(text) if made < tries && !running::is_stopped() => {
                output.push_str(&text);
                output.push_str(&format!("\nattempt {made} of {tries} failed\n\n"));
            }
            status => break status,
        }
    };
    let duration = teller.begun.get().map(Instant::elapsed).unwrap_or_default();
    CaseResult {
        status: check_time(status, duration, case, setup.args),
        duration,
        attempts: made,
        output,
    }
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
