//! Where records live, and how many processes make one report of them.
//!
//! `cases/` holds one file for each attempt. A saved record leaves a mark in
//! `.pending/`; whoever renders removes the marks it found *before* it read the
//! records. A process that finds another one rendering leaves at once: the other
//! looks for marks again after it let go of the lock, so no record is forgotten and
//! nobody waits. Marks of a process that was killed stay, and the next one renders.

use super::html::{self, Picture};
use super::record::{CaseRecord, VERSION};
use super::run::{Run, Unreadable};
use super::{atomic, json, retention};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Component, Path, PathBuf};

/// The folder of the records, inside the run's folder.
const CASES: &str = "cases";
/// The folder of the marks: a record is there that no report shows yet.
const PENDING: &str = ".pending";

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
    let text = serde_json::to_vec(record).map_err(io::Error::other)?;
    retention::claim(run_dir)?;
    let cases = run_dir.join(CASES);
    let pending = run_dir.join(PENDING);
    atomic::make_dir(&cases)?;
    atomic::make_dir(&pending)?;
    let name = file_name(record);
    atomic::write(&cases.join(&name), &text)?;
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
    let mut run = Run {
        id: run_dir
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default(),
        ..Run::default()
    };
    let dir = run_dir.join(CASES);
    let names = match names(&dir) {
        Ok(names) => names,
        Err(error) => {
            run.unreadable.push(Unreadable {
                file: CASES.into(),
                why: error.to_string(),
            });
            return run;
        }
    };
    // A name with a dot in front is a record that is being written.
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        match read(&dir.join(name)) {
            Ok(record) => run.records.push(record),
            Err(why) => run.unreadable.push(Unreadable {
                file: format!("{CASES}/{name}"),
                why,
            }),
        }
    }
    run.records.sort_by(|a, b| key(a).cmp(&key(b)));
    run.unreadable.sort_by(|a, b| a.file.cmp(&b.file));
    run
}

/// Renders `report.html` and `report.json` from every record saved so far, points
/// `latest` at the run, and removes runs that are old. Returns the path of
/// `report.html`.
///
/// Cheap when another process renders at this moment (it will see what was saved
/// here) and when nothing was saved since the last time.
///
/// # Errors
///
/// When the report cannot be written; the message names the file. Records that were
/// saved stay where they are, and the next call shows them.
pub fn finish(run_dir: &Path) -> io::Result<PathBuf> {
    let report = run_dir.join("report.html");
    retention::claim(run_dir)?;
    loop {
        let Some(lock) = lock(run_dir)? else {
            return Ok(report);
        };
        let pending = names(&run_dir.join(PENDING))?;
        if pending.is_empty() && report.is_file() {
            break;
        }
        render(run_dir, &report)?;
        for mark in &pending {
            // One that is gone already was removed by a process without locks.
            let _ = fs::remove_file(run_dir.join(PENDING).join(mark));
        }
        drop(lock);
        if names(&run_dir.join(PENDING))?.is_empty() {
            break;
        }
    }
    retention::settle(run_dir)?;
    Ok(report)
}

/// The folder of the newest run in `output` (`target/e2e`).
#[must_use]
pub fn latest(output: &Path) -> Option<PathBuf> {
    retention::latest(output)
}

fn render(run_dir: &Path, report: &Path) -> io::Result<()> {
    let run = load(run_dir);
    let page = html::render(&run, &|path, limit| picture(run_dir, path, limit));
    atomic::write(report, page.as_bytes())?;
    atomic::write(&run_dir.join("report.json"), json::render(&run).as_bytes())
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

fn read(path: &Path) -> Result<CaseRecord, String> {
    #[derive(serde::Deserialize)]
    struct Head {
        version: u32,
    }
    let bytes = fs::read(path).map_err(|error| format!("it cannot be read: {error}"))?;
    let head: Head = serde_json::from_slice(&bytes)
        .map_err(|error| format!("it is no record of a test: {error}"))?;
    if head.version != VERSION {
        return Err(format!(
            "it has version {} and this program reads version {VERSION}; \
             use the same version of e2e in every package",
            head.version
        ));
    }
    serde_json::from_slice(&bytes).map_err(|error| format!("it is no record of a test: {error}"))
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
fn names(dir: &Path) -> io::Result<Vec<String>> {
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

    fn passed(name: &str) -> CaseRecord {
        record("shop", name, 1, Outcome::Passed)
    }

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
            save(dir.path(), record).unwrap();
            save(dir.path(), record).unwrap();
        }
        let mut expected = all.to_vec();
        expected.sort_by(|a, b| key(a).cmp(&key(b)));
        let run = load(dir.path());
        assert_eq!(run.records, expected);
        assert_eq!(run.unreadable, []);
        assert_eq!(names(&dir.path().join(CASES)).unwrap().len(), all.len());
    }

    #[test]
    fn what_is_no_record_is_reported() {
        let dir = tempfile::tempdir().unwrap();
        save(dir.path(), &passed("good")).unwrap();
        let cases = dir.path().join(CASES);
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
    fn many_at_once_end_in_one_report() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for n in 0..24 {
                let run = dir.path();
                scope.spawn(move || {
                    save(run, &passed(&format!("test_{n:02}"))).unwrap();
                    finish(run).unwrap();
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
