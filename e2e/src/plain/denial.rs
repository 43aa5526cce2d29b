//! When nothing fits what must not be there: whether that says anything.

use super::family::Family;
use super::fold::fold;
use super::judge::{Judged, Look};
use super::negation::words_of;
use super::program::{Reading, Target};
use super::view::View;
use super::{explain, state};
use crate::code::Code;
use crate::error::Error;
use icu_normalizer::DecomposingNormalizerBorrowed;

/// In words so short a doubled letter makes another word.
const SHORT: usize = 5;

/// Nothing fits what must not be there; that says something only when the page was
/// seen whole and nothing of its kind is left that may be meant.
pub(super) fn missing(look: &Look<'_>, target: &Target) -> Judged {
    let view = look.view;
    if view.screen.truncated {
        return Judged::Fails(unsure(
            look,
            target,
            "the page holds more than could be listed",
        ));
    }
    let bare = target
        .readings
        .iter()
        .any(|reading| reading.name.as_ref().is_some_and(|name| !name.quoted));
    if let Some(family) = target.family().filter(|family| family.is_passing() && bare) {
        let role_only = target.readings.iter().any(|reading| reading.name.is_none());
        let left: Vec<usize> = view
            .all()
            .filter(|at| family.fits(view.node(*at)))
            .collect();
        if !left.is_empty() && !role_only {
            let error = unsure(
                look,
                target,
                &format!("is it this one?\n{}", explain::list(view, &left)),
            );
            return Judged::Fails(error.help("name it exactly, in quotation marks"));
        }
    }
    if let Some(why) = menus(view, target) {
        return Judged::Fails(
            unsure(look, target, &why)
                .help("name the menu in quotation marks, or say that one of its items is gone"),
        );
    }
    let near = shortened(view, target);
    if !near.is_empty() {
        let why = format!("is it this one?\n{}", explain::list(view, &near));
        let error = unsure(look, target, &why);
        return Judged::Fails(error.help("put its whole name in quotation marks"));
    }
    Judged::Holds(format!("nothing called {} is on the page", target.quoted()))
}

/// Kinds of things that stand in lists which may draw only what is in view of them.
const DRAWN_LATE: &[&str] = &[
    "row",
    "cell",
    "list item",
    "option",
    "tree item",
    "card",
    "article",
    "button",
    "link",
    "checkbox",
];

/// Whether one of the readings is about a thing of such a kind, by its name, anywhere.
pub(super) fn is_drawn_late(target: &Target) -> bool {
    target.readings.iter().any(|reading| {
        let kind = |family: &Family| DRAWN_LATE.contains(&family.name);
        reading.family.is_some_and(kind) && reading.name.is_some() && reading.scope.is_none()
    })
}

/// Why a thing of such a kind may be there all the same: a list holds only a part of itself.
pub(super) fn out_of_view(look: &Look<'_>, target: &Target) -> Option<String> {
    match is_drawn_late(target) {
        true => look.sights.of(look.view, "", None).doubt,
        false => None,
    }
}

/// Why it cannot be told that no menu is there, when none is named: pages draw menus of
/// anything. That what says it opens one is closed tells it.
fn menus(view: &View<'_>, target: &Target) -> Option<String> {
    let menu = target.family().is_some_and(|family| family.name == "menu");
    if !menu || !state::is_role_only(target) {
        return None;
    }
    let openers = || view.all().filter(|at| view.node(*at).states.opens_menu);
    let open: Vec<usize> = openers()
        .filter(|at| view.node(*at).states.expanded != Some(false))
        .collect();
    match (openers().next(), open.is_empty()) {
        (None, _) => Some("nothing on the page says that it opens a menu".to_owned()),
        (Some(_), true) => None,
        (Some(_), false) => Some(format!("it may be open:\n{}", explain::list(view, &open))),
    }
}

