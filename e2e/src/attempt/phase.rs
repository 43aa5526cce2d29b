//! How far an attempt is, for whoever watches it from outside its thread.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How far an attempt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Set-up and body.
    Body,
    /// Tear-down of its fixtures.
    TearDown,
    /// Nothing of the test runs any more.
    Done,
}

/// The current phase and since when.
#[derive(Debug)]
pub(crate) struct PhaseClock(Mutex<(Phase, Instant)>);

impl Default for PhaseClock {
    fn default() -> Self {
        Self(Mutex::new((Phase::Body, Instant::now())))
    }
}

impl PhaseClock {
    /// Moves on.
    pub(crate) fn enter(&self, phase: Phase) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (phase, Instant::now());
    }

    /// The phase and how long it lasts already.
    pub(crate) fn now(&self) -> (Phase, Duration) {
        let (phase, since) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (phase, since.elapsed())
    }
}
