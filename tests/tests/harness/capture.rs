//! What tests print belongs to them, whatever prints it and wherever they run.

use super::suite::Suite;

/// One test runs in the harness's process, several in workers, with `--nocapture`
/// all in the harness's process again.
const ONE: &str = "--exact prints::and_fails";
const SEVERAL: &str = "--exact prints::and_fails prints::a_half_line";

#[test]
fn a_failure_shows_what_it_printed_before_its_message() {
    for arguments in [ONE, SEVERAL] {
        let output = Suite::new(arguments).run();
        output.ends(101).shows(&[
            "\n---- prints::and_fails stdout ----\nbefore-failure\nerror-stream\nthread 'prints::and_fails' panicked at tests/src/bin/e2e-suite/main.rs:",
            "\nafter-failure\nnote: run with `RUST_BACKTRACE=1`",
            "\n\n\nfailures:\n    prints::and_fails\n",
        ]);
        output.hides(&["half\n"]);
        assert_eq!(output.err, "", "{arguments}");
    }
}

#[test]
fn without_capture_output_is_live_and_the_failure_is_last_on_standard_error() {
    let output = Suite::new(&format!("{SEVERAL} --nocapture")).run();
    output
        .ends(101)
        .shows(&["before-failure\n", "\nfailures:\n    prints::and_fails\n"]);
    output.hides(&["stdout ----"]);
    assert!(
        output
            .err
            .starts_with("error-stream\nthread 'prints::and_fails' panicked at "),
        "{output:#?}"
    );
}

#[test]
fn children_and_large_output_are_captured() {
    for arguments in [
        "--exact --show-output prints::a_child",
        "--exact --show-output prints::a_child prints::a_megabyte prints::a_half_line",
    ] {
        let output = Suite::new(arguments).run();
        output
            .ends(0)
            .shows(&["---- prints::a_child stdout ----\nfrom-child\nerr-child\n"]);
        if arguments.contains("megabyte") {
            output.shows(&[
                "xxx\nlast-line\n",
                "---- prints::a_half_line stdout ----\nhalf\n",
            ]);
            let xs = output.out.matches('x').count();
            // Names and words of the harness hold a few more.
            assert!((1023 * 1024..1023 * 1024 + 50).contains(&xs), "{xs}");
        }
    }
}

/// The harness keeps the panics of a test; all others go to the hook that was there.
#[test]
fn a_panic_on_a_thread_of_its_own_is_printed_where_it_happened() {
    let output = Suite::new("--exact prints::from_a_thread_that_panics --ignored --show-output");
    output.run().ends(0).shows(&["on a thread of its own\n"]);
}

#[test]
fn a_half_line_does_not_run_into_the_result() {
    for flag in ["", "--nocapture"] {
        let output = Suite::new(&format!("--exact prints::a_half_line {flag}")).run();
        output
            .ends(0)
            .shows(&["\ntest prints::a_half_line ... ok\n"]);
    }
}

/// Whoever builds a tree of tests from the events has to see each begin before it ends.
#[test]
fn events_are_whole_lines_and_a_test_begins_before_it_ends() {
    let half = "prints::a_half_line";
    for arguments in [
        format!("--exact {half}"),
        format!("--exact {half} select::quick"),
        format!("--exact {half} --nocapture"),
        format!("--exact {half} select::quick --nocapture --test-threads 2"),
    ] {
        let output = Suite::new(&format!("{arguments} --format json")).run();
        let events: Vec<serde_json::Value> = output
            .ends(0)
            .out
            .lines()
            .filter(|line| line.contains('{'))
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} {line}")))
            .collect();
        let of = |name: &str| -> Vec<&str> {
            let own = events.iter().filter(|event| event["name"] == name);
            own.filter_map(|event| event["event"].as_str()).collect()
        };
        assert_eq!(of(half), ["started", "ok"], "{output:#?}");
        let quick = arguments.contains("quick");
        assert_eq!(of("select::quick").is_empty(), !quick, "{output:#?}");
        assert!(
            !quick || of("select::quick") == ["started", "ok"],
            "{output:#?}"
        );
    }
}

#[test]
fn fixtures_print_into_their_test_and_tear_down_after_a_failure() {
    let output = Suite::new("fixtures::").run();
    output.ends(101).shows(&[
        "---- fixtures::a_broken_one stdout ----\ntidied, failed: true\nthread 'fixtures::a_broken_one' panicked at tests/src/bin/e2e-suite/main.rs:",
        "\nError: SEED_DATA_MISSING (setup): there is no plan \"Pro\"\n   = help: seed it\nnote: fixture `Broken` could not be set up\n",
        "---- fixtures::is_torn_down_after_a_panic stdout ----\ntidied, failed: true\nthread ",
    ]);
    output.hides(&["the body runs without its fixture"]);
}
