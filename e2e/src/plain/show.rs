//! A program in one line, for tests, records and messages.

use super::program::{
    Clause, Command, Compare, Condition, Limit, Ordinal, Program, Reading, Relation, Target, Text,
    Touch,
};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.clauses, "; ")
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.readings, " || ")
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T], between: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Navigate(to) => write!(f, "go to {to}"),
            Command::History(step) => write!(f, "{}", format!("{step:?}").to_lowercase()),
            Command::Touch(Touch::Taps(times), target) => write!(f, "Tap {target} {times}x"),
            Command::Touch(touch, target) => write!(f, "{touch:?} {target}"),
            Command::Fill {
                target,
                value,
                append,
            } => {
                write!(f, "{} {value}", if *append { "append" } else { "fill" })?;
                match target {
                    Some(target) => write!(f, " into {target}"),
                    None => Ok(()),
                }
            }
            Command::Set { target, value } => write!(f, "set {target} to {value}"),
            Command::Choose { option, within, .. } => {
                write!(f, "choose {option}")?;
                match within {
                    Some(within) => write!(f, " from {within}"),
                    None => Ok(()),
                }
            }
            Command::Check { target, on } => {
                write!(f, "{} {target}", if *on { "check" } else { "uncheck" })
            }
            Command::Press {
                chord,
                target,
                times,
            } => {
                write!(f, "press {chord}")?;
                if *times != 1 {
                    write!(f, " {times} times")?;
                }
                match target {
                    Some(target) => write!(f, " in {target}"),
                    None => Ok(()),
                }
            }
            Command::Scroll(direction) => {
                write!(f, "scroll {}", format!("{direction:?}").to_lowercase())
            }
            Command::Search(text) => write!(f, "search for {text}"),
            Command::ScrollEdge { top } => {
                write!(f, "scroll to the {}", if *top { "top" } else { "bottom" })
            }
            Command::ScrollTo(target, None) => write!(f, "scroll to {target}"),
            Command::ScrollTo(target, Some(direction)) => {
                let direction = format!("{direction:?}").to_lowercase();
                write!(f, "scroll {direction} to {target}")
            }
            Command::Drag { target, to } => write!(f, "drag {target} to {to}"),
            Command::Upload { target, file } => write!(f, "upload {file} to {target}"),
            Command::Answer(yes) => {
                let word = if *yes { "accept" } else { "dismiss" };
                write!(f, "{word} the dialog")
            }
            Command::NewTab => write!(f, "switch to the new tab"),
            Command::Wait(condition) => write!(f, "wait {condition}"),
            Command::Expect(condition) => write!(f, "{condition}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |holds: &bool| if *holds { "" } else { "not " };
        match self {
            Condition::Present { target, holds } => write!(f, "{}present {target}", not(holds)),
            Condition::Shows {
                text,
                within,
                holds,
            } => {
                write!(f, "{}shown {text}", not(holds))?;
                match within {
                    Some(within) => write!(f, " in {within}"),
                    None => Ok(()),
                }
            }
            Condition::State {
                target,
                state,
                holds,
            } => write!(
                f,
                "{}{} {target}",
                not(holds),
                format!("{state:?}").to_lowercase()
            ),
            Condition::Reads {
                target,
                compare,
                text,
                holds,
            } => write!(f, "{}{target} {compare} {text}", not(holds)),
            Condition::Count { target, limit, n } => write!(f, "{limit} {n} {target}"),
            Condition::Address {
                compare,
                text,
                holds,
            } => write!(f, "{}url {compare} {text}", not(holds)),
            Condition::Title {
                compare,
                text,
                holds,
            } => write!(f, "{}title {compare} {text}", not(holds)),
            Condition::All(conditions) => list(f, conditions, " & "),
        }
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compare::Is => "is",
            Compare::Contains => "contains",
            Compare::StartsWith => "starts with",
            Compare::EndsWith => "ends with",
        })
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Exactly => "exactly",
            Limit::AtLeast => "at least",
            Limit::AtMost => "at most",
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.readings, " | ")
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ordinal {
            Some(Ordinal::Nth(n)) => write!(f, "#{n} ")?,
            Some(Ordinal::Last) => f.write_str("#last ")?,
            None => {}
        }
        match (self.family, &self.name) {
            (Some(family), None) => write!(f, "{}", family.name)?,
            (family, Some(name)) => {
                if let Some(family) = family {
                    write!(f, "{} ", family.name)?;
                }
                quote(f, &name.raw, name.quoted)?;
            }
            (None, None) => f.write_str("anything")?,
        }
        if let Some(scope) = &self.scope {
            let relation = match scope.relation {
                Relation::In => "in",
                Relation::Under => "under",
                Relation::NextTo => "next to",
                Relation::With => "with",
            };
            write!(f, " {relation} ({})", scope.target)?;
        }
        Ok(())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quote(f, &self.raw, self.quoted)
    }
}

/// Quoted names in double marks, bare ones in single marks.
fn quote(f: &mut fmt::Formatter<'_>, text: &str, quoted: bool) -> fmt::Result {
    if quoted {
        write!(f, "\"{text}\"")
    } else {
        write!(f, "'{text}'")
    }
}
