//! A run that is told to stop says what it was doing, and leaves no process.

use super::suite::{SUITE, Suite, without_report};
use e2e::report::record::Outcome;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command};

/// Starts the suite, waits for the test to begin, and sends the signal.
fn stopped(arguments: &str, signal: &str) -> (Option<i32>, String, String) {
    // What was told to end is not tried again.
    let mut suite = Suite::new(&format!("{arguments} --format json")).env("E2E_RETRIES", "1");
    let mut child = suite.command().spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    while !seen.contains("\"event\": \"started\", \"name\": \"time::hangs\"") {
        assert_ne!(out.read_line(&mut seen).unwrap(), 0, "{seen}");
    }
    // It has printed what it prints when the file is there.
    while !suite.lock().exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(&child, signal);
    out.read_to_string(&mut seen).unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        seen,
        without_report(&String::from_utf8(output.stderr).unwrap()),
    )
}

fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Whether whoever runs the tests has them ignore a hang-up, as `nohup` does: then what
/// they start ignores it, too.
fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn the_account_comes_at_once_in_this_process() {
    for (signal, name, code) in [
        ("-TERM", "SIGTERM", 143),
        ("-INT", "SIGINT", 130),
        ("-HUP", "SIGHUP", 129),
    ] {
        if signal == "-HUP" && ignores_hang_ups() {
            continue;
        }
        let (ended, out, err) = stopped("time::hangs --ignored --nocapture", signal);
        assert_eq!(ended, Some(code), "{out}\n{err}");
        assert!(
            err.contains("thread 'time::hangs' panicked at ")
                && err.contains("\nError: test terminated after ")
                && err.ends_with(&format!("note: {name} ended the run\n")),
            "{err}"
        );
        assert!(out.contains("\"event\": \"failed\""), "{out}");
        let accounts = err.matches("thread 'time::hangs' panicked at ").count();
        assert_eq!(accounts, 1, "{err}");
    }
}

/// It cannot be told to end, and whoever told the run so does not wait for ever.
#[test]
fn a_test_that_blocks_its_thread_is_cut_off() {
    let mut suite = Suite::new("--exact time::does_not_listen --ignored --nocapture");
    let child = suite.command().spawn().unwrap();
    while !suite.lock().exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(143), "{err}");
    for part in [
        "Error: test terminated after ",
        "note: SIGTERM ended the run\n",
        "note: its fixtures were not torn down in time",
    ] {
        assert!(err.contains(part), "no {part:?} in {err}");
    }
}

/// Another process of the run has the group, and nobody knows for how long.
#[cfg(target_os = "linux")]
#[test]
fn a_test_that_waits_for_its_group_waits_no_longer() {
    use rustix::fs::{FlockOperation, flock};
    let run = format!("held-{}", std::process::id());
    let config = e2e::config::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let folder = config.run.dir().with_file_name(&run);
    std::fs::create_dir_all(folder.join("locks")).unwrap();
    let lock = folder.join("locks/database.lock");
    let held = std::fs::File::create(&lock).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    let mut suite = Suite::new("--exact serial::one --ignored --nocapture").env("E2E_RUN_ID", &run);
    let mut child = suite.command().spawn().unwrap();
    let files = format!("/proc/{}/fd", child.id());
    let has_it_open = || {
        let open = std::fs::read_dir(&files).into_iter().flatten().flatten();
        let mut targets = open.filter_map(|entry| std::fs::read_link(entry.path()).ok());
        targets.any(|target| target == lock)
    };
    while !has_it_open() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(output.status.code(), Some(143), "{err}");
    let why = "Error: could not wait for the serial group: the run was stopped\n";
    assert!(err.contains(why), "{err}");
}

