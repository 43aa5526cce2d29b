//! Reading what to do: one clause, from its verb on.

use super::chord;
use super::condition::{self, Carried};
use super::family;
use super::lead::{self, Lead};
use super::phrase;
use super::predicate;
use super::program::{Command, Condition, Target, Text, Touch};
use super::token::{Kind, Token};
use super::value;
use super::words;

/// What a clause leaves for the next one, which may go without its verb: "fill
/// Email with … and Password with …".
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inherit {
    Nothing,
    Verb(Lead),
    Condition(Carried),
}

/// Reads one clause; all meanings it can have.
pub(crate) fn clause(
    sentence: &str,
    tokens: &[Token],
    inherit: &Inherit,
) -> Option<(Vec<Command>, Inherit)> {
    let tokens = lead::without_fillers(tokens);
    if let Some((lead, rest)) = lead::lead(tokens)
        && let Some(read) = led(sentence, lead, rest)
    {
        return Some(read);
    }
    // "I should see …" in the middle of doing is a check.
    if let Some((condition, carried)) = seen(sentence, tokens) {
        return Some((
            vec![Command::Expect(condition)],
            Inherit::Condition(carried),
        ));
    }
    match inherit {
        Inherit::Nothing => None,
        Inherit::Verb(lead) => {
            let commands = continued(sentence, *lead, tokens)?;
            Some((commands, inherit.clone()))
        }
        Inherit::Condition(carried) => {
            let (condition, carried) = condition::condition(sentence, tokens, carried)?;
            Some((
                vec![Command::Expect(condition)],
                Inherit::Condition(carried),
            ))
        }
    }
}

fn seen(sentence: &str, tokens: &[Token]) -> Option<(Condition, Carried)> {
    let rest = words::after_any(tokens, &["should", "can"]).unwrap_or(tokens);
    let rest = words::after(rest, "not").unwrap_or(rest);
    words::after_any(rest, &["see", "sees"])?;
    condition::condition(sentence, tokens, &None)
}

/// A clause whose verb is given.
fn led(sentence: &str, lead: Lead, rest: &[Token]) -> Option<(Vec<Command>, Inherit)> {
    if words::is_of_several(rest) {
        return None;
    }
    let one = |command| Some((vec![command], Inherit::Nothing));
    let verb = Inherit::Verb(lead);
    match lead {
        Lead::Navigate { host } => one(navigate(sentence, rest, host)?),
        Lead::History(step) => {
            (rest.is_empty() || words::is_page(rest)).then_some(())?;
            one(Command::History(step))
        }
        Lead::Touch(Touch::Tap) => {
            // "Zoom in twice" may be a name.
            let name = phrase::target(sentence, rest);
            let mut commands: Vec<_> = name
                .map(|target| Command::Touch(Touch::Tap, target))
                .into_iter()
                .collect();
            let (times, rest) = words::repeated(rest);
            if times > 1
                && let Some(target) = phrase::target(sentence, rest)
            {
                commands.push(Command::Touch(Touch::Taps(times), target));
            }
            (!commands.is_empty()).then_some((commands, Inherit::Nothing))
        }
        Lead::Touch(touch) => one(Command::Touch(touch, phrase::target(sentence, rest)?)),
        Lead::Focus => one(Command::Touch(
            Touch::Focus,
            phrase::target(sentence, rest)?,
        )),
        Lead::Expand(open) => {
            let touch = if open { Touch::Expand } else { Touch::Collapse };
            one(Command::Touch(touch, phrase::target(sentence, rest)?))
        }
        Lead::Close | Lead::Submit => {
            let (touch, kind) = match lead {
                Lead::Close => (Touch::Close, "dialog"),
                _ => (Touch::Submit, "form"),
            };
            let target = phrase::target(sentence, rest)?;
            (target.family()?.name == kind).then_some(())?;
            one(Command::Touch(touch, target))
        }
        Lead::Deed(deed) => {
            let commands = super::deed::commands(sentence, deed, rest)?;
            Some((commands, Inherit::Nothing))
        }
        Lead::Search => {
            let text = words::text(sentence, rest).filter(|text| text.quoted)?;
            one(Command::Search(text))
        }
        Lead::Mark => {
            let (on, rest) = [
                ("as not done", false),
                ("as undone", false),
                ("as incomplete", false),
                ("as done", true),
                ("as complete", true),
                ("as completed", true),
            ]
            .iter()
            .find_map(|(words, on)| Some((*on, words::before(rest, words)?)))?;
            let target = as_checkbox(phrase::target(sentence, rest)?);
            Some((vec![Command::Check { target, on }], verb))
        }
        Lead::Press => Some((press(sentence, rest)?, verb)),
        Lead::Type | Lead::Append => Some((value::typed(sentence, rest, lead)?, verb)),
        Lead::Fill => {
            let commands = value::filled(sentence, rest)
                .or_else(|| value::typed(sentence, rest, Lead::Type))?;
            Some((commands, verb))
        }
        Lead::Set => Some((value::set(sentence, rest)?, verb)),
        Lead::Clear => one(Command::Fill {
            target: Some(phrase::target(sentence, rest)?),
            value: Text {
                raw: String::new(),
                span: words::span(rest),
                quoted: true,
            },
            append: false,
        }),
        Lead::Choose => Some((value::choose(sentence, rest)?, verb)),
        Lead::Check(on) => {
            if on {
                if rest.first()?.is_any(&["if", "whether"]) {
                    return None;
                }
                // "check the total is 5" is a check of the other kind.
                if let Some((condition, carried)) = condition::condition(sentence, rest, &None) {
                    let expect = Command::Expect(condition);
                    return Some((vec![expect], Inherit::Condition(carried)));
                }
            }
            let target = as_checkbox(phrase::target(sentence, rest)?);
            Some((vec![Command::Check { target, on }], verb))
        }
        // "switch to the Security tab": nothing else is switched to.
        Lead::Turn if rest.first().is_some_and(|to| to.is("to")) => {
            let target = phrase::target(sentence, &rest[1..])?;
            (target.family()?.name == "tab").then_some(())?;
            one(Command::Touch(Touch::Open, target))
        }
        Lead::Turn => {
            let (on, tokens) = match words::before(rest, "on") {
                Some(tokens) => (true, tokens),
                None => (false, words::before(rest, "off")?),
            };
            let target = phrase::target(sentence, tokens)?;
            one(Command::Check { target, on })
        }
        Lead::WaitFor => wait_for(sentence, rest),
        Lead::WaitUntil => {
            let (condition, carried) = condition::condition(sentence, rest, &None)?;
            Some((vec![Command::Wait(condition)], Inherit::Condition(carried)))
        }
        Lead::Scroll => one(super::scroll::command(sentence, rest)?),
        Lead::Verify => {
            let rest = words::after(rest, "that").unwrap_or(rest);
            let (condition, carried) = condition::condition(sentence, rest, &None)?;
            let expect = Command::Expect(condition);
            Some((vec![expect], Inherit::Condition(carried)))
        }
    }
}

