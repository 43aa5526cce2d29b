//! Which run is the newest, and how long old ones are kept.
//!
//! Only a folder that carries our mark is ever removed, never a symbolic link, and
//! never one that was written to a short while ago: its run may still go on.

use super::place::{CASES, LEDGER};
use super::{atomic, ledger};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Runs that are kept.
const KEPT: usize = 20;
/// A run that was quiet for this long is over.
const QUIET: Duration = Duration::from_secs(30 * 60);
/// The file that says a folder is a run of ours.
const MARK: &str = ".e2e-run";

/// Makes the run's folder and marks it as ours.
pub(super) fn claim(run_dir: &Path) -> io::Result<()> {
    let mark = run_dir.join(MARK);
    if mark.is_file() {
        return Ok(());
    }
    atomic::make_dir(run_dir)?;
    let note = "A run of e2e. Old runs are removed; remove this file to keep this one.\n";
    atomic::write(&mark, note.as_bytes())
}

/// Points `latest` at the run, and removes old runs when it is a new one.
pub(super) fn settle(run_dir: &Path) -> io::Result<()> {
    let (Some(output), Some(name)) = (run_dir.parent(), run_dir.file_name()) else {
        return Ok(());
    };
    if latest(output).as_deref() != Some(&output.join(name)) {
        point(output, &name.to_string_lossy())?;
        prune(output, run_dir, SystemTime::now());
    }
    Ok(())
}

/// The folder `latest` points at, if it is there.
pub(super) fn latest(output: &Path) -> Option<PathBuf> {
    let pointer = output.join("latest");
    let name = match fs::read_link(&pointer) {
        Ok(target) => target.to_string_lossy().into_owned(),
        Err(_) => fs::read_to_string(&pointer).ok()?,
    };
    let name = name.trim();
    // A pointer that leads elsewhere was not made by us.
    let plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\']);
    Some(output.join(name)).filter(|dir| plain && dir.is_dir())
}

/// The folder that was written to last, whether or not its run came to a report: one
/// that was killed did not.
pub(super) fn newest(output: &Path) -> Option<PathBuf> {
    let runs = fs::read_dir(output).ok()?.flatten();
    runs.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        // Of some only the app's output is there.
        .filter(|dir| dir.join(CASES).is_dir() || dir.join(LEDGER).is_dir())
        .filter(|dir| dir.join(MARK).is_file())
        .map(|dir| (last_write(&dir).max(ledger::last_write(&dir)), dir))
        .max()
        .map(|(_, dir)| dir)
}

/// A symbolic link, so that `target/e2e/latest/report.html` can be opened, bookmarked
/// and uploaded.
#[cfg(unix)]
fn point(output: &Path, name: &str) -> io::Result<()> {
    let pointer = output.join("latest");
    let beside = output.join(format!(".{}-latest", atomic::unique()));
    std::os::unix::fs::symlink(name, &beside)
        .and_then(|()| fs::rename(&beside, &pointer))
        .map_err(|error| {
            let _ = fs::remove_file(&beside);
            atomic::about("write", &pointer, &error)
        })
}

/// A text file with the run's name: links need a privilege here.
#[cfg(not(unix))]
fn point(output: &Path, name: &str) -> io::Result<()> {
    atomic::write(&output.join("latest"), name.as_bytes())
}

/// Removes all but the newest runs. What cannot be removed stays: it is in nobody's
/// way, and the next run tries again.
fn prune(output: &Path, current: &Path, now: SystemTime) {
    let mut runs: Vec<(SystemTime, PathBuf)> = fs::read_dir(output)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .filter_map(|dir| Some((last_write(&dir)?, dir)))
        .collect();
    runs.sort_by(|a, b| b.cmp(a));
    for (written, dir) in runs.iter().skip(KEPT) {
        let quiet = |written| now.duration_since(written).is_ok_and(|since| since > QUIET);
        // A line that is added does not change the time of its folder.
        let is_over = quiet(*written) && ledger::last_write(dir).is_none_or(quiet);
        if is_over && dir != current {
            let _ = fs::remove_dir_all(dir);
        }
    }
}

