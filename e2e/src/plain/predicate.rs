//! What is said of a subject: "is visible", "has the value …", "shows …".

use super::absence::{absent, is_missable};
use super::adjective::stated;
use super::amount::amount;
use super::family::Family;
use super::holding::{has, holding};
use super::program::{Compare, Condition, Target};
use super::token::{Kind, Token};
use super::words;

/// What a condition is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Subject {
    /// The page as a whole; whether the last statement was positive.
    Page { holds: bool },
    /// Its address.
    Address,
    /// Its title.
    Title,
    /// One thing on it.
    Thing(Target),
    /// The same, of which was said that it says something, or not.
    Saying(Target, bool),
    /// Each of several things.
    Several(Vec<Target>),
    /// "no Delete button": that there is none of it.
    None(Target),
}

impl Subject {
    /// What it is about, whatever was said of it.
    pub(crate) fn thing(&self) -> Self {
        match self {
            Subject::Saying(target, _) => Subject::Thing(target.clone()),
            other => other.clone(),
        }
    }
}

/// The first word of a predicate.
const VERBS: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "isn't",
    "aren't",
    "wasn't",
    "be",
    "becomes",
    "become",
    "stays",
    "remains",
    "has",
    "have",
    "hasn't",
    "does",
    "do",
    "doesn't",
    "don't",
    "should",
    "shouldn't",
    "must",
    "will",
    "contains",
    "contain",
    "includes",
    "include",
    "shows",
    "show",
    "displays",
    "display",
    "says",
    "say",
    "reads",
    "equals",
    "appears",
    "appear",
    "disappears",
    "disappear",
    "vanishes",
    "exists",
    "exist",
    "starts",
    "begins",
    "ends",
    "goes",
    "opens",
    "open",
    "closes",
    "close",
    "to",
    "no",
];

/// Whether a predicate may begin here.
pub(crate) fn begins(token: &Token) -> bool {
    token.is_any(VERBS)
}

/// Whether it can only deny something, so that it is no part of a name.
pub(crate) fn denies(token: &Token) -> bool {
    token.is("not") || (token.kind == Kind::Word && token.text.ends_with("n't"))
}

/// Reads a predicate from its verb on.
pub(crate) fn read(sentence: &str, subject: &Subject, tokens: &[Token]) -> Option<Condition> {
    if let Subject::Several(all) = subject {
        let each = all
            .iter()
            .map(|target| read(sentence, &Subject::Thing(target.clone()), tokens))
            .collect::<Option<Vec<_>>>()?;
        return Some(Condition::All(each));
    }
    let mut holds = true;
    let mut rest = tokens;
    // Modal and helping verbs carry at most the negation.
    while let [first, tail @ ..] = rest {
        if first.is_any(&["should", "must", "will", "does", "do", "to"]) {
            rest = tail;
        } else if first.is_any(&["shouldn't", "doesn't", "don't", "not"]) {
            holds = !holds;
            rest = tail;
        } else if let Some(tail) = words::after(rest, "no longer") {
            holds = !holds;
            rest = tail;
        } else {
            break;
        }
    }
    let [verb, rest @ ..] = rest else { return None };
    if verb.is_any(&[
        "is", "are", "was", "were", "be", "becomes", "become", "stays", "remains",
    ]) {
        return copula(sentence, subject, rest, holds);
    }
    if verb.is_any(&["isn't", "aren't", "wasn't"]) {
        return copula(sentence, subject, rest, !holds);
    }
    match verb.text.as_str() {
        "opens" | "open" if rest.is_empty() && is_passing(subject) => present(subject, holds),
        "closes" | "close" if rest.is_empty() && is_passing(subject) => present(subject, !holds),
        "appears" | "appear" | "exists" | "exist" if rest.is_empty() => present(subject, holds),
        "disappears" | "disappear" | "vanishes" if rest.is_empty() => present(subject, !holds),
        "goes" | "go" if rest.len() == 1 && rest[0].is("away") => present(subject, !holds),
        "equals" | "equal" => compare(sentence, subject, Compare::Is, rest, holds, true),
        "starts" | "start" | "begins" | "begin" => {
            let rest = words::after(rest, "with")?;
            compare(sentence, subject, Compare::StartsWith, rest, holds, true)
        }
        "ends" | "end" => {
            let rest = words::after(rest, "with")?;
            compare(sentence, subject, Compare::EndsWith, rest, holds, true)
        }
        "reads" | "read" => compare(sentence, subject, Compare::Is, rest, holds, false),
        "has" | "have" => has(sentence, subject, rest, holds),
        "hasn't" => has(sentence, subject, rest, !holds),
        "contains" | "contain" | "includes" | "include" | "shows" | "show" | "displays"
        | "display" | "says" | "say" => holding(sentence, subject, rest, holds),
        _ => None,
    }
}

/// Whether it is about something that comes and goes over the page.
fn is_passing(subject: &Subject) -> bool {
    let Subject::Thing(target) = subject else {
        return false;
    };
    target.family().is_some_and(Family::is_passing)
}

