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

    /// Whether what its steps do may be kept to be done again without it. Nothing is kept
    /// today; what is declared stands in the step's record.
    fn recording(&self) -> Recording {
        Recording::Inherit
    }

    /// Carries the step out and judges it.
    ///
    /// # Errors
    ///
    /// What stopped it, with a closed code. A product that answers wrongly is a
    /// `failed` verdict, not an error.
    async fn run_step(&self, step: &StepContext) -> Result<Verdict>;
}

/// Whether what an executor does may be kept to be done again without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recording {
    /// As the run says.
    #[default]
    Inherit,
    /// Never: what it does depends on more than the sentence and the target.
    Off,
}

/// An executor as a record names it.
pub(super) fn named(executor: &dyn StepExecutor) -> String {
    let mut out = executor.name().to_owned();
    if let Some(version) = executor.version() {
        out.push(' ');
        out.push_str(version);
    }
    if executor.recording() == Recording::Off {
        out.push_str(", never recorded");
    }
    out
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
