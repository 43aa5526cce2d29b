//! The `cargo e2e` command, with a cargo and a browser that only pretend.
#![cfg(unix)]

use e2e_tests::fake_project::{FakeProject, text};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

/// `cargo e2e`, and a workspace with one package.
fn project(package: &str) -> FakeProject {
    FakeProject::new(env!("CARGO_BIN_EXE_cargo-e2e-tested"), package)
}

const LEAVE_RECORDS: &str = "mkdir -p target/e2e && cp -R prepared target/e2e/$E2E_RUN_ID";

#[test]
fn cargo_gets_the_arguments_as_written_and_its_exit_code_comes_back() {
    let project = project("shop");
    for (args, fake, expected, code) in [
        (vec!["e2e", "test"], "exit 0", "arg test\n", 0),
        (
            vec!["test", "-p", "shop", "a b", "--", "--nocapture", "--yes"],
            "exit 101",
            "arg test\narg -p\narg shop\narg a b\narg --\narg --nocapture\narg --yes\n",
            101,
        ),
        (
            vec!["test", "--", "-q"],
            "exit 4",
            "arg test\narg --\narg -q\n",
            4,
        ),
        (vec!["test"], "kill -9 $$", "arg test\n", 128 + 9),
    ] {
        let output = project.run(&args, fake);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        assert!(
            project.called().starts_with(&format!("{expected}id ")),
            "{}",
            project.called()
        );
    }
}

#[test]
fn nextest_runs_when_it_is_there_and_is_asked_for_when_not() {
    let project = project("shop");
    let mut command = project.command(&["test", "-E", "all()", "--nextest"]);
    let output = command.env("FAKE_NEXTEST", "0.9.140").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        project
            .called()
            .starts_with("arg nextest\narg run\narg -E\narg all()\nid ")
    );

    fs::remove_file(project.root().join("called")).unwrap();
    let output = project.run(&["test", "--nextest"], "exit 0");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cargo install --locked cargo-nextest"));
    assert_eq!(project.called(), "", "ran all the same");
}

#[test]
fn a_run_ends_with_its_report_also_when_tests_failed() {
    let project = project("shop");
    project.prepared();
    let output = project.run(&["test"], &format!("{LEAVE_RECORDS}; exit 101"));
    assert_eq!(output.status.code(), Some(101));
    let said = text(&output.stderr);
    assert!(said.contains("e2e: 1 passed in 20ms\nreport: "), "{said}");
    let path = said.rsplit("report: ").next().unwrap().trim();
    assert!(fs::read_to_string(path).unwrap().contains("<b>pays</b>"));
    assert!(
        path.contains(
            project
                .called()
                .split("id ")
                .nth(1)
                .unwrap()
                .lines()
                .next()
                .unwrap()
        )
    );

    let output = project.run(&["report"], "");
    assert_eq!(text(&output.stdout).trim(), path);
}

#[test]
fn a_run_id_that_is_set_is_kept_and_a_target_folder_is_found() {
    let project = project("shop");
    project.prepared();
    let output = project
        .command(&["test", "--target-dir", "elsewhere"])
        .env("E2E_RUN_ID", "build-7")
        .env(
            "FAKE",
            "mkdir -p elsewhere/e2e && cp -R prepared elsewhere/e2e/$E2E_RUN_ID",
        )
        .output()
        .unwrap();
    assert!(project.called().contains("id build-7\n"));
    let said = text(&output.stderr);
    assert!(said.contains("elsewhere/e2e/build-7/report.html"), "{said}");
}

#[test]
fn a_run_without_end_to_end_tests_says_that_there_is_no_report() {
    let project = project("shop");
    let output = project.run(&["test"], "exit 0");
    assert!(text(&output.stderr).contains("no report, since no end-to-end test ran"));
    let output = project.run(&["report"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("there is no report yet"));
}

#[test]
fn the_demo_runs_the_examples_without_a_model() {
    let project = project("e2e-examples");
    let mut command = project.command(&["e2e", "demo"]);
    let output = command
        .env("E2E_MODEL", "x::y")
        .env("FAKE", "exit 3")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let called = project.called();
    assert!(
        called.starts_with("arg test\narg --package\narg e2e-examples\nid "),
        "{called}"
    );
    assert!(called.contains("model unset"), "{called}");
}

#[test]
fn the_demo_elsewhere_says_what_it_is() {
    let output = project("shop").run(&["demo"], "exit 0");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("the demo is not in this workspace"), "{said}");
    assert!(said.contains("= help: to run the tests of this workspace: `cargo e2e test`"));
}

#[test]
fn outside_of_a_workspace_cargo_is_quoted() {
    let project = project("shop");
    fs::remove_file(project.root().join("metadata.json")).unwrap();
    for args in [&["test"], &["demo"]] {
        let output = project.run(args, "exit 0");
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(
            said.contains("cargo said: could not find `Cargo.toml`"),
            "{said}"
        );
    }
    assert_eq!(project.called(), "");
}

#[test]
fn a_signal_is_passed_on_and_waited_for() {
    let project = project("shop");
    let fake = "trap 'echo stopping; sleep 0.2; echo stopped; exit 7' TERM; \
                echo ready; while :; do sleep 0.05; done";
    let mut child = project
        .command(&["test"])
        .env("FAKE", fake)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{}", text(&output.stderr));
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(rest, ["stopping", "stopped"]);
}

#[test]
fn the_doctor_says_what_it_found_and_never_a_key() {
    let project = project("shop");
    fs::write(
        project.root().join("e2e.toml"),
        "[agent]\nmodel = \"anthropic::some\"\n",
    )
    .unwrap();
    let doctor = |args: &[&str]| {
        let mut command = project.command(args);
        command
            .env("ANTHROPIC_API_KEY", "canary-key")
            .env("E2E_HEADLES", "1")
            .env("FAKE_NEXTEST", "0.9.140");
        command.output().unwrap()
    };
    let output = doctor(&["doctor"]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}{}", text(&output.stderr));
    for expected in [
        "e2e.toml",
        "bin/chromedriver",
        "anthropic::some, provider anthropic, ANTHROPIC_API_KEY is set",
        "did you mean E2E_HEADED?",
        "0.9.140",
        "target/e2e (writable)",
        "tests can run",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    let output = doctor(&["doctor", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["ok"], true);
    assert_eq!(json["packages"][0]["model"]["key_set"], true);
    for output in [text(&output.stdout), said] {
        assert!(!output.contains("canary-key"));
    }
}

#[test]
fn the_doctor_fails_when_tests_could_not_run() {
    let project = project("shop");
    fs::write(
        project.root().join("e2e.toml"),
        "[browser]\nheadles = true\n",
    )
    .unwrap();
    let output = project.run(&["doctor"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains("did you mean `headed`?") && said.contains("tests cannot run"),
        "{said}"
    );
    let output = project.run(&["test"], "exit 0");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        project.called(),
        "",
        "ran with a configuration that cannot be read"
    );
}