/// After "is": an adjective, or the text or value itself.
fn copula(sentence: &str, subject: &Subject, tokens: &[Token], holds: bool) -> Option<Condition> {
    let (mut holds, mut rest) = (holds, tokens);
    while let [first, tail @ ..] = rest {
        if first.is("not") {
            holds = !holds;
        } else if let Some(tail) = words::after(rest, "no longer") {
            holds = !holds;
            rest = tail;
            continue;
        } else if !first.is_any(&["still", "now", "currently", "already"]) {
            break;
        }
        rest = tail;
    }
    if let Some(condition) = stated(sentence, subject, rest, holds) {
        return Some(condition);
    }
    if let (Subject::Page { .. }, Some(title)) =
        (subject, words::after_any(rest, &["titled", "called"]))
    {
        return compare(sentence, &Subject::Title, Compare::Is, title, holds, true);
    }
    let exact = words::after_any(rest, &["set to", "equal to", "exactly"]);
    let bare = match subject {
        Subject::Thing(target) => is_called(sentence, target, rest),
        Subject::Address | Subject::Title => true,
        _ => false,
    };
    compare(
        sentence,
        subject,
        Compare::Is,
        exact.unwrap_or(rest),
        holds,
        bare || exact.is_some(),
    )
}

/// Whether bare words after "is" are what a thing reads, not a judgment of it: what a
/// heading is, and a capital letter after one of several, "the first item is Ship".
fn is_called(sentence: &str, target: &Target, tokens: &[Token]) -> bool {
    let capital = || {
        let mut written = words::slice(sentence, tokens).chars();
        written.next().is_some_and(char::is_uppercase)
    };
    target
        .family()
        .is_some_and(|family| family.name == "heading")
        || capital()
            && target.readings.iter().any(|reading| {
                reading.family.is_some_and(|family| {
                    matches!(family.name, "list item" | "cell") || reading.ordinal.is_some()
                })
            })
}

/// A text alone, which continues "the page shows …".
pub(crate) fn shown_too(sentence: &str, subject: &Subject, tokens: &[Token]) -> Option<Condition> {
    match subject {
        Subject::Page { holds: true } => amount(sentence, tokens),
        Subject::Page { holds: false } => absent(sentence, tokens),
        Subject::Saying(target, holds) if starts_quoted(tokens) => Some(Condition::Reads {
            target: target.clone(),
            compare: Compare::Contains,
            text: words::text(sentence, tokens).filter(|text| !text.raw.trim().is_empty())?,
            holds: *holds,
        }),
        _ => None,
    }
}

pub(crate) fn present(subject: &Subject, holds: bool) -> Option<Condition> {
    let one = |target: &Target, holds: bool| {
        (holds || is_missable(target)).then(|| Condition::Present {
            target: target.clone(),
            holds,
        })
    };
    match subject {
        Subject::Thing(target) => one(target, holds),
        // "no dialog is open" says it with the verb's negation already in the subject.
        Subject::None(target) => holds.then(|| one(target, false)).flatten(),
        Subject::Several(all) => Some(Condition::All(
            all.iter()
                .map(|target| one(target, holds))
                .collect::<Option<_>>()?,
        )),
        _ => None,
    }
}

/// A comparison with a text. Without `bare`, only a quoted text or a number is one:
/// "the total is wrong" is a judgment.
pub(super) fn compare(
    sentence: &str,
    subject: &Subject,
    compare: Compare,
    tokens: &[Token],
    holds: bool,
    bare: bool,
) -> Option<Condition> {
    let mut text = words::text(sentence, tokens)?;
    if compare != Compare::Is && text.raw.trim().is_empty() {
        return None;
    }
    // "the heading is not misspelled" would hold of every heading.
    if compare == Compare::Is && !holds && !text.quoted && is_judgment(&text.raw) {
        return None;
    }
    let plain = compare == Compare::Is && !bare && matches!(subject, Subject::Thing(_));
    if plain && !text.quoted && !words::is_number(&text.raw) {
        text = words::literal(sentence, tokens).filter(|text| text.quoted)?;
    }
    match subject {
        Subject::Thing(target) => Some(Condition::Reads {
            target: target.clone(),
            compare,
            text,
            holds,
        }),
        Subject::Address => Some(Condition::Address {
            compare,
            text,
            holds,
        }),
        Subject::Title => Some(Condition::Title {
            compare,
            text,
            holds,
        }),
        _ => None,
    }
}

/// Whether a text without quotation marks is as likely a word about the text that is
/// there as that text itself.
fn is_judgment(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_lowercase) && !text.contains(['/', '.', ':', '?', '='])
}

/// Whether the tokens are one text in quotation marks.
pub(super) fn starts_quoted(tokens: &[Token]) -> bool {
    tokens.len() == 1 && tokens[0].kind == Kind::Quoted
}
