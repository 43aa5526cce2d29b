mod junit;

use super::*;
use crate::case::{Case, ShouldPanic, TestDef, sample};
use crate::config::Launch;
use crate::harness::args::{Asked, parse};
use crate::harness::event::{CaseResult, Status, Summary};
use crate::harness::plan::plan;
use std::ffi::OsString;
use std::time::Duration;

fn args(line: &str) -> Args {
    let words = line.split_whitespace().map(OsString::from);
    match parse(words, &Launch::default()).unwrap() {
        Asked::Run(args) => args,
        Asked::Help => panic!("help"),
    }
}

fn case(module: &'static str, name: &'static str) -> Case {
    sample(module, name).cases("ui").remove(0)
}

fn panicking() -> Case {
    let base = sample("ui::a", "panics");
    let def: &'static TestDef = Box::leak(Box::new(TestDef {
        should_panic: ShouldPanic::Yes,
        run: base.run,
        ..*base
    }));
    def.cases("ui").remove(0)
}

fn result(status: Status, output: &str, attempts: u32) -> CaseResult {
    CaseResult {
        status,
        duration: Duration::from_millis(1_234),
        attempts,
        output: output.to_owned(),
    }
}

/// A run with one case of every kind, as the format prints it.
fn transcript(line: &str, live: bool) -> String {
    let args = args(line);
    let style = Style {
        suite: "ui",
        paint: Paint(false),
        show_output: args.show_output,
        report_time: args.report_time,
        live,
    };
    let failure = "thread 'a::fails' panicked at t.rs:1:2:\nboom\nnote: n\n";
    let all = [
        (
            case("ui::a", "later"),
            CaseResult::ignored("no \"key\"\nyet"),
        ),
        (case("ui::a", "passes"), result(Status::Passed, "out\n", 1)),
        (panicking(), result(Status::Passed, "", 1)),
        (
            case("ui::a", "fails"),
            result(Status::Failed(failure.to_owned()), "half a line", 1),
        ),
        (case("ui::a", "flaky"), result(Status::Passed, "", 2)),
        (
            case("ui::a", "gives_up"),
            result(Status::Ignored("no key".to_owned()), "", 1),
        ),
    ];
    let cases: Vec<&Case> = all.iter().map(|(case, _)| case).collect();
    let mut printer = printer(&args, style);
    let mut out = printer.on(&Event::RunStarted {
        cases: &cases,
        shuffle_seed: args.shuffle,
    });
    let mut summary = Summary {
        filtered_out: 3,
        duration: Duration::from_millis(5_678),
        ..Summary::default()
    };
    for (case, result) in &all {
        summary.count(result);
        if result.attempts > 0 {
            out.push_str(&printer.on(&Event::CaseStarted(case)));
        }
        out.push_str(&printer.on(&Event::CaseEnded(case, result)));
    }
    out.push_str(&printer.on(&Event::RunEnded(&summary)));
    out
}

#[test]
fn pretty() {
    assert_eq!(
        transcript("", false),
        "
running 6 tests
test a::later ... ignored, no \"key\" yet
test a::passes ... ok
test a::panics - should panic ... ok
test a::fails ... FAILED
test a::flaky ... ok (flaky, attempt 2)
test a::gives_up ... ignored, no key

failures:

---- a::fails stdout ----
half a line
thread 'a::fails' panicked at t.rs:1:2:
boom
note: n


failures:
    a::fails

test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 3 filtered out; finished in 5.68s

"
    );
}

#[test]
fn pretty_with_everything() {
    let text = transcript("--show-output --report-time --shuffle-seed 7", false);
    for part in [
        "running 6 tests (shuffle seed: 7)\n",
        "test a::passes ... ok <1.234s>\n",
        "test a::later ... ignored, no \"key\" yet\n",
        "successes:\n\n---- a::passes stdout ----\nout\n\n\nsuccesses:\n    a::flaky\n    a::gives_up\n    a::later\n    a::panics\n    a::passes\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    let live = transcript("", true);
    assert!(live.contains("\nfailures:\n    a::fails\n") && !live.contains("stdout ----"));
}

#[test]
fn what_runs_for_long_is_told_while_it_runs() {
    let told = |line: &str| {
        let mut printer = printer(&args(line), plain_style());
        let slow = Event::CaseSlow(&case("ui::a", "b"), Duration::from_secs(60));
        printer.on(&slow)
    };
    assert_eq!(told(""), "test a::b has been running for over 60 seconds\n");
    assert_eq!(
        told("--format json"),
        "{ \"type\": \"test\", \"event\": \"timeout\", \"name\": \"a::b\" }\n"
    );
    assert_eq!(told("-q"), "");
}

#[test]
fn what_a_passing_test_printed_is_in_json_where_it_is_asked_for() {
    let has_it = |line: &str| transcript(line, false).contains("\"stdout\": \"out\\n\"");
    assert!(has_it("--format json --show-output"));
    assert!(!has_it("--format json"));
}

#[test]
fn terse() {
    let text = transcript("-q", false);
    assert!(
        text.starts_with("\nrunning 6 tests\ni..F.i\n\nfailures:\n"),
        "{text}"
    );
    let flaky = "    a::fails\n\nflaky:\n    a::flaky (attempt 2)\n\ntest result: FAILED. ";
    assert!(text.contains(flaky), "{text}");
}

#[test]
fn json_is_one_object_a_line() {
    let text = transcript("--format json --show-output", false);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        r#"{ "type": "suite", "event": "started", "test_count": 6 }"#
    );
    assert_eq!(
        lines[1..3],
        [
            r#"{ "type": "test", "event": "started", "name": "a::later" }"#,
            r#"{ "type": "test", "name": "a::later", "event": "ignored", "message": "no \"key\"\nyet" }"#
        ]
    );
    assert_eq!(
        lines[4],
        r#"{ "type": "test", "name": "a::passes", "event": "ok", "exec_time": 1.234, "stdout": "out\n" }"#
    );
    let failed: serde_json::Value = serde_json::from_str(lines[8]).unwrap();
    assert_eq!(
        failed["stdout"],
        "half a line\nthread 'a::fails' panicked at t.rs:1:2:\nboom\nnote: n\n"
    );
    assert_eq!(
        *lines.last().unwrap(),
        r#"{ "type": "suite", "event": "failed", "passed": 3, "failed": 1, "ignored": 2, "measured": 0, "filtered_out": 3, "exec_time": 5.678 }"#
    );
}

