//! One thing a person can do on a page, and what came of it.

use super::node::{NodeId, Observation};
use crate::browser::wire::{Chord, History};
use std::sync::Arc;

/// How often a verb can be repeated in one call.
pub const MOST_TIMES: u32 = 20;

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
    /// Bring the keyboard focus to it, without pressing it.
    Focus {
        /// To what.
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
    /// Press and hold for most of a second.
    LongPress {
        /// On what.
        target: NodeId,
    },
    /// Press it, move, and let go over something else.
    Drag {
        /// What.
        target: NodeId,
        /// Onto what.
        to: NodeId,
    },
    /// Choose files for a field, the button in front of one, or a drop zone.
    Upload {
        /// The field, its button or its drop zone.
        target: NodeId,
        /// Paths inside the package.
        files: Vec<String>,
    },
    /// Click what begins a download, and wait until it is complete.
    Download {
        /// On what.
        target: NodeId,
    },
    /// Scroll until a text is in view, through lists that load or draw as they go.
    ScrollToText {
        /// The text.
        text: String,
        /// The list; the page without one.
        target: Option<NodeId>,
        /// Up or down from where it is; without it down from the top.
        direction: Option<Direction>,
    },
    /// Look at another tab: its title, its address, a part of either, or its number.
    SwitchTab {
        /// Which.
        tab: String,
    },
    /// Close a tab; the current one without a name.
    CloseTab {
        /// Which.
        tab: Option<String>,
    },
    /// Answer the dialog that is open, or decide about the next that opens.
    AnswerDialog {
        /// Yes or no.
        accept: bool,
        /// What is typed into a prompt.
        text: Option<String>,
    },
    /// A gesture at a place of the last picture, for what has no elements.
    Point {
        /// Pixels from the left.
        x: f64,
        /// Pixels from the top.
        y: f64,
        /// What is done there.
        deed: Deed,
    },
}

/// What is done at a place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Deed {
    /// A click.
    Tap,
    /// Moving the pointer there.
    Hover,
    /// A click, then text; `replace` clears first.
    Type {
        /// The text.
        text: String,
        /// Clears what is there.
        replace: bool,
    },
    /// A chord on what is there.
    Press {
        /// Which keys.
        chord: Chord,
    },
    /// Choosing an option of the list there, by its visible label.
    Select {
        /// The option's label.
        option: String,
    },
}

impl Deed {
    fn name(&self) -> &'static str {
        match self {
            Deed::Tap => "tap_at",
            Deed::Hover => "hover_at",
            Deed::Type { .. } => "type_at",
            Deed::Press { .. } => "press_at",
            Deed::Select { .. } => "select_at",
        }
    }
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
            Verb::Focus { .. } => "focus",
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
            Verb::LongPress { .. } => "long_press",
            Verb::Drag { .. } => "drag",
            Verb::Upload { .. } => "upload",
            Verb::Download { .. } => "download",
            Verb::ScrollToText { .. } => "scroll_to",
            Verb::SwitchTab { .. } => "switch_tab",
            Verb::CloseTab { .. } => "close_tab",
            Verb::AnswerDialog { .. } => "answer_dialog",
            Verb::Point { deed, .. } => deed.name(),
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
            | Verb::Focus { target }
            | Verb::Select { target, .. }
            | Verb::Check { target, .. }
            | Verb::ScrollTo { target }
            | Verb::LongPress { target }
            | Verb::Drag { target, .. }
            | Verb::Upload { target, .. }
            | Verb::Download { target } => Some(target),
            Verb::ScrollToText { target, .. }
            | Verb::Type { target, .. }
            | Verb::Press { target, .. }
            | Verb::Scroll { target, .. } => target.as_ref(),
            Verb::Navigate { .. }
            | Verb::History(_)
            | Verb::SwitchTab { .. }
            | Verb::CloseTab { .. }
            | Verb::AnswerDialog { .. }
            | Verb::Point { .. } => None,
        }
    }

    /// Whether repeating it does nothing more once it had no effect.
    #[must_use]
    pub fn comes_to_an_end(&self) -> bool {
        matches!(self, Verb::Scroll { .. })
    }

    /// Whether nothing on the page needs to change for it to have worked.
    #[must_use]
    pub fn may_change_nothing(&self) -> bool {
        matches!(
            self,
            Verb::Hover { .. }
                | Verb::Focus { .. }
                | Verb::Scroll { .. }
                | Verb::ScrollTo { .. }
                | Verb::ScrollToText { .. }
                | Verb::Check { .. }
                | Verb::SwitchTab { .. }
                | Verb::CloseTab { .. }
                | Verb::AnswerDialog { .. }
                | Verb::Point {
                    deed: Deed::Hover,
                    ..
                }
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

/// Said where there is nothing to scroll, neither that way nor back.
pub(crate) const UNSCROLLED: &str = "nothing scrolls";

/// Said of each field that keeps its form from being sent.
pub(crate) const KEPT_BACK: &str = "a form is not sent with this field";

/// Said of a question of the page that nobody had decided about.
pub(crate) const UNANSWERED: &str = "the page asked, and nobody had said what to answer";

impl Effect {
    /// Whether a scroll had nothing to scroll: that is no end that was reached.
    pub(crate) fn is_unscrolled(&self) -> bool {
        self.notes.iter().any(|note| note.starts_with(UNSCROLLED))
    }

    /// Whether the document is another one now.
    #[must_use]
    pub fn left(&self) -> bool {
        self.before.document != self.after.document
    }

    /// What came of something that is not sent to an element.
    pub(super) fn of(
        before: Arc<Observation>,
        after: Arc<Observation>,
        target: String,
        visible: bool,
    ) -> Self {
        Self {
            before,
            after,
            target,
            visible,
            reached: None,
            already: false,
            notes: Vec::new(),
        }
    }
}
