//! `agent.act`: do what a sentence says.

use super::Agent;
use super::call::Call;
use super::thinker::{Kind, Thinker};
use super::tier;
use crate::chassis::Limits;
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
    thinker: Option<Thinker>,
    most: Most,
}

/// What a call lowers of what the configuration allows.
#[derive(Clone, Copy, Debug, Default)]
struct Most {
    model_calls: Option<u32>,
    actions: Option<u32>,
    tokens: Option<u64>,
    cost_usd: Option<f64>,
}

impl Most {
    fn of(self, limits: Limits) -> Limits {
        let fewer = |most: Option<u32>, own: u32| most.map_or(own, |most| most.min(own));
        let tokens = [self.tokens, limits.max_tokens];
        let costs = [self.cost_usd, limits.max_cost_usd];
        Limits {
            max_model_calls: fewer(self.model_calls, limits.max_model_calls),
            max_actions: fewer(self.actions, limits.max_actions),
            max_tokens: tokens.into_iter().flatten().min(),
            max_cost_usd: costs.into_iter().flatten().reduce(f64::min),
            ..limits
        }
    }
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
            thinker: None,
            most: Most::default(),
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
        self.most.model_calls = Some(most);
        self
    }

    /// Lowers the number of actions the step may take.
    pub fn max_actions(mut self, most: u32) -> Self {
        self.most.actions = Some(most);
        self
    }

    /// Lowers the tokens, input and output together, that the step may use. The call
    /// that crosses the line is still answered.
    pub fn max_tokens(mut self, most: u64) -> Self {
        self.most.tokens = Some(most);
        self
    }

    /// Lowers what the step may cost, US dollars.
    pub fn max_cost_usd(mut self, most: f64) -> Self {
        self.most.cost_usd = Some(most);
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
            let mut limits = self.most.of(tier::limits(&agent.config, StepKind::Act));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_only_lowers_what_the_configuration_allows() {
        let configured = Limits {
            max_tokens: Some(1_000),
            max_cost_usd: Some(1.0),
            ..Limits::default()
        };
        let asked = |n: u32| Most {
            model_calls: Some(n),
            actions: Some(n),
            tokens: Some(u64::from(n) * 100),
            cost_usd: Some(f64::from(n) / 10.0),
        };
        let told = |limits: Limits| {
            let calls = (limits.max_model_calls, limits.max_actions);
            (calls, limits.max_tokens, limits.max_cost_usd)
        };
        assert_eq!(
            told(asked(3).of(configured)),
            ((3, 3), Some(300), Some(0.3))
        );
        assert_eq!(told(asked(90).of(configured)), told(configured));
        assert_eq!(told(Most::default().of(configured)), told(configured));
        let unbounded = asked(3).of(Limits::default());
        assert_eq!(told(unbounded), ((3, 3), Some(300), Some(0.3)));
    }
}
