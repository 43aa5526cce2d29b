//! What an action did, as the engine saw it, and what that means for the verb.

use super::ready::Ready;
use super::verb::Verb;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text;
use serde::Deserialize;

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
    /// The focus moved; `field`: it is on something text can be typed into.
    pub(super) focus: bool,
    pub(super) field: bool,
    /// Windows or tabs opened beside this page.
    pub(super) opened: u32,
    /// Requests sent, and those still open.
    pub(super) requests: u32,
    pub(super) open: i64,
    /// Input events seen, whether one reached the target, and what got one instead.
    pub(super) events: u32,
    pub(super) reached: bool,
    pub(super) other: String,
    /// The target is still part of the page.
    pub(super) attached: bool,
    pub(super) checked: Option<String>,
    /// The field's value, unless it is secret; its length; whether it differs.
    pub(super) value: Option<String>,
    pub(super) length: Option<usize>,
    pub(super) edited: bool,
}

impl Effects {
    /// Whether anything happened that a person or the server could notice.
    pub(super) fn visible(&self, verb: &Verb) -> bool {
        self.changed
            || self.moved
            || self.scrolled
            || self.drawn
            || self.leaving
            || self.edited
            || self.requests > 0
            || self.opened > 0
            || (self.focus && (self.field || matches!(verb, Verb::Press { .. })))
    }

    /// Whether the event arrived; `None` where it cannot be known.
    ///
    /// # Errors
    ///
    /// It arrived somewhere else, or nowhere at all.
    pub(super) fn arrival(&self, verb: &Verb, ready: &Ready) -> Result<Option<bool>> {
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

    /// Whether the field holds what was typed; a note where it shows it differently.
    ///
    /// # Errors
    ///
    /// The field took nothing of it.
    pub(super) fn typed(&self, text: &str, replace: bool, target: &str) -> Result<Option<String>> {
        // A line break may send the form and empty the field.
        if !self.attached || text.contains(['\n', '\r']) {
            return Ok(None);
        }
        let Some(length) = self.length else {
            return Ok(None);
        };
        let ignored = |seen: String| {
            Error::new(
                Code::ActionFailed,
                format!("{target} did not take what was typed"),
            )
            .note(seen)
            .help("look at the page: the field may refuse these characters or be full")
        };
        let Some(value) = &self.value else {
            return if length == 0 && !text.is_empty() {
                Err(ignored("the field is still empty".into()))
            } else {
                Ok(None)
            };
        };
        let (have, want) = (text::collapse(value), text::collapse(text));
        let holds = if replace {
            have == want
        } else {
            have.contains(&want)
        };
        if holds || want.is_empty() && !replace {
            return Ok(None);
        }
        if !self.edited {
            return Err(ignored(format!(
                "it still reads \"{}\"",
                text::clip(&have, 200)
            )));
        }
        Ok(Some(format!(
            "the field now reads \"{}\"",
            text::clip(&have, 200)
        )))
    }
}
