//! Who carries one sentence out, when it is not the agent that was asked.

use super::Agent;
use crate::chassis::StepExecutor;
use std::sync::Arc;

/// Who carries one sentence out: another agent, or an executor of one's own. Made from
/// either by [`Act::with`](super::Act::with).
#[derive(Clone)]
pub struct Thinker(pub(super) Kind);

#[derive(Clone)]
pub(super) enum Kind {
    Agent(Agent),
    Executor(Arc<dyn StepExecutor>),
}

impl From<&Agent> for Thinker {
    fn from(agent: &Agent) -> Self {
        Self(Kind::Agent(agent.clone()))
    }
}

impl From<Arc<dyn StepExecutor>> for Thinker {
    fn from(executor: Arc<dyn StepExecutor>) -> Self {
        Self(Kind::Executor(executor))
    }
}

impl<E: StepExecutor + 'static> From<Arc<E>> for Thinker {
    fn from(executor: Arc<E>) -> Self {
        Self(Kind::Executor(executor))
    }
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Kind::Agent(agent) => agent.fmt(f),
            Kind::Executor(executor) => f.write_str(executor.name()),
        }
    }
}
