//! The matrix of widgets and traps holds: no cell is silently wrong, and next to
//! every one works.

use e2e::config::{Config, WireChoice};
use e2e_tests::matrix::{Cell, Row, Stage, rows};
use std::collections::BTreeSet;
use std::path::Path;

/// Sessions that share the rows.
const SESSIONS: usize = 3;

/// Pages made to have the wrong thing happen.
const ADVERSARIAL: &[&str] = &[
    "trap-place-renamed",       // a place that is renamed when the pointer comes
    "trap-place-exchanged",     // rows that take each other's words at the press
    "trap-place-kept",          // places in which something else changes
    "trap-focus-relabels",      // what is called otherwise once it has the focus
    "trap-drag-resorted",       // cards that are sorted anew at the press
    "trap-resorted",            // a list that is sorted anew between look and tap
    "trap-recycled-rows",       // rows that become others
    "trap-twins",               // two buttons of one name
    "trap-moving",              // a control that moves under the pointer
    "trap-replaced-on-press",   // one that is replaced at the press
    "trap-remounted-on-press",  // one that is drawn anew at the press
    "trap-late-overlay",        // a layer that appears in between
    "trap-lying-label",         // a label that says something else
    "trap-disabled-look",       // a disabled look without the state
    "trap-hijacked-link",       // a link that another script takes over
    "trap-double-submit",       // a form that is sent twice by two clicks
    "trap-slow-handler",        // a handler that takes three seconds
    "trap-upload-refused",      // a file the page gives back
    "trap-drop-refused",        // a drop the app takes back once its server said no
    "trap-unfit-form",          // a form the browser keeps back
    "trap-throws",              // a handler that throws
    "trap-leaves-while-typing", // a page that is left while one types
];

fn config() -> Config {
    e2e::config::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()
}

async fn run(config: Config, rows: Vec<Row>) -> Vec<(Row, Cell)> {
    let stage = Stage::open(&config).await.unwrap();
    let mut out = Vec::new();
    for row in rows {
        out.push((row, stage.run(&row).await));
    }
    stage.close().await.unwrap();
    out
}

/// Runs rows in several sessions at a time; what did not work comes back.
async fn odd(config: &Config, rows: &[Row], sessions: usize) -> Vec<(Row, Cell)> {
    let mut parts = vec![Vec::new(); sessions];
    for (at, row) in rows.iter().enumerate() {
        parts[at % sessions].push(*row);
    }
    let runs = parts
        .into_iter()
        .map(|part| tokio::spawn(run(config.clone(), part)));
    futures::future::join_all(runs)
        .await
        .into_iter()
        .flat_map(Result::unwrap)
        .filter(|(_, cell)| *cell != Cell::Works)
        .collect()
}

fn listed(odd: &[(Row, Cell)]) -> String {
    let lines = odd
        .iter()
        .map(|(row, cell)| format!("{}: {cell}", row.page));
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_cell_is_silently_wrong_and_next_to_all_work() {
    let (all, config) = (rows(), config());
    let odd = odd(&config, &all, SESSIONS).await;
    let said = listed(&odd);
    let wrong = odd.iter().any(|(_, cell)| matches!(cell, Cell::Wrong(_)));
    assert!(!wrong, "{said}");
    // What a browser without a protocol of its own cannot do has to be said first.
    let firefox = config.browser.kind == Some(e2e::config::BrowserKind::Firefox);
    let most = all.len() * if firefox { 15 } else { 5 } / 100;
    assert!(odd.len() <= most, "{} of {}:\n{said}", odd.len(), all.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_wrong_thing_never_happens_over_the_driver_either() {
    let mut config = config();
    config.browser.wire = WireChoice::WebDriver;
    let all: Vec<Row> = rows()
        .into_iter()
        .filter(|row| ADVERSARIAL.contains(&row.page))
        .collect();
    for page in ADVERSARIAL {
        assert!(all.iter().any(|row| row.page == *page), "{page} has no row");
    }
    let odd = odd(&config, &all, 2).await;
    assert!(odd.is_empty(), "{}", listed(&odd));
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
