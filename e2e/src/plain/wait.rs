//! Waiting: for a condition to hold, and for the page to change.

use super::asks;
use super::judge::{Judged, Look};
use super::program::Condition;
use super::run::{PAUSE, PlainExecutor};
use super::sight::{Ask, Sighting, Sights};
use super::view::View;
use crate::browser::engine::Answer;
use crate::chassis::step::StepContext;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::Page;
use crate::page::node::Observation;
use crate::report::record::{EventKind, StepKind};
use crate::text;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a statement that holds waits for the answer to the last action.
const ANSWER: Duration = Duration::from_secs(2);

/// How long after its time a look may still take where another one told something.
const LAST_LOOK: Duration = Duration::from_millis(150);

/// What a page is still at, in words, when it is at something.
#[derive(Debug, Deserialize)]
struct Resting {
    why: Option<String>,
}

impl PlainExecutor {
    /// Judges one look after the other until it holds, at most `limit`.
    pub(super) async fn until(
        &self,
        step: &StepContext,
        sentence: &str,
        limit: Duration,
        conditions: &[&Condition],
        judge: impl Fn(&Look<'_>) -> Judged,
    ) -> Result<String> {
        let limit = limit.min(step.working_time());
        let began = Instant::now();
        let deadline = began + limit;
        let denies = conditions
            .iter()
            .any(|condition| condition.denies() || condition.counts());
        let expect = self.page().timeouts().expect;
        // What holds may hold of what the last action is about to change.
        let trusting = step.kind() == StepKind::WaitFor && !denies;
        let patience = began + limit.min(if denies { expect } else { ANSWER.min(expect) });
        let mut newest = None;
        loop {
            // What was seen last says more than that the time is up.
            if let Some(error) = newest.take_if(|_| Instant::now() >= deadline) {
                return Err(tried(error, limit));
            }
            step.checkpoint()?;
            let look = async {
                // Asked before the look: what ends in between has to be on it.
                let at_work = match trusting {
                    false => at_work(self.page(), denies).await?,
                    true => None,
                };
                self.look(conditions).await.map(|seen| (at_work, seen))
            };
            // What an earlier look told is told although this one takes too long.
            let left = deadline.saturating_duration_since(Instant::now()) + LAST_LOOK;
            let looked = match newest.take() {
                None => look.await,
                Some(told) => match tokio::time::timeout(left, look).await {
                    Err(_) => return Err(tried(told, limit)),
                    Ok(Err(why)) if why.code() == Code::StepTimeout => {
                        return Err(tried(told, limit));
                    }
                    Ok(looked) => {
                        newest = Some(told);
                        looked
                    }
                },
            };
            let (at_work, (screen, sights)) = looked?;
            // The page went away between the two questions: ask both again.
            let judged = sights.map(|sights| {
                let view = View::new(&screen);
                judge(&Look {
                    view: &view,
                    sights: &sights,
                    sentence,
                })
            });
            let left = deadline.saturating_duration_since(Instant::now());
            match judged {
                // What is not there yet is not there either: that is said of a page at
                // rest only.
                Some(Judged::Holds(_)) if denies && screen.url == "about:blank" => {
                    return Err(Error::new(
                        Code::AppNotOpen,
                        "no page is open, and anything can be denied of an empty one",
                    )
                    .help("open the page first: `app.open(\"/…\").await?`"));
                }
                Some(Judged::Holds(summary)) => match at_work {
                    None => return Ok(summary),
                    Some(why) if Instant::now() >= patience => {
                        return Ok(format!("{summary}; the page never came to rest: {why}"));
                    }
                    Some(_) => {
                        newest = None;
                        let left = patience.saturating_duration_since(Instant::now());
                        self.pause(PAUSE.min(left)).await?;
                    }
                },
                Some(Judged::Fails(error)) if left.is_zero() => {
                    return Err(tried(error, limit));
                }
                other => {
                    if let Some(Judged::Fails(error)) = other {
                        newest = Some(error);
                    }
                    let asked = Instant::now();
                    self.pause(PAUSE.min(left)).await?;
                    let took = asked.elapsed();
                    step.record_event(EventKind::Poll, "it does not hold yet", took, None);
                }
            }
        }
    }

    /// Waits until the page changes, at most so long, though it may not answer.
    async fn pause(&self, time: Duration) -> Result<()> {
        let changed = tokio::time::timeout(time + LAST_LOOK, self.page().changed(time));
        changed.await.unwrap_or(Ok(true)).map(drop)
    }

    /// The screen, and what the page says to everything the conditions ask; nothing when
    /// it went away in between.
    async fn look(&self, conditions: &[&Condition]) -> Result<(Arc<Observation>, Option<Sights>)> {
        let screen = self.page().observe_whole().await?;
        let asked: Vec<_> = {
            let view = View::new(&screen);
            conditions
                .iter()
                .flat_map(|condition| asks::asks(&view, condition))
                .collect()
        };
        let sights = match asked.is_empty() || screen.dialog.is_some() {
            true => Some(Sights::default()),
            false => self.sights(&screen, asked).await?,
        };
        Ok((screen, sights))
    }

    /// Asks the page, and each frame of another origin that the screen shows.
    async fn sights(&self, screen: &Observation, asked: Vec<Ask>) -> Result<Option<Sights>> {
        let page = self.page();
        let answer = page
            .engine()
            .get::<Vec<Sighting>>("shown", json!({ "asks": asked }))
            .await?;
        let Answer::Value(mut answers) = answer else {
            return Ok(None);
        };
        for frame in screen.frames.iter().filter(|frame| !frame.mark.is_empty()) {
            let asks: Vec<Ask> = asked.iter().map(|ask| ask.inside(screen, frame)).collect();
            let args = json!({ "asks": asks });
            let found = page.ask_frame::<Vec<Sighting>>(frame, "shown", args).await;
            let Ok(Some(found)) = found else {
                return Ok(None);
            };
            for (answer, more) in answers.iter_mut().zip(found) {
                answer.join(more);
            }
        }
        Ok(Some(Sights::new(asked, answers)))
    }
}

/// What the page is still at, in words, when it is at something.
pub(super) async fn at_work(page: &Page, denied: bool) -> Result<Option<String>> {
    let answer = page
        .engine()
        .get::<Resting>("resting", json!({ "denied": denied }))
        .await?;
    Ok(match answer {
        Answer::Navigated => Some("another page was being opened".to_owned()),
        // The look that follows answers it.
        Answer::Dialog(_) => Some("a JavaScript dialog was open".to_owned()),
        Answer::Value(Resting { why }) => why,
    })
}

fn tried(error: Error, limit: Duration) -> Error {
    error.note(format!("tried for {}", text::show_duration(limit)))
}
