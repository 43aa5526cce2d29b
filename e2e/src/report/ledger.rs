//! Results that have nothing more to tell: a line each, in one file for each process.
//!
//! A thousand tests without a step are a thousand small files otherwise, and making
//! those takes longer than the tests. A line is written with one call to the system
//! as soon as its test is over, so a process that is killed loses none of them. A
//! record with steps, files or a failure has a file of its own, which is whole or
//! not there.
//! A test that runs for a moment has a line when it [begins](super::begun), too.

use super::begun::{Begun, hold, is_open};
use super::cases::{Found, names};
use super::place::LEDGER;
use super::record::{CaseRecord, Outcome};
use super::run::Unreadable;
use super::{atomic, retention, store};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How much of each file the report shows, beside the report.
const SHOWN: &str = ".shown";

/// Saves the records of one process.
///
/// ```no_run
/// # fn example(config: &e2e::Config, record: &e2e::report::record::CaseRecord) {
/// use e2e::report::store::Ledger;
///
/// let mut ledger = Ledger::new(config.run.dir());
/// if let Err(error) = ledger.save(record) {
///     // The result stands; only its account is missing.
///     eprintln!("warning: {error}");
/// }
/// # }
/// ```
#[derive(Debug)]
pub struct Ledger {
    run_dir: PathBuf,
    open: Option<Open>,
    /// What was written, so that whoever makes the report need not read it again.
    written: Vec<Written>,
}

#[derive(Debug)]
enum Written {
    Ended(Box<Found>),
    Begun(Box<Begun>),
}

/// A ledger to which nothing more is written.
#[derive(Debug, Default)]
pub struct Closed {
    /// The name of its file, if one was made.
    file: Option<String>,
    written: Vec<Written>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    file: File,
    /// The last line may have been written in part.
    torn: bool,
}

impl Ledger {
    /// A ledger of the run; its file is made when the first line is written.
    #[must_use]
    pub fn new(run_dir: impl Into<PathBuf>) -> Self {
        Self {
            run_dir: run_dir.into(),
            open: None,
            written: Vec::new(),
        }
    }

    /// Ends it: this process writes no further record.
    #[must_use]
    pub fn close(self) -> Closed {
        let path = self.open.map(|open| open.path);
        let name = path.as_deref().and_then(Path::file_name);
        Closed {
            file: name.map(|name| name.to_string_lossy().into_owned()),
            written: self.written,
        }
    }

    /// Saves the record of one attempt, as [`store::save`] does, and cheaper when the
    /// record is brief.
    ///
    /// # Errors
    ///
    /// When the record cannot be written; the message names the file.
    pub fn save(&mut self, record: &CaseRecord) -> io::Result<()> {
        if !is_brief(record) {
            return store::save(&self.run_dir, record);
        }
        let line = self.write(record)?;
        let record = record.clone();
        self.written
            .push(Written::Ended(Box::new(Found { record, line })));
        Ok(())
    }

    /// Says that an attempt is being made. The record is of when that began, and not of
    /// how it ends; the attempt's own record takes its place.
    ///
    /// # Errors
    ///
    /// When the line cannot be written; the message names the file.
    pub fn begin(&mut self, begun: CaseRecord) -> io::Result<()> {
        let begun = Begun { begun };
        self.write(&begun)?;
        self.written.push(Written::Begun(Box::new(begun)));
        Ok(())
    }

    /// Returns the line without its end.
    fn write(&mut self, entry: &impl Serialize) -> io::Result<String> {
        let mut line = serde_json::to_string(entry).map_err(io::Error::other)?;
        line.push('\n');
        let open = self.open()?;
        let torn = std::mem::replace(&mut open.torn, true);
        let written = match torn {
            true => open.file.write_all(format!("\n{line}").as_bytes()),
            false => open.file.write_all(line.as_bytes()),
        };
        written.map_err(|error| atomic::about("write", &open.path, &error))?;
        open.torn = false;
        line.pop();
        Ok(line)
    }

