//! One verb for the agent: counted, performed, recorded, and told as text.

use crate::chassis::step::StepContext;
use crate::chassis::tool::ToolOutput;
use crate::code::Code;
use crate::error::Error;
use crate::page::diff;
use crate::page::feed::Page;
use crate::page::node::Observation;
use crate::page::text::{self as screen_text, TextOptions};
use crate::page::verb::{Effect, Verb};
use crate::report::journal::Journal;
use crate::report::record::ActionRecord;
use std::sync::{Arc, Mutex, PoisonError};

/// Performs verbs for one step.
pub(super) struct Hands<'a> {
    pub(super) page: &'a Page,
    pub(super) journal: &'a Journal,
    pub(super) step: &'a StepContext,
    /// Base address of the app, for paths and for shortening links.
    pub(super) base_url: Option<&'a str>,
    /// The screen the model was shown last; updates are told against it.
    pub(super) shown: Mutex<Option<Arc<Observation>>>,
}

impl Hands<'_> {
    /// Looks without touching; told as what changed since the model last saw it.
    pub(super) async fn observe(&self) -> ToolOutput {
        if let Err(stop) = self.step.checkpoint() {
            return ToolOutput::stopped(stop);
        }
        match self.page.observe().await {
            Ok(screen) => self.tell("The screen now.", &screen),
            Err(error) => self.failed("observe", &error),
        }
    }

    /// Performs a verb. `aim` names the tool and what it was aimed at.
    pub(super) async fn perform(&self, aim: &str, verb: Verb, quiet: bool) -> ToolOutput {
        if let Err(stop) = self.step.take_action() {
            return ToolOutput::stopped(stop);
        }
        self.journal.doing(aim);
        let started_ms = self.journal.elapsed_ms();
        let input = input_of(&verb);
        let name = verb.name();
        let outcome = self.page.perform(verb).await;
        let mut record = ActionRecord {
            verb: name.to_owned(),
            target: String::new(),
            input,
            started_ms,
            duration_ms: self.journal.elapsed_ms().saturating_sub(started_ms),
            effect: String::new(),
            ok: outcome.is_ok(),
        };
        match outcome {
            Ok(effect) => {
                record.target.clone_from(&effect.target);
                record.effect = summary(&effect);
                self.step.record_action(record);
                self.tell(&lead(aim, &effect, quiet), &effect.after)
            }
            Err(error) => {
                record.effect = format!("{}: {}", error.code(), error.message());
                self.step.record_action(record);
                if matches!(error.code(), Code::StepTimeout | Code::StepBudgetExhausted | Code::Cancelled)
                {
                    return ToolOutput::stopped(self.step.stop(error));
                }
                if is_fatal(error.code()) {
                    return ToolOutput::stopped(self.step.stop(error));
                }
                let mut output = self.failed(aim, &error);
                // The current screen comes along, so that no turn is spent on a look.
                if let Ok(screen) = self.page.observe().await {
                    let told = self.tell("", &screen);
                    output.text = format!("{}\n\n{}", output.text, told.text.trim_start());
                }
                output
            }
        }
    }

    /// A lead sentence, a blank line, and the update against what was shown last.
    fn tell(&self, lead: &str, screen: &Arc<Observation>) -> ToolOutput {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let options = self.text_options();
        let update = match &*shown {
            Some(before) => diff::update(before, screen, &options),
            None => screen_text::render(screen, &options),
        };
        *shown = Some(Arc::clone(screen));
        ToolOutput::text(format!("{lead}\n\n{update}"))
    }

    pub(super) fn text_options(&self) -> TextOptions {
        TextOptions { origin: self.base_url.map(str::to_owned), ..TextOptions::default() }
    }

    fn failed(&self, aim: &str, error: &Error) -> ToolOutput {
        let mut text = format!("{aim} failed: {}: {}", error.code(), error.message());
        for note in error.notes() {
            text.push('\n');
            text.push_str(note);
        }
        ToolOutput::failed(text)
    }
}

/// Without a browser nothing the model does can help.
fn is_fatal(code: Code) -> bool {
    matches!(code, Code::BrowserCrashed | Code::DriverFailed | Code::BrowserUnavailable)
}

fn lead(aim: &str, effect: &Effect, quiet: bool) -> String {
    let mut lead = match (&effect.target[..], effect.already) {
        (target, true) => format!("{aim}: {target} is already so; nothing was sent."),
        ("", false) => format!("{aim}: done."),
        (target, false) => format!("{aim}: done on {target}."),
    };
    if !effect.visible && !effect.already && !quiet {
        lead.push_str(" It had no visible effect: nothing on the page changed and nothing was requested. Find another way, or conclude.");
    }
    for note in &effect.notes {
        lead.push(' ');
        lead.push_str(note);
    }
    lead
}

/// The effect in a few words, for the record.
fn summary(effect: &Effect) -> String {
    let mut out = if effect.already {
        "already so".to_owned()
    } else if effect.visible {
        diff::diff(&effect.before, &effect.after).summary()
    } else {
        "no visible effect".to_owned()
    };
    for note in &effect.notes {
        out.push_str("; ");
        out.push_str(note);
    }
    out
}

fn input_of(verb: &Verb) -> String {
    match verb {
        Verb::Type { text, .. } => format!("{text:?}"),
        Verb::Press { chord, .. } => chord.to_string(),
        Verb::Select { option, .. } => format!("{option:?}"),
        Verb::Check { checked, .. } => if *checked { "on" } else { "off" }.to_owned(),
        Verb::Navigate { url } => url.clone(),
        Verb::Scroll { direction, .. } => format!("{direction:?}").to_lowercase(),
        _ => String::new(),
    }
}
