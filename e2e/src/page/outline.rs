//! Which lines a screen is told in: one for most nodes, one for a whole row of a table,
//! for an item that only holds one thing, for a closed list with its options.

use super::node::{Node, Observation};
use super::table::{self, Table};
use super::text::{self, TextOptions};
use std::fmt::Write as _;

/// One line and the nodes it tells of.
#[derive(Debug)]
pub(super) struct Entry {
    /// The node the line begins with.
    pub(super) index: usize,
    /// One past the last node it tells of.
    pub(super) end: usize,
    /// Nesting among lines.
    pub(super) depth: u32,
    /// The line without indentation.
    pub(super) text: String,
    /// Whether any of it is in view.
    pub(super) seen: bool,
    /// What lines that repeat have in common.
    pub(super) kind: String,
}

/// Lists whose size is worth a word.
const LISTS: &[&str] = &["list", "listbox", "menu", "tree", "feed", "tablist"];
/// From so many items on a list says how many it has.
const SIZED: usize = 6;

/// Every line of a screen, none left out.
pub(super) fn entries(screen: &Observation, options: &TextOptions) -> Vec<Entry> {
    let mut outline = Outline {
        screen,
        options,
        ends: ends(&screen.nodes),
        seen: seen(&screen.nodes),
        out: Vec::new(),
    };
    let mut at = 0;
    while at < screen.nodes.len() {
        at = outline.tell(at, screen.nodes[at].depth);
    }
    outline.out
}

/// For each node one past the last node inside of it.
pub(super) fn ends(nodes: &[Node]) -> Vec<usize> {
    let mut ends = vec![nodes.len(); nodes.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        while let Some(&last) = open.last() {
            if nodes[last].depth < node.depth {
                break;
            }
            ends[last] = index;
            open.pop();
        }
        open.push(index);
    }
    ends
}

/// Which nodes are in view; one without a box of its own is where its parent is.
fn seen(nodes: &[Node]) -> Vec<bool> {
    let mut out: Vec<bool> = Vec::with_capacity(nodes.len());
    let mut open: Vec<usize> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        while open
            .last()
            .is_some_and(|&last| nodes[last].depth >= node.depth)
        {
            open.pop();
        }
        out.push(match node.rect {
            Some(_) => !node.states.offscreen,
            None => !node.states.offscreen && open.last().is_none_or(|&parent| out[parent]),
        });
        open.push(index);
    }
    out
}

struct Outline<'a> {
    screen: &'a Observation,
    options: &'a TextOptions,
    ends: Vec<usize>,
    seen: Vec<bool>,
    out: Vec<Entry>,
}

impl Outline<'_> {
    /// Tells of a node and everything in it; one past its end comes back.
    fn tell(&mut self, index: usize, depth: u32) -> usize {
        let end = self.ends[index];
        let node = &self.screen.nodes[index];
        if let Some(table) = Table::read(self.screen, index, &self.ends) {
            self.tabulate(index, depth, &table);
            return end;
        }
        if only_holds(node) && index + 1 < end && self.ends[index + 1] == end {
            // An item that only holds one thing is that thing.
            self.tell(index + 1, depth);
            return end;
        }
        let mut text = text::line(self.screen, index, self.options, true);
        if let Some(choices) = choices(self.screen, index, end) {
            text.push_str(&choices);
            self.push(index, end, depth, text);
            return end;
        }
        let items = self.children(index);
        if LISTS.contains(&node.role.as_str()) && items.len() >= SIZED {
            let _ = write!(text, " ({} items)", items.len());
        }
        self.push(index, index + 1, depth, text);
        for item in items {
            self.tell(item, depth + 1);
        }
        end
    }

    fn children(&self, index: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut at = index + 1;
        while at < self.ends[index] {
            out.push(at);
            at = self.ends[at];
        }
        out
    }

    fn push(&mut self, index: usize, end: usize, depth: u32, text: String) {
        let node = &self.screen.nodes[index];
        self.out.push(Entry {
            index,
            end,
            depth,
            text,
            seen: self.seen[index],
            kind: node.role.clone(),
        });
    }

    /// A table: its own line, its columns, a line for each row.
    fn tabulate(&mut self, index: usize, depth: u32, table: &Table) {
        let rows = table.body.len();
        let mut text = text::line(self.screen, index, self.options, true);
        if rows >= SIZED {
            let _ = write!(text, " ({rows} rows)");
        }
        self.push(index, index + 1, depth, text);
        let columns = table.columns(self.screen, self.options);
        if let (Some(head), Some(columns)) = (table.head, &columns) {
            self.push(
                head,
                self.ends[head],
                depth + 1,
                format!("columns: {columns}"),
            );
        }
        for row in &table.body {
            match table.row(self.screen, self.options, row) {
                Some(text) => self.push(row.index, row.end, depth + 1, text),
                None => {
                    self.tell_apart(row.index, depth + 1);
                }
            }
        }
    }

    /// A row that does not fit on a line.
    fn tell_apart(&mut self, index: usize, depth: u32) {
        let text = text::line(self.screen, index, self.options, true);
        self.push(index, index + 1, depth, text);
        for cell in self.children(index) {
            self.tell(cell, depth + 1);
        }
    }
}

/// An item without words, state or use of its own.
fn only_holds(node: &Node) -> bool {
    node.role == "listitem"
        && node.label().is_empty()
        && node.value.is_none()
        && node.test_id.is_none()
        && !node.states.clickable
        && !node.states.current
        && !node.states.busy
}

/// The options of a closed list, which is chosen from by their words.
fn choices(screen: &Observation, index: usize, end: usize) -> Option<String> {
    let inside = &screen.nodes[index + 1..end];
    let closed = !inside.is_empty()
        && screen.nodes[index].role == "combobox"
        && inside
            .iter()
            .all(|node| node.role == "option" && node.rect.is_none() && node.test_id.is_none());
    if !closed {
        return None;
    }
    let words: Vec<String> = inside
        .iter()
        .map(|option| {
            let mut word = table::cell_text(option.label());
            if option.states.disabled {
                word.push_str(" [disabled]");
            }
            word
        })
        .collect();
    Some(format!(" options: {}", words.join(",")))
}

#[cfg(test)]
mod tests {
    use super::super::node::NodeId;
    use super::super::text::render;
    use super::*;

    #[test]
    fn items_and_options_take_the_lines_they_are_worth() {
        let mut nodes = vec![(0, "list", "")];
        for name in ["a", "b", "c", "d", "e", "f"] {
            nodes.extend([(1, "listitem", ""), (2, "link", name)]);
        }
        nodes.extend([(1, "listitem", "own words"), (0, "combobox", "Plan")]);
        nodes.extend([(1, "option", "Free"), (1, "option", "Pro, yearly")]);
        let nodes = nodes
            .into_iter()
            .enumerate()
            .map(|(i, (depth, role, name))| Node {
                id: NodeId(format!("n{i}")),
                depth,
                role: role.into(),
                name: name.into(),
                ..Node::default()
            })
            .collect();
        let screen = Observation {
            nodes,
            ..Observation::default()
        };
        insta::assert_snapshot!(render(&screen, &TextOptions::default()), @r##"
        #n0 list (7 items)
         #n2 link "a"
         #n4 link "b"
         #n6 link "c"
         #n8 link "d"
         #n10 link "e"
         #n12 link "f"
         #n13 listitem "own words"
        #n14 combobox "Plan" options: Free,"Pro, yearly"
        "##);
    }
}
