//! Whether a condition holds on a screen, and what was seen instead.

use super::denial::unsure;
use super::family::Family;
use super::fold::fold;
use super::place;
use super::program::{Condition, Reading, State, Target, Text};
use super::resolve::{self, Purpose, Trouble};
use super::sight::Sights;
use super::view::{Rank, View, Wanted};
use super::{answer, count, denial, explain, reads, sight, state};
use crate::code::Code;
use crate::error::Error;

/// What a look says about a condition.
#[derive(Clone, Debug)]
pub(crate) enum Judged {
    /// It holds; what was seen.
    Holds(String),
    /// It does not; what is there instead.
    Fails(Error),
}

/// One look with everything that is needed to judge it.
pub(crate) struct Look<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) sights: &'a Sights,
    pub(crate) sentence: &'a str,
}

/// Judges a condition.
pub(crate) fn judge(look: &Look<'_>, condition: &Condition) -> Judged {
    let view = look.view;
    let blocked = view.screen.dialog.is_some()
        && !matches!(
            condition,
            Condition::Address { .. } | Condition::Title { .. }
        );
    if blocked {
        let error = Error::new(
            Code::AssertionInconclusive,
            "the page cannot be read while a JavaScript dialog is open",
        );
        return Judged::Fails(explain::circumstances(view, error));
    }
    match condition {
        Condition::Present { target, holds } => present(look, target, *holds),
        Condition::Shows {
            text,
            within,
            holds,
        } => shows(look, text, within.as_ref(), *holds),
        Condition::State {
            target,
            state,
            holds,
        } => match state::subject(view, target, Some(*state)) {
            Ok(index) => about(
                look,
                &[index],
                in_state(look, target, index, *state, *holds),
            ),
            Err(trouble) => troubled(look, target, &trouble),
        },
        Condition::Reads {
            target,
            compare,
            text,
            holds,
        } => reads::reads(look, target, *compare, text, *holds),
        Condition::Count { target, limit, n } => count::count(look, target, *limit, *n),
        Condition::Address {
            compare,
            text,
            holds,
        } => {
            let url = &view.screen.url;
            let is = reads::address(url, *compare, &text.raw);
            reads::compared(look, "the URL", url, *compare, text, is, *holds)
        }
        Condition::Title {
            compare,
            text,
            holds,
        } => {
            let title = &view.screen.title;
            let is = reads::compare_texts(&fold(title), *compare, &fold(&text.raw));
            reads::compared(look, "the title", title, *compare, text, is, *holds)
        }
        Condition::All(all) => {
            let mut seen = Vec::new();
            for one in all {
                match judge(look, one) {
                    Judged::Holds(what) => seen.push(what),
                    fails @ Judged::Fails(_) => return fails,
                }
            }
            Judged::Holds(seen.join("; "))
        }
    }
}

pub(super) fn failed(look: &Look<'_>, message: impl Into<String>) -> Error {
    explain::circumstances(look.view, Error::new(Code::AssertionFailed, message))
}

pub(super) fn fails(
    look: &Look<'_>,
    error: Error,
    span: std::ops::Range<usize>,
    label: &str,
) -> Judged {
    Judged::Fails(match error.about() {
        Some(_) => error,
        None => error.sentence(look.sentence, span, label),
    })
}

/// The same with the elements it is about, to be marked in the picture where it fails.
pub(super) fn about(look: &Look<'_>, nodes: &[usize], judged: Judged) -> Judged {
    match judged {
        Judged::Fails(error) if error.points().is_empty() => {
            Judged::Fails(error.pointing(explain::points(look.view, nodes)))
        }
        other => other,
    }
}

/// The error of words that mean no node, as a check that did not hold. Words that fit
/// several things stay ambiguous.
pub(super) fn troubled(look: &Look<'_>, target: &Target, trouble: &Trouble) -> Judged {
    let error = explain::error(look.view, target, Purpose::See, trouble, look.sentence);
    if error.code() == Code::SentenceAmbiguous {
        return Judged::Fails(error);
    }
    Judged::Fails(explain::with_code(&error, Code::AssertionFailed))
}

pub(super) fn container(view: &View<'_>, reading: &Reading) -> Option<usize> {
    let scope = reading.scope.as_ref()?;
    place::find(view, scope, &|_| true).ok()?.container
}

