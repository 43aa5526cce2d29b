//! The test binary's face: the standard harness's flags, names, output and exit code.
//!
//! It knows cases, attempts and records, and nothing of browsers, models or agents:
//! what those need at certain moments, they get through [`Hooks`].
//!
//! A run is read from top to bottom in [`run`]. Results travel one way: an `engine`
//! runs attempts in this process or in a worker, the `runner` turns them into
//! events, and one printer turns events into text that `terminal` writes.

mod args;
mod board;
mod capture;
mod engine;
mod event;
mod exit_guard;
mod in_process;
mod libtest;
mod live;
mod misspelt;
mod output;
mod plan;
mod pool;
mod protocol;
mod queue;
mod runner;
mod running;
mod serial;
mod signals;
mod step_log;
mod terminal;
mod told;
mod watch;
mod worker;

pub(crate) use libtest::run_under_libtest;

use crate::body::BodyResult;
use crate::case;
use crate::config::{self, Config, Launch};
use crate::panic_log;
use crate::report::record::CaseRecord;
use crate::stderr;
use args::Asked;
use std::process::ExitCode;
use std::sync::Arc;
use terminal::Terminal;

/// What the standard harness exits with after failures and for bad arguments.
const FAILED: u8 = 101;

/// The test binary that runs, as `e2e::main!()` knows it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// `module_path!()` at the call: the binary's crate.
    pub module: &'static str,
    /// The package's folder when it was compiled.
    pub manifest_dir: &'static str,
    /// What `e2e::main!(setup = …)` names.
    pub setup: Option<fn() -> BodyResult>,
}

impl Target {
    /// Calls its set-up, in a process that is about to run tests.
    fn set_up(&self) -> Result<(), String> {
        let Some(set_up) = self.setup else {
            return Ok(());
        };
        // The message of a panic was told by the hook; the way to it is our own.
        let why = match std::panic::catch_unwind(set_up) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(failure)) => failure.text,
            Err(panic) => format!("it panicked: {}", panic_log::message(&*panic)),
        };
        Err(format!(
            "the set-up of this test binary failed, so no test was run\n{why}"
        ))
    }
}

/// Moments of a run that other layers take part in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hooks {
    /// The run begins in the process that reports.
    pub(crate) on_start: fn(&Arc<Config>),
    /// This process is a worker: the one that started it reports.
    pub(crate) on_worker: fn(),
    /// An attempt has been running for a moment; the record says when it began. What is
    /// kept of that tells of it should this process be killed.
    pub(crate) on_begin: fn(&Config, CaseRecord),
    /// An attempt has its record. Called in the process that reports, one at a time.
    pub(crate) on_record: fn(&Config, &CaseRecord),
    /// An attempt's thread no longer answers: what it started has to be ended from
    /// outside. The number is [`Context::id`](crate::fixture::Context::id).
    pub(crate) on_abandon: fn(u64),
    /// This process will run no further test: what tests share has to be ended.
    /// Called in every process that ran tests, also when it is told to stop. What it
    /// returns went wrong, and fails the run.
    pub(crate) on_shutdown: fn() -> Vec<String>,
    /// The run is over and every record was handed out. What it returns is said on
    /// standard error.
    pub(crate) on_finish: fn(&Config) -> String,
}

#[cfg(test)]
impl Hooks {
    /// Nobody takes part.
    const NOBODY: Self = Self {
        on_start: |_| {},
        on_worker: || {},
        on_begin: |_, _| {},
        on_record: |_, _| {},
        on_abandon: |_| {},
        on_shutdown: Vec::new,
        on_finish: |_| String::new(),
    };
}

/// Runs the test binary.
pub(crate) fn main(target: &Target, hooks: &Hooks) -> ExitCode {
    if worker::is_asked_for() {
        return worker::main(target, hooks);
    }
    let terminal = Terminal::new();
    match run(target, hooks, &terminal) {
        Ok(code) => code,
        Err(text) => {
            terminal.err(&format!("error: {text}\n"));
            ExitCode::from(FAILED)
        }
    }
}

fn run(target: &Target, hooks: &Hooks, terminal: &Terminal) -> Result<ExitCode, String> {
    let launch = config::launch();
    let args = match args::parse(std::env::args_os().skip(1), &launch)? {
        Asked::Run(args) => args,
        Asked::Help => {
            terminal.out(args::HELP);
            return Ok(ExitCode::SUCCESS);
        }
    };
    let cases = plan::cases(case::registered(), target.module)?;
    if cases.is_empty() {
        terminal.err(NO_TESTS);
    }
    let tags = misspelt::tags(&cases, &launch.tags);
    let plan = plan::plan(cases, &args, &launch.tags);
    if args.list {
        terminal.out(&output::list(&plan, args.format));
        return Ok(ExitCode::SUCCESS);
    }
    // nextest starts a process for each test, and takes what it says for a failure's.
    if !launch.nextest {
        terminal.err(&tags);
        terminal.err(&misspelt::variables(&config::unknown_variables()));
    }
    let config = config(target, &launch)?;
    let mode = mode(&args, &launch, plan.runnable());
    // Workers have their own, and a run of nothing needs none.
    if mode != Mode::Workers && plan.runnable() > 0 {
        target.set_up()?;
    }
    (hooks.on_start)(&config);
    let style = terminal.style(&args, mode, target.module);
    let mut printer = output::printer(&args, style);
    let mut log = terminal::Logfile::open(args.logfile.as_deref())?;
    let screen = terminal
        .screen()
        .filter(|_| live::is_wanted(mode, args.format, config.run.ci || launch.dumb_terminal));
    let mut live = screen.map(live::Live::new);
    let setup = runner::Setup {
        config: Arc::clone(&config),
        hooks,
        args: &args,
        mode,
        watched: live.is_some(),
    };
    let several = setup.args.threads.min(plan.runnable()) > 1;
    if several && mode == Mode::Live {
        stderr::name_tests();
    }
    let guard = exit_guard::hold();
    let ended = runner::run(plan, &setup, &mut |event| {
        log.on(&event);
        let text = printer.on(&event);
        let print = || {
            terminal.on(&event, mode, several);
            terminal.out(&text);
        };
        match &mut live {
            Some(live) => live.on(&event, print),
            None => print(),
        }
    });
    terminal.err(&log.problem());
    terminal.err(&(hooks.on_finish)(&config));
    drop(guard);
    Ok(ended.exit_code())
}

fn config(target: &Target, launch: &Launch) -> Result<Arc<Config>, String> {
    config::load(&launch.root(target.manifest_dir))
        .map(Arc::new)
        .map_err(|error| format!("the configuration cannot be used\n{error:?}"))
}

/// Where tests run and what becomes of their output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// In this process, output live.
    Live,
    /// In this process, output captured: only for one test.
    Captured,
    /// In worker processes, output captured.
    Workers,
}

fn mode(args: &args::Args, launch: &Launch, runnable: usize) -> Mode {
    if args.nocapture || launch.nextest || launch.in_process {
        Mode::Live
    } else if runnable <= 1 && capture::AVAILABLE {
        // A debugger stays in the process it was started on.
        Mode::Captured
    } else {
        Mode::Workers
    }
}

const NO_TESTS: &str = "\
note: no test is registered in this binary
      a test is an `#[e2e::test] async fn` in this target, or in a library it links:
      a dependency that is never mentioned is not linked, so write `use the_crate as _;`
      two versions of `e2e` in one build also hide tests from each other: `cargo tree -d`
";
