//! What every suite came to on every wire, as one table.

use super::suite::Ran;
use std::fmt::Write as _;
use std::time::Duration;

/// One wire's results.
pub(crate) struct Column {
    title: &'static str,
    tests: Vec<(String, String)>,
    took: Duration,
}

impl Column {
    pub(crate) fn new(title: &'static str) -> Self {
        Self {
            title,
            tests: Vec::new(),
            took: Duration::ZERO,
        }
    }

    pub(crate) fn add(&mut self, suite: &str, ran: Ran) {
        self.took += ran.took;
        // A suite that ends badly without a failed test must not look like a good one.
        let told = ran.tests.iter().any(|(_, word)| word == "failed");
        if !ran.passed && !told {
            self.tests
                .push((format!("{suite} as a whole"), "failed".into()));
        }
        let named = ran.tests.into_iter();
        self.tests
            .extend(named.map(|(test, word)| (format!("{suite} {test}"), word)));
    }

    /// In one line.
    pub(crate) fn sum(&self) -> String {
        let count = |word: &str| self.tests.iter().filter(|(_, it)| it == word).count();
        format!(
            "{}: {} ok, {} failed, {} ignored, of {}, in {} s",
            self.title,
            count("ok"),
            count("failed"),
            count("ignored"),
            self.tests.len(),
            self.took.as_secs()
        )
    }

    fn word(&self, test: &str) -> &str {
        let found = self.tests.iter().find(|(name, _)| name == test);
        found.map_or("-", |(_, word)| word)
    }
}

/// The tests of all columns, in order of their names.
fn tests(columns: &[Column]) -> Vec<&str> {
    let mut tests: Vec<&str> = columns
        .iter()
        .flat_map(|column| column.tests.iter().map(|(name, _)| name.as_str()))
        .collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

/// Whether a test failed, or did not come to the same everywhere.
pub(crate) fn differ(columns: &[Column]) -> bool {
    let odd = |test: &&str| {
        let mut words = columns.iter().map(|column| column.word(test));
        let first = words.next().unwrap_or("-");
        first == "failed" || words.any(|word| word != first)
    };
    tests(columns).iter().any(odd)
}

pub(crate) fn markdown(columns: &[Column]) -> String {
    let mut out = String::from("| test |");
    for column in columns {
        let _ = write!(out, " {} |", column.title);
    }
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(columns.len()));
    for test in tests(columns) {
        let _ = write!(out, "| {test} |");
        for column in columns {
            let _ = write!(out, " {} |", column.word(test));
        }
        out.push('\n');
    }
    out.push('\n');
    for column in columns {
        let _ = writeln!(out, "{}.", column.sum());
    }
    out
}
