//! What is said: messages and their parts.

use serde_json::Value;

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

impl Image {
    /// A PNG picture.
    #[must_use]
    pub fn png(data: Vec<u8>) -> Self {
        Self {
            media_type: "image/png".to_owned(),
            data,
        }
    }
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
    /// The input, as the model wrote it; not necessarily an object. Text that is no
    /// JSON is kept as a string.
    pub arguments: Value,
    /// The provider's signature, to be sent back unchanged.
    pub signature: Option<String>,
}

impl ToolCall {
    /// A call without a signature.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: Value) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments,
            signature: None,
        }
    }
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasoning {
    /// The text, possibly empty.
    pub text: String,
    /// The provider's signature, to be sent back unchanged.
    pub signature: Option<String>,
    /// A block only its provider can read, to be sent back unchanged.
    pub block: Option<Value>,
}
