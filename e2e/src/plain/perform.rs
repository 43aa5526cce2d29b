//! Performs one plan, records it, and does not let it pass unseen.

use super::chord;
use super::entry;
use super::goal::Wanted;
use super::plan::Plan;
use crate::browser::wire::History;
use crate::chassis::step::StepContext;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::{Node, Observation};
use crate::page::text::TextOptions;
use crate::page::verb::{Effect, KEPT_BACK, UNANSWERED, Verb};
use crate::page::{Diff, Page, Terms};
use crate::report::record::ActionRecord;
use std::sync::Arc;

/// Performs a plan; what was done, in words, and the screen it left.
pub(crate) async fn perform(
    page: &Page,
    step: &StepContext,
    plan: &Plan,
    screen: &Arc<Observation>,
) -> Result<(String, Option<Arc<Observation>>)> {
    if let Some(already) = &plan.already {
        let target = described(plan, screen);
        record(step, plan, &target, elapsed(step), already, true);
        return Ok((format!("{target}: {already}"), Some(screen.clone())));
    }
    allow(step, &plan.verb, screen)?;
    let mut last = None;
    for _ in 0..plan.times {
        step.take_action()?;
        let began = elapsed(step);
        let terms = Terms {
            limit: Some(step.working_time()),
            footing: plan.footing.clone(),
            secrets: step.secret_rules(),
            ..Terms::default()
        };
        match page.perform_with(plan.verb.clone(), &terms).await {
            Ok(mut effect) => {
                let reached = match &plan.goal {
                    Some(goal) => goal.wait(page, &mut effect).await,
                    None => Ok(()),
                };
                let what = account(&effect);
                record(step, plan, &effect.target, began, &what, true);
                reached?;
                seen(plan, &effect)?;
                entry::taken(&plan.verb, &effect)?;
                last = Some((effect, what));
            }
            Err(error) => {
                let target = described(plan, screen);
                record(step, plan, &target, began, error.message(), false);
                step.record_refusal(plan.verb.name(), &error);
                return Err(error);
            }
        }
    }
    match last {
        Some((effect, what)) => Ok((
            format!("{}: {what}", done(plan, &effect.target)),
            Some(effect.after),
        )),
        None => Ok((String::new(), None)),
    }
}

/// Refuses to put a secret of the step anywhere but where it may go.
fn allow(step: &StepContext, verb: &Verb, screen: &Observation) -> Result<()> {
    match verb {
        Verb::Type { target, text, .. } => {
            let secure = |node: &Node| node.states.secure;
            let hidden = match target {
                Some(id) => screen.node(id).is_some_and(secure),
                // The page looks again at what has the focus before the first key.
                None => screen
                    .nodes
                    .iter()
                    .any(|node| node.states.focused && secure(node)),
            };
            step.allow(text, hidden)
        }
        Verb::Select { option, .. } => step.allow(option, false),
        Verb::Navigate { url } => step.allow(url, false),
        _ => Ok(()),
    }
}

