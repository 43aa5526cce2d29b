//! One request, one reply: the neutral types every provider is translated to and
//! from, and the trait a scripted model, a user's own client or the provider layer
//! implements.
//!
//! Nothing here knows a browser or a provider's JSON. A model answers one request
//! with one attempt; [`ask`] adds what every caller wants: a bound for a stalled
//! answer and retries of the transport.

#[cfg(feature = "genai")]
mod classify;
mod connect;
mod failure;
#[cfg(feature = "genai")]
mod genai;
mod message;
mod reply;
mod request;
mod retry;
mod scripted;
mod stall;
#[cfg(feature = "genai")]
mod wordings;

pub use connect::{connect, connect_judge};
pub use failure::{ModelError, ModelErrorKind};
pub use message::{Image, Message, Part, Reasoning, Role, ToolCall, ToolResult};
pub use reply::{Reply, Stop};
pub use request::{Request, ToolChoice, ToolSpec};
pub use retry::{Patience, TransportEvent, ask};
pub use scripted::ScriptedModel;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

/// Something that answers one request with one reply.
///
/// An implementation makes one attempt per call and says with
/// [`ModelError::retryable`] whether another could succeed; [`ask`] repeats it. A
/// client with retries of its own leaves the flag off.
///
/// ```
/// use e2e::model::{Model, ModelError, ModelId, Reply, Request};
///
/// struct Parrot;
///
/// #[async_trait::async_trait]
/// impl Model for Parrot {
///     fn id(&self) -> ModelId {
///         ModelId::new("example", "parrot")
///     }
///
///     async fn generate(&self, request: &Request) -> Result<Reply, ModelError> {
///         Ok(Reply::of_text(format!("{} messages so far", request.messages.len())))
///     }
/// }
/// ```
#[async_trait]
pub trait Model: Send + Sync {
    /// Who answers.
    fn id(&self) -> ModelId;

    /// Answers the request. Dropping the future abandons the request.
    ///
    /// # Errors
    ///
    /// [`ModelError`], classified by what the caller can do about it.
    async fn generate(&self, request: &Request) -> Result<Reply, ModelError>;
}

/// Provider and model, as configuration names them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelId {
    /// The provider: `anthropic`, `openai`, `scripted`, ….
    pub provider: String,
    /// The provider's name of the model.
    pub model: String,
}

impl ModelId {
    /// Names a model.
    pub fn new(provider: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            model: model.into(),
        }
    }
}

impl std::fmt::Display for ModelId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}::{}", self.provider, self.model)
    }
}
