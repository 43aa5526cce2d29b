//! One call on a locator or expectation: nothing happens until it is awaited, and
//! everything that happens is written down.

use super::Screen;
use crate::code::Code;
use crate::deadline;
use crate::error::{Error, Result, SourceLocation};
use crate::page::evidence::Evidence;
use crate::page::text::TextOptions;
use crate::report::journal::Journal;
use crate::report::record::{ActionRecord, FailureRecord, StepKind, StepRecord, StepResult, Tier};
use crate::report::redact;
use crate::text;
use futures::future::BoxFuture;
use std::fmt;
use std::future::IntoFuture;
use std::time::{Duration, Instant};

/// What a call came to, with what belongs into its record.
pub(crate) struct Told<T> {
    pub(crate) value: T,
    /// What was found or done, in words.
    pub(crate) summary: String,
    pub(crate) actions: Vec<ActionRecord>,
    /// Nothing more comes of doing it again.
    pub(crate) ended: bool,
    /// The page was left.
    pub(crate) left: bool,
}

impl<T> Told<T> {
    pub(crate) fn new(value: T, summary: impl Into<String>) -> Self {
        Self {
            value,
            summary: summary.into(),
            actions: Vec::new(),
            ended: false,
            left: false,
        }
    }
}

/// What the account of an action says first that showed nothing.
pub(super) const NO_EFFECT: &str = "no visible effect";

/// Actions that are there for what they bring about.
const PRESSES: &[&str] = &["tap", "double_tap", "right_click", "press"];

/// What is done once a call is awaited.
pub(crate) type Run<T> =
    Box<dyn FnOnce(Screen, Duration) -> BoxFuture<'static, Result<Told<T>>> + Send>;

/// A call on a locator or an expectation. It does nothing until it is awaited.
///
/// ```no_run
/// # use e2e::screen::{Role, Screen};
/// # use std::time::Duration;
/// # async fn example(screen: Screen) -> e2e::Result {
/// screen
///     .get_by_role((Role::Button, "Save"))
///     .click()
///     .timeout(Duration::from_secs(1))
///     .await?;
/// # Ok(()) }
/// ```
#[must_use = "a call does nothing until it is awaited"]
pub struct Call<T> {
    pending: Option<Pending<T>>,
}

struct Pending<T> {
    screen: Screen,
    kind: StepKind,
    text: String,
    location: SourceLocation,
    timeout: Duration,
    run: Run<T>,
}

impl<T> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.pending.as_ref().map(|pending| &pending.text);
        f.debug_struct("Call")
            .field("text", &text)
            .finish_non_exhaustive()
    }
}

impl<T> Drop for Call<T> {
    fn drop(&mut self) {
        if let Some(pending) = &self.pending {
            let call = format!("{} at {}", pending.text, pending.location);
            pending.screen.journal().never_awaited(call);
        }
    }
}

impl<T> Call<T> {
    pub(crate) fn new(
        screen: &Screen,
        kind: StepKind,
        text: String,
        location: SourceLocation,
        timeout: Duration,
        run: Run<T>,
    ) -> Self {
        Self {
            pending: Some(Pending {
                screen: screen.clone(),
                kind,
                text,
                location,
                timeout,
                run,
            }),
        }
    }

    /// Waits at most so long, instead of the configured time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        if let Some(pending) = &mut self.pending {
            pending.timeout = timeout;
        }
        self
    }
}

impl<T: Send + 'static> IntoFuture for Call<T> {
    type Output = Result<T>;
    type IntoFuture = BoxFuture<'static, Result<T>>;

    fn into_future(mut self) -> Self::IntoFuture {
        let pending = self.pending.take();
        Box::pin(async move {
            match pending {
                Some(pending) => pending.carry_out().await,
                // A call is consumed when it is awaited, so it cannot be twice.
                None => Err(Error::new(
                    Code::InvalidArgument,
                    "the call was awaited before",
                )),
            }
        })
    }
}

impl<T> Pending<T> {
    async fn carry_out(self) -> Result<T> {
        let Self {
            screen,
            kind,
            text,
            location,
            timeout,
            run,
        } = self;
        let journal = screen.journal().clone();
        let open = journal.begin(format!("{text} at {location}"));
        let index = open.index();
        screen.page().mean_nothing();
        let started_ms = journal.elapsed_ms();
        let began = Instant::now();
        let told = deadline::within(timeout, run(screen.clone(), timeout)).await;
        let known = journal.known();
        for text in screen.page().take_passwords() {
            known.typed(&text);
        }
        let undone = screen.page().take_undone();
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut evidence = Evidence::default();
        let told = match told {
            Ok(told) => Ok(told),
            Err(error) => {
                let label = format!("step {}", index + 1);
                let page = screen.page();
                page.mean_each(error.points());
                evidence = page
                    .evidence(&journal, &label, &TextOptions::default())
                    .await;
                let error = undone
                    .iter()
                    .fold(error, |error, note| error.note(note.as_str()));
                let error = explain(error, &journal, &evidence).at(location.clone());
                Err(error.map_text(|text| redact::said(known, text)))
            }
        };
        let (result, summary, actions) = match &told {
            Ok(told) => (
                StepResult::Passed,
                text::with_notes(&told.summary, &undone),
                told.actions.clone(),
            ),
            Err(error) if error.is_blocked() => (
                StepResult::Blocked(FailureRecord::from(error)),
                String::new(),
                Vec::new(),
            ),
            Err(error) => (
                StepResult::Failed(FailureRecord::from(error)),
                String::new(),
                Vec::new(),
            ),
        };
        let newest = screen.page().newest();
        open.finish(StepRecord {
            location: Some(location),
            tier: Some(Tier::Code),
            duration_ms,
            result,
            summary,
            actions: actions
                .into_iter()
                .map(|action: ActionRecord| ActionRecord {
                    started_ms: started_ms + action.started_ms,
                    ..action
                })
                .collect(),
            url: newest.map(|screen| screen.url.clone()).unwrap_or_default(),
            screenshot: evidence.screenshot,
            screen: evidence.screen,
            ..StepRecord::begun(index, kind, text, started_ms)
        });
        told.map(|told| told.value)
    }
}

/// Adds to a failure what was on the screen.
fn explain(mut error: Error, journal: &Journal, evidence: &Evidence) -> Error {
    // Through `screen` an action may show its effect anywhere; that it showed none is
    // the first thing to know once something else is not as expected.
    let steps = journal.steps();
    let before = steps.iter().rev().find(|step| !step.actions.is_empty());
    if let Some(step) = before.filter(|step| step.tier == Some(Tier::Code))
        && let Some(action) = step.actions.last()
        && action.effect.starts_with(NO_EFFECT)
        && PRESSES.contains(&action.verb.as_str())
    {
        error = error.note(format!(
            "before it, step {} ({} on {}) had {}",
            step.index + 1,
            action.verb,
            action.target,
            action.effect
        ));
    }
    if !evidence.excerpt.is_empty() {
        error = error.note(format!("what was on the screen:\n{}", evidence.excerpt));
    }
    match &evidence.screenshot {
        Some(path) => error.note(format!("screenshot: {path}")),
        None => error,
    }
}
