//! Which thing a gesture is for, where a text and a control bear the same name.

use super::explain;
use super::goal::{Goal, Wanted};
use super::plan::{Ground, Plan};
use super::program::{Target, Text, Touch};
use super::resolve::{Hit, Purpose, Trouble, resolve, resolve_as};
use super::view::{Rank, View};
use crate::browser::chord::Chord;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::Node;
use crate::page::verb::Verb;

/// The thing a gesture is for.
pub(super) fn find(ground: &Ground<'_>, touch: Touch, target: &Target) -> Result<Hit> {
    let view = ground.view;
    if says_text(target) {
        // A checkbox is named by the text next to it and is not that text.
        let text = |index: usize| !names_beside(view.node(index)) && !view.echoes(index);
        return resolve_as(view, target, text)
            .or_else(|trouble| match trouble {
                // The text of a control is a part of its name.
                Trouble::Absent => resolve(view, &in_words(target), Purpose::Operate)
                    .ok()
                    .filter(|hit| text(hit.index))
                    .ok_or(Trouble::Absent),
                trouble => Err(trouble),
            })
            .map_err(|trouble| ground.error(target, Purpose::See, &trouble));
    }
    if touch == Touch::Focus {
        return ground.find_either(target);
    }
    let mut hit = ground.find(target, Purpose::Operate)?;
    // Where a header or cell of that name holds nothing but the control for it, that
    // control takes the press anyway.
    if let Some(only) = only_control(view, hit.index) {
        hit.index = only;
    }
    let node = view.node(hit.index);
    let mut families = target.readings.iter().filter_map(|reading| reading.family);
    if touch != Touch::DoubleTap || !switches(node) || families.any(|family| family.fits(node)) {
        return Ok(hit);
    }
    let text = |index: usize| !names_beside(view.node(index)) && !view.echoes(index);
    match resolve_as(view, target, text) {
        Ok(other) if other.rank < Rank::Words => Ok(other),
        Err(trouble @ Trouble::Several(_)) => Err(ground.error(target, Purpose::See, &trouble)),
        _ => Err(Error::new(
            Code::SentenceAmbiguous,
            format!(
                "a double click would turn {} on and off again",
                node.describe()
            ),
        )
        .sentence(ground.sentence, target.span.clone(), "this one?")
        .note(format!("found: {}", explain::in_words(view, hit.index)))
        .help(format!(
            "write `double-click the text \"{0}\"` for the text next to it, or \
             `double-click the {1} \"{0}\"` when that is meant",
            node.label(),
            node.role
        ))),
    }
}

/// Opens or folds what can be.
pub(super) fn expand(ground: &Ground<'_>, target: &Target, open: bool) -> Result<Plan> {
    let view = ground.view;
    let foldable = |index: usize| view.node(index).states.expanded.is_some();
    let hit = resolve_as(view, target, foldable)
        .map_err(|trouble| ground.error(target, Purpose::Operate, &trouble))?;
    let node = view.node(hit.index);
    let word = if open { "expanded" } else { "collapsed" };
    let plan = Plan {
        goal: Some(Goal::new(node, Wanted::Expanded(open))),
        ..Plan::new(Verb::Tap {
            target: folder(view, hit.index)
                .map_or_else(|| node.id.clone(), |at| view.node(at).id.clone()),
        })
        .rank(hit.rank)
    };
    match node.states.expanded {
        Some(is) if is == open => Ok(Plan {
            already: Some(format!("it was {word} already")),
            ..plan
        }),
        Some(_) => Ok(plan),
        None => Err(Error::new(
            Code::LocatorNotFound,
            format!("{} can be neither expanded nor collapsed", node.describe()),
        )
        .sentence(ground.sentence, target.span.clone(), "this one")
        .help(format!("write `click \"{}\"`", node.label()))),
    }
}

/// What opens and folds an item of a tree, where pressing its text only selects it: a
/// nameless thing that reacts to a press, before anything of the item that has a name.
fn folder(view: &View<'_>, index: usize) -> Option<usize> {
    if view.node(index).role != "treeitem" {
        return None;
    }
    let mute = |at: usize| {
        let inner = view.node(at);
        let word = |text: &str| text.chars().any(char::is_alphanumeric);
        inner.role == "image" || !(word(&inner.name) || word(&inner.text))
    };
    for at in view.inside(index) {
        let node = view.node(at);
        let pressed = match node.role.as_str() {
            "" => node.states.clickable,
            role => role == "button",
        };
        if pressed && view.subtree(at).all(mute) {
            let small = |[_, _, width, height]: [f64; 4]| width <= 48.0 && height <= 64.0;
            return node.rect.is_some_and(small).then_some(at);
        }
        // Only what stands around it may come before it.
        if view.inside(at).is_empty() || node.role == "group" {
            return None;
        }
    }
    None
}

/// Names of the button that closes a dialog.
const CLOSING: &[&str] = &[
    "close",
    "cancel",
    "dismiss",
    "×",
    "x",
    "✕",
    "✖",
    "close dialog",
];

