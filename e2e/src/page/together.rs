//! Input and the wait for what comes of it in one round trip.
//!
//! Where the wire can, the question what came of it follows the input at once. The
//! engine does not begin to answer before the input is there: its last event tells, or,
//! where that never comes, the wire once the browser has taken all of it.

use super::act::Outcome;
use super::feed::{Page, Settled};
use super::ready::Ready;
use super::verb::Verb;
use crate::browser::engine::Answer;
use crate::browser::wire::{Gesture, Input};
use crate::code::Code;
use crate::error::{Error, Result};
use std::time::{Duration, Instant};

/// What became of the input, and what the page answered behind it; nothing where it was
/// not asked yet.
pub(super) struct Together {
    pub(super) sent: Result<()>,
    pub(super) settled: Option<Result<Answer<Settled>>>,
}

impl Page {
    /// Sends what a ready target needs, and what is asked next with it where that is one
    /// piece of input for the page itself.
    pub(super) async fn send_together(
        &self,
        verb: &Verb,
        ready: &Ready,
        window: Duration,
    ) -> Together {
        let Some(input) = self.as_one(verb, ready) else {
            let sent = self.send(verb, ready).await;
            return Together {
                sent,
                settled: None,
            };
        };
        if let (Verb::Type { text, .. }, Input::Text(_)) = (verb, &input)
            && let Err(error) = self.vouch_whole(text).await
        {
            return Together {
                sent: Err(error),
                settled: None,
            };
        }
        let (args, limit) = self.settling(window);
        let (sent, settled) = self.engine.wait_behind(input, "settle", args, limit).await;
        Together { sent, settled }
    }

    /// The input of a verb where it is one piece: nothing else has to be sent, and no
    /// frame of another origin has to be asked first.
    fn as_one<'a>(&self, verb: &'a Verb, ready: &Ready) -> Option<Input<'a>> {
        if ready.set || self.seen().acting.is_some() {
            return None;
        }
        let place = ready.x.zip(ready.y);
        let tap = |gesture: Gesture| place.map(|(x, y)| Input::Pointer(gesture, x, y));
        match verb {
            Verb::Tap { .. } | Verb::Check { .. } => tap(Gesture::Tap),
            Verb::DoubleTap { .. } => tap(Gesture::DoubleTap),
            Verb::Type { text, .. } => {
                let whole = ready.plain && ready.focused && ready.keys && !text.is_empty();
                (whole && !text.contains(char::is_control)).then_some(Input::Text(text))
            }
            _ => None,
        }
    }

    /// Waits for quiet here, or in whatever document the action led to.
    pub(super) async fn outcome(&self, window: Duration) -> Result<Outcome> {
        self.outcome_of(None, window).await
    }

    /// [`Self::outcome`], where the first answer may be there already.
    pub(super) async fn outcome_of(
        &self,
        mut settled: Option<Result<Answer<Settled>>>,
        window: Duration,
    ) -> Result<Outcome> {
        let (mut inner, window) = self.inner_effects(window).await?;
        let (began, mut waited) = (Instant::now(), false);
        for _ in 0..8 {
            let answer = match settled.take() {
                Some(answer) => answer?,
                None => self.aftermath(window).await?,
            };
            match answer {
                Answer::Value(Settled {
                    observation,
                    late,
                    effects,
                    broken,
                }) => {
                    if let Some(broken) = broken {
                        return Err(self.unreachable(broken).await);
                    }
                    let mut effects = effects.unwrap_or_default();
                    // Once: what still goes afterwards has had its time.
                    let again = std::mem::replace(&mut waited, true);
                    if let Some(answer) = self.wait_on(began, window, again, &mut effects).await? {
                        settled = Some(Ok(answer));
                        continue;
                    }
                    self.heed(&effects);
                    let effects = match inner.take() {
                        Some(mut inner) => {
                            inner.join(effects);
                            inner
                        }
                        None => effects,
                    };
                    let whole = self.with_frames(observation, true).await?;
                    return Ok(Outcome {
                        after: self.remember(whole),
                        effects: Some(effects),
                        late,
                    });
                }
                Answer::Navigated => {
                    let (after, late) = self.held_still().await?;
                    return Ok(Outcome {
                        after,
                        effects: None,
                        late,
                    });
                }
                Answer::Dialog(text) => {
                    if let Some(after) = self.answer(&text).await? {
                        return Ok(Outcome {
                            after,
                            effects: None,
                            late: false,
                        });
                    }
                }
            }
        }
        Err(Error::new(
            Code::ActionFailed,
            "dialogs keep opening after the action",
        ))
    }
}
