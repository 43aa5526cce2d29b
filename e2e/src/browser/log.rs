//! The last lines a process printed, for the error that needs them.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// How many lines are kept.
const LINES: usize = 200;
/// A longer line is cut; drivers print whole messages of the protocol in one.
const LINE_BYTES: u64 = 4096;

/// A ring of the last lines; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl Log {
    /// Adds a line.
    pub(super) fn push(&self, line: &str) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }

    /// The last `count` lines, oldest first; empty when nothing was printed.
    pub(super) fn tail(&self, count: usize) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let skip = lines.len().saturating_sub(count);
        let tail: Vec<&str> = lines.iter().skip(skip).map(String::as_str).collect();
        tail.join("\n")
    }

    /// Reads a pipe to its end on a thread of its own, however long that takes: a
    /// pipe nobody reads would stop the process that writes to it.
    pub(super) fn drain(
        &self,
        pipe: impl Read + Send + 'static,
        mut each: impl FnMut(&str) + Send + 'static,
    ) {
        let log = self.clone();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(pipe);
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                match reader
                    .by_ref()
                    .take(LINE_BYTES)
                    .read_until(b'\n', &mut bytes)
                {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&bytes);
                        let line = line.trim_end();
                        if !line.is_empty() {
                            log.push(line);
                            each(line);
                        }
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_are_cut() {
        let log = Log::default();
        let mut text: String = (0..300).map(|n| format!("line {n}\n")).collect();
        text.push_str(&"x".repeat(10_000));
        let (sent, seen) = mpsc::channel();
        log.drain(std::io::Cursor::new(text.into_bytes()), move |line| {
            let _ = sent.send(line.len());
        });
        let lengths: Vec<usize> = seen.iter().collect();
        assert_eq!(lengths.len(), 303, "300 lines and one in three parts");
        assert_eq!(lengths.iter().max(), Some(&4096));
        assert!(log.tail(4).starts_with("line 299\nxxxx"));
        assert_eq!(log.tail(1000).lines().count(), LINES);
        assert_eq!(Log::default().tail(5), "");
    }
}
