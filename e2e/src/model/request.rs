//! What is sent: the whole conversation, every time. No provider keeps state.

use super::message::Message;
use serde_json::Value;
use std::time::Duration;

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

impl ToolSpec {
    /// Describes a tool. `schema` is the JSON schema of its input; objects in it
    /// should be closed (`"additionalProperties": false`).
    pub fn new(name: impl Into<String>, description: impl Into<String>, schema: Value) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            schema,
        }
    }
}
