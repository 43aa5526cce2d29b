//! Which reading of a clause the screen bears out.

use super::judge::{Judged, Look, judge};
use super::plan::{Ground, Plan, plan};
use super::program::{Command, Program};
use super::view::Rank;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::Node;

/// The plan of the reading that fits.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) plan: Plan,
    /// How many clauses it covers.
    pub(crate) clauses: usize,
}

/// Chooses among everything the clause at `at` can mean. A longer name that is on the
/// screen comes first; of the rest exactly one has to fit.
pub(crate) fn choose(ground: &Ground<'_>, program: &Program, at: usize) -> Result<Choice> {
    for (range, clause) in &program.merged {
        if range.start != at {
            continue;
        }
        let fits = |command: &Command| plan(ground, command).ok().flatten();
        if let Some(plan) = clause.readings.iter().find_map(fits) {
            return Ok(Choice {
                plan,
                clauses: range.len(),
            });
        }
    }
    let clause = &program.clauses[at];
    let mut plans: Vec<Plan> = Vec::new();
    let mut errors: Vec<Error> = Vec::new();
    for command in &clause.readings {
        match plan(ground, command) {
            Ok(Some(plan)) if plans.iter().any(|other| other.is_same(&plan)) => {}
            Ok(Some(plan)) => plans.push(plan),
            Ok(None) => {}
            Err(error) => errors.push(error),
        }
    }
    // A key that is also part of some control's name is a key.
    if plans.first().is_some_and(|plan| plan.keys().is_some()) {
        plans.retain(|plan| plan.keys().is_some() || plan.rank < Rank::Words);
    }
    let typed = sort_out_lone(ground, &mut plans, clause.readings.len() > 1);
    let best = plans.iter().map(|plan| plan.rank).min();
    plans.retain(|plan| Some(plan.rank) == best);
    match plans.len() {
        1 => Ok(Choice {
            plan: plans.remove(0),
            clauses: 1,
        }),
        0 => {
            let error = best_error(errors, &clause.readings);
            Err(match typed {
                Some(chord) => error.help(format!(
                    "a field has the focus, which takes it for text: write `press the {chord} \
                     key` for the key, or `type \"{chord}\"`"
                )),
                None => error,
            })
        }
        _ => Err(two_readings(ground, program, at, &plans)),
    }
}

/// A sign alone, as in "press ?", is the control that is called so; without one it is the
/// key, unless a field would take it for text. It is never a text that shows it.
/// Returns what was taken out as text.
fn sort_out_lone(ground: &Ground<'_>, plans: &mut Vec<Plan>, open: bool) -> Option<String> {
    let lone = |plan: &Plan| {
        plan.keys()
            .is_some_and(|chord| chord.modifiers.is_empty() && chord.key.chars().count() == 1)
    };
    let first = plans.first().filter(|plan| open && lone(plan))?;
    let chord = first.keys()?.to_string();
    let nodes = &ground.view.screen.nodes;
    let is_control = |plan: &Plan| {
        let node = plan
            .verb
            .target()
            .and_then(|id| ground.view.screen.node(id));
        node.is_some_and(Node::is_interactive)
    };
    let typing = nodes
        .iter()
        .any(|node| node.states.focused && node.states.editable);
    match plans.iter().any(is_control) {
        true => plans.retain(is_control),
        false => plans.retain(|plan| plan.keys().is_some() && !typing),
    }
    plans.is_empty().then_some(chord)
}

/// Of several errors the one of the reading that was most likely meant.
fn best_error(mut errors: Vec<Error>, readings: &[Command]) -> Error {
    let ambiguous = errors
        .iter()
        .position(|error| error.code() == Code::SentenceAmbiguous);
    let chosen = match readings.last() {
        _ if ambiguous.is_some() => ambiguous,
        // "choose Pro from Plan" is about a list before it is about a long name.
        Some(Command::Choose { .. }) => errors.len().checked_sub(1),
        _ => errors.first().map(|_| 0),
    };
    match chosen {
        Some(at) => errors.swap_remove(at),
        None => Error::new(
            Code::LocatorNotFound,
            "nothing on the page fits the sentence",
        ),
    }
}

fn two_readings(ground: &Ground<'_>, program: &Program, at: usize, plans: &[Plan]) -> Error {
    let clause = &program.clauses[at];
    let described: Vec<String> = plans
        .iter()
        .map(|plan| {
            let target = plan
                .verb
                .target()
                .and_then(|id| ground.view.screen.node(id));
            let on = target.map(|node| format!(" {}", node.describe()));
            let input = match plan.input.as_str() {
                "" => String::new(),
                input => format!(" \"{input}\""),
            };
            format!("{}{input}{}", plan.verb.name(), on.unwrap_or_default())
        })
        .collect();
    let error = Error::new(
        Code::SentenceAmbiguous,
        "the sentence can be read in more than one way on this page",
    )
    .sentence(&program.sentence, clause.span.clone(), "which one?")
    .note(described.join("\n"));
    match plans.iter().find_map(Plan::keys) {
        Some(chord) => error.help(format!(
            "write `press the {chord} key` for the key, or `click \"{chord}\"` for the control"
        )),
        None => error.help("put the value or the name in quotation marks"),
    }
}

/// Judges every clause on one look; a longer text that is shown comes first.
pub(crate) fn judge_all(look: &Look<'_>, program: &Program) -> Judged {
    let mut seen = Vec::new();
    let mut at = 0;
    while at < program.clauses.len() {
        let longer = program
            .merged
            .iter()
            .filter(|(range, _)| range.start == at)
            .find_map(|(range, clause)| match holds(look, &clause.readings) {
                Some(Judged::Holds(what)) => Some((range.len(), what)),
                _ => None,
            });
        if let Some((clauses, what)) = longer {
            seen.push(what);
            at += clauses;
            continue;
        }
        match holds(look, &program.clauses[at].readings) {
            Some(Judged::Holds(what)) => seen.push(what),
            Some(fails) => return fails,
            None => {}
        }
        at += 1;
    }
    Judged::Holds(seen.join("; "))
}

fn holds(look: &Look<'_>, readings: &[Command]) -> Option<Judged> {
    readings.iter().find_map(|command| match command {
        Command::Expect(condition) | Command::Wait(condition) => Some(judge(look, condition)),
        _ => None,
    })
}
