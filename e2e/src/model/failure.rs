//! Why there is no reply, by what the caller can do about it.

use super::reply::Reply;
use std::time::Duration;

/// Why there is no reply.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct ModelError {
    /// What the caller can do about it.
    pub kind: ModelErrorKind,
    /// What was tried and what came back; no secrets.
    pub message: String,
    /// HTTP status, when there was one.
    pub status: Option<u16>,
    /// What a person can do, when it is recognisable.
    pub hint: Option<String>,
    /// Whether the same request may succeed when it is sent again.
    pub retryable: bool,
    /// How long the provider asks to wait before that.
    pub retry_after: Option<Duration>,
}

impl ModelError {
    /// A failure that repeating the request will not mend.
    pub fn new(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            status: None,
            hint: None,
            retryable: false,
            retry_after: None,
        }
    }

    /// Notes the HTTP status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Says what a person can do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Marks that the same request may succeed later, after the wait the provider
    /// asks for, if it asks for one.
    #[must_use]
    pub fn again(mut self, after: Option<Duration>) -> Self {
        self.retryable = true;
        self.retry_after = after;
        self
    }
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
