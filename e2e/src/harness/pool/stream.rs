//! The output of a worker, cut into that of its attempts.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What a worker has printed and nobody has taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    ended: bool,
}

impl Stream {
    /// Reads along, on a thread of its own, until all writers are gone.
    pub(super) fn follow(mut source: impl Read + Send + 'static) -> std::io::Result<Self> {
        let stream = Self::default();
        let shared = Arc::clone(&stream.shared);
        thread::Builder::new()
            .name("e2e-output".to_owned())
            .spawn(move || {
                let mut chunk = [0; 8192];
                loop {
                    let read = source.read(&mut chunk);
                    let mut state = shared.state();
                    match read {
                        Ok(0) => state.ended = true,
                        Ok(n) => state.bytes.extend_from_slice(&chunk[..n]),
                        Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                        Err(_) => state.ended = true,
                    }
                    shared.changed.notify_all();
                    if state.ended {
                        return;
                    }
                }
            })?;
        Ok(stream)
    }

    /// Takes what stands before `marker`, and the marker away. When it does not come
    /// in time, takes what there is.
    pub(super) fn take_until(&self, marker: &str, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        let marker = marker.as_bytes();
        let mut state = self.shared.state();
        let mut searched = 0;
        loop {
            let at = state.bytes[searched..]
                .windows(marker.len())
                .position(|window| window == marker)
                .map(|at| at + searched);
            if let Some(at) = at {
                let rest = state.bytes.split_off(at + marker.len());
                let mut taken = std::mem::replace(&mut state.bytes, rest);
                taken.truncate(at);
                return String::from_utf8_lossy(&taken).into_owned();
            }
            searched = state.bytes.len().saturating_sub(marker.len());
            state = match self.wait(state, deadline) {
                Ok(state) => state,
                Err(mut state) => return take(&mut state),
            };
        }
    }

    /// Takes everything, once all writers are gone or patience is over: a process
    /// the worker left behind may hold the stream open.
    pub(super) fn take_all(&self, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        let mut state = self.shared.state();
        loop {
            state = match self.wait(state, deadline) {
                Ok(state) => state,
                Err(mut state) => return take(&mut state),
            };
        }
    }

    /// Waits for more; `Err` when none will come or it takes too long.
    fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        deadline: Instant,
    ) -> Result<MutexGuard<'a, State>, MutexGuard<'a, State>> {
        let left = deadline.saturating_duration_since(Instant::now());
        if state.ended || left.is_zero() {
            return Err(state);
        }
        let waited = self.shared.changed.wait_timeout(state, left);
        Ok(waited.unwrap_or_else(PoisonError::into_inner).0)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn take(state: &mut State) -> String {
    let bytes = std::mem::take(&mut state.bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn output_is_cut_at_markers_however_it_arrives() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let stream = Stream::follow(reader).unwrap();
        let patience = Duration::from_secs(20);
        writer.write_all(b"one\ntwo<<1>>three").unwrap();
        assert_eq!(stream.take_until("<<1>>", patience), "one\ntwo");
        writer.write_all(b"<<").unwrap();
        writer.write_all(b"2>>").unwrap();
        assert_eq!(stream.take_until("<<2>>", patience), "three");
        writer.write_all("gr\u{fc}n".as_bytes()).unwrap();
        drop(writer);
        assert_eq!(stream.take_until("<<3>>", patience), "gr\u{fc}n");
        assert_eq!(stream.take_all(patience), "");
    }
}
