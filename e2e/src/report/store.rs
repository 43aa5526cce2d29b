//! Where records live, and how many processes make one report of them.
//!
//! `cases/` holds one file for each attempt. A saved record leaves a mark in
//! `.pending/`; whoever renders removes the marks it found *before* it read the
//! records. A process that finds another one rendering leaves at once: the other
//! looks for marks again after it let go of the lock, so no record is forgotten and
//! nobody waits. Marks of a process that was killed stay, and the next one renders.
//! A [`Ledger`] needs no marks: it is longer than what the report showed of it.

use super::cases::{self, Loaded, names};
use super::html::{self, Picture};
use super::ledger::Lengths;
pub use super::ledger::{Closed, Ledger};
pub use super::presence::Presence;
use super::record::CaseRecord;
use super::run::Run;
use super::{atomic, json, presence, retention};
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The folder of the marks: a record is there that no report shows yet.
const PENDING: &str = ".pending";

/// A report may be this much behind the records while other processes are at work.
const FRESH: Duration = Duration::from_secs(5);

/// Takes part in a run that many processes make together, as under nextest. Only an
/// optimisation: a process that does not say so still saves and finishes rightly.
///
/// ```no_run
/// # fn example(config: &e2e::Config) -> std::io::Result<()> {
/// let presence = e2e::report::store::enter(&config.run.dir())?;
/// // … run the test, save its record …
/// let report = presence.finish()?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// When the run's folder cannot be written to.
pub fn enter(run_dir: &Path) -> io::Result<Presence> {
    retention::claim(run_dir)?;
    Presence::enter(run_dir)
}

/// Saves the record of one attempt. The same attempt of the same test replaces its
/// earlier record; nothing else does.
///
/// ```no_run
/// # fn example(config: &e2e::Config, record: &e2e::report::record::CaseRecord) {
/// use e2e::report::store;
///
/// let run = config.run.dir();
/// if let Err(error) = store::save(&run, record) {
///     // The result stands; only its account is missing.
///     eprintln!("warning: {error}");
/// }
/// # }
/// ```
///
/// # Errors
///
/// When the folder cannot be made or written to; the message names the file.
pub fn save(run_dir: &Path, record: &CaseRecord) -> io::Result<()> {
    retention::claim(run_dir)?;
    let pending = run_dir.join(PENDING);
    atomic::make_dir(&pending)?;
    let name = cases::write(run_dir, record)?;
    // After the record, never before: a mark promises that the record is there.
    let mark = pending.join(format!("{}-{name}", atomic::unique()));
    fs::write(&mark, b"").map_err(|error| atomic::about("write", &mark, &error))
}

/// Every readable record of a run, by binary, name and attempt.
///
/// A file that is no record, is broken, or was written by a newer version is in
/// [`Run::unreadable`], and the report says so; it is never an error.
#[must_use]
pub fn load(run_dir: &Path) -> Run {
    cases::load(run_dir, None).run
}

/// Renders `report.html` and `report.json` from every record saved so far, points
/// `latest` at the run, and removes runs that are old. Returns the path of
/// `report.html`.
///
/// Cheap when another process renders at this moment (it will see what was saved
/// here), when others that [entered](enter) the run are at work (one of them will),
/// and when nothing was saved since the last time.
///
/// # Errors
///
/// When the report cannot be written; the message names the file. Records that were
/// saved stay where they are, and the next call shows them.
pub fn finish(run_dir: &Path) -> io::Result<PathBuf> {
    finish_with(run_dir, None)
}

/// As [`finish`], and does not read again what `own` remembers of the ledger that this
/// process has closed.
///
/// # Errors
///
/// Those of [`finish`].
pub fn finish_with(run_dir: &Path, mut own: Option<Closed>) -> io::Result<PathBuf> {
    finish_by(run_dir, |report| render(run_dir, report, own.take()))
}

