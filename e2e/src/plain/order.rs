//! Whether things stand on the screen in the order the page lists them in.
//!
//! Style sheets turn rows round (`row-reverse`, `order`, grids). What is first then is one
//! thing for whoever looks and another for whoever listens, so "the first" is neither.
//! Only where all of some things stand in one row or one column is there one order to see.

use super::program::Target;
use super::view::View;
use crate::error::Error;

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

/// Whether two things fit a number because they are seen in another order.
pub(super) fn is_turned(target: &Target, nodes: &[usize]) -> bool {
    let mut readings = target.readings.iter();
    nodes.len() == 2 && readings.any(|reading| reading.ordinal.is_some())
}

/// What is said of them.
pub(super) fn turned(error: Error) -> Error {
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
}
