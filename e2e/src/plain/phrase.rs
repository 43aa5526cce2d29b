//! Words for one thing on the page: "the second Delete button in the row March".
//!
//! The words alone often allow several meanings ("First name field" may be a name,
//! a name with a role, or the first of several). All of them are kept, the most
//! literal first; the page decides.

use super::family::{self, Family};
use super::program::{Name, Ordinal, Reading, Relation, Scope, Target};
use super::token::{Kind, Token};
use super::words;

/// More readings than that are no sentence a person would write.
const MAX_READINGS: usize = 24;

/// How deep places may be nested: "in the row March in the table Invoices".
const MAX_DEPTH: usize = 3;

/// Words that say where something is. Two-word ones come first.
const CONNECTORS: &[(&str, Relation)] = &[
    ("next to", Relation::NextTo),
    ("inside of", Relation::In),
    ("that contains", Relation::With),
    ("that has", Relation::With),
    ("which contains", Relation::With),
    ("beside", Relation::NextTo),
    ("near", Relation::NextTo),
    ("in", Relation::In),
    ("inside", Relation::In),
    ("within", Relation::In),
    ("on", Relation::In),
    ("of", Relation::In),
    ("for", Relation::In),
    ("from", Relation::In),
    ("under", Relation::Under),
    ("below", Relation::Under),
    ("beneath", Relation::Under),
    ("with", Relation::With),
    ("containing", Relation::With),
];

/// Words between a role and the name that follows it.
const NAMING: &[&str] = &[
    "with the text",
    "with the name",
    "with the label",
    "with text",
    "with name",
    "with label",
    "with title",
    "that says",
    "that reads",
    "labelled",
    "labeled",
    "named",
    "called",
    "titled",
    "saying",
    "reading",
    "marked",
];

/// Reads words for one thing; `None` when they are none.
pub(crate) fn target(sentence: &str, tokens: &[Token]) -> Option<Target> {
    nested(sentence, tokens, 0)
}

/// Reads words for one thing without a place: what is to be chosen from a list.
pub(crate) fn unplaced(sentence: &str, tokens: &[Token]) -> Option<Target> {
    finish(sentence, tokens, heads(sentence, tokens))
}

fn nested(sentence: &str, tokens: &[Token], depth: usize) -> Option<Target> {
    let mut readings = heads(sentence, tokens);
    if depth < MAX_DEPTH {
        for at in (1..tokens.len()).rev() {
            if readings.len() >= MAX_READINGS {
                break;
            }
            if let Some((relation, place)) = connector(&tokens[at..]) {
                placed(
                    sentence,
                    &tokens[..at],
                    relation,
                    place,
                    depth,
                    &mut readings,
                );
            }
        }
    }
    readings.truncate(MAX_READINGS);
    finish(sentence, tokens, readings)
}

/// The thing, narrowed to a place.
pub(crate) fn placed_in(thing: Target, relation: Relation, place: &Target) -> Target {
    let narrow = |reading: Reading| Reading {
        scope: Some(Box::new(Scope {
            relation,
            target: place.clone(),
        })),
        ..reading
    };
    Target {
        readings: thing
            .readings
            .into_iter()
            .filter(|reading| reading.scope.is_none())
            .map(narrow)
            .collect(),
        ..thing
    }
}

/// A place behind what it belongs to: "in the Plan dropdown".
pub(crate) fn place(sentence: &str, tokens: &[Token]) -> Option<(Relation, Target)> {
    let (relation, place) = connector(tokens)?;
    Some((relation, nested(sentence, place, 1)?))
}

fn finish(sentence: &str, tokens: &[Token], readings: Vec<Reading>) -> Option<Target> {
    if readings.is_empty() {
        return None;
    }
    let named = words::without_article(tokens);
    let plural = readings.iter().any(|reading| reading.name.is_none())
        && named
            .iter()
            .any(|token| token.kind == Kind::Word && family::is_plural(&token.text));
    Some(Target {
        span: words::span(tokens),
        words: words::slice(sentence, named).to_owned(),
        readings,
        plural,
    })
}

/// The connector the tokens begin with, and the place after it.
fn connector(tokens: &[Token]) -> Option<(Relation, &[Token])> {
    CONNECTORS.iter().find_map(|(words, relation)| {
        let place = words::after(tokens, words)?;
        (!place.is_empty()).then_some((*relation, place))
    })
}

fn placed(
    sentence: &str,
    thing: &[Token],
    relation: Relation,
    place: &[Token],
    depth: usize,
    readings: &mut Vec<Reading>,
) {
    let heads = heads(sentence, thing);
    if heads.is_empty() {
        return;
    }
    // "on the page" is everywhere.
    if words::is_page(place) {
        readings.extend(heads);
        return;
    }
    let Some(place) = nested(sentence, place, depth + 1) else {
        return;
    };
    for head in heads {
        readings.push(Reading {
            scope: Some(Box::new(Scope {
                relation,
                target: place.clone(),
            })),
            ..head
        });
    }
}

