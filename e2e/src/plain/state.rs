//! The one thing a statement is about, and the states a screen gives it.

use super::answer;
use super::family::Family;
use super::fold::fold;
use super::place;
use super::program::{Relation, Scope, State, Target};
use super::resolve::{Purpose, Trouble, resolve_as, resolve_ranked};
use super::view::{Rank, View};
use crate::error::Error;
use crate::page::node::{Node, Tristate};

/// The one thing a statement is about: what can be in the state before what cannot,
/// a control before anything else.
pub(crate) fn subject(
    view: &View<'_>,
    target: &Target,
    state: Option<State>,
) -> Result<usize, Trouble> {
    let can_be = |index: usize| {
        let states = &view.node(index).states;
        match state {
            Some(State::Checked | State::Mixed) => Purpose::Check.suits(view, index),
            Some(State::Selected) => states.selected.is_some() || states.checked.is_some(),
            Some(State::Expanded) => states.expanded.is_some(),
            Some(State::Pressed) => states.pressed.is_some(),
            Some(State::Current) => states.current,
            Some(State::Busy) => states.busy,
            Some(State::Empty) => can_be_empty(view, index),
            _ => view.node(index).is_interactive(),
        }
    };
    // "the alert" is one, and no button that says "Show alert".
    if is_role_only(target) {
        let family = |at: usize| {
            let mut readings = target.readings.iter();
            readings.any(|reading| {
                reading
                    .family
                    .is_some_and(|family| family.fits(view.node(at)))
            })
        };
        let kinds = Target {
            readings: target
                .readings
                .iter()
                .filter(|reading| reading.family.is_some())
                .cloned()
                .collect(),
            ..target.clone()
        };
        return match resolve_as(view, &kinds, family) {
            Err(Trouble::Absent) => resolve_ranked(view, target, &[Rank::Exact, Rank::Plain]),
            found => found,
        }
        .map(|hit| hit.index);
    }
    let first = resolve_as(view, target, can_be);
    match first {
        Err(Trouble::Absent) => resolve_as(view, target, |_| true),
        found => found,
    }
    .map(|hit| hit.index)
    .or_else(|trouble| match trouble {
        Trouble::Absent => item(view, target).ok_or(trouble),
        trouble => Err(trouble),
    })
}

/// `the "Enamel mug" list item` is the one with that text in it. What is called by a
/// name of its own, as controls and dialogs are, is not.
pub(super) fn item(view: &View<'_>, target: &Target) -> Option<usize> {
    let kinds = Target {
        readings: target
            .readings
            .iter()
            .filter(|reading| reading.family.is_some_and(Family::is_item))
            .filter(|reading| reading.name.is_some())
            .cloned()
            .collect(),
        ..target.clone()
    };
    if kinds.readings.is_empty() {
        return None;
    }
    let relation = Relation::In;
    let scope = Scope {
        relation,
        target: kinds.clone(),
    };
    let found = place::find(view, &scope, &|_| true).ok()?.container?;
    let mut families = kinds.readings.iter().filter_map(|reading| reading.family);
    families
        .any(|family| family.fits(view.node(found)))
        .then_some(found)
}

/// Whether the words are a kind of thing and nothing else: "the alert", "an alert".
pub(crate) fn is_role_only(target: &Target) -> bool {
    let kind = |reading: &super::program::Reading| {
        reading.name.is_none() && reading.family.is_some() && reading.scope.is_none()
    };
    target.readings.iter().any(kind)
}

/// Whether it can be empty: a field, or something made to hold things.
fn can_be_empty(view: &View<'_>, index: usize) -> bool {
    let node = view.node(index);
    node.value.is_some()
        || node.states.editable
        || node.states.secure
        || (answer::is_place(node) && node.role != "navigation")
        || matches!(
            node.role.as_str(),
            "listbox" | "menu" | "tree" | "cell" | "gridcell" | "definition" | "paragraph"
        )
}

