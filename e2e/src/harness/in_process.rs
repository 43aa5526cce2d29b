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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{TestDef, sample};
    use crate::report::record::{StepKind, StepRecord};

    struct Nobody;

    impl Listener for Nobody {
        fn started(&self) {}
    }

    #[test]
    fn the_steps_of_a_failed_test_stand_after_what_it_printed() {
        let base = sample("ui", "buys");
        let def: &'static TestDef = Box::leak(Box::new(TestDef {
            run: |cx| {
                Box::pin(async move {
                    let step = StepRecord::begun(0, StepKind::Act, "buy a lamp", 0);
                    cx.journal().push(step);
                    let caught = std::panic::catch_unwind(|| panic!("told before"));
                    assert!(caught.is_err());
                    panic!("sold out")
                })
            },
            ..*base
        }));
        let mut engine = InProcess {
            config: Arc::new(crate::config::load(std::path::Path::new(".")).unwrap()),
            hooks: &Hooks::NOBODY,
            capture: false,
            tell: None,
            slot: 0,
            home: None,
        };
        let case = Arc::new(def.cases("ui").remove(0));
        let ran = engine.attempt(&case, 1, &Nobody);
        let (before, steps) = ran.output.split_once("steps:\n").expect("its steps");
        assert!(before.contains("told before"), "{before}");
        assert_eq!(steps, "   1 act \"buy a lamp\"  -  ok  0ms\n\n");
    }
}
