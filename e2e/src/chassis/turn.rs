//! Carrying out the tool calls of one reply.

use super::conclude::{self, Proposal, Ruling};
use super::evidence::{self, Checked};
use super::history::{Outcome, Picture, Said, Screen, Weight};
use super::run::Run;
use super::schema;
use super::step::StepContext;
use super::tool::{self, Tool, ToolOutput};
use super::verdict::{Status, Verdict};
use crate::code::Code;
use crate::error::Error;
use crate::model::{Part, ToolCall, ToolSpec};
use crate::text::{clip, nearest};
use futures::future::{join, join_all};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;

/// The answer to a call after the step's end was decided.
const CONCLUDING: &str = "The step is concluding; this call did not run.";

/// Gives calls that share an id ids of their own: results are matched by them.
pub(super) fn tell_ids_apart(parts: &mut [Part]) {
    let mut seen = HashSet::new();
    for (index, part) in parts.iter_mut().enumerate() {
        if let Part::ToolCall(call) = part {
            if call.id.is_empty() || seen.contains(&call.id) {
                call.id = format!("{}.{index}", call.id);
            }
            seen.insert(call.id.clone());
        }
    }
}

/// The verdicts of a reply that say nothing, each with the answer to it. A verdict
/// beside other calls was written before their results were seen, and of two that
/// differ neither is the model's word.
fn void_verdicts(calls: &[ToolCall]) -> Vec<Option<&'static str>> {
    let mut verdicts = calls.iter().filter(|call| call.name == conclude::NAME);
    let first = verdicts.next();
    let differ = verdicts.any(|call| first.is_some_and(|first| first.arguments != call.arguments));
    let accompanied = calls.iter().any(|call| call.name != conclude::NAME);
    let mut seen = false;
    calls
        .iter()
        .map(|call| {
            if call.name != conclude::NAME {
                return None;
            }
            let again = std::mem::replace(&mut seen, true);
            match (accompanied, differ) {
                (true, _) => Some(conclude::ACCOMPANIED),
                (false, true) => Some(conclude::CONTRADICTED),
                (false, false) => again.then_some(conclude::REPEATED),
            }
        })
        .collect()
}

