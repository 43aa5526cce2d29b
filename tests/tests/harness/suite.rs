//! Running the suite binary.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The binary.
pub(crate) const SUITE: &str = env!("CARGO_BIN_EXE_e2e-suite");

/// One run of the suite.
pub(crate) struct Suite {
    command: Command,
    folder: TempDir,
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Suite {
    /// The suite with arguments separated by white space.
    pub(crate) fn new(arguments: &str) -> Self {
        let mut suite = Self::of(Command::new(SUITE));
        suite.command.args(arguments.split_whitespace());
        suite
    }

    /// Whatever the command runs, as the suite is run.
    pub(crate) fn of(mut command: Command) -> Self {
        let folder = tempfile::tempdir().unwrap();
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("RUST_BACKTRACE", "0")
            .env("SUITE_LOCK", folder.path().join("lock"));
        // What the environment of this test says must not reach the suite.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if ["E2E_", "NEXTEST", "RUST_TEST_"]
                .iter()
                .any(|start| name.starts_with(start))
            {
                command.env_remove(name);
            }
        }
        Self { command, folder }
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// With an `e2e.toml`, which counts as the package's the way nextest says it.
    pub(crate) fn config(self, toml: &str) -> Self {
        std::fs::write(self.folder.path().join("e2e.toml"), toml).unwrap();
        let folder = self.folder.path().to_str().unwrap().to_owned();
        self.env("NEXTEST", "1").env("CARGO_MANIFEST_DIR", &folder)
    }

    /// The path in the suite's `SUITE_LOCK`.
    pub(crate) fn lock(&self) -> PathBuf {
        self.folder.path().join("lock")
    }

    pub(crate) fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    pub(crate) fn run(mut self) -> Output {
        Output::of(self.command.output().unwrap())
    }
}

/// Standard error without the line that says where the report of a failed run is.
pub(crate) fn without_report(err: &str) -> String {
    let lines = err.lines().filter(|line| !line.starts_with("report: "));
    lines.map(|line| format!("{line}\n")).collect()
}

impl Output {
    pub(crate) fn of(output: std::process::Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: without_report(&String::from_utf8(output.stderr).unwrap()),
        }
    }

    /// Panics with everything unless each part is in standard output.
    #[track_caller]
    pub(crate) fn shows(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(self.out.contains(part), "no {part:?} in {self:#?}");
        }
        self
    }

    /// Panics with everything if any part is in standard output.
    #[track_caller]
    pub(crate) fn hides(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(!self.out.contains(part), "{part:?} in {self:#?}");
        }
        self
    }

    /// Panics with everything unless the run ended with this code.
    #[track_caller]
    pub(crate) fn ends(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }
}
