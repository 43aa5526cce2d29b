//! Exact queries and retrying expectations, for what a sentence should not decide.
//!
//! A [`Locator`] says how an element is found, not which one it was: it is looked up
//! anew for every call. Calls are strict (exactly one element, else an error that
//! lists what fits) and wait by themselves; waiting happens inside the page.

mod across;
mod act;
pub(crate) mod call;
pub(crate) mod expect;
mod found;
mod judge;
mod locator;
mod matching;
mod query;
mod reach;
mod read;
mod repeat;
mod role;

pub use call::Call;
pub use expect::{Expectable, LocatorExpectation, PageExpectation, expect};
pub use locator::Locator;
pub use matching::{RoleQuery, TextMatch, exact};
pub use role::{Role, UnknownRole};

use crate::config::Timeouts;
use crate::page::Page;
use crate::report::journal::Journal;
use query::{By, Query, Step};
use std::fmt;
use std::sync::Arc;

/// The page under test, looked at by exact queries.
///
/// ```no_run
/// use e2e::screen::{Role, Screen, expect};
///
/// # async fn example(screen: Screen) -> e2e::Result {
/// screen.get_by_label("Email").fill("ada@example.com").await?;
/// screen.get_by_role((Role::Button, "Save")).click().await?;
/// expect(screen.get_by_role(Role::Status)).to_contain_text("Saved").await
/// # }
/// ```
#[derive(Clone)]
pub struct Screen {
    inner: Arc<Inner>,
}

struct Inner {
    page: Arc<Page>,
    journal: Arc<Journal>,
    timeouts: Timeouts,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").finish_non_exhaustive()
    }
}

impl Screen {
    /// The screen of a page; every call on it is written to the journal.
    #[must_use]
    pub fn new(page: Arc<Page>, journal: Arc<Journal>, timeouts: Timeouts) -> Self {
        Self {
            inner: Arc::new(Inner {
                page,
                journal,
                timeouts,
            }),
        }
    }

    /// The page underneath.
    #[must_use]
    pub fn page(&self) -> &Arc<Page> {
        &self.inner.page
    }

    pub(crate) fn journal(&self) -> &Arc<Journal> {
        &self.inner.journal
    }

    pub(crate) fn timeouts(&self) -> &Timeouts {
        &self.inner.timeouts
    }

    fn whole(&self) -> Locator {
        Locator::new(self.clone(), Query::default())
    }

    /// Elements of a role, possibly with a name. Elements that are hidden from
    /// assistive technology have no role.
    pub fn get_by_role(&self, role: impl Into<RoleQuery>) -> Locator {
        self.whole().get_by_role(role)
    }

    /// Fields by the text of their label, `aria-label` or `aria-labelledby`.
    pub fn get_by_label(&self, label: impl Into<TextMatch>) -> Locator {
        self.whole().get_by_label(label)
    }

    /// The innermost elements that show a text.
    pub fn get_by_text(&self, text: impl Into<TextMatch>) -> Locator {
        self.whole().get_by_text(text)
    }

    /// Fields by their placeholder.
    pub fn get_by_placeholder(&self, placeholder: impl Into<TextMatch>) -> Locator {
        self.whole().get_by_placeholder(placeholder)
    }

    /// Elements by their test id (`data-testid`, `data-test-id`, `data-test`,
    /// `data-cy`), whole and as written.
    pub fn get_by_test_id(&self, id: impl Into<String>) -> Locator {
        self.whole().get_by_test_id(id)
    }

    /// Images by their alternative text.
    pub fn get_by_alt_text(&self, text: impl Into<TextMatch>) -> Locator {
        self.whole().get_by_alt_text(text)
    }

    /// Elements by their `title`.
    pub fn get_by_title(&self, title: impl Into<TextMatch>) -> Locator {
        self.whole().get_by_title(title)
    }

    /// Elements by a CSS selector, in open shadow roots and same-origin frames too.
    pub fn locator(&self, css: impl Into<String>) -> Locator {
        self.whole().locator(css)
    }
}