/// Every node a reading fits: controls by their whole name, and so are bare words with
/// an article, because "the error" is no text to be found in a sentence.
pub(super) fn fitting(view: &View<'_>, target: &Target) -> Result<Vec<usize>, Trouble> {
    let mut found = Vec::new();
    let mut trouble = None;
    let role_only = state::is_role_only(target);
    for reading in &target.readings {
        let name = reading.name.as_ref();
        let described =
            role_only || name.is_some_and(|name| !name.quoted && name.with_article.is_some());
        // "the Save button is visible" is not about "Save draft".
        let control = reading.family.is_some_and(Family::is_control);
        let exact = control || (described && reading.family.is_none());
        match resolve::fits(view, reading) {
            Err(why) => trouble = trouble.or(Some(why)),
            Ok(more) => found.extend(more.into_iter().filter(|index| {
                let rank = name.and_then(|name| view.rank(*index, &Wanted::new(name)));
                let literal = reading.family.is_none();
                !(exact && rank == Some(Rank::Words))
                    && !(literal && (view.is_listed_only(*index) || view.repeats_input(*index)))
            })),
        }
    }
    found.retain(|index| !is_silent(view, *index));
    match (found.is_empty(), trouble) {
        (true, Some(trouble)) => Err(trouble),
        _ => Ok(found),
    }
}

/// An empty place for messages, which is no message.
pub(super) fn is_silent(view: &View<'_>, index: usize) -> bool {
    let node = view.node(index);
    matches!(node.role.as_str(), "alert" | "status")
        && node.label().is_empty()
        && view.inside(index).is_empty()
}

fn present(look: &Look<'_>, target: &Target, holds: bool) -> Judged {
    let view = look.view;
    let found = match fitting(view, target) {
        Ok(found) => found,
        Err(trouble) => return troubled(look, target, &trouble),
    };
    let sees = |index: &&usize| {
        let sighting = look.sights.of_node(&view.node(**index).id);
        sighting.is_none_or(|sighting| sighting.shown)
    };
    let mut seen = found
        .iter()
        .find(sees)
        .map(|index| explain::in_words(view, *index));
    let mut field = None;
    let (mut hidden, mut unshown, mut doubt) = (None, None, None);
    for index in &found {
        let Some(sighting) = look.sights.of_node(&view.node(*index).id) else {
            continue;
        };
        let said = |why: &String| format!("{}: {why}", explain::in_words(view, *index));
        hidden = hidden.or(sighting.hidden.as_ref().map(said));
        doubt = doubt.or(sighting.doubt.as_ref().map(said));
    }
    for reading in &target.readings {
        let (None, None, Some(name)) = (&seen, reading.family, &reading.name) else {
            continue;
        };
        // A described thing is no text, and a place that is no element was read above.
        let described = state::is_role_only(target) || !name.quoted && name.with_article.is_some();
        let within = reading.scope.as_ref().map(|_| container(view, reading));
        if described || within == Some(None) {
            continue;
        }
        let sighting = look.sights.of(view, &name.raw, within.flatten());
        if sighting.shown {
            seen = Some(format!("\"{}\" in {}", name.raw, sighting.place));
        }
        field = field.or(sighting.field);
        hidden = hidden.or(sighting.hidden);
        unshown = unshown.or(sighting.unshown);
        doubt = doubt.or(sighting.doubt);
    }
    match (seen, holds) {
        (Some(seen), true) => Judged::Holds(format!("{seen} is on the page")),
        (Some(seen), false) => {
            let error = failed(look, format!("{} is on the page", target.quoted()))
                .note(format!("seen: {seen}"))
                .pointing(explain::points(view, &found));
            fails(look, error, target.span.clone(), "still there")
        }
        (None, true) if hidden.is_some() => {
            let error = failed(look, format!("nobody can see {}", target.quoted()));
            let error = error.note(hidden.unwrap_or_default());
            fails(look, error, target.span.clone(), "not seen")
        }
        (None, true) => {
            let error = explain::error(view, target, Purpose::See, &Trouble::Absent, look.sentence);
            let mut error = explain::with_code(&error, Code::AssertionFailed);
            if let Some(field) = field {
                error = error.note(only_typed(&target.words, &field));
            }
            if let Some(place) = unshown {
                error = error.note(crate::text::unshown(&place));
            }
            Judged::Fails(error)
        }
        (None, false) => match doubt.or_else(|| denial::out_of_view(look, target)) {
            Some(why) => Judged::Fails(unsure(look, target, &why)),
            None => denial::missing(look, target),
        },
    }
}

fn only_typed(text: &str, field: &str) -> String {
    format!("\"{text}\" is only typed into {field}: that is not the page showing it")
}

