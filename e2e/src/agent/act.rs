//! `agent.act`: do what a sentence says.

use super::Agent;
use super::call::Call;
use super::thinker::{Kind, Thinker};
use super::tier;
use crate::error::Result;
use crate::report::record::{ActionRecord, StepKind, Tier, Usage};
use crate::secret::Secret;
use serde::Serialize;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::time::Duration;

/// A sentence to carry out; made by [`Agent::act`]. Await it.
#[must_use = "a sentence does nothing until it is awaited"]
#[derive(Debug)]
pub struct Act {
    call: Call,
    max_model_calls: Option<u32>,
    max_actions: Option<u32>,
    thinker: Option<Thinker>,
    max_tokens: Option<u64>,
    max_cost_usd: Option<f64>,
}

/// How a sentence was carried out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActReport {
    /// What was done and what the screen shows now.
    pub summary: String,
    /// Every verb performed, in order.
    pub actions: Vec<ActionRecord>,
    /// Model calls made; 0 for replayed and plain sentences.
    pub model_calls: u32,
    /// What decided the step.
    pub tier: Tier,
    /// Tokens and money.
    pub usage: Usage,
}

impl Act {
    pub(super) fn new(agent: Agent, goal: String, location: &'static Location<'static>) -> Self {
        Self {
            call: Call::new(agent, StepKind::Act, goal, location),
            max_model_calls: None,
            max_actions: None,
            thinker: None,
            max_tokens: None,
            max_cost_usd: None,
        }
    }

    /// Gives a value the sentence names as `{name}`. One that it does not name is a
    /// mistake, and ends the call with [`crate::Code::InvalidArgument`].
    pub fn param(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        self.call.param(name.into(), value);
        self
    }

    /// Gives a value that is typed and never shown, under a name. The sentence may name
    /// it in braces; a model types it by its name and never sees it.
    ///
    /// ```no_run
    /// # use e2e::Secret;
    /// # async fn demo(agent: e2e::Agent) -> e2e::Result {
    /// agent
    ///     .act("type {password} into Password")
    ///     .secret("password", Secret::env("SHOP_PASSWORD"))
    ///     .await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// When the call is awaited: [`crate::Code::InvalidConfig`] for a value shorter than
    /// 6 characters, [`crate::Code::AuthCredentialUnavailable`] or
    /// [`crate::Code::SecretUnavailable`] when there is none,
    /// [`crate::Code::PolicyDenied`] for a field it may not go into.
    pub fn secret(mut self, name: impl Into<String>, secret: Secret) -> Self {
        self.call.secret(name.into(), secret);
        self
    }

    /// Bounds the step; the configured `timeouts.act` without it.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.call.timeout = Some(limit);
        self
    }

    /// Lowers the number of model calls the step may make.
    pub fn max_model_calls(mut self, most: u32) -> Self {
        self.max_model_calls = Some(most);
        self
    }

    /// Lowers the number of actions the step may take.
    pub fn max_actions(mut self, most: u32) -> Self {
        self.max_actions = Some(most);
        self
    }

    /// Lowers the tokens, input and output together, that the step may use. The call
    /// that crosses the line is still answered.
    pub fn max_tokens(mut self, most: u64) -> Self {
        self.max_tokens = Some(most);
        self
    }

    /// Lowers what the step may cost, US dollars.
    pub fn max_cost_usd(mut self, most: f64) -> Self {
        self.max_cost_usd = Some(most);
        self
    }

    /// Lets another agent carry it out, or an executor of one's own instead of the
    /// built-in tiers.
    pub fn with(mut self, thinker: impl Into<Thinker>) -> Self {
        match thinker.into() {
            Thinker(Kind::Agent(agent)) => self.call.agent = agent,
            executor => self.thinker = Some(executor),
        }
        self
    }
}

impl IntoFuture for Act {
    type Output = Result<ActReport>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(mut self) -> Self::IntoFuture {
        self.call.begin();
        Box::pin(async move {
            let agent = &self.call.agent.inner;
            let mut limits = tier::limits(&agent.config, StepKind::Act);
            // A call may only lower what the configuration allows.
            if let Some(most) = self.max_model_calls {
                limits.max_model_calls = limits.max_model_calls.min(most);
            }
            if let Some(most) = self.max_actions {
                limits.max_actions = limits.max_actions.min(most);
            }
            let tokens = [self.max_tokens, limits.max_tokens];
            limits.max_tokens = tokens.into_iter().flatten().min();
            limits.max_cost_usd = match (self.max_cost_usd, limits.max_cost_usd) {
                (Some(most), Some(own)) => Some(most.min(own)),
                (most, own) => most.or(own),
            };
            if let Some(timeout) = self.call.timeout {
                limits.timeout = timeout;
            }
            let executor = match &self.thinker {
                Some(Thinker(Kind::Executor(executor))) => Some(executor),
                _ => None,
            };
            let done = tier::run(&self.call, limits, executor).await?;
            Ok(ActReport {
                summary: done.summary,
                actions: done.actions,
                model_calls: done.model_calls,
                tier: done.tier,
                usage: done.usage,
            })
        })
    }
}
