//! Fixtures that tests of one process share.

use super::suite::{Output, Suite};

/// Runs with the arguments and returns what the fixtures logged.
fn run(arguments: &str, prepare: impl Fn(Suite) -> Suite) -> (Output, Vec<String>) {
    let mut suite = prepare(Suite::new(arguments));
    let log = suite.lock();
    let output = suite.command().output().unwrap();
    let lines = std::fs::read_to_string(log).unwrap_or_default();
    let lines = lines.lines().map(str::to_owned).collect();
    (Output::of(output), lines)
}

#[test]
fn one_is_made_for_all_tests_and_torn_down_after_the_last_even_a_failed_one() {
    let once = ["+server", "+database", "-database", "-server"];
    for flags in [
        "--test-threads 1",
        "--nocapture",
        "--nocapture --test-threads 1",
    ] {
        let (output, log) = run(&format!("shared::works --ignored {flags}"), |suite| suite);
        output.ends(101).shows(&["2 passed; 1 failed"]);
        assert_eq!(log, once, "{flags}");
        // The task it spawned goes on from test to test.
        let text = format!("{}{}", output.out, output.err);
        assert!(
            text.contains("answer 3") || !flags.contains("nocapture"),
            "{text}"
        );
    }
    let (output, log) = run(
        "--exact shared::works::one --ignored --nocapture",
        |suite| suite.env("NEXTEST", "1"),
    );
    output.ends(0).shows(&["answer 1\n"]);
    assert_eq!(log, once);
    // Each worker has its own.
    let (output, log) = run("shared::works --ignored --test-threads 3", |suite| suite);
    output.ends(101);
    let count = |line: &str| log.iter().filter(|logged| *logged == line).count();
    let made = count("+database");
    assert!((1..=3).contains(&made), "{log:?}");
    for line in once {
        assert_eq!(count(line), made, "{log:?}");
    }
}

#[test]
fn one_that_cannot_be_made_is_tried_once_and_fails_whoever_asks() {
    for flags in ["--test-threads 1", "--nocapture"] {
        let (output, log) = run(&format!("shared::breaks --ignored {flags}"), |suite| suite);
        output.ends(101).shows(&["0 passed; 2 failed"]);
        assert_eq!(log, ["tried"], "{flags}");
        let text = format!("{}{}", output.out, output.err);
        let told = "the set-up of shared fixture `Unlucky` panicked\n   = note: no luck\n";
        assert_eq!(text.matches(told).count(), 2, "{text}");
    }
}

#[test]
fn one_that_cannot_be_torn_down_fails_the_run_and_not_a_test() {
    for flags in ["shared::works::one", "--nocapture"] {
        let (output, log) = run(
            &format!("shared::leaves::rows {flags} --ignored --test-threads 1"),
            |suite| suite,
        );
        output.ends(101).shows(&["test result: FAILED. "]);
        output.hides(&["FAILED\n"]);
        assert!(
            output.err.contains(
                "Error: tear-down of `Leaky` failed: ENVIRONMENT_UNAVAILABLE (infra): two rows were left\n"
            ),
            "{output:#?}"
        );
        // The others have their turn.
        assert_eq!(log.last().unwrap(), "-server", "{flags}");
    }
    // What a worker printed then is not lost with it.
    let (output, _) = run(
        "shared::leaves::rows shared::works::one --ignored",
        |suite| suite,
    );
    assert!(
        output.err.contains("it printed:\nlast words\n"),
        "{output:#?}"
    );

    let (output, _) = run(
        "--exact shared::leaves::forever --ignored --nocapture",
        |suite| suite.config("[timeouts]\nteardown = \"100ms\"\n"),
    );
    output
        .ends(101)
        .shows(&["test shared::leaves::forever ... ok\n"]);
    assert!(
        output
            .err
            .contains("Error: tear-down of `Stuck` did not finish within "),
        "{output:#?}"
    );
}