/// When a run of ours was last written to; `None` for any other folder.
fn last_write(dir: &Path) -> Option<SystemTime> {
    let marked = fs::symlink_metadata(dir.join(MARK)).ok()?;
    let report = fs::metadata(dir.join("report.html")).and_then(|data| data.modified());
    let cases = fs::metadata(dir.join(CASES)).and_then(|data| data.modified());
    [marked.modified(), report, cases]
        .into_iter()
        .flatten()
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(output: &Path, name: &str) -> PathBuf {
        let dir = output.join(name);
        claim(&dir).unwrap();
        dir
    }

    #[test]
    fn latest_points_at_the_run_that_settled_last() {
        let output = tempfile::tempdir().unwrap();
        assert_eq!(latest(output.path()), None);
        for name in ["one", "two", "one"] {
            let dir = run(output.path(), name);
            settle(&dir).unwrap();
            assert_eq!(latest(output.path()), Some(dir));
        }
        fs::remove_dir_all(output.path().join("one")).unwrap();
        assert_eq!(latest(output.path()), None);
    }

    #[test]
    fn a_pointer_that_leads_elsewhere_is_none_of_ours() {
        let output = tempfile::tempdir().unwrap();
        for target in ["..", "/", "", "a/b"] {
            fs::write(output.path().join("latest"), target).unwrap();
            assert_eq!(latest(output.path()), None, "{target}");
        }
    }

    #[test]
    fn the_newest_run_may_have_been_killed() {
        let output = tempfile::tempdir().unwrap();
        assert_eq!(newest(output.path()), None);
        let settled = run(output.path(), "settled");
        fs::create_dir(settled.join("cases")).unwrap();
        settle(&settled).unwrap();
        assert_eq!(newest(output.path()), Some(settled));
        let killed = run(output.path(), "killed");
        assert_ne!(
            newest(output.path()),
            Some(killed.clone()),
            "nothing is in it"
        );
        let later = SystemTime::now() + Duration::from_secs(60);
        fs::create_dir(killed.join("ledger")).unwrap();
        let file = fs::File::create(killed.join("ledger/1.jsonl")).unwrap();
        file.set_modified(later).unwrap();
        assert_eq!(newest(output.path()), Some(killed));
    }

    #[test]
    fn old_runs_go_and_nothing_else_does() {
        let output = tempfile::tempdir().unwrap();
        let current = run(output.path(), "current");
        for n in 0..KEPT + 5 {
            run(output.path(), &format!("run-{n:02}"));
        }
        let foreign = output.path().join("foreign");
        fs::create_dir(&foreign).unwrap();
        let count = || fs::read_dir(output.path()).unwrap().count();

        // Right after they were written, every run may still go on.
        prune(output.path(), &current, SystemTime::now());
        assert_eq!(count(), 1 + KEPT + 5 + 1);

        let later = SystemTime::now() + QUIET + Duration::from_secs(60);
        prune(output.path(), &current, later);
        assert!(current.is_dir() && foreign.is_dir());
        let runs = count() - 1;
        assert!((KEPT..=KEPT + 1).contains(&runs), "{runs} runs left");
    }

    #[test]
    fn a_run_that_still_adds_lines_stays() {
        let output = tempfile::tempdir().unwrap();
        let current = run(output.path(), "current");
        for n in 0..=KEPT {
            run(output.path(), &format!("run-{n:02}"));
        }
        let busy = run(output.path(), "busy");
        let ledger = busy.join("ledger");
        fs::create_dir(&ledger).unwrap();
        let later = SystemTime::now() + QUIET + Duration::from_secs(60);
        let file = fs::File::create(ledger.join("1.jsonl")).unwrap();
        file.set_modified(later).unwrap();
        // Older than all others by its other files.
        let mark = fs::File::options().append(true).open(busy.join(MARK));
        mark.unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        prune(output.path(), &current, later);
        assert!(busy.is_dir());
        assert!(fs::read_dir(output.path()).unwrap().count() <= KEPT + 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_run_is_not_followed() {
        let output = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let kept = run(elsewhere.path(), "kept");
        let link = output.path().join("aaa");
        std::os::unix::fs::symlink(&kept, &link).unwrap();
        for n in 0..KEPT {
            run(output.path(), &format!("run-{n:02}"));
        }
        let later = SystemTime::now() + QUIET + Duration::from_secs(60);
        prune(output.path(), output.path(), later);
        assert!(kept.is_dir() && link.exists());
    }
}
