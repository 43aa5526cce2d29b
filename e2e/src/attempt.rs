//! One try of one case, on a thread of its own: set up, run, tear down, judge.

mod home;
mod judge;
mod phase;

pub(crate) use home::Home;
pub(crate) use judge::{End, Ended};
pub(crate) use phase::{Phase, PhaseClock};

use crate::body::BodyResult;
use crate::case::Case;
use crate::config::Config;
use crate::failure::Failure;
use crate::fixture::Context;
use crate::panic_log::{PanicLog, Tell};
use crate::report::journal::Journal;
use crate::report::place;
use crate::report::record::{self, CaseRecord, Outcome};
use crate::report::redact;
use crate::text;
use futures::FutureExt as _;
use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Notify;

/// One try of one case, visible from other threads while it runs.
pub(crate) struct Attempt {
    id: u64,
    case: Arc<Case>,
    number: u32,
    slot: u32,
    config: Arc<Config>,
    journal: Arc<Journal>,
    panics: Arc<PanicLog>,
    phase: PhaseClock,
    limit: Option<Duration>,
    started_at: jiff::Timestamp,
    stop: Notify,
    /// Why it was told to end.
    stopped: OnceLock<String>,
}

/// How long the tear-downs of an attempt that was told to end may take together, at
/// most: whoever told it will not wait for long.
const LAST_MOMENTS: Duration = Duration::from_secs(2);

/// How the body ended.
enum BodyEnd {
    Returned(BodyResult),
    Panicked(Box<dyn Any + Send>),
    TimedOut(Option<String>),
    Stopped(String),
}

impl Attempt {
    /// Prepares try `number` of the case, in `slot` of those that run at the same time. Its clock starts now.
    pub(crate) fn new(
        case: Arc<Case>,
        number: u32,
        slot: u32,
        config: Arc<Config>,
        tell: Option<Tell>,
    ) -> Arc<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let run_dir = config.run.dir();
        let dir = folder(&run_dir, &case, number);
        let limit = limit(&case, &config);
        Arc::new(Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            case,
            number,
            slot,
            config,
            journal: Arc::new(Journal::new(run_dir, dir)),
            panics: PanicLog::new(tell),
            phase: PhaseClock::default(),
            limit,
            started_at: jiff::Timestamp::now(),
            stop: Notify::new(),
            stopped: OnceLock::new(),
        })
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(crate) fn case(&self) -> &Case {
        &self.case
    }

    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(crate) fn phase(&self) -> &PhaseClock {
        &self.phase
    }

    /// How long set-up and body may take together, if anything says so.
    pub(crate) fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// How long tear-downs may take together.
    pub(crate) fn teardown_budget(&self) -> Duration {
        match self.stopped.get() {
            Some(_) => self.config.timeouts.teardown.min(LAST_MOMENTS),
            None => self.config.timeouts.teardown,
        }
    }

    /// Tells it to end: its body goes no further, and its fixtures are torn down in
    /// [less time](Self::teardown_budget) than usual.
    pub(crate) fn stop(&self, why: &str) {
        if self.stopped.set(why.to_owned()).is_ok() {
            self.stop.notify_one();
        }
    }

    /// What is said of an attempt that was told to end now.
    pub(crate) fn last_words(&self) -> String {
        let after = text::show_duration(self.journal.started().elapsed());
        let doing = self.journal.last_doing();
        let doing = doing.map_or(String::new(), |doing| format!("; last step: {doing}"));
        format!("test terminated after {after}{doing}")
    }

    /// The failure of an attempt that was told to end.
    pub(crate) fn stopped(&self, last_words: &str) -> Failure {
        judge::stopped(self, last_words)
    }

    /// Runs it on the calling thread and judges it, in the home of the test before if
    /// there is one. Returns the home when the next test may have it.
    pub(crate) fn run(&self, before: Option<Home>) -> (End, Option<Home>) {
        let _mark = self.panics.own_thread();
        let home = match Home::of(before, self.case.name(), &self.panics) {
            Ok(home) => home,
            Err(error) => {
                let text = format!("could not start the test's runtime: {error}");
                let failure = Failure::new(self.case.def().location(), text);
                return (End::failed(failure), None);
            }
        };
        let (body, teardown) = home.run(async {
            let context = Context::new(
                Arc::clone(&self.config),
                Arc::clone(&self.journal),
                Arc::clone(&self.case),
                (self.number, self.slot),
                self.id,
            );
            let body = self.body(&context).await;
            self.journal.body_ended();
            if judge::is_failing(&body, self.case.def().should_panic) {
                context.set_failed();
            }
            self.phase.enter(Phase::TearDown);
            let teardown = context.tear_down(self.teardown_budget()).await;
            (body, teardown)
        });
        let fine = matches!(body, BodyEnd::Returned(Ok(()))) && teardown.is_empty();
        let (left, home) = match home.if_empty() {
            Ok(home) if fine => (true, Some(home)),
            Ok(home) | Err(home) => (home.leave(), None),
        };
        self.phase.enter(Phase::Done);
        let end = judge::judge(self, body, teardown, self.panics.take());
        match left {
            true => (end, home),
            false => (end.tainted(), None),
        }
    }

    async fn body(&self, context: &Context) -> BodyEnd {
        let run = self.case.def().run;
        let context = context.clone();
        let work = AssertUnwindSafe(async move { run(context).await }).catch_unwind();
        let mut work = Box::pin(work);
        let limit = self.limit.unwrap_or(Duration::MAX);
        let ended = tokio::select! {
            ended = tokio::time::timeout(limit, &mut work) => Some(ended),
            () = self.stop.notified() => None,
        };
        let doing = self.journal.last_doing();
        let last_words = ended.is_none().then(|| self.last_words());
        // What the body still holds is dropped before anything is torn down; its
        // panics are in the log.
        let _ = std::panic::catch_unwind(AssertUnwindSafe(|| drop(work)));
        match ended {
            Some(Ok(Ok(result))) => BodyEnd::Returned(result),
            Some(Ok(Err(payload))) => BodyEnd::Panicked(payload),
            Some(Err(_)) => BodyEnd::TimedOut(doing),
            None => BodyEnd::Stopped(last_words.unwrap_or_default()),
        }
    }

    /// The end of an attempt whose thread no longer answers. Its panics so far are
    /// kept; its fixtures cannot be torn down.
    pub(crate) fn give_up(&self, failure: Failure) -> End {
        let mut end = End::failed(failure).tainted();
        end.noise = judge::noise(self.case.name(), &self.panics.take());
        end
    }

    /// The end without the values that must not be told.
    pub(crate) fn clean(&self, mut end: End) -> End {
        let clean = |text: &str| redact::said(self.journal.known(), text);
        if let Ended::Failed(failure) = &mut end.ended {
            *failure = failure.clone().map_text(clean);
        }
        for text in end.noise.iter_mut().chain(&mut end.teardown_failures) {
            *text = clean(text);
        }
        end
    }

    /// The account of it.
    pub(crate) fn record(&self, end: &End) -> CaseRecord {
        CaseRecord {
            attempt: self.number,
            duration_ms: self.journal.elapsed_ms(),
            outcome: match &end.ended {
                Ended::Passed => Outcome::Passed,
                Ended::Failed(failure) => Outcome::Failed(failure.record(self.case.name())),
                Ended::Skipped(reason) => Outcome::Skipped {
                    reason: reason.clone(),
                },
            },
            browser: self.journal.browser(),
            wire: self.journal.wire(),
            steps: self.journal.steps(),
            artifacts: self.journal.artifacts(),
            teardown_failures: end.teardown_failures.clone(),
            ..blank_record(&self.case, self.started_at)
        }
    }
}

