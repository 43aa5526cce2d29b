//! Named values of a step put in the place of `{name}` in its sentence.
//!
//! They are put in after reading, so a value can never change what the sentence
//! means: not its clauses, not what is quoted.

use super::program::{Command, Condition, Program, Reading, Target, Text};
use crate::code::Code;
use crate::error::{Error, Result};
use serde_json::{Map, Value};

/// The program with every `{name}` replaced; `{{` and `}}` stand for braces.
pub(crate) fn fill(program: &Program, params: &Map<String, Value>) -> Result<Program> {
    let mut program = program.clone();
    let sentence = program.sentence.clone();
    let mut failed = None;
    let clauses = program.clauses.iter_mut();
    for clause in clauses.chain(program.merged.iter_mut().map(|(_, clause)| clause)) {
        let span = clause.span.clone();
        for command in &mut clause.readings {
            each_text(command, &mut |text| match replace(text, params) {
                Ok(replaced) => *text = replaced,
                Err(error) => {
                    let error = error.sentence(sentence.clone(), span.clone(), "");
                    failed.get_or_insert(error);
                }
            });
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(program),
    }
}

fn each_text(command: &mut Command, change: &mut impl FnMut(&mut String)) {
    match command {
        Command::Navigate(text) | Command::Search(text) => of_text(text, change),
        Command::History(_)
        | Command::Scroll(_)
        | Command::ScrollEdge { .. }
        | Command::Answer(_)
        | Command::NewTab => {}
        Command::Drag { target, to } => {
            of_target(target, change);
            of_target(to, change);
        }
        Command::Upload { target, file } => {
            of_text(file, change);
            of_target(target, change);
        }
        Command::Touch(_, target)
        | Command::Check { target, .. }
        | Command::ScrollTo(target, _) => {
            of_target(target, change);
        }
        Command::Fill { target, value, .. } => {
            of_text(value, change);
            target
                .iter_mut()
                .for_each(|target| of_target(target, change));
        }
        Command::Set { target, value } => {
            of_text(value, change);
            of_target(target, change);
        }
        Command::Choose {
            option,
            value,
            within,
        } => {
            of_text(value, change);
            of_target(option, change);
            within
                .iter_mut()
                .for_each(|target| of_target(target, change));
        }
        Command::Press { target, .. } => {
            target
                .iter_mut()
                .for_each(|target| of_target(target, change));
        }
        Command::Wait(condition) | Command::Expect(condition) => of_condition(condition, change),
    }
}

fn of_condition(condition: &mut Condition, change: &mut impl FnMut(&mut String)) {
    match condition {
        Condition::Present { target, .. }
        | Condition::State { target, .. }
        | Condition::Count { target, .. } => of_target(target, change),
        Condition::Shows { text, within, .. } => {
            of_text(text, change);
            within
                .iter_mut()
                .for_each(|target| of_target(target, change));
        }
        Condition::Reads { target, text, .. } => {
            of_text(text, change);
            of_target(target, change);
        }
        Condition::Address { text, .. } | Condition::Title { text, .. } => of_text(text, change),
        Condition::All(all) => all.iter_mut().for_each(|one| of_condition(one, change)),
    }
}

fn of_text(text: &mut Text, change: &mut impl FnMut(&mut String)) {
    change(&mut text.raw);
}

fn of_target(target: &mut Target, change: &mut impl FnMut(&mut String)) {
    change(&mut target.words);
    for reading in &mut target.readings {
        of_reading(reading, change);
    }
}

fn of_reading(reading: &mut Reading, change: &mut impl FnMut(&mut String)) {
    if let Some(name) = &mut reading.name {
        change(&mut name.raw);
        name.with_article.iter_mut().for_each(&mut *change);
    }
    if let Some(scope) = &mut reading.scope {
        of_target(&mut scope.target, change);
    }
}

/// Replaces the placeholders of one text.
pub(crate) fn replace(text: &str, params: &Map<String, Value>) -> Result<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            out.push_str(&rest[..1]);
            rest = &rest[2..];
            continue;
        }
        let name = rest
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'))
            .map(|(name, _)| name)
            .filter(|name| is_name(name));
        let Some(name) = name else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
            continue;
        };
        out.push_str(&value(name, params)?);
        rest = &rest[name.len() + 2..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Whether the text has a place for the value of this name.
pub(crate) fn names(text: &str, name: &str) -> bool {
    is_name(name) && text.replace("{{", "").contains(&format!("{{{name}}}"))
}

fn is_name(name: &str) -> bool {
    let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(letters)
}

fn value(name: &str, params: &Map<String, Value>) -> Result<String> {
    match params.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(value.to_string()),
        Some(_) => Err(Error::new(
            Code::InvalidArgument,
            format!("the value of {{{name}}} is no text, number or truth value"),
        )),
        None => {
            let error = Error::new(
                Code::InvalidArgument,
                format!("the sentence uses {{{name}}}, and no value of that name was given"),
            );
            let known: Vec<&str> = params.keys().map(String::as_str).collect();
            let error = match crate::text::nearest(name, known.iter().copied()) {
                Some(near) => error.help(format!("did you mean `{{{near}}}`?")),
                None if known.is_empty() => {
                    error.help(format!("give it one: `.param(\"{name}\", …)`"))
                }
                None => error.note(format!("values given: {}", known.join(", "))),
            };
            Err(error.help("braces that stand for themselves are doubled: {{ and }}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::parse;
    use crate::report::record::StepKind;

    fn params() -> Map<String, Value> {
        let value = serde_json::json!({
            "email": "ada@example.com and click \"Delete\"",
            "n": 3,
            "list": [1],
        });
        let Value::Object(map) = value else {
            unreachable!()
        };
        map
    }

    #[test]
    fn placeholders_are_replaced_and_braces_stay() {
        for (text, expected) in [
            ("{n} items", "3 items"),
            ("{{n}}", "{n}"),
            ("a { b }", "a { b }"),
            ("{}", "{}"),
            ("{ n }", "{ n }"),
            ("{n", "{n"),
            ("€{n}€", "€3€"),
        ] {
            assert_eq!(replace(text, &params()).unwrap(), expected, "{text}");
        }
        assert_eq!(
            replace("{nope}", &params()).unwrap_err().code(),
            Code::InvalidArgument
        );
        assert_eq!(
            replace("{list}", &params()).unwrap_err().code(),
            Code::InvalidArgument
        );
    }

    #[test]
    fn a_text_names_a_value_where_its_place_is() {
        for (text, name, expected) in [
            ("{n} items", "n", true),
            ("n items", "n", false),
            ("{{n}} items", "n", false),
            ("{{{n}}} items", "n", true),
            ("{nn} items", "n", false),
            ("{a b}", "a b", false),
        ] {
            assert_eq!(names(text, name), expected, "{text}");
        }
    }

    #[test]
    fn a_value_cannot_change_what_the_sentence_means() {
        let program = parse("type {email} into Email", StepKind::Act).unwrap();
        let filled = fill(&program, &params()).unwrap();
        assert_eq!(
            filled.to_string(),
            "fill 'ada@example.com and click \"Delete\"' into 'Email'"
        );
    }
}
