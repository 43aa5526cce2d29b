//! What an action did, as the engine saw it, and what that means for the verb.

use super::abroad::Abroad;
use super::marks::Meant;
use super::ready::Ready;
use super::verb::Verb;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use std::time::Duration;

/// What the engine saw between arming and quiet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Effects {
    /// The listed screen differs.
    pub(super) changed: bool,
    /// The address differs.
    pub(super) moved: bool,
    pub(super) scrolled: bool,
    /// Something drawn differs that the listing does not tell.
    pub(super) drawn: bool,
    /// The page was about to be left.
    pub(super) leaving: bool,
    /// The focus moved; `field`: to what text can be typed into, or to the row or item
    /// that was pressed, which keys act on then.
    pub(super) focus: bool,
    pub(super) field: bool,
    /// Windows or tabs opened beside this page.
    pub(super) opened: u32,
    /// Questions the page asked in a dialog.
    pub(super) asked: u32,
    /// Dialogs that opened by themselves.
    pub(super) strays: u32,
    /// Requests that the press sent, and how many are still open; in words those that
    /// show nothing or that the page sent by itself.
    pub(super) requests: u32,
    pub(super) open: i64,
    pub(super) discounted: Vec<String>,
    /// What changed by itself meanwhile, in words.
    pub(super) background: Vec<String>,
    /// What the page threw in answer to the press.
    pub(super) threw: Vec<String>,
    /// Fields that keep their form from being sent, with what the browser says of each.
    pub(super) unfit: Vec<String>,
    /// Input events seen, whether one reached the target, and what got one instead.
    pub(super) events: u32,
    pub(super) reached: bool,
    /// The press began on the target, and came to no click there; `taken`: what it was
    /// for happened at the press.
    pub(super) begun: bool,
    pub(super) taken: bool,
    pub(super) other: String,
    /// What the target had become by the time the press reached it.
    pub(super) became: String,
    /// What would have got the input instead of the target, and was kept from it.
    pub(super) kept: String,
    /// What became of the place the target was named with, once the press had begun.
    pub(super) strayed: String,
    /// Requests to other origins.
    pub(super) abroad: Vec<Abroad>,
    /// What was kept from it, or what got it.
    pub(super) by: Option<Meant>,
    /// How long the next document was waited for that never came.
    #[serde(skip)]
    pub(super) unanswered: Option<Duration>,
    /// An address that another program opens was handed over to it.
    pub(super) handed: String,
    /// The document of the target is not there any more: it stood in a frame.
    #[serde(skip)]
    pub(super) gone: bool,
    /// The target was turned over, and back again.
    pub(super) took_back: bool,
    /// The target is still part of the page.
    pub(super) attached: bool,
    pub(super) checked: Option<String>,
    /// The field's value, unless it is secret; its length; whether it differs.
    pub(super) value: Option<String>,
    pub(super) length: Option<usize>,
    pub(super) edited: bool,
    /// What it held before, unless it is secret, and the length of that.
    pub(super) held: Option<String>,
    pub(super) held_length: usize,
    /// What the fields of a code read together, where the focus went on from the target
    /// through others.
    pub(super) spread: Option<String>,
}

/// Said of what came to nothing at all.
pub(super) const NOTHING: &str = "nothing on the page changed or moved, and no request was sent";

/// Said of a page whose next document is on its way.
pub(super) const LEAVING: &str = "the page began to load another one, which has not answered yet";

/// Said of input that was stopped before it reached anything.
pub(super) const KEPT: &str = "it was stopped before it reached anything";

impl Effects {
    /// Of a document that is not there any more.
    pub(super) fn left() -> Self {
        Self {
            moved: true,
            gone: true,
            ..Self::default()
        }
    }

    /// Takes in what a document around this one saw. What became of the target only its
    /// own document knows.
    pub(super) fn join(&mut self, outer: Self) {
        self.changed |= outer.changed;
        self.moved |= outer.moved;
        self.scrolled |= outer.scrolled;
        self.drawn |= outer.drawn;
        self.leaving |= outer.leaving;
        self.focus |= outer.focus;
        self.field |= outer.field;
        self.opened += outer.opened;
        if self.handed.is_empty() {
            self.handed = outer.handed;
        }
        self.asked += outer.asked;
        self.strays += outer.strays;
        self.requests += outer.requests;
        self.open += outer.open;
        self.discounted.extend(outer.discounted);
        self.background.extend(outer.background);
        self.threw.extend(outer.threw);
        self.unfit.extend(outer.unfit);
        self.abroad.extend(outer.abroad);
        if self.by.is_none() {
            self.by = outer.by;
        }
        if self.kept.is_empty() {
            self.kept = outer.kept;
        }
        if self.strayed.is_empty() {
            self.strayed = outer.strayed;
        }
        if self.other.is_empty() && self.events == 0 {
            self.other = outer.other;
        }
    }

    /// Whether anything happened that needs no second look.
    pub(super) fn happened(&self) -> bool {
        !self.kept.is_empty() || !self.strayed.is_empty() || self.is_seen()
    }

