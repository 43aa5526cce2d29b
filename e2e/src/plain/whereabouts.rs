//! Where a node is, in words a person finds it by.

use super::view::View;
use crate::error::Pointed;
use crate::page::node::Node;
use std::collections::HashMap;

/// How many candidates or names a message lists.
pub(super) const LISTED: usize = 8;

pub(super) fn is_place(role: &str) -> bool {
    matches!(
        role,
        "row"
            | "listitem"
            | "article"
            | "region"
            | "group"
            | "dialog"
            | "alertdialog"
            | "form"
            | "table"
            | "list"
            | "navigation"
            | "heading"
            | "tabpanel"
            | "menu"
            | "banner"
    )
}

/// Nodes in words, one a line, each with where it is.
pub(crate) fn list(view: &View<'_>, nodes: &[usize]) -> String {
    let mut lines: Vec<String> = nodes
        .iter()
        .take(LISTED)
        .map(|index| in_words(view, *index))
        .collect();
    // Lines that read the same are told apart by their order.
    let mut counts: HashMap<String, usize> = HashMap::new();
    for line in &lines {
        *counts.entry(line.clone()).or_default() += 1;
    }
    for (at, line) in lines.iter_mut().enumerate() {
        if counts.get(line.as_str()).is_some_and(|count| *count > 1) {
            line.push_str(&format!(" (number {} of them)", at + 1));
        }
    }
    if nodes.len() > LISTED {
        lines.push(format!("{} more", nodes.len() - LISTED));
    }
    lines.join("\n")
}

/// Nodes, to be marked in the picture.
pub(crate) fn points(view: &View<'_>, nodes: &[usize]) -> Vec<Pointed> {
    let point = |index: &usize| {
        let node = view.node(*index);
        Pointed {
            id: node.id.0.clone(),
            what: node.describe(),
        }
    };
    nodes.iter().take(LISTED).map(point).collect()
}

/// A node with what is around it: `button "Delete" in row "March 12 …"`.
pub(crate) fn in_words(view: &View<'_>, index: usize) -> String {
    let node = view.node(index);
    let mut words = clipped(node);
    if node.states.disabled {
        words.push_str(" (disabled)");
    }
    if let Some((at, node)) = around(view, index) {
        let label = match view.node(node).label() {
            "" => inner_label(view, node, index).unwrap_or_default(),
            label => label,
        };
        let label = crate::text::clip(label, 40);
        words.push_str(&format!(" {at} {} \"{label}\"", view.node(node).role));
    }
    words
}

fn clipped(node: &Node) -> String {
    match node.label() {
        "" => node.describe(),
        label => {
            let role = match node.role.as_str() {
                "" if node.states.clickable => "clickable text",
                "" => "text",
                role => role,
            };
            format!("{role} \"{}\"", crate::text::clip(label, 60))
        }
    }
}

/// The nearest thing around a node that says where it is, and how the node lies to it.
fn around(view: &View<'_>, index: usize) -> Option<(&'static str, usize)> {
    let says = |at: &usize| {
        let node = view.node(*at);
        let place = is_place(&node.role) && node.role != "list" && node.role != "heading";
        place && (!node.label().is_empty() || inner_label(view, *at, index).is_some())
    };
    if let Some(ancestor) = view.ancestors(index).find(says) {
        return Some(("in", ancestor));
    }
    let heading = (0..index)
        .rev()
        .find(|at| view.node(*at).role == "heading")?;
    Some(("under", heading))
}

/// What a place is known by, other than the node itself: its first text, whoever asks,
/// else the first name in it.
fn inner_label<'a>(view: &View<'a>, place: usize, index: usize) -> Option<&'a str> {
    let others = || view.inside(place).filter(|at| *at != index);
    let says = |at: &usize| {
        let text = view.node(*at).label();
        !view.node(*at).is_interactive() && text.chars().filter(|c| c.is_alphanumeric()).count() > 1
    };
    let first = others().find(says).map(|at| view.node(at).label());
    first.or_else(|| {
        let mut labels = others().map(|at| view.node(at).label());
        labels.find(|label| !label.is_empty())
    })
}

/// The place of a node the way a sentence names it: `in the row "March"`.
pub(super) fn place_to_write(view: &View<'_>, index: usize) -> Option<String> {
    let (at, place) = around(view, index)?;
    let node = view.node(place);
    let first = inner_label(view, place, index);
    let label = match node.role.as_str() {
        "row" | "listitem" => first.unwrap_or(node.label()),
        _ => node.label(),
    };
    let label = match label {
        "" => first.unwrap_or_default(),
        label => label,
    };
    let label = crate::text::clip(label, 40);
    Some(match (at, node.role.as_str()) {
        ("under", _) => format!("under \"{label}\""),
        (_, "listitem") => format!("in the list item \"{label}\""),
        (_, role) => format!("in the {role} \"{label}\""),
    })
}
