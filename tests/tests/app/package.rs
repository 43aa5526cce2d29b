//! Running a suite in a package of its own, with an app as a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A package folder with an `e2e.toml`, and the suite that is run in it.
pub(crate) struct Package(tempfile::TempDir);

impl Package {
    pub(crate) fn new(app: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_tiny-app");
        let text = app
            .replace("TINY", program)
            .replace("PID", dir.path().join("pid").to_str().unwrap());
        fs::write(dir.path().join("e2e.toml"), text).unwrap();
        Self(dir)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn pid_file(&self) -> PathBuf {
        self.path().join("pid")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
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
    pub(crate) fn run(&self) -> (Option<i32>, String) {
        let output = self
            .command(&["--exact", "answers", "--nocapture"])
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    }
}

/// Waits until a process is gone; a zombie is.
pub(crate) fn is_gone(pid: u32) -> bool {
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

pub(crate) fn pid(file: &Path) -> u32 {
    fs::read_to_string(file).unwrap().parse().unwrap()
}