/// The word for a state, and whether the thing is in it; `None` where the page gives
/// it no such state.
pub(crate) fn state(view: &View<'_>, index: usize, wanted: State) -> (&'static str, Option<bool>) {
    let node = view.node(index);
    let states = &node.states;
    let exactly = |state: Option<Tristate>| match state {
        Some(Tristate::True) => Some(true),
        Some(Tristate::False) => Some(false),
        Some(Tristate::Mixed) | None => None,
    };
    // A heading is not disabled, and that says nothing about the button of its name.
    let control = node.is_interactive() || states.secure || node.role.contains("group");
    let operable = |is: bool| (is || control).then_some(is);
    match wanted {
        State::Checked => {
            let own = if states.checked.is_some() {
                states.checked
            } else {
                states.pressed
            };
            ("checked", exactly(own))
        }
        State::Mixed => {
            let own = states.checked.or(states.pressed);
            ("partly checked", own.map(|is| is == Tristate::Mixed))
        }
        State::Pressed => ("pressed", exactly(states.pressed)),
        State::Selected => ("selected", states.selected.or(exactly(states.checked))),
        State::Expanded => ("expanded", states.expanded),
        State::Disabled => ("disabled", operable(states.disabled)),
        State::Focused => ("focused", operable(states.focused)),
        State::Required => ("required", operable(states.required)),
        State::Readonly => ("read-only", readonly(node)),
        State::Invalid => ("invalid", operable(states.invalid || states.unfit)),
        State::Busy => ("busy", Some(states.busy)),
        State::Current => ("current", Some(states.current)),
        State::Empty => ("empty", is_empty(view, index)),
    }
}

/// Whether nothing can be entered where otherwise something could be. What is disabled,
/// or no field at all, is neither read-only nor editable.
fn readonly(node: &Node) -> Option<bool> {
    let choice = matches!(
        node.role.as_str(),
        "combobox" | "listbox" | "checkbox" | "radio" | "switch" | "slider" | "spinbutton"
    );
    let editable = (node.states.editable || choice) && !node.states.disabled;
    (node.states.readonly || editable).then_some(node.states.readonly)
}

fn is_empty(view: &View<'_>, index: usize) -> Option<bool> {
    let node = view.node(index);
    if node.states.secure {
        return node.states.blank;
    }
    if !can_be_empty(view, index) {
        return None;
    }
    if let Some(value) = &node.value {
        return Some(value.is_empty());
    }
    if node.states.editable {
        return Some(true);
    }
    // What only says what it is a list of is nothing in it.
    let own = view.name(index);
    let says = |at: usize| {
        let inner = view.node(at);
        let label = inner.role == "heading" || inner.role == "columnheader";
        let header = inner.role == "row" && super::count::is_header_row(view, at);
        let name = !own.is_empty() && (view.text(at) == own || view.name(at) == own);
        !inner.label().is_empty() && !label && !header && !name
    };
    let text = fold(&node.text);
    Some(
        (text.is_empty() || text == own && !own.is_empty() && node.role != "status")
            && !view.inside(index).any(says),
    )
}

/// More about the thing that a failed check of its state should show.
pub(crate) fn detail(view: &View<'_>, index: usize, error: Error) -> Error {
    let node = view.node(index);
    let mut error = error;
    if let Some(value) = &node.value {
        error = error.note(format!(
            "its value is \"{}\"",
            crate::text::clip(value, 200)
        ));
    }
    if let Some(message) = &node.states.invalid_message {
        error = error.note(format!("the page says about it: {message}"));
    }
    error
}

/// The states the page gives a thing, in words.
pub(crate) fn known(view: &View<'_>, index: usize) -> String {
    let states = &view.node(index).states;
    let mut words = Vec::new();
    let tristate = |word: &str, state: Option<Tristate>| {
        state.map(|state| match state {
            Tristate::True => word.to_owned(),
            Tristate::False => format!("not {word}"),
            Tristate::Mixed => format!("partly {word}"),
        })
    };
    let two = |word: &str, state: Option<bool>| {
        state.map(|is| {
            if is {
                word.to_owned()
            } else {
                format!("not {word}")
            }
        })
    };
    words.extend(tristate("checked", states.checked));
    words.extend(tristate("pressed", states.pressed));
    words.extend(two("selected", states.selected));
    words.extend(two("expanded", states.expanded));
    for (word, is) in [
        ("disabled", states.disabled),
        ("read-only", states.readonly),
        ("required", states.required),
        ("invalid", states.invalid || states.unfit),
        ("focused", states.focused),
        ("a password field", states.secure),
    ] {
        if is {
            words.push(word.to_owned());
        }
    }
    match words.is_empty() {
        true => "it has none".into(),
        false => format!("it is {}", words.join(", ")),
    }
}
