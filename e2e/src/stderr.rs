//! Standard error, for what writes lines while several tests run in one process.

use crate::panic_log;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether several tests write to one stream, so that each line has to say whose it is.
static NAMED: AtomicBool = AtomicBool::new(false);

/// From now on, lines of tests begin with their names.
pub(crate) fn name_tests() {
    NAMED.store(true, Ordering::Relaxed);
}

/// A writer to standard error whose lines say which test they are of, where that cannot
/// be seen: with several tests in one process (`--nocapture`, `E2E_IN_PROCESS=1`) each
/// begins with `[name]`. Otherwise they stay as they are: what a test writes is captured.
///
/// A line belongs to the test on whose thread, or on a thread of whose runtime, it is
/// written. Anything that takes a function for a writer can use this one, as
/// `tracing_subscriber` does:
///
/// ```ignore
/// fn prepare() {
///     tracing_subscriber::fmt().with_writer(e2e::stderr).init();
/// }
///
/// e2e::main!(setup = prepare);
/// ```
///
/// A line is written whole, when it is complete, when it is
/// [flushed](io::Write::flush) or when the writer is dropped.
#[must_use]
pub fn stderr() -> Stderr {
    Stderr {
        line: Vec::new(),
        named: NAMED.load(Ordering::Relaxed),
    }
}

/// Writes lines to standard error; see [`stderr`](stderr()).
#[derive(Debug)]
pub struct Stderr {
    /// What is not written yet.
    line: Vec<u8>,
    named: bool,
}

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            io::stderr().write_all(&named(lines, self.named))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        match line.is_empty() {
            true => Ok(()),
            false => io::stderr().write_all(&named(line, self.named)),
        }
    }
}

impl Drop for Stderr {
    fn drop(&mut self) {
        if self.named && !self.line.is_empty() {
            // Another test's line must not run into it.
            self.line.push(b'\n');
        }
        let _ = self.flush();
    }
}

/// The lines with the test's name before each, when there is one to tell.
fn named(lines: Vec<u8>, wanted: bool) -> Vec<u8> {
    panic_log::with_test_name(|name| match name {
        Some(name) if wanted => lines
            .split_inclusive(|byte| *byte == b'\n')
            .flat_map(|line| [b"[", name.as_bytes(), b"] ", line].concat())
            .collect(),
        _ => lines,
    })
}
