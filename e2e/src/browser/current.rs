//! Which window a session looks at.
//!
//! WebDriver keeps this in the driver. A wire that goes past the driver has to look at
//! the same window, so every switch is written down here, whoever makes it: the wire
//! or code that drives the session itself.

use std::sync::{Arc, Mutex, PoisonError};

/// The handle of the current window, shared by everybody who uses the session.
#[derive(Clone, Debug, Default)]
pub(super) struct Current(Arc<Mutex<String>>);

impl Current {
    pub(super) fn get(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn set(&self, handle: &str) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        handle.clone_into(&mut current);
    }
}
