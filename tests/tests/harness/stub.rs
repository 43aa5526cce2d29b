//! Tests in a target of the standard harness, as unit tests always are: this target is
//! one. They pass here like any test; what they share is watched in another process.

use e2e::{Shared, SharedContext, SharedFixture, TestInfo};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Command;
use std::sync::Mutex;

/// Names the file that shared fixtures write to when somebody watches.
const LOG: &str = "STUB_LOG";

fn log(line: &str) {
    if let Some(path) = std::env::var_os(LOG) {
        let file = std::fs::File::options()
            .append(true)
            .create(true)
            .open(path);
        file.unwrap()
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }
}

struct Database;

impl SharedFixture for Database {
    async fn setup(_: &SharedContext) -> e2e::Result<Self> {
        log("+database");
        Ok(Self)
    }

    async fn teardown(&self, _: &SharedContext) -> e2e::Result {
        log("-database");
        match std::env::var_os(LOG).is_some_and(|path| path.to_string_lossy().ends_with("leaky")) {
            false => Ok(()),
            true => Err(e2e::Error::new(
                e2e::Code::EnvironmentUnavailable,
                "two rows were left",
            )),
        }
    }
}

/// Takes a moment, in which no other test has the same slot.
async fn hold(info: &TestInfo) {
    static HELD: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    assert!(HELD.lock().unwrap().insert(info.slot()), "{}", info.slot());
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    HELD.lock().unwrap().remove(&info.slot());
}

#[e2e::test]
async fn one(_database: Shared<Database>, info: TestInfo) {
    assert_eq!(info.name(), "stub::one");
    // Long enough to meet the other one, which shares it then.
    hold(&info).await;
    log("one");
}

#[e2e::test]
async fn other(_database: Shared<Database>, info: TestInfo) {
    hold(&info).await;
    log("other");
}

/// Runs the two in a process of their own. Returns how it ended, what it printed and
/// what was logged.
fn run(threads: &str, log: &str) -> (bool, String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join(log);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "stub::one", "stub::other", "--test-threads"])
        .arg(threads)
        .env(LOG, &log)
        .env_remove("NEXTEST");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = std::fs::read_to_string(log).unwrap_or_default();
    let lines = lines.lines().map(str::to_owned).collect();
    (output.status.success(), text, lines)
}

#[test]
fn what_they_share_lasts_while_any_of_them_runs() {
    let (passed, text, log) = run("1", "log");
    assert!(passed && text.contains("2 passed"), "{text}");
    // Nobody says which test is the last one, so it goes whenever none runs.
    let each = |name| ["+database", name, "-database"];
    assert_eq!(log, [each("one"), each("other")].concat());

    let (passed, text, log) = run("2", "log");
    assert!(passed, "{text}");
    assert_eq!(log.first().unwrap(), "+database");
    assert_eq!(log.last().unwrap(), "-database");
    let alive = log.iter().scan(0, |alive, line| {
        *alive += i32::from(line.starts_with('+')) - i32::from(line.starts_with('-'));
        Some(*alive)
    });
    let alive: Vec<i32> = alive.collect();
    assert!(alive.iter().all(|alive| (0..=1).contains(alive)), "{log:?}");
}

#[test]
fn one_that_cannot_be_torn_down_fails_the_test_that_ran_last() {
    let (passed, text, log) = run("2", "leaky");
    assert!(!passed, "{text}");
    assert!(
        text.contains("tear-down of `Database` failed") && text.contains("two rows were left"),
        "{text}"
    );
    assert_eq!(log.last().unwrap(), "-database");
}