/// As `nohup` starts it.
#[test]
fn a_hang_up_that_is_ignored_stays_ignored() {
    let script = format!("trap '' HUP; exec {SUITE} --exact time::hangs --ignored --nocapture");
    let mut suite = Suite::of(Command::new("sh"));
    suite.command().args(["-c", &script]);
    let child = suite.command().spawn().unwrap();
    while !suite.lock().exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(&child, "-HUP");
    kill(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let err = without_report(&String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(err.ends_with("note: SIGTERM ended the run\n"), "{err}");
}

/// As nextest does it at a time limit: the signal goes to the whole process group, and
/// what is said at once counts, in case the rest takes too long.
#[test]
fn a_browser_has_its_picture_taken_and_is_closed() {
    use std::os::unix::process::CommandExt as _;
    let mut suite = Suite::new("--exact screen::is_held --nocapture --ignored").config("");
    let (lock, temp) = (suite.lock(), tempfile::tempdir().unwrap());
    let command = suite.command();
    command.env("TMPDIR", temp.path()).process_group(0);
    let mut child = command.spawn().unwrap();
    while !lock.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let group = format!("-{}", child.id());
    let sent = Command::new("kill").args(["-TERM", "--", &group]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(err.starts_with("Error: test terminated after "), "{err}");
    assert!(
        err.contains("thread 'screen::is_held' panicked at ")
            && err.contains("\nnote: SIGTERM ended the run\n"),
        "{err}"
    );
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("tidied, failed: true\n"), "{out}");
    let files = err
        .lines()
        .find_map(|line| line.strip_prefix("note: files of this attempt: "))
        .expect("a note of its files");
    assert!(Path::new(files).join("last-page.png").is_file(), "{files}");
    // Every process of a browser names the folder it lives in.
    let processes = Command::new("ps").args(["-eo", "args="]).output().unwrap();
    let processes = String::from_utf8_lossy(&processes.stdout).into_owned();
    let left = processes
        .lines()
        .find(|line| line.contains(temp.path().to_str().unwrap()));
    assert_eq!(left, None);
}

#[test]
fn workers_are_stopped_and_what_was_captured_is_kept() {
    let (signal, wanted) = match ignores_hang_ups() {
        true => ("-TERM", 143),
        false => ("-HUP", 129),
    };
    let (code, out, err) = stopped("time::hangs crash::next_to_it --ignored", signal);
    assert_eq!(code, Some(wanted), "{out}\n{err}");
    assert!(
        out.contains("hanging\\ntidied, failed: true\\nthread 'time::hangs' panicked at "),
        "{out}"
    );
    assert!(out.contains("Error: test terminated after "), "{out}");
}

#[test]
fn workers_end_when_the_run_is_killed() {
    let mut suite = Suite::new("time::hangs prints::a_half_line --include-ignored --format json");
    let mut child = suite.command().spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    while !seen.contains("\"event\": \"started\", \"name\": \"time::hangs\"") {
        assert_ne!(out.read_line(&mut seen).unwrap(), 0, "{seen}");
    }
    let workers = children(child.id());
    assert!(!workers.is_empty());
    kill(&child, "-KILL");
    child.wait().unwrap();
    // Nothing else tells when a process that is not our child is gone.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while workers.iter().any(|worker| is_running(*worker)) {
        assert!(std::time::Instant::now() < deadline, "{workers:?} live on");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn what_has_ended_is_kept_when_the_run_is_killed() {
    let run = format!("killed-{}", std::process::id());
    let mut suite = Suite::new("--exact select::quick time::hangs --include-ignored --nocapture")
        .env("E2E_RUN_ID", &run);
    suite.command().args(["--test-threads", "1"]);
    let mut child = suite.command().spawn().unwrap();
    while !suite.lock().exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The second test is at work, and the first one is told to whoever looks.
    let config = e2e::config::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let folder = config.run.dir().with_file_name(&run);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let has_begun = || {
        let ledgers = std::fs::read_dir(folder.join("ledger"));
        let mut files = ledgers.into_iter().flatten().flatten();
        files.any(|file| {
            let lines = std::fs::read_to_string(file.path());
            lines.is_ok_and(|lines| lines.contains("\"time::hangs\""))
        })
    };
    while e2e::report::store::load(&folder).records.is_empty() || !has_begun() {
        assert!(
            std::time::Instant::now() < deadline,
            "nothing in {folder:?}"
        );
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(&child, "-KILL");
    child.wait().unwrap();
    let kept = e2e::report::store::load(&folder);
    std::fs::remove_dir_all(folder).unwrap();
    let names: Vec<_> = kept.records.iter().map(|record| &*record.name).collect();
    assert_eq!(names, ["select::quick", "time::hangs"]);
    assert!(!kept.records[0].outcome.is_failed());
    let Outcome::Failed(killed) = &kept.records[1].outcome else {
        panic!("{:?}", kept.records[1]);
    };
    assert_eq!(killed.message, "killed while it ran");
    assert_eq!(kept.unreadable, []);
}

fn children(parent: u32) -> Vec<u32> {
    let output = Command::new("ps")
        .args(["-eo", "pid=,ppid="])
        .output()
        .unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| {
            let mut numbers = line.split_whitespace().map(|n| n.parse::<u32>().unwrap());
            let (pid, ppid) = (numbers.next()?, numbers.next()?);
            (ppid == parent).then_some(pid)
        })
        .collect()
}

fn is_running(pid: u32) -> bool {
    let output = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}
