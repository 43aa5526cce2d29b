//! Waiting: for a condition to hold, and for the page to change.

use super::judge::{self, Judged, Look};
use super::program::Condition;
use super::run::{PAUSE, PlainExecutor, RESERVE};
use super::sight::{Ask, Sighting, Sights};
use super::view::View;
use crate::browser::engine::Answer;
use crate::chassis::step::StepContext;
use crate::error::Result;
use crate::text;
use serde_json::json;
use std::time::{Duration, Instant};

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
        let limit = limit.min(step.remaining().saturating_sub(RESERVE));
        let deadline = Instant::now() + limit;
        loop {
            step.checkpoint()?;
            let screen = self.page().observe().await?;
            let asked: Vec<_> = {
                let view = View::new(&screen);
                conditions
                    .iter()
                    .flat_map(|condition| judge::asks(&view, condition))
                    .collect()
            };
            let sights = match self.page().newest() {
                _ if asked.is_empty() || screen.dialog.is_some() => Some(Sights::default()),
                _ => self.sights(asked).await?,
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
                Some(Judged::Holds(summary)) => return Ok(summary),
                Some(Judged::Fails(error)) if left.is_zero() => {
                    return Err(error.note(format!("tried for {}", text::show_duration(limit))));
                }
                _ => {
                    self.changed(PAUSE.min(left)).await?;
                }
            }
        }
    }

    async fn sights(&self, asked: Vec<Ask>) -> Result<Option<Sights>> {
        let answer = self
            .page()
            .engine()
            .get::<Vec<Sighting>>("shown", json!({ "asks": asked }))
            .await?;
        Ok(match answer {
            Answer::Value(answers) => Some(Sights::new(asked, answers)),
            Answer::Navigated | Answer::Dialog(_) => None,
        })
    }

    /// Waits until something on the page changes, at most `limit`.
    pub(super) async fn changed(&self, limit: Duration) -> Result<bool> {
        if limit.is_zero() {
            return Ok(false);
        }
        let args = json!({ "timeout": limit.as_millis() });
        let bound = limit + Duration::from_secs(5);
        Ok(
            match self.page().engine().wait("changed", args, bound).await? {
                Answer::Value(changed) => changed,
                Answer::Navigated => true,
                Answer::Dialog(_) => {
                    // The next look answers it; until then nothing in the page can wait.
                    tokio::time::sleep(limit.min(Duration::from_millis(50))).await;
                    true
                }
            },
        )
    }
}
