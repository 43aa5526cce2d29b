//! One thing a person can do on a page, and what came of it.

use super::node::{NodeId, Observation};
use crate::browser::wire::{Chord, History};
use std::sync::Arc;

/// One thing a person can do on a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verb {
    /// Click or touch.
    Tap {
        /// On what.
        target: NodeId,
    },
    /// Two taps in quick succession.
    DoubleTap {
        /// On what.
        target: NodeId,
    },
    /// Open the context menu.
    RightClick {
        /// On what.
        target: NodeId,
    },
    /// Move the pointer over it.
    Hover {
        /// Over what.
        target: NodeId,
    },
    /// Type text; without a target into whatever has the focus.
    Type {
        /// Into what.
        target: Option<NodeId>,
        /// The text.
        text: String,
        /// Clears the field first.
        replace: bool,
    },
    /// Press a chord; without a target on whatever has the focus.
    Press {
        /// On what.
        target: Option<NodeId>,
        /// Which keys.
        chord: Chord,
    },
    /// Choose an option by its visible label.
    Select {
        /// In what.
        target: NodeId,
        /// The option's label.
        option: String,
    },
    /// Bring a checkbox, radio or switch into a state; nothing is done when it is in it.
    Check {
        /// What.
        target: NodeId,
        /// On or off.
        checked: bool,
    },
    /// Scroll by about three quarters of the box.
    Scroll {
        /// Which way.
        direction: Direction,
        /// The box; the viewport without one.
        target: Option<NodeId>,
    },
    /// Scroll until it is in view.
    ScrollTo {
        /// What.
        target: NodeId,
    },
    /// Load an address.
    Navigate {
        /// Absolute http(s) address.
        url: String,
    },
    /// A step in history.
    History(History),
}

/// Which way to scroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the top.
    Up,
    /// Towards the end.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Verb {
    /// The verb's name in tools and records.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Tap { .. } => "tap",
            Verb::DoubleTap { .. } => "double_tap",
            Verb::RightClick { .. } => "right_click",
            Verb::Hover { .. } => "hover",
            Verb::Type { .. } => "type",
            Verb::Press { .. } => "press",
            Verb::Select { .. } => "select",
            Verb::Check { .. } => "check",
            Verb::Scroll { .. } => "scroll",
            Verb::ScrollTo { .. } => "scroll_to",
            Verb::Navigate { .. } => "navigate",
            Verb::History(History::Back) => "back",
            Verb::History(History::Forward) => "forward",
            Verb::History(History::Reload) => "reload",
        }
    }

    /// The node it is aimed at.
    #[must_use]
    pub fn target(&self) -> Option<&NodeId> {
        match self {
            Verb::Tap { target }
            | Verb::DoubleTap { target }
            | Verb::RightClick { target }
            | Verb::Hover { target }
            | Verb::Select { target, .. }
            | Verb::Check { target, .. }
            | Verb::ScrollTo { target } => Some(target),
            Verb::Type { target, .. }
            | Verb::Press { target, .. }
            | Verb::Scroll { target, .. } => target.as_ref(),
            Verb::Navigate { .. } | Verb::History(_) => None,
        }
    }

    /// Whether nothing on the page needs to change for it to have worked.
    #[must_use]
    pub fn may_change_nothing(&self) -> bool {
        matches!(
            self,
            Verb::Hover { .. } | Verb::Scroll { .. } | Verb::ScrollTo { .. } | Verb::Check { .. }
        )
    }
}

/// What came of a verb that was carried out.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The screen before.
    pub before: Arc<Observation>,
    /// The screen after it settled.
    pub after: Arc<Observation>,
    /// What it was aimed at, in words: `button "Save"`.
    pub target: String,
    /// Whether anything at all happened: the page changed, moved, or a request was
    /// sent. `false` is said to whoever asked, never passed over.
    pub visible: bool,
    /// Whether the event reached its target, when that can be known.
    pub reached: Option<bool>,
    /// Already so, nothing was sent (a checkbox that is in the wanted state).
    pub already: bool,
    /// More to say, in words: a dialog that opened, a page that did not settle.
    pub notes: Vec<String>,
}
