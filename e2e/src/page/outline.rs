//! Which lines a screen is told in: one for most nodes, one for a whole row of a table,
//! for an item that only holds one thing, for a closed list with its options.

use super::node::{Node, Observation};
use super::table::{self, Table};
use super::text::{self, TextOptions};

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
    /// Its place among those beside it, where the page says one.
    pub(super) position: Option<u32>,
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
        position: None,
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
    /// The place of the item whose first line comes next.
    position: Option<u32>,
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
        let list = LISTS.contains(&node.role.as_str());
        if list && let Some(extent) = extent(&self.screen.nodes, &items, None, 0, "item") {
            text.push_str(&extent);
        }
        self.push(index, index + 1, depth, text);
        for item in items {
            self.position = self.screen.nodes[item].position.filter(|_| list);
            self.tell(item, depth + 1);
        }
        self.position = None;
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
            position: self.position.take(),
        });
    }

    /// A table: its own line, its columns, a line for each row.
    fn tabulate(&mut self, index: usize, depth: u32, table: &Table) {
        let nodes = &self.screen.nodes;
        let rows: Vec<usize> = table.body.iter().map(|row| row.index).collect();
        let mut text = text::line(self.screen, index, self.options, true);
        let (total, heads) = (nodes[index].set_size, usize::from(table.head.is_some()));
        if let Some(extent) = extent(nodes, &rows, total, heads, "row") {
            text.push_str(&extent);
        }
        if let Some(extent) = breadth(nodes, index, table) {
            text.push_str(&extent);
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
            self.position = self.screen.nodes[row.index].position;
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

/// How many items or rows there are, and which of them are here where the page holds only
/// a part; `heads` stand before them and are counted with them by the page.
fn extent(
    nodes: &[Node],
    items: &[usize],
    total: Option<u32>,
    heads: usize,
    noun: &str,
) -> Option<String> {
    let count = items.len();
    let sizes = items.iter().filter_map(|item| nodes[*item].set_size);
    let total = total.or(sizes.max()).map(|total| total as usize);
    let places = items
        .iter()
        .map(|item| nodes[*item].position.map(|place| place as usize))
        .collect();
    part(count, places, total, heads, noun)
        .or_else(|| (count >= SIZED).then(|| format!(" ({count} {noun}s)")))
}

/// Which of a table's columns are here, where the page holds only a part of them.
fn breadth(nodes: &[Node], index: usize, table: &Table) -> Option<String> {
    let (row, cells) = table.first_row(nodes)?;
    let total = nodes[index].columns.map(|total| total as usize);
    let first = nodes[row].columns.map(|first| first as usize);
    let places = cells.iter().enumerate().map(|(at, cell)| {
        let own = nodes[*cell].position.map(|place| place as usize);
        own.or_else(|| Some(first? + at))
    });
    part(cells.len(), places.collect(), total, 0, "column")
}

/// Which ones are here, where there are more of them.
fn part(
    count: usize,
    places: Option<Vec<usize>>,
    total: Option<usize>,
    heads: usize,
    noun: &str,
) -> Option<String> {
    let run = places.filter(|places| places.windows(2).all(|two| two[0] + 1 == two[1]));
    let ends = run.and_then(|places| Some((*places.first()?, *places.last()?)));
    let of = total.map_or_else(String::new, |total| format!(" of {total}"));
    match (ends, total) {
        (Some((first, last)), total)
            if first > heads + 1 || total.is_some_and(|total| total > last) =>
        {
            Some(format!(" ({noun}s {first} to {last}{of})"))
        }
        (None, Some(total)) if total > count + heads => {
            Some(format!(" ({count} of {total} {noun}s)"))
        }
        _ => None,
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

    #[test]
    fn what_says_more_than_what_it_holds_is_told() {
        let bare = Node {
            role: "listitem".into(),
            ..Node::default()
        };
        assert!(only_holds(&bare));
        let of = |change: fn(&mut Node)| {
            let mut node = bare.clone();
            change(&mut node);
            only_holds(&node)
        };
        assert!(!of(|node| node.name = "x".into()));
        assert!(!of(|node| node.text = "x".into()));
        assert!(!of(|node| node.value = Some("x".into())));
        assert!(!of(|node| node.test_id = Some("x".into())));
        assert!(!of(|node| node.states.clickable = true));
        assert!(!of(|node| node.states.current = true));
        assert!(!of(|node| node.states.busy = true));
        // Without a box of its own it is where that is which it stands in.
        let mut around = bare.clone();
        (around.rect, around.states.offscreen) = (Some([0.0; 4]), true);
        let mut inside = bare.clone();
        inside.depth = 1;
        assert_eq!(seen(&[around.clone(), inside.clone()]), [false, false]);
        around.states.offscreen = false;
        assert_eq!(seen(&[around, inside]), [true, true]);
        // An option that cannot be chosen says so.
        let mut list = vec![bare.clone(), bare.clone()];
        (list[0].role, list[1].role) = ("combobox".into(), "option".into());
        (list[1].depth, list[1].name, list[1].states.disabled) = (1, "Pro".into(), true);
        let screen = Observation {
            nodes: list,
            ..Observation::default()
        };
        let told = choices(&screen, 0, 2);
        assert_eq!(told.as_deref(), Some(" options: Pro [disabled]"));
    }

    #[test]
    fn a_list_that_holds_a_part_says_which() {
        let extent = |places: &[u32], total: Option<u32>, heads: usize| {
            let nodes: Vec<Node> = places
                .iter()
                .map(|place| Node {
                    position: Some(*place).filter(|place| *place > 0),
                    ..Node::default()
                })
                .collect();
            let items: Vec<usize> = (0..nodes.len()).collect();
            super::extent(&nodes, &items, total, heads, "row").unwrap_or_default()
        };
        assert_eq!(extent(&[1, 2], Some(2), 0), "");
        assert_eq!(extent(&[1, 2], Some(40), 0), " (rows 1 to 2 of 40)");
        assert_eq!(extent(&[39, 40], Some(40), 0), " (rows 39 to 40 of 40)");
        assert_eq!(extent(&[39, 40], None, 0), " (rows 39 to 40)");
        assert_eq!(extent(&[0, 0], Some(40), 0), " (2 of 40 rows)");
        assert_eq!(extent(&[3, 7], Some(40), 0), " (2 of 40 rows)");
        // The row that names the columns is counted with the others.
        assert_eq!(extent(&[2, 3], Some(3), 1), "");
        assert_eq!(extent(&[0, 0], Some(3), 1), "");
        assert_eq!(extent(&[0; 6], None, 0), " (6 rows)");
    }
}
