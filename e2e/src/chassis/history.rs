//! The conversation of one run, kept in a form that can be rewritten.
//!
//! Provider messages are made from it for every request. Whole states and pictures
//! are marked as such, so that superseded ones can be found and cut.

use crate::model::{Image, Message, Part, Role, ToolCall, ToolResult};
use crate::secret::mask::Mask;
use std::borrow::Cow;

/// What an executor may do to the conversation before each request.
///
/// The default cuts superseded whole states and pictures; an executor that shows
/// neither needs nothing else.
pub trait Prepare: Send + Sync {
    /// Rewrites the history. A returned reason ends the working part of the step:
    /// from now on the model may only conclude.
    fn prepare(&self, history: &mut History) -> Option<String>;
}

/// Cuts superseded whole states, then superseded pictures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prepared;

impl Prepare for Prepared {
    fn prepare(&self, history: &mut History) -> Option<String> {
        history.cut_stale_screens(STALE_SCREENS);
        history.cut_stale_images();
        None
    }
}

/// Superseded whole states may stay up to this many bytes together: rewriting the
/// history defeats the provider's prefix cache, so it is done rarely and at once.
pub const STALE_SCREENS: usize = 32 * 1024;

/// The conversation so far.
#[derive(Clone, Debug, Default)]
pub struct History {
    pub(super) entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The opening, and notices of the loop.
    User(Said),
    /// A reply, as it came.
    Assistant(Vec<Part>),
    /// What came of the reply's calls, in their order.
    Results(Vec<Outcome>),
}

/// Text with a whole state and a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) screen: Screen,
    pub(super) image: Picture,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Screen {
    #[default]
    None,
    Shown(String),
    Cut,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Picture {
    #[default]
    None,
    Shown(Image),
    Cut,
}

/// What came of one call.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) call_id: String,
    pub(super) name: String,
    pub(super) said: Said,
    pub(super) weight: Weight,
}

/// What an outcome says about whether the model gets anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Succeeded,
    Failed,
    /// Nothing: a verdict sent back, a call that was skipped.
    Neutral,
}

impl From<&str> for Said {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }
}

impl Said {
    /// The text with the state under it, or with what stands in its place.
    pub(super) fn render(&self) -> String {
        let mut out = self.text.clone();
        let mut line = |text: &str| {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(text);
        };
        match &self.screen {
            Screen::None => {}
            Screen::Shown(screen) => line(screen),
            Screen::Cut => line("[What was shown here is superseded by what was shown later.]"),
        }
        if self.image == Picture::Cut {
            line("[The picture that was here is superseded by a later one.]");
        }
        out
    }

    fn image(&self) -> Option<&Image> {
        match &self.image {
            Picture::Shown(image) => Some(image),
            _ => None,
        }
    }
}

impl Entry {
    fn said(&mut self) -> impl DoubleEndedIterator<Item = &mut Said> {
        let (one, many): (Option<&mut Said>, &mut [Outcome]) = match self {
            Entry::User(said) => (Some(said), &mut []),
            Entry::Assistant(_) => (None, &mut []),
            Entry::Results(outcomes) => (None, outcomes),
        };
        one.into_iter()
            .chain(many.iter_mut().map(|outcome| &mut outcome.said))
    }
}

impl History {
    pub(super) fn notice(&mut self, text: &str) {
        self.entries.push(Entry::User(Said::from(text)));
    }

    /// Masks secrets in what was said to the model from this entry on.
    pub(super) fn mask(&mut self, from: usize, mask: &Mask) {
        let entries = self.entries.iter_mut().skip(from);
        for said in entries.flat_map(Entry::said) {
            if let Cow::Owned(clean) = mask.redact(&said.text) {
                said.text = clean;
            }
            if let Screen::Shown(screen) = &mut said.screen
                && let Cow::Owned(clean) = mask.redact(screen)
            {
                *screen = clean;
            }
        }
    }

    /// Everything said with a state or a picture, oldest first.
    pub(super) fn all_said(&mut self) -> impl DoubleEndedIterator<Item = &mut Said> {
        self.entries.iter_mut().flat_map(Entry::said)
    }

    /// Every call so far, oldest first.
    pub(super) fn calls(&self) -> impl DoubleEndedIterator<Item = &ToolCall> {
        self.entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Assistant(parts) => Some(parts),
                _ => None,
            })
            .flatten()
            .filter_map(|part| match part {
                Part::ToolCall(call) => Some(call),
                _ => None,
            })
    }

    /// Every outcome so far, oldest first.
    pub(super) fn outcomes(&self) -> impl DoubleEndedIterator<Item = &Outcome> {
        self.entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Results(outcomes) => Some(outcomes),
                _ => None,
            })
            .flatten()
    }

    /// The conversation as messages.
    pub(super) fn messages(&self) -> Vec<Message> {
        self.entries.iter().map(message).collect()
    }
}

fn message(entry: &Entry) -> Message {
    let (role, parts) = match entry {
        Entry::User(said) => {
            let image = said.image().cloned().map(Part::Image);
            let parts = std::iter::once(Part::Text(said.render()))
                .chain(image)
                .collect();
            (Role::User, parts)
        }
        Entry::Assistant(parts) => (Role::Assistant, parts.clone()),
        Entry::Results(outcomes) => {
            let parts = outcomes
                .iter()
                .map(|outcome| {
                    Part::ToolResult(ToolResult {
                        call_id: outcome.call_id.clone(),
                        name: outcome.name.clone(),
                        text: outcome.said.render(),
                        image: outcome.said.image().cloned(),
                        failed: outcome.weight == Weight::Failed,
                    })
                })
                .collect();
            (Role::Tool, parts)
        }
    };
    Message { role, parts }
}