impl Run<'_> {
    /// Runs every call of a turn: those in order one after the other, the others
    /// beside them. One outcome a call, in call order.
    pub(super) async fn run_calls(&self, calls: &[ToolCall], forced: bool) -> Vec<Outcome> {
        let void = void_verdicts(calls);
        let (ordered, free): (Vec<_>, Vec<_>) = calls
            .iter()
            .enumerate()
            .partition(|(_, call)| self.in_order(call));
        let ordered = async {
            let mut done = Vec::new();
            for (index, call) in ordered {
                done.push((index, self.run_call(index, call, forced, void[index]).await));
            }
            done
        };
        let free = join_all(free.into_iter().map(async |(index, call)| {
            let outcome = self.run_call(index, call, forced, void[index]).await;
            (index, outcome)
        }));
        let (mut done, rest) = join(ordered, free).await;
        done.extend(rest);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, outcome)| outcome).collect()
    }

    fn in_order(&self, call: &ToolCall) -> bool {
        self.tool(&call.name)
            .is_none_or(|(tool, _)| tool.in_order())
    }

    fn tool(&self, name: &str) -> Option<(&Arc<dyn Tool>, &ToolSpec)> {
        self.plan
            .tools
            .iter()
            .zip(&self.offered)
            .find(|(_, spec)| spec.name == name)
    }

    async fn run_call(
        &self,
        index: usize,
        call: &ToolCall,
        forced: bool,
        void: Option<&str>,
    ) -> Outcome {
        let (said, weight) = self.decide(call, forced, void).await;
        let image = match &said.image {
            Picture::Shown(image) => Some(image.data.len()),
            _ => None,
        };
        self.trail
            .result(index, &said.render(), image, weight == Weight::Failed);
        Outcome {
            call_id: call.id.clone(),
            name: call.name.clone(),
            said,
            weight,
        }
    }

    /// The one place that decides whether a call runs. It is asked when the call's
    /// turn has come, so a call queued behind a verdict is skipped.
    async fn decide(&self, call: &ToolCall, forced: bool, void: Option<&str>) -> (Said, Weight) {
        let completes = call.name == conclude::NAME;
        if self.is_ending() {
            let text = if completes && self.ending().conclusion.is_some() {
                conclude::ALREADY
            } else {
                CONCLUDING
            };
            return (Said::from(text), Weight::Neutral);
        }
        if let Some(why) = void {
            return (Said::from(why), Weight::Neutral);
        }
        // No input at all is an empty one.
        let input = if call.arguments.is_null() {
            json!({})
        } else {
            call.arguments.clone()
        };
        if completes {
            return self.complete(&input).await;
        }
        if forced {
            return refused(format!(
                "{} did not run: only {} is available now.",
                call.name,
                conclude::NAME
            ));
        }
        let Some((tool, spec)) = self.tool(&call.name) else {
            let why = self.unknown(&call.name);
            self.trail.rejected(&call.name, &why);
            return refused(why);
        };
        match schema::check(&spec.schema, &input) {
            Err(why) => {
                self.trail.rejected(&call.name, &why);
                refused(format!("{} did not run: {why}.", call.name))
            }
            Ok(()) => self.call_tool(tool.as_ref(), &call.name, input).await,
        }
    }

    fn unknown(&self, name: &str) -> String {
        let names: Vec<&str> = self.offered.iter().map(|spec| spec.name.as_str()).collect();
        let near = nearest(name, names.iter().copied())
            .map_or_else(String::new, |near| format!(" Did you mean {near}?"));
        format!(
            "There is no tool {}.{near} The tools are {}.",
            clip(name, 80),
            names.join(", ")
        )
    }

    async fn call_tool(&self, tool: &dyn Tool, name: &str, input: Value) -> (Said, Weight) {
        let queued = tool.mutates() || self.step.is_verb(name);
        match self.step.called(tool, name, input, queued).await {
            Ok(output) => self.output(output),
            Err(error) if ends_the_step(error.code()) => {
                let stop = self.step.stop(error);
                refused(format!("HARD STOP ({}): {}", stop.code(), stop.message()))
            }
            Err(error) => refused(told(name, &error, self.step)),
        }
    }

    fn output(&self, output: ToolOutput) -> (Said, Weight) {
        let weight = if output.failed {
            Weight::Failed
        } else {
            Weight::Succeeded
        };
        if let Some(error) = output.stop {
            self.step.stop(error);
        }
        let text = if output.bounded && tool::is_long(&output.text) {
            // Masked before it is cut: half of a secret is found by nobody.
            tool::cut(&self.step.mask_for_model().redact(&output.text))
        } else {
            output.text
        };
        let said = Said {
            text,
            screen: output.screen.map_or(Screen::None, Screen::Shown),
            image: output.image.map_or(Picture::None, Picture::Shown),
        };
        (said, weight)
    }

    async fn complete(&self, input: &Value) -> (Said, Weight) {
        match conclude::rule(&self.complete, input) {
            Ruling::Refused(why) => {
                self.trail.rejected(conclude::NAME, &why);
                refused(format!("{} was not accepted: {why}.", conclude::NAME))
            }
            Ruling::SentBack(text) => (Said::from(text.as_str()), Weight::Neutral),
            Ruling::Proposed(proposal) => {
                let text = match self.prove(&proposal).await {
                    Ok(()) => self.accept(proposal.verdict, proposal.dropped),
                    Err(text) => text,
                };
                (Said::from(text.as_str()), Weight::Neutral)
            }
        }
    }

    fn accept(&self, verdict: Verdict, dropped: Option<Code>) -> String {
        self.ending().conclusion = Some(verdict);
        conclude::accepted(dropped)
    }

    /// Looks where a pass points. `Err` is the answer to a pass that does not stand.
    async fn prove(&self, proposal: &Proposal) -> Result<(), String> {
        let Some(evidence) = &self.plan.evidence else {
            return Ok(());
        };
        if proposal.verdict.status != Status::Passed {
            return Ok(());
        }
        let checked = if proposal.evidence.is_empty() {
            Ok(Checked::Wrong(format!(
                "A passed verdict needs evidence; cite {}.",
                evidence.describe()
            )))
        } else {
            match self.step.await_change().await {
                Ok(()) => evidence.check(&proposal.evidence, self.step).await,
                Err(error) => Err(error),
            }
        };
        match checked {
            Ok(Checked::Proven(found)) => {
                let records = evidence::records(&proposal.evidence, &found, self.step);
                self.step.set_evidence(records);
                Ok(())
            }
            Ok(Checked::Wrong(why)) => Err(self.unproven(&why)),
            Err(error) => {
                // A pass that cannot be checked is none.
                let stop = self.step.stop(error);
                Err(format!("HARD STOP ({}): {}", stop.code(), stop.message()))
            }
        }
    }

    /// The first wrong citation goes back; the second ends the step.
    fn unproven(&self, why: &str) -> String {
        let times = {
            let mut ending = self.ending();
            ending.unproven += 1;
            ending.unproven
        };
        if times == 1 {
            return conclude::unproven(why);
        }
        self.ending().conclusion = Some(Verdict {
            status: Status::Failed,
            summary: clip(
                &format!("a pass cited evidence that does not hold, twice: {why}"),
                2_000,
            ),
            code: Some(Code::VerdictUnproven),
        });
        format!("The step is concluded as unproven. {why}")
    }
}

fn refused(text: String) -> (Said, Weight) {
    let said = Said {
        text,
        ..Said::default()
    };
    (said, Weight::Failed)
}

/// The codes by which the accounting of a step ends it.
fn ends_the_step(code: Code) -> bool {
    matches!(
        code,
        Code::StepBudgetExhausted | Code::StepTimeout | Code::Cancelled
    )
}

/// An error as the model reads it: what failed first, then what was seen.
/// Masked before it is cut: half of a secret is found by nobody.
fn told(name: &str, error: &Error, step: &StepContext) -> String {
    let mask = step.mask_for_model();
    let mut text = format!("{name} failed: {}: {}", error.code(), error.message());
    for line in error.notes().iter().chain(error.helps()) {
        text.push('\n');
        text.push_str(&clip(&mask.redact(line), 600));
    }
    text
}