fn finish_by(
    run_dir: &Path,
    mut render: impl FnMut(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    let report = run_dir.join("report.html");
    retention::claim(run_dir)?;
    if presence::is_anyone_at_work(run_dir) && is_fresh(&report) {
        return Ok(report);
    }
    loop {
        let Some(lock) = lock(run_dir)? else {
            return Ok(report);
        };
        let pending = names(&run_dir.join(PENDING))?;
        let ledgers = Lengths::now(run_dir)?;
        let shown = pending.is_empty() && ledgers == Lengths::shown(run_dir);
        if shown && report.is_file() {
            break;
        }
        render(&report)?;
        ledgers.keep(run_dir)?;
        for mark in &pending {
            // One that is gone already was removed by a process without locks.
            let _ = fs::remove_file(run_dir.join(PENDING).join(mark));
        }
        drop(lock);
        if names(&run_dir.join(PENDING))?.is_empty() && ledgers == Lengths::now(run_dir)? {
            break;
        }
    }
    retention::settle(run_dir)?;
    Ok(report)
}

/// The folder of the newest run in `output` (`target/e2e`), also of one that was killed
/// and has no report yet.
#[must_use]
pub fn latest(output: &Path) -> Option<PathBuf> {
    retention::newest(output).or_else(|| retention::latest(output))
}

fn render(run_dir: &Path, report: &Path, own: Option<Closed>) -> io::Result<()> {
    let Loaded { run, lines } = cases::load(run_dir, own);
    let totals = run.totals();
    let page = html::render(&run, &totals, &|path, limit| picture(run_dir, path, limit));
    atomic::write(report, page.as_bytes())?;
    let json = json::render(&run, &totals, &lines);
    atomic::write(&run_dir.join("report.json"), json.as_bytes())
}

fn is_fresh(report: &Path) -> bool {
    let written = fs::metadata(report).and_then(|data| data.modified());
    written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age < FRESH))
}

/// Takes the run's lock, or `None` when another process holds it. The lock is the
/// operating system's, so that of a process that died is free. On a file system
/// without locks everyone renders: the files are whole either way.
fn lock(run_dir: &Path) -> io::Result<Option<File>> {
    let path = run_dir.join(".lock");
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| atomic::about("open", &path, &error))?;
    match fs4::FileExt::try_lock(&file) {
        Ok(()) | Err(fs4::TryLockError::Error(_)) => Ok(Some(file)),
        Err(fs4::TryLockError::WouldBlock) => Ok(None),
    }
}