/// Readings of words that name no place.
fn heads(sentence: &str, tokens: &[Token]) -> Vec<Reading> {
    let mark = |token: Option<&Token>| {
        token.is_none_or(|token| matches!(token.kind, Kind::Comma | Kind::Stop))
    };
    if mark(tokens.first()) || mark(tokens.last()) {
        return Vec::new();
    }
    let rest = words::without_article(tokens);
    let article = (rest.len() < tokens.len()).then(|| words::slice(sentence, tokens).to_owned());
    let mut readings = Vec::new();
    plain_heads(sentence, rest, article, None, &mut readings);
    if let [first, tail @ ..] = rest
        && let (Some(ordinal), false) = (words::ordinal(first), tail.is_empty())
    {
        plain_heads(sentence, tail, None, Some(ordinal), &mut readings);
    }
    readings
}

/// Adds the readings of a name, a role, or both in either order.
fn plain_heads(
    sentence: &str,
    tokens: &[Token],
    with_article: Option<String>,
    ordinal: Option<Ordinal>,
    readings: &mut Vec<Reading>,
) {
    let mut add = |name: Option<Name>, family: Option<&'static Family>| {
        readings.push(Reading {
            name,
            family,
            ordinal,
            scope: None,
        });
    };
    if let Some(mut name) = name(sentence, tokens) {
        name.with_article = with_article.filter(|_| !name.quoted);
        add(Some(name), None);
    }
    for length in [2, 1] {
        let Some(cut) = tokens.len().checked_sub(length) else {
            continue;
        };
        if let Some(family) = role(&tokens[cut..]) {
            match cut {
                0 => add(None, Some(family)),
                _ => {
                    if let Some(name) = name(sentence, &tokens[..cut]) {
                        add(Some(name), Some(family));
                    }
                }
            }
        }
        if cut == 0 {
            continue;
        }
        let kind = &tokens[..length];
        // "Log in" is no log.
        if matches!(kind, [one] if one.is("log")) {
            continue;
        }
        let rest = &tokens[length..];
        let rest = words::after_any(rest, NAMING).unwrap_or(rest);
        let noun = matches!(kind, [one] if one.is_any(words::TEXT_NOUNS));
        if let Some(name) = name(sentence, rest) {
            match role(kind) {
                Some(family) => add(Some(name), Some(family)),
                // `the text "Saved"`: the noun adds nothing to a quoted text.
                None if noun && name.quoted => add(Some(name), None),
                None => {}
            }
        }
        if let ([one], Some(family), None) = (rest, role(kind), ordinal) {
            // "row 3" is the row called so, else the third.
            if let Some(n) = words::number(one).filter(|n| *n > 0) {
                readings.push(Reading {
                    name: None,
                    family: Some(family),
                    ordinal: Some(Ordinal::Nth(n)),
                    scope: None,
                });
                return;
            }
        }
    }
}

fn role(tokens: &[Token]) -> Option<&'static Family> {
    match tokens {
        [one] if one.kind == Kind::Word => family::family(&one.text),
        [one, two] if one.kind == Kind::Word && two.kind == Kind::Word => {
            family::family(&format!("{} {}", one.text, two.text))
        }
        _ => None,
    }
}

/// A name: one quoted text, or words without any.
fn name(sentence: &str, tokens: &[Token]) -> Option<Name> {
    let text = words::text(sentence, tokens)?;
    let mark = |token: &Token| matches!(token.kind, Kind::Comma | Kind::Stop);
    if tokens.first().is_some_and(mark) || tokens.last().is_some_and(mark) {
        return None;
    }
    if !text.quoted && !words::is_one_name(tokens) {
        return None;
    }
    (!text.raw.trim().is_empty()).then_some(Name {
        raw: text.raw,
        with_article: None,
        quoted: text.quoted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::token::lex;

    #[test]
    fn words_keep_all_their_meanings() {
        for (words, readings) in [
            ("Save", "'Save'"),
            ("the Save button", "'Save button' | button 'Save'"),
            ("button \"Save\"", "button \"Save\""),
            ("the button labelled \"Save\"", "button \"Save\""),
            ("\"Save\" button", "button \"Save\""),
            ("text field Email", "'text field Email' | field 'Email'"),
            ("the dialog", "'dialog' | dialog"),
            ("the second Delete", "'second Delete' | #2 'Delete'"),
            (
                "the first name field",
                "'first name field' | field 'first name' | #1 'name field' | #1 field 'name'",
            ),
            ("row 3", "'row 3' | row '3' | #3 row"),
            ("the text \"Saved\"", "\"Saved\""),
            (
                "\"Delete\" in the row \"March\"",
                "\"Delete\" in (row \"March\")",
            ),
            (
                "Delete next to March",
                "'Delete next to March' | 'Delete' next to ('March')",
            ),
            ("Save on the page", "'Save on the page' | 'Save'"),
            ("\"a\" \"b\"", ""),
            ("\"\"", ""),
            ("the", "'the'"),
            ("", ""),
            ("in", "'in'"),
        ] {
            let tokens = lex(words).unwrap();
            let shown = target(words, &tokens).map(|target| target.to_string());
            assert_eq!(shown.unwrap_or_default(), readings, "{words:?}");
        }
    }
}
