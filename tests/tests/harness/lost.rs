//! Tests that crash, block or run out of time: each fails, with an account, and
//! costs no other test anything.

use super::suite::Suite;

#[test]
fn a_crash_fails_its_test_and_no_other() {
    let output = Suite::new("crash:: --ignored --test-threads 1").run();
    output.ends(101).shows(&[
        "test crash::aborts ... FAILED\n",
        "test crash::exits_with_success ... FAILED\n",
        "test crash::is_killed ... FAILED\n",
        "test crash::panics_twice ... FAILED\n",
        "test crash::next_to_it ... ok\n",
        "---- crash::aborts stdout ----\nbefore-abort\nthread 'crash::aborts' panicked at tests/src/bin/e2e-suite/main.rs:",
        "Error: the test's process ended: ",
        "---- crash::exits_with_success stdout ----\nbefore-exit\n",
        "---- crash::is_killed stdout ----\nbefore-kill\nthread 'crash::is_killed' panicked at tests/src/bin/e2e-suite/main.rs:",
        "Error: the test's process ended: signal: 9 (SIGKILL)\n",
        "first-panic",
        "second-panic",
        "1 passed; 5 failed",
    ]);
    #[cfg(target_os = "linux")]
    output.shows(&[
        "---- crash::writes_garbage stdout ----\nbefore-garbage\n",
        "Error: the test's process was ended: it wrote \"what a library might print\" to the harness, which is no message, so its results cannot be trusted\n",
    ]);
    // The mark at the end of an attempt is no output.
    output.hides(&["\u{1e}"]);
}

#[test]
fn a_tear_down_that_hangs_fails_its_test_and_no_other() {
    let output = Suite::new("fixtures::hangs_in_tear_down select::quick --include-ignored")
        .config("[timeouts]\nteardown = \"200ms\"\n")
        .run();
    output.ends(101).shows(&[
        "test fixtures::hangs_in_tear_down ... FAILED\n",
        "test select::quick ... ok\n",
        // The other fixture of the test has its turn.
        "tidied, failed: false\n",
        "1 passed; 1 failed",
    ]);
    assert!(
        output
            .err
            .contains("Error: tear-down of `Hanging` did not finish within "),
        "{output:#?}"
    );
}

/// What goes on after its test could print into the next one.
#[test]
fn a_worker_in_which_something_may_go_on_is_replaced() {
    let output = Suite::new("process:: --ignored --show-output --test-threads 1").run();
    let lines = output.ends(0).out.lines();
    let processes: Vec<&str> = lines
        .filter(|line| line.starts_with("in process "))
        .collect();
    // The blocks stand in the order of the names.
    let [before, leaves, next] = processes[..] else {
        panic!("{output:#?}")
    };
    assert_eq!(before, leaves);
    assert_ne!(leaves, next);
}

/// Where tests share the harness's process, one that ends it would decide how the
/// whole run ends.
#[cfg(unix)]
#[test]
fn a_test_that_ends_the_process_does_not_pass() {
    for flags in ["", "--nocapture", "--nocapture --include-ignored"] {
        let ignored = if flags.ends_with("ignored") {
            ""
        } else {
            "--ignored"
        };
        let output = Suite::new(&format!(
            "--exact crash::exits_with_success {ignored} {flags}"
        ))
        .run();
        output.ends(101);
        assert!(
            output.err.contains("error: a test ended the process"),
            "{output:#?}"
        );
    }
    // Under nextest a process is one test, and a process may be asked for.
    for (variable, flags) in [("NEXTEST", "--nocapture"), ("E2E_IN_PROCESS", "")] {
        let arguments = format!("--exact crash::exits_with_success --ignored {flags}");
        let output = Suite::new(&arguments).env(variable, "1").run();
        output.ends(101);
        assert!(
            output.err.contains("error: a test ended the process"),
            "{variable}: {output:#?}"
        );
    }
    let several = Suite::new("crash::next_to_it crash::exits_with_success --ignored")
        .env("E2E_IN_PROCESS", "1")
        .run();
    several.ends(101);
}

#[test]
fn time_is_up_for_a_test_that_waits_and_one_that_blocks() {
    for (flags, live) in [("", false), ("--nocapture", true)] {
        let output = Suite::new(&format!("time::waits time::blocks --ignored {flags}")).run();
        output.ends(101).shows(&[
            "test time::waits ... FAILED\n",
            "test time::blocks ... FAILED\n",
        ]);
        let text = if live { &output.err } else { &output.out };
        for part in [
            "Error: STEP_TIMEOUT (agent): the test took longer than its 100ms\n",
            "Error: STEP_TIMEOUT (agent): the test took longer than its 100ms and blocks its thread\n",
            "note: the test timed out\n",
        ] {
            assert!(text.contains(part), "no {part:?} in {output:#?}");
        }
        output.shows(&["tidied, failed: true\n", "before-block\n"]);
        let tidied = output.out.matches("tidied").count();
        assert_eq!(tidied, 1, "a blocked thread cannot tear down: {output:#?}");
    }
}

#[test]
fn a_blocked_test_alone_ends_too() {
    let output = Suite::new("time::blocks --ignored").run();
    output
        .ends(101)
        .shows(&["---- time::blocks stdout ----\nbefore-block\n"]);
}

#[test]
fn under_nextest_the_tests_own_limit_still_counts() {
    let output = Suite::new("--exact time::waits --nocapture --ignored")
        .env("NEXTEST", "1")
        .run();
    output.ends(101);
    assert!(output.err.contains("longer than its 100ms"), "{output:#?}");
}

#[test]
fn an_answer_that_no_dialog_asked_for_fails_the_test() {
    let output = Suite::new("--exact screen::is_never_asked --ignored")
        .config("")
        .run();
    output
        .ends(101)
        .shows(&["test screen::is_never_asked ... FAILED\n"]);
    let said = "the test said that the next dialog is to be accepted, and none opened";
    assert!(output.err.contains(said), "{output:#?}");
}
