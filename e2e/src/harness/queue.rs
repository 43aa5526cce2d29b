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
}

impl Queue {
    pub(super) fn new(cases: impl IntoIterator<Item = Planned>) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: cases.into_iter().collect(),
                busy: HashSet::new(),
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
        if let Some(group) = planned.case.serial() {
            self.state().busy.remove(group);
        }
        self.changed.notify_all();
    }

    /// Nothing more is handed out. Returns how many cases were left.
    pub(super) fn close(&self) -> usize {
        let left = std::mem::take(&mut self.state().waiting).len();
        self.changed.notify_all();
        left
    }
}
