//! Tags, cases, retries, skipping, groups, and what cannot be run at all.

use super::suite::{Output, Suite};

fn names(output: &Output) -> Vec<&str> {
    output
        .out
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .collect()
}

#[test]
fn tags_select_for_listing_and_running() {
    let list = |tags: &str| {
        Suite::new("--list --format terse")
            .env("E2E_TAGS", tags)
            .run()
    };
    assert_eq!(names(&list("smoke")), ["select::quick", "select::slow"]);
    assert_eq!(names(&list("smoke,!slow")), ["select::quick"]);
    let run = Suite::new("").env("E2E_TAGS", "smoke,!slow").run();
    assert_eq!(run.err, "");
    run.ends(0)
        .shows(&["running 1 test\n", "test select::quick ... ok\n"]);
}

#[test]
fn what_may_be_misspelt_is_told_when_tests_run() {
    let says = |arguments: &str| {
        let suite = Suite::new(arguments).env("E2E_TAGS", "smok");
        suite.env("E2E_BROWSR", "firefox").run().err
    };
    assert_eq!(
        says("--format json"),
        "note: no test has the tag \"smok\"; there is: slow, smoke\n\
         note: E2E_BROWSR is set and means nothing; did you mean E2E_BROWSER?\n"
    );
    assert_eq!(says("--list"), "");
}

#[test]
fn a_function_with_cases_is_selected_by_its_own_name() {
    let output = Suite::new("--exact select::per_browser --show-output").run();
    output.ends(0).shows(&[
        "running 2 tests\n",
        "test select::per_browser::chromium ... ok\n",
        "test select::per_browser::firefox ... ignored, no firefox here\n",
        "name select::per_browser::chromium\n",
    ]);
    let output = Suite::new("--exact select::per_browser::chromium").run();
    output.ends(0).shows(&["running 1 test\n"]);
}

#[test]
fn a_test_inside_a_function_has_the_name_of_the_module() {
    let output = Suite::new("--exact within::nested").run();
    output
        .ends(0)
        .shows(&["running 1 test\n", "test within::nested ... ok\n"]);
}

/// Safari is on no other system.
#[cfg(not(target_os = "macos"))]
#[test]
fn a_case_whose_browser_is_missing_fails() {
    let output = Suite::new("--exact screen::is_in --include-ignored").run();
    output.ends(101).shows(&[
        "test screen::is_in::safari ... FAILED\n",
        "Error: BROWSER_UNAVAILABLE (infra): ",
        "note: fixture `Browser` could not be set up\n",
    ]);
}

#[test]
fn a_failed_test_is_tried_again_as_often_as_it_says() {
    let output = Suite::new("tries:: --show-output").run();
    output.ends(101).shows(&[
        "test tries::third_time ... ok (flaky, attempt 3)\n",
        "test tries::never ... FAILED\n",
        "attempt 1 of 3 failed",
        "attempt 1 failed too",
    ]);
    output.hides(&["attempt 2 failed too"]);
    // Whoever runs decides for all tests.
    let output = Suite::new("tries::").env("E2E_RETRIES", "1").run();
    output.ends(101).shows(&[
        "test tries::third_time ... FAILED (2 attempts)\n",
        "attempt 2 failed too",
    ]);
    // nextest counts attempts itself.
    let output = Suite::new("--exact tries::third_time --nocapture")
        .env("E2E_RETRIES", "5")
        .env("NEXTEST", "1")
        .env("NEXTEST_ATTEMPT", "2")
        .run();
    output.ends(101).shows(&["attempt 2\n"]);
    output.hides(&["attempt 3"]);
}

