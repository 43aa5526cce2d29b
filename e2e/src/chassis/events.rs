//! What happens inside a step besides its actions and turns, as the report tells it.

use super::step::StepContext;
use crate::code::Code;
use crate::error::Error;
use crate::report::record::{EventFailure, EventKind, StepEvent};
use crate::text::clip;
use std::time::Duration;

/// Most events of one step; the oldest polls make room for what is newer.
const MOST: usize = 200;

/// Longest text of an event, characters.
const TEXT: usize = 300;

impl StepContext {
    /// Records what happened and how long it took until now; `failure` is why it came
    /// to nothing. The same thing several times in a row is one event.
    ///
    /// ```
    /// use e2e::chassis::{Limits, StepContext};
    /// use e2e::report::record::{EventKind, StepKind};
    /// use std::time::Duration;
    ///
    /// let step = StepContext::new(StepKind::Act, "pair the device", Limits::default());
    /// for _ in 0..3 {
    ///     step.record_event(EventKind::Poll, "it is not paired yet", Duration::ZERO, None);
    /// }
    /// assert_eq!(step.events()[0].times, 3);
    /// ```
    pub fn record_event(
        &self,
        kind: EventKind,
        text: impl Into<String>,
        took: Duration,
        failure: Option<&Error>,
    ) {
        // Masked before it is cut: half of a secret is found by nobody.
        let line = |text: &str| {
            let clean = self.redact(text.trim());
            clip(clean.lines().next().unwrap_or_default(), TEXT)
        };
        let at = self.elapsed().saturating_sub(took);
        let event = StepEvent {
            kind,
            text: line(&text.into()),
            at_ms: self.given.begun_ms + millis(at),
            took_ms: millis(took),
            times: 1,
            failure: failure.map(|error| EventFailure {
                code: error.code(),
                message: line(error.message()),
            }),
        };
        self.record(|log| add(&mut log.events, event));
    }

    /// Records an action that a rule of the configuration refused.
    pub(crate) fn record_refusal(&self, action: &str, error: &Error) {
        if error.code() == Code::PolicyDenied {
            self.record_event(EventKind::Policy, action, Duration::ZERO, Some(error));
        }
    }

    /// What happened so far besides actions and turns.
    #[must_use]
    pub fn events(&self) -> Vec<StepEvent> {
        self.log().events.clone()
    }
}

fn add(events: &mut Vec<StepEvent>, event: StepEvent) {
    if let Some(last) = events.last_mut()
        && (last.kind, &last.text, &last.failure) == (event.kind, &event.text, &event.failure)
    {
        last.times += 1;
        last.took_ms += event.took_ms;
        return;
    }
    if events.len() >= MOST {
        let oldest = events.iter().position(|one| one.kind == EventKind::Poll);
        events.remove(oldest.unwrap_or(0));
    }
    events.push(event);
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::Limits;
    use crate::report::record::StepKind;

    fn step() -> StepContext {
        StepContext::new(StepKind::Act, "do it", Limits::default())
    }

    #[test]
    fn a_failure_keeps_its_code_and_its_first_line() {
        let step = step();
        let error = Error::new(Code::DriverFailed, "the driver died\nat frame 1");
        step.record_event(EventKind::Phase, "plain", Duration::ZERO, Some(&error));
        let failure = step.events()[0].failure.clone().unwrap();
        assert_eq!(failure.code, Code::DriverFailed);
        assert_eq!(failure.message, "the driver died");
    }

    #[test]
    fn old_polls_make_room_and_nothing_else_does_while_there_are_polls() {
        let step = step();
        step.record_event(EventKind::Policy, "allowed", Duration::ZERO, None);
        for n in 0..300 {
            step.record_event(EventKind::Poll, format!("{n}"), Duration::ZERO, None);
        }
        let events = step.events();
        assert_eq!(events.len(), MOST);
        assert_eq!(events[0].kind, EventKind::Policy);
        assert_eq!(events[MOST - 1].text, "299");
    }
}
