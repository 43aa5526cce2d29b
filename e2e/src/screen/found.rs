//! What the engine says about a query, and the errors that follow from it.

use super::query::{Query, Step};
use crate::code::Code;
use crate::error::{Error, Pointed};
use crate::page::Terms;
use crate::page::node::NodeId;
use crate::text;
use serde::Deserialize;
use std::time::Duration;

/// How many names a message lists.
const LISTED: usize = 8;

/// What a query came to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Found {
    /// How many elements fit.
    pub(super) count: usize,
    /// The first of them.
    pub(super) matches: Vec<Match>,
    /// Why the selector cannot be used.
    pub(super) invalid: Option<String>,
    /// What to say when nothing fits.
    pub(super) absence: Option<Absence>,
    /// How long it was waited for, milliseconds.
    pub(super) waited: f64,
    /// How many frames of other origins there are, which this says nothing of.
    pub(super) frames: usize,
}

/// One element that fits.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Match {
    pub(super) id: NodeId,
    /// In words: `button "Save"`.
    what: String,
    /// What it is in, in words.
    place: String,
    visible: bool,
}

impl Match {
    /// What an action on it goes by: that it still is what was found.
    pub(super) fn terms(&self, left: Duration) -> Terms {
        Terms {
            limit: Some(left),
            meant: Some(self.what.clone()),
            ..Terms::default()
        }
    }
}

/// Where a query ran empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Absence {
    /// How many elements were left after each step.
    counts: Vec<usize>,
    /// What the empty step could have meant.
    near: Vec<String>,
    /// The status of the page, where its server said that there is none.
    status: Option<u16>,
    /// Where the words are in the page, which does not show them.
    unshown: Option<String>,
}

impl Absence {
    /// Takes in what another document says.
    pub(super) fn join(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.near.extend(other.near);
        self.unshown = self.unshown.take().or(other.unshown);
    }
}

impl Found {
    /// The one element, or why there is none.
    pub(super) fn one(&self, query: &Query) -> Result<&Match, Error> {
        match (&self.invalid, self.matches.as_slice()) {
            (Some(why), _) => Err(invalid(query, why)),
            (None, [one]) if self.count == 1 => Ok(one),
            (None, []) => Err(self.absent(query, Code::LocatorNotFound)),
            (None, _) => Err(self.ambiguous(query)),
        }
    }

    pub(super) fn ambiguous(&self, query: &Query) -> Error {
        let mut lines: Vec<String> = self
            .matches
            .iter()
            .take(LISTED)
            .map(Match::in_words)
            .collect();
        if self.count > lines.len() {
            lines.push(format!("{} more", self.count - lines.len()));
        }
        Error::new(
            Code::LocatorAmbiguous,
            format!("{query} fits {} elements, and one is needed", self.count),
        )
        .note(lines.join("\n"))
        .pointing(self.points())
        .help("narrow it: `.name(exact(…))`, look inside another locator, or take `.first()`, `.nth(…)`")
    }

    /// What fits, to be marked in the picture.
    pub(super) fn points(&self) -> impl Iterator<Item = Pointed> {
        self.matches.iter().take(LISTED).map(|one| Pointed {
            id: one.id.0.clone(),
            what: one.what.clone(),
        })
    }

    pub(super) fn absent(&self, query: &Query, code: Code) -> Error {
        let mut error = Error::new(code, format!("{query} fits nothing on the page"));
        let Some(absence) = &self.absence else {
            return error;
        };
        if let Some(status) = absence.status {
            error = error.note(format!(
                "the server answered with status {status} for this page"
            ));
        }
        if let Some(place) = &absence.unshown {
            error = error.note(text::unshown(place));
        }
        let at = absence.counts.iter().position(|count| *count == 0);
        let Some(step) = at.and_then(|at| query.steps.get(at)) else {
            return error;
        };
        if let Some(before) = at.filter(|at| *at > 0) {
            let count = absence.counts[before - 1];
            error = error.note(format!(
                "{} fits {count} of them; {step} fits nothing there",
                Query {
                    steps: query.steps[..before].to_vec()
                }
            ));
        }
        if let Step::Find { by, text, .. } = step {
            let listed = nearest(&absence.near, text.as_deref().unwrap_or_default());
            if !by.listed().is_empty() {
                error = error.note(match listed.as_str() {
                    "" => format!("{}: none", by.listed()),
                    listed => format!("{}: {listed}", by.listed()),
                });
            }
        }
        error
    }

    /// How long it was tried, for messages.
    pub(super) fn tried(&self) -> String {
        format!(
            "tried for {}",
            text::show_duration(Duration::from_secs_f64((self.waited / 1e3).clamp(0.0, 1e6)))
        )
    }
}

impl Match {
    pub(super) fn visible(&self) -> bool {
        self.visible
    }

    pub(super) fn in_words(&self) -> String {
        let place = match self.place.as_str() {
            "" => String::new(),
            place => format!(" in {place}"),
        };
        let hidden = if self.visible { "" } else { " (hidden)" };
        format!("{}{place}{hidden}", self.what)
    }
}

fn invalid(query: &Query, why: &str) -> Error {
    Error::new(
        Code::InvalidArgument,
        format!("{query} cannot be looked for"),
    )
    .note(why.to_owned())
    .help("write a CSS selector that `querySelectorAll` takes")
}

/// Names in quotation marks, those most like `word` first.
fn nearest(names: &[String], word: &str) -> String {
    let wanted = word.to_lowercase();
    let mut scored: Vec<(f64, &String)> = names
        .iter()
        .map(|name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
        .collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let more = scored.len().saturating_sub(LISTED);
    let mut parts: Vec<String> = scored
        .iter()
        .take(LISTED)
        .map(|(_, name)| format!("\"{}\"", text::clip(name, 60)))
        .collect();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    parts.join(", ")
}
