//! One request, one reply: the neutral types every provider is translated to and
//! from, and the trait a scripted model, a user's own client or the provider layer
//! implements.
//!
//! Nothing here knows a browser or a provider's JSON.

use crate::report::record::Usage;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Something that answers one request with one reply.
///
/// Implementations make exactly one logical request per call. Retries of the
/// transport may happen inside; they are not turns.
#[async_trait]
pub trait Model: Send + Sync {
    /// Who answers.
    fn id(&self) -> ModelId;

    /// Answers the request.
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

impl std::fmt::Display for ModelId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}::{}", self.provider, self.model)
    }
}

/// One request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The system text.
    pub system: String,
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// The tools the model may call.
    pub tools: Vec<ToolSpec>,
    /// Whether it has to call one.
    pub choice: ToolChoice,
    /// Upper bound of output tokens, reasoning included.
    pub max_output_tokens: Option<u32>,
    /// A JSON schema the reply's text must follow, when the provider can enforce it.
    pub response_schema: Option<Value>,
    /// Bound of the whole call, transport retries included.
    pub timeout: Option<Duration>,
}

/// Whether the model has to call a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// It may answer in prose.
    #[default]
    Auto,
    /// It has to call some tool.
    Required,
    /// It has to call this tool.
    Named(String),
}

/// A tool as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Its name, `snake_case`.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// A closed JSON schema of its input object.
    pub schema: Value,
}

/// One message of the conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

impl Message {
    /// A user message of one text.
    pub fn user(text: impl Into<String>) -> Self {
        Self {
            role: Role::User,
            parts: vec![Part::Text(text.into())],
        }
    }
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The harness: prompts and notices.
    User,
    /// The model.
    Assistant,
    /// Results of tool calls.
    Tool,
}

/// One piece of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Prose.
    Text(String),
    /// A picture.
    Image(Image),
    /// The model calls a tool.
    ToolCall(ToolCall),
    /// What came of a call.
    ToolResult(ToolResult),
    /// The model's reasoning, kept because some providers demand it back.
    Reasoning(Reasoning),
}

/// A picture as bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// The encoded picture.
    pub data: Vec<u8>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({}, {} bytes)", self.media_type, self.data.len())
    }
}

/// The model calls a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The provider's id of the call.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The input, as the model wrote it; not necessarily an object.
    pub arguments: Value,
    /// The provider's signature, to be sent back unchanged.
    pub signature: Option<String>,
}

/// What came of a tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The id of the call it answers.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// A picture that goes with it.
    pub image: Option<Image>,
    /// Whether the call failed or was refused.
    pub failed: bool,
}

/// The model's reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasoning {
    /// The text, possibly empty.
    pub text: String,
    /// The provider's signature, to be sent back unchanged.
    pub signature: Option<String>,
}

/// One reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What the model said and called, in order.
    pub parts: Vec<Part>,
    /// Tokens and money; `None` when the provider said nothing.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Stop,
    /// The provider changed the forced tool choice to a free one and said so.
    pub choice_downgraded: bool,
}

impl Reply {
    /// The prose, joined.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The tool calls, in order.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call),
            _ => None,
        })
    }
}

/// Why the model stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It was done, or it called tools.
    #[default]
    End,
    /// It ran into the output bound.
    Length,
    /// It declined.
    Refusal,
    /// The provider's filter cut it.
    ContentFilter,
}

/// Why there is no reply.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// What the caller can do about it.
    pub kind: ModelErrorKind,
    /// What was tried and what came back; no secrets.
    pub message: String,
    /// HTTP status, when there was one.
    pub status: Option<u16>,
    /// What a person can do, when it is recognisable.
    pub hint: Option<String>,
}

/// What the caller can do about a failed request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// Nothing: the key is missing or rejected.
    Credential,
    /// Send less.
    ContextOverflow,
    /// Do not force a tool choice.
    ToolChoiceRejected,
    /// The provider forced nothing and the reply has no tool call.
    ToolChoiceIgnored(Box<Reply>),
    /// It was abandoned after the stall bound or the caller's.
    TimedOut,
    /// The provider failed after all retries.
    Provider,
}
