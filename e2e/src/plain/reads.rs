//! What a thing, the address or the title reads, compared with what it should.

use super::fold::fold;
use super::judge::{Judged, Look, about, failed, fails, troubled};
use super::negation::{is_only_denied, words_of};
use super::piece::has_words;
use super::program::{Compare, Target, Text};
use super::resolve::Trouble;
use super::view::View;
use super::{answer, explain, resolve, sight, state};
use crate::code::Code;
use crate::error::Error;

/// Compares a field's value, or the text of anything else.
pub(super) fn reads(
    look: &Look<'_>,
    target: &Target,
    compare: Compare,
    text: &Text,
    holds: bool,
) -> Judged {
    let view = look.view;
    let heading = target
        .family()
        .is_some_and(|family| family.name == "heading");
    if heading
        && target
            .readings
            .iter()
            .any(|reading| reading.name.is_none() && reading.ordinal.is_none())
    {
        return heading_reads(look, target, compare, text, holds);
    }
    let index = match state::subject(view, target, None) {
        Ok(index) => index,
        Err(trouble) => return troubled(look, target, &trouble),
    };
    let answer = answer::answer(view, target, index);
    let judged = answered(look, (target, index), &answer, compare, text, holds);
    about(look, &answer.nodes, judged)
}

/// The same of the one thing the words mean, and of what answers for it.
fn answered(
    look: &Look<'_>,
    (target, index): (&Target, usize),
    answer: &answer::Answer,
    compare: Compare,
    text: &Text,
    holds: bool,
) -> Judged {
    let view = look.view;
    let node = view.node(answer.nodes[0]);
    let what = explain::in_words(view, answer.nodes[0]);
    if node.states.secure {
        let error = Error::new(
            Code::AssertionInconclusive,
            format!("{what} is a password field: its value is never read"),
        );
        return fails(look, error, target.span.clone(), "a secret");
    }
    if let (Some(value), [_]) = (&node.value, answer.nodes.as_slice()) {
        let is = match compare {
            // "says" and "shows" are whole words here as in every text; what is denied must
            // not stand there at all.
            Compare::Contains if holds && !asks_for_a_part(look, target, text) => {
                value_is(value, compare, &text.raw) && has_words(&fold(value), &fold(&text.raw))
            }
            _ => value_is(value, compare, &text.raw),
        };
        return compared(look, &what, value, compare, text, is, holds);
    }
    let sighting = sight::together(look, &text.raw, &answer.nodes);
    let content = sighting.content.clone().unwrap_or_default();
    let own = match (content.is_empty(), answer.nodes.as_slice()) {
        (true, [one]) => view.node(*one).label().to_owned(),
        _ => content,
    };
    if !holds && answer::is_name_only(view, target, answer, &own) {
        return undecidable(look, target, index, text);
    }
    let wanted = fold(&text.raw);
    let is = match compare {
        // "Not saved" does not say "Saved", and does not deny it either.
        Compare::Contains => sighting.shown && (!holds || !is_only_denied(&fold(&own), &wanted)),
        _ => {
            let each = answer.nodes.iter().any(|at| {
                let one = look.sights.of(view, &text.raw, Some(*at)).content;
                one.is_some_and(|one| compare_texts(&fold(&one), compare, &wanted))
                    || (!answer.moved
                        && is_own_name(view, *at, &fold(&own))
                        && compare_texts(view.name(*at), compare, &wanted))
            });
            let behind = answer::behind_name(target, &own);
            let unlabelled = behind.is_some_and(|rest| compare_texts(&rest, compare, &wanted));
            each || compare_texts(&fold(&own), compare, &wanted) || unlabelled
        }
    };
    // Words that stand somewhere in what was taken may be the ones that are denied.
    if !holds && !is && !answer.said && compare != Compare::Contains && sighting.shown {
        return undecidable(look, target, index, text);
    }
    if let (false, false, Compare::Contains, Some(why)) = (holds, is, compare, &sighting.doubt) {
        let error = Error::new(
            Code::AssertionInconclusive,
            format!(
                "it cannot be told that {what} does not say \"{}\"",
                text.raw
            ),
        );
        return fails(look, error.note(why), text.span.clone(), "cannot be told");
    }
    compared(look, &what, &own, compare, text, is, holds)
}

/// Whether any part of a value is asked for: "the Email field contains \"@\"".
fn asks_for_a_part(look: &Look<'_>, target: &Target, text: &Text) -> bool {
    let between = target.span.end.min(text.span.start)..text.span.start;
    let verb = look.sentence.get(between).unwrap_or_default();
    let verb = verb.to_lowercase();
    ![
        "says", "say", "saying", "shows", "show", "showing", "displays", "display", "reads",
    ]
    .iter()
    .any(|word| words_of(&verb).any(|own| own == *word))
}

/// Whether a name is what a thing reads, too: what nobody can press has to read so, and
/// not only be called so for those who hear it.
fn is_own_name(view: &View<'_>, index: usize, content: &str) -> bool {
    let name = view.name(index);
    let mut words = words_of(content);
    view.node(index).is_interactive() || words.all(|word| words_of(name).any(|own| own == word))
}

