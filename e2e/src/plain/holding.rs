//! Reading what something has in it: "has focus", "shows …", "contains a Save button".

use super::absence::absent;
use super::amount::amount;
use super::condition::{shows, something};
use super::phrase;
use super::predicate::{Subject, compare, starts_quoted};
use super::program::{Compare, Condition, Relation, State, Target};
use super::token::Token;
use super::words;

/// After "has": focus, a value, a text, a number of things, or a thing.
pub(super) fn has(
    sentence: &str,
    subject: &Subject,
    tokens: &[Token],
    holds: bool,
) -> Option<Condition> {
    if let Subject::Thing(target) = subject {
        let state = |state, holds| {
            Some(Condition::State {
                target: target.clone(),
                state,
                holds,
            })
        };
        if matches!(words::without_article(tokens), [one] if one.is("focus")) {
            return state(State::Focused, holds);
        }
        if let [no, noun] = tokens
            && no.is("no")
            && noun.is_any(&["value", "text", "content"])
        {
            return state(State::Empty, holds);
        }
        let bare = words::without_article(tokens);
        if let Some(value) = words::after_any(bare, &["value of", "text of", "value", "text"]) {
            return compare(sentence, subject, Compare::Is, value, holds, true);
        }
    }
    // "the page has loaded", "the URL has changed to …".
    let bare = tokens.len() == 1 || matches!(subject, Subject::Address | Subject::Title);
    let done = bare && !starts_quoted(tokens);
    let there = |condition: &Condition| {
        matches!(
            condition,
            Condition::Present { .. } | Condition::Count { .. }
        )
    };
    holding(sentence, subject, tokens, holds).filter(|condition| !done || there(condition))
}

/// After "shows" or "contains": a text, a number of things, or a thing.
pub(super) fn holding(
    sentence: &str,
    subject: &Subject,
    tokens: &[Token],
    holds: bool,
) -> Option<Condition> {
    match subject {
        Subject::Page { .. } => match holds {
            true => amount(sentence, tokens),
            false => absent(sentence, tokens),
        },
        Subject::Address | Subject::Title => {
            compare(sentence, subject, Compare::Contains, tokens, holds, true)
        }
        Subject::Thing(target) => {
            if let Some(none) = words::after(tokens, "no") {
                let list = target.family().is_some_and(|family| family.name == "list");
                // What a list holds are its items, whatever they are made of.
                if holds && list && matches!(none, [one] if one.is_any(&["item", "items"])) {
                    return Some(Condition::State {
                        target: target.clone(),
                        state: State::Empty,
                        holds,
                    });
                }
                let condition = holds.then(|| absent(sentence, none)).flatten()?;
                return within(condition, target);
            }
            if let Some(both) = both(sentence, subject, tokens).filter(|_| holds) {
                return Some(both);
            }
            let thing = phrase::target(sentence, tokens)
                .is_some_and(|inner| inner.family().is_some() && !starts_quoted(tokens));
            if thing {
                let condition = match holds {
                    true => amount(sentence, tokens).or_else(|| something(sentence, tokens)),
                    false => absent(sentence, tokens),
                }?;
                return within(condition, target);
            }
            if let Some(condition) = holds.then(|| amount(sentence, tokens)).flatten()
                && matches!(condition, Condition::Count { .. })
            {
                return within(condition, target);
            }
            let Condition::Shows { text, .. } = shows(sentence, tokens, Some(target), holds)?
            else {
                return None;
            };
            Some(Condition::Reads {
                target: target.clone(),
                compare: Compare::Contains,
                text,
                holds,
            })
        }
        _ => None,
    }
}

/// Two things, each with its kind: "a Delete button and a Keep it button".
fn both(sentence: &str, subject: &Subject, tokens: &[Token]) -> Option<Condition> {
    let kind = |part: &[Token]| {
        phrase::target(sentence, part).is_some_and(|target| target.family().is_some())
    };
    let joins = |at: &usize| {
        let article = tokens
            .get(at + 1)
            .is_some_and(|next| next.is_any(&["a", "an", "the"]));
        tokens[*at].is("and") && article
    };
    let at = (1..tokens.len()).find(joins)?;
    let (first, rest) = (&tokens[..at], &tokens[at + 1..]);
    if starts_quoted(tokens) || !kind(first) || !kind(rest) {
        return None;
    }
    Some(Condition::All(vec![
        holding(sentence, subject, first, true)?,
        holding(sentence, subject, rest, true)?,
    ]))
}

/// The condition inside of a thing.
fn within(condition: Condition, place: &Target) -> Option<Condition> {
    let narrow = |target: Target| phrase::placed_in(target, Relation::In, place);
    Some(match condition {
        Condition::Present { target, holds } => Condition::Present {
            target: narrow(target),
            holds,
        },
        Condition::Count { target, limit, n } => Condition::Count {
            target: narrow(target),
            limit,
            n,
        },
        Condition::Shows { text, holds, .. } => Condition::Reads {
            target: place.clone(),
            compare: Compare::Contains,
            text,
            holds,
        },
        _ => return None,
    })
}
