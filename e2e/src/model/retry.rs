//! Sending a request again when the transport failed.
//!
//! A repeated request is neither a turn nor a model call: the model has not answered
//! yet. The caller's time bounds the whole chain.

use super::failure::{ModelError, ModelErrorKind};
use super::stall::{self, Attempt};
use super::{Model, Reply, Request};
use crate::text::{clip, show_duration};
use std::fmt;
use std::time::Duration;
use tokio::time::Instant;

/// How long a provider is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Bound of one attempt, from request to the last byte of the answer.
    pub stall: Duration,
    /// How often a failed attempt is repeated.
    pub retries: u32,
    /// Wait before the first repetition, when the provider names none; doubled each
    /// time.
    pub first_wait: Duration,
}

impl Default for Patience {
    /// 120 s an attempt, 5 repetitions, waits of 1, 2, 4, 8 and 16 s.
    fn default() -> Self {
        Self {
            stall: Duration::from_secs(120),
            retries: 5,
            first_wait: Duration::from_secs(1),
        }
    }
}

/// The longest wait a provider may ask for when the caller set no bound.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What happened between the request and its reply.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TransportEvent {
    /// An attempt was abandoned at the stall bound.
    Stalled {
        /// The bound.
        after: Duration,
    },
    /// The request is sent again.
    Retrying {
        /// Which repetition, from 1.
        retry: u32,
        /// How many there may be.
        of: u32,
        /// The wait before it.
        wait: Duration,
        /// What the attempt before it failed with.
        why: String,
    },
}

impl fmt::Display for TransportEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stalled { after } => {
                write!(
                    f,
                    "the request stalled for {} and was abandoned",
                    show_duration(*after)
                )
            }
            Self::Retrying {
                retry,
                of,
                wait,
                why,
            } => write!(
                f,
                "the request failed and is sent again in {} (retry {retry} of {of}): {}",
                show_duration(*wait),
                clip(why, 300)
            ),
        }
    }
}

/// Asks the model: each attempt bounded, retryable failures repeated, all within
/// [`Request::timeout`]. `on_event` hears of stalls and repetitions as they happen.
///
/// ```
/// use e2e::model::{ask, Message, Patience, Request, ScriptedModel};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let model = ScriptedModel::new().text("hello");
/// let request = Request {
///     messages: vec![Message::user("say hello")],
///     ..Request::default()
/// };
/// let reply = ask(&model, &request, &Patience::default(), &|event| eprintln!("{event}")).await?;
/// assert_eq!(reply.text(), "hello");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The last attempt's failure. Its kind is [`ModelErrorKind::TimedOut`] when the
/// time of the request or of the last attempt was over.
pub async fn ask(
    model: &dyn Model,
    request: &Request,
    patience: &Patience,
    on_event: &(dyn Fn(TransportEvent) + Send + Sync),
) -> Result<Reply, ModelError> {
    let started = Instant::now();
    let left = || {
        request
            .timeout
            .map(|bound| bound.saturating_sub(started.elapsed()))
    };
    let mut retry = 0;
    loop {
        let failure = match stall::attempt(model, request, patience.stall, left()).await {
            Attempt::Ended(Ok(reply)) => return Ok(reply),
            Attempt::OutOfTime(failure) => return Err(failure),
            Attempt::Ended(Err(failure)) => failure,
            Attempt::Stalled(failure) => {
                on_event(TransportEvent::Stalled {
                    after: patience.stall,
                });
                failure
            }
        };
        if !failure.retryable || retry >= patience.retries {
            return Err(worn_out(failure, retry));
        }
        let wait = failure
            .retry_after
            .unwrap_or_else(|| patience.first_wait.saturating_mul(1 << retry.min(16)));
        if wait >= left().unwrap_or(LONGEST_WAIT.saturating_add(Duration::from_millis(1))) {
            let hint = format!(
                "the next attempt was due in {}, which is past the time for the call",
                show_duration(wait)
            );
            let hinted = failure.hint.is_some();
            let failure = worn_out(failure, retry);
            return Err(if hinted {
                failure
            } else {
                failure.with_hint(hint)
            });
        }
        retry += 1;
        on_event(TransportEvent::Retrying {
            retry,
            of: patience.retries,
            wait,
            why: failure.message.clone(),
        });
        tokio::time::sleep(wait).await;
    }
}

