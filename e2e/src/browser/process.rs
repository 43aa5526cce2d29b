//! Processes that carry our mark, everything below them, and their end.
//!
//! A process is ours when its command line or environment names a folder of ours
//! (`--e2e-session=<folder>/`, `TMPDIR=<folder>/`), or when it descends from one that
//! is. Process ids alone are never trusted: one may have been given to somebody else.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// A process, told apart from a later one with the same id by when it was born.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Process {
    /// Its id.
    pub(super) pid: u32,
    /// When it was started, in whatever unit the system counts; 0 when unknown.
    born: u64,
}

/// One line of the system's process table.
struct Row {
    process: Process,
    parent: u32,
    marked: bool,
}

impl Process {
    /// The running process of this id.
    #[cfg(target_os = "linux")]
    pub(super) fn of(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, born) = parse_stat(&stat)?;
        Some(Self { pid, born })
    }

    /// The process of this id.
    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "the Unix twins can fail")]
    pub(super) fn of(pid: u32) -> Option<Self> {
        Some(Self { pid, born: 0 })
    }

    /// The running process of this id.
    #[cfg(all(unix, not(target_os = "linux")))]
    pub(super) fn of(pid: u32) -> Option<Self> {
        table(None)
            .into_iter()
            .map(|row| row.process)
            .find(|process| process.pid == pid)
    }

    /// Whether it still runs.
    pub(super) fn is_alive(self) -> bool {
        Self::of(self.pid) == Some(self)
    }
}

/// Every process that names `folder`, the given ones, and everything below them.
pub(super) fn family(folder: &Path, roots: &HashSet<Process>) -> HashSet<Process> {
    let rows = table(Some(folder));
    let own = std::process::id();
    let mut found: HashSet<Process> = rows
        .iter()
        .filter(|row| row.marked || roots.contains(&row.process))
        .map(|row| row.process)
        .collect();
    loop {
        let parents: HashSet<u32> = found.iter().map(|process| process.pid).collect();
        let before = found.len();
        found.extend(
            rows.iter()
                .filter(|row| parents.contains(&row.parent))
                .map(|row| row.process),
        );
        if found.len() == before {
            break;
        }
    }
    found.retain(|process| process.pid != own);
    found
}

/// Ends every process that names `folder`, the given ones, and everything below
/// them, and waits until they are gone. `false` when some are left after `limit`.
pub(super) fn end(folder: &Path, roots: &[Process], limit: Duration) -> bool {
    let started = Instant::now();
    let mut known: HashSet<Process> = roots.iter().copied().collect();
    if cfg!(not(unix)) {
        // Nothing is listed there; each tree is ended from its root.
        roots.iter().for_each(|process| kill(process.pid));
    }
    let mut pause = Duration::from_millis(1);
    loop {
        // What was seen once stays a target: a child whose parent has died is
        // handed to another parent and would no longer be found below it.
        let family = family(folder, &known);
        if family.is_empty() {
            return true;
        }
        known.extend(&family);
        for process in &family {
            kill(process.pid);
        }
        // Looking at these few is cheap; the whole table is read again once they are
        // gone, for what they may have started at the last moment.
        while family.iter().any(|process| process.is_alive()) {
            if started.elapsed() > limit {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

#[cfg(unix)]
fn kill(pid: u32) {
    let pid = i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(pid) = pid {
        // An error means that it is gone already, which is what was wanted.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(pid: u32) {
    let _ = std::process::Command::new("taskkill")
        .args(["/F", "/T", "/PID", &pid.to_string()])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
}

/// The process table; a row is marked when it names `folder`.
#[cfg(target_os = "linux")]
fn table(folder: Option<&Path>) -> Vec<Row> {
    let mark = folder.map(|folder| format!("={}/", folder.display()));
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter_map(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            let (parent, born) = parse_stat(&stat)?;
            let marked = mark.as_ref().is_some_and(|mark| {
                ["cmdline", "environ"].iter().any(|file| {
                    std::fs::read(format!("/proc/{pid}/{file}"))
                        .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(mark))
                })
            });
            Some(Row {
                process: Process { pid, born },
                parent,
                marked,
            })
        })
        .collect()
}

/// Parent and birth out of `/proc/<pid>/stat`; nothing for a process that has ended
/// and only waits for its parent to notice.
#[cfg(target_os = "linux")]
fn parse_stat(stat: &str) -> Option<(u32, u64)> {
    // The name in parentheses may itself hold spaces and parentheses.
    let (_, rest) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    let state = *fields.first()?;
    if state == "Z" || state == "X" {
        return None;
    }
    Some((fields.get(1)?.parse().ok()?, fields.get(19)?.parse().ok()?))
}

/// The process table by `ps`, which every Unix without `/proc` has.
#[cfg(all(unix, not(target_os = "linux")))]
fn table(folder: Option<&Path>) -> Vec<Row> {
    let mark = folder.map(|folder| format!("={}/", folder.display()));
    let Ok(output) = std::process::Command::new("ps")
        .args(["-axww", "-o", "pid=,ppid=,stat=,command="])
        .output()
    else {
        return Vec::new();
    };
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| {
            let mut fields = line.split_whitespace();
            let pid = fields.next()?.parse().ok()?;
            let parent = fields.next()?.parse().ok()?;
            if fields.next()?.starts_with('Z') {
                return None;
            }
            Some(Row {
                process: Process { pid, born: 0 },
                parent,
                marked: mark.as_ref().is_some_and(|mark| line.contains(mark)),
            })
        })
        .collect()
}

/// Windows ends trees by the ids it is given (`taskkill /T`); it lists nothing.
#[cfg(not(unix))]
fn table(_folder: Option<&Path>) -> Vec<Row> {
    Vec::new()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_name_may_look_like_the_table() {
        let stat = "42 (a) Z (b) S 7 1 1 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 9001 0";
        assert_eq!(parse_stat(stat), Some((7, 9001)));
        assert_eq!(parse_stat("42 (gone) Z 7 1 1 0"), None);
        assert_eq!(parse_stat("nonsense"), None);
    }

    #[test]
    fn marked_processes_and_their_children_end_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let spawn = |mark: &Path| {
            Command::new("sh")
                .args(["-c", "sleep 600 & sleep 600 & exec sleep 600"])
                .env("TMPDIR", format!("{}/x", mark.display()))
                .stdin(Stdio::null())
                .spawn()
                .unwrap()
        };
        let mut ours = spawn(folder.path());
        // The same path with one more character is another folder.
        let other = folder.path().with_extension("other");
        let mut theirs = spawn(&other);
        let none = HashSet::new();
        let deadline = Instant::now() + Duration::from_secs(10);
        while family(folder.path(), &none).len() < 3 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(family(folder.path(), &none).len(), 3);
        assert!(end(folder.path(), &[], Duration::from_secs(5)));
        assert!(family(folder.path(), &none).is_empty());
        assert!(ours.wait().unwrap().code().is_none(), "ended by a signal");
        assert!(theirs.try_wait().unwrap().is_none(), "the other one runs");
        assert!(end(&other, &[], Duration::from_secs(5)));
        theirs.wait().unwrap();
    }

    #[test]
    fn an_id_that_was_given_away_is_not_touched() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        let now = Process::of(child.id()).unwrap();
        let before = Process {
            born: now.born - 1,
            ..now
        };
        assert_ne!(now, before);
        let nowhere = Path::new("/nowhere/at-all");
        assert!(end(nowhere, &[before], Duration::from_secs(5)));
        assert!(child.try_wait().unwrap().is_none());
        assert!(end(nowhere, &[now], Duration::from_secs(5)));
        child.wait().unwrap();
    }
}