/// What is ticked is a checkbox where it is called a box.
fn as_checkbox(mut target: Target) -> Target {
    for reading in &mut target.readings {
        if reading.family.is_some_and(|family| family.name == "field") {
            reading.family = family::family("checkbox");
        }
    }
    target
}

/// A clause that goes without the verb of the one before it.
fn continued(sentence: &str, lead: Lead, tokens: &[Token]) -> Option<Vec<Command>> {
    match lead {
        Lead::Press => {
            let keys = press(sentence, tokens)?;
            matches!(keys.as_slice(), [Command::Press { .. }, ..])
                .then(|| keys.into_iter().take(1).collect())
        }
        Lead::Type | Lead::Append => {
            let typed = value::typed(sentence, tokens, lead)?;
            // "… and Save" is no second value for whatever has the focus.
            let aimed = |command: &Command| {
                matches!(
                    command,
                    Command::Fill {
                        target: Some(_),
                        ..
                    }
                )
            };
            typed.iter().all(aimed).then_some(typed)
        }
        Lead::Fill => value::filled(sentence, tokens),
        Lead::Set => value::set(sentence, tokens),
        Lead::Choose | Lead::Check(_) => Some(led(sentence, lead, tokens)?.0),
        _ => None,
    }
}

fn navigate(sentence: &str, rest: &[Token], host: bool) -> Option<Command> {
    let rest = words::without_article(rest);
    let rest = words::after_any(rest, &["url", "address", "path", "route"]).unwrap_or(rest);
    let place = match rest {
        [place] => Some(place),
        [place, page] if page.is_any(words::PAGE) => Some(place),
        _ => None,
    };
    if let Some(place) = place {
        let text = words::text(sentence, std::slice::from_ref(place))?;
        if is_address(&text.raw, host) {
            return Some(Command::Navigate(text));
        }
    }
    if let [words @ .., last] = rest
        && (last.is("homepage") && words.is_empty()
            || matches!(words, [home] if home.is("home")) && last.is_any(words::PAGE))
    {
        return Some(Command::Navigate(Text {
            raw: "/".to_owned(),
            span: words::span(rest),
            quoted: false,
        }));
    }
    // Anything else is a thing on the page that leads there. "the Billing page" is
    // called "Billing".
    let rest = match rest {
        [name @ .., page] if !name.is_empty() && page.is_any(words::PAGE) => name,
        _ => rest,
    };
    let target = phrase::target(sentence, rest)?;
    Some(Command::Touch(Touch::Open, target))
}

