//! The part of a screen a person needs first when something failed.
//!
//! Headers, navigation and footers are the same on every page of an app, and a list
//! item without words says nothing; both are left to the report.

use super::node::{Node, NodeId, Observation};
use super::text::{self, TextOptions};
use std::fmt::Write as _;

/// Landmarks whose contents are left out.
const FRAME: &[&str] = &["banner", "navigation", "contentinfo"];

/// How many of the first lines stay where what it is about stands further down.
const HEAD: usize = 3;

/// At most `lines` lines of the screen's own content, then how many more there are: the
/// first ones, and those around what it is about. Empty for an empty screen.
#[must_use]
pub fn excerpt(
    screen: &Observation,
    options: &TextOptions,
    lines: usize,
    about: &[NodeId],
) -> String {
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
    let told = told(screen, &picked, lines, about);
    let mut last = None;
    for at in &told {
        if *at > last.map_or(0, |last: usize| last + 1) {
            out.push_str("…\n");
        }
        let _ = writeln!(out, "{}", text::line(screen, picked[*at], options, true));
        last = Some(*at);
    }
    let more = screen.nodes.len() - told.len();
    if more > 0 {
        let _ = writeln!(out, "… {more} more lines in the report");
    }
    out.truncate(out.trim_end().len());
    out
}

/// Which of the lines are told: the first ones, and when what it is about stands further
/// down, those around it.
fn told(screen: &Observation, picked: &[usize], lines: usize, about: &[NodeId]) -> Vec<usize> {
    let mut places: Vec<usize> = about
        .iter()
        .filter_map(|id| screen.nodes.iter().position(|node| node.id == *id))
        .filter_map(|index| match picked.iter().position(|at| *at == index) {
            Some(place) => Some(place),
            // What has no line of its own stands below the one before it.
            None => picked.iter().rposition(|at| *at < index),
        })
        .filter(|place| *place >= lines)
        .collect();
    places.truncate(2);
    let mut told: Vec<usize> = (0..picked.len().min(lines)).collect();
    if !places.is_empty() {
        told.truncate(HEAD.min(lines));
        let each = (lines - told.len()) / places.len();
        for place in places {
            let start = place
                .saturating_sub(each / 2)
                .min(picked.len().saturating_sub(each));
            told.extend(start..(start + each).min(picked.len()));
        }
        told.sort_unstable();
        told.dedup();
    }
    told
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
            excerpt(&screen, &options, 10, &[]),
            "#n4 heading \"Billing\"\n#n6 button \"Upgrade\"\n… 7 more lines in the report"
        );
        assert_eq!(
            excerpt(&screen, &options, 1, &[]),
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
        let text = excerpt(&screen, &TextOptions::default(), 3, &[]);
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
        let told = |screen: &Observation| excerpt(screen, &TextOptions::default(), 10, &[]);
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
        let text = excerpt(&screen, &TextOptions::default(), 10, &[]);
        assert_eq!(text, "#n1 navigation \"Main\"\n#n2 link \"Home\"");
    }

    #[test]
    fn what_it_is_about_is_told_with_what_is_around_it() {
        let mut nodes: Vec<Node> = (0..40)
            .map(|at| node(&format!("n{at}"), 0, "button", &format!("B{at}")))
            .collect();
        nodes[31].name.clear();
        nodes[31].role = "listitem".into();
        let screen = Observation {
            nodes,
            ..Observation::default()
        };
        let ids = |about: &[&str]| {
            let about: Vec<NodeId> = about.iter().map(|id| NodeId((*id).into())).collect();
            let text = excerpt(&screen, &TextOptions::default(), 9, &about);
            let ids = text
                .lines()
                .map(|line| line.split(' ').next().unwrap_or_default());
            ids.collect::<Vec<_>>().join(" ")
        };
        let first = "#n0 #n1 #n2 #n3 #n4 #n5 #n6 #n7 #n8 …";
        assert_eq!(ids(&[]), first);
        assert_eq!(ids(&["n8", "gone"]), first);
        let around = "#n0 #n1 #n2 … #n17 #n18 #n19 #n20 #n21 #n22 …";
        assert_eq!(ids(&["n20"]), around);
        // At the end there is nothing behind it, and what has no line stands below one.
        assert_eq!(
            ids(&["n39"]),
            "#n0 #n1 #n2 … #n34 #n35 #n36 #n37 #n38 #n39 …"
        );
        assert_eq!(
            ids(&["n31"]),
            "#n0 #n1 #n2 … #n27 #n28 #n29 #n30 #n32 #n33 …"
        );
        // The target and what lies over it.
        assert_eq!(
            ids(&["n15", "n30"]),
            "#n0 #n1 #n2 … #n14 #n15 #n16 … #n29 #n30 #n32 …"
        );
    }
}
