//! Bad input and a bad environment: each has a clear outcome, and costs no result.

use super::suite::{SUITE, Suite};
use std::process::Command;

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (arguments, expected) in [
        ("--bogus", "error: unknown option --bogus"),
        ("--nocaptur", "did you mean --nocapture?"),
        ("--ignored --include-ignored", "mutually exclusive"),
        ("--test-threads 0", "must not be 0"),
        ("--skip", "option --skip needs a value"),
    ] {
        let output = Suite::new(arguments).run();
        output.ends(101);
        assert!(output.err.contains(expected), "{arguments}: {output:#?}");
        assert_eq!(output.out, "", "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let wrong = OsStr::from_bytes(b"caf\xe9");
    for before in [&[][..], &["--skip"]] {
        let mut suite = Suite::new("");
        suite.command().args(before).arg(wrong);
        let output = suite.run();
        output.ends(101);
        assert_eq!(output.err, "error: argument \"caf\\xE9\" is not UTF-8\n");
    }
}

#[test]
fn a_reader_that_went_away_does_not_change_the_outcome() {
    for (name, code) in [("select::quick", 0), ("tries::never", 101)] {
        let mut suite = Suite::new(&format!("--exact {name} prints::a_half_line"));
        let mut child = suite.command().spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{name}: {output:?}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!err.contains("warning"), "{name}: {err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_takes_nothing_is_told_once() {
    for (name, code) in [("select::quick", 0), ("tries::never", 101)] {
        let mut suite = Suite::new(&format!("--exact {name} prints::a_half_line"));
        let full = std::fs::File::options().write(true).open("/dev/full");
        suite.command().stdout(full.unwrap());
        let output = suite.run();
        output.ends(code);
        let told = "warning: results could not be written to standard output: ";
        assert_eq!(output.err.matches(told).count(), 1, "{output:#?}");
        let output = Suite::new(&format!("--exact {name} --logfile /dev/full")).run();
        output.ends(code);
        let told = "warning: the results stand, but the logfile is incomplete: ";
        assert_eq!(output.err.matches(told).count(), 1, "{output:#?}");
    }
}

/// No file can be written: a limit of the system stands for a disk without room.
#[cfg(unix)]
#[test]
fn a_report_that_cannot_be_written_costs_no_result() {
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    for (names, code, result) in [
        ("select::quick select::slow", 0, "ok. 2 passed"),
        (
            "select::quick tries::never",
            101,
            "FAILED. 1 passed; 1 failed",
        ),
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", full, "sh", SUITE, "--exact"]);
        command.args(names.split_whitespace());
        // A run of its own: another one's folder could hold an older report.
        let run = format!("full-{}-{code}", std::process::id());
        let output = Suite::of(command).env("E2E_RUN_ID", &run).run();
        output.ends(code).shows(&[result]);
        assert!(
            output
                .err
                .contains("warning: the results stand, but their report is incomplete: cannot "),
            "{output:#?}"
        );
    }
}

#[test]
fn a_configuration_that_cannot_be_read_fails_the_run_and_not_the_listing() {
    let unreadable = |arguments: &str| {
        let suite = Suite::new(arguments).config("");
        let file = suite.lock().with_file_name("e2e.toml");
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        suite.run()
    };
    let output = unreadable("--exact select::quick --nocapture");
    output.ends(101);
    assert!(
        output.err.contains("INVALID_CONFIG (setup)") && output.err.contains("e2e.toml"),
        "{output:#?}"
    );
    unreadable("--list --format terse")
        .ends(0)
        .shows(&["select::quick: test\n"]);
    let broken = Suite::new("--exact select::quick").config("[app\n").run();
    broken.ends(101);
    assert!(broken.err.contains("INVALID_CONFIG (setup)"), "{broken:#?}");
}

#[test]
fn a_binary_without_tests_says_why_that_may_be() {
    let empty = Command::new(env!("CARGO_BIN_EXE_empty-suite"));
    let output = Suite::of(empty).run();
    output.ends(0).shows(&["running 0 tests\n", "ok. 0 passed"]);
    for part in [
        "note: no test is registered in this binary",
        "use the_crate as _;",
        "cargo tree -d",
    ] {
        assert!(output.err.contains(part), "no {part:?} in {output:#?}");
    }
    // A filter that fits nothing is no such case.
    let output = Suite::new("no-such-test").run();
    output.ends(0);
    assert_eq!(output.err, "");
}
