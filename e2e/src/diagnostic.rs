//! How an [`Error`] reads: like a diagnostic of rustc.
//!
//! ```text
//! LOCATOR_AMBIGUOUS (ambiguous): "Delete" fits 3 buttons
//!   --> tests/billing.rs:14:11
//!    |
//! 14 | delete the invoice
//!    | ^^^^^^ which one?
//!    = note: button "Delete" in row "March"
//!    = help: name the row: "delete in the row March"
//! ```

use crate::error::Error;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::error::Error as _;
use std::fmt::Write as _;

/// The whole diagnostic as plain text, without a line break at the end.
pub(crate) fn render(error: &Error) -> String {
    let mut out = format!("{} ({}): {}", error.code(), error.class(), error.message());
    match (error.about(), error.location()) {
        (Some(sentence), location) => {
            let mut snippet = Snippet::source(&sentence.text).annotation(
                AnnotationKind::Primary
                    .span(sentence.span.clone())
                    .label(&sentence.label),
            );
            if let Some(location) = location {
                snippet = snippet
                    .path(&location.file)
                    .line_start(usize::try_from(location.line).unwrap_or(1));
            }
            let report = &[Level::ERROR.primary_title("").element(snippet)];
            let text = Renderer::plain().render(report);
            // The first line is the renderer's own headline; ours says more.
            for line in text.lines().skip(1) {
                match (line.split_once("--> "), location) {
                    // The renderer counts columns in the sentence; the place in the
                    // user's file is the call's.
                    (Some((indent, _)), Some(place)) if indent.trim().is_empty() => {
                        let _ = write!(out, "\n{indent}--> {place}");
                    }
                    _ => {
                        let _ = write!(out, "\n{}", line.trim_end());
                    }
                }
            }
        }
        (None, Some(location)) => {
            let _ = write!(out, "\n  --> {location}");
        }
        (None, None) => {}
    }
    for note in error.notes() {
        push(&mut out, "note", note);
    }
    let mut source = error.source();
    while let Some(cause) = source {
        push(&mut out, "cause", &cause.to_string());
        source = cause.source();
    }
    for help in error.helps() {
        push(&mut out, "help", help);
    }
    plain(&out)
}

/// The same text without what would make a terminal do something: a page may have any
/// character in its names. Those that turn the direction of a line are told, too.
fn plain(text: &str) -> String {
    let acts = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match acts(c) {
            true => out.extend(c.escape_unicode()),
            false => out.push(c),
        }
    }
    out
}

/// Adds `   = kind: text`, later lines indented under the first. A blank line
/// would end the message for readers that stop at one, so none is printed.
fn push(out: &mut String, kind: &str, text: &str) {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if let Some(first) = lines.next() {
        let _ = write!(out, "\n   = {kind}: {}", first.trim_end());
    }
    for line in lines {
        let _ = write!(out, "\n       {}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use crate::{Code, Error, SourceLocation};

    #[test]
    fn no_name_of_a_page_acts_on_the_terminal() {
        let error = Error::new(
            Code::LocatorNotFound,
            "no control is called \"a\u{1b}[2Jb\"",
        )
        .note("button \"x\u{7}\u{202e}y\tz\"");
        let text = format!("{error:?}");
        assert!(
            !text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\t']),
            "{text:?}"
        );
        assert!(text.contains("\\u{1b}[2Jb"), "{text:?}");
    }

    #[test]
    fn a_diagnostic_shows_sentence_place_notes_and_help() {
        let error = Error::new(Code::LocatorAmbiguous, "\"Delete\" fits 3 buttons")
            .sentence("delete the invoice", 0..6, "which one?")
            .at(SourceLocation {
                file: "tests/billing.rs".into(),
                line: 14,
                column: 11,
            })
            .note("button \"Delete\" in row \"March\"\nbutton \"Delete\" in row \"April\"")
            .help("name the row");
        insta::assert_snapshot!(format!("{error:?}"), @r#"
        LOCATOR_AMBIGUOUS (ambiguous): "Delete" fits 3 buttons
          --> tests/billing.rs:14:11
           |
        14 | delete the invoice
           | ^^^^^^ which one?
           = note: button "Delete" in row "March"
               button "Delete" in row "April"
           = help: name the row
        "#);
    }
}
