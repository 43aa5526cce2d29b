//! What a subject answers with: not the words that name it, but what they name.
//!
//! "Total" on a page is a label, and what is said of the total is said of what stands
//! behind it. A label answers for nothing else: "the total is not $5" said of the word
//! "Total" would hold on every page.

use super::fold::{bare, fold};
use super::program::Target;
use super::view::{View, Wanted};
use crate::page::node::Node;

/// What is read to judge a statement about a subject.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    /// The nodes that are read.
    pub(super) nodes: Vec<usize>,
    /// Whether they are others than the one that bears the name.
    pub(super) moved: bool,
    /// Whether the sentence said what kind of thing it is.
    pub(super) said: bool,
}

/// Places that their name, or the first heading in them, stands for.
const LABELLED: &[&str] = &[
    "region",
    "group",
    "radiogroup",
    "form",
    "search",
    "table",
    "grid",
    "treegrid",
    "list",
    "article",
    "dialog",
    "alertdialog",
    "complementary",
    "navigation",
    "tabpanel",
    "figure",
    "feed",
    "log",
];

const TABLES: &[&str] = &["table", "grid", "treegrid"];

/// Whether a node is a place whose content says more than its name.
pub(super) fn is_place(node: &Node) -> bool {
    LABELLED.contains(&node.role.as_str())
        || matches!(
            node.role.as_str(),
            "row" | "listitem" | "status" | "alert" | "main" | "banner" | "contentinfo" | "iframe"
        )
}

/// What is read for the subject that was found at `index`.
pub(super) fn answer(view: &View<'_>, target: &Target, index: usize) -> Answer {
    let node = view.node(index);
    let fits = |family: &super::family::Family| family.fits(node);
    let families = || target.readings.iter().filter_map(|reading| reading.family);
    let said = families().any(fits);
    let column = families().any(|family| family.name == "column" && fits(family));
    let header = target.words.to_lowercase().ends_with("header");
    let other = match (said, column && !header) {
        (true, false) => None,
        _ => named_by(view, index),
    };
    match other {
        Some(nodes) => Answer {
            nodes,
            moved: true,
            said,
        },
        None => Answer {
            nodes: vec![index],
            moved: false,
            said,
        },
    }
}

/// What a label, a heading or a header names, when it is one.
fn named_by(view: &View<'_>, index: usize) -> Option<Vec<usize>> {
    let node = view.node(index);
    match node.role.as_str() {
        "term" => definitions(view, index),
        "columnheader" => column(view, index),
        "rowheader" => {
            let row = view
                .ancestors(index)
                .find(|at| view.node(*at).role == "row")?;
            Some(vec![row])
        }
        _ if node.is_interactive() || is_place(node) => None,
        role => labelled(view, index, role == "heading").map(|place| vec![place]),
    }
}

/// What follows a term, up to the next one.
fn definitions(view: &View<'_>, term: usize) -> Option<Vec<usize>> {
    let list = view.ancestors(term).next();
    let end = list.map_or(view.len(), |list| view.subtree(list).end);
    let mut found = Vec::new();
    for at in view.subtree(term).end..end {
        match view.node(at).role.as_str() {
            "definition" => found.push(at),
            "term" | "heading" => break,
            _ => {}
        }
    }
    (!found.is_empty()).then_some(found)
}

/// What stands below a column header.
fn column(view: &View<'_>, header: usize) -> Option<Vec<usize>> {
    let is_table = |at: &usize| TABLES.contains(&view.node(*at).role.as_str());
    let table = view.ancestors(header).find(is_table)?;
    let own_row = view
        .ancestors(header)
        .find(|at| view.node(*at).role == "row")?;
    let [x, _, width, _] = view.node(header).rect?;
    let below = |at: usize| {
        let Some(rect) = view.node(at).rect else {
            return false;
        };
        let middle = rect[0] + rect[2] / 2.0;
        x <= middle && middle <= x + width
    };
    let mut found = Vec::new();
    for row in view.inside(table) {
        if row == own_row || view.node(row).role != "row" {
            continue;
        }
        let cells = view
            .inside(row)
            .filter(|at| view.parent(*at) == Some(row) && view.node(*at).role != "columnheader");
        found.extend(cells.filter(|at| below(*at)));
    }
    (!found.is_empty()).then_some(found)
}

/// The place a text or heading is the label of: one that is called so around it, or
/// one whose first heading it is.
fn labelled(view: &View<'_>, index: usize, heading: bool) -> Option<usize> {
    let own = [view.name(index), view.text(index)].map(bare);
    for ancestor in view.ancestors(index) {
        let node = view.node(ancestor);
        if !LABELLED.contains(&node.role.as_str()) {
            if matches!(node.role.as_str(), "row" | "listitem" | "main") {
                return None;
            }
            continue;
        }
        let name = bare(view.name(ancestor));
        if !name.is_empty() && own.contains(&name) {
            return Some(ancestor);
        }
        let mut inside = view.inside(ancestor);
        let first = inside.find(|at| view.node(*at).role == "heading");
        return (heading && name.is_empty() && first == Some(index)).then_some(ancestor);
    }
    None
}

/// Whether what a subject shows is nothing but the name it was found by, so that
/// denying anything of it says nothing.
pub(super) fn is_name_only(
    view: &View<'_>,
    target: &Target,
    answer: &Answer,
    content: &str,
) -> bool {
    let [index] = answer.nodes.as_slice() else {
        return false;
    };
    let node = view.node(*index);
    if answer.moved || node.value.is_some() {
        return false;
    }
    let content = fold(content);
    let content = bare(&content);
    let is_wanted = target
        .readings
        .iter()
        .filter(|reading| reading.family.is_none_or(|family| family.fits(node)))
        .filter_map(|reading| reading.name.as_ref())
        .any(|name| Wanted::new(name).is(content));
    if answer.said {
        return is_wanted;
    }
    let own = |text: &str| !text.is_empty() && bare(text) == content;
    is_wanted
        || (!is_place(node)
            && (content.is_empty() || own(view.name(*index)) || own(view.text(*index))))
}

/// What a subject's text says behind its own name: "$5" in "Total: $5".
pub(super) fn behind_name(target: &Target, content: &str) -> Option<String> {
    let content = fold(content);
    target
        .readings
        .iter()
        .filter_map(|reading| reading.name.as_ref())
        .find_map(|name| {
            let rest = content.strip_prefix(bare(&fold(&name.raw)))?;
            let cut = rest.trim_start_matches(|c: char| c.is_whitespace() || ":-=*".contains(c));
            (cut.len() < rest.len() && !cut.is_empty()).then(|| cut.to_owned())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::scene::screen;

    #[test]
    fn a_label_answers_with_what_it_names() {
        let screen = screen(
            "region \"Summary\"\n  heading \"Summary\" level=2\n  term \"Total\"\n  definition \"\" text=\"$5\"\n  definition \"\" text=\"$6\"\n  term \"Tax\"\nheading \"Alone\"\nbutton \"Summary\"",
        );
        let view = View::new(&screen);
        for (index, nodes) in [
            (1, Some(vec![0])),
            (2, Some(vec![3, 4])),
            (5, None),
            (6, None),
            (7, None),
        ] {
            assert_eq!(named_by(&view, index), nodes, "{index}");
        }
    }
}
