//! What a model may do: a described, closed input and a body.

use super::step::StepContext;
use crate::error::{Error, Result};
use crate::model::{Image, ToolSpec};
use async_trait::async_trait;
use serde_json::Value;

/// One tool of an executor.
///
/// ```
/// use e2e::chassis::{StepContext, Tool, ToolOutput};
/// use e2e::model::ToolSpec;
/// use serde_json::{json, Value};
///
/// struct Roll;
///
/// #[async_trait::async_trait]
/// impl Tool for Roll {
///     fn spec(&self) -> ToolSpec {
///         ToolSpec::new("roll", "Rolls a die.", json!({
///             "type": "object",
///             "properties": {"sides": {"type": "integer", "minimum": 2, "maximum": 100}},
///             "required": ["sides"],
///             "additionalProperties": false,
///         }))
///     }
///
///     async fn call(&self, input: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
///         step.take_action()?;
///         Ok(ToolOutput::new(format!("rolled one of {}", input["sides"])))
///     }
/// }
/// ```
#[async_trait]
pub trait Tool: Send + Sync {
    /// Its name, description and closed input schema. An input outside the schema
    /// never reaches [`Self::call`].
    fn spec(&self) -> ToolSpec;

    /// Whether it waits for the calls before it in the same turn, and the ones after
    /// it wait for it. Only a tool that neither changes nor reads what others change
    /// may say no.
    fn in_order(&self) -> bool {
        true
    }

    /// Carries a call out. Dropping the future abandons it.
    ///
    /// # Errors
    ///
    /// A stop of the step (`STEP_TIMEOUT`, `STEP_BUDGET_EXHAUSTED`, `CANCELLED`), as
    /// [`StepContext::checkpoint`] and [`StepContext::take_action`] report it, ends
    /// the loop. Any other error is told to the model as the text of a failed call.
    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput>;
}

/// What came of a call.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    /// What happened, in words.
    pub text: String,
    /// The whole state of what the tools act on, in text form, when the call shows
    /// it. It follows the text, and it replaces every whole state shown before: the
    /// loop cuts those out of the conversation when they grow too large. An account
    /// of what changed is no whole state and belongs to the text.
    pub screen: Option<String>,
    /// A picture that replaces the pictures before it.
    pub image: Option<Image>,
    /// Whether the call did not do what it was called for.
    pub failed: bool,
    /// Ends the loop with this error: what the tools act on is gone, and no further
    /// call makes sense.
    pub stop: Option<Error>,
}

impl ToolOutput {
    /// A success, in words.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A failure, in words that say what to do instead.
    pub fn failure(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            failed: true,
            ..Self::default()
        }
    }

    /// Shows the whole state.
    #[must_use]
    pub fn with_screen(mut self, screen: impl Into<String>) -> Self {
        self.screen = Some(screen.into());
        self
    }

    /// Shows a picture.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.image = Some(image);
        self
    }

    /// Ends the loop with this error.
    #[must_use]
    pub fn stopping(mut self, error: Error) -> Self {
        self.stop = Some(error);
        self
    }
}
