//! Tables as rows: the columns' names once, then a line of cells for each row.

use super::node::{Node, Observation};
use super::text::{self, TextOptions};

/// A table whose rows are made of cells.
pub(super) struct Table {
    /// The row that names the columns.
    pub(super) head: Option<usize>,
    /// Every other row.
    pub(super) body: Vec<Row>,
    /// Per column the role that all its cells are made of, when there is one.
    roles: Vec<Option<String>>,
}

/// One row: its node, one past its end, its cells.
pub(super) struct Row {
    pub(super) index: usize,
    pub(super) end: usize,
    cells: Vec<(usize, usize)>,
}

const TABLES: &[&str] = &["table", "grid", "treegrid"];
const CELLS: &[&str] = &["cell", "gridcell", "rowheader", "columnheader"];
/// So many things of use make a cell too much for a part of a line.
const CROWDED: usize = 4;
/// A name of this length was cut, and may say less than the cell.
const CUT: usize = 250;

impl Table {
    /// Reads the table at `index`; `None` for what is none, or not made of plain rows.
    pub(super) fn read(screen: &Observation, index: usize, ends: &[usize]) -> Option<Self> {
        let nodes = &screen.nodes;
        if !TABLES.contains(&nodes[index].role.as_str()) {
            return None;
        }
        let mut rows = Vec::new();
        let mut at = index + 1;
        while at < ends[index] {
            match nodes[at].role.as_str() {
                // Only holds rows together.
                "rowgroup" if nodes[at].test_id.is_none() => {
                    at += 1;
                    continue;
                }
                "row" => rows.push(Row::read(nodes, at, ends)?),
                _ => return None,
            }
            at = ends[at];
        }
        let is_head = |row: &Row| {
            !row.cells.is_empty()
                && row
                    .cells
                    .iter()
                    .all(|(cell, _)| nodes[*cell].role == "columnheader")
        };
        let head = rows.iter().position(is_head).filter(|at| *at == 0);
        let head = head.map(|at| rows.remove(at).index);
        if rows.is_empty() {
            return None;
        }
        let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let roles = (0..width)
            .map(|column| common_role(nodes, &rows, column))
            .collect();
        Some(Self {
            head,
            body: rows,
            roles,
        })
    }

    /// The first row, the one that names the columns where there is one, and its cells.
    pub(super) fn first_row(&self, nodes: &[Node]) -> Option<(usize, Vec<usize>)> {
        let index = self.head.or(Some(self.body.first()?.index))?;
        let depth = nodes.get(index)?.depth;
        let inside = nodes.iter().skip(index + 1);
        let inside = inside.take_while(|node| node.depth > depth);
        let cells = inside
            .enumerate()
            .filter(|(_, node)| node.depth == depth + 1);
        Some((index, cells.map(|(at, _)| index + 1 + at).collect()))
    }

    /// The names of the columns, with the role of what all cells of one are made of.
    pub(super) fn columns(&self, screen: &Observation, options: &TextOptions) -> Option<String> {
        let head = self.head?;
        let end = screen.nodes[head + 1..]
            .iter()
            .position(|node| node.depth <= screen.nodes[head].depth)
            .map_or(screen.nodes.len(), |at| head + 1 + at);
        let row = Row::of(&screen.nodes, head, end);
        let mut out = Vec::new();
        for (column, (cell, end)) in row.cells.iter().enumerate() {
            let name = cell_line(screen, options, *cell, *end, None)?;
            out.push(match self.roles.get(column) {
                Some(Some(role)) => format!("{name} ({role})"),
                _ => name,
            });
        }
        Some(out.join(","))
    }

    /// A row as a line; `None` when a cell holds more than a line can tell.
    pub(super) fn row(
        &self,
        screen: &Observation,
        options: &TextOptions,
        row: &Row,
    ) -> Option<String> {
        let mut out = Vec::with_capacity(row.cells.len());
        for (column, (cell, end)) in row.cells.iter().enumerate() {
            // Without a head nothing tells what a column is made of.
            let role = self
                .head
                .and(self.roles.get(column))
                .and_then(Option::as_deref);
            out.push(cell_line(screen, options, *cell, *end, role)?);
        }
        let cells = out.join(",");
        let own = &screen.nodes[row.index];
        if !is_used(own) {
            return Some(cells);
        }
        let mut bare = own.clone();
        bare.name.clear();
        bare.text.clear();
        let alone = Observation {
            nodes: vec![bare],
            ..Observation::default()
        };
        Some(format!(
            "{}: {cells}",
            text::line(&alone, 0, options, false)
        ))
    }
}

