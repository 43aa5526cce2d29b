//! The app under test as a program: it starts, it fails readably, and it goes away.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A package folder with an `e2e.toml`, and the suite that is run in it.
struct Package(tempfile::TempDir);

impl Package {
    fn new(app: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_tiny-app");
        let text = app
            .replace("TINY", program)
            .replace("PID", dir.path().join("pid").to_str().unwrap());
        fs::write(dir.path().join("e2e.toml"), text).unwrap();
        Self(dir)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn pid_file(&self) -> PathBuf {
        self.path().join("pid")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_app-suite"));
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("E2E_") || name.starts_with("NEXTEST") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            // As nextest says it: the package may have been moved.
            .env("NEXTEST", "1")
            .env("CARGO_MANIFEST_DIR", self.path())
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Exit code, and everything that was printed.
    fn run(&self) -> (Option<i32>, String) {
        let output = self
            .command(&["--exact", "answers", "--nocapture"])
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    }
}

/// Waits until a process is gone; a zombie is.
fn is_gone(pid: u32) -> bool {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
        match stat {
            Ok(stat) if !stat.contains(") Z ") => std::thread::sleep(Duration::from_millis(20)),
            _ => return true,
        }
    }
    false
}

fn pid(file: &Path) -> u32 {
    fs::read_to_string(file).unwrap().parse().unwrap()
}

#[test]
fn a_program_is_started_on_a_free_port_and_ended_after_the_run() {
    let package =
        Package::new("[app]\ncommand = \"TINY\"\nargs = [\"serve\", \"{port}\", \"PID\"]\n");
    let (code, text) = package.run();
    assert_eq!(code, Some(0), "{text}");
    assert!(is_gone(pid(&package.pid_file())));
}

#[test]
fn a_program_that_dies_is_quoted() {
    let package = Package::new("[app]\ncommand = \"TINY\"\nargs = [\"die\", \"{port}\"]\n");
    let (code, text) = package.run();
    assert_eq!(code, Some(101), "{text}");
    for part in [
        "TEST_SETUP_FAILED",
        "exit status: 3",
        "log line 30",
        "the database is missing",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    // The last twenty lines of the log, not all of it.
    assert!(!text.contains("log line 5\n"), "{text}");
}

#[test]
fn a_program_that_never_listens_is_given_up_and_ended() {
    let package = Package::new(
        "[app]\ncommand = \"TINY\"\nargs = [\"mute\", \"{port}\", \"PID\"]\nstartup_timeout = \"1s\"\n",
    );
    let (code, text) = package.run();
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("was not ready after 1s"), "{text}");
    assert!(text.contains("nothing listens there yet"), "{text}");
    assert!(is_gone(pid(&package.pid_file())));
}

#[test]
fn what_cannot_be_started_or_reached_says_so() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in taken.incoming() {
            use std::io::Write as _;
            let _ = stream
                .unwrap()
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        }
    });
    for (app, parts) in [
        (
            "[app]\ncommand = \"/no/such/program\"\n".to_owned(),
            ["TEST_SETUP_FAILED", "/no/such/program"],
        ),
        (
            format!(
                "[app]\ncommand = \"TINY\"\nargs = [\"serve\", \"{port}\"]\nurl = \"http://127.0.0.1:{port}\"\n"
            ),
            ["APP_ALREADY_RUNNING", "something already answers"],
        ),
        (
            "[app]\nurl = \"http://127.0.0.1:9\"\nstartup_timeout = \"1s\"\n".to_owned(),
            ["APP_UNREACHABLE", "127.0.0.1:9"],
        ),
        (
            String::new(),
            ["TEST_SETUP_FAILED", "no app under test is known"],
        ),
        (
            "[app]\ncomand = \"x\"\n".to_owned(),
            ["INVALID_CONFIG", "did you mean `command`?"],
        ),
    ] {
        let (code, text) = Package::new(&app).run();
        assert_eq!(code, Some(101), "{app}\n{text}");
        for part in parts {
            assert!(text.contains(part), "no {part:?} for {app}\n{text}");
        }
    }
}

#[test]
fn the_program_does_not_outlive_a_killed_test_process() {
    for signal in ["-TERM", "-INT", "-KILL"] {
        let package =
            Package::new("[app]\ncommand = \"TINY\"\nargs = [\"serve\", \"{port}\", \"PID\"]\n");
        let mut child = package
            .command(&["--exact", "waits", "--nocapture", "--ignored"])
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let up = out
            .lines()
            .map_while(Result::ok)
            .any(|line| line.starts_with("up at "));
        assert!(up, "the app did not start");
        let app = pid(&package.pid_file());
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        child.wait().unwrap();
        assert!(is_gone(app), "the app outlived {signal}");
    }
}
