//! Reading what has to hold: "the Save button is disabled", "the page shows …".
//!
//! What is said to be absent has to be named exactly: in quotation marks, or by
//! what kind of thing it is. "no error is shown" read as the missing text "error"
//! would hold on nearly every page.

use super::absence::{absent, is_missable};
use super::adjective;
use super::amount::{amount, existing, is_amount};
use super::phrase;
use super::predicate::{self, Subject};
use super::program::{Compare, Condition, State, Target};
use super::token::{Kind, Token};
use super::words;

/// What a clause leaves for the one that follows it: "is visible and enabled".
pub(crate) type Carried = Option<Subject>;

/// Words before a condition that say nothing about it.
const PREFIXES: &[&str] = &[
    "verify that",
    "check that",
    "ensure that",
    "assert that",
    "confirm that",
    "make sure that",
    "expect that",
    "verify",
    "ensure",
    "assert",
    "confirm",
    "make sure",
    "that",
];

/// Words that join what is denied, or take something out of it.
const ALTERNATIVES: &[&str] = &["or", "nor", "unless", "except", "but"];

/// Words for whoever looks at the page.
const VIEWERS: &[&str] = &["i", "we", "you", "the user", "a user", "user"];

/// Reads a condition, or what continues the one before.
pub(crate) fn condition(
    sentence: &str,
    tokens: &[Token],
    carried: &Carried,
) -> Option<(Condition, Carried)> {
    let tokens = words::after_any(tokens, PREFIXES).unwrap_or(tokens);
    let read = placed_at(sentence, tokens)
        .or_else(|| existence(sentence, tokens))
        .or_else(|| viewed(sentence, tokens))
        .or_else(|| stated(sentence, tokens));
    if let Some((condition, _)) = &read {
        // Denied of one thing or another, it would be about a thing of both names.
        let either = |token: &Token| token.is_any(ALTERNATIVES);
        let denies = condition.denies()
            || matches!(
                condition,
                Condition::Address { holds: false, .. } | Condition::Title { holds: false, .. }
            );
        return match denies && tokens.iter().any(either) {
            true => None,
            false => read,
        };
    }
    let subject = carried.as_ref()?;
    let about = subject.thing();
    let condition = predicate::read(sentence, &about, tokens)
        .or_else(|| adjective::alone(sentence, &about, tokens))
        .or_else(|| predicate::shown_too(sentence, subject, tokens))?;
    Some((condition, carried.clone()))
}

/// "I am on /signin", "the focus is on the Email field".
fn placed_at(sentence: &str, tokens: &[Token]) -> Option<(Condition, Carried)> {
    if let Some(rest) = words::after_any(tokens, &["the focus is on", "focus is on"]) {
        let target = phrase::target(sentence, rest)?;
        let (state, holds) = (State::Focused, true);
        return Some((
            Condition::State {
                target,
                state,
                holds,
            },
            None,
        ));
    }
    let rest = words::after_any(tokens, VIEWERS)?;
    let rest = words::after_any(rest, &["am on", "are on", "is on", "should be on"])?;
    let [path] = words::without_article(rest) else {
        return None;
    };
    let text = words::text(sentence, std::slice::from_ref(path))?;
    let (compare, holds) = (Compare::Is, true);
    text.raw.starts_with('/').then_some(())?;
    Some((
        Condition::Address {
            compare,
            text,
            holds,
        },
        None,
    ))
}

/// "there are 3 rows", "there is no dialog".
fn existence(sentence: &str, tokens: &[Token]) -> Option<(Condition, Carried)> {
    let rest = words::after(tokens, "there")?;
    let rest = words::after(rest, "should").unwrap_or(rest);
    let rest = words::after(rest, "must").unwrap_or(rest);
    let [verb, rest @ ..] = rest else { return None };
    let condition = if verb.is_any(&["is", "are", "be", "exists", "exist"]) {
        match words::after(rest, "not") {
            Some(rest) => absent(sentence, rest),
            None => each_of(sentence, rest).or_else(|| amount(sentence, rest)),
        }
    } else if verb.is_any(&["isn't", "aren't"]) {
        absent(sentence, rest)
    } else {
        None
    };
    Some((condition?, None))
}

/// "a Save button and a Cancel button": an article begins another thing.
fn each_of(sentence: &str, tokens: &[Token]) -> Option<Condition> {
    let begins =
        |at: &usize| *at > 0 && tokens[*at - 1].joins() && tokens[*at].is_any(&["a", "an"]);
    let starts: Vec<usize> = (0..tokens.len()).filter(begins).collect();
    if starts.is_empty() || !tokens[0].is_any(&["a", "an"]) {
        return None;
    }
    let ends = starts.iter().copied().chain([tokens.len() + 1]);
    let mut from = 0;
    let mut all = Vec::new();
    for end in ends {
        let part = &tokens[from..end - 1];
        let part = match part {
            [part @ .., last] if last.joins() => part,
            part => part,
        };
        all.push(Condition::Present {
            target: phrase::target(sentence, part)?,
            holds: true,
        });
        from = end;
    }
    Some(Condition::All(all))
}

/// Something that is there: a thing by its kind, or a text.
pub(crate) fn something(sentence: &str, tokens: &[Token]) -> Option<Condition> {
    let target = phrase::target(sentence, tokens);
    if let Some(target) = target.filter(|target| target.family().is_some()) {
        return Some(Condition::Present {
            target,
            holds: true,
        });
    }
    shows(sentence, tokens, None, true)
}