/// Whether a text is an address: http(s), a path of the app, or a host with a port.
/// With `host`, also a bare host name.
fn is_address(text: &str, host: bool) -> bool {
    let lower = text.to_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return true;
    }
    if text.chars().any(char::is_whitespace) {
        return false;
    }
    if text.starts_with(['/', '?', '#']) || text.starts_with("./") || text.starts_with("{") {
        return true;
    }
    let name = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = match name.rsplit_once(':') {
        Some((name, port)) => (name, port.parse::<u16>().is_ok()),
        None => (name, false),
    };
    name == "localhost"
        || name.starts_with("www.")
        || (port && !name.is_empty())
        || (host && name.contains('.') && !name.ends_with('.') && !name.starts_with('.'))
}

fn press(sentence: &str, rest: &[Token]) -> Option<Vec<Command>> {
    let (times, keys) = words::repeated(words::without_article(rest));
    let key = |tokens: &[Token]| match tokens {
        [one] if one.kind == Kind::Quoted => chord::chord(&one.text),
        _ if tokens.iter().any(|token| token.kind != Kind::Word) => None,
        _ => chord::chord(words::slice(sentence, tokens)),
    };
    let pressed = |chord, target| Command::Press {
        chord,
        target,
        times,
    };
    // "the Enter key" and "key Enter" are keys and nothing else.
    let named_key = |tokens: &[Token]| {
        words::before(tokens, "key")
            .or_else(|| words::before(tokens, "keys"))
            .or_else(|| words::after_any(tokens, &["key", "keys"]))
            .and_then(key)
    };
    if let Some(chord) = named_key(keys) {
        return Some(vec![pressed(chord, None)]);
    }
    let mut commands = Vec::new();
    // "press ?" is a key where no control is called so: `choose` decides.
    if let [one] = keys
        && one.kind == Kind::Word
        && one.text.chars().count() == 1
        && !one.text.chars().any(char::is_alphanumeric)
        && let Some(chord) = key(keys)
    {
        commands.push(pressed(chord, None));
    }
    let bare = |tokens: &[Token]| match tokens {
        // A quoted word is what a control is called, and so is a lone character:
        // "press 5" means the 5 of a keypad.
        [one] if one.kind == Kind::Quoted || one.text.chars().count() == 1 => None,
        _ => key(tokens),
    };
    if let Some(chord) = bare(keys) {
        commands.push(pressed(chord, None));
    }
    for at in 1..keys.len().saturating_sub(1) {
        if keys[at].is_any(&["in", "on", "inside", "into"]) {
            let chord = named_key(&keys[..at]).or_else(|| bare(&keys[..at]));
            if let (Some(chord), Some(target)) = (chord, phrase::target(sentence, &keys[at + 1..]))
            {
                commands.push(pressed(chord, Some(target)));
            }
        }
    }
    if let Some(target) = phrase::target(sentence, rest) {
        commands.push(Command::Touch(Touch::Tap, target));
    }
    (!commands.is_empty()).then_some(commands)
}

fn wait_for(sentence: &str, rest: &[Token]) -> Option<(Vec<Command>, Inherit)> {
    if rest.iter().any(is_time) {
        return None;
    }
    let (condition, carried) = match condition::condition(sentence, rest, &None) {
        Some(read) => read,
        None => {
            // "wait for Loading to disappear" is a condition that was not exact
            // enough to be read as one, and no thing of that name.
            if rest
                .iter()
                .any(|token| token.is("to") || predicate::denies(token))
            {
                return None;
            }
            let target = phrase::target(sentence, rest)?;
            let holds = true;
            (Condition::Present { target, holds }, None)
        }
    };
    Some((vec![Command::Wait(condition)], Inherit::Condition(carried)))
}

/// A time is nothing to wait for.
pub(crate) fn is_time(token: &Token) -> bool {
    token.is_any(&[
        "second",
        "seconds",
        "milliseconds",
        "minute",
        "minutes",
        "ms",
    ]) || crate::text::parse_duration(&token.text).is_some()
}
