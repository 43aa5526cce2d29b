//! All records of one run, and what they add up to.
//!
//! A case may have been tried several times; its last attempt decides. A case that
//! failed first and passed later is *flaky*: it counts as passed and is shown.

use super::instant::Reader;
use super::record::{CaseRecord, Outcome, Usage};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Everything known about one run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The run's id, the name of its folder.
    pub id: String,
    /// Every attempt of every case, by binary, name and attempt.
    pub records: Vec<CaseRecord>,
    /// Records that are there and could not be read.
    pub unreadable: Vec<Unreadable>,
}

/// A record that is there and could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// The file, relative to the run's folder.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

/// Every attempt of one case, oldest first; never empty.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a>(&'a [CaseRecord]);

impl<'a> Case<'a> {
    /// The attempts, oldest first.
    #[must_use]
    pub fn attempts(self) -> &'a [CaseRecord] {
        self.0
    }

    /// The attempt that decides.
    #[must_use]
    pub fn last(self) -> &'a CaseRecord {
        &self.0[self.0.len() - 1]
    }

    /// How the case ended, all attempts considered.
    #[must_use]
    pub fn ending(self) -> Ending {
        match self.last().outcome {
            Outcome::Failed(_) => Ending::Failed,
            Outcome::Skipped { .. } => Ending::Skipped,
            Outcome::Passed if self.0.iter().any(|r| r.outcome.is_failed()) => Ending::Flaky,
            Outcome::Passed => Ending::Passed,
        }
    }
}

/// How a case ended, all attempts considered. The order is the order of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The last attempt failed.
    Failed,
    /// An earlier attempt failed, the last one passed.
    Flaky,
    /// Every attempt passed.
    Passed,
    /// Not run, or given up on purpose.
    Skipped,
}

impl Ending {
    /// The word reports use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Ending::Failed => "failed",
            Ending::Flaky => "flaky",
            Ending::Passed => "passed",
            Ending::Skipped => "skipped",
        }
    }
}

/// What a run adds up to. Tests are cases; every attempt adds to cost and steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// Cases.
    pub tests: usize,
    /// Cases whose last attempt passed, flaky ones included.
    pub passed: usize,
    /// Cases whose last attempt failed.
    pub failed: usize,
    /// Cases that were not run.
    pub skipped: usize,
    /// Cases that passed only after a failed attempt.
    pub flaky: usize,
    /// Records that could not be read; their results are unknown.
    pub unreadable: usize,
    /// Attempts of all cases.
    pub attempts: usize,
    /// Failed cases by class, `other` for a panic of the test's own.
    pub failed_by_class: BTreeMap<&'static str, usize>,
    /// Steps by the tier that decided them.
    pub steps_by_tier: BTreeMap<&'static str, usize>,
    /// Steps of all attempts.
    pub steps: usize,
    /// Model calls of all attempts.
    pub model_calls: u64,
    /// Tokens and money of all attempts.
    pub usage: Usage,
    /// When the first attempt began, RFC 3339 in UTC.
    pub started_at: Option<String>,
    /// From the first attempt's start to the last one's end, milliseconds.
    pub duration_ms: u64,
    /// Every browser that was used, name and version.
    pub browsers: BTreeSet<String>,
}

impl Run {
    /// The cases, by binary and name.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.records
            .chunk_by(|a, b| {
                (&a.binary, &a.name, &a.location.file) == (&b.binary, &b.name, &b.location.file)
            })
            .map(Case)
    }

    /// What the run adds up to.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals {
            unreadable: self.unreadable.len(),
            attempts: self.records.len(),
            ..Totals::default()
        };
        for case in self.cases() {
            totals.tests += 1;
            match case.ending() {
                Ending::Passed => totals.passed += 1,
                Ending::Skipped => totals.skipped += 1,
                Ending::Flaky => {
                    totals.passed += 1;
                    totals.flaky += 1;
                }
                Ending::Failed => totals.failed += 1,
            }
            if let Outcome::Failed(failure) = &case.last().outcome {
                let class = failure.class.map_or("other", |class| class.as_str());
                *totals.failed_by_class.entry(class).or_default() += 1;
            }
        }
        for record in &self.records {
            totals.browsers.extend(record.browser.clone());
            for step in &record.steps {
                totals.steps += 1;
                totals.model_calls += u64::from(step.model_calls);
                totals.usage.add(&step.usage);
                if let Some(tier) = step.tier {
                    *totals.steps_by_tier.entry(tier.as_str()).or_default() += 1;
                }
            }
        }
        (totals.started_at, totals.duration_ms) = span(&self.records);
        totals
    }
}

