//! Every complaint of `docs/pitfalls.md` is guarded: the tests and pages it names exist.

use e2e_tests::matrix::rows;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// Names of test functions below `tests/tests`.
fn tests() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"),
        &mut files,
    );
    let mut out = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for (_, after) in text
            .match_indices("fn ")
            .map(|(at, _)| text.split_at(at + 3))
        {
            out.insert(
                after
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
        }
    }
    out
}

/// The names behind a word, in backticks: ``test `a`, page `b` ``.
fn named<'a>(line: &'a str, word: &str) -> Vec<&'a str> {
    let lead = format!("{word} `");
    line.match_indices(&lead)
        .filter_map(|(at, _)| line[at + lead.len()..].split('`').next())
        .collect()
}

#[test]
fn every_complaint_has_its_test_or_its_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pitfalls.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let (tests, rows) = (tests(), rows());
    let complaints: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| complaint"))
        .collect();
    assert!(complaints.len() >= 20, "{}", complaints.len());
    for complaint in complaints {
        let (by_test, by_page) = (named(complaint, "test"), named(complaint, "page"));
        assert!(!by_test.is_empty() || !by_page.is_empty(), "{complaint}");
        for name in by_test {
            assert!(
                tests.contains(name),
                "no test is called {name}: {complaint}"
            );
        }
        for name in by_page {
            assert!(
                rows.iter().any(|row| row.page == name),
                "no row has the page {name}: {complaint}"
            );
        }
    }
}