#[test]
fn live_json_ends_a_function_with_its_last_case() {
    assert_eq!(
        events_of_two_cases(true),
        [
            "suite started 3",
            "login started",
            "login::chromium started",
            "login::chromium failed",
            "login::firefox started",
            "login::firefox ok",
            "login failed",
            "suite failed"
        ]
    );
    assert_eq!(
        events_of_two_cases(false),
        [
            "suite started 2",
            "login::chromium started",
            "login::chromium failed",
            "login::firefox started",
            "login::firefox ok",
            "suite failed"
        ]
    );
}

fn events_of_two_cases(live: bool) -> Vec<String> {
    let base = sample("ui", "login");
    let def: &'static TestDef = Box::leak(Box::new(TestDef {
        options: crate::case::TestOptions {
            browsers: &[crate::BrowserKind::Chromium, crate::BrowserKind::Firefox],
            ..base.options
        },
        run: base.run,
        ..*base
    }));
    let cases = def.cases("ui");
    let refs: Vec<&Case> = cases.iter().collect();
    let style = Style {
        suite: "ui",
        paint: Paint(false),
        show_output: false,
        report_time: false,
        live,
    };
    let mut json = json::Json::new(style);
    let mut out = json.on(&Event::RunStarted {
        cases: &refs,
        shuffle_seed: None,
    });
    let mut summary = Summary::default();
    for (case, status) in cases
        .iter()
        .zip([Status::Failed("boom\n".to_owned()), Status::Passed])
    {
        out.push_str(&json.on(&Event::CaseStarted(case)));
        let result = result(status, "", 1);
        summary.count(&result);
        out.push_str(&json.on(&Event::CaseEnded(case, &result)));
    }
    out.push_str(&json.on(&Event::RunEnded(&summary)));
    out.lines()
        .map(|line| {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = event["name"].as_str().unwrap_or("suite");
            let count = match &event["test_count"] {
                serde_json::Value::Null => String::new(),
                count => format!(" {count}"),
            };
            format!("{name} {}{count}", event["event"].as_str().unwrap())
        })
        .collect()
}

fn plain_style() -> Style {
    Style {
        suite: "ui",
        paint: Paint(false),
        show_output: false,
        report_time: false,
        live: false,
    }
}

#[test]
fn a_listing_is_what_its_readers_expect() {
    let cases = || vec![case("ui::a", "b"), case("ui", "c")];
    let listing = |line: &str| {
        let args = args(line);
        list(&plan(cases(), &args, &[]), args.format)
    };
    assert_eq!(listing("--list --format terse"), "a::b: test\nc: test\n");
    assert_eq!(
        listing("--list"),
        "a::b: test\nc: test\n\n2 tests, 0 benchmarks\n"
    );
    assert_eq!(
        listing("--list --format json").lines().nth(1).unwrap(),
        r#"{ "type": "test", "event": "discovered", "name": "a::b", "ignore": false, "ignore_message": "", "source_path": "tests/sample.rs", "start_line": 7, "start_col": 10, "end_line": 7, "end_col": 11 }"#
    );
}

#[test]
fn colour_is_only_around_words() {
    let mut printer = printer(
        &args(""),
        Style {
            suite: "ui",
            paint: Paint(true),
            show_output: false,
            report_time: false,
            live: false,
        },
    );
    let (case, result) = (case("ui", "a"), result(Status::Passed, "", 1));
    assert_eq!(
        printer.on(&Event::CaseEnded(&case, &result)),
        "test a ... \x1b[32mok\x1b[0m\n"
    );
}
