//! A test's runtime, and when the next test may have it.
//!
//! Every test has a runtime to itself. Making one and taking it down costs more than
//! an empty test, so one on which nothing at all was left goes to the next test of the
//! same slot. Whoever cannot tell makes a new one.

use crate::panic_log::PanicLog;
use std::future::Future;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How long threads of a runtime that is gone may take to end. Those with nothing to do
/// end at once.
const ENDING: Duration = Duration::from_millis(50);

/// A runtime of one thread.
pub(crate) struct Home {
    runtime: Runtime,
    tenant: Arc<Mutex<Tenant>>,
    /// One of its threads has ended.
    ended: Arc<Condvar>,
}

/// Who lives in it, for the threads it starts.
#[derive(Default)]
struct Tenant {
    name: String,
    panics: Option<Arc<PanicLog>>,
    /// It has started a thread, which may go on for a while.
    has_threads: bool,
    /// How many of its threads have not ended.
    threads: usize,
}

fn lock(tenant: &Mutex<Tenant>) -> MutexGuard<'_, Tenant> {
    tenant.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Home {
    fn new() -> io::Result<Self> {
        let tenant = Arc::new(Mutex::new(Tenant::default()));
        let ended = Arc::new(Condvar::new());
        let (named, marked) = (Arc::clone(&tenant), Arc::clone(&tenant));
        let (counted, told) = (Arc::clone(&tenant), Arc::clone(&ended));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            // Called where a thread is asked for, so that none is overlooked that has not
            // begun yet.
            .thread_name_fn(move || {
                let mut tenant = lock(&named);
                tenant.has_threads = true;
                tenant.threads += 1;
                tenant.name.clone()
            })
            .on_thread_start(move || {
                if let Some(panics) = &lock(&marked).panics {
                    panics.pool_thread();
                }
            })
            .on_thread_stop(move || {
                let mut tenant = lock(&counted);
                tenant.threads = tenant.threads.saturating_sub(1);
                told.notify_all();
            })
            .build()?;
        Ok(Self {
            runtime,
            tenant,
            ended,
        })
    }

    /// Makes `before` the home of the test `name`, or a new one when there is none.
    pub(super) fn of(before: Option<Self>, name: &str, panics: &Arc<PanicLog>) -> io::Result<Self> {
        let home = before.map_or_else(Self::new, Ok)?;
        {
            let mut tenant = lock(&home.tenant);
            name.clone_into(&mut tenant.name);
            tenant.panics = Some(Arc::clone(panics));
        }
        Ok(home)
    }

    pub(super) fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Returns it if its test, which passed, left nothing on it: no task, no thread, no
    /// changed clock.
    pub(super) fn if_empty(self) -> Result<Self, Self> {
        let is_empty = self.runtime.metrics().num_alive_tasks() == 0
            && !lock(&self.tenant).has_threads
            && self.is_on_time();
        match is_empty {
            true => Ok(self),
            false => Err(self),
        }
    }

    /// Whether its clock is everybody's: a test can stop it and turn it forward.
    fn is_on_time(&self) -> bool {
        let _here = self.runtime.enter();
        let before = Instant::now();
        let own = tokio::time::Instant::now().into_std();
        before <= own && own <= Instant::now()
    }

    /// Drops the tasks that were left behind; what blocks is hardly waited for. Returns
    /// whether nothing of them panicked and nothing goes on.
    pub(super) fn leave(self) -> bool {
        let Self {
            runtime,
            tenant,
            ended,
        } = self;
        let left = AssertUnwindSafe(|| runtime.shutdown_background());
        let is_quiet = std::panic::catch_unwind(left).is_ok();
        let goes_on = |tenant: &mut Tenant| tenant.threads > 0;
        let waited = ended.wait_timeout_while(lock(&tenant), ENDING, goes_on);
        let (tenant, _) = waited.unwrap_or_else(PoisonError::into_inner);
        is_quiet && tenant.threads == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> Home {
        Home::of(None, "a::test", &PanicLog::new(None)).unwrap()
    }

    /// Whether a home is empty after the work.
    fn is_empty_after<T>(work: impl Future<Output = T>) -> bool {
        let home = home();
        home.run(work);
        home.if_empty().map_err(Home::leave).is_ok()
    }

    #[test]
    fn only_what_left_nothing_behind_goes_to_the_next_test() {
        assert!(is_empty_after(async {}));
        assert!(is_empty_after(async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            tokio::spawn(async {}).await.unwrap();
        }));
        assert!(!is_empty_after(async {
            drop(tokio::spawn(std::future::pending::<()>()));
        }));
        assert!(!is_empty_after(async {
            // Aborted and not yet gone.
            tokio::spawn(std::future::pending::<()>()).abort();
        }));
        assert!(!is_empty_after(async {
            tokio::task::spawn_blocking(|| {}).await.unwrap();
        }));
        assert!(!is_empty_after(async {
            drop(tokio::task::spawn_blocking(|| {}));
        }));
    }

    #[test]
    fn what_blocks_a_thread_goes_on_after_its_test() {
        let home = home();
        let (release, wait) = std::sync::mpsc::channel::<()>();
        home.run(async {
            drop(tokio::task::spawn_blocking(move || wait.recv()));
        });
        assert!(!home.leave());
        drop(release);
        let idle = self::home();
        idle.run(async {
            tokio::task::spawn_blocking(|| {}).await.unwrap();
        });
        assert!(idle.leave());
    }

    #[test]
    fn a_clock_that_a_test_moved_stays_with_it() {
        assert!(!is_empty_after(async { tokio::time::pause() }));
        assert!(!is_empty_after(async {
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(9)).await;
            tokio::time::resume();
        }));
    }

    #[test]
    fn its_threads_belong_to_whoever_lives_there_now() {
        let (first, second) = (PanicLog::new(None), PanicLog::new(None));
        let home = Home::of(None, "one", &first).unwrap();
        home.run(async {});
        let home = home.if_empty().ok().unwrap();
        let home = Home::of(Some(home), "two", &second).unwrap();
        // The hook that keeps panics is there while a test has a thread of its own.
        let _mark = second.own_thread();
        let name = home.run(async {
            let work = tokio::task::spawn_blocking(|| {
                let name = std::thread::current().name().map(str::to_owned);
                let _ = std::panic::catch_unwind(|| panic!("in the pool"));
                name
            });
            work.await.unwrap()
        });
        assert_eq!(name.as_deref(), Some("two"));
        assert!(first.take().is_empty());
        assert_eq!(second.take().len(), 1);
    }
}
