//! The JUnit file: XML that every reader takes.

use super::*;

#[test]
fn junit_is_well_formed_whatever_a_test_prints() {
    let text = transcript("--format junit", false);
    assert!(text.contains("<testsuite name=\"ui\" tests=\"6\" failures=\"1\""));
    assert!(text.contains(
        "<failure message=\"boom\" type=\"failure\">thread 'a::fails' panicked at t.rs:1:2:\nboom\nnote: n\n</failure>"
    ));
    assert!(text.contains("<skipped message=\"no &quot;key&quot;&#10;yet\"/>"));
    assert!(text.contains("<system-out>half a line</system-out>"));
}

#[test]
fn junit_holds_no_character_that_xml_does_not() {
    let mut junit = printer(&args("--format junit"), plain_style());
    let case = case("ui::a", "b");
    let failed = Status::Failed("head\n\x1b[1;31mred\x1b[0m\x1b] ]]> \u{fffe}\r\n".to_owned());
    let result = result(failed, "\0 &amp; \x07\ttab", 1);
    junit.on(&Event::CaseEnded(&case, &result));
    let text = junit.on(&Event::RunEnded(&Summary::default()));
    assert!(
        text.contains("message=\"red\u{fffd}] ]]&gt; \u{fffd}\""),
        "{text}"
    );
    assert!(
        text.contains("<system-out>\u{fffd} &amp;amp; \u{fffd}\ttab</system-out>"),
        "{text}"
    );
}

/// A schema says what may stand where; this is the one that Jenkins checks with, as
/// far as it concerns what is written here.
const JUNIT: &[(&str, &str, &[&str])] = &[
    ("testsuites", "", &[]),
    (
        "testsuite",
        "testsuites",
        &["name", "tests", "failures", "errors", "skipped", "time"],
    ),
    ("testcase", "testsuite", &["classname", "name", "time"]),
    ("failure", "testcase", &["message", "type"]),
    ("rerunFailure", "testcase", &["message", "type"]),
    ("flakyFailure", "testcase", &["message", "type"]),
    ("skipped", "testcase", &["message"]),
    ("system-out", "testcase", &[]),
    ("system-err", "testsuite", &[]),
];

#[test]
fn junit_has_only_what_its_schema_knows() {
    let case = |name| case("ui::a", name);
    let (flaky, lost) = (case("flaky"), case("lost"));
    let ran = |case: &Case, number: u32, text: &str| {
        let place = case.def().location();
        let failure = crate::failure::Failure::new(place, text).note("n <&>");
        crate::harness::engine::Ran::failed(case, number, &failure, String::new())
    };
    let mut printer = printer(&args("--format junit"), plain_style());
    let mut out = String::new();
    for (case, number) in [(&flaky, 1), (&lost, 1), (&lost, 2)] {
        out.push_str(&printer.on(&Event::Attempted(&ran(case, number, "boom \"x\""))));
    }
    let failed = Status::Failed("thread 'a::lost' panicked at t.rs:1:2:\nboom\n".to_owned());
    let mut summary = Summary {
        problems: vec!["tear-down of `Database` failed".to_owned()],
        ..Summary::default()
    };
    for (case, result) in [
        (&flaky, result(Status::Passed, "", 2)),
        (&lost, result(failed, "out", 2)),
        (&case("later"), CaseResult::ignored("why")),
    ] {
        summary.count(&result);
        out.push_str(&printer.on(&Event::CaseEnded(case, &result)));
    }
    out.push_str(&printer.on(&Event::RunEnded(&summary)));
    for (element, count) in [("flakyFailure", 1), ("rerunFailure", 1), ("failure", 1)] {
        assert_eq!(out.matches(&format!("<{element} ")).count(), count, "{out}");
    }
    assert!(
        out.contains("errors=\"1\"") && out.contains("<system-err>"),
        "{out}"
    );

    let mut open: Vec<&str> = vec![""];
    for tag in out.split('<').skip(2) {
        let (tag, text) = tag.split_once('>').unwrap();
        let holds_text = tag.starts_with("system-") || tag.contains("ailure ");
        assert!(holds_text || text.trim().is_empty(), "<{tag}>{text}");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        let known = JUNIT.iter().find(|(element, ..)| *element == name);
        let (_, parent, attributes) = known.unwrap_or_else(|| panic!("<{tag}>"));
        assert_eq!(open.last(), Some(parent), "<{tag}>");
        // Every second part between quotation marks is a value.
        let written: Vec<&str> = tag.split('"').step_by(2).map(str::trim).collect();
        let written = written
            .iter()
            .filter_map(|part| part.rsplit_once(' ').or(Some(("", part))));
        let written: Vec<&str> = written
            .filter_map(|(_, attribute)| attribute.strip_suffix('='))
            .collect();
        assert_eq!(written, *attributes, "<{tag}>");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, [""]);
}

#[test]
fn junit_names_the_binary_and_what_was_expected() {
    let mut junit = printer(&args("--format junit"), plain_style());
    let text = "thread 'b' panicked at t.rs:1:2:\nbar\nnote: panic did not contain expected string\n      panic message: \"bar\"\n";
    let result = result(Status::Failed(text.to_owned()), "", 1);
    junit.on(&Event::CaseEnded(&case("ui", "b"), &result));
    let text = junit.on(&Event::RunEnded(&Summary::default()));
    for part in [
        "<testsuite name=\"ui\" ",
        "<testcase classname=\"ui\" name=\"b\" ",
        "<failure message=\"panic did not contain expected string\" ",
    ] {
        assert!(text.contains(part), "{text}");
    }
}
