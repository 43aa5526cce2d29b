//! Reading commands that bring a value: type, fill, set, choose.

use super::lead::Lead;
use super::phrase;
use super::program::{Command, Target};
use super::token::{Kind, Token};
use super::words;

/// The places where one of these words may divide the tokens in two.
fn cuts<'a>(
    tokens: &'a [Token],
    at: &'a [&'a str],
) -> impl Iterator<Item = (&'a [Token], &'a [Token])> {
    (1..tokens.len().saturating_sub(1))
        .filter(|i| tokens[*i].is_any(at))
        .map(|i| (&tokens[..i], &tokens[i + 1..]))
}

pub(super) fn typed(sentence: &str, rest: &[Token], lead: Lead) -> Option<Vec<Command>> {
    let append = lead == Lead::Append;
    let fill = |(value, target): (&[Token], &[Token])| {
        Some(Command::Fill {
            value: words::value(sentence, value)?,
            target: Some(phrase::target(sentence, target)?),
            append,
        })
    };
    // The strongest connector that is there divides; weaker ones may be in a name.
    let connectors: &[&[&str]] = match append {
        true => &[&["to"]],
        false => &[&["into"], &["in", "as", "for", "to"]],
    };
    for words in connectors {
        let commands: Vec<Command> = cuts(rest, words).filter_map(fill).collect();
        if !commands.is_empty() {
            return Some(first_if_quoted(commands));
        }
    }
    let value = words::text(sentence, rest).filter(|value| value.quoted)?;
    Some(vec![Command::Fill {
        value,
        target: None,
        append,
    }])
}

/// A quoted value is divided off for sure; what follows it is one name.
fn first_if_quoted(mut commands: Vec<Command>) -> Vec<Command> {
    let quoted = |command: &Command| match command {
        Command::Fill { value, .. } | Command::Set { value, .. } => value.quoted,
        _ => false,
    };
    if commands.first().is_some_and(quoted) {
        commands.truncate(1);
    }
    commands
}

pub(super) fn filled(sentence: &str, rest: &[Token]) -> Option<Vec<Command>> {
    cuts(rest, &["with"]).find_map(|(target, value)| {
        Some(vec![Command::Fill {
            target: Some(phrase::target(sentence, target)?),
            value: words::value(sentence, value)?,
            append: false,
        }])
    })
}

pub(super) fn set(sentence: &str, rest: &[Token]) -> Option<Vec<Command>> {
    let commands: Vec<Command> = cuts(rest, &["to"])
        .filter_map(|(target, value)| {
            Some(Command::Set {
                target: phrase::target(sentence, target)?,
                value: words::value(sentence, value)?,
            })
        })
        .collect();
    (!commands.is_empty()).then(|| first_if_quoted(commands))
}

pub(super) fn choose(sentence: &str, rest: &[Token]) -> Option<Vec<Command>> {
    let chosen = |option: &[Token], within: Option<Target>| {
        let target = phrase::unplaced(sentence, option)?;
        let value = words::text(sentence, words::without_article(option)).or_else(|| {
            let quoted = option.iter().find(|token| token.kind == Kind::Quoted)?;
            words::text(sentence, std::slice::from_ref(quoted))
        })?;
        Some(Command::Choose {
            option: target,
            value,
            within,
        })
    };
    let mut commands: Vec<Command> = chosen(rest, None).into_iter().collect();
    for words in [
        ["from"].as_slice(),
        &["in", "on", "for", "as", "under", "inside", "within"],
    ] {
        let before = commands.len();
        for (option, within) in cuts(rest, words) {
            if let Some(within) = phrase::target(sentence, within) {
                commands.extend(chosen(option, Some(within)));
            }
        }
        if commands.len() > before {
            break;
        }
    }
    (!commands.is_empty()).then_some(commands)
}
