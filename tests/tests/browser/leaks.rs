//! However a test process ends, nothing of it is left: no process, no folder.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A watchdog on a loaded machine takes its time; no test waits for this to pass.
const LIMIT: Duration = Duration::from_secs(60);

/// A helper process with a temporary folder and a process group of its own.
struct Helper {
    child: Child,
    out: BufReader<ChildStdout>,
    folder: tempfile::TempDir,
    /// The process groups of drivers that were seen: what they start need not name the
    /// folder.
    groups: RefCell<BTreeSet<String>>,
}

impl Helper {
    fn start(way: &str) -> Self {
        Self::with(way, &[])
    }

    /// One whose tests would share a browser.
    fn sharing(way: &str) -> Self {
        Self::with(
            way,
            &[("E2E_ISOLATION", "context"), ("E2E_WIRE", "devtools")],
        )
    }

    fn with(way: &str, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_hold-browser"))
            .arg(way)
            .env("TMPDIR", folder.path())
            .envs(settings.iter().copied())
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let groups = RefCell::new(BTreeSet::from([child.id().to_string()]));
        Self {
            child,
            out,
            folder,
            groups,
        }
    }

    /// Reads up to the line that starts with `word`.
    fn wait_for(&mut self, word: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.out.read_line(&mut line).unwrap(), 0, "no `{word}`");
            assert!(!line.starts_with("failed"), "{line}");
            if line.starts_with(word) {
                self.left();
                return line.trim().to_owned();
            }
        }
    }

    /// What is left: processes of the groups or that name the folder, and files.
    fn left(&self) -> Vec<String> {
        // Twice: the first driver that is seen stands for all that it started.
        self.look();
        self.look()
    }

    fn look(&self) -> Vec<String> {
        let mark = format!("{}/e2e-", self.folder.path().display());
        let mut left: Vec<String> = std::fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
            .filter(|pid| *pid != self.child.id())
            .filter_map(|pid| {
                let read = |file| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
                let stat = String::from_utf8_lossy(&read("stat")).into_owned();
                let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
                let named = [read("cmdline"), read("environ")]
                    .iter()
                    .any(|bytes| String::from_utf8_lossy(bytes).contains(&mark));
                let mut groups = self.groups.borrow_mut();
                if named {
                    groups.insert(fields[2].to_owned());
                }
                (fields[0] != "Z" && (named || groups.contains(fields[2]))).then(|| {
                    format!(
                        "{pid} {}",
                        String::from_utf8_lossy(&read("cmdline")).replace('\0', " ")
                    )
                })
            })
            .collect();
        left.extend(
            std::fs::read_dir(self.folder.path())
                .unwrap()
                .flatten()
                .map(|entry| entry.path().display().to_string()),
        );
        left
    }

    /// How many folders of sessions there are.
    fn sessions(&self) -> usize {
        let folders = std::fs::read_dir(self.folder.path()).unwrap().flatten();
        folders
            .flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten())
            .filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().starts_with('s')
            })
            .count()
    }

    /// Waits until nothing is left.
    fn check(mut self, what: &str) {
        let _ = self.child.wait();
        let end = Instant::now() + LIMIT;
        loop {
            let left = self.left();
            if left.is_empty() {
                return;
            }
            assert!(Instant::now() < end, "{what} left:\n{}", left.join("\n"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends everything that was seen.
    fn end_all(&self) {
        self.left();
        for group in self.groups.borrow().iter() {
            // One that is gone already is no trouble.
            let _ = Command::new("kill")
                .args(["-KILL", "--", &format!("-{group}")])
                .stderr(Stdio::null())
                .status();
        }
    }

    fn signal(&self, signal: &str, group: bool) {
        let sign = if group { "-" } else { "" };
        let status = Command::new("kill")
            .args([
                format!("-{signal}"),
                "--".to_owned(),
                format!("{sign}{}", self.child.id()),
            ])
            .status()
            .unwrap();
        assert!(status.success());
    }
}

#[test]
fn ways_to_end_by_itself() {
    for (way, code) in [("exit", Some(7)), ("panic", Some(101)), ("reap", Some(0))] {
        let mut helper = Helper::start(way);
        helper.wait_for("ready");
        assert_eq!(helper.child.wait().unwrap().code(), code, "{way}");
        helper.check(way);
    }
}

#[test]
fn a_killed_process_leaves_nothing() {
    for signal in ["KILL", "TERM", "INT"] {
        for group in [false, true] {
            let mut helper = Helper::start("hold");
            helper.wait_for("ready");
            assert!(helper.left().len() > 4, "a driver and two browsers run");
            helper.signal(signal, group);
            helper.check(&format!("SIG{signal}, group: {group}"));
        }
    }
}

#[test]
fn a_process_killed_at_any_moment_leaves_nothing() {
    // Spread over starting the driver, the browser, the session, and closing.
    for millis in [0, 5, 12, 25, 45, 70, 110, 160, 230, 330, 470] {
        let mut helper = Helper::start("churn");
        helper.wait_for("starting");
        std::thread::sleep(Duration::from_millis(millis));
        helper.signal("KILL", false);
        helper.check(&format!("killed after {millis} ms"));
    }
}

#[test]
fn a_browser_that_tests_share_is_left_by_no_way_to_end() {
    for (way, code) in [("exit", Some(7)), ("panic", Some(101)), ("reap", Some(0))] {
        let mut helper = Helper::sharing(way);
        helper.wait_for("ready");
        assert_eq!(helper.child.wait().unwrap().code(), code, "{way}");
        helper.check(way);
    }
    for rounds in [0, 1, 3] {
        let mut helper = Helper::sharing("churn");
        helper.wait_for("starting");
        for _ in 0..rounds {
            helper.wait_for("round");
        }
        helper.signal("KILL", false);
        helper.check(&format!("killed after {rounds} rounds"));
    }
}

#[test]
fn a_start_that_is_given_up_leaves_no_browser_behind() {
    let mut helper = Helper::start("abort");
    helper.wait_for("ready");
    let end = Instant::now() + LIMIT;
    // The driver stays for the next session; browsers do not.
    while helper
        .left()
        .iter()
        .any(|line| line.contains("--headless") || line.contains("headless-shell"))
    {
        assert!(Instant::now() < end, "left:\n{}", helper.left().join("\n"));
        std::thread::sleep(Duration::from_millis(50));
    }
    helper.signal("KILL", false);
    helper.check("abort");
}

#[test]
fn a_kept_session_stays_alone_and_says_where() {
    for way in ["keep", "keep-hold"] {
        let mut helper = Helper::start(way);
        let line = helper.wait_for("kept");
        let mut words = line.split(' ').skip(1);
        let mut runs = || {
            let pid = words.next().unwrap();
            let exe = format!("/proc/{pid}/exe");
            move || Path::new(&exe).exists()
        };
        let (kept, other) = (runs(), runs());
        for part in [
            "is left open",
            "DevTools at http://",
            "WebDriver at http://127.0.0.1:",
        ] {
            assert!(line.contains(part), "{part}: {line}");
        }
        if way == "keep" {
            assert!(helper.child.wait().unwrap().success());
        } else {
            assert!(other(), "the other one runs as long as the process does");
            helper.signal("KILL", false);
            helper.child.wait().unwrap();
        }
        // Both of them were looked at by the time the other one's files are gone.
        let end = Instant::now() + LIMIT;
        while other() || helper.sessions() > 1 {
            assert!(Instant::now() < end, "{way}: {}", helper.left().join("\n"));
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(kept(), "{way}: the browser runs");
        // Nobody else will.
        helper.end_all();
    }
}
