//! The records of a run as files: one for each attempt, in `cases/`, for what a line
//! of a [ledger](super::ledger) is not enough for.

use super::ledger::{self, Closed};
use super::place::CASES;
use super::record::{CaseRecord, VERSION};
use super::run::{Run, Unreadable};
use super::{atomic, json};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::Path;

/// Writes a record's file and returns its name.
pub(super) fn write(run_dir: &Path, record: &CaseRecord) -> io::Result<String> {
    let text = serde_json::to_vec(record).map_err(io::Error::other)?;
    let cases = run_dir.join(CASES);
    atomic::make_dir(&cases)?;
    let name = file_name(record);
    atomic::write(&cases.join(&name), &text)?;
    Ok(name)
}

/// A record and its form on the disk, which is the one it has in `report.json`.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) record: CaseRecord,
    pub(super) line: String,
}

impl Found {
    /// A record that has no form on the disk. It gets one when it is shown.
    pub(super) fn made(record: CaseRecord) -> Self {
        let line = String::new();
        Self { record, line }
    }

    /// Reads one record.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, String> {
        let record = parse(&bytes)?;
        match String::from_utf8(bytes) {
            Ok(line) if !line.contains('\n') => Ok(Self { record, line }),
            _ => Ok(Self::made(record)),
        }
    }
}

/// Everything found in a run's folder.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) run: Run,
    /// The records of the run, in its order, as they stand in `report.json`.
    pub(super) lines: Vec<String>,
}

/// Every readable record of a run, sorted; what cannot be read is told apart. `own` is
/// the ledger that this process has just closed.
pub(super) fn load(run_dir: &Path, own: Option<Closed>) -> Loaded {
    let mut found = Vec::new();
    let mut unreadable = Vec::new();
    ledger::load(run_dir, own, &mut found, &mut unreadable);
    let dir = run_dir.join(CASES);
    let names = names(&dir).unwrap_or_else(|error| {
        unreadable.push(Unreadable {
            file: CASES.into(),
            why: error.to_string(),
        });
        Vec::new()
    });
    // A name with a dot in front is a record that is being written.
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        match read(&dir.join(name)) {
            Ok(record) => found.push(record),
            Err(why) => unreadable.push(Unreadable {
                file: format!("{CASES}/{name}"),
                why,
            }),
        }
    }
    found.sort_by(|a, b| key(&a.record).cmp(&key(&b.record)));
    keep_newest(&mut found);
    unreadable.sort_by(|a, b| a.file.cmp(&b.file));
    let id = run_dir.file_name().map(|name| name.to_string_lossy());
    let mut loaded = Loaded::default();
    loaded.run.id = id.unwrap_or_default().into_owned();
    loaded.run.unreadable = unreadable;
    for Found { record, line } in found {
        loaded.lines.push(match line.is_empty() {
            true => json::text(&record),
            false => line,
        });
        loaded.run.records.push(record);
    }
    loaded
}

/// Of several records of one attempt, the one that began last. A ledger only grows,
/// so what replaces a line comes after it, in any file; and files come after ledgers.
fn keep_newest(records: &mut Vec<Found>) {
    let began = |found: &Found| found.record.started_at.parse::<jiff::Timestamp>().ok();
    records.dedup_by(|later, kept| {
        let same = key(&later.record) == key(&kept.record);
        if same && began(later) >= began(kept) {
            std::mem::swap(later, kept);
        }
        same
    });
}

fn read(path: &Path) -> Result<Found, String> {
    let bytes = fs::read(path).map_err(|error| format!("it cannot be read: {error}"))?;
    Found::read(bytes)
}

fn parse(bytes: &[u8]) -> Result<CaseRecord, String> {
    #[derive(serde::Deserialize)]
    struct Head {
        version: u32,
    }
    let no_record = |error: serde_json::Error| format!("it is no record of a test: {error}");
    let whole: Result<CaseRecord, _> = serde_json::from_slice(bytes);
    if !whole.as_ref().is_ok_and(|record| record.version == VERSION) {
        // Another version's record may have any form besides its version.
        let head: Head = serde_json::from_slice(bytes).map_err(no_record)?;
        if head.version != VERSION {
            return Err(format!(
                "it has version {} and this program reads version {VERSION}; \
                 use the same version of e2e in every package",
                head.version
            ));
        }
    }
    whole.map_err(no_record)
}

fn key(record: &CaseRecord) -> (&str, &str, &str, u32) {
    let CaseRecord {
        binary,
        name,
        location,
        attempt,
        ..
    } = record;
    (binary, name, &location.file, *attempt)
}

/// The names in a folder, sorted; a folder that is not there holds none.
pub(super) fn names(dir: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(atomic::about("list", dir, &error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| atomic::about("list", dir, &error))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// A readable name for people, and a hash for what reading loses: packages with a
/// binary of the same name, long names, file systems that ignore case.
fn file_name(record: &CaseRecord) -> String {
    let mut hash = DefaultHasher::new();
    (&record.binary, &record.name, &record.location.file).hash(&mut hash);
    let slug: String = record
        .name
        .replace("::", ".")
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "_.".contains(c) {
                c
            } else {
                '-'
            }
        })
        .take(80)
        .collect();
    let slug = slug.trim_start_matches('.');
    format!("{slug}-{:016x}-{}.json", hash.finish(), record.attempt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::Outcome;
    use crate::report::run::tests::{failed, record};

    #[test]
    fn records_come_back_sorted_and_each_once() {
        let dir = tempfile::tempdir().unwrap();
        let long = "x".repeat(400);
        let all = [
            record("b", "a", 1, Outcome::Passed),
            record("a", "z", 2, Outcome::Passed),
            record("a", "z", 1, failed(None)),
            record("a", "Z", 1, Outcome::Passed),
            record("a", "m::../../up", 1, Outcome::Passed),
            record("a", &long, 1, Outcome::Passed),
            record("a", &format!("{long}y"), 1, Outcome::Passed),
        ];
        for record in &all {
            write(dir.path(), record).unwrap();
            write(dir.path(), record).unwrap();
        }
        let mut expected = all.to_vec();
        expected.sort_by(|a, b| key(a).cmp(&key(b)));
        let loaded = load(dir.path(), None);
        let run = loaded.run;
        assert_eq!(run.records, expected);
        let lines: Vec<_> = expected.iter().map(json::text).collect();
        assert_eq!(loaded.lines, lines);
        assert_eq!(run.unreadable, []);
        assert_eq!(names(&dir.path().join(CASES)).unwrap().len(), all.len());
    }
}
