//! From how the body, the tear-downs and the panics ended to one outcome.
//!
//! A test passes only when nothing at all went wrong: a call that was never awaited,
//! a panic in a spawned task and a failed tear-down all count.

use super::{Attempt, BodyEnd};
use crate::app;
use crate::body::{BodyFailure, Skip};
use crate::case::ShouldPanic;
use crate::code::Code;
use crate::error::{Error, SourceLocation};
use crate::failure::{BACKTRACE_NOTE, Failure};
use crate::fixture::TeardownFailure;
use crate::panic_log::{self, Panic};
use crate::text;

/// How an attempt ended.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) ended: Ended,
    pub(crate) teardown_failures: Vec<String>,
    /// Panics that did not decide the outcome, as texts.
    pub(crate) noise: Vec<String>,
    /// Whether something of the attempt may still be going on in this process.
    pub(crate) tainted: bool,
    /// The message of the panic that ended the body, whatever it means.
    pub(crate) panicked: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Ended {
    Passed,
    Failed(Failure),
    Skipped(String),
}

impl End {
    pub(crate) fn failed(failure: Failure) -> Self {
        Self {
            ended: Ended::Failed(failure),
            teardown_failures: Vec::new(),
            noise: Vec::new(),
            tainted: false,
            panicked: None,
        }
    }

    pub(crate) fn tainted(mut self) -> Self {
        self.tainted = true;
        self
    }
}

/// Whether tear-downs should see the body as failed.
pub(super) fn is_failing(body: &BodyEnd, should_panic: ShouldPanic) -> bool {
    match body {
        BodyEnd::Returned(result) => result.is_err() || should_panic != ShouldPanic::No,
        BodyEnd::Panicked(payload) => !payload.is::<Skip>() && should_panic == ShouldPanic::No,
        BodyEnd::TimedOut(_) | BodyEnd::Stopped(_) => true,
    }
}

pub(super) fn judge(
    attempt: &Attempt,
    body: BodyEnd,
    teardown: Vec<TeardownFailure>,
    mut panics: Vec<Panic>,
) -> End {
    let case = attempt.case();
    let place = case.def().location();
    let mut panicked = None;
    let ended = match body {
        BodyEnd::Panicked(payload) if payload.is::<Skip>() => {
            let reason = payload.downcast::<Skip>().map(|skip| skip.0);
            Ended::Skipped(reason.unwrap_or_default())
        }
        BodyEnd::Panicked(payload) => {
            let message = panic_log::message(&*payload);
            let panic = take_panic(&mut panics, &message).unwrap_or_else(|| Panic {
                location: place.clone(),
                message: message.clone(),
                backtrace: None,
                detached: false,
            });
            panicked = Some(message);
            judge_panic(&panic, case.def().should_panic)
        }
        BodyEnd::Returned(Err(failure)) => Ended::Failed(returned(&failure, &place)),
        BodyEnd::Returned(Ok(())) => match case.def().should_panic {
            ShouldPanic::No => Ended::Passed,
            _ => Ended::Failed(not_panicked(&place)),
        },
        BodyEnd::TimedOut(doing) => Ended::Failed(timed_out(attempt, doing)),
        BodyEnd::Stopped(last_words) => Ended::Failed(stopped(attempt, &last_words)),
    };
    let ended = match ended {
        Ended::Passed => judge_leftovers(attempt, &mut panics, panicked.is_some()),
        other => other,
    };
    let ended = add_teardown(ended, &teardown, &place);
    let ended = match ended {
        Ended::Failed(failure) => Ended::Failed(add_artifacts(failure, attempt)),
        other => other,
    };
    End {
        ended,
        tainted: teardown.iter().any(|failure| failure.hung),
        teardown_failures: teardown.into_iter().map(|failure| failure.text).collect(),
        noise: noise(case.name(), &panics),
        panicked,
    }
}

/// Panics as texts, for the log.
pub(super) fn noise(name: &str, panics: &[Panic]) -> Vec<String> {
    panics
        .iter()
        .map(|panic| Failure::panic(panic).render(name))
        .collect()
}

/// The kept panic that the body unwound with: the newest one of that message.
fn take_panic(panics: &mut Vec<Panic>, message: &str) -> Option<Panic> {
    let at = panics.iter().rposition(|panic| panic.message == message)?;
    Some(panics.remove(at))
}

fn judge_panic(panic: &Panic, should_panic: ShouldPanic) -> Ended {
    match should_panic {
        ShouldPanic::Yes => Ended::Passed,
        ShouldPanic::With(text) if panic.message.contains(text) => Ended::Passed,
        ShouldPanic::With(text) => Ended::Failed(Failure::panic(panic).note(format!(
            "panic did not contain expected string\n      panic message: {:?}\n expected substring: {text:?}",
            panic.message
        ))),
        ShouldPanic::No => Ended::Failed(with_backtrace_note(Failure::panic(panic), panic)),
    }
}

