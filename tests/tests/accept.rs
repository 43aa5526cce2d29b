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

/// Runs the file of cases, unless a tool it needs is missing; says so then.
fn accept(cases: &str) {
    for (tool, arguments) in [
        ("python3", &["--version"][..]),
        ("bash", &["--version"]),
        ("cargo", &["nextest", "--version"]),
    ] {
        let found = command(tool).args(arguments).output();
        if !found.is_ok_and(|output| output.status.success()) {
            println!(
                "skipped: `{tool} {}` does not work here",
                arguments.join(" ")
            );
            return;
        }
    }
    let output = command("python3")
        .args(["accept.py", cases, "."])
        .env("V", "1")
        // Some cases build everything anew, because an editor's call does.
        .env("CASE_TIMEOUT", "3600")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    // A file of cases that could not be read would pass, too.
    assert!(
        text.lines().filter(|line| line.contains(" ok ")).count() > 1,
        "{text}"
    );
}

/// One test, because all files use one build folder.
#[test]
fn every_case_passes() {
    accept("cases.txt");
    accept("cases-own.txt");
    accept("cases-more.txt");
}
