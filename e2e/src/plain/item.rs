//! Items of trees and heads of columns: what they are called by themselves, and what of them
//! is pressed.

use super::program::Target;
use super::resolve::{Hit, Trouble};
use super::view::{Rank, View, Wanted};
use crate::page::node::Node;

/// What an item of a tree or the head of a column is called by itself: its name tells the
/// items, or the buttons, inside of it, too.
pub(super) fn own_name(nodes: &[Node], names: &[String], at: usize, end: usize) -> Option<String> {
    let held = match nodes[at].role.as_str() {
        "treeitem" => "treeitem",
        "columnheader" => "button",
        _ => return None,
    };
    let mut inner: Vec<usize> = Vec::new();
    for index in at + 1..end {
        let within = inner
            .last()
            .is_some_and(|last| nodes[*last].depth < nodes[index].depth);
        if nodes[index].role == held && !within {
            inner.push(index);
        }
    }
    let held: Vec<&str> = inner.iter().map(|index| names[*index].as_str()).collect();
    let own = names[at].strip_suffix(held.join(" ").as_str())?.trim();
    (!held.is_empty() && !own.is_empty()).then(|| own.to_owned())
}

/// Where a box that ticks an item of a tree was found, the item's own text, and where a
/// button in the head of a column, the head that is called just so: these are what is
/// pressed, unless a box or a button is asked for.
pub(super) fn text_of(
    view: &View<'_>,
    target: &Target,
    found: Result<Hit, Trouble>,
) -> Result<Hit, Trouble> {
    let ticks = |at: usize| view.node(at).role == "checkbox";
    match found {
        Ok(hit) if ticks(hit.index) => Ok(Hit {
            index: text_beside(view, target, hit.index).unwrap_or(hit.index),
            ..hit
        }),
        Ok(hit) if hit.rank == Rank::Words && view.node(hit.index).role == "button" => {
            let head = view.parent(hit.index).filter(|head| {
                view.node(*head).role == "columnheader" && called(view, target, *head)
            });
            Ok(head.map_or(hit, |index| Hit {
                index,
                rank: Rank::Exact,
            }))
        }
        Err(Trouble::Several(both)) => match both[..] {
            [first, second] if ticks(first) && text_beside(view, target, first) == Some(second) => {
                Ok(Hit {
                    index: second,
                    rank: Rank::Exact,
                })
            }
            _ => Err(Trouble::Several(both)),
        },
        found => found,
    }
}

/// The text that stands beside a box in an item of a tree and that is pressed by itself,
/// where no kind of thing is said.
fn text_beside(view: &View<'_>, target: &Target, index: usize) -> Option<usize> {
    let item = view.parent(index)?;
    if view.node(item).role != "treeitem" {
        return None;
    }
    view.inside(item).find(|at| {
        let node = view.node(*at);
        view.parent(*at) == Some(item)
            && node.role.is_empty()
            && node.states.clickable
            && called(view, target, *at)
    })
}

/// Whether a thing is called just so, and no kind of thing is said.
fn called(view: &View<'_>, target: &Target, at: usize) -> bool {
    let fits =
        |name| matches!(view.rank(at, &Wanted::new(name)), Some(rank) if rank <= Rank::Plain);
    let mut readings = target.readings.iter();
    readings.any(|reading| reading.family.is_none() && reading.name.as_ref().is_some_and(fits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::scene::screen;

    #[test]
    fn an_item_is_called_by_its_own_text() {
        let screen = screen(
            "tree\n  treeitem \"Food Bread Cheese\"\n    group\n      treeitem \"Bread\"\n      treeitem \"Cheese\"\n  treeitem \"Drink\"",
        );
        let view = View::new(&screen);
        let rank = |at: usize, name: &str| view.rank(at, &Wanted::text(name));
        assert_eq!(rank(1, "Food"), Some(Rank::Exact));
        assert_eq!(rank(1, "Food Bread Cheese"), Some(Rank::Exact));
        assert_eq!(rank(1, "Bread"), Some(Rank::Words));
        assert_eq!(rank(3, "Bread"), Some(Rank::Exact));
        assert_eq!(rank(5, "Drink"), Some(Rank::Exact));
    }
}
