//! What was typed into password fields, for whoever keeps it out of records.

use super::feed::Page;
use super::node::Observation;
use super::verb::Verb;
use std::sync::{MutexGuard, PoisonError};

impl Page {
    fn passwords(&self) -> MutexGuard<'_, Vec<String>> {
        self.passwords
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was typed into password fields since the last time.
    pub(crate) fn take_passwords(&self) -> Vec<String> {
        std::mem::take(&mut *self.passwords())
    }

    /// Keeps a text that is about to be typed into a password field of this screen.
    pub(super) fn heed_password(&self, verb: &Verb, screen: &Observation) {
        let Verb::Type { target, text, .. } = verb else {
            return;
        };
        let node = match target {
            Some(target) => screen.node(target),
            None => screen.nodes.iter().find(|node| node.states.focused),
        };
        if !text.is_empty() && node.is_some_and(|node| node.states.secure) {
            self.passwords().push(text.clone());
        }
    }
}
