//! How an element is found.

use super::matching::{RoleQuery, TextMatch, exact};
use super::{By, Query, Screen, Step};
use std::fmt;

/// How an element is found. It is looked up anew for every call, so it never goes
/// stale; [`std::fmt::Display`] prints it as it was written.
///
/// ```no_run
/// use e2e::screen::{Role, Screen, exact};
///
/// # async fn example(screen: Screen) -> e2e::Result {
/// let march = screen.get_by_role(Role::Row).filter("March");
/// march.get_by_role((Role::Button, exact("Delete"))).click().await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use = "a locator only says how an element is found"]
pub struct Locator {
    screen: Screen,
    query: Query,
}

impl fmt::Debug for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Locator({})", self.query)
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.query)
    }
}

impl Locator {
    pub(super) fn new(screen: Screen, query: Query) -> Self {
        Self { screen, query }
    }

    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    pub(super) fn query(&self) -> &Query {
        &self.query
    }

    fn then(&self, step: Step) -> Self {
        Self::new(self.screen.clone(), self.query.with(step))
    }

    /// Elements of a role inside of it. See [`Screen::get_by_role`].
    pub fn get_by_role(&self, role: impl Into<RoleQuery>) -> Self {
        self.then(Step::role(role.into()))
    }

    /// Fields inside of it by their label.
    pub fn get_by_label(&self, label: impl Into<TextMatch>) -> Self {
        self.then(Step::text(By::Label, label.into()))
    }

    /// The innermost elements inside of it that show a text.
    pub fn get_by_text(&self, text: impl Into<TextMatch>) -> Self {
        self.then(Step::text(By::Text, text.into()))
    }

    /// Fields inside of it by their placeholder.
    pub fn get_by_placeholder(&self, placeholder: impl Into<TextMatch>) -> Self {
        self.then(Step::text(By::Placeholder, placeholder.into()))
    }

    /// Elements inside of it by their test id, whole and as written.
    pub fn get_by_test_id(&self, id: impl Into<String>) -> Self {
        self.then(Step::text(By::TestId, exact(id)))
    }

    /// Images inside of it by their alternative text.
    pub fn get_by_alt_text(&self, text: impl Into<TextMatch>) -> Self {
        self.then(Step::text(By::Alt, text.into()))
    }

    /// Elements inside of it by their `title`.
    pub fn get_by_title(&self, title: impl Into<TextMatch>) -> Self {
        self.then(Step::text(By::Title, title.into()))
    }

    /// Elements inside of it by a CSS selector.
    pub fn locator(&self, css: impl Into<String>) -> Self {
        self.then(Step::text(By::Css, exact(css)))
    }

    /// Only those of this accessible name.
    pub fn name(&self, name: impl Into<TextMatch>) -> Self {
        Self::new(self.screen.clone(), self.query.named(name.into()))
    }

    /// Makes the newest text one that has to be just that, as written.
    pub fn exact(&self) -> Self {
        Self::new(self.screen.clone(), self.query.exact())
    }

    /// Only those that show this text somewhere inside.
    pub fn filter(&self, has_text: impl Into<TextMatch>) -> Self {
        let TextMatch { text, exact } = has_text.into();
        self.then(Step::HasText {
            has_text: text,
            exact,
        })
    }

    /// Only those that can be seen.
    pub fn visible(&self) -> Self {
        self.then(Step::Visible { visible: true })
    }

    /// Only the first, in reading order.
    pub fn first(&self) -> Self {
        self.then(Step::Nth { nth: 0 })
    }

    /// Only the last, in reading order.
    pub fn last(&self) -> Self {
        self.then(Step::Nth { nth: -1 })
    }

    /// Only the one at this place, counted from 0.
    pub fn nth(&self, n: usize) -> Self {
        self.then(Step::Nth {
            nth: i64::try_from(n).unwrap_or(i64::MAX),
        })
    }
}
