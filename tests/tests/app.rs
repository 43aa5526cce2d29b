//! The app under test as a program: it starts, it fails readably, and it goes away.
#![cfg(target_os = "linux")]

#[path = "app/package.rs"]
mod package;
#[path = "app/shared.rs"]
mod shared;

use package::{Package, is_gone, pid};

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::process::Command;

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
    let package = Package::new(
        "[app]\ncommand = \"TINY\"\nargs = [\"die\", \"{port}\"]\nenv = { GREETING = \"hello on {port}\" }\n",
    );
    let output = package
        .command(&["answers", "--nocapture"])
        .output()
        .unwrap();
    let code = output.status.code();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(code, Some(101), "{text}");
    for part in [
        "TEST_SETUP_FAILED",
        "exit status: 3",
        "log line 30",
        "the database is missing",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    // Its port is in what it was told, and is one: it was not started again for the
    // second test.
    let ports: BTreeSet<&str> = text
        .split("hello on ")
        .skip(1)
        .map(|rest| rest.split_whitespace().next().unwrap())
        .collect();
    assert!(text.contains("2 failed") && ports.len() == 1, "{text}");
    assert!(
        ports.iter().all(|port| port.parse::<u16>().is_ok()),
        "{ports:?}"
    );
    // The last twenty lines of the log, not all of it.
    assert!(!text.contains("log line 5\n"), "{text}");
}

#[test]
fn a_program_that_ends_in_mid_test_is_named_with_its_end_and_quoted() {
    let app = "[app]\ncommand = \"TINY\"\nargs = [\"serve\", \"{port}\"]\n";
    for (test, parts) in [
        ("quits_it", ["exit status: 7", "the disk is full"]),
        ("crashes_it", ["signal: 6 (SIGABRT)", "the heap is corrupt"]),
    ] {
        let package = Package::new(app);
        let arguments = ["--exact", test, "--nocapture", "--ignored"];
        let alone = package.command(&arguments).output().unwrap();
        let shared = shared::under_nextest(
            &Package::new(app),
            &format!("SUITE {} 2>&1", arguments.join(" ")),
        )
        .output()
        .unwrap();
        for output in [alone, shared] {
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(text.contains("test result: FAILED"), "{text}");
            for part in parts.iter().chain(&["no answer", "log line 30\n"]) {
                assert_eq!(text.matches(part).count(), 1, "{part:?} in {text}");
            }
            assert!(!text.contains("log line 5\n"), "{text}");
        }
    }
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
