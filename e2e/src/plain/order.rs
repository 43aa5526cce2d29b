//! Whether things stand on the screen in the order the page lists them in.
//!
//! Style sheets turn rows round (`row-reverse`, `order`, grids). What is first then is one
//! thing for whoever looks and another for whoever listens, so "the first" is neither.
//! Only where all of some things stand in one row or one column is there one order to see.

use super::program::Target;
use super::view::View;
use crate::error::Error;
use std::ops::Range;

/// Letters of scripts that are read from right to left.
fn is_rtl(text: &str) -> bool {
    let rtl = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    text.chars().any(rtl)
}

/// The same things in the order they are seen in, where that is plain and another one.
pub(super) fn as_seen(view: &View<'_>, found: &[usize]) -> Option<Vec<usize>> {
    let boxes: Option<Vec<(usize, [f64; 4])>> = found
        .iter()
        .map(|at| {
            Some((
                *at,
                view.node(*at)
                    .rect
                    .filter(|[.., w, h]| *w > 0.0 && *h > 0.0)?,
            ))
        })
        .collect();
    let boxes = boxes.filter(|boxes| boxes.len() > 1)?;
    let column = line(&boxes, 1);
    let row = line(&boxes, 0).filter(|_| {
        let mut labels = found.iter().map(|at| view.node(*at).label());
        !labels.any(is_rtl) && !view.all().any(|at| is_rtl(view.node(at).label()))
    });
    let seen = match (row, column) {
        (Some(one), None) | (None, Some(one)) => one,
        _ => return None,
    };
    (seen != found).then_some(seen)
}

/// What is said of things that are several because they are seen in another order.
pub(super) fn differs(
    view: &View<'_>,
    target: &Target,
    nodes: &[usize],
) -> Option<fn(Error) -> Error> {
    if is_turned(target, nodes) {
        return Some(turned);
    }
    is_misplaced(view, target, nodes).then_some(misplaced as fn(Error) -> Error)
}

/// Of some things those under a heading: the ones listed there, without any that whoever
/// looks sees under another one, and with all that are seen under it where the two differ.
pub(super) fn under(
    view: &View<'_>,
    heading: usize,
    section: &Range<usize>,
    found: &[usize],
) -> Vec<usize> {
    let (listed, others): (Vec<usize>, Vec<usize>) =
        found.iter().partition(|at| section.contains(at));
    let turned = |at: &usize| is_elsewhere(view, heading, *at);
    let moved = listed.iter().any(turned);
    let mut out: Vec<usize> = others
        .into_iter()
        .filter(|at| moved && seen_under(view, heading, *at) == Some(heading))
        .collect();
    // Both the listed and the seen one: which is meant depends on who reads it.
    let both = !out.is_empty();
    out.extend(listed.iter().filter(|at| both || !moved || !turned(at)));
    out.sort_unstable();
    out
}

/// Whether a thing that is listed under a heading is seen above it, or under another one.
/// A heading that is listed before may only stay where it is while the page is scrolled.
fn is_elsewhere(view: &View<'_>, heading: usize, at: usize) -> bool {
    let (Some(own), Some(rect)) = (seen(view, heading), seen(view, at)) else {
        return false;
    };
    let above = own[1] >= rect[1] + rect[3] - 1.0 && is_across(&own, &rect);
    let before = own[1] >= 0.0 && is_across(&own, &rect);
    let other = seen_under(view, heading, at);
    above || other.is_some_and(|other| other > at || (before && other < heading))
}

/// The heading a thing is seen under, of those that stand beside one and are of its level;
/// nothing where several may be it.
fn seen_under(view: &View<'_>, heading: usize, at: usize) -> Option<usize> {
    let rect = seen(view, at)?;
    let level = |at: usize| view.node(at).level.unwrap_or(2);
    let end = |at: usize| seen(view, at).map_or(f64::MIN, |rect| rect[1] + rect[3]);
    let mut over: Vec<usize> = view
        .all()
        .filter(|other| view.node(*other).role == "heading" && level(*other) == level(heading))
        .filter(|other| view.parent(*other) == view.parent(heading))
        .filter(|other| {
            seen(view, *other).is_some_and(|own| {
                own[1] + own[3] <= rect[1] + rect[3] / 2.0 && is_across(&own, &rect)
            })
        })
        .collect();
    over.sort_by(|a, b| end(*b).total_cmp(&end(*a)));
    match over.as_slice() {
        [one] => Some(*one),
        [one, next, ..] if end(*one) - end(*next) > 1.0 => Some(*one),
        _ => None,
    }
}

fn seen(view: &View<'_>, at: usize) -> Option<[f64; 4]> {
    view.node(at).rect.filter(|[.., w, h]| *w > 0.0 && *h > 0.0)
}

/// Whether one stands over or below the other.
fn is_across(a: &[f64; 4], b: &[f64; 4]) -> bool {
    a[0] < b[0] + b[2] && b[0] < a[0] + a[2]
}

/// Whether things fit a place because they are seen under another heading than they are
/// listed under.
fn is_misplaced(view: &View<'_>, target: &Target, nodes: &[usize]) -> bool {
    let scopes = target
        .readings
        .iter()
        .filter_map(|reading| reading.scope.as_ref());
    scopes.into_iter().any(|scope| {
        let area = super::place::find(view, scope, &|_| true).ok();
        let heading = area.as_ref().and_then(super::place::Area::heading);
        heading.is_some_and(|heading| nodes.iter().any(|at| is_elsewhere(view, heading, *at)))
    })
}

