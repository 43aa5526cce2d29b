//! When nothing fits what must not be there: whether that says anything.

use super::explain;
use super::fold::{fold, words_of};
use super::judge::{Judged, Look};
use super::program::{Reading, Target};
use super::view::View;
use crate::code::Code;
use crate::error::Error;

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
    let near = shortened(view, target);
    if !near.is_empty() {
        let why = format!("is it this one?\n{}", explain::list(view, &near));
        let error = unsure(look, target, &why);
        return Judged::Fails(error.help("put its whole name in quotation marks"));
    }
    Judged::Holds(format!("nothing called {} is on the page", target.quoted()))
}

/// Things of the kind whose names are made of the words: "the green Save button" may
/// be the one called "Save".
fn shortened(view: &View<'_>, target: &Target) -> Vec<usize> {
    let called = |reading: &Reading| {
        let name = reading.name.as_ref().filter(|name| !name.quoted)?;
        Some((reading.family?, fold(&name.raw)))
    };
    let mut found = Vec::new();
    for (family, name) in target.readings.iter().filter_map(called) {
        let words: Vec<&str> = words_of(&name).collect();
        found.extend(view.all().filter(|at| {
            let own = match view.name(*at) {
                "" => view.text(*at),
                own => own,
            };
            let is_part = words_of(own).all(|word| words.contains(&word));
            // One called just so was judged before: nobody sees it.
            family.fits(view.node(*at)) && is_part && !own.is_empty() && own != name
        }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

pub(super) fn unsure(look: &Look<'_>, target: &Target, why: &str) -> Error {
    Error::new(
        Code::AssertionInconclusive,
        format!("it cannot be told that {} is not there", target.quoted()),
    )
    .note(why)
    .sentence(look.sentence, target.span.clone(), "cannot be told")
}
