//! The attempts that run in this process, so that a signal can end them all.

use crate::attempt::{End, Home};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why the thread that watches an attempt wakes up.
pub(super) enum Wake {
    /// It is over; its home when the next test may have it.
    Ended(Box<(End, Option<Home>)>),
    /// It has to end, for this reason.
    Stop(String),
}

#[derive(Default)]
struct Running {
    next: u64,
    open: Vec<(u64, Sender<Wake>)>,
    stopped: Option<String>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    next: 0,
    open: Vec::new(),
    stopped: None,
});

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An attempt begins; it counts as running until the guard is dropped. After
/// [`stop`] it is told to end at once.
pub(super) fn enter(sender: Sender<Wake>) -> Guard {
    let mut running = running();
    if let Some(why) = &running.stopped {
        let _ = sender.send(Wake::Stop(why.clone()));
    }
    let id = running.next;
    running.next += 1;
    running.open.push((id, sender));
    Guard(id)
}

/// Ends all attempts, and those that would still begin. Whoever says so again says
/// nothing new.
pub(super) fn stop(why: &str) {
    let mut running = running();
    if running.stopped.is_some() {
        return;
    }
    running.stopped = Some(why.to_owned());
    for (_, sender) in &running.open {
        let _ = sender.send(Wake::Stop(why.to_owned()));
    }
}

/// Whether [`stop`] was called: then nothing is tried again.
pub(super) fn is_stopped() -> bool {
    running().stopped.is_some()
}

/// Whether no attempt runs.
pub(super) fn is_idle() -> bool {
    running().open.is_empty()
}

/// One running attempt.
pub(super) struct Guard(u64);

impl Drop for Guard {
    fn drop(&mut self) {
        running().open.retain(|(id, _)| *id != self.0);
    }
}
