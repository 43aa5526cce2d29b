//! The part of a screen a person needs first when something failed.
//!
//! Headers, navigation and footers are the same on every page of an app, and a list
//! item without words says nothing; both are left to the report.

use super::node::{Node, Observation};
use super::text::{self, TextOptions};
use std::fmt::Write as _;

/// Landmarks whose contents are left out.
const FRAME: &[&str] = &["banner", "navigation", "contentinfo"];

/// At most `lines` lines of the screen's own content, then how many more there are.
/// Empty for an empty screen.
#[must_use]
pub fn excerpt(screen: &Observation, options: &TextOptions, lines: usize) -> String {
    let mut picked = picked(screen);
    // What lies on top of the page is what a person sees of it.
    picked.sort_by_key(|index| !is_on_top(screen, *index));
    if picked.is_empty() {
        picked = (0..screen.nodes.len()).collect();
    }
    let mut out = String::new();
    if let Some(dialog) = &screen.dialog {
        let _ = writeln!(out, "dialog open: {dialog:?}");
    }
    for index in picked.iter().take(lines) {
        let _ = writeln!(out, "{}", text::line(screen, *index, options, true));
    }
    let more = screen.nodes.len() - picked.len().min(lines);
    if more > 0 {
        let _ = writeln!(out, "… {more} more lines in the report");
    }
    out.truncate(out.trim_end().len());
    out
}

/// Nodes with words outside the frame of the page, in order.
fn picked(screen: &Observation) -> Vec<usize> {
    let mut picked = Vec::new();
    let mut inside: Option<u32> = None;
    for (index, node) in screen.nodes.iter().enumerate() {
        if inside.is_some_and(|depth| node.depth > depth) {
            continue;
        }
        inside = FRAME.contains(&node.role.as_str()).then_some(node.depth);
        if inside.is_none() && says_something(node) {
            picked.push(index);
        }
    }
    picked
}

/// Whether it is a dialog, or stands in one.
fn is_on_top(screen: &Observation, index: usize) -> bool {
    let mut depth = u32::MAX;
    let around = screen.nodes[..=index].iter().rev().filter(|node| {
        let outer = node.depth < depth;
        depth = depth.min(node.depth);
        outer
    });
    let mut roles = around.map(|node| node.role.as_str());
    roles.any(|role| matches!(role, "dialog" | "alertdialog"))
}

fn says_something(node: &Node) -> bool {
    let skip_link =
        node.states.offscreen && node.href.as_ref().is_some_and(|href| href.contains('#'));
    node.role != "document"
        && !skip_link
        && (node.is_interactive() || !node.label().is_empty() || node.value.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::NodeId;

    fn node(id: &str, depth: u32, role: &str, name: &str) -> Node {
        Node {
            id: NodeId(id.into()),
            depth,
            role: role.into(),
            name: name.into(),
            ..Node::default()
        }
    }

    #[test]
    fn the_frame_of_the_page_is_left_out() {
        let screen = Observation {
            nodes: vec![
                node("root", 0, "document", "Shop"),
                node("n1", 1, "banner", ""),
                node("n2", 2, "link", "Home"),
                node("n3", 1, "main", ""),
                node("n4", 2, "heading", "Billing"),
                node("n5", 2, "listitem", ""),
                node("n6", 3, "button", "Upgrade"),
                node("n7", 1, "contentinfo", ""),
                node("n8", 2, "link", "Imprint"),
            ],
            ..Observation::default()
        };
        let options = TextOptions::default();
        assert_eq!(
            excerpt(&screen, &options, 10),
            "#n4 heading \"Billing\"\n#n6 button \"Upgrade\"\n… 7 more lines in the report"
        );
        assert_eq!(
            excerpt(&screen, &options, 1),
            "#n4 heading \"Billing\"\n… 8 more lines in the report"
        );
    }

    #[test]
    fn a_dialog_comes_first() {
        let screen = Observation {
            nodes: vec![
                node("n1", 0, "heading", "Mail"),
                node("n2", 0, "button", "Compose"),
                node("n3", 0, "dialog", "Settings"),
                node("n4", 1, "button", "Save"),
                node("n5", 0, "button", "Help"),
            ],
            ..Observation::default()
        };
        let text = excerpt(&screen, &TextOptions::default(), 3);
        assert_eq!(
            text,
            "#n3 dialog \"Settings\"\n#n4 button \"Save\"\n#n1 heading \"Mail\"\n… 2 more lines in the report"
        );
    }

    #[test]
    fn a_link_past_the_navigation_says_nothing_while_it_is_out_of_sight() {
        let mut skip = node("n1", 1, "link", "Skip to content");
        skip.href = Some("http://shop.test/#main".into());
        skip.states.offscreen = true;
        let nodes = vec![skip, node("n2", 1, "button", "Buy")];
        let mut screen = Observation {
            nodes,
            ..Observation::default()
        };
        let told = |screen: &Observation| excerpt(screen, &TextOptions::default(), 10);
        assert!(!told(&screen).contains("Skip"), "{}", told(&screen));
        screen.nodes[0].states.offscreen = false;
        assert!(told(&screen).contains("Skip"), "{}", told(&screen));
    }

    #[test]
    fn a_page_of_nothing_but_frame_is_shown_as_it_is() {
        let screen = Observation {
            nodes: vec![
                node("n1", 0, "navigation", "Main"),
                node("n2", 1, "link", "Home"),
            ],
            ..Observation::default()
        };
        let text = excerpt(&screen, &TextOptions::default(), 10);
        assert_eq!(text, "#n1 navigation \"Main\"\n#n2 link \"Home\"");
    }
}