/// What is said of them.
fn misplaced(error: Error) -> Error {
    error
        .note(
            "what stands under that heading on the screen is not what the page lists under it, \
             so which one is meant depends on who reads it",
        )
        .help("name it by its text, or by what stands in a row or region with it")
}

/// Whether two things fit a number because they are seen in another order.
fn is_turned(target: &Target, nodes: &[usize]) -> bool {
    let mut readings = target.readings.iter();
    nodes.len() == 2 && readings.any(|reading| reading.ordinal.is_some())
}

/// What is said of them.
fn turned(error: Error) -> Error {
    error
        .note(
            "they stand in another order than the page lists them in, so which one is meant \
             depends on who reads it",
        )
        .help("name it by its text, or where it is, instead of by its number")
}

/// The order of boxes that stand side by side along one axis and level with each other on
/// the other one.
fn line(boxes: &[(usize, [f64; 4])], along: usize) -> Option<Vec<usize>> {
    let across = 1 - along;
    let overlap = |a: &[f64; 4], b: &[f64; 4], axis: usize| {
        let end = (a[axis] + a[axis + 2]).min(b[axis] + b[axis + 2]);
        (end - a[axis].max(b[axis])) / a[axis + 2].min(b[axis + 2])
    };
    let mut sorted: Vec<&(usize, [f64; 4])> = boxes.iter().collect();
    sorted.sort_by(|(_, a), (_, b)| a[along].total_cmp(&b[along]));
    let level = boxes
        .iter()
        .all(|(_, b)| overlap(&boxes[0].1, b, across) >= 0.5);
    let apart = sorted
        .windows(2)
        .all(|pair| overlap(&pair[0].1, &pair[1].1, along) < 0.5);
    (level && apart).then(|| sorted.iter().map(|(at, _)| *at).collect())
}

#[cfg(test)]
mod tests {
    use crate::plain::statements::all;

    #[test]
    fn what_is_seen_in_another_order_has_no_number() {
        let turned = "list \"L\"\n  listitem \"One\" at=200,0,80,20\n  listitem \"Two\" at=100,0,80,20\n  listitem \"Three\" at=0,0,80,20";
        all(
            turned,
            &[
                ("the first list item is \"One\"", "SENTENCE_AMBIGUOUS"),
                ("the first list item is \"Three\"", "SENTENCE_AMBIGUOUS"),
                ("the last list item is \"One\"", "SENTENCE_AMBIGUOUS"),
                ("the second list item is \"Two\"", "holds"),
                ("the second list item is \"One\"", "ASSERTION_FAILED"),
                ("there are 3 list items", "holds"),
            ],
        );
        let upward = "button \"B\" at=0,90,80,20\nbutton \"A\" at=10,50,60,20";
        all(
            upward,
            &[("the first button is \"B\"", "SENTENCE_AMBIGUOUS")],
        );
        // As it is listed; in two columns; of a script that is read from the right; unseen.
        for scene in [
            "button \"A\" at=0,0,80,20\nbutton \"B\" at=90,4,80,20",
            "button \"A\" at=0,90,80,20\nbutton \"B\" at=300,10,80,20",
            "button \"A\" at=90,0,80,20\nbutton \"B\" at=0,0,80,20\nheading \"עגלה\"",
            "button \"A\" at=90,0,80,20\nbutton \"B\"",
            "button \"A\" at=90,0,80,20\nbutton \"B\" at=90,0,70,20",
        ] {
            all(scene, &[("the first button is \"A\"", "holds")]);
        }
    }

    #[test]
    fn what_is_seen_under_another_heading_than_it_is_listed_under_is_ambiguous() {
        // As `order` puts them: Profile, the first one, Billing, the second one.
        let turned = "main\n  heading \"Billing\" level=2 at=0,80,300,20\n  button \"Save\" at=0,50,80,20\n  \
                      heading \"Profile\" level=2 at=0,20,300,20\n  button \"Save\" [disabled] at=0,110,80,20";
        all(
            turned,
            &[
                (
                    "the Save button under Billing is enabled",
                    "SENTENCE_AMBIGUOUS",
                ),
                (
                    "the Save button under Profile is disabled",
                    "SENTENCE_AMBIGUOUS",
                ),
            ],
        );
        // As they are listed, in two columns, with a heading that stays, and unseen.
        for scene in [
            "main\n  heading \"Billing\" level=2 at=0,20,300,20\n  button \"Save\" at=0,50,80,20\n  \
             heading \"Profile\" level=2 at=0,80,300,20\n  button \"Save\" [disabled] at=0,110,80,20",
            "main\n  heading \"Billing\" level=2 at=0,20,100,20\n  button \"Save\" at=0,50,80,20\n  \
             heading \"Profile\" level=2 at=200,20,100,20\n  button \"Save\" [disabled] at=200,50,80,20",
            "heading \"Shop\" level=2 at=0,0,300,20\nheading \"Billing\" level=2 at=0,-200,300,20\n\
             button \"Save\" at=0,50,80,20\nheading \"Profile\" level=2 at=0,80,300,20\nbutton \"Save\" [disabled] at=0,110,80,20",
            "main\n  heading \"Billing\" level=2\n  button \"Save\" at=0,50,80,20\n  \
             heading \"Profile\" level=2\n  button \"Save\" [disabled] at=0,110,80,20",
        ] {
            all(
                scene,
                &[("the Save button under Billing is enabled", "holds")],
            );
        }
    }
}
