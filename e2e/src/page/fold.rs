//! Lines made to fit: what is in view is told first and whole, what repeats out of view
//! is told by its first three, and every gap says what it holds and how to reach it.

use super::node::Observation;
use super::outline::Entry;
use super::text::DEEPEST;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

/// From so many lines on, those that repeat are folded.
const RUN: usize = 6;
/// So many of a run are told as examples.
const SHOWN: usize = 3;
/// Bytes kept free for each line that tells of a gap.
const GAP: usize = 160;

/// The lines as text, at most about `budget` bytes.
pub(super) fn fit(screen: &Observation, entries: &[Entry], budget: usize) -> String {
    let size = |entry: &Entry| entry.text.len() + entry.depth.min(DEEPEST) as usize + 1;
    let mut out = String::new();
    if entries.iter().map(size).sum::<usize>() <= budget {
        for entry in entries {
            write(&mut out, entry);
        }
        return out;
    }
    let mut told = in_view(screen, entries);
    let mut left = budget.saturating_sub(GAP);
    for (entry, told) in entries.iter().zip(&mut told).filter(|(_, told)| **told) {
        match left.checked_sub(size(entry)) {
            Some(rest) => left = rest,
            None => *told = false,
        }
    }
    let folded = folded(entries, &told);
    // The rest in reading order, as far as it goes; a gap costs a line of its own.
    left = left.saturating_sub(GAP * 3);
    for (at, entry) in entries.iter().enumerate() {
        if told[at] || folded[at] {
            continue;
        }
        let Some(rest) = left.checked_sub(size(entry)) else {
            break;
        };
        left = rest;
        told[at] = true;
    }
    let mut at = 0;
    while at < entries.len() {
        if told[at] {
            write(&mut out, &entries[at]);
            at += 1;
            continue;
        }
        let end = (at..entries.len())
            .find(|next| told[*next])
            .unwrap_or(entries.len());
        let indent = entries[at].depth.min(DEEPEST) as usize;
        let _ = writeln!(out, "{:indent$}{}", "", gap(screen, entries, at..end));
        at = end;
    }
    out
}

fn write(out: &mut String, entry: &Entry) {
    let indent = entry.depth.min(DEEPEST) as usize;
    let _ = writeln!(out, "{:indent$}{}", "", entry.text);
}

/// What is in view, what it stands in, and what is in use.
fn in_view(screen: &Observation, entries: &[Entry]) -> Vec<bool> {
    let mut told: Vec<bool> = entries
        .iter()
        .map(|entry| {
            let states = &screen.nodes[entry.index].states;
            entry.seen || states.focused || states.invalid
        })
        .collect();
    let mut wanted = 0;
    for at in (0..entries.len()).rev() {
        let depth = entries[at].depth;
        if told[at] || depth < wanted {
            told[at] = told[at] || depth < wanted;
            wanted = depth;
        }
    }
    told
}

/// What repeats out of view beyond the first of its kind.
fn folded(entries: &[Entry], told: &[bool]) -> Vec<bool> {
    let shapes = shapes(entries);
    let mut out = vec![false; entries.len()];
    let mut at = 0;
    while at < entries.len() {
        let mut members = vec![at];
        let mut next = shapes[at].0;
        while next < entries.len()
            && entries[next].depth == entries[at].depth
            && shapes[next].1 == shapes[at].1
        {
            members.push(next);
            next = shapes[next].0;
        }
        if members.len() < RUN {
            at += 1;
            continue;
        }
        for (n, member) in members.iter().enumerate() {
            if n >= SHOWN {
                for (inside, fold) in out
                    .iter_mut()
                    .enumerate()
                    .take(shapes[*member].0)
                    .skip(*member)
                {
                    *fold = !told[inside];
                }
            }
        }
        at = next;
    }
    out
}

/// For each line one past the last line inside of it, and what it is made of.
fn shapes(entries: &[Entry]) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = vec![(0, String::new()); entries.len()];
    for at in (0..entries.len()).rev() {
        let mut shape = entries[at].kind.clone();
        let mut next = at + 1;
        while next < entries.len() && entries[next].depth > entries[at].depth {
            // Deep things are alike when they begin alike.
            if shape.len() < 200 {
                let _ = write!(shape, "({})", out[next].1);
            }
            next = out[next].0;
        }
        out[at] = (next, shape);
    }
    out
}

