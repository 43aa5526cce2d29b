//! `agent.wait_for`: wait until a statement holds.

use super::call::Call;
use super::{Agent, Inner, judge, tier};
use crate::chassis::{Limits, Status, StepContext, StepExecutor, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::plain::{Attempt, PlainExecutor};
use crate::report::record::{EventKind, StepKind, Tier};
use crate::text;
use async_trait::async_trait;
use serde::Serialize;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How often the screen is looked at between judgments.
const LOOK: Duration = Duration::from_millis(500);

/// Least time between two judgments, so that a page which never rests costs little.
const INTERVAL: Duration = Duration::from_secs(3);

/// A condition to wait for; made by [`Agent::wait_for`]. Await it.
#[must_use = "nothing is waited for until it is awaited"]
#[derive(Debug)]
pub struct WaitFor {
    call: Call,
}

impl WaitFor {
    pub(super) fn new(agent: Agent, words: String, location: &'static Location<'static>) -> Self {
        Self {
            call: Call::new(agent, StepKind::WaitFor, words, location),
        }
    }

    /// Gives a value the condition names as `{name}`.
    pub fn param(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        self.call.param(name.into(), value);
        self
    }

    /// Lets another agent judge: see [`Agent::named`].
    pub fn with(mut self, agent: &Agent) -> Self {
        self.call.agent = agent.clone();
        self
    }

    /// How long to wait at most; the configured `timeouts.judgment` without it.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.call.timeout = Some(limit);
        self
    }
}

impl IntoFuture for WaitFor {
    type Output = Result<()>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(mut self) -> Self::IntoFuture {
        self.call.begin();
        Box::pin(async move {
            let config = &self.call.agent.inner.config;
            let limits = Limits {
                // Judgments are bounded by the clock and by changes of the screen.
                max_model_calls: config.agent.max_model_calls,
                timeout: self.call.timeout.unwrap_or(config.timeouts.judgment),
                ..tier::limits(config, StepKind::WaitFor)
            };
            let waiter: Arc<dyn StepExecutor> = Arc::new(Waiter {
                agent: self.call.agent.clone(),
                decided: Arc::clone(&self.call.decided),
            });
            tier::run(&self.call, limits, Some(&waiter)).await.map(drop)
        })
    }
}

/// The executor behind a wait: plain when the statement reads plainly, else judged.
struct Waiter {
    agent: Agent,
    decided: Arc<OnceLock<Tier>>,
}

#[async_trait]
impl StepExecutor for Waiter {
    fn name(&self) -> &str {
        "agent.wait_for"
    }

    async fn run_step(&self, step: &StepContext) -> Result<Verdict> {
        let agent = &*self.agent.inner;
        let tiers = agent.config.agent.tiers;
        let model = match tiers.model {
            true => agent.judge()?,
            false => None,
        };
        let mut unread = None;
        if tiers.plain {
            let plain = PlainExecutor::new(Arc::clone(&agent.page), agent.base_url.clone());
            let judging = otherwise(agent, &plain, model.as_deref(), step);
            tokio::pin!(judging);
            let attempt = tokio::select! {
                biased;
                attempt = plain.attempt(step) => attempt,
                judged = &mut judging => return judged,
            };
            match attempt {
                Attempt::Passed(verdict) => {
                    let _ = self.decided.set(Tier::Plain);
                    return Ok(verdict);
                }
                Attempt::Unread(reason) => unread = Some(reason),
                // What was judged last says more than that no such words were found.
                _ if step.model_calls() > 0 => return judging.await,
                // Its clock is this step's: what it says of time, the step says.
                Attempt::Unresolved { error, .. } | Attempt::Failed { error, .. }
                    if error.code() == Code::StepTimeout =>
                {
                    return Err(step.stop(error));
                }
                Attempt::Unresolved { error, .. } | Attempt::Failed { error, .. } => {
                    return Err(error);
                }
            }
        }
        match model {
            Some(model) => judged(agent, &*model, step).await,
            None => Err(unread.unwrap_or_else(tier::no_tier).blocked()),
        }
    }
}

/// Nearly every condition reads plainly, if only as the name of something to come. What
/// names nothing that is there after a while may be meant otherwise: it is judged, beside
/// the plain reading, which may still come to hold. Never ends where it is a fact, or
/// where nobody judges.
async fn otherwise(
    agent: &Inner,
    plain: &PlainExecutor,
    model: Option<&dyn Model>,
    step: &StepContext,
) -> Result<Verdict> {
    if let Some(model) = model {
        let patience = agent.config.timeouts.expect;
        tokio::time::sleep(patience.min(step.limits().timeout / 4)).await;
        if plain.may_mean_more(step) {
            return judged(agent, model, step).await;
        }
    }
    std::future::pending().await
}

async fn judged(agent: &Inner, model: &dyn Model, step: &StepContext) -> Result<Verdict> {
    loop {
        let before = agent.page.look().await?;
        let judged_at = tokio::time::Instant::now();
        let verdict = judge::judge(agent, model, step).await?;
        if verdict.status == Status::Passed {
            return Ok(verdict);
        }
        let took = judged_at.elapsed();
        step.record_event(EventKind::Poll, "judged: it does not hold yet", took, None);
        loop {
            let left = step.working_time();
            if left.is_zero() {
                return Err(step.stop(
                    Error::new(
                        Code::StepTimeout,
                        format!(
                            "the condition did not come to hold within {}",
                            text::show_duration(step.limits().timeout)
                        ),
                    )
                    .note(format!("the last judgment: {}", verdict.summary)),
                ));
            }
            tokio::time::sleep(LOOK.min(left)).await;
            if left > LOOK
                && judged_at.elapsed() >= INTERVAL.min(step.limits().timeout / 4)
                && agent.page.look().await?.nodes != before.nodes
            {
                break;
            }
        }
    }
}
