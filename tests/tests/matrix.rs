//! The matrix of widgets and traps holds: no cell is silently wrong, and next to
//! every one works.

use e2e_tests::matrix::{Cell, Row, Stage, rows};
use std::collections::BTreeSet;
use std::path::Path;

/// Sessions that share the rows.
const SESSIONS: usize = 3;

async fn run(rows: Vec<Row>) -> Vec<(Row, Cell)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stage = Stage::open(&e2e::config::load(root).unwrap())
        .await
        .unwrap();
    let mut out = Vec::new();
    for row in rows {
        out.push((row, stage.run(&row).await));
    }
    stage.close().await.unwrap();
    out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_cell_is_silently_wrong_and_next_to_all_work() {
    let all = rows();
    let mut parts = vec![Vec::new(); SESSIONS];
    for (at, row) in all.iter().enumerate() {
        parts[at % SESSIONS].push(*row);
    }
    let cells: Vec<(Row, Cell)> =
        futures::future::join_all(parts.into_iter().map(|part| tokio::spawn(run(part))))
            .await
            .into_iter()
            .flat_map(Result::unwrap)
            .collect();
    let odd: Vec<String> = cells
        .iter()
        .filter(|(_, cell)| *cell != Cell::Works)
        .map(|(row, cell)| format!("{}: {cell}", row.page))
        .collect();
    let wrong = cells.iter().any(|(_, cell)| matches!(cell, Cell::Wrong(_)));
    assert!(!wrong, "{}", odd.join("\n"));
    let most = all.len() / 20;
    assert!(
        odd.len() <= most,
        "{} of {}:\n{}",
        odd.len(),
        all.len(),
        odd.join("\n")
    );
}

#[test]
fn every_page_is_in_the_matrix_and_every_row_has_its_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/matrix");
    let pages: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".html").map(str::to_owned))
        .collect();
    let used: BTreeSet<String> = rows().iter().map(|row| row.page.to_owned()).collect();
    assert_eq!(
        pages.difference(&used).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
    assert_eq!(
        used.difference(&pages).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
    assert!(pages.len() >= 60, "{}", pages.len());
}
