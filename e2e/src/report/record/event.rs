//! What happens inside a step besides its actions and turns.
//!
//! A step that took a minute and passed says little; its events say which phase took
//! the time, what was refused on the way, and how often the screen was asked.

use crate::code::Code;
use serde::{Deserialize, Serialize};

/// One thing that happened inside a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEvent {
    /// What kind of thing.
    pub kind: EventKind,
    /// What happened, on one line.
    pub text: String,
    /// Start, milliseconds after the attempt's start.
    pub at_ms: u64,
    /// Duration, milliseconds.
    #[serde(default)]
    pub took_ms: u64,
    /// How often it happened in a row; the duration is of all of them.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u32,
    /// Why it came to nothing, when it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<EventFailure>,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// A part of the step: a tier's try, the first look, the check of a citation.
    Phase,
    /// A language model was asked.
    Model,
    /// An answer or a call outside the form asked for was rejected.
    Schema,
    /// A rule allowed or refused something.
    Policy,
    /// A condition was asked for and did not hold yet.
    Poll,
}

impl EventKind {
    /// The word in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            EventKind::Phase => "phase",
            EventKind::Model => "model",
            EventKind::Schema => "schema",
            EventKind::Policy => "policy",
            EventKind::Poll => "poll",
        }
    }
}

/// Why something came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventFailure {
    /// The closed code.
    pub code: Code,
    /// The first line of what was said.
    pub message: String,
}

fn once() -> u32 {
    1
}

fn is_once(times: &u32) -> bool {
    *times == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_event_is_as_short_as_it_can_be_and_reads_back() {
        let poll = json!({"kind": "poll", "text": "not yet", "at_ms": 5, "took_ms": 0});
        let event: StepEvent = serde_json::from_value(poll.clone()).unwrap();
        assert_eq!((event.times, &event.failure), (1, &None));
        assert_eq!(serde_json::to_value(&event).unwrap(), poll);
    }
}
