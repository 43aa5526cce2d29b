//! Reading how many of something there are.

use super::absence::{absent, is_missable};
use super::condition::something;
use super::family;
use super::phrase;
use super::program::{Condition, Limit, Target};
use super::token::{Kind, Token};
use super::words;

/// Words before a number, what they make of it, and what is added to it.
const LIMITS: &[(&str, Limit, isize)] = &[
    ("exactly", Limit::Exactly, 0),
    ("only", Limit::Exactly, 0),
    ("at least", Limit::AtLeast, 0),
    ("at most", Limit::AtMost, 0),
    ("no more than", Limit::AtMost, 0),
    ("no fewer than", Limit::AtLeast, 0),
    ("no less than", Limit::AtLeast, 0),
    ("more than", Limit::AtLeast, 1),
    ("fewer than", Limit::AtMost, -1),
    ("less than", Limit::AtMost, -1),
];

/// The limit the tokens begin with, and what follows it.
fn limit(tokens: &[Token]) -> ((Limit, isize), &[Token]) {
    LIMITS
        .iter()
        .find_map(|(words, limit, off)| Some(((*limit, *off), words::after(tokens, words)?)))
        .unwrap_or(((Limit::Exactly, 0), tokens))
}

/// Whether words before a verb are so many of a kind: "3 rows", "exactly one dialog".
pub(crate) fn is_amount(tokens: &[Token]) -> bool {
    let (_, rest) = limit(tokens);
    let [count, .., last] = rest else {
        return false;
    };
    let n = words::number(count);
    let plural = last.kind == Kind::Word && family::is_plural(&last.text);
    n.is_some() && (plural || rest.len() < tokens.len() && family::family(&last.text).is_some())
}

/// "3 rows are visible", "exactly one dialog is open".
pub(crate) fn existing(sentence: &str, tokens: &[Token], verb: &[Token]) -> Option<Condition> {
    let rest = words::after_any(verb, &["is", "are"])?;
    let there = match rest {
        [one] => one.is_any(&[
            "visible",
            "shown",
            "displayed",
            "present",
            "there",
            "listed",
            "open",
        ]),
        _ => words::after(rest, "on").is_some_and(words::is_page),
    };
    let one = matches!(tokens, [one, _] if one.is("one"));
    if !there || !(is_amount(tokens) || one) {
        return None;
    }
    let counted = amount(sentence, tokens)?;
    let Condition::Count { target, .. } = &counted else {
        return None;
    };
    // An accordion that is open is more than there.
    let passing = target.family().is_some_and(family::Family::is_passing);
    (passing || !rest[0].is("open")).then_some(counted)
}

/// So many of something, or something at all.
pub(crate) fn amount(sentence: &str, tokens: &[Token]) -> Option<Condition> {
    let bounds = ["no more than", "no fewer than", "no less than"];
    if let (Some(rest), None) = (
        words::after(tokens, "no"),
        words::after_any(tokens, &bounds),
    ) {
        return absent(sentence, rest);
    }
    let tokens = words::after(tokens, "still").unwrap_or(tokens);
    if words::is_of_several(tokens) {
        return None;
    }
    let (limit, rest) = limit(tokens);
    if let [count, rest @ ..] = rest {
        let single = rest.first().is_some_and(|token| token.is("single"));
        let (n, rest) = match words::number(count) {
            Some(n) => (Some(n), rest),
            None if count.is("a") && single => (Some(1), &rest[1..]),
            None => (None, rest),
        };
        if let Some(n) = n {
            let n = n.checked_add_signed(limit.1)?;
            let target = phrase::target(sentence, rest).filter(is_named)?;
            if (n == 0 || limit.0 == Limit::AtMost) && !is_missable(&target) {
                return None;
            }
            return Some(Condition::Count {
                target,
                limit: limit.0,
                n,
            });
        }
    }
    if tokens.len() > rest.len() {
        return None;
    }
    something(sentence, tokens)
}

/// Whether a target says enough to be counted: its kind, or its text in quotation
/// marks.
fn is_named(target: &Target) -> bool {
    target.family().is_some() || target.is_exact()
}