fn with_backtrace_note(failure: Failure, panic: &Panic) -> Failure {
    match panic.backtrace {
        None => failure.note(BACKTRACE_NOTE),
        Some(_) => failure,
    }
}

fn returned(failure: &BodyFailure, place: &SourceLocation) -> Failure {
    let base = match &failure.error {
        Some(error) => Failure::error(place.clone(), error).with_text(&failure.text),
        None => Failure::new(place.clone(), &failure.text),
    };
    match failure.fixture {
        Some(fixture) => base.note(format!("fixture `{fixture}` could not be set up")),
        None => base.note("the test returned an error"),
    }
}

fn not_panicked(place: &SourceLocation) -> Failure {
    Failure::new(place.clone(), "test did not panic as expected")
        .note(format!("test did not panic as expected at {place}"))
}

fn timed_out(attempt: &Attempt, doing: Option<String>) -> Failure {
    let limit = text::show_duration(attempt.limit().unwrap_or_default());
    let error = Error::new(
        Code::StepTimeout,
        format!("the test took longer than its {limit}"),
    );
    let error = match doing {
        Some(doing) => error.note(format!("last step: {doing}")),
        None => error,
    }
    .help("find out what it waits for, or give it more: `#[e2e::test(timeout = \"…\")]`");
    Failure::error(attempt.case().def().location(), &error).note("the test timed out")
}

/// The failure of an attempt that was told to end.
pub(super) fn stopped(attempt: &Attempt, last_words: &str) -> Failure {
    let error = Error::new(Code::Cancelled, last_words);
    let failure = Failure::error(attempt.case().def().location(), &error).with_text(last_words);
    match attempt.stopped.get() {
        Some(why) => failure.note(why.as_str()),
        None => failure,
    }
}

/// What else can be wrong with a body that ended well.
fn judge_leftovers(attempt: &Attempt, panics: &mut Vec<Panic>, panicked: bool) -> Ended {
    let place = attempt.case().def().location();
    if let Some(at) = panics.iter().position(|panic| panic.detached) {
        let panic = panics.remove(at);
        let failure = with_backtrace_note(Failure::panic(&panic), &panic);
        return Ended::Failed(failure.note("it happened in a task that the test spawned"));
    }
    let never = attempt.journal().all_never_awaited();
    // A panic that was asked for takes along what still runs.
    let unfinished = match panicked {
        true => Vec::new(),
        false => attempt.journal().unfinished(),
    };
    let (calls, message, help) = if !never.is_empty() {
        let message = match never.len() {
            1 => "a call was never awaited, so nothing of it ran".to_owned(),
            n => format!("{n} calls were never awaited, so nothing of them ran"),
        };
        (never, message, "write `.await?` behind it")
    } else if !unfinished.is_empty() {
        let message = match unfinished.len() {
            1 => "a call began and never ended, so nothing is known of it".to_owned(),
            n => format!("{n} calls began and never ended, so nothing is known of them"),
        };
        let help = "await it to its end: bound it with its own `.timeout(…)` instead of dropping \
                    it, and join the tasks the test spawns";
        (unfinished, message, help)
    } else {
        return Ended::Passed;
    };
    let error = calls
        .iter()
        .fold(Error::new(Code::InvalidArgument, message), |error, call| {
            error.note(call.as_str())
        });
    let failure = Failure::error(place, &error.help(help));
    Ended::Failed(failure.note("the test itself ended without an error"))
}

fn add_teardown(ended: Ended, teardown: &[TeardownFailure], place: &SourceLocation) -> Ended {
    let Some((first, rest)) = teardown.split_first() else {
        return ended;
    };
    match ended {
        Ended::Failed(failure) => {
            Ended::Failed(teardown.iter().fold(failure, |failure, teardown| {
                failure.note(teardown.text.as_str())
            }))
        }
        Ended::Passed | Ended::Skipped(_) => {
            let failure = match &first.error {
                Some(error) => Failure::error(place.clone(), error).with_text(&first.text),
                None => Failure::new(place.clone(), &first.text),
            };
            let failure = rest.iter().fold(failure, |failure, teardown| {
                failure.note(teardown.text.as_str())
            });
            Ended::Failed(failure.note("the test's body ended without an error"))
        }
    }
}

fn add_artifacts(mut failure: Failure, attempt: &Attempt) -> Failure {
    // Whoever told it to end does not wait for more.
    if attempt.stopped.get().is_none()
        && let Some(ended) = app::ended(&attempt.config)
    {
        failure = failure.note(ended);
    }
    for remark in attempt.journal().remarks() {
        failure = failure.note(remark);
    }
    if attempt.journal().artifacts().is_empty() {
        return failure;
    }
    failure.note(format!(
        "files of this attempt: {}",
        attempt.journal().dir().display()
    ))
}