/// A record of the case with nothing in it, for an attempt that began at this instant.
pub(crate) fn blank_record(case: &Case, began: jiff::Timestamp) -> CaseRecord {
    let def = case.def();
    CaseRecord {
        version: record::VERSION,
        name: case.name().to_owned(),
        binary: def
            .module
            .split("::")
            .next()
            .unwrap_or(def.module)
            .to_owned(),
        location: def.location(),
        attempt: 1,
        started_at: began.to_string(),
        duration_ms: 0,
        outcome: Outcome::Passed,
        browser: None,
        wire: None,
        steps: Vec::new(),
        artifacts: Vec::new(),
        teardown_failures: Vec::new(),
    }
}

/// What the test says, else the configuration. nextest has a clock of its own, so
/// under it only the test's word counts.
fn limit(case: &Case, config: &Config) -> Option<Duration> {
    case.timeout()
        .or_else(|| (!config.run.nextest).then_some(config.timeouts.test))
}

/// `RUN/BINARY/TEST/ATTEMPT`, with names a file system takes and nobody else has.
fn folder(run_dir: &Path, case: &Case, number: u32) -> PathBuf {
    let krate = case.def().module.split("::").next().unwrap_or("tests");
    let mut name: String = case
        .name()
        .replace("::", ".")
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-_.=".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect();
    // Some file systems stop at 255 bytes; a long name keeps its start and a number.
    if name.len() > 120 {
        let hash = name
            .bytes()
            .fold(5381_u64, |h, b| h.wrapping_mul(33) ^ u64::from(b));
        let cut = (0..=100).rev().find(|at| name.is_char_boundary(*at));
        name.truncate(cut.unwrap_or(0));
        name.push_str(&format!("-{hash:x}"));
    }
    place::of_target(run_dir, krate)
        .join(name)
        .join(number.to_string())
}

#[cfg(test)]
mod tests;