fn shows(look: &Look<'_>, text: &Text, within: Option<&Target>, holds: bool) -> Judged {
    let view = look.view;
    let mut place = None;
    let mut sighting = None;
    if let Some(target) = within {
        let index = match state::subject(view, target, None) {
            Ok(index) => index,
            Err(trouble) => return troubled(look, target, &trouble),
        };
        let answer = answer::answer(view, target, index);
        let seen = sight::together(look, &text.raw, &answer.nodes);
        let content = seen.content.clone().unwrap_or_default();
        if !holds && answer::is_name_only(view, target, &answer, &content) {
            return reads::undecidable(look, target, index, text);
        }
        place = answer.nodes.first().copied();
        sighting = Some(seen);
    }
    let sighting = sighting.unwrap_or_else(|| look.sights.of(view, &text.raw, None));
    let what = place.map_or("the page".to_owned(), |index| {
        explain::in_words(view, index)
    });
    match (sighting.shown, holds) {
        (true, true) => Judged::Holds(format!("\"{}\" is shown by {}", text.raw, sighting.place)),
        (true, false) => {
            let error = failed(look, format!("{what} shows \"{}\"", text.raw))
                .note(format!("seen: {}", sighting.place))
                .pointing(explain::points(view, place.as_slice()));
            fails(look, error, text.span.clone(), "shown")
        }
        (false, false) if sighting.doubt.is_some() || view.screen.truncated && place.is_none() => {
            let why = sighting
                .doubt
                .unwrap_or_else(|| "the page holds more than could be listed".to_owned());
            let error = Error::new(
                Code::AssertionInconclusive,
                format!("it cannot be told that \"{}\" is not shown", text.raw),
            );
            fails(look, error.note(why), text.span.clone(), "cannot be told")
        }
        (false, false) if place.is_none() && !denial::spelled_alike(view, &text.raw).is_empty() => {
            let near = denial::spelled_alike(view, &text.raw);
            let error = Error::new(
                Code::AssertionInconclusive,
                format!("it cannot be told that \"{}\" is not shown", text.raw),
            )
            .note(format!("is it this one?\n{}", explain::list(view, &near)))
            .help("write it as the page does");
            fails(look, error, text.span.clone(), "cannot be told")
        }
        (false, false) => Judged::Holds(format!("{what} does not show \"{}\"", text.raw)),
        (false, true) => {
            let mut error = failed(look, format!("{what} does not show \"{}\"", text.raw));
            if let Some(field) = &sighting.field {
                error = error.note(only_typed(&text.raw, field));
            }
            if let Some(hidden) = &sighting.hidden {
                error = error.note(format!("nobody can see it: {hidden}"));
            }
            if let Some(place) = &sighting.unshown {
                error = error.note(crate::text::unshown(place));
            }
            error = match (&sighting.content, place) {
                (Some(content), Some(_)) => {
                    error.note(format!("it shows \"{}\"", crate::text::clip(content, 200)))
                }
                _ => error.note(explain::names(
                    view,
                    "nearest texts on the page",
                    |node| !node.states.editable && node.value.is_none(),
                    &text.raw,
                )),
            };
            error = error.pointing(explain::points(view, place.as_slice()));
            fails(look, error, text.span.clone(), "not shown")
        }
    }
}

fn in_state(look: &Look<'_>, target: &Target, index: usize, wanted: State, holds: bool) -> Judged {
    let view = look.view;
    let what = explain::in_words(view, index);
    let (word, found) = state::state(view, index, wanted);
    match found {
        Some(is) if is == holds => {
            let not = if is { "" } else { "not " };
            Judged::Holds(format!("{what} is {not}{word}"))
        }
        Some(is) => {
            let not = if is { "" } else { "not " };
            let error = failed(look, format!("{what} is {not}{word}"));
            fails(
                look,
                state::detail(view, index, error),
                target.span.clone(),
                "this one",
            )
        }
        None if wanted == State::Empty => {
            let error = Error::new(
                Code::AssertionInconclusive,
                format!("it cannot be told whether {what} is empty"),
            )
            .note("empty are fields, lists, tables and parts of the page, and this is none")
            .help(format!(
                "say what kind of thing it is: `the {0} list is empty`, `there are no items in the {0} list`",
                target.words.trim_matches('"')
            ));
            fails(look, error, target.span.clone(), "this one")
        }
        None => {
            let error =
                failed(look, format!("{what} is neither {word} nor not {word}")).note(format!(
                    "the page gives it no such state: {}",
                    state::known(view, index)
                ));
            fails(look, error, target.span.clone(), "this one")
        }
    }
}
