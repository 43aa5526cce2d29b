//! Attempts in this process.

use super::Hooks;
use super::capture::Capture;
use super::engine::{Engine, Listener, Ran};
use super::{step_log, watch};
use crate::attempt::{Attempt, Home};
use crate::case::Case;
use crate::config::Config;
use crate::panic_log::Tell;
use std::sync::Arc;

/// Runs attempts in this process.
pub(super) struct InProcess<'a> {
    pub(super) config: Arc<Config>,
    pub(super) hooks: &'a Hooks,
    /// Takes what the whole process prints meanwhile.
    pub(super) capture: bool,
    /// Told of each panic at once.
    pub(super) tell: Option<Tell>,
    /// Its number among those that run at the same time; nextest's own goes before.
    pub(super) slot: u32,
    /// What the test before left, for the next one.
    pub(super) home: Option<Home>,
}

impl Engine for InProcess<'_> {
    fn attempt(&mut self, case: &Arc<Case>, number: u32, listener: &dyn Listener) -> Ran {
        let tell = self.tell.clone();
        let slot = self.config.run.slot.unwrap_or(self.slot);
        let attempt = Attempt::new(
            Arc::clone(case),
            number,
            slot,
            Arc::clone(&self.config),
            tell,
        );
        listener.started();
        let capture = self.capture.then(Capture::begin).and_then(Result::ok);
        let end = watch::run(&attempt, self.hooks, listener, &mut self.home);
        let end = attempt.clean(end);
        let known = attempt.journal().known();
        let mut output = known.redact(&capture.map(Capture::end).unwrap_or_default());
        let record = attempt.record(&end);
        step_log::append(&mut output, &record, &end.noise);
        Ran {
            record,
            output,
            tainted: end.tainted,
            panicked: end.panicked,
            hidden: known.values(),
        }
    }
}
