//! One run of the loop, from the opening to the verdict.

use super::closed::closed;
use super::conclude;
use super::forcing::{self, Mode};
use super::history::{Entry, History};
use super::prompt;
use super::step::StepContext;
use super::tool_loop::ToolLoop;
use super::trail::Trail;
use super::verdict::{Status, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{self, ModelErrorKind, ModelId, Reply, Request, Stop, ToolSpec};
use crate::secret::mask::Mask;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The longest part of a step's clock that is kept for concluding.
const WIND_DOWN: Duration = Duration::from_secs(60);

/// The state of one run.
pub(super) struct Run<'a> {
    pub(super) plan: &'a ToolLoop,
    pub(super) step: &'a StepContext,
    pub(super) model: ModelId,
    pub(super) trail: Trail<'a>,
    pub(super) history: History,
    /// The verdict tool.
    pub(super) complete: ToolSpec,
    /// Every tool, the verdict tool last.
    pub(super) offered: Vec<ToolSpec>,
    pub(super) mode: Mode,
    pub(super) max_turns: u32,
    pub(super) turns_used: u32,
    pub(super) wind_down: Duration,
    pub(super) notices: Notices,
    /// What was done about a context overflow, once there was one.
    pub(super) overflow: Option<String>,
    pub(super) masked: Masked,
    /// The last request; the next one is made of it.
    request: Request,
    ending: Mutex<Ending>,
}

/// What the model was already told.
#[derive(Debug, Default)]
pub(super) struct Notices {
    /// Why the working part of the step is over; permanent.
    pub(super) guard_stop: Option<String>,
    /// The last reason a guard gave.
    pub(super) noticed: Option<String>,
    pub(super) low_clock: bool,
    pub(super) wrap_up: bool,
}

/// How far the conversation is free of secrets.
#[derive(Debug, Default)]
pub(super) struct Masked {
    mask: Mask,
    /// What the mask knows, and how many entries it was applied to.
    values: usize,
    entries: usize,
}

/// How the run ends, decided inside a turn.
#[derive(Debug, Default)]
pub(super) struct Ending {
    pub(super) conclusion: Option<Verdict>,
    /// Passes whose evidence did not hold.
    pub(super) unproven: u32,
}

impl<'a> Run<'a> {
    pub(super) fn open(plan: &'a ToolLoop, step: &'a StepContext) -> Self {
        let closed = |spec: ToolSpec| ToolSpec {
            schema: closed(&spec.schema),
            ..spec
        };
        let complete = closed(conclude::spec(plan.evidence.as_deref()));
        let mut offered: Vec<_> = plan.tools.iter().map(|tool| closed(tool.spec())).collect();
        offered.push(complete.clone());
        let model = plan.model.id();
        Self {
            plan,
            step,
            mode: Mode::of(&model),
            model,
            trail: Trail::new(step),
            history: History {
                entries: vec![Entry::User(prompt::opening(step, &plan.opening))],
                ..History::default()
            },
            complete,
            offered,
            max_turns: step.limits().max_model_calls,
            turns_used: 0,
            wind_down: WIND_DOWN.min(step.remaining() / 4),
            notices: Notices::default(),
            overflow: None,
            masked: Masked::default(),
            request: Request::default(),
            ending: Mutex::default(),
        }
    }

    pub(super) async fn finish(mut self) -> Result<Verdict> {
        while !self.is_ending() && self.turns_used < self.max_turns && self.step.afford().is_ok() {
            self.turn().await?;
        }
        self.conclude()
    }

    pub(super) fn ending(&self) -> MutexGuard<'_, Ending> {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a verdict landed or the step was stopped.
    pub(super) fn is_ending(&self) -> bool {
        self.ending().conclusion.is_some() || self.step.hard_stop().is_some()
    }

    async fn turn(&mut self) -> Result<()> {
        let forced = self.prepare();
        self.step.has_read();
        self.mask();
        self.write_request(forced);
        let request = &self.request;
        let started = Instant::now();
        let asked = {
            let heard = |event: model::TransportEvent| self.trail.note(&event.to_string());
            tokio::select! {
                biased;
                // The stop is recorded in the step.
                _ = self.step.ended() => return Ok(()),
                asked = model::ask(&*self.plan.model, request, &self.plan.patience, &heard) => asked,
            }
        };
        let reply = match asked {
            Ok(reply) => reply,
            Err(failure) => match failure.kind {
                ModelErrorKind::ToolChoiceIgnored(reply) => *reply,
                _ => return self.recover(failure),
            },
        };
        self.answer(reply, forced, started.elapsed()).await
    }

    /// Masks what came to the conversation since the last request, and all of it again
    /// when a secret was learned meanwhile.
    fn mask(&mut self) {
        let values = self.step.known_values();
        if values != self.masked.values || self.masked.entries == 0 {
            self.masked = Masked {
                mask: self.step.mask_for_model(),
                values,
                entries: 0,
            };
        }
        self.history.mask(self.masked.entries, &self.masked.mask);
        self.masked.entries = self.history.entries.len();
    }

