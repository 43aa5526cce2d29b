//! Defects that can be switched on, to show what a failing test looks like.

use serde::{Deserialize, Serialize};

/// Which defects a workspace has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bugs {
    /// Confirming an upgrade silently does nothing.
    pub upgrade: bool,
    /// The total of the cart is one cent too high.
    pub total: bool,
    /// The search ignores its term.
    pub search: bool,
}

impl Bugs {
    /// Reads a list such as `upgrade,total`. Unknown names are ignored.
    #[must_use]
    pub fn parse(names: &str) -> Self {
        let mut bugs = Self::default();
        for name in names.split([',', '+', ' ']) {
            match name.trim() {
                "upgrade" => bugs.upgrade = true,
                "total" => bugs.total = true,
                "search" => bugs.search = true,
                _ => {}
            }
        }
        bugs
    }

    /// The defects of either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            upgrade: self.upgrade || other.upgrade,
            total: self.total || other.total,
            search: self.search || other.search,
        }
    }
}