/// Says how often it was tried. What is left to the caller is final.
fn worn_out(mut failure: ModelError, retries: u32) -> ModelError {
    failure.retryable = false;
    if retries > 0 && !matches!(failure.kind, ModelErrorKind::Credential) {
        let times = if retries == 1 { "retry" } else { "retries" };
        failure.message = format!("{} (after {retries} {times})", failure.message);
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ScriptedModel;
    use std::sync::Mutex;

    fn quick() -> Patience {
        Patience {
            stall: Duration::from_millis(40),
            retries: 2,
            first_wait: Duration::from_millis(1),
        }
    }

    fn flaky() -> ModelError {
        ModelError::new(ModelErrorKind::Provider, "503").again(None)
    }

    async fn run(
        model: ScriptedModel,
        request: Request,
    ) -> (Result<Reply, ModelError>, Vec<String>, usize) {
        let events = Mutex::new(Vec::new());
        let result = ask(&model, &request, &quick(), &|event| {
            events.lock().unwrap().push(event.to_string());
        })
        .await;
        (result, events.into_inner().unwrap(), model.requests().len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_retryable_failure_is_repeated_and_others_are_not() {
        let (result, events, sent) = run(
            ScriptedModel::new().fail(flaky()).fail(flaky()).text("ok"),
            Request::default(),
        )
        .await;
        assert_eq!(result.unwrap().text(), "ok");
        assert_eq!((events.len(), sent), (2, 3));

        let (result, events, sent) = run(
            ScriptedModel::new()
                .fail(ModelError::new(ModelErrorKind::Provider, "400"))
                .text("no"),
            Request::default(),
        )
        .await;
        assert_eq!(result.unwrap_err().message, "400");
        assert_eq!((events.len(), sent), (0, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn the_repetitions_end() {
        let (result, events, sent) = run(
            ScriptedModel::new()
                .fail(flaky())
                .fail(flaky())
                .fail(flaky())
                .text("late"),
            Request::default(),
        )
        .await;
        let failure = result.unwrap_err();
        assert_eq!(failure.message, "503 (after 2 retries)");
        assert!(!failure.retryable);
        assert_eq!((events.len(), sent), (2, 3));
    }

    #[test]
    fn patience_has_its_defaults() {
        let Patience {
            stall,
            retries,
            first_wait,
        } = Patience::default();
        let told = (stall.as_secs(), retries, first_wait.as_secs());
        assert_eq!(told, (120, 5, 1));
    }

    /// The wait before each repetition doubles, and one the provider names is kept.
    #[tokio::test(start_paused = true)]
    async fn waits_grow_unless_the_provider_names_one() {
        let asked = |seconds| flaky().again(Some(Duration::from_secs(seconds)));
        let script = ScriptedModel::new()
            .fail(flaky())
            .fail(flaky())
            .fail(asked(7))
            .fail(flaky())
            .text("ok");
        let started = Instant::now();
        let patience = Patience {
            first_wait: Duration::from_secs(1),
            ..Patience::default()
        };
        let reply = ask(&script, &Request::default(), &patience, &|_| {}).await;
        assert_eq!(reply.unwrap().text(), "ok");
        assert_eq!(started.elapsed().as_secs(), 1 + 2 + 7 + 8);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_bound_a_minute_is_the_longest_wait() {
        for (seconds, sent) in [(60, 2), (61, 1)] {
            let asked = flaky().again(Some(Duration::from_secs(seconds)));
            let script = ScriptedModel::new().fail(asked).text("ok");
            let (_, _, requests) = run(script, Request::default()).await;
            assert_eq!(requests, sent, "{seconds} s");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_attempt_is_abandoned_and_repeated() {
        let (result, events, sent) =
            run(ScriptedModel::new().hang().text("ok"), Request::default()).await;
        assert_eq!(result.unwrap().text(), "ok");
        assert_eq!(sent, 2);
        assert_eq!(events[0], "the request stalled for 40ms and was abandoned");
    }

    #[tokio::test(start_paused = true)]
    async fn the_callers_time_bounds_the_chain() {
        let request = Request {
            timeout: Some(Duration::from_millis(10)),
            ..Request::default()
        };
        let (result, events, _) =
            run(ScriptedModel::new().hang().text("no"), request.clone()).await;
        assert_eq!(result.unwrap_err().kind, ModelErrorKind::TimedOut);
        assert!(
            events.is_empty(),
            "the caller's bound is no stall: {events:?}"
        );

        let wait = Some(Duration::from_secs(3600));
        let asked = ModelError::new(ModelErrorKind::Provider, "429").again(wait);
        let (result, _, sent) = run(ScriptedModel::new().fail(asked).text("no"), request).await;
        assert!(result.unwrap_err().hint.unwrap().contains("past the time"));
        assert_eq!(sent, 1);
    }
}