impl Row {
    fn read(nodes: &[Node], index: usize, ends: &[usize]) -> Option<Self> {
        let mut at = index + 1;
        while at < ends[index] {
            if !CELLS.contains(&nodes[at].role.as_str()) {
                return None;
            }
            at = ends[at];
        }
        Some(Self::of(nodes, index, ends[index]))
    }

    fn of(nodes: &[Node], index: usize, end: usize) -> Self {
        let depth = nodes.get(index + 1).map_or(0, |cell| cell.depth);
        let mut cells: Vec<(usize, usize)> = Vec::new();
        for (at, node) in nodes.iter().enumerate().take(end).skip(index + 1) {
            if node.depth == depth {
                if let Some(last) = cells.last_mut() {
                    last.1 = at;
                }
                cells.push((at, end));
            }
        }
        Self { index, end, cells }
    }
}

/// Whether a node has to be told of beside its words.
fn is_used(node: &Node) -> bool {
    let s = &node.states;
    node.is_interactive()
        || node.test_id.is_some()
        || node.value.is_some()
        || s.selected == Some(true)
        || s.expanded == Some(true)
        || s.current
        || s.busy
        || s.focused
        || s.invalid
}

/// The one thing of use a cell is made of.
fn sole(nodes: &[Node], cell: usize, end: usize) -> Option<&Node> {
    let inside = &nodes[cell + 1..end];
    let mut used = inside.iter().filter(|node| is_used(node));
    let one = used.next()?;
    let plain = !is_used(&nodes[cell])
        && used.next().is_none()
        && nodes[cell].text.is_empty()
        && nodes[cell].name == one.name
        && one.value.is_none()
        && one.href.is_none()
        && one.test_id.is_none()
        && !one.name.is_empty();
    plain.then_some(one)
}

fn common_role(nodes: &[Node], rows: &[Row], column: usize) -> Option<String> {
    let mut role: Option<&str> = None;
    for row in rows {
        let (cell, end) = *row.cells.get(column)?;
        let one = sole(nodes, cell, end)?;
        if *role.get_or_insert(&one.role) != one.role {
            return None;
        }
    }
    role.filter(|_| rows.len() > 2).map(str::to_owned)
}

/// A cell as part of a line: its words, or what can be used in it.
fn cell_line(
    screen: &Observation,
    options: &TextOptions,
    cell: usize,
    end: usize,
    role: Option<&str>,
) -> Option<String> {
    let node = &screen.nodes[cell];
    if let (Some(role), Some(one)) = (role, sole(&screen.nodes, cell, end))
        && one.role == role
        && !has_state(one)
    {
        return Some(format!("#{} {}", one.id, cell_text(&one.name)));
    }
    let used: Vec<usize> = (cell + 1..end)
        .filter(|at| is_used(&screen.nodes[*at]))
        .collect();
    if used.len() > CROWDED || node.name.encode_utf16().count() >= CUT {
        return None;
    }
    let nested = |at: usize| TABLES.contains(&screen.nodes[at].role.as_str());
    if (cell + 1..end).any(nested) {
        return None;
    }
    let mut parts = Vec::new();
    if is_used(node) {
        parts.push(text::line(screen, cell, options, false));
    } else {
        // The words of what is told of by itself need not be told twice.
        let mut words = node.name.clone();
        for at in &used {
            words = words.replacen(screen.nodes[*at].name.as_str(), "", 1);
        }
        let words = crate::text::collapse(&words);
        if !words.is_empty() {
            parts.push(cell_text(&words));
        }
        if !node.text.is_empty() && !node.name.contains(&node.text) {
            parts.push(cell_text(&node.text));
        }
    }
    for at in used {
        parts.push(text::line(screen, at, options, false));
    }
    Some(parts.join(" "))
}

fn has_state(node: &Node) -> bool {
    let s = &node.states;
    s.disabled
        || s.busy
        || s.current
        || s.invalid
        || s.focused
        || s.checked.is_some()
        || s.pressed.is_some()
        || s.selected == Some(true)
        || s.expanded == Some(true)
}