    /// The file of this process, made anew when somebody removed it.
    fn open(&mut self) -> io::Result<&mut Open> {
        let there = self.open.take().filter(Open::is_there);
        let open = match there {
            Some(open) => open,
            None => create(&self.run_dir)?,
        };
        Ok(self.open.insert(open))
    }
}

impl Open {
    /// Whether its file still has a name: without a look at each folder above it where
    /// the system tells that of the file alone.
    #[cfg(unix)]
    fn is_there(&self) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        self.file.metadata().is_ok_and(|data| data.nlink() > 0)
    }

    #[cfg(not(unix))]
    fn is_there(&self) -> bool {
        self.path.exists()
    }
}

fn create(run_dir: &Path) -> io::Result<Open> {
    retention::claim(run_dir)?;
    let folder = run_dir.join(LEDGER);
    atomic::make_dir(&folder)?;
    let path = folder.join(format!("{}.jsonl", atomic::unique()));
    let file = File::options()
        .append(true)
        .create_new(true)
        .open(&path)
        .map_err(|error| atomic::about("write", &path, &error))?;
    hold(&file);
    Ok(Open {
        path,
        file,
        torn: false,
    })
}

/// Whether the record is about nothing but how its test ended.
fn is_brief(record: &CaseRecord) -> bool {
    !matches!(record.outcome, Outcome::Failed(_))
        && record.steps.is_empty()
        && record.artifacts.is_empty()
        && record.teardown_failures.is_empty()
}

/// Adds the records of every ledger to the run. A last line without an end was being
/// written when its process was killed, or its disk was full.
pub(super) fn load(
    run_dir: &Path,
    own: Option<Closed>,
    found: &mut Vec<Found>,
    unreadable: &mut Vec<Unreadable>,
) {
    let dir = run_dir.join(LEDGER);
    let mut unreadable = |file: String, why: String| unreadable.push(Unreadable { file, why });
    let mut own = own.unwrap_or_default();
    let names = match names(&dir) {
        Ok(names) => names,
        Err(error) => return unreadable(LEDGER.into(), error.to_string()),
    };
    for name in names {
        if own.file.as_ref() == Some(&name) {
            let written = own.written.drain(..);
            found.extend(written.map(|written| match written {
                Written::Ended(ended) => *ended,
                Written::Begun(begun) => Found::made(begun.killed()),
            }));
            continue;
        }
        let file = format!("{LEDGER}/{name}");
        // Before it is read: what is written until then is there.
        let is_open = is_open(&dir.join(&name));
        match fs::read(dir.join(&name)) {
            Ok(bytes) => {
                for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
                    if line.is_empty() {
                        continue;
                    }
                    if let Some(begun) = Begun::read(line) {
                        if !is_open {
                            found.push(Found::made(begun.killed()));
                        }
                        continue;
                    }
                    match Found::read(line.to_vec()) {
                        Ok(record) => found.push(record),
                        Err(why) => unreadable(format!("{file}, line {number}"), why),
                    }
                }
            }
            Err(error) => unreadable(file, format!("it cannot be read: {error}")),
        }
    }
}

/// How long each ledger of a run is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lengths(BTreeMap<String, u64>);

impl Lengths {
    /// Of the files as they are now.
    pub(super) fn now(run_dir: &Path) -> io::Result<Self> {
        let dir = run_dir.join(LEDGER);
        let length = |name: String| {
            let path = dir.join(&name);
            let length = fs::metadata(&path).map_or(0, |data| data.len());
            // The end of its process changes what is shown of it.
            let open = u64::from(is_open(&path));
            (name, length + open)
        };
        Ok(Self(names(&dir)?.into_iter().map(length).collect()))
    }

    /// Of what the last report showed.
    pub(super) fn shown(run_dir: &Path) -> Self {
        let text = fs::read_to_string(run_dir.join(SHOWN)).unwrap_or_default();
        let line = |line: &str| {
            let (length, name) = line.split_once(' ')?;
            Some((name.to_owned(), length.parse().ok()?))
        };
        Self(text.lines().filter_map(line).collect())
    }

