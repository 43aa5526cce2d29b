//! A workspace whose cargo and browser only pretend, for tests of `cargo e2e`.

use e2e::report::record::{CaseRecord, Outcome, VERSION};
use e2e::report::store;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Writes down its arguments and surroundings, and does what `$FAKE` says.
const CARGO: &str = r#"#!/bin/sh
if [ "$1" = metadata ]; then
    if [ -f metadata.json ]; then cat metadata.json; exit 0; fi
    echo 'could not find `Cargo.toml`' >&2; exit 101
fi
if [ "$1" = nextest ] && [ "$2" = --version ]; then
    [ -z "$FAKE_NEXTEST" ] && exit 101
    echo "cargo-nextest $FAKE_NEXTEST (abc 2025-01-01)"; exit 0
fi
{ for arg in "$@"; do echo "arg $arg"; done
  echo "id $E2E_RUN_ID"; echo "model ${E2E_MODEL-unset}"; } > called
eval "$FAKE"
"#;

/// A workspace with one package, in a folder of its own.
#[derive(Debug)]
pub struct FakeProject {
    dir: tempfile::TempDir,
    program: &'static str,
}

impl FakeProject {
    /// A workspace with a package of this name; `program` is `cargo e2e`.
    #[must_use]
    pub fn new(program: &'static str, package: &str) -> Self {
        let dir = tempfile::tempdir().expect("a file of the project");
        let project = Self { dir, program };
        project.script("bin/cargo", CARGO);
        let version = |name: &str| format!("#!/bin/sh\necho '{name} 140.0.7339.1'\n");
        project.script("bin/chromium", &version("Chromium"));
        project.script("bin/chromedriver", &version("ChromeDriver"));
        let root = project
            .root()
            .canonicalize()
            .expect("a file of the project");
        let metadata = serde_json::json!({
            "workspace_root": root,
            "target_directory": root.join("target"),
            "packages": [{ "name": package, "manifest_path": root.join("Cargo.toml") }],
        });
        fs::write(root.join("metadata.json"), metadata.to_string()).expect("a file of the project");
        project
    }

    /// Its folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    /// Puts a program there.
    pub fn script(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().expect("a file of the project"))
            .expect("a file of the project");
        fs::write(&path, text).expect("a file of the project");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
            .expect("a file of the project");
    }

    /// The command with nothing of this process's own settings.
    #[must_use]
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        let bin = self.root().join("bin");
        command
            .args(args)
            .current_dir(self.root())
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .env("E2E_BROWSER", bin.join("chromium"))
            .env("E2E_DRIVER", bin.join("chromedriver"))
            .stdin(Stdio::null());
        command
    }

    /// Runs the command to its end; the pretended cargo does what `fake` says.
    #[must_use]
    pub fn run(&self, args: &[&str], fake: &str) -> Output {
        self.command(args)
            .env("FAKE", fake)
            .output()
            .expect("a file of the project")
    }

    /// What the pretended cargo wrote down about its last call.
    #[must_use]
    pub fn called(&self) -> String {
        fs::read_to_string(self.root().join("called")).unwrap_or_default()
    }

    /// A run as a test process leaves it when it is killed before it reports.
    pub fn prepared(&self) {
        let run = self.root().join("prepared");
        let record = CaseRecord {
            version: VERSION,
            name: "cart::pays".into(),
            binary: "shop".into(),
            location: e2e::SourceLocation {
                file: "tests/shop.rs".into(),
                line: 1,
                column: 1,
            },
            attempt: 1,
            started_at: "2025-03-01T10:00:00Z".into(),
            duration_ms: 20,
            outcome: Outcome::Passed,
            browser: None,
            wire: None,
            steps: Vec::new(),
            artifacts: Vec::new(),
            teardown_failures: Vec::new(),
        };
        store::save(&run, &record).expect("a file of the project");
    }
}

/// What a program printed.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