/// The error of a denial that nothing on the page could disprove.
pub(super) fn undecidable(look: &Look<'_>, target: &Target, index: usize, text: &Text) -> Judged {
    let words = &target.words;
    let name = words.trim_matches('"');
    let error = Error::new(
        Code::AssertionInconclusive,
        format!("it cannot be told what \"{name}\" must not say"),
    )
    .note(format!(
        "taken: {}, which answers with nothing but its own words",
        explain::in_words(look.view, index)
    ))
    .help(format!(
        "say what kind of thing it is: `the {name} section does not show \"{0}\"`, \
         `the row with \"{name}\" does not show \"{0}\"`, or `the page does not show \"{0}\"`",
        text.raw
    ));
    fails(
        look,
        error,
        target.span.clone(),
        "this names something else",
    )
}

/// "the heading is …" is about the page's one main heading, else about any. While a
/// dialog with headings is open there are two such places; where they differ, it has to
/// be said which one is meant.
fn heading_reads(
    look: &Look<'_>,
    target: &Target,
    compare: Compare,
    text: &Text,
    holds: bool,
) -> Judged {
    let view = look.view;
    let all = match resolve::every(view, target) {
        Ok(all) => all,
        Err(trouble) => return troubled(look, target, &trouble),
    };
    let wanted = fold(&text.raw);
    let is = |index: usize| {
        let compares = |own: &str| match compare {
            Compare::Contains => has_words(own, &wanted),
            _ => compare_texts(own, compare, &wanted),
        };
        let texts: Vec<&str> = view.subtree(index).map(|at| view.text(at)).collect();
        let texts = texts.join(" ");
        is_own_name(view, index, &texts) && compares(view.name(index))
            || compares(view.text(index))
            || compares(texts.trim())
    };
    let in_dialog = |index: &usize| {
        let role = |at: usize| view.node(at).role.as_str();
        let mut around = view.ancestors(*index);
        around.any(|at| matches!(role(at), "dialog" | "alertdialog"))
    };
    let (dialog, page): (Vec<usize>, Vec<usize>) = all.into_iter().partition(in_dialog);
    let (page, dialog) = (main_headings(view, page), main_headings(view, dialog));
    let hit = |about: &[usize]| about.iter().copied().find(|index| is(*index));
    if let (Some(behind), Some(before)) = (page.first(), dialog.first())
        && hit(&page).is_some() != hit(&dialog).is_some()
    {
        let which = vec![
            hit(&page).unwrap_or(*behind),
            hit(&dialog).unwrap_or(*before),
        ];
        return troubled(look, target, &Trouble::Several(which));
    }
    let about = [page, dialog].concat();
    let found = hit(&about);
    let own = match (found.or(about.first().copied()), about.len()) {
        (Some(index), 1) => view.node(index).label().to_owned(),
        _ => explain::names(view, "headings", |node| node.role == "heading", &text.raw),
    };
    let is = found.is_some();
    compared(look, "the heading", &own, compare, text, is, holds)
}

/// The one main heading of some, else all of them.
fn main_headings(view: &View<'_>, all: Vec<usize>) -> Vec<usize> {
    let main = |index: &usize| view.node(*index).level == Some(1);
    let mains: Vec<usize> = all.iter().copied().filter(main).collect();
    if mains.len() == 1 { mains } else { all }
}

fn value_is(value: &str, compare: Compare, wanted: &str) -> bool {
    let (value, wanted) = (crate::text::collapse(value), crate::text::collapse(wanted));
    compare_texts(&value, compare, &wanted)
}

pub(super) fn compare_texts(own: &str, compare: Compare, wanted: &str) -> bool {
    match compare {
        Compare::Is => own == wanted,
        Compare::Contains => own.contains(wanted),
        Compare::StartsWith => own.starts_with(wanted),
        Compare::EndsWith => own.ends_with(wanted),
    }
}

/// Compares an address with a whole one, or with a path when it is one.
pub(super) fn address(url: &str, compare: Compare, wanted: &str) -> bool {
    let path = || {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.find('/').map_or("/", |at| &rest[at..]);
        let mut end = path.len();
        if !wanted.contains('#') {
            end = path[..end].find('#').unwrap_or(end);
        }
        if !wanted.contains('?') {
            end = path[..end].find('?').unwrap_or(end);
        }
        &path[..end]
    };
    match compare {
        Compare::Is if wanted.starts_with('/') => path() == wanted,
        Compare::StartsWith if wanted.starts_with('/') => path().starts_with(wanted),
        Compare::Is => url.trim_end_matches('/') == wanted.trim_end_matches('/'),
        _ => compare_texts(url, compare, wanted),
    }
}

/// Says what was compared with what, and whether it is as it should be.
pub(super) fn compared(
    look: &Look<'_>,
    what: &str,
    own: &str,
    compare: Compare,
    text: &Text,
    is: bool,
    holds: bool,
) -> Judged {
    let own = crate::text::clip(own, 300);
    if is == holds {
        return Judged::Holds(format!("{what} is \"{own}\""));
    }
    let (verb, denied) = match compare {
        Compare::Is => ("is", "is not"),
        Compare::Contains => ("contains", "does not contain"),
        Compare::StartsWith => ("starts with", "does not start with"),
        Compare::EndsWith => ("ends with", "does not end with"),
    };
    let verb = if holds { verb } else { denied };
    let error = failed(
        look,
        format!("{what}: expected that it {verb} \"{}\"", text.raw),
    )
    .note(format!(
        "expected: {verb} \"{}\"\n   found: \"{own}\"",
        text.raw
    ));
    fails(look, error, text.span.clone(), "not so")
}
