//! How many of something there are.

use super::denial::unsure;
use super::judge::{Judged, Look, failed, fails, is_silent, troubled};
use super::program::{Limit, Target};
use super::view::View;
use super::{explain, resolve};

/// Counts what the words fit.
pub(super) fn count(look: &Look<'_>, target: &Target, limit: Limit, n: usize) -> Judged {
    let view = look.view;
    let found = match resolve::every(view, target) {
        Ok(found) => found,
        Err(trouble) => return troubled(look, target, &trouble),
    };
    let found: Vec<usize> = found
        .into_iter()
        .filter(|index| !is_header_row(view, *index) && !is_silent(view, *index))
        .collect();
    let holds = match limit {
        Limit::Exactly => found.len() == n,
        Limit::AtLeast => found.len() >= n,
        Limit::AtMost => found.len() <= n,
    };
    let whole = limit == Limit::AtLeast || !view.screen.truncated;
    // The kind that was found is the kind that was meant: "items in the Products list"
    // are no lists.
    let kinds = || target.readings.iter().filter_map(|reading| reading.family);
    let kind = match found.first() {
        Some(index) => kinds().find(|family| family.fits(view.node(*index))),
        None => kinds().next_back(),
    };
    let counted = kind.map_or_else(
        || format!("{} of \"{}\"", found.len(), target.words),
        |family| family.counted(found.len()),
    );
    if holds && whole {
        return Judged::Holds(format!("{counted} on the page"));
    }
    if holds {
        return Judged::Fails(unsure(
            look,
            target,
            "the page holds more than could be listed",
        ));
    }
    let asked = format!("{limit} {n}");
    let mut error = failed(look, format!("expected {asked}, found {counted}"));
    if !found.is_empty() {
        error = error.note(explain::list(view, &found));
    }
    fails(look, error, target.span.clone(), "counted")
}

/// A row of column headers is none that anybody counts.
pub(super) fn is_header_row(view: &View<'_>, index: usize) -> bool {
    let cells: Vec<usize> = view
        .inside(index)
        .filter(|at| view.parent(*at) == Some(index))
        .collect();
    view.node(index).role == "row"
        && !cells.is_empty()
        && cells.iter().all(|at| view.node(*at).role == "columnheader")
}
