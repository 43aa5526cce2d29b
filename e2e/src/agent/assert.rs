//! `agent.assert`: check a statement about the screen.

use super::Agent;
use super::call::Call;
use super::tier;
use crate::error::Result;
use crate::report::record::StepKind;
use serde::Serialize;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::time::Duration;

/// A statement to check; made by [`Agent::assert`]. Await it.
#[must_use = "a statement is not checked until it is awaited"]
#[derive(Debug)]
pub struct Assert {
    call: Call,
}

impl Assert {
    pub(super) fn new(
        agent: Agent,
        statement: String,
        location: &'static Location<'static>,
    ) -> Self {
        Self {
            call: Call::new(agent, StepKind::Assert, statement, location),
        }
    }

    /// Gives a value the statement names as `{name}`.
    pub fn param(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        self.call.param(name.into(), value);
        self
    }

    /// Lets another agent judge: see [`Agent::named`].
    pub fn with(mut self, agent: &Agent) -> Self {
        self.call.agent = agent.clone();
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
            tier::run(&self.call, limits, None).await.map(drop)
        })
    }
}
