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
use std::time::{Duration, Instant};

/// How long a statement that holds waits for the answer to the last action.
const ANSWER: Duration = Duration::from_secs(2);

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
            // Asked before the look: what ends in between has to be on it.
            let at_work = match trusting {
                false => at_work(self.page(), denies).await?,
                true => None,
            };
            let screen = self.page().observe_whole().await?;
            let asked: Vec<_> = {
                let view = View::new(&screen);
                conditions
                    .iter()
                    .flat_map(|condition| asks::asks(&view, condition))
                    .collect()
            };
            let sights = match self.page().newest() {
                _ if asked.is_empty() || screen.dialog.is_some() => Some(Sights::default()),
                _ => self.sights(&screen, asked).await?,
            };
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
                        self.page().changed(PAUSE.min(left)).await?;
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
                    self.page().changed(PAUSE.min(left)).await?;
                    let took = asked.elapsed();
                    step.record_event(EventKind::Poll, "it does not hold yet", took, None);
                }
            }
        }
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
