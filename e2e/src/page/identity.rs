//! Whether an element of one screen is an element of another.
//!
//! Exact or not at all: the same role, name, test id and placeholder in the same
//! surroundings, and only one that fits on either screen. A lone survivor of several
//! twins may be any of them.

use super::node::{Node, Observation};

/// Containers that tell twins apart: a row, a card, a dialog.
const CONTAINERS: &[&str] = &[
    "row", "listitem", "article", "group", "region", "dialog", "tabpanel", "iframe",
];

/// Why an element was not found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// Nothing looks like it.
    Gone,
    /// Something looks like it, in other surroundings.
    Elsewhere,
    /// This many look like it.
    Ambiguous(usize),
}

/// Finds the node at `index` of `old` on the screen `now`.
pub(super) fn relocate(
    old: &Observation,
    index: usize,
    now: &Observation,
) -> std::result::Result<usize, Lost> {
    let wanted = &old.nodes[index];
    if wanted.label().is_empty() && wanted.test_id.is_none() {
        return Err(Lost::Gone);
    }
    let fits = |screen: &Observation| -> Vec<usize> {
        (0..screen.nodes.len())
            .filter(|i| is_same(wanted, &screen.nodes[*i]))
            .collect()
    };
    let twins = fits(old).len();
    let found = fits(now);
    match found.as_slice() {
        [] => Err(Lost::Gone),
        [one] if twins == 1 => {
            if surroundings(old, index) == surroundings(now, *one) {
                Ok(*one)
            } else {
                Err(Lost::Elsewhere)
            }
        }
        several => Err(Lost::Ambiguous(several.len().max(twins))),
    }
}

fn is_same(a: &Node, b: &Node) -> bool {
    let textual = a.name.is_empty() && a.test_id.is_none();
    a.role == b.role
        && a.name == b.name
        && a.test_id == b.test_id
        && a.placeholder == b.placeholder
        && (!textual || a.text == b.text)
}

/// The surroundings of a control that stands on the screen more than once.
pub(super) fn told_apart_by(screen: &Observation, index: usize) -> Option<String> {
    let node = &screen.nodes[index];
    let twins = screen.nodes.iter().filter(|other| is_same(node, other));
    if twins.count() > 1 {
        surroundings(screen, index)
    } else {
        None
    }
}

/// What the nearest container is called: its name, else the first text inside.
fn surroundings(screen: &Observation, index: usize) -> Option<String> {
    let mut at = index;
    while let Some(parent) = screen.parent_of(at) {
        let node = &screen.nodes[parent];
        if CONTAINERS.contains(&node.role.as_str()) {
            let label = node.label();
            if !label.is_empty() {
                return Some(label.to_owned());
            }
            return screen.nodes[parent + 1..]
                .iter()
                .take_while(|inner| inner.depth > node.depth)
                .map(Node::label)
                .find(|label| !label.is_empty())
                .map(str::to_owned);
        }
        at = parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(lines: &[(u32, &str, &str)]) -> Observation {
        Observation {
            nodes: lines
                .iter()
                .map(|(depth, role, name)| Node {
                    depth: *depth,
                    role: (*role).into(),
                    name: (*name).into(),
                    ..Node::default()
                })
                .collect(),
            ..Observation::default()
        }
    }

    #[test]
    fn an_element_is_found_again_exactly_or_not_at_all() {
        let row = |name, button| [(0, "row", name), (1, "button", button)];
        let march = screen(&row("March", "Delete"));
        let cases: &[(
            &str,
            &Observation,
            Observation,
            std::result::Result<usize, Lost>,
        )] = &[
            ("the same", &march, screen(&row("March", "Delete")), Ok(1)),
            (
                "renamed",
                &march,
                screen(&row("March", "Remove")),
                Err(Lost::Gone),
            ),
            (
                "another row",
                &march,
                screen(&row("April", "Delete")),
                Err(Lost::Elsewhere),
            ),
            (
                "a twin joined it",
                &march,
                screen(&[row("March", "Delete"), row("April", "Delete")].concat()),
                Err(Lost::Ambiguous(2)),
            ),
        ];
        for (what, old, now, expected) in cases {
            assert_eq!(relocate(old, 1, now), *expected, "{what}");
        }
        let twins = screen(&[row("March", "Delete"), row("April", "Delete")].concat());
        assert_eq!(
            relocate(&twins, 1, &march),
            Err(Lost::Ambiguous(2)),
            "a lone survivor of two"
        );
    }

    #[test]
    fn a_field_with_another_hint_is_another_field() {
        let mut old = screen(&[(0, "textbox", "Date")]);
        old.nodes[0].placeholder = Some("From".to_owned());
        let mut now = old.clone();
        assert_eq!(relocate(&old, 0, &now), Ok(0));
        now.nodes[0].placeholder = Some("To".to_owned());
        assert_eq!(relocate(&old, 0, &now), Err(Lost::Gone));
    }

    #[test]
    fn what_has_no_words_is_never_found_again() {
        let nameless = screen(&[(0, "button", "")]);
        assert_eq!(relocate(&nameless, 0, &nameless), Err(Lost::Gone));
    }
}
