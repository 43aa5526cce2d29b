//! Adjectives a thing can have on a page: "visible", "checked", "disabled".

use super::phrase;
use super::predicate::{Subject, present};
use super::program::{Condition, State, Target};
use super::token::Token;
use super::words;

/// What an adjective asks for.
#[derive(Clone, Copy)]
enum Asked {
    Present(bool),
    State(State, bool),
    /// Open or closed: a dialog is there, anything else is expanded.
    Open(bool),
}

const ADJECTIVES: &[(&str, Asked)] = &[
    ("on the page", Asked::Present(true)),
    ("on the screen", Asked::Present(true)),
    ("on screen", Asked::Present(true)),
    ("visible", Asked::Present(true)),
    ("shown", Asked::Present(true)),
    ("displayed", Asked::Present(true)),
    ("present", Asked::Present(true)),
    ("there", Asked::Present(true)),
    ("listed", Asked::Present(true)),
    ("hidden", Asked::Present(false)),
    ("invisible", Asked::Present(false)),
    ("gone", Asked::Present(false)),
    ("absent", Asked::Present(false)),
    ("missing", Asked::Present(false)),
    ("turned on", Asked::State(State::Checked, true)),
    ("switched on", Asked::State(State::Checked, true)),
    ("turned off", Asked::State(State::Checked, false)),
    ("switched off", Asked::State(State::Checked, false)),
    ("checked", Asked::State(State::Checked, true)),
    ("ticked", Asked::State(State::Checked, true)),
    ("on", Asked::State(State::Checked, true)),
    ("unchecked", Asked::State(State::Checked, false)),
    ("partially checked", Asked::State(State::Mixed, true)),
    ("partly checked", Asked::State(State::Mixed, true)),
    ("indeterminate", Asked::State(State::Mixed, true)),
    ("mixed", Asked::State(State::Mixed, true)),
    ("unticked", Asked::State(State::Checked, false)),
    ("off", Asked::State(State::Checked, false)),
    ("disabled", Asked::State(State::Disabled, true)),
    ("greyed out", Asked::State(State::Disabled, true)),
    ("grayed out", Asked::State(State::Disabled, true)),
    ("enabled", Asked::State(State::Disabled, false)),
    ("selected", Asked::State(State::Selected, true)),
    ("chosen", Asked::State(State::Selected, true)),
    ("unselected", Asked::State(State::Selected, false)),
    ("focused", Asked::State(State::Focused, true)),
    ("in focus", Asked::State(State::Focused, true)),
    ("expanded", Asked::State(State::Expanded, true)),
    ("collapsed", Asked::State(State::Expanded, false)),
    ("open", Asked::Open(true)),
    ("closed", Asked::Open(false)),
    ("pressed", Asked::State(State::Pressed, true)),
    ("empty", Asked::State(State::Empty, true)),
    ("blank", Asked::State(State::Empty, true)),
    ("required", Asked::State(State::Required, true)),
    ("optional", Asked::State(State::Required, false)),
    ("readonly", Asked::State(State::Readonly, true)),
    ("read-only", Asked::State(State::Readonly, true)),
    ("editable", Asked::State(State::Readonly, false)),
    ("invalid", Asked::State(State::Invalid, true)),
    ("valid", Asked::State(State::Invalid, false)),
    ("busy", Asked::State(State::Busy, true)),
    ("current", Asked::State(State::Current, true)),
];

/// An adjective alone, which continues an earlier statement: "… and enabled".
pub(crate) fn alone(sentence: &str, subject: &Subject, tokens: &[Token]) -> Option<Condition> {
    match words::after(tokens, "not") {
        Some(rest) => stated(sentence, subject, rest, false),
        None => stated(sentence, subject, tokens, true),
    }
}

/// Reads the adjective that is said, or denied, of the subject.
pub(crate) fn stated(
    sentence: &str,
    subject: &Subject,
    tokens: &[Token],
    holds: bool,
) -> Option<Condition> {
    let tokens = ["anymore", "any more", "again", "now", "anywhere"]
        .iter()
        .find_map(|words| words::before(tokens, words))
        .unwrap_or(tokens);
    ADJECTIVES
        .iter()
        .find_map(|(words, asked)| {
            let rest = words::after(tokens, words)?;
            if rest.is_empty() || words::after_any(rest, &["on", "in"]).is_some_and(words::is_page)
            {
                return said(subject, *asked, holds);
            }
            // "is selected in the Plan dropdown" says where the subject is.
            let Subject::Thing(target) = subject else {
                return None;
            };
            let (relation, place) = phrase::place(sentence, rest)?;
            let subject = Subject::Thing(phrase::placed_in(target.clone(), relation, &place));
            said(&subject, *asked, holds)
        })
        .or_else(|| located(sentence, subject, tokens, holds))
}

/// `is in the Products list`: that it is there, of what is named exactly.
fn located(sentence: &str, subject: &Subject, tokens: &[Token], holds: bool) -> Option<Condition> {
    let (Subject::Thing(target), [first, rest @ ..]) = (subject, tokens) else {
        return None;
    };
    // "is in stock" is no place.
    let article = rest.first().is_some_and(|token| token.is("the"));
    let quoted = target
        .readings
        .iter()
        .any(|reading| reading.name.as_ref().is_some_and(|name| name.quoted));
    if !(first.is("in") && article && quoted) {
        return None;
    }
    let (relation, place) = phrase::place(sentence, tokens)?;
    let subject = Subject::Thing(phrase::placed_in(target.clone(), relation, &place));
    present(&subject, holds)
}

fn said(subject: &Subject, asked: Asked, holds: bool) -> Option<Condition> {
    let state = |target: &Target, state, is| Condition::State {
        target: target.clone(),
        state,
        holds: holds == is,
    };
    match (asked, subject) {
        (Asked::Present(is), _) => present(subject, holds == is),
        (Asked::State(asked, is), Subject::Thing(target)) => Some(state(target, asked, is)),
        (Asked::State(asked, is), Subject::Several(all)) => Some(Condition::All(
            all.iter().map(|target| state(target, asked, is)).collect(),
        )),
        (Asked::Open(is), Subject::Thing(target) | Subject::None(target)) => {
            let passing = target
                .family()
                .is_some_and(super::family::Family::is_passing);
            match subject {
                _ if passing => present(subject, holds == is),
                Subject::Thing(_) => Some(state(target, State::Expanded, is)),
                _ => None,
            }
        }
        _ => None,
    }
}
