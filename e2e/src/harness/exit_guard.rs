//! A test that ends its process must not decide how the run ends.
//!
//! In a worker that is seen from outside. In the run's own process, `exit(0)` in a
//! test, in the app it starts or in a library would look like success.

use std::sync::atomic::{AtomicUsize, Ordering};

static HELD: AtomicUsize = AtomicUsize::new(0);

/// While this lives, the end of the process is a failure.
#[derive(Debug)]
pub(super) struct Hold(());

/// From now on the process may only end after the guard is dropped.
pub(super) fn hold() -> Hold {
    imp::install();
    HELD.fetch_add(1, Ordering::SeqCst);
    Hold(())
}

/// The harness itself is about to end the process.
#[cfg_attr(
    not(unix),
    expect(dead_code, reason = "signals are only handled on Unix")
)]
pub(super) fn release() {
    HELD.store(0, Ordering::SeqCst);
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = HELD.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |held| {
            held.checked_sub(1)
        });
    }
}

#[cfg(unix)]
mod imp {
    use super::HELD;
    use std::fs::File;
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;

    /// Standard error as it was: a test's capture may have taken its place.
    static STDERR: OnceLock<Option<File>> = OnceLock::new();

    pub(super) fn install() {
        STDERR.get_or_init(|| {
            #[expect(unsafe_code, reason = "no safe interface to exit handlers exists")]
            // SAFETY: the handler is a plain function that does not unwind: it reads
            // an atomic, writes to a file descriptor and ends the process.
            let _ = unsafe { libc::atexit(check) };
            let stderr = std::io::stderr().as_fd().try_clone_to_owned();
            stderr.ok().map(File::from)
        });
    }

    extern "C" fn check() {
        if HELD.load(Ordering::SeqCst) == 0 {
            return;
        }
        if let Some(Some(mut stderr)) = STDERR.get().map(Option::as_ref) {
            let _ = stderr.write_all(
                b"error: a test ended the process, so no result can be trusted\n\
                  note: something called `std::process::exit`; run without --nocapture to see which test\n",
            );
        }
        #[expect(
            unsafe_code,
            reason = "an exit handler cannot change the exit code otherwise"
        )]
        // SAFETY: `_exit` has no preconditions; other exit handlers are skipped on purpose.
        unsafe {
            libc::_exit(super::super::FAILED.into())
        }
    }
}

#[cfg(not(unix))]
mod imp {
    pub(super) fn install() {}
}
