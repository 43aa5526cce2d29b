//! One program for all processes of a run.

use super::package::{Package, is_gone, pid};
use std::io::{BufRead as _, BufReader};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// An app that adds its process id to a file when it starts.
const APP: &str = "[app]\ncommand = \"TINY\"\nargs = [\"serve\", \"{port}\", \"PID\"]\n";

/// Runs a shell script under nextest's name: whose children test processes are is what
/// tells them that the run is nextest's.
pub(crate) fn under_nextest(package: &Package, script: &str) -> Command {
    let nextest = package.path().join("cargo-nextest");
    std::os::unix::fs::symlink("/bin/sh", &nextest).unwrap();
    let mut command = Command::new(nextest);
    let suite = package.command(&[]);
    for (name, value) in suite.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    command
        .args([
            "-c",
            &script.replace("SUITE", suite.get_program().to_str().unwrap()),
        ])
        .env("NEXTEST_RUN_ID", format!("shared-app-{}", now.as_nanos()))
        .stdout(std::process::Stdio::piped());
    command
}

/// The addresses that tests were told, each once.
fn addresses(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text
        .split_whitespace()
        .filter(|word| word.starts_with("http://"))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn all_processes_of_a_nextest_run_share_one_and_it_ends_with_the_run() {
    let package = Package::new(APP);
    let output = under_nextest(
        &package,
        "SUITE --exact answers --nocapture & SUITE --exact answers_too --nocapture & wait; \
         SUITE --exact answers --nocapture",
    )
    .output()
    .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text.matches("test result: ok. 1 passed").count(),
        3,
        "{text}"
    );
    assert_eq!(addresses(&text).len(), 1, "{text}");
    assert!(is_gone(pid(&package.pid_file())));
}

#[test]
fn it_goes_away_when_the_whole_run_is_killed_but_not_with_one_test() {
    let package = Package::new(APP);
    let mut run = under_nextest(
        &package,
        "SUITE --exact waits --nocapture --ignored & first=$!; \
         SUITE --exact answers --nocapture; kill -KILL $first; \
         SUITE --exact answers_too --nocapture; echo all; sleep 60",
    )
    .spawn()
    .unwrap();
    let mut text = String::new();
    for line in BufReader::new(run.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        text.push_str(&line);
        text.push('\n');
        if line == "all" {
            break;
        }
    }
    assert_eq!(text.matches("1 passed").count(), 2, "{text}");
    assert_eq!(addresses(&text).len(), 1, "{text}");
    let app = pid(&package.pid_file());
    assert!(
        std::path::Path::new(&format!("/proc/{app}")).exists(),
        "{text}"
    );
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(is_gone(app), "the app outlived the run");
}

#[test]
fn a_start_that_failed_is_everyones_and_is_tried_once() {
    let package =
        Package::new("[app]\ncommand = \"TINY\"\nargs = [\"die\", \"{port}\", \"PID\"]\n");
    let output = under_nextest(
        &package,
        "SUITE --exact answers --nocapture 2>&1; cat \"$(dirname \"$0\")/pid\"; echo; \
         SUITE --exact answers_too --nocapture 2>&1; cat \"$(dirname \"$0\")/pid\"; echo",
    )
    .output()
    .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "exit status: 3",
        "log line 30\n",
        "the database is missing\n",
    ] {
        assert_eq!(text.matches(part).count(), 2, "{part}: {text}");
    }
    assert!(!text.contains("log line 5\n"), "{text}");
    let pids: Vec<&str> = text
        .lines()
        .filter(|line| line.parse::<u32>().is_ok())
        .collect();
    assert_eq!(pids.len(), 2, "{text}");
    assert_eq!(pids[0], pids[1], "it was started again");
}

#[test]
fn what_already_runs_is_used_only_when_that_is_wanted_and_never_in_ci() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        use std::io::{Read as _, Write as _};
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(
                b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello",
            );
        }
    });
    let app = format!(
        "[app]\ncommand = \"/no/such/program\"\nurl = \"http://127.0.0.1:{port}\"\nreuse_existing = true\n"
    );
    let run = |app: &str, ci: bool| {
        let package = Package::new(app);
        let mut command = package.command(&["--exact", "answers", "--nocapture"]);
        match ci {
            true => command.env("CI", "true"),
            false => command.env_remove("CI"),
        };
        let output = command.output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        (output.status.code(), text)
    };
    let (code, text) = run(&app, false);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(&app, true);
    assert_eq!(code, Some(101), "{text}");
    assert!(text.contains("APP_ALREADY_RUNNING"), "{text}");
    let (code, text) = run("[app]\ncommand = \"TINY\"\nreuse_existing = true\n", false);
    assert_eq!(code, Some(101), "{text}");
    assert!(
        text.contains("INVALID_CONFIG") && text.contains("no fixed address"),
        "{text}"
    );
}
