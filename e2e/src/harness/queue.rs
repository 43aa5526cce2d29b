//! The cases that wait for a free slot.

use super::plan::Planned;
use std::collections::{HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Hands out cases in order, but never two of one serial group at the same time.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    waiting: VecDeque<Planned>,
    busy: HashSet<&'static str>,
    dropped: usize,
}

impl Queue {
    pub(super) fn new(cases: impl IntoIterator<Item = Planned>) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: cases.into_iter().collect(),
                busy: HashSet::new(),
                dropped: 0,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next case that may start; waits while only busy groups are left. `None`
    /// when nothing is left at all.
    pub(super) fn next(&self) -> Option<Planned> {
        let mut state = self.state();
        loop {
            let free = state.waiting.iter().position(|planned| {
                planned
                    .case
                    .serial()
                    .is_none_or(|group| !state.busy.contains(group))
            });
            if let Some(planned) = free.and_then(|at| state.waiting.remove(at)) {
                if let Some(group) = planned.case.serial() {
                    state.busy.insert(group);
                }
                return Some(planned);
            }
            if state.waiting.is_empty() {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A case is over; its group is free again.
    pub(super) fn done(&self, planned: &Planned) {
        // Only a group that was busy can be waited for.
        if let Some(group) = planned.case.serial() {
            self.state().busy.remove(group);
            self.changed.notify_all();
        }
    }

    /// Nothing more is handed out; what still waits is dropped.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.dropped += state.waiting.len();
        state.waiting.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// How many cases were dropped, and how many still wait.
    pub(super) fn rest(&self) -> (usize, usize) {
        let state = self.state();
        (state.dropped, state.waiting.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{TestDef, TestOptions, sample};
    use std::sync::Arc;

    fn planned(name: &'static str, serial: Option<&'static str>) -> Planned {
        let base = sample("ui", name);
        let def: &'static TestDef = Box::leak(Box::new(TestDef {
            options: TestOptions {
                serial,
                ..TestOptions::NONE
            },
            run: base.run,
            ..*base
        }));
        Planned {
            case: Arc::new(def.cases("ui").remove(0)),
            ignored: None,
        }
    }

    #[test]
    fn a_busy_group_is_passed_over_until_it_is_free() {
        let group = Some("g");
        let queue = Queue::new([planned("a", group), planned("b", group), planned("c", None)]);
        let first = queue.next().unwrap();
        assert_eq!(first.case.name(), "a");
        assert_eq!(queue.next().unwrap().case.name(), "c");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next());
            queue.done(&first);
            assert_eq!(waiting.join().unwrap().unwrap().case.name(), "b");
        });
        assert!(queue.next().is_none());
        assert_eq!(queue.rest(), (0, 0));
    }

    #[test]
    fn a_closed_queue_hands_out_nothing_and_counts_what_was_left() {
        let queue = Queue::new([planned("a", None), planned("b", None)]);
        queue.next().unwrap();
        assert_eq!(queue.rest(), (0, 1));
        queue.close();
        assert!(queue.next().is_none());
        assert_eq!(queue.rest(), (1, 0));
    }
}
