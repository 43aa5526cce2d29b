//! Reading that something is not there: what is named exactly, and nothing else.

use super::condition::shows;
use super::family;
use super::phrase;
use super::program::{Condition, Reading, Target};
use super::token::Token;
use super::words;

/// Words that say which of several is meant, and are no part of a name in a denial.
const APART: &[&str] = &[
    "any",
    "more",
    "other",
    "another",
    "else",
    "such",
    "enabled",
    "disabled",
    "checked",
    "unchecked",
    "ticked",
    "unticked",
    "selected",
    "visible",
    "hidden",
    "empty",
    "focused",
    "pressed",
    "expanded",
    "collapsed",
    "active",
    "inactive",
    "only",
    "called",
    "named",
    "labelled",
    "that",
    "which",
    "matching",
];

/// Words that begin an amount, which no thing is called by.
const AMOUNTS: &[&str] = &[
    "than", "more", "fewer", "less", "exactly", "only", "at", "just", "many", "much", "all",
    "both", "every", "each", "enough", "between", "over", "under", "about", "around", "up",
];

/// Something that is not there; only what is named exactly.
pub(crate) fn absent(sentence: &str, tokens: &[Token]) -> Option<Condition> {
    let more = words::after_any(tokens, &["longer", "any longer", "any more", "any", "more"]);
    let tokens = more.filter(|rest| !rest.is_empty()).unwrap_or(tokens);
    // "not 4 items" and "no exactly …" are about how many there are, and no names.
    let first = tokens.first()?;
    if words::number(first).is_some() || first.is_any(AMOUNTS) {
        return None;
    }
    let target = phrase::target(sentence, tokens).filter(is_missable);
    match target {
        Some(target) if target.family().is_some() => Some(Condition::Present {
            target,
            holds: false,
        }),
        _ => shows(sentence, tokens, None, false),
    }
}

/// Whether a target says enough to be missed: its text in quotation marks, or a kind
/// of thing that pages mark as what it is.
pub(crate) fn is_missable(target: &Target) -> bool {
    let quoted = |reading: &Reading| reading.name.as_ref().is_some_and(|name| name.quoted);
    // "no dialog and the total is 5" would name a dialog that no page has.
    let joined = target
        .words
        .split_whitespace()
        .any(|word| matches!(word, "and" | "then") || word.ends_with([',', ';']));
    // "no enabled Save button" is not about a button called so.
    let told_apart = target
        .words
        .split_whitespace()
        .any(|word| APART.contains(&word.to_lowercase().as_str()));
    // A menu is told by what opens it.
    let menu = matches!(target.words.to_lowercase().as_str(), "menu" | "menus");
    target.readings.iter().any(quoted)
        || menu
        || (target.family().is_some() && !joined && !told_apart && !family::is_loose(&target.words))
}
