//! What the server says next, in a form that fits every protocol.

use super::fault::Fault;
use serde_json::Value;

/// One line of a script.
#[derive(Clone, Debug)]
pub enum Line {
    /// An answer.
    Say(Say),
    /// An answer that depends on what was asked: the request's body as text.
    Ask(fn(&str) -> Say),
    /// Something else.
    Fault(Fault),
}

impl From<Say> for Line {
    fn from(say: Say) -> Self {
        Line::Say(say)
    }
}

impl From<Fault> for Line {
    fn from(fault: Fault) -> Self {
        Line::Fault(fault)
    }
}

/// An answer in neutral form.
#[derive(Clone, Debug)]
pub struct Say {
    /// Prose.
    pub text: Option<String>,
    /// Tool calls.
    pub calls: Vec<Call>,
    /// Reasoning, with the signature some protocols add.
    pub reasoning: Option<(String, String)>,
    /// Why it ended, in the protocol's word; the usual one when not given.
    pub finish: Option<String>,
    /// What a model that declines says.
    pub refusal: Option<String>,
    /// Token counts; an answer may leave them out.
    pub tokens: Option<Tokens>,
}

/// A tool call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments; a string is sent as it is where the protocol has text there.
    pub arguments: Value,
}

/// Token counts.
#[derive(Clone, Copy, Debug)]
pub struct Tokens {
    /// Input, cached ones included.
    pub input: u64,
    /// Of these, read from the cache.
    pub cached: u64,
    /// Output, reasoning included.
    pub output: u64,
    /// Of these, reasoning.
    pub reasoning: u64,
}

impl Default for Say {
    fn default() -> Self {
        Self {
            text: None,
            calls: Vec::new(),
            reasoning: None,
            finish: None,
            refusal: None,
            tokens: Some(Tokens {
                input: 100,
                cached: 40,
                output: 20,
                reasoning: 5,
            }),
        }
    }
}

impl Say {
    /// An answer of prose.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self {
            text: Some(text.to_owned()),
            ..Self::default()
        }
    }

    /// An answer of one call.
    #[must_use]
    pub fn call(name: &str, arguments: Value) -> Self {
        Self::default().and_call(name, arguments)
    }

    /// One more call.
    #[must_use]
    pub fn and_call(mut self, name: &str, arguments: Value) -> Self {
        let id = format!("call_{}", self.calls.len() + 1);
        self.calls.push(Call {
            id,
            name: name.to_owned(),
            arguments,
        });
        self
    }

    /// With reasoning before it.
    #[must_use]
    pub fn with_reasoning(mut self, text: &str, signature: &str) -> Self {
        self.reasoning = Some((text.to_owned(), signature.to_owned()));
        self
    }

    /// Ending for another reason.
    #[must_use]
    pub fn finishing(mut self, reason: &str) -> Self {
        self.finish = Some(reason.to_owned());
        self
    }

    /// Declining.
    #[must_use]
    pub fn refusing(words: &str) -> Self {
        Self {
            refusal: Some(words.to_owned()),
            ..Self::default()
        }
    }

    /// Without token counts.
    #[must_use]
    pub fn without_usage(mut self) -> Self {
        self.tokens = None;
        self
    }

    /// The same id for every call.
    #[must_use]
    pub fn with_one_id(mut self) -> Self {
        for call in &mut self.calls {
            "call_1".clone_into(&mut call.id);
        }
        self
    }
}

/// Arguments as a protocol with text there writes them.
pub(super) fn as_text(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
