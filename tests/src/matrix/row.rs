//! One row: a page, what is done there, and what has to come of it.

/// One thing that is done. A target is written as its role and its whole name,
/// `"button Save"`; `"text Save"` is whatever shows the text, `"css .x"` a selector.
#[derive(Clone, Copy, Debug)]
pub enum Do {
    /// One click.
    Tap(&'static str),
    /// Two.
    DoubleTap(&'static str),
    /// One with the secondary button.
    RightClick(&'static str),
    /// The pointer goes there.
    Hover(&'static str),
    /// Replaces what a field holds.
    Fill(&'static str, &'static str),
    /// Types behind what a field holds.
    Append(&'static str, &'static str),
    /// Presses keys on it.
    Press(&'static str, &'static str),
    /// Chooses an option.
    Select(&'static str, &'static str),
    /// Switches on.
    Check(&'static str),
    /// Switches off.
    Uncheck(&'static str),
    /// Scrolls until it is in view.
    ScrollTo(&'static str),
    /// Pressed and held.
    LongPress(&'static str),
    /// Carried onto another.
    Drag(&'static str, &'static str),
    /// Files are chosen for it.
    Upload(&'static str, &'static [&'static str]),
    /// What begins a download, which is waited for.
    Download(&'static str),
    /// Scrolls until a text is in view.
    Seek(&'static str),
    /// Looks at another tab.
    SwitchTab(&'static str),
    /// Closes the tab.
    CloseTab,
    /// The next dialog is accepted.
    Accept,
    /// The next dialog is dismissed.
    Dismiss,
    /// The next prompt is answered.
    Answer(&'static str),
    /// A picture is taken.
    Picture,
    /// A click at a place of it.
    TapAt(f64, f64),
    /// The page is loaded anew.
    Reload,
    /// From now on this control is tapped once where this text shows.
    Interruption(&'static str, &'static str),
    /// A sentence, carried out without a model.
    Say(&'static str),
}

/// What has to come of a row.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// Everything is done, and the page says this.
    Truth(&'static str),
    /// The last thing is refused, and the page says this: nothing was sent, or what
    /// was sent did no harm and is told.
    Refused(&'static str),
}

/// A page, what is done there, and what has to come of it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The page's file in `tests/pages/matrix`, without its ending.
    pub page: &'static str,
    /// What is done, in order.
    pub steps: &'static [Do],
    /// What has to come of it.
    pub end: End,
}

/// A row that has to come to this truth.
pub(super) const fn works(page: &'static str, steps: &'static [Do], truth: &'static str) -> Row {
    Row {
        page,
        steps,
        end: End::Truth(truth),
    }
}

/// A row whose last step has to be refused, and that leaves this truth.
pub(super) const fn refused(page: &'static str, steps: &'static [Do], truth: &'static str) -> Row {
    Row {
        page,
        steps,
        end: End::Refused(truth),
    }
}
