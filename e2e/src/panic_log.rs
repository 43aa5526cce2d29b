//! Panics, kept for the test they belong to.
//!
//! One hook for the process finds the running test through a mark on the thread and
//! keeps the message, so that the account of a failure can put it last. What is not
//! a test's goes to the hook that was there before.

mod backtrace;

use crate::config;
use crate::error::SourceLocation;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// One panic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Panic {
    /// Where it was raised.
    pub(crate) location: SourceLocation,
    /// Its message.
    pub(crate) message: String,
    /// The backtrace, when the environment asks for one.
    pub(crate) backtrace: Option<String>,
    /// Whether it was raised in a task or thread the test spawned.
    pub(crate) detached: bool,
}

/// Hears of a panic the moment it is raised, on the thread that raised it.
pub(crate) type Tell = std::sync::Arc<dyn Fn(&Panic) + Send + Sync>;

/// The panics of one attempt.
pub(crate) struct PanicLog {
    panics: Mutex<Vec<Panic>>,
    /// Told of each panic at once, in case the process does not survive it.
    tell: Option<Tell>,
}

thread_local! {
    static CURRENT: RefCell<Option<Mark>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Mark {
    log: Arc<PanicLog>,
    /// Whether this is the test's own thread rather than one of its pool.
    own: bool,
}

impl PanicLog {
    pub(crate) fn new(tell: Option<Tell>) -> Arc<Self> {
        Arc::new(Self {
            panics: Mutex::default(),
            tell,
        })
    }

    /// Marks the calling thread as the test's own, until the guard is dropped.
    pub(crate) fn own_thread(self: &Arc<Self>) -> Guard {
        install();
        self.mark(true);
        Guard(())
    }

    /// Marks the calling thread as one the test's runtime started.
    pub(crate) fn pool_thread(self: &Arc<Self>) {
        self.mark(false);
    }

    fn mark(self: &Arc<Self>, own: bool) {
        let mark = Mark {
            log: Arc::clone(self),
            own,
        };
        CURRENT.with(|current| *current.borrow_mut() = Some(mark));
    }

    fn panics(&self) -> MutexGuard<'_, Vec<Panic>> {
        self.panics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was kept so far.
    pub(crate) fn take(&self) -> Vec<Panic> {
        std::mem::take(&mut *self.panics())
    }
}

/// The name of the test that the calling thread is at work for: that of its own thread
/// and of those of its pool.
pub(crate) fn with_test_name<T>(then: impl FnOnce(Option<&str>) -> T) -> T {
    let is_marked = CURRENT.try_with(|current| current.borrow().is_some());
    match is_marked {
        Ok(true) => then(std::thread::current().name()),
        _ => then(None),
    }
}

/// Ends the mark of a thread.
pub(crate) struct Guard(());

impl Drop for Guard {
    fn drop(&mut self) {
        // The thread may be ending, and its locals with it.
        let _ = CURRENT.try_with(|current| current.borrow_mut().take());
    }
}

/// The message of a panic's payload.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a value that is no text".to_owned()
    }
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let mark = CURRENT
                .try_with(|current| current.try_borrow().ok().and_then(|mark| mark.clone()))
                .ok()
                .flatten();
            match mark {
                Some(mark) => keep(&mark, info),
                None => previous(info),
            }
        }));
    });
}

fn keep(mark: &Mark, info: &PanicHookInfo<'_>) {
    let backtrace = Backtrace::capture();
    let panic = Panic {
        location: info.location().map_or_else(
            || SourceLocation {
                file: "unknown".to_owned(),
                line: 0,
                column: 0,
            },
            Into::into,
        ),
        message: message(info.payload()),
        backtrace: (backtrace.status() == BacktraceStatus::Captured).then(|| {
            let text = backtrace.to_string();
            match config::wants_full_backtraces() {
                true => text,
                false => backtrace::trim(&text),
            }
        }),
        // A future the test itself awaits is polled outside any task.
        detached: !mark.own || tokio::task::try_id().is_some(),
    };
    if let Some(tell) = &mark.log.tell {
        tell(&panic);
    }
    mark.log.panics().push(panic);
}
