//! Why an attempt failed, and the one form every reader gets it in.
//!
//! ```text
//! thread 'billing::upgrades' panicked at tests/billing.rs:14:5:
//! Error: LOCATOR_NOT_FOUND (app): no button is named "Upgrade"
//! note: the test returned an error
//! ```
//!
//! Editors and test runners look for exactly this head, and for a `note:` at the end.

use crate::code::Code;
use crate::error::{Error, SourceLocation};
use crate::panic_log::Panic;
use crate::report::record::FailureRecord;
use std::fmt::Write as _;

/// Why an attempt failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    location: SourceLocation,
    /// The call that failed, when an error names it; the head keeps to the test.
    call: Option<SourceLocation>,
    code: Option<Code>,
    /// What to quote: one line or a few.
    headline: String,
    /// The message as printed under the head.
    message: String,
    backtrace: Option<String>,
    notes: Vec<String>,
}

impl Failure {
    /// A failure that is not a panic: the test's own location stands in the head.
    pub(crate) fn new(location: SourceLocation, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            location,
            call: None,
            code: None,
            message: format!("Error: {text}"),
            headline: text,
            backtrace: None,
            notes: Vec::new(),
        }
    }

    /// One of our errors.
    pub(crate) fn error(location: SourceLocation, error: &Error) -> Self {
        Self {
            call: error.location().cloned(),
            code: Some(error.code()),
            headline: error.message().to_owned(),
            ..Self::new(location, format!("{error:?}"))
        }
    }

    /// The same with another text under the head.
    pub(crate) fn with_text(mut self, text: &str) -> Self {
        self.message = format!("Error: {text}");
        self
    }

    /// A panic.
    pub(crate) fn panic(panic: &Panic) -> Self {
        Self {
            location: panic.location.clone(),
            call: None,
            code: None,
            headline: panic.message.clone(),
            message: panic.message.clone(),
            backtrace: panic.backtrace.clone(),
            notes: Vec::new(),
        }
    }

    /// The same with every text passed through `rewrite`, for redaction.
    pub(crate) fn map_text(mut self, rewrite: impl Fn(&str) -> String) -> Self {
        let texts = [&mut self.headline, &mut self.message];
        for text in texts
            .into_iter()
            .chain(&mut self.backtrace)
            .chain(&mut self.notes)
        {
            *text = rewrite(text);
        }
        self
    }

    /// Adds a note; the text always ends with at least one.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The whole text, with a line break at the end.
    pub(crate) fn render(&self, name: &str) -> String {
        let Self {
            location, message, ..
        } = self;
        let mut out = format!(
            "thread '{name}' panicked at {location}:\n{}\n",
            message.trim_end()
        );
        if let Some(backtrace) = &self.backtrace {
            let _ = writeln!(out, "stack backtrace:\n{}", backtrace.trim_end());
        }
        for note in &self.notes {
            let _ = writeln!(out, "note: {}", note.trim_end());
        }
        out
    }

    /// The same for the report.
    pub(crate) fn record(&self, name: &str) -> FailureRecord {
        FailureRecord {
            code: self.code,
            class: self.code.map(Code::class),
            message: self.headline.clone(),
            diagnostic: self.render(name),
            location: self.call.clone().or_else(|| Some(self.location.clone())),
        }
    }
}

/// What the standard library says when it prints no backtrace.
pub(crate) const BACKTRACE_NOTE: &str =
    "run with `RUST_BACKTRACE=1` environment variable to display a backtrace";