#[test]
fn tests_of_a_group_never_meet_in_one_run_or_in_several() {
    for flags in ["", "--nocapture"] {
        let output = Suite::new(&format!("serial:: --ignored --test-threads 3 {flags}")).run();
        output.ends(0).shows(&["3 passed"]);
    }
    // As nextest does it: a process for each test, one run.
    let folder = tempfile::tempdir().unwrap();
    let run = format!("serial-{}", std::process::id());
    let mut children = Vec::new();
    for name in ["one", "two", "three"] {
        let mut suite = Suite::new(&format!("--exact serial::{name} --nocapture --ignored"))
            .env("NEXTEST", "1")
            .env("NEXTEST_RUN_ID", &run)
            .env("SUITE_LOCK", folder.path().join("lock").to_str().unwrap());
        children.push((suite.command().spawn().unwrap(), suite));
    }
    for (child, _suite) in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn a_test_that_takes_too_long_fails_where_that_is_asked_for() {
    let suite = |flag| {
        Suite::new(&format!("--exact serial::one --ignored {flag}"))
            .env("RUST_TEST_TIME_INTEGRATION", "1,20")
            .run()
    };
    suite("--ensure-time").ends(101).shows(&[
        "longer than the 20ms of --ensure-time\nnote: the test itself passed\n",
        "0 passed; 1 failed",
    ]);
    suite("").ends(0);
}

#[test]
fn tests_that_run_at_the_same_time_have_different_slots() {
    for flags in ["--show-output", "--nocapture"] {
        let arguments = format!("slots:: --ignored --test-threads 2 {flags}");
        let output = Suite::new(&arguments).run();
        output.ends(0).shows(&["2 passed", "slot 0\n", "slot 1\n"]);
    }
    // nextest counts across its processes.
    let output = Suite::new("--exact slots::one --ignored --nocapture")
        .env("NEXTEST", "1")
        .env("NEXTEST_TEST_GLOBAL_SLOT", "5")
        .run();
    output.ends(0).shows(&["slot 5\n"]);
}

#[test]
fn tests_can_run_in_the_order_of_their_source() {
    let suite = || Suite::new("--list --format terse tries:: serial::");
    let sorted = suite().run();
    let source = suite().env("E2E_ORDER", "source").run();
    let tries = ["tries::third_time", "tries::never"];
    let serial = ["serial::one", "serial::two", "serial::three"];
    assert_eq!(names(&source), [&tries[..], &serial[..]].concat());
    assert_ne!(names(&source), names(&sorted));
    let wrong = suite().env("E2E_ORDER", "sauce").run();
    assert_eq!(
        wrong.ends(101).err,
        "error: E2E_ORDER must be name or source (was \"sauce\")\n"
    );
}

#[test]
fn after_the_first_failure_nothing_more_is_started() {
    for flag in ["", "--nocapture"] {
        let arguments = "prints:: tries::never --fail-fast --test-threads 1 --shuffle-seed 1";
        Suite::new(&format!("{arguments} {flag}"))
            .run()
            .ends(101)
            .shows(&["1 failed", "not run: the run stopped early"]);
    }
}

#[test]
fn a_configuration_that_cannot_be_used_fails_the_run_and_not_the_listing() {
    let output = Suite::new("").env("E2E_HEADED", "maybe").run();
    output.ends(101);
    assert!(
        output.err.starts_with(
            "error: the configuration cannot be used\nINVALID_CONFIG (setup): E2E_HEADED is `maybe`"
        ),
        "{output:#?}"
    );
    let output = Suite::new("--list").env("E2E_HEADED", "maybe").run();
    output.ends(0).shows(&["select::quick: test\n"]);
}

#[test]
fn a_logfile_has_a_line_per_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut suite = Suite::new("select::quick tries::never crash::aborts");
    suite.command().arg("--logfile").arg(&path);
    suite.run().ends(101);
    let mut lines: Vec<_> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "failed tries::never",
            "ignored crash::aborts",
            "ok select::quick"
        ]
    );
}

#[test]
fn the_report_of_a_failed_run_is_named_once() {
    let id = format!("named-once-{}", std::process::id());
    // Who starts the run of another name does not tell of this one.
    for (told, expected) in [("another", 1), (id.as_str(), 0)] {
        let mut suite = Suite::new("--exact time::waits --ignored")
            .env("E2E_RUN_ID", &id)
            .env("E2E_REPORTED", told);
        let output = suite.command().output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let lines = said.lines().filter(|line| line.starts_with("report: "));
        assert_eq!(lines.count(), expected, "{told}: {said}");
    }
}