/// Things of the kind whose names are made of the words: "the green Save button" may
/// be the one called "Save".
fn shortened(view: &View<'_>, target: &Target) -> Vec<usize> {
    let called = |reading: &Reading| {
        let name = reading.name.as_ref()?;
        Some((reading.family?, fold(&name.raw), name.quoted))
    };
    let mut found = Vec::new();
    for (family, name, quoted) in target.readings.iter().filter_map(called) {
        let squeezed = letters(&name);
        let words: Vec<&str> = words_of(&name).collect();
        found.extend(view.all().filter(|at| {
            let own = match view.name(*at) {
                "" => view.text(*at),
                own => own,
            };
            let is_part = !quoted && words_of(own).all(|word| words.contains(&word));
            // "Email" and "E-mail", "log in" and "login".
            let is_spelled_alike = !squeezed.is_empty() && letters(own) == squeezed;
            // One called just so was judged before: nobody sees it.
            family.fits(view.node(*at))
                && (is_part || is_spelled_alike)
                && !own.is_empty()
                && own != name
        }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Things whose name or text is the same but for how it is spelled: "Log out" for
/// "Logout", "Archive (3)" for "Archive".
pub(super) fn spelled_alike(view: &View<'_>, text: &str) -> Vec<usize> {
    let text = fold(text);
    let squeezed = letters(&text);
    if squeezed.is_empty() {
        return Vec::new();
    }
    let parts: Vec<&str> = words_of(&text).collect();
    // "Your favourite colour" for "favorite color"; other marks between the same words
    // are another text.
    let same = |own: &[&str]| {
        let mut both = own.iter().zip(&parts);
        own != parts && both.all(|(a, b)| letters(a) == letters(b))
    };
    let holds = |own: &str| {
        let own: Vec<&str> = words_of(own).collect();
        own.windows(parts.len().max(1)).any(same)
    };
    let alike = |own: &str| own != text && (letters(own) == squeezed || holds(own));
    view.all()
        .filter(|at| alike(view.name(*at)) || alike(view.text(*at)))
        .collect()
}

/// A name without all that does not make another word of it, and without the number of
/// a badge behind it.
fn letters(name: &str) -> String {
    let badge = |name: &str| {
        let (rest, badge) = name.trim_end().strip_suffix(')')?.rsplit_once('(')?;
        let number = !badge.is_empty() && badge.chars().all(|c| c.is_ascii_digit() || c == '+');
        (number && !rest.trim().is_empty()).then(|| rest.to_owned())
    };
    let name = badge(name).unwrap_or_else(|| name.to_owned());
    let name = name.replace('&', " and ");
    // "Café" and "Cafe".
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&name);
    let squeezed: String = apart.chars().filter(|c| c.is_alphanumeric()).collect();
    // "Cancelled" and "Canceled".
    match squeezed.len() > SHORT {
        true => american(&squeezed.replace("ll", "l")),
        false => american(&squeezed),
    }
}

/// What is spelled in two ways on the two sides of the sea, in one of them: "Colour" and
/// "Color", "Organise" and "Organize".
fn american(word: &str) -> String {
    const PAIRS: &[(&str, &str)] = &[
        ("our", "or"),
        ("isation", "ization"),
        ("ising", "izing"),
        ("ised", "ized"),
        ("ise", "ize"),
        ("yse", "yze"),
        ("centre", "center"),
        ("metre", "meter"),
        ("theatre", "theater"),
        ("catalogue", "catalog"),
        ("dialogue", "dialog"),
        ("analogue", "analog"),
        ("programme", "program"),
        ("licence", "license"),
        ("defence", "defense"),
        ("cheque", "check"),
        ("grey", "gray"),
    ];
    let pairs = PAIRS.iter().filter(|_| word.len() >= SHORT);
    pairs.fold(word.to_owned(), |word, (one, other)| {
        word.replace(one, other)
    })
}

pub(super) fn unsure(look: &Look<'_>, target: &Target, why: &str) -> Error {
    Error::new(
        Code::AssertionInconclusive,
        format!("it cannot be told that {} is not there", target.quoted()),
    )
    .note(why)
    .sentence(look.sentence, target.span.clone(), "cannot be told")
}
