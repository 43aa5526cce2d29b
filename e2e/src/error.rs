//! The one error type of the public API.
//!
//! An [`Error`] is a diagnostic, not a string: a closed [`Code`], a headline that
//! says what was tried, the sentence with the part in question, what was seen, and
//! what to do next. [`std::fmt::Debug`] prints the whole diagnostic, because that is
//! what a test returning `Err` shows; [`std::fmt::Display`] prints the headline.

use crate::code::{Class, Code};
use crate::diagnostic;
use std::error::Error as StdError;
use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

/// Shorthand for results of this crate; a test can simply return `e2e::Result`.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why something did not work, with everything a person needs to act on it.
///
/// ```
/// use e2e::{Code, Error};
///
/// let error = Error::new(Code::LocatorNotFound, "no button is named \"Upgrade\"")
///     .note("buttons on the page: \"Upgrade to Pro\", \"Cancel\"")
///     .help("write the name as the page shows it");
/// assert_eq!(error.code(), Code::LocatorNotFound);
/// assert!(format!("{error:?}").contains("= help: write the name"));
/// ```
#[derive(Clone)]
pub struct Error {
    inner: Box<Inner>,
}

#[derive(Clone)]
struct Inner {
    code: Code,
    message: String,
    blocked: bool,
    sentence: Option<Sentence>,
    location: Option<SourceLocation>,
    notes: Vec<String>,
    help: Vec<String>,
    points: Vec<Pointed>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// An element of the page that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// The id it is known by.
    pub(crate) id: String,
    /// In words: `button "Save"`.
    pub(crate) what: String,
}

/// The sentence a diagnostic talks about, with the part in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence as the test wrote it.
    pub text: String,
    /// Byte range of the part in question; the whole sentence when empty.
    pub span: Range<usize>,
    /// What is said under the marked part, possibly nothing.
    pub label: String,
}

/// A place in the user's source.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SourceLocation {
    /// Path as the compiler gives it, relative to the workspace root.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1.
    pub column: u32,
}

impl From<&Location<'_>> for SourceLocation {
    fn from(location: &Location<'_>) -> Self {
        Self {
            file: location.file().to_owned(),
            line: location.line(),
            column: location.column(),
        }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Error {
    /// Starts a diagnostic. `message` is a fragment: what was tried, on what, and
    /// what went wrong, without a full stop.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            inner: Box::new(Inner {
                code,
                message: message.into(),
                blocked: false,
                sentence: None,
                location: None,
                notes: Vec::new(),
                help: Vec::new(),
                points: Vec::new(),
                source: None,
            }),
        }
    }

    /// Adds what was seen. May span several lines.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.inner.notes.push(note.into());
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.inner.help.push(help.into());
        self
    }

    /// Sets the sentence and the byte range of the part in question.
    /// A range outside the sentence or off its character bounds marks all of it.
    #[must_use]
    pub fn sentence(
        mut self,
        text: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        let text = text.into();
        let span = if text.get(span.clone()).is_some_and(|part| !part.is_empty()) {
            span
        } else {
            0..text.len()
        };
        self.inner.sentence = Some(Sentence {
            text,
            span,
            label: label.into(),
        });
        self
    }

    /// Sets the place in the user's source, unless one is set already: the
    /// innermost call knows best.
    #[must_use]
    pub fn at(mut self, location: impl Into<SourceLocation>) -> Self {
        self.inner.location.get_or_insert_with(|| location.into());
        self
    }

    /// Marks that something outside the step stopped it, as opposed to the product
    /// answering wrongly.
    #[must_use]
    pub fn blocked(mut self) -> Self {
        self.inner.blocked = true;
        self
    }

    /// Sets the elements of the page that it is about, to be marked in the picture.
    #[must_use]
    pub(crate) fn pointing(mut self, points: impl IntoIterator<Item = Pointed>) -> Self {
        self.inner.points = points.into_iter().collect();
        self
    }

    /// The elements of the page that it is about.
    pub(crate) fn points(&self) -> &[Pointed] {
        &self.inner.points
    }

    /// Keeps the error this one came from.
    #[must_use]
    pub fn caused_by(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.inner.source = Some(Arc::new(source));
        self
    }

    /// The closed failure code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.inner.code
    }

    /// Who has to act; follows from the code.
    #[must_use]
    pub fn class(&self) -> Class {
        self.inner.code.class()
    }

    /// The headline, without code and class.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// Whether something outside the step stopped it.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.inner.blocked
    }

    /// Where in the user's source it happened, when known.
    #[must_use]
    pub fn location(&self) -> Option<&SourceLocation> {
        self.inner.location.as_ref()
    }

    /// The sentence it is about, when it is about one.
    #[must_use]
    pub fn about(&self) -> Option<&Sentence> {
        self.inner.sentence.as_ref()
    }

    /// What was seen.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.inner.notes
    }

    /// What to do next.
    #[must_use]
    pub fn helps(&self) -> &[String] {
        &self.inner.help
    }

    /// The same error with every text passed through `rewrite`, for redaction.
    #[must_use]
    pub fn map_text(mut self, rewrite: impl Fn(&str) -> String) -> Self {
        let inner = &mut *self.inner;
        inner.message = rewrite(&inner.message);
        for text in inner.notes.iter_mut().chain(&mut inner.help) {
            *text = rewrite(text);
        }
        if let Some(sentence) = &mut inner.sentence {
            let text = rewrite(&sentence.text);
            if text != sentence.text {
                sentence.span = 0..text.len();
                sentence.text = text;
            }
            sentence.label = rewrite(&sentence.label);
        }
        // A source cannot be rewritten, and its text may hold what must not leave.
        if let Some(source) = inner.source.take() {
            inner
                .notes
                .push(format!("cause: {}", rewrite(&source.to_string())));
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&diagnostic::render(self))
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.inner
            .source
            .as_deref()
            .map(|source| source as &(dyn StdError + 'static))
    }
}