/// Words between commas: bare where nothing in them could be taken for ours.
pub(super) fn cell_text(words: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " .-_/%+'()&@!?*€$£:".contains(c);
    let bare = words.len() <= 120
        && !words.is_empty()
        && words.trim() == words
        && words.chars().all(plain)
        && !words.contains(": ");
    match bare {
        true => words.to_owned(),
        false if words.is_empty() => String::new(),
        false => text::quote(words),
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::NodeId;
    use super::super::text::render;
    use super::*;

    fn screen(lines: &[(u32, &str, &str)]) -> Observation {
        let nodes = lines
            .iter()
            .enumerate()
            .map(|(i, (depth, role, name))| Node {
                id: NodeId(format!("n{i}")),
                depth: *depth,
                role: (*role).into(),
                name: (*name).into(),
                ..Node::default()
            })
            .collect();
        Observation {
            nodes,
            ..Observation::default()
        }
    }

    fn invoices() -> Observation {
        let mut lines = vec![
            (0, "table", "Invoices"),
            (1, "rowgroup", ""),
            (2, "row", ""),
        ];
        lines.extend([
            (3, "columnheader", "Month"),
            (3, "columnheader", "Sum"),
            (3, "columnheader", ""),
        ]);
        lines.push((1, "rowgroup", ""));
        for (month, sum) in [("March", "1,20"), ("April", "#n99 button"), ("May", "")] {
            lines.extend([(2, "row", ""), (3, "rowheader", month), (3, "cell", sum)]);
            lines.extend([(3, "cell", "Open"), (4, "button", "Open")]);
        }
        screen(&lines)
    }

    #[test]
    fn a_table_is_told_by_its_columns_and_rows() {
        insta::assert_snapshot!(render(&invoices(), &TextOptions::default()), @r##"
        #n0 table "Invoices"
         columns: Month,Sum, (button)
         March,"1,20",#n11 Open
         April,"#n99 button",#n16 Open
         May,,#n21 Open
        "##);
    }

    #[test]
    fn what_a_cell_holds_beside_words_is_told_with_its_id() {
        let mut table = invoices();
        let last = table.nodes.len() - 1;
        table.nodes[last].states.disabled = true;
        table.nodes[7].states.selected = Some(true);
        insta::assert_snapshot!(render(&table, &TextOptions::default()), @r##"
        #n0 table "Invoices"
         columns: Month,Sum, (button)
         #n7 row [selected]: March,"1,20",#n11 Open
         April,"#n99 button",#n16 Open
         May,,#n21 button "Open" [disabled]
        "##);
    }

    #[test]
    fn what_does_not_fit_a_line_is_told_as_ever() {
        let mut lines = vec![(0, "table", ""), (1, "row", ""), (2, "cell", "Many")];
        lines.extend([(3, "button", "a"); 5]);
        assert_eq!(
            render(&screen(&lines), &TextOptions::default())
                .lines()
                .count(),
            8
        );
        // A name that was cut, and a table in a cell.
        let long = "x".repeat(CUT);
        for inner in [(2, "cell", long.as_str()), (3, "grid", "Inner")] {
            let lines = [(0, "table", ""), (1, "row", ""), (2, "cell", "a"), inner];
            let text = render(&screen(&lines), &TextOptions::default());
            assert_eq!(text.lines().count(), 4, "{text}");
        }
        // What could be taken for a line's beginning, and two rows that prove no column.
        assert_eq!(cell_text("a: b"), "\"a: b\"");
        let mut lines = vec![(0, "table", ""), (1, "row", ""), (2, "columnheader", "Do")];
        for name in ["a", "b"] {
            lines.extend([(1, "row", ""), (2, "cell", name), (3, "button", name)]);
        }
        let text = render(&screen(&lines), &TextOptions::default());
        assert!(text.contains("columns: Do\n"), "{text}");
        // A table in which something stands beside the rows.
        let odd = screen(&[
            (0, "table", ""),
            (1, "button", "Add"),
            (1, "row", ""),
            (2, "cell", "x"),
        ]);
        assert_eq!(render(&odd, &TextOptions::default()).lines().count(), 4);
    }
}
