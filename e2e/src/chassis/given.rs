//! What the harness gives a step besides its sentence: its place in the test, facts
//! about the product, and a model for whoever needs one.

use super::attempt::Attempt;
use super::step::StepContext;
use super::target::Target;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::Model;
use std::fmt;
use std::sync::Arc;
use tokio::sync::Mutex as Queue;

/// Finds the model, which may connect it.
type Source = Arc<dyn Fn() -> Result<Arc<dyn Model>> + Send + Sync>;

#[derive(Clone, Default)]
pub(super) struct Given {
    pub(super) index: u32,
    /// When the step began, milliseconds after its attempt.
    pub(super) begun_ms: u64,
    attempt: Attempt,
    context: String,
    model: Option<Source>,
    pub(super) target: Option<Arc<dyn Target>>,
    /// Whoever does something to the target holds it.
    pub(super) queue: Arc<Queue<()>>,
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given")
            .field("index", &self.index)
            .field("begun_ms", &self.begun_ms)
            .field("has_model", &self.model.is_some())
            .finish_non_exhaustive()
    }
}

impl StepContext {
    /// Says which step of its test it is, from 0, and when it began.
    #[must_use]
    pub(crate) fn with_place(mut self, index: u32, begun_ms: u64) -> Self {
        (self.given.index, self.given.begun_ms) = (index, begun_ms);
        self
    }

    /// Says which attempt of which test the step is part of.
    #[must_use]
    pub fn with_attempt(mut self, attempt: Attempt) -> Self {
        self.given.attempt = attempt;
        self
    }

    /// The attempt the step is part of: the test's name, and what earlier steps kept.
    #[must_use]
    pub fn attempt(&self) -> &Attempt {
        &self.given.attempt
    }

    /// Gives the step facts about the product. Trusted.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.given.context = context.into();
        self
    }

    /// Gives the step a model, found when it is asked for.
    #[must_use]
    pub fn with_model_source(
        mut self,
        source: impl Fn() -> Result<Arc<dyn Model>> + Send + Sync + 'static,
    ) -> Self {
        self.given.model = Some(Arc::new(source));
        self
    }

    /// Which step of its test it is, from 0.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.given.index
    }

    /// Facts about the product: what the agent is configured with, and what the
    /// executor adds.
    #[must_use]
    pub fn context(&self) -> &str {
        &self.given.context
    }

    /// The model to think with: the executor's own, else the one the agent is
    /// configured with, which is connected now.
    ///
    /// # Errors
    ///
    /// [`Code::ModelUnavailable`] when there is none.
    pub fn model(&self) -> Result<Arc<dyn Model>> {
        match &self.given.model {
            Some(source) => source(),
            None => Err(Error::new(
                Code::ModelUnavailable,
                "the step was given no language model",
            )
            .help("give it one with `StepContext::with_model_source`")
            .blocked()),
        }
    }
}
