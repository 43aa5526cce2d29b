//! The clock beside an attempt.
//!
//! The attempt's own timer ends a body that waits. One that blocks its thread never
//! sees that timer, so the thread that started it watches from outside and gives it
//! up: the thread is left behind, and what it started is ended through a hook.

use super::Hooks;
use super::engine::Listener;
use super::running::{self, Wake};
use crate::attempt::{Attempt, End, Home, Phase};
use crate::code::Code;
use crate::error::Error;
use crate::failure::Failure;
use crate::report::journal::Doing;
use crate::text;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long after its own limit a phase is given up from outside.
const GRACE: Duration = Duration::from_secs(2);

/// How often a phase without a limit is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// How often somebody who watches is told what changed.
const GLANCE: Duration = Duration::from_millis(150);

/// How long an attempt that was told to end may take for it. nextest waits for ten
/// seconds before it kills, and the run needs some of them for its report.
const LAST_MOMENTS: Duration = Duration::from_secs(5);

/// Runs the attempt on a thread of its own, named after the test. `home` is the home
/// of the test before, and then of this one if the next may have it.
pub(super) fn run(
    attempt: &Arc<Attempt>,
    hooks: &Hooks,
    listener: &dyn Listener,
    home: &mut Option<Home>,
) -> End {
    let (sender, receiver) = mpsc::channel();
    let _running = running::enter(sender.clone());
    let (work, before) = (Arc::clone(attempt), home.take());
    let spawned = thread::Builder::new()
        .name(attempt.case().name().to_owned())
        .spawn(move || {
            let ended = std::panic::catch_unwind(AssertUnwindSafe(|| work.run(before)));
            let ended = ended.unwrap_or_else(|_| {
                let text = "the harness itself panicked while it ran the test";
                let failure = Failure::new(work.case().def().location(), text);
                (work.give_up(failure), None)
            });
            // Nobody listens any more when the attempt was given up.
            let _ = sender.send(Wake::Ended(Box::new(ended)));
        });
    if let Err(error) = spawned {
        let text = format!("could not start the test's thread: {error}");
        return End::failed(Failure::new(attempt.case().def().location(), text));
    }
    let mut told = Doing::default();
    let mut stopped: Option<(Instant, String)> = None;
    loop {
        let mut look = next_look(attempt);
        if listener.is_watching() {
            look = look.min(GLANCE);
        }
        match receiver.recv_timeout(look) {
            Ok(Wake::Ended(ended)) => {
                let (end, after) = *ended;
                *home = after;
                return end;
            }
            Ok(Wake::Stop(why)) => {
                attempt.stop(&why);
                listener.stopping(&attempt.last_words());
                stopped.get_or_insert_with(|| (Instant::now(), attempt.last_words()));
            }
            Err(RecvTimeoutError::Timeout) => {
                listener.goes_on();
                let now = attempt.journal().now();
                if listener.is_watching() && now != told {
                    listener.doing(now.clone());
                    told = now;
                }
                let last = stopped.as_ref();
                if let Some((_, words)) = last.filter(|(at, _)| at.elapsed() >= LAST_MOMENTS) {
                    return cut_off(attempt, hooks, words);
                }
                if let Some(what) = overdue(attempt) {
                    return abandon(attempt, hooks, &what);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let text = "the test's thread ended without a result";
                return attempt.give_up(Failure::new(attempt.case().def().location(), text));
            }
        }
    }
}

/// The limit of the current phase, seen from outside.
fn limit(attempt: &Attempt, phase: Phase) -> Option<Duration> {
    match phase {
        Phase::Body => attempt.limit().map(|limit| limit + GRACE),
        // Each tear-down has a share of the budget and a reserve, so all together
        // may take twice as long.
        Phase::TearDown => Some(attempt.teardown_budget() * 2 + GRACE),
        Phase::Done => Some(GRACE),
    }
}

fn next_look(attempt: &Attempt) -> Duration {
    let (phase, since) = attempt.phase().now();
    let left = limit(attempt, phase).map(|limit| limit.saturating_sub(since));
    // A phase can change meanwhile to one with a shorter limit.
    left.unwrap_or(LOOK).clamp(Duration::from_millis(1), LOOK)
}

/// What takes too long, if anything does.
fn overdue(attempt: &Attempt) -> Option<String> {
    let (phase, since) = attempt.phase().now();
    let over = limit(attempt, phase).is_some_and(|limit| since >= limit);
    over.then(|| match phase {
        Phase::Body => {
            let limit = text::show_duration(attempt.limit().unwrap_or_default());
            format!("the test took longer than its {limit} and blocks its thread")
        }
        Phase::TearDown => "the test's tear-down blocks its thread".to_owned(),
        Phase::Done => "what the test left behind blocks its thread".to_owned(),
    })
}

fn abandon(attempt: &Attempt, hooks: &Hooks, what: &str) -> End {
    (hooks.on_abandon)(attempt.id());
    let error = with_doing(Error::new(Code::StepTimeout, what), attempt)
        .note("its fixtures could not be torn down; the browser it used was ended")
        .help("wait with `.await` instead of blocking: `tokio::time::sleep`, `tokio::task::spawn_blocking`");
    let failure = Failure::error(attempt.case().def().location(), &error);
    attempt.give_up(failure.note("the test timed out"))
}

/// Ends an attempt that was told to end and does not.
fn cut_off(attempt: &Attempt, hooks: &Hooks, last_words: &str) -> End {
    (hooks.on_abandon)(attempt.id());
    let failure = attempt.stopped(last_words);
    attempt.give_up(
        failure.note("its fixtures were not torn down in time; the browser it used was ended"),
    )
}

fn with_doing(error: Error, attempt: &Attempt) -> Error {
    match attempt.journal().last_doing() {
        Some(doing) => error.note(format!("last step: {doing}")),
        None => error,
    }
}