/// A picture of the run, if it is one of ours and no longer than `limit` bytes.
fn picture(run_dir: &Path, path: &str, limit: usize) -> Picture {
    let relative = Path::new(path);
    let inside = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside || path.is_empty() {
        return Picture::Missing;
    }
    let file = run_dir.join(relative);
    match fs::metadata(&file) {
        Ok(data) if !data.is_file() => Picture::Missing,
        Ok(data) if data.len() > limit as u64 => Picture::TooLarge,
        Ok(_) => fs::read(&file).map_or(Picture::Missing, Picture::Bytes),
        Err(_) => Picture::Missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::Outcome;
    use crate::report::run::tests::{failed, record};

    fn passed(name: &str) -> CaseRecord {
        record("shop", name, 1, Outcome::Passed)
    }

    #[test]
    fn what_is_no_record_is_reported() {
        let dir = tempfile::tempdir().unwrap();
        save(dir.path(), &passed("good")).unwrap();
        let cases = dir.path().join("cases");
        fs::write(cases.join("broken.json"), "{\"version\":1,").unwrap();
        fs::write(cases.join("newer.json"), "{\"version\":2,\"name\":5}").unwrap();
        fs::write(cases.join("other.txt"), [0xff, 0xfe]).unwrap();
        fs::create_dir(cases.join("folder")).unwrap();
        let run = load(dir.path());
        assert_eq!(run.records.len(), 1);
        let files: Vec<_> = run.unreadable.iter().map(|u| u.file.as_str()).collect();
        assert_eq!(
            files,
            [
                "cases/broken.json",
                "cases/folder",
                "cases/newer.json",
                "cases/other.txt"
            ]
        );
        assert!(run.unreadable[2].why.contains("it has version 2"));
        let page = fs::read_to_string(finish(dir.path()).unwrap()).unwrap();
        assert!(page.contains("cases/newer.json"));
    }

    #[test]
    fn a_report_shows_what_was_saved_since_the_last_one() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["first", "second"] {
            save(dir.path(), &passed(name)).unwrap();
            let page = fs::read_to_string(finish(dir.path()).unwrap()).unwrap();
            assert!(page.contains(name));
        }
        // The same test again, as another attempt at the same number.
        save(dir.path(), &record("shop", "first", 1, failed(None))).unwrap();
        finish(dir.path()).unwrap();
        let json = fs::read_to_string(dir.path().join("report.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["totals"]["failed"], 1);
        assert_eq!(names(&dir.path().join(PENDING)).unwrap(), [""; 0]);
    }

    #[test]
    fn nothing_is_rendered_while_another_process_renders_and_nothing_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        save(dir.path(), &passed("one")).unwrap();
        let held = lock(dir.path()).unwrap().unwrap();
        let report = finish(dir.path()).unwrap();
        assert!(!report.exists(), "rendered in spite of the lock");
        drop(held);
        finish(dir.path()).unwrap();
        assert!(report.exists());
        // Nothing new: the file is left as it is.
        fs::write(&report, "as it was").unwrap();
        finish(dir.path()).unwrap();
        assert_eq!(fs::read_to_string(&report).unwrap(), "as it was");
    }

    #[test]
    fn what_comes_while_a_report_is_rendered_is_in_the_next_one_at_once() {
        let dir = tempfile::tempdir().unwrap();
        save(dir.path(), &passed("early")).unwrap();
        let mut times = 0;
        let page = finish_by(dir.path(), |report| {
            render(dir.path(), report, None)?;
            times += 1;
            if times == 1 {
                save(dir.path(), &passed("late"))?;
                // Leaves at once, trusting the one that renders.
                finish(dir.path())?;
            }
            Ok(())
        });
        assert!(fs::read_to_string(page.unwrap()).unwrap().contains("late"));
        assert_eq!(times, 2);
    }

    #[test]
    fn the_last_process_at_work_renders() {
        let dir = tempfile::tempdir().unwrap();
        let all: Vec<_> = (0..3).map(|_| enter(dir.path()).unwrap()).collect();
        let shown = || {
            let json = fs::read_to_string(dir.path().join("report.json")).unwrap();
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            json["totals"]["tests"].as_u64().unwrap()
        };
        // The first makes a report at once, so that there is one to look at.
        for (n, (presence, expected)) in all.into_iter().zip([1, 1, 3]).enumerate() {
            save(dir.path(), &passed(&format!("test_{n}"))).unwrap();
            presence.finish().unwrap();
            assert_eq!(shown(), expected, "after process {n}");
        }
    }

    #[test]
    fn many_at_once_end_in_one_report() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for n in 0..24 {
                let run = dir.path();
                scope.spawn(move || {
                    let presence = enter(run).unwrap();
                    save(run, &passed(&format!("test_{n:02}"))).unwrap();
                    presence.finish().unwrap();
                });
            }
        });
        let json = fs::read_to_string(dir.path().join("report.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["totals"]["tests"], 24);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let error = save(&file.join("run"), &passed("x")).unwrap_err();
        assert!(
            error.to_string().contains("cannot make the folder"),
            "{error}"
        );
        assert!(finish(&file.join("run")).is_err());
    }

    #[test]
    fn pictures_come_from_the_run_only() {
        let dir = tempfile::tempdir().unwrap();
        let run = dir.path().join("run");
        fs::create_dir(&run).unwrap();
        fs::write(run.join("in.png"), "1234").unwrap();
        fs::write(dir.path().join("out.png"), "1234").unwrap();
        assert!(matches!(picture(&run, "in.png", 4), Picture::Bytes(b) if b == b"1234"));
        assert!(matches!(picture(&run, "in.png", 3), Picture::TooLarge));
        let absolute = run.join("in.png").display().to_string();
        for path in ["../out.png", "", ".", "no.png", absolute.as_str()] {
            assert!(matches!(picture(&run, path, 9), Picture::Missing), "{path}");
        }
    }
}
