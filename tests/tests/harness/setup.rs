//! `e2e::main!(setup = …)`, and the writer that is meant for it.

use super::suite::Suite;

/// How often the set-up was called in a run of the suite.
fn calls(arguments: &str, in_process: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("calls");
    Suite::new(arguments)
        .env("SUITE_SETUP", "is told")
        .env("E2E_IN_PROCESS", in_process)
        .env("SUITE_LOCK", file.to_str().unwrap())
        .run()
        .ends(0);
    let calls = std::fs::read_to_string(file).unwrap_or_default();
    calls.matches("set up\n").count()
}

#[test]
fn a_set_up_is_called_once_in_each_process_that_runs_tests() {
    for (arguments, in_process, expected) in [
        ("--list", "0", 0),
        ("--exact no::such::test", "0", 0),
        ("--exact set_up::writes_lines", "0", 1),
        ("set_up:: --test-threads 2", "1", 1),
        // The only worker; the process that reports runs none.
        ("set_up:: --test-threads 1", "0", 1),
    ] {
        assert_eq!(calls(arguments, in_process), expected, "{arguments}");
    }
}

#[test]
fn without_its_set_up_no_test_runs_and_the_run_fails() {
    for (how, why) in [
        ("fails", "\"no licence\""),
        ("panics", "it panicked: out of luck"),
    ] {
        let one = Suite::new("--exact set_up::writes_lines").env("SUITE_SETUP", how);
        let one = one.run();
        one.ends(101).hides(&["running 1 test"]);
        assert!(
            one.err.contains(&format!(
                "error: the set-up of this test binary failed, so no test was run\n{why}\n"
            )),
            "{one:#?}"
        );
        let workers = Suite::new("set_up:: --test-threads 1").env("SUITE_SETUP", how);
        workers.run().ends(101).shows(&[
            "test set_up::writes_lines ... FAILED\n",
            "test set_up::writes_from_its_pool ... FAILED\n",
            "the set-up of this test binary failed",
            why,
        ]);
    }
}

#[test]
fn lines_say_whose_they_are_where_several_tests_write_to_one_stream() {
    let err = |arguments: &str| {
        let suite = Suite::new(arguments).env("E2E_IN_PROCESS", "1").run();
        suite.ends(0);
        let mut lines: Vec<_> = suite.err.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(
        err("set_up:: --test-threads 2"),
        [
            "[set_up::writes_from_its_pool] pool-line",
            "[set_up::writes_from_its_pool] task-line",
            "[set_up::writes_lines] next-line",
            "[set_up::writes_lines] one-line",
        ]
    );
    assert_eq!(
        err("set_up::writes_from --test-threads 2"),
        ["pool-line", "task-line"]
    );
    // In a worker they are captured, and nobody has to tell them apart.
    let worker = Suite::new("set_up:: --show-output --test-threads 1").run();
    worker
        .ends(0)
        .shows(&["\none-line\n", "\npool-line\ntask-line\n"]);
}