/// When the first record began, and how long until the last one ended. A time that
/// cannot be read is left out: it is a record's decoration, not its result.
fn span(records: &[CaseRecord]) -> (Option<String>, u64) {
    let mut reader = Reader::default();
    let times = records.iter().filter_map(|record| {
        let start = reader.read(&record.started_at)?;
        let end = start.checked_add(i64::try_from(record.duration_ms).ok()?)?;
        Some((start, end, &record.started_at))
    });
    let mut first: Option<(i64, &String)> = None;
    let mut last = i64::MIN;
    for (start, end, written) in times {
        if first.is_none_or(|(earliest, _)| start < earliest) {
            first = Some((start, written));
        }
        last = last.max(end);
    }
    match first {
        None => (None, 0),
        Some((start, written)) => (
            Some(written.clone()),
            u64::try_from(last.saturating_sub(start)).unwrap_or(0),
        ),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::report::record::{FailureRecord, VERSION};
    use crate::{Code, SourceLocation};

    /// A record with nothing in it but what it is about.
    /// One that passed.
    pub(crate) fn passed(name: &str) -> CaseRecord {
        record("shop", name, 1, Outcome::Passed)
    }

    /// The tests of a run.
    pub(crate) fn names_of(run: &Run) -> Vec<&str> {
        run.records
            .iter()
            .map(|record| record.name.as_str())
            .collect()
    }

    pub(crate) fn record(binary: &str, name: &str, attempt: u32, outcome: Outcome) -> CaseRecord {
        CaseRecord {
            version: VERSION,
            name: name.into(),
            binary: binary.into(),
            location: SourceLocation {
                file: format!("tests/{binary}.rs"),
                line: 7,
                column: 10,
            },
            attempt,
            started_at: "2025-03-01T10:00:00Z".into(),
            duration_ms: 1_500,
            outcome,
            browser: Some("chromium 140".into()),
            wire: None,
            steps: Vec::new(),
            artifacts: Vec::new(),
            teardown_failures: Vec::new(),
        }
    }

    pub(crate) fn failed(code: Option<Code>) -> Outcome {
        Outcome::Failed(FailureRecord {
            code,
            class: code.map(Code::class),
            message: "it did not hold".into(),
            diagnostic: "it did not hold\n   = help: look".into(),
            location: None,
        })
    }

    #[test]
    fn the_last_attempt_decides_and_a_late_pass_is_flaky() {
        let skipped = Outcome::Skipped { reason: "x".into() };
        let run = Run {
            id: "r".into(),
            records: vec![
                record("a", "one", 1, failed(Some(Code::AssertionFailed))),
                record("a", "one", 2, Outcome::Passed),
                record("a", "two", 1, Outcome::Passed),
                record("a", "two", 2, failed(Some(Code::DriverFailed))),
                record("b", "two", 1, failed(None)),
                record("b", "zzz", 1, skipped),
            ],
            unreadable: Vec::new(),
        };
        let endings: Vec<_> = run.cases().map(Case::ending).collect();
        assert_eq!(
            endings,
            [
                Ending::Flaky,
                Ending::Failed,
                Ending::Failed,
                Ending::Skipped
            ]
        );
        let totals = run.totals();
        assert_eq!(
            (totals.tests, totals.passed, totals.failed, totals.skipped),
            (4, 1, 2, 1)
        );
        assert_eq!((totals.flaky, totals.attempts), (1, 6));
        let classes: Vec<_> = totals.failed_by_class.into_iter().collect();
        assert_eq!(classes, [("infra", 1), ("other", 1)]);
    }

    #[test]
    fn a_run_lasts_from_the_first_start_to_the_last_end() {
        let mut late = record("a", "late", 1, Outcome::Passed);
        late.started_at = "2025-03-01T10:00:04Z".into();
        let mut odd = record("a", "odd", 1, Outcome::Passed);
        odd.started_at = "yesterday".into();
        let early = record("a", "x", 1, Outcome::Passed);
        let (start, duration) = span(&[late, odd, early]);
        assert_eq!(start.as_deref(), Some("2025-03-01T10:00:00Z"));
        assert_eq!(duration, 5_500);
        assert_eq!(span(&[]), (None, 0));
    }
}