/// Closes a dialog by its one closing button, or by Escape when it has none.
pub(super) fn close(ground: &Ground<'_>, target: &Target) -> Result<Plan> {
    let view = ground.view;
    let dialog = |index: usize| matches!(view.node(index).role.as_str(), "dialog" | "alertdialog");
    let hit = resolve_as(view, target, dialog)
        .map_err(|trouble| ground.error(target, Purpose::See, &trouble))?;
    let closing: Vec<usize> = view
        .inside(hit.index)
        .filter(|at| view.node(*at).role == "button" && CLOSING.contains(&view.name(*at)))
        .collect();
    let gone = |verb: Verb| Plan {
        goal: Some(Goal::new(view.node(hit.index), Wanted::Gone)),
        ..Plan::new(verb)
    };
    match closing.as_slice() {
        [one] => Ok(gone(Verb::Tap {
            target: view.node(*one).id.clone(),
        })),
        [] => {
            let chord = Chord::parse("Escape")
                .map_err(|error| error.sentence(ground.sentence, target.span.clone(), "how?"))?;
            let input = chord.to_string();
            let target = None;
            Ok(gone(Verb::Press { target, chord }).input(input))
        }
        several => Err(ground.error(
            target,
            Purpose::Operate,
            &Trouble::Several(several.to_vec()),
        )),
    }
}

/// Sends a form by its one button.
pub(super) fn submit(ground: &Ground<'_>, target: &Target) -> Result<Plan> {
    let view = ground.view;
    let form = |index: usize| matches!(view.node(index).role.as_str(), "form" | "search");
    let button = |at: &usize| view.node(*at).role == "button";
    let buttons: Vec<usize> = match resolve_as(view, target, form) {
        Ok(hit) => view.inside(hit.index).filter(button).collect(),
        // A form without a name is not listed: then the page's one button is its own.
        Err(Trouble::Absent) => view.all().filter(button).collect(),
        Err(trouble) => return Err(ground.error(target, Purpose::See, &trouble)),
    };
    match buttons.as_slice() {
        [one] => Ok(Plan::new(Verb::Tap {
            target: view.node(*one).id.clone(),
        })),
        several => Err(Error::new(
            Code::SentenceAmbiguous,
            format!("{} buttons may submit the form", several.len()),
        )
        .sentence(ground.sentence, target.span.clone(), "with which one?")
        .note(explain::names(
            view,
            "buttons",
            |node| node.role == "button",
            "",
        ))
        .help("name the button: `click \"…\"`, or press the key: `press Enter in the … field`")),
    }
}

/// Types into the one search field and confirms.
pub(super) fn search(ground: &Ground<'_>, text: &Text) -> Result<Plan> {
    let view = ground.view;
    let fields: Vec<usize> = view
        .all()
        .filter(|at| view.node(*at).role == "searchbox")
        .collect();
    let [one] = fields.as_slice() else {
        let code = match fields.len() {
            0 => Code::LocatorNotFound,
            _ => Code::SentenceAmbiguous,
        };
        return Err(Error::new(
            code,
            format!("there are {} search fields on the page", fields.len()),
        )
        .sentence(ground.sentence, text.span.clone(), "into which?")
        .note(explain::names(
            view,
            "fields on the page",
            |node| node.states.editable,
            "",
        ))
        .help(format!(
            "write `type \"{}\" into … and press Enter`",
            text.raw
        )));
    };
    Ok(Plan::new(Verb::Type {
        target: Some(view.node(*one).id.clone()),
        text: format!("{}\n", text.raw),
        replace: true,
    })
    .input(text.raw.clone()))
}

/// The first thing on the page, or the lowest: an empty region at the end, as messages
/// are put into, is no place to scroll to.
pub(super) fn edge(view: &View<'_>, top: bool) -> Result<Plan> {
    let of = |at: usize| {
        view.node(at)
            .rect
            .filter(|[_, _, width, height]| *width > 0.0 && *height > 0.0)
    };
    let placed = view.all().filter_map(|at| of(at).map(|rect| (at, rect)));
    let found = match top {
        true => placed.map(|(at, _)| at).next(),
        false => {
            let leaves = placed.filter(|(at, _)| view.inside(*at).all(|inner| of(inner).is_none()));
            let lowest = |[_, y, _, height]: &[f64; 4]| y + height;
            leaves
                .max_by(|(_, one), (_, other)| lowest(one).total_cmp(&lowest(other)))
                .map(|(at, _)| at)
        }
    };
    let index = found.ok_or_else(|| {
        Error::new(
            Code::LocatorNotFound,
            "there is nothing on the page to scroll to",
        )
    })?;
    Ok(Plan::new(Verb::ScrollTo {
        target: view.node(index).id.clone(),
    }))
}

/// Whether the words are `the text "…"`.
fn says_text(target: &Target) -> bool {
    let words = target.words.to_lowercase();
    let quoted = |reading: &super::program::Reading| {
        reading.family.is_none() && reading.name.as_ref().is_some_and(|name| name.quoted)
    };
    words.starts_with("text ") && target.readings.iter().any(quoted)
}

/// The same words without quotation marks, so that a longer name may hold them.
fn in_words(target: &Target) -> Target {
    let mut target = target.clone();
    for reading in &mut target.readings {
        if let Some(name) = &mut reading.name {
            name.quoted = false;
        }
    }
    target
}

/// The one control in a header or cell, where both are called the same.
fn only_control(view: &View<'_>, index: usize) -> Option<usize> {
    let holder = matches!(
        view.node(index).role.as_str(),
        "columnheader" | "rowheader" | "cell" | "gridcell"
    );
    let mut inside = view
        .inside(index)
        .filter(|at| view.node(*at).is_interactive());
    let only = inside.next().filter(|_| holder)?;
    (inside.next().is_none() && view.name(only) == view.name(index)).then_some(only)
}

fn switches(node: &Node) -> bool {
    matches!(
        node.role.as_str(),
        "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio"
    )
}

/// Whether a node has its name from a text beside it.
fn names_beside(node: &Node) -> bool {
    node.states.editable
        || matches!(
            node.role.as_str(),
            "checkbox" | "radio" | "switch" | "textbox" | "searchbox" | "spinbutton" | "slider"
        )
}
