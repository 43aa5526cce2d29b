//! Texts to look for, and whether the whole text has to be just that.

use super::Role;

/// A text to look for. A plain `&str` or `String` is found as part of a longer text,
/// in any case; [`exact`] asks for the whole text as it is written. Runs of white
/// space count as one space either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMatch {
    pub(super) text: String,
    pub(super) exact: bool,
}

/// Asks for the whole text as it is written.
///
/// ```
/// use e2e::screen::{TextMatch, exact};
///
/// let save: TextMatch = exact("Save");
/// assert_ne!(save, TextMatch::from("Save"));
/// ```
pub fn exact(text: impl Into<String>) -> TextMatch {
    TextMatch {
        text: text.into(),
        exact: true,
    }
}

impl From<&str> for TextMatch {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for TextMatch {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<String> for TextMatch {
    fn from(text: String) -> Self {
        Self { text, exact: false }
    }
}

/// A role, possibly with a name: `Role::Button`, or `(Role::Button, "Save")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleQuery {
    pub(super) role: Role,
    pub(super) name: Option<TextMatch>,
}

impl From<Role> for RoleQuery {
    fn from(role: Role) -> Self {
        Self { role, name: None }
    }
}

impl<T: Into<TextMatch>> From<(Role, T)> for RoleQuery {
    fn from((role, name): (Role, T)) -> Self {
        Self {
            role,
            name: Some(name.into()),
        }
    }
}
