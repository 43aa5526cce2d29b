//! The whole account of a step, kept for a person who debugs (`E2E_DEBUG=1`).

use super::Inner;
use crate::chassis::StepContext;
use crate::error::Result;
use crate::report::record::StepEvent;
use crate::text::{clip, show_duration};
use std::fmt::Write as _;
use std::time::Duration;

/// The longest transcript, characters.
const LONGEST: usize = 262_144;

/// Most characters of what is no turn.
const BESIDE: usize = 32_768;

/// Writes the step's transcript when the step ends, however it ends: a test that is
/// stopped in the middle of a step drops this.
pub(super) struct Transcript<'a> {
    agent: &'a Inner,
    step: &'a StepContext,
    ending: Option<String>,
}

impl<'a> Transcript<'a> {
    pub(super) fn of(agent: &'a Inner, step: &'a StepContext) -> Self {
        Self {
            agent,
            step,
            ending: None,
        }
    }

    /// The step ended so.
    pub(super) fn end<T>(mut self, result: &Result<T>) {
        self.ending = Some(match result {
            Ok(_) => "passed".to_owned(),
            Err(error) => format!("{}: {}", error.code(), error.message()),
        });
    }

    /// Masked as it is attached.
    fn text(&self) -> String {
        let step = self.step;
        let kind = step.kind().as_str();
        let number = step.index() + 1;
        let head = format!("step {number}: {kind} {:?}\n", step.instruction());
        let mut events = String::new();
        step.events()
            .iter()
            .for_each(|event| line(&mut events, event));
        if !events.is_empty() {
            events.insert_str(0, "\nwhat else happened\n");
        }
        let ending = self.ending.as_deref().unwrap_or("stopped midway");
        let ending = clip(&format!("\nended: {ending}"), BESIDE / 4);
        let beside = [clip(&head, BESIDE / 4), clip(&events, BESIDE / 2), ending];
        let turns = step.transcript();
        let turns = match turns.as_str() {
            "" => turns,
            turns => clip(&format!("\n{turns}"), LONGEST - BESIDE),
        };
        let [head, events, ending] = beside;
        format!("{head}{turns}{events}{ending}\n")
    }
}

fn line(out: &mut String, event: &StepEvent) {
    let _ = write!(out, "  {} {}", event.kind.as_str(), event.text);
    if event.times > 1 {
        let _ = write!(out, " ({} times)", event.times);
    }
    if event.took_ms > 0 {
        let took = Duration::from_millis(event.took_ms);
        let _ = write!(out, ", {}", show_duration(took));
    }
    if let Some(failure) = &event.failure {
        let _ = write!(out, ": {}: {}", failure.code, failure.message);
    }
    out.push('\n');
}

impl Drop for Transcript<'_> {
    fn drop(&mut self) {
        if !self.agent.config.run.debug {
            return;
        }
        let number = self.step.index() + 1;
        let label = format!("every turn of step {number}");
        let file = format!("step-{number}-transcript.txt");
        // That it cannot be written fails no test.
        let text = self.text();
        let journal = &self.agent.journal;
        if let Err(error) = journal.attach("transcript", &label, &file, text.as_bytes()) {
            tracing::warn!(%error, "cannot write {file}");
        }
    }
}
