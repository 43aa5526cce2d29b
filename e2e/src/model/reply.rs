//! What comes back.

use super::message::{Part, ToolCall};
use crate::report::record::Usage;

/// One reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What the model said and called, in order.
    pub parts: Vec<Part>,
    /// Tokens and money; `None` when the provider said nothing.
    pub usage: Option<Usage>,
    /// Why the model stopped.
    pub stop: Stop,
    /// The forced tool choice was not passed on, or the provider changed it to a
    /// free one and said so.
    pub choice_downgraded: bool,
}

impl Reply {
    /// A reply of one text.
    pub fn of_text(text: impl Into<String>) -> Self {
        Self {
            parts: vec![Part::Text(text.into())],
            ..Self::default()
        }
    }

    /// A reply of tool calls.
    pub fn of_calls(calls: impl IntoIterator<Item = ToolCall>) -> Self {
        Self {
            parts: calls.into_iter().map(Part::ToolCall).collect(),
            ..Self::default()
        }
    }

    /// The prose, joined.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The reasoning its provider shows, joined.
    #[must_use]
    pub fn reasoning(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Reasoning(reasoning) if !reasoning.text.is_empty() => {
                Some(reasoning.text.as_str())
            }
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
