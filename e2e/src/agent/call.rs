//! What every agent call has in common: its words, its place, its parameters, and
//! the check that it was awaited.

use super::Agent;
use crate::code::Code;
use crate::error::{Error, Result, SourceLocation};
use crate::report::record::{StepKind, Tier};
use crate::secret::Secret;
use serde::Serialize;
use serde_json::{Map, Value};
use std::panic::Location;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Longest sentence, bytes of UTF-8.
const MAX_SENTENCE: usize = 8_192;

/// Most bytes all parameters of a call may take as JSON.
const MAX_PARAMS: usize = 65_536;

/// How deep parameters may be nested.
const MAX_DEPTH: usize = 32;

/// One call before it runs.
pub(super) struct Call {
    pub(super) agent: Agent,
    pub(super) kind: StepKind,
    pub(super) words: String,
    pub(super) location: SourceLocation,
    pub(super) params: Map<String, Value>,
    pub(super) secrets: Vec<(String, Secret)>,
    pub(super) timeout: Option<Duration>,
    /// The first builder mistake, told when the call is awaited.
    pub(super) mistake: Option<Error>,
    /// The tier that gave the verdict, where an executor of several tiers says so.
    pub(super) decided: Arc<OnceLock<Tier>>,
    awaited: bool,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}({:?}) at {}",
            self.kind.as_str(),
            self.words,
            self.location
        )
    }
}

impl Call {
    pub(super) fn new(
        agent: Agent,
        kind: StepKind,
        words: String,
        location: &'static Location<'static>,
    ) -> Self {
        Self {
            agent,
            kind,
            words,
            location: location.into(),
            params: Map::new(),
            secrets: Vec::new(),
            timeout: None,
            mistake: None,
            decided: Arc::default(),
            awaited: false,
        }
    }

    /// Adds a parameter; one that is no JSON is told when the call runs.
    pub(super) fn param(&mut self, name: String, value: impl Serialize) {
        match serde_json::to_value(value) {
            Ok(value) => {
                self.params.insert(name, value);
            }
            Err(error) => {
                self.mistake.get_or_insert_with(|| {
                    Error::new(
                        Code::InvalidArgument,
                        format!("parameter `{name}` cannot be written as JSON"),
                    )
                    .caused_by(error)
                });
            }
        }
    }

    /// Adds a secret, which is masked from now on where its value is at hand.
    pub(super) fn secret(&mut self, name: String, secret: Secret) {
        if let Err(mistake) = secret.announce(&name) {
            self.mistake.get_or_insert(mistake);
        }
        self.secrets.push((name, secret));
    }

    /// The call as it stands in the test, and where.
    pub(super) fn place(&self) -> String {
        let call = self.kind.as_str();
        format!("agent.{call}({:?}) at {}", self.words, self.location)
    }

    /// From here on the call counts as awaited.
    pub(super) fn begin(&mut self) {
        self.awaited = true;
    }

    /// Refuses words and parameters that cannot mean anything.
    pub(super) fn validate(&self) -> Result<()> {
        if let Some(mistake) = &self.mistake {
            return Err(mistake.clone());
        }
        for (at, (name, _)) in self.secrets.iter().enumerate() {
            let again = self.secrets[..at].iter().any(|(other, _)| other == name);
            if again || self.params.contains_key(name) {
                return Err(Error::new(
                    Code::InvalidArgument,
                    format!("two values of the call are named `{name}`"),
                ));
            }
        }
        let call = self.kind.as_str();
        if self.words.trim().is_empty() {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("`agent.{call}` was given an empty sentence"),
            )
            .help("say what to do or what to check"));
        }
        if self.words.len() > MAX_SENTENCE {
            return Err(Error::new(
                Code::InvalidArgument,
                format!(
                    "`agent.{call}` was given a sentence of {} bytes; the most is {MAX_SENTENCE}",
                    self.words.len()
                ),
            )
            .help("split it into several calls"));
        }
        if let Some(name) = unnamed(&self.words, &self.params) {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("the parameter `{name}` has no place in the sentence"),
            )
            .note(format!("the sentence: {}", self.words))
            .help(format!(
                "write `{{{name}}}` where the value belongs, or leave the parameter out"
            )));
        }
        let params = serde_json::to_string(&self.params).map_or(usize::MAX, |text| text.len());
        if params > MAX_PARAMS {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("the parameters take {params} bytes as JSON; the most is {MAX_PARAMS}"),
            ));
        }
        if let Some((name, _)) = self
            .params
            .iter()
            .find(|(_, value)| depth(value) > MAX_DEPTH)
        {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("parameter `{name}` is nested deeper than {MAX_DEPTH} levels"),
            ));
        }
        Ok(())
    }
}

/// A parameter that the words have no place for: nobody would ever see its value.
fn unnamed<'a>(words: &str, params: &'a Map<String, Value>) -> Option<&'a str> {
    let mut names = params.keys().map(String::as_str);
    names.find(|name| !crate::plain::names(words, name))
}

/// Levels of lists and objects.
fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(fields) => fields.values().map(depth).max(),
        _ => return 0,
    };
    1 + inner.unwrap_or(0)
}

impl Drop for Call {
    fn drop(&mut self) {
        // A call dropped by an unwinding test was not forgotten.
        if !self.awaited && !std::thread::panicking() {
            self.agent.inner.journal.never_awaited(self.place());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parameter_without_a_place_in_the_sentence_is_found() {
        let params = Map::from_iter([("email".to_owned(), json!("a@b.example"))]);
        assert_eq!(unnamed("fill Email with {email}", &params), None);
        assert_eq!(unnamed("fill Email with {mail}", &params), Some("email"));
        assert_eq!(unnamed("fill Email", &Map::new()), None);
    }

    #[test]
    fn levels_are_counted_through_lists_and_objects() {
        for (value, levels) in [
            (json!(1), 0),
            (json!([]), 1),
            (json!({"a": [1, {"b": 2}]}), 3),
            ((0..40).fold(json!(1), |inner, _| json!([inner])), 40),
        ] {
            assert_eq!(depth(&value), levels);
        }
    }
}