    fn is_seen(&self) -> bool {
        self.changed
            || self.moved
            || self.scrolled
            || self.drawn
            || self.leaving
            || self.edited
            || self.requests > 0
            || self.opened > 0
            || !self.handed.is_empty()
    }

    /// Whether anything happened that a person or the server could notice.
    pub(super) fn visible(&self, verb: &Verb) -> bool {
        if self.took_back && !self.changed && !self.moved && !self.leaving {
            return false;
        }
        self.is_seen() || (self.focus && (self.field || matches!(verb, Verb::Press { .. })))
    }

    /// What was seen of an action that had no visible effect, in words.
    pub(super) fn unseen(&self, ready: &Ready) -> Vec<String> {
        // What went wrong comes first: most often it is why.
        let failed = self.threw.iter();
        let mut notes: Vec<String> = failed
            .map(|threw| format!("the page failed at it: {threw}"))
            .collect();
        if !self.background.is_empty() {
            notes.push(format!(
                "only this changed, and not because of it: {}",
                self.background.join("; ")
            ));
        }
        if !self.discounted.is_empty() {
            notes.push(format!(
                "sent meanwhile, and no effect of it: {}",
                self.discounted.join("; ")
            ));
        }
        if self.took_back {
            notes.push("it was turned over, and the page turned it back".to_owned());
        }
        if self.strays > 0 {
            notes.push("the page opened the dialog by itself, not because of it".to_owned());
        }
        if notes.len() == self.threw.len() {
            notes.push(NOTHING.to_owned());
        }
        if ready.role == "canvas" {
            notes.push("what is drawn on it is seen by a picture only".to_owned());
        }
        notes
    }

    /// Whether the event arrived; `None` where it cannot be known.
    ///
    /// # Errors
    ///
    /// It arrived somewhere else, or nowhere at all.
    pub(super) fn arrival(&self, verb: &Verb, ready: &Ready) -> Result<Option<bool>> {
        if !self.kept.is_empty() {
            return Err(Error::new(
                Code::NotActionable,
                format!(
                    "the {} aimed at {} would have reached {}",
                    verb.name(),
                    ready.target,
                    self.kept
                ),
            )
            .note(KEPT)
            .help("look at the page: it changed at the last moment"));
        }
        if !self.strayed.is_empty() {
            return Err(Error::new(
                Code::ActionFailed,
                format!(
                    "{} was not what was named any more when it was pressed: {}",
                    ready.target, self.strayed
                ),
            )
            .note(format!(
                "the {} had begun, and the rest of it was kept from the page",
                verb.name()
            ))
            .help(
                "look at the page before anything is repeated: what the press began may have acted",
            ));
        }
        if !self.became.is_empty() {
            return Err(Error::new(
                Code::ActionFailed,
                format!(
                    "{} became {} while it was pressed",
                    ready.target, self.became
                ),
            )
            .note(format!("the {} reached it under its new name", verb.name()))
            .help("look at the page before anything is repeated: what was hit may have acted"));
        }
        if self.reached {
            return Ok(Some(true));
        }
        if ready.set {
            return Ok(None);
        }
        // Another document takes events for itself; keys follow the focus.
        let listens = !matches!(ready.role.as_str(), "iframe" | "") || self.events > 0;
        if !matches!(
            verb,
            Verb::Tap { .. }
                | Verb::DoubleTap { .. }
                | Verb::RightClick { .. }
                | Verb::Check { .. }
        ) || !listens
        {
            return Ok(None);
        }
        let target = &ready.target;
        if self.taken {
            return Ok(None);
        }
        if self.begun && !self.leaving && !self.moved && self.attached && self.other.is_empty() {
            return Err(Error::new(
                Code::ActionFailed,
                format!("{target} was pressed, and no {} came of it", verb.name()),
            )
            .note("a script of the page stops it before it arrives, or keeps it for itself")
            .help("look at the page before anything is repeated: what was hit may have acted"));
        }
        if self.begun && !self.leaving && !self.moved {
            let error = Error::new(
                Code::ActionFailed,
                format!(
                    "the {} on {target} did not come to its end: the page replaced or moved it while it was pressed",
                    verb.name()
                ),
            )
            .help("look at the page before anything is repeated: what was hit may have acted");
            return Err(match self.other.as_str() {
                "" => error,
                other => error.note(format!("the rest of it landed on {other}")),
            });
        }
        if !self.other.is_empty() {
            return Err(Error::new(
                Code::ActionFailed,
                format!(
                    "the {} aimed at {target} landed on {}",
                    verb.name(),
                    self.other
                ),
            )
            .note("the page moved something under the pointer at the last moment")
            .help("look at the page before anything is repeated: what was hit may have acted"));
        }
        if self.changed || self.moved || self.leaving || self.requests > 0 {
            return Ok(None);
        }
        Err(Error::new(
            Code::ActionMayHaveCommitted,
            format!(
                "the {} was sent to {target}, but no event arrived there",
                verb.name()
            ),
        )
        .note("nothing on the page changed either")
        .help("look at the page before anything is repeated"))
    }
}
