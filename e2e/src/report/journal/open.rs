//! The calls that run, and those that were cut off.

use super::Journal;
use crate::report::record::StepRecord;
use crate::report::redact;
use std::sync::Arc;

impl Journal {
    /// Takes the next step number for a call that runs from now on, and says so. The
    /// call is over when the returned guard is told; one that is dropped before was
    /// cut off.
    pub(crate) fn begin(self: &Arc<Self>, what: impl Into<String>) -> Open {
        let (what, index) = (what.into(), self.next_index());
        let mut state = self.state();
        state.open.push((index, what.clone()));
        state.doing = Some(what);
        state.turn = None;
        drop(state);
        Open {
            journal: Arc::clone(self),
            index,
        }
    }

    /// The test itself is over: what still runs is cut off, however it ends while the
    /// fixtures are torn down under it.
    pub(crate) fn body_ended(&self) {
        let mut state = self.state();
        let running: Vec<String> = state.open.drain(..).map(|(_, what)| what).collect();
        state.cut_off.extend(running);
    }

    /// Calls that began and never ended: dropped midway, or still running.
    pub(crate) fn unfinished(&self) -> Vec<String> {
        let state = self.state();
        let running = state.open.iter().map(|(_, what)| what);
        let all = state.cut_off.iter().chain(running);
        all.map(|call| redact::said(&self.known, call)).collect()
    }
}

/// A call that runs.
#[derive(Debug)]
pub(crate) struct Open {
    journal: Arc<Journal>,
    index: u32,
}

impl Open {
    /// The call's step number.
    pub(crate) fn index(&self) -> u32 {
        self.index
    }

    /// The call ended: records it.
    pub(crate) fn finish(self, step: StepRecord) {
        self.close();
        self.journal.push(step);
    }

    fn close(&self) -> Option<String> {
        let mut state = self.journal.state();
        let at = state
            .open
            .iter()
            .position(|(index, _)| *index == self.index)?;
        Some(state.open.remove(at).1)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // A call that an unwinding test takes along was not cut off by it.
        if let Some(what) = self.close()
            && !std::thread::panicking()
        {
            self.journal.state().cut_off.push(what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::StepKind;

    #[test]
    fn now_is_the_open_call_and_its_last_action() {
        let journal = Arc::new(Journal::new("run", "run/a"));
        journal.doing("starting the browser");
        let now = journal.now();
        assert_eq!((now.call, now.turn), (None, None));
        assert_eq!(now.action.as_deref(), Some("starting the browser"));
        let open = journal.begin("agent.act(\"buy\")");
        assert_eq!(journal.now().action, None);
        journal.acting("click [3]", 2);
        let now = journal.now();
        assert_eq!(now.call.as_deref(), Some("agent.act(\"buy\")"));
        assert_eq!(
            (now.turn, now.action.as_deref()),
            (Some(2), Some("click [3]"))
        );
        open.finish(StepRecord::begun(0, StepKind::Act, "buy", 0));
        assert_eq!(journal.now().turn, None);
    }

    #[test]
    fn a_call_that_does_not_end_is_told() {
        let journal = Arc::new(Journal::new("run", "run/a"));
        let step = |index| StepRecord::begun(index, StepKind::Assert, "x", 0);
        let ended = journal.begin("ended");
        let index = ended.index();
        ended.finish(step(index));
        drop(journal.begin("dropped"));
        let running = journal.begin("running");
        assert_eq!(running.index(), 2);
        assert_eq!(journal.unfinished(), ["dropped", "running"]);
        running.finish(step(2));
        let unwound = std::panic::catch_unwind(|| {
            let _open = journal.begin("unwound");
            panic!("boom")
        });
        assert!(unwound.is_err());
        assert_eq!(journal.unfinished(), ["dropped"]);
        assert_eq!(journal.steps().len(), 2);
    }
}