/// What a gap holds and how to reach it.
fn gap(screen: &Observation, all: &[Entry], range: Range<usize>) -> String {
    let entries = &all[range.clone()];
    let reach = "find, or scroll_to";
    let top = entries.iter().map(|entry| entry.depth).min().unwrap_or(0);
    let heads: Vec<&Entry> = entries.iter().filter(|entry| entry.depth == top).collect();
    let view = match entries.iter().any(|entry| entry.seen) {
        true => "that do not fit here",
        false => "not in view",
    };
    let kind = heads[0].kind.as_str();
    if heads.len() >= SHOWN && heads.iter().all(|entry| entry.kind == kind) {
        let kind = if kind.is_empty() { "text" } else { kind };
        // Their places among all that stand beside them.
        let before = all[..range.start].iter().rev();
        let before = before.take_while(|entry| entry.depth >= top);
        let first = before.filter(|entry| entry.depth == top).count() + 1;
        let first = heads[0].position.map_or(first, |place| place as usize);
        let last = first + heads.len() - 1;
        return format!(
            "… {} more {kind} like this ({first} to {last}) {view}: {reach}",
            heads.len()
        );
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for node in entries
        .iter()
        .flat_map(|entry| &screen.nodes[entry.index..entry.end])
    {
        *counts.entry(node.role.as_str()).or_default() += 1;
    }
    let mut counts: Vec<(usize, &str)> = counts
        .into_iter()
        .filter(|(role, _)| !role.is_empty())
        .map(|(role, count)| (count, role))
        .collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let held: Vec<String> = counts
        .iter()
        .take(4)
        .map(|(count, role)| format!("{count} {role}"))
        .collect();
    let held = match held.is_empty() {
        true => String::new(),
        false => format!(" ({})", held.join(", ")),
    };
    format!("… {} more lines {view}{held}: {reach}", entries.len())
}

#[cfg(test)]
mod tests {
    use super::super::node::{Node, NodeId};
    use super::super::text::{TextOptions, render};
    use super::*;

    /// A list of links of which only some are in view, then a footer far below.
    fn long(items: usize, seen: std::ops::Range<usize>) -> Observation {
        let node = |id: String, depth, role: &str, name: String, offscreen| {
            let mut node = Node {
                id: NodeId(id),
                depth,
                role: role.into(),
                name,
                rect: Some([0.0, 0.0, 9.0, 9.0]),
                ..Node::default()
            };
            node.states.offscreen = offscreen;
            node
        };
        let mut nodes = vec![node("n0".into(), 0, "list", String::new(), false)];
        for i in 0..items {
            let off = !seen.contains(&i);
            nodes.push(node(format!("i{i}"), 1, "listitem", String::new(), off));
            nodes.push(node(format!("l{i}"), 2, "link", format!("Item {i}"), off));
        }
        nodes.push(node("f".into(), 0, "button", "Imprint".into(), true));
        Observation {
            nodes,
            ..Observation::default()
        }
    }

    #[test]
    fn what_is_in_view_stays_and_each_gap_is_told() {
        let options = TextOptions {
            budget_bytes: 2_000,
            origin: None,
        };
        let text = render(&long(1_000, 500..503), &options);
        insta::assert_snapshot!(text, @r##"
        #n0 list (1000 items)
         #l0 link "Item 0" [offscreen]
         #l1 link "Item 1" [offscreen]
         #l2 link "Item 2" [offscreen]
         … 497 more link like this (4 to 500) not in view: find, or scroll_to
         #l500 link "Item 500"
         #l501 link "Item 501"
         #l502 link "Item 502"
         … 497 more link like this (504 to 1000) not in view: find, or scroll_to
        #f button "Imprint" [offscreen]
        "##);
    }

    #[test]
    fn lines_that_fit_are_never_folded() {
        let text = render(&long(40, 0..3), &TextOptions::default());
        assert_eq!(text.lines().count(), 42, "{text}");
        assert!(!text.contains('…'), "{text}");
    }

    #[test]
    fn what_is_in_use_and_what_holds_it_stay_wherever_they_are() {
        let mut screen = long(1_000, 0..2);
        let link = |item: usize| 2 + 2 * item;
        screen.nodes[link(700)].states.focused = true;
        screen.nodes[link(800)].states.invalid = true;
        let mut group = screen.nodes[link(900)].clone();
        (group.depth, group.role, group.name) = (0, "group".into(), "Far".into());
        let mut near = screen.nodes[link(0)].clone();
        near.name = "Near".into();
        screen.nodes.extend([group, near]);
        // Room for nothing else.
        let options = TextOptions {
            budget_bytes: 700,
            origin: None,
        };
        let text = render(&screen, &options);
        for told in ["Item 700", "Item 800", "group \"Far\"", "Near"] {
            assert!(text.contains(told), "{told} is missing in\n{text}");
        }
        assert!(!text.contains("Imprint"), "{text}");
    }

    #[test]
    fn however_much_is_in_view_the_budget_holds() {
        let options = TextOptions {
            budget_bytes: 3_000,
            origin: None,
        };
        let text = render(&long(1_000, 0..1_000), &options);
        assert!(text.len() <= 3_000, "{}", text.len());
        assert!(text.contains("that do not fit here"), "{text}");
    }
}
