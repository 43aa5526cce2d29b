//! The acceptance run of the harness: what cargo, nextest and editors do with a test
//! binary, case by case (`accept/cases.txt`), what is ours
//! (`accept/cases-own.txt`), and other test macros on top (`accept/cases-more.txt`).

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("accept")
}

/// A command without what cargo and nextest told this process.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder());
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let theirs = [
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
            "NEXTEST",
            "E2E_",
            "RUST_TEST_",
        ];
        if theirs.iter().any(|start| name.starts_with(start)) || name == "CARGO" {
            command.env_remove(name);
        }
    }
    command
}

/// A tool that the cases need and that does not work here.
fn missing() -> Option<String> {
    let tools = [
        ("python3", &["--version"][..]),
        ("bash", &["--version"]),
        ("cargo", &["nextest", "--version"]),
    ];
    let missing = tools.into_iter().find(|(tool, arguments)| {
        let found = command(tool).args(*arguments).output();
        !found.is_ok_and(|output| output.status.success())
    });
    missing.map(|(tool, arguments)| format!("{tool} {}", arguments.join(" ")))
}

/// Builds what the cases build, before the first of them: some have a limit of time,
/// and must not wait for what another lane builds.
fn build() {
    let test = "test --no-run -p h -p h-app -p h-cases -p h-renamed -p e2e-tests";
    let check = "check -p h --all-targets";
    let clippy = "clippy -p h -p e2e-tests --all-targets -- -D warnings";
    for words in [test, check, clippy] {
        let output = command("cargo").args(words.split(' ')).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {words}\n{text}");
    }
}

/// Which cases run beside which: those of one lane run one after the other. nextest
/// writes its JUnit file to one place, and the compile-time cases, which have a build
/// folder of their own, take as long as all others.
fn lane(case: &str) -> usize {
    match case {
        _ if case.contains("--test ui") && case.contains("e2e-tests") => 3,
        _ if case.contains("nextest") => 1,
        _ if case.starts_with(['X', 'M']) => 2,
        _ => 0,
    }
}

/// The lanes, as files of cases in the folder.
fn lanes(folder: &Path) -> Vec<PathBuf> {
    let mut lanes = vec![String::new(); 4];
    for file in ["cases.txt", "cases-own.txt", "cases-more.txt"] {
        let text = std::fs::read_to_string(self::folder().join(file)).unwrap();
        for line in text.lines().filter(|line| line.contains(" ;; ")) {
            lanes[lane(line)] += &format!("{line}\n");
        }
    }
    // Next to its cases is where the runner says that the small checkers are.
    for file in ["jsonlines.py", "junit.py", "junit_own.py"] {
        std::fs::copy(self::folder().join(file), folder.join(file)).unwrap();
    }
    let write = |(number, cases): (usize, String)| {
        let path = folder.join(format!("lane-{number}.txt"));
        std::fs::write(&path, cases).unwrap();
        path
    };
    lanes.into_iter().enumerate().map(write).collect()
}

/// Runs the file of cases; the error is what it printed.
fn accept(cases: &Path) -> Result<(), String> {
    let output = command("python3")
        .arg("accept.py")
        .args([cases, Path::new(".")])
        .env("V", "1")
        // Some cases build, because an editor's call does.
        .env("CASE_TIMEOUT", "3600")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{text}");
    let expected = std::fs::read_to_string(cases).unwrap().lines().count();
    let passed = text.lines().filter(|line| line.contains(" ok ")).count();
    // A file of cases that could not be read would pass, too.
    match output.status.success() && passed == expected {
        true => Ok(()),
        false => Err(format!("{passed} of {expected} cases passed\n{text}")),
    }
}

/// Builds, runs every lane, and says what failed.
fn run() {
    build();
    let folder = tempfile::tempdir().unwrap();
    let lanes = lanes(folder.path());
    let failed: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = lanes
            .iter()
            .map(|cases| scope.spawn(|| accept(cases)))
            .collect();
        let ended = running.into_iter().map(|lane| lane.join().unwrap());
        ended.filter_map(Result::err).collect()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// One test, because all cases use one build folder.
#[e2e::test(timeout = "60m")]
async fn every_case_passes() {
    if let Some(tool) = missing() {
        e2e::skip!("`{tool}` does not work here");
    }
    tokio::task::spawn_blocking(run).await.unwrap();
}

/// Where a tool is missing, the run is ignored and says which.
#[e2e::test]
async fn without_its_tools_the_run_is_ignored_with_the_reason() {
    let empty = tempfile::tempdir().unwrap();
    let this = std::env::current_exe().unwrap();
    let output = command(this.to_str().unwrap())
        .args(["--exact", "every_case_passes"])
        .env("PATH", empty.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = "test every_case_passes ... ignored, `python3 --version` does not work here\n";
    assert!(text.contains(line), "{text}");
    assert!(output.status.success(), "{text}");
}

e2e::main!();
