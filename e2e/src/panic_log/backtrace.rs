//! Backtraces without the frames that are the same in every test.

use std::fmt::Write as _;

/// The frames between the panic machinery and the harness.
///
/// Works on the text the standard library prints, and gives it back whole when it
/// does not look as expected.
pub(super) fn trim(text: &str) -> String {
    let frames = frames(text);
    let at = |name| {
        frames
            .iter()
            .position(|frame: &String| frame.contains(name))
    };
    let end = at("e2e::attempt::Attempt::body")
        .or_else(|| at("e2e::fixture::teardown::"))
        .unwrap_or(frames.len());
    let start = frames[..end]
        .iter()
        .rposition(|frame| is_machinery(frame))
        .map_or(0, |last| last + 1);
    let kept = &frames[start..end];
    if kept.is_empty() {
        return text.to_owned();
    }
    let mut out = String::new();
    for (number, frame) in kept.iter().enumerate() {
        let _ = writeln!(out, "{number:4}: {}", frame.trim_end());
    }
    out.push_str(
        "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.",
    );
    out
}

/// Each frame's text without its number; the lines that follow belong to it.
fn frames(text: &str) -> Vec<String> {
    let mut frames: Vec<String> = Vec::new();
    for line in text.lines() {
        let start = line
            .trim_start()
            .split_once(": ")
            .filter(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
        match (start, frames.last_mut()) {
            (Some((_, name)), _) => frames.push(format!("{name}\n")),
            (None, Some(frame)) => {
                frame.push_str(line);
                frame.push('\n');
            }
            (None, None) => {}
        }
    }
    frames
}

/// Frames between `panic!` and the hook. What a test calls may sit in `core` and
/// `std` too, so only the panicking parts of them count.
fn is_machinery(frame: &str) -> bool {
    let name = frame.lines().next().unwrap_or_default();
    [
        "core::panicking::",
        "std::panicking::panic",
        "std::panicking::begin_panic",
        "rust_begin_unwind",
        "core::result::unwrap_failed",
        "core::option::unwrap_failed",
        "core::option::expect_failed",
    ]
    .iter()
    .any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tests_own_frames_stay() {
        let text = "   0: e2e::panic_log::keep
   1: __rustc::rust_begin_unwind
             at /rustc/x/library/std/src/panicking.rs:689:5
   2: core::panicking::panic_fmt
   3: ui::login::{{closure}}
             at ./tests/ui.rs:24:9
   4: <core::pin::Pin<P> as core::future::future::Future>::poll
   5: e2e::attempt::Attempt::body::{{closure}}
   6: main
";
        assert_eq!(
            trim(text),
            "   0: ui::login::{{closure}}
             at ./tests/ui.rs:24:9
   1: <core::pin::Pin<P> as core::future::future::Future>::poll
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace."
        );
    }

    #[test]
    fn those_of_a_tear_down_stay_too() {
        let text = "   0: core::panicking::panic_fmt
   1: <ui::Db as e2e::fixture::Fixture>::teardown::{{closure}}
   2: e2e::fixture::teardown::Entry::new::{{closure}}
   3: main
";
        assert_eq!(
            trim(text).lines().next(),
            Some("   0: <ui::Db as e2e::fixture::Fixture>::teardown::{{closure}}")
        );
        assert_eq!(trim(text).lines().count(), 2);
    }

    #[test]
    fn what_is_not_understood_stays_whole() {
        assert_eq!(trim("disabled backtrace"), "disabled backtrace");
        assert_eq!(
            trim("   0: core::panicking::panic\n"),
            "   0: core::panicking::panic\n"
        );
    }
}