fn elapsed(step: &StepContext) -> u64 {
    u64::try_from(step.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The target in words, from the screen it was found on.
fn described(plan: &Plan, screen: &Observation) -> String {
    let node = plan.verb.target().and_then(|id| screen.node(id));
    node.map(super::super::page::node::Node::describe)
        .unwrap_or_default()
}

fn record(step: &StepContext, plan: &Plan, target: &str, began: u64, effect: &str, ok: bool) {
    step.record_action(ActionRecord {
        verb: plan.verb.name().to_owned(),
        target: target.to_owned(),
        input: plan.input.clone(),
        started_ms: began,
        duration_ms: elapsed(step).saturating_sub(began),
        effect: effect.to_owned(),
        ok,
    });
}

/// What came of a verb, in a few words.
fn account(effect: &Effect) -> String {
    let mut words = if effect.already {
        "it was so already".to_owned()
    } else if !effect.visible {
        "no visible effect".to_owned()
    } else {
        Diff::between(&effect.before, &effect.after, &TextOptions::default()).summary()
    };
    for note in &effect.notes {
        words.push_str("; ");
        words.push_str(note);
    }
    words
}

/// Refuses an action that nothing came of.
fn seen(plan: &Plan, effect: &Effect) -> Result<()> {
    let excused = may_change_nothing(&plan.verb) && !effect.is_unscrolled();
    let answered = !effect.notes.iter().any(|note| note == UNANSWERED);
    if effect.visible && answered || effect.already || excused {
        return Ok(());
    }
    let url = &effect.after.url;
    let mut error = Error::new(
        Code::ActionNoEffect,
        match effect.target.as_str() {
            target if !answered => format!(
                "the {} on {target} led to a question that was dismissed, so it does not count",
                plan.verb.name()
            ),
            "" => format!("the {} had no effect", plan.verb.name()),
            target => format!("the {} on {target} had no effect", plan.verb.name()),
        },
    )
    .note(format!("the page was {url}"));
    for note in &effect.notes {
        error = error.note(note);
    }
    let asked = |note: &String| note.contains("dialog") || note.contains("dismissed");
    let kept = |note: &String| note.starts_with(KEPT_BACK);
    Err(error.help(match &plan.verb {
        _ if effect.notes.iter().any(kept) => {
            "fill that field first; where being kept back is what is tested, press it through \
             `screen` and expect what the page says"
        }
        Verb::Tap { .. } if effect.notes.iter().any(asked) => {
            "say what is answered, before it opens: `click …, then accept the dialog`"
        }
        Verb::Tap { .. } => {
            "check that the control does something here, wait for what enables it, or name \
             another control; where it shows its effect later or elsewhere, press it through \
             `screen` and expect that effect"
        }
        Verb::Press { .. } => "say in which field the key is pressed: `press … in …`",
        _ => "check that this is the thing that was meant",
    }))
}

fn may_change_nothing(verb: &Verb) -> bool {
    match verb {
        Verb::Press { chord, .. } => chord::may_change_nothing(chord),
        Verb::History(History::Reload) | Verb::Navigate { .. } => true,
        verb => verb.may_change_nothing(),
    }
}

fn turns(plan: &Plan) -> bool {
    plan.goal
        .as_ref()
        .is_some_and(|goal| matches!(goal.state, Wanted::Pressed(_)))
}

fn done(plan: &Plan, target: &str) -> String {
    let input = &plan.input;
    let times = match plan.times {
        1 => String::new(),
        n => format!(" {n} times"),
    };
    match &plan.verb {
        Verb::Tap { .. } if turns(plan) => format!("turned {target} {input}"),
        Verb::Tap { .. } => format!("tapped {target}"),
        Verb::DoubleTap { .. } => format!("double-tapped {target}"),
        Verb::RightClick { .. } => format!("right-clicked {target}"),
        Verb::Hover { .. } => format!("hovered over {target}"),
        Verb::Focus { .. } => format!("focused {target}"),
        Verb::Type { text, .. } if text.is_empty() => format!("cleared {target}"),
        Verb::Type { .. } => format!("typed \"{input}\" into {target}"),
        Verb::Press { target: None, .. } => format!("pressed {input}{times}"),
        Verb::Press { .. } => format!("pressed {input}{times} on {target}"),
        Verb::Select { .. } => format!("chose \"{input}\" in {target}"),
        Verb::Check { .. } => format!("turned {target} {input}"),
        Verb::Scroll { .. } => "scrolled".to_owned(),
        Verb::ScrollTo { .. } => format!("scrolled to {target}"),
        Verb::Navigate { .. } => format!("opened {input}"),
        Verb::History(step) => format!("went {}", format!("{step:?}").to_lowercase()),
        Verb::LongPress { .. } => format!("pressed {target} for long"),
        Verb::Drag { .. } => format!("dragged {target}"),
        Verb::Upload { .. } => format!("gave {target} the file {input}"),
        Verb::Download { .. } => format!("downloaded from {target}"),
        Verb::SwitchTab { .. } => format!("went to {target}"),
        Verb::CloseTab { .. } => format!("closed {target}"),
        Verb::AnswerDialog { .. } | Verb::ScrollToText { .. } | Verb::Point { .. } => {
            format!("{} on {target}", plan.verb.name())
        }
    }
}
