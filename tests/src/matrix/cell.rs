//! What one row came to in one browser.

use std::fmt;

/// What one row came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It came to what it has to.
    Works,
    /// It was refused before anything was sent, and nothing happened.
    Unsupported(String),
    /// It ended in an error although it could have been done; said, not silent.
    Fails(String),
    /// It was said to be done, and the page knows of something else; or it had to be
    /// refused and was not.
    Wrong(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Works => write!(f, "works"),
            Cell::Unsupported(why) => write!(f, "says unsupported: {why}"),
            Cell::Fails(why) => write!(f, "fails: {why}"),
            Cell::Wrong(why) => write!(f, "**silently wrong**: {why}"),
        }
    }
}
