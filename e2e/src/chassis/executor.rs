//! The socket: what carries a step out.

use super::step::StepContext;
use super::verdict::Verdict;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::Model;
use async_trait::async_trait;
use std::sync::Arc;

/// The brain behind a step. Swapping it changes who thinks and no safety rule.
#[async_trait]
pub trait StepExecutor: Send + Sync {
    /// Its name, for records and messages; never empty.
    fn name(&self) -> &str;

    /// Its version, for records.
    fn version(&self) -> Option<&str> {
        None
    }

    /// A model of its own; without one it is given the configured model.
    fn model(&self) -> Option<Arc<dyn Model>> {
        None
    }

    /// A model of its own for judgments; without one [`Self::model`] judges.
    fn judge(&self) -> Option<Arc<dyn Model>> {
        None
    }

    /// Facts about the product it adds to the configured ones. Trusted.
    fn context(&self) -> Option<&str> {
        None
    }

    /// Whether its steps may be recorded and replayed.
    fn replayable(&self) -> bool {
        true
    }

    /// Carries the step out and judges it.
    ///
    /// # Errors
    ///
    /// What stopped it, with a closed code. A product that answers wrongly is a
    /// `failed` verdict, not an error.
    async fn run_step(&self, step: &StepContext) -> Result<Verdict>;
}

/// The model of an executor: its own, else the configured one, which is only asked
/// for then.
///
/// # Errors
///
/// [`Code::ModelUnavailable`] naming the executor when there is neither; also what
/// `configured` fails with.
pub fn model_of(
    executor: &dyn StepExecutor,
    configured: impl FnOnce() -> Result<Option<Arc<dyn Model>>>,
) -> Result<Arc<dyn Model>> {
    if let Some(model) = executor.model() {
        return Ok(model);
    }
    configured()?.ok_or_else(|| {
        Error::new(
            Code::ModelUnavailable,
            format!(
                "the executor `{}` needs a language model and none is configured",
                executor.name()
            ),
        )
        .help("set `model` under [agent] in e2e.toml or E2E_MODEL, and the provider's key")
        .blocked()
    })
}