/// A text that is shown or not, possibly with its place: `"Saved" in the status`.
pub(crate) fn shows(
    sentence: &str,
    tokens: &[Token],
    within: Option<&Target>,
    holds: bool,
) -> Option<Condition> {
    // "there is no \"Loading\" text".
    let tokens = match tokens {
        [quoted, kind] if quoted.kind == Kind::Quoted && kind.is("text") => &tokens[..1],
        tokens => tokens,
    };
    if let Some(text) = words::literal(sentence, tokens) {
        // An empty text is in every text.
        if text.raw.trim().is_empty() {
            return None;
        }
        return (holds || text.quoted).then(|| Condition::Shows {
            text,
            within: within.cloned(),
            holds,
        });
    }
    if within.is_some() {
        return None;
    }
    let quoted = tokens.iter().position(|token| token.kind == Kind::Quoted)?;
    let text = words::literal(sentence, &tokens[..=quoted])?;
    let rest = &tokens[quoted + 1..];
    let place = words::after_any(
        rest,
        &["in", "inside", "within", "on", "under", "somewhere on"],
    )?;
    let within = match words::is_page(place) {
        true => None,
        false => Some(phrase::target(sentence, place)?),
    };
    Some(Condition::Shows {
        text,
        within,
        holds,
    })
}

/// "I see …", "the user should not see …".
fn viewed(sentence: &str, tokens: &[Token]) -> Option<(Condition, Carried)> {
    let rest = words::after_any(tokens, VIEWERS).unwrap_or(tokens);
    let mut holds = true;
    let mut at = 0;
    while let Some(token) = rest.get(at) {
        if token.is_any(&[
            "not",
            "cannot",
            "can't",
            "don't",
            "doesn't",
            "shouldn't",
            "won't",
        ]) {
            holds = false;
        } else if !token.is_any(&[
            "can", "should", "do", "does", "will", "must", "still", "now",
        ]) {
            break;
        }
        at += 1;
    }
    let seen = words::after_any(&rest[at..], &["sees", "see"])?;
    let condition = match holds {
        true => amount(sentence, seen),
        false => absent(sentence, seen),
    }?;
    Some((condition, Some(Subject::Page { holds })))
}

/// A subject and what is said of it.
fn stated(sentence: &str, tokens: &[Token]) -> Option<(Condition, Carried)> {
    for at in 1..tokens.len() {
        if !predicate::begins(&tokens[at]) {
            continue;
        }
        // "the Show confirm button": the name of a thing may begin with a verb.
        if tokens[..at]
            .iter()
            .all(|token| token.is_any(words::ARTICLES))
        {
            continue;
        }
        if tokens[..at].iter().any(predicate::denies) {
            return None;
        }
        if words::is_of_several(&tokens[..at]) {
            return None;
        }
        // "the page still shows …"
        let about = match &tokens[..at] {
            [about @ .., when] if !about.is_empty() && when.is_any(&["still", "now"]) => about,
            about => about,
        };
        if let Some(condition) = existing(sentence, about, &tokens[at..]) {
            return Some((condition, None));
        }
        // "3 rows are selected" is about none of them in particular.
        if is_amount(about) {
            return None;
        }
        for subject in subjects(sentence, about, &tokens[at]) {
            if let Some(condition) = predicate::read(sentence, &subject, &tokens[at..]) {
                let carried = carry(subject, &condition);
                return Some((condition, Some(carried)));
            }
        }
    }
    None
}

/// What follows "the page does not show …" is not shown either.
fn carry(subject: Subject, condition: &Condition) -> Subject {
    let denied = matches!(
        condition,
        Condition::Present { holds: false, .. } | Condition::Shows { holds: false, .. }
    );
    match (subject, condition) {
        (Subject::Page { .. }, _) => Subject::Page { holds: !denied },
        (
            Subject::Thing(target),
            Condition::Reads {
                compare: Compare::Contains,
                holds,
                ..
            },
        ) => Subject::Saying(target, *holds),
        (other, _) => other,
    }
}

/// What the words before a predicate can be about.
fn subjects(sentence: &str, tokens: &[Token], verb: &Token) -> Vec<Subject> {
    let mut subjects = Vec::new();
    let bare = words::without_article(tokens);
    let named = |all: &[&str]| {
        all.iter()
            .any(|words| words::after(bare, words).is_some_and(<[Token]>::is_empty))
    };
    if words::is_page(tokens) {
        return vec![Subject::Page { holds: true }];
    }
    if named(&[
        "url",
        "address",
        "path",
        "location",
        "page url",
        "current url",
        "page address",
    ]) {
        return vec![Subject::Address];
    }
    if named(&[
        "title",
        "page title",
        "document title",
        "window title",
        "tab title",
    ]) {
        return vec![Subject::Title];
    }
    if let Some(no) = words::after(tokens, "no") {
        if let Some(target) = phrase::target(sentence, no).filter(is_missable) {
            subjects.push(Subject::None(target));
        }
        return subjects;
    }
    if verb.is_any(&["are", "aren't", "were", "have", "show", "contain", "should"])
        && let Some(all) = several(sentence, tokens)
    {
        subjects.push(Subject::Several(all));
        return subjects;
    }
    // `the text "Saved" is shown`, and a bare text that stands for itself.
    if let Some(target) = phrase::target(sentence, tokens) {
        subjects.push(Subject::Thing(target));
    }
    subjects
}

/// "Save and Cancel", `"a", "b" and "c"`.
fn several(sentence: &str, tokens: &[Token]) -> Option<Vec<Target>> {
    let parts: Vec<&[Token]> = tokens
        .split(super::token::Token::joins)
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() < 2 {
        return None;
    }
    parts
        .into_iter()
        .map(|part| phrase::target(sentence, part))
        .collect()
}
