//! Attempts in this process.

use super::Hooks;
use super::capture::Capture;
use super::engine::{Engine, Listener, Ran};
use super::{step_log, watch};
use crate::attempt::Attempt;
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
}

impl Engine for InProcess<'_> {
    fn attempt(&mut self, case: &Arc<Case>, number: u32, listener: &dyn Listener) -> Ran {
        let tell = self.tell.clone();
        let attempt = Attempt::new(Arc::clone(case), number, Arc::clone(&self.config), tell);
        listener.started();
        let capture = self.capture.then(Capture::begin).and_then(Result::ok);
        let end = attempt.clean(watch::run(&attempt, self.hooks, listener));
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
