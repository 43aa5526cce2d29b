//! `agent.assert`: check a statement about the screen.

use super::Agent;
use super::call::Call;
use super::thinker::{Kind, Thinker};
use super::tier;
use crate::chassis::StepExecutor;
use crate::error::Result;
use crate::report::record::StepKind;
use serde::Serialize;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// A statement to check; made by [`Agent::assert`]. Await it.
#[must_use = "a statement is not checked until it is awaited"]
pub struct Assert {
    call: Call,
    executor: Option<Arc<dyn StepExecutor>>,
}

impl std::fmt::Debug for Assert {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.call.fmt(f)
    }
}

impl Assert {
    pub(super) fn new(
        agent: Agent,
        statement: String,
        location: &'static Location<'static>,
    ) -> Self {
        Self {
            call: Call::new(agent, StepKind::Assert, statement, location),
            executor: None,
        }
    }

    /// Gives a value the statement names as `{name}`.
    pub fn param(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        self.call.param(name.into(), value);
        self
    }

    /// Lets another agent judge, see [`Agent::named`], or an executor of one's own: it
    /// is given a step of the kind [`StepKind::Assert`], which may take no action.
    pub fn with(mut self, thinker: impl Into<Thinker>) -> Self {
        match thinker.into() {
            Thinker(Kind::Agent(agent)) => self.call.agent = agent,
            Thinker(Kind::Executor(executor)) => self.executor = Some(executor),
        }
        self
    }

    /// Bounds the check; the configured `timeouts.judgment` without it.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.call.timeout = Some(limit);
        self
    }
}

impl IntoFuture for Assert {
    type Output = Result<()>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(mut self) -> Self::IntoFuture {
        self.call.begin();
        Box::pin(async move {
            let mut limits = tier::limits(&self.call.agent.inner.config, StepKind::Assert);
            if let Some(timeout) = self.call.timeout {
                limits.timeout = timeout;
            }
            let executor = self.executor.as_ref();
            tier::run(&self.call, limits, executor).await.map(drop)
        })
    }
}
