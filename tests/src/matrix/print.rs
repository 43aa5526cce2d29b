//! The matrix as a table.

use super::cell::Cell;
use super::row::{End, Row};
use std::fmt::Write as _;

/// The matrix as markdown: a row for each page, a column for each browser.
#[must_use]
pub fn markdown(rows: &[Row], columns: &[(String, Vec<Cell>)]) -> String {
    let mut out = String::from("| page | what has to come of it |");
    for (name, _) in columns {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|---|");
    out.push_str(&"---|".repeat(columns.len()));
    out.push('\n');
    for (at, row) in rows.iter().enumerate() {
        let end = match row.end {
            End::Truth(truth) => format!("`{}`", truth.replace('|', "\\|")),
            End::Refused("") => "refused, nothing happens".to_owned(),
            End::Refused(truth) => format!("refused, `{truth}`"),
        };
        let _ = write!(out, "| {} | {end} |", row.page);
        for (_, cells) in columns {
            let cell = cells.get(at).map(ToString::to_string).unwrap_or_default();
            let cell = cell.replace('|', "\\|").replace('\n', " ");
            let _ = write!(out, " {cell} |");
        }
        out.push('\n');
    }
    for (name, cells) in columns {
        let works = cells.iter().filter(|cell| **cell == Cell::Works).count();
        let wrong = cells
            .iter()
            .filter(|cell| matches!(cell, Cell::Wrong(_)))
            .count();
        let _ = writeln!(
            out,
            "\n{name}: {works} of {} work, {wrong} silently wrong.",
            cells.len()
        );
    }
    out
}