    fn write_request(&mut self, forced: bool) {
        let only = forced.then_some(conclude::NAME);
        let system = prompt::system(
            &self.plan.system,
            &self.plan.context,
            self.plan.evidence.is_some(),
            self.mode,
        );
        let mut messages = std::mem::take(&mut self.request.messages);
        self.history.update(&mut messages);
        self.request = Request {
            system: self.masked.mask.redact(&system).into_owned(),
            messages,
            tools: if forced {
                vec![self.complete.clone()]
            } else {
                self.offered.clone()
            },
            choice: self.mode.choice(only),
            timeout: Some(self.step.remaining().max(Duration::from_millis(1))),
            ..Request::default()
        };
    }

    /// Records a reply and does what it says.
    async fn answer(&mut self, mut reply: Reply, forced: bool, took: Duration) -> Result<()> {
        self.turns_used += 1;
        super::turn::tell_ids_apart(&mut reply.parts);
        let calls: Vec<_> = reply.calls().cloned().collect();
        self.trail.open(self.turns_used, &reply, &calls, took);
        // A stop is recorded in the step; the calls then see it.
        let _ = self.step.count_model_call(reply.usage.as_ref());
        if reply.choice_downgraded && self.mode == Mode::Required {
            self.relax("the provider does not force tool calls");
        }
        if calls.is_empty() {
            return self.without_calls(reply);
        }
        self.history.entries.push(Entry::Assistant(reply.parts));
        let outcomes = {
            let run = self.run_calls(&calls, forced);
            tokio::select! {
                biased;
                outcomes = run => outcomes,
                _ = self.step.ended() => return Ok(()),
            }
        };
        self.history.entries.push(Entry::Results(outcomes));
        Ok(())
    }

    /// A reply that calls nothing: nothing happened.
    fn without_calls(&mut self, reply: Reply) -> Result<()> {
        if matches!(reply.stop, Stop::Refusal | Stop::ContentFilter) {
            return Err(self.refused(&reply));
        }
        if self.is_ending() {
            return Ok(());
        }
        if self.mode == Mode::Required {
            // Asked again as if it had not answered: its prose would only invite more.
            self.relax("the model answered without the tool call it was forced to make");
            return Ok(());
        }
        self.trail
            .note("the answer held no tool call, so nothing happened");
        if !reply.parts.is_empty() {
            self.history.entries.push(Entry::Assistant(reply.parts));
        }
        let cut = if reply.stop == Stop::Length {
            " Your answer was cut at the length limit; answer briefly."
        } else {
            ""
        };
        self.history.notice(&format!(
            "Nothing happened: your answer held no tool call.{cut} Call a tool; when the step is done \
             or cannot be done, call {}.",
            conclude::NAME
        ));
        Ok(())
    }

    fn refused(&self, reply: &Reply) -> Error {
        let who = if reply.stop == Stop::Refusal {
            "declined to answer"
        } else {
            "was stopped by its provider's filter"
        };
        let error = Error::new(
            Code::ModelRefused,
            format!("the model {} {who}", self.model),
        );
        let said = reply.text();
        let error = if said.is_empty() {
            error
        } else {
            error.note(crate::text::clip(&self.step.redact(&said), 500))
        };
        error
            .help("reword the sentence, or name another model")
            .blocked()
    }

    /// From now on the model is told, not forced, to call tools.
    pub(super) fn relax(&mut self, why: &str) {
        self.mode = Mode::Auto;
        forcing::remember(&self.model);
        self.trail.note(&format!(
            "{why}; it is now told to call tools instead of forced to"
        ));
    }

    /// Verdict before hard stop before nothing.
    fn conclude(&self) -> Result<Verdict> {
        if let Some(verdict) = self.ending().conclusion.take() {
            return Ok(verdict);
        }
        match self.step.hard_stop() {
            Some(stop) if matches!(stop.code(), Code::StepBudgetExhausted | Code::StepTimeout) => {
                Ok(Verdict {
                    status: Status::Blocked,
                    summary: stop.message().to_owned(),
                    code: Some(stop.code()),
                })
            }
            Some(stop) => Err(stop),
            None => Ok(self.no_conclusion()),
        }
    }

    fn no_conclusion(&self) -> Verdict {
        let mut summary = format!(
            "the model did not conclude: {} of {} turns were used without a verdict",
            self.turns_used, self.max_turns
        );
        if self.ending().unproven > 0 {
            summary.push_str("; a pass it proposed cited evidence that did not hold");
        }
        if let Some(reason) = &self.notices.guard_stop {
            summary.push_str("; ");
            summary.push_str(reason);
        }
        Verdict {
            status: Status::Failed,
            summary,
            code: Some(Code::StepNoConclusion),
        }
    }
}