    /// Keeps them as what the report shows.
    pub(super) fn keep(&self, run_dir: &Path) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let lines = self.0.iter();
        let text: String = lines
            .map(|(name, length)| format!("{length} {name}\n"))
            .collect();
        atomic::write(&run_dir.join(SHOWN), text.as_bytes())
    }
}

/// When a line was last written.
pub(super) fn last_write(run_dir: &Path) -> Option<SystemTime> {
    let dir = run_dir.join(LEDGER);
    let times = names(&dir).ok()?.into_iter();
    times
        .filter_map(|name| fs::metadata(dir.join(name)).ok()?.modified().ok())
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::run::tests::{failed, names_of, passed, record};

    #[test]
    fn brief_records_share_a_file_and_are_there_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::new(dir.path());
        let skipped = Outcome::Skipped { reason: "x".into() };
        for record in [
            passed("one"),
            record("shop", "two", 1, skipped),
            record("shop", "three", 1, failed(None)),
            passed("four"),
        ] {
            ledger.save(&record).unwrap();
            assert!(store::load(dir.path()).records.contains(&record));
        }
        assert_eq!(names(&dir.path().join(LEDGER)).unwrap().len(), 1);
        assert_eq!(names(&dir.path().join("cases")).unwrap().len(), 1);
    }

    #[test]
    fn the_newest_record_of_an_attempt_counts_and_a_file_before_a_line() {
        let dir = tempfile::tempdir().unwrap();
        let at = |second: &str, outcome: Outcome| CaseRecord {
            started_at: format!("2025-03-01T10:00:{second}Z"),
            ..record("shop", "a", 1, outcome)
        };
        for (outcome, second, expected) in [
            (Outcome::Passed, "01", Outcome::Passed),
            (failed(None), "01", failed(None)),
            (Outcome::Passed, "01.5", Outcome::Passed),
            (failed(None), "02", failed(None)),
        ] {
            // Each as a process of its own.
            Ledger::new(dir.path()).save(&at(second, outcome)).unwrap();
            let run = store::load(dir.path());
            assert_eq!(run.records.len(), 1);
            assert_eq!(run.records[0].outcome, expected, "at {second}");
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_told_and_costs_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::new(dir.path());
        ledger.save(&passed("before")).unwrap();
        let open = ledger.open.as_mut().unwrap();
        open.file.write_all(b"{\"version\":1,\"na").unwrap();
        open.torn = true;
        let file = open
            .path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        ledger.save(&passed("later")).unwrap();
        let run = store::load(dir.path());
        assert_eq!(names_of(&run), ["before", "later"]);
        assert_eq!(run.unreadable.len(), 1);
        assert_eq!(run.unreadable[0].file, format!("{LEDGER}/{file}, line 2"));
    }

    #[test]
    fn what_was_written_since_the_last_report_is_in_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::new(dir.path());
        for name in ["first", "second"] {
            ledger.save(&passed(name)).unwrap();
            let page = fs::read_to_string(store::finish(dir.path()).unwrap()).unwrap();
            assert!(page.contains(name));
        }
        // Nothing new: the file is left as it is.
        let report = dir.path().join("report.html");
        fs::write(&report, "as it was").unwrap();
        store::finish(dir.path()).unwrap();
        assert_eq!(fs::read_to_string(&report).unwrap(), "as it was");
    }

    #[test]
    fn a_folder_that_was_removed_is_made_again() {
        let dir = tempfile::tempdir().unwrap();
        let run_dir = dir.path().join("run");
        let mut ledger = Ledger::new(&run_dir);
        ledger.save(&passed("lost")).unwrap();
        fs::remove_dir_all(&run_dir).unwrap();
        ledger.save(&passed("kept")).unwrap();
        assert_eq!(names_of(&store::load(&run_dir)), ["kept"]);
    }
}
