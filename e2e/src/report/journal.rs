//! Where the calls of one attempt leave their records while the test runs.
//!
//! Shared by every fixture of a test, and readable from outside the test's thread,
//! so that a test which hangs or is terminated still leaves its account.

mod open;

use super::record::{Artifact, StepRecord};
use super::redact;
use crate::secret::Known;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The open record of one attempt.
#[derive(Debug)]
pub struct Journal {
    started: Instant,
    run_dir: PathBuf,
    dir: PathBuf,
    known: Arc<Known>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    steps: Vec<StepRecord>,
    artifacts: Vec<Artifact>,
    doing: Option<String>,
    /// When the step ended that was being done last.
    ended: Option<Instant>,
    turn: Option<u32>,
    browser: Option<String>,
    wire: Option<String>,
    never_awaited: Vec<String>,
    open: Vec<(u32, String)>,
    cut_off: Vec<String>,
    remarks: Vec<String>,
    next_index: u32,
}

/// What an attempt is doing at a moment, for a person who watches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Doing {
    /// The call that runs, with its sentence.
    pub(crate) call: Option<String>,
    /// The turn of the model, counted from 1.
    pub(crate) turn: Option<u32>,
    /// The last action of the call, or what is done between calls.
    pub(crate) action: Option<String>,
}

impl Journal {
    /// Opens a journal. `dir` is the attempt's folder inside `run_dir`; it is made
    /// when the first file is kept.
    #[must_use]
    pub fn new(run_dir: impl Into<PathBuf>, dir: impl Into<PathBuf>) -> Self {
        Self {
            started: Instant::now(),
            run_dir: run_dir.into(),
            dir: dir.into(),
            known: Arc::new(Known::of_attempt()),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since the attempt began.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// When the attempt began.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.started
    }

    /// The attempt's folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What must not stand in anything the attempt leaves behind.
    pub(crate) fn known(&self) -> &Arc<Known> {
        &self.known
    }

    /// Takes the next step number.
    pub fn next_index(&self) -> u32 {
        let mut state = self.state();
        let index = state.next_index;
        state.next_index += 1;
        index
    }

    /// Says what is being done now, in words, for whoever asks from outside.
    pub fn doing(&self, what: impl Into<String>) {
        let mut state = self.state();
        state.doing = Some(what.into());
        state.ended = None;
    }

    /// Says which action is done now, and in which turn of a model, if in any.
    pub(crate) fn acting(&self, action: &str, turn: u32) {
        let mut state = self.state();
        state.doing = Some(action.to_owned());
        state.ended = None;
        state.turn = Some(turn).filter(|turn| *turn > 0);
    }

    /// What is being done now.
    pub(crate) fn now(&self) -> Doing {
        let state = self.state();
        let call = state.open.last().map(|(_, what)| what.clone());
        let action = state
            .doing
            .clone()
            .filter(|doing| call.as_ref() != Some(doing));
        let turn = state.turn.filter(|_| call.is_some());
        drop(state);
        let said = |what: String| redact::said(&self.known, &what);
        Doing {
            call: call.map(said),
            turn,
            action: action.map(said),
        }
    }

    /// What was being done last, and whether that had ended.
    #[must_use]
    pub fn last_doing(&self) -> Option<String> {
        let (doing, ended) = {
            let state = self.state();
            (state.doing.clone(), state.ended)
        };
        let what = redact::said(&self.known, &doing?);
        Some(match ended {
            Some(at) => format!(
                "{what}, which had ended {} before",
                crate::text::show_duration(at.elapsed())
            ),
            None => what,
        })
    }

    /// Adds a finished step.
    pub fn push(&self, mut step: StepRecord) {
        redact::step(&mut step, &self.known);
        let mut state = self.state();
        state.steps.push(step);
        state.ended = Some(Instant::now());
    }

    /// Everything recorded so far.
    #[must_use]
    pub fn steps(&self) -> Vec<StepRecord> {
        self.state().steps.clone()
    }

    /// Changes the newest step, for what is only known after it ended.
    pub fn amend_last(&self, change: impl FnOnce(&mut StepRecord)) {
        if let Some(step) = self.state().steps.last_mut() {
            change(step);
            redact::step(step, &self.known);
        }
    }

    /// Notes the browser in use, name and version.
    pub fn set_browser(&self, browser: impl Into<String>) {
        self.state().browser = Some(browser.into());
    }

    /// The browser in use.
    #[must_use]
    pub fn browser(&self) -> Option<String> {
        self.state().browser.clone()
    }

    /// Notes what carries looks and input to the browser.
    pub fn set_wire(&self, wire: impl Into<String>) {
        self.state().wire = Some(wire.into());
    }

    /// What carries looks and input to the browser.
    #[must_use]
    pub fn wire(&self) -> Option<String> {
        self.state().wire.clone()
    }

    /// Keeps something a person should read on the terminal after the steps.
    pub fn say(&self, remark: impl Into<String>) {
        self.state().remarks.push(remark.into());
    }

    /// What a person should read after the steps.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.state().remarks.clone()
    }

    /// Notes a call that was made and dropped without `.await`: nothing of it ran.
    pub fn never_awaited(&self, call: impl Into<String>) {
        self.state().never_awaited.push(call.into());
    }

    /// Calls that were never awaited.
    #[must_use]
    pub fn all_never_awaited(&self) -> Vec<String> {
        let never = self.state().never_awaited.clone();
        never
            .iter()
            .map(|call| redact::said(&self.known, call))
            .collect()
    }

    /// Keeps a file for this attempt. An existing name gets a number; secrets in a text
    /// are masked.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn attach(
        &self,
        kind: &str,
        label: &str,
        file_name: &str,
        bytes: &[u8],
    ) -> io::Result<Artifact> {
        std::fs::create_dir_all(&self.dir)?;
        let path = free_name(&self.dir, file_name);
        let bytes = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Owned(self.known.redact(text).into_bytes()),
            Err(_) => Cow::Borrowed(bytes),
        };
        // Half a file is worth nothing, and on a full disk it takes the room of the rest.
        if let Err(error) = std::fs::write(&path, bytes) {
            let _ = std::fs::remove_file(&path);
            return Err(error);
        }
        let relative = path.strip_prefix(&self.run_dir).unwrap_or(&path);
        let artifact = Artifact {
            kind: kind.to_owned(),
            label: label.to_owned(),
            path: relative
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/"),
        };
        self.state().artifacts.push(artifact.clone());
        Ok(artifact)
    }

    /// Files kept so far.
    #[must_use]
    pub fn artifacts(&self) -> Vec<Artifact> {
        self.state().artifacts.clone()
    }
}

/// `name`, or `name-2`, `name-3`, … before the extension. Separators in the name are
/// replaced, so it cannot leave the folder.
fn free_name(dir: &Path, name: &str) -> PathBuf {
    let safe: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect();
    let safe = safe.trim_start_matches('.');
    let safe = if safe.is_empty() { "file" } else { safe };
    let (stem, extension) = match safe.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (safe, String::new()),
    };
    let mut path = dir.join(safe);
    let mut n = 2;
    while path.exists() {
        path = dir.join(format!("{stem}-{n}{extension}"));
        n += 1;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachments_stay_in_their_folder_and_never_overwrite() {
        let run = tempfile::tempdir().unwrap();
        let journal = Journal::new(run.path(), run.path().join("a"));
        let first = journal.attach("x", "", "../../up.txt", b"1").unwrap();
        let second = journal.attach("x", "", "../../up.txt", b"2").unwrap();
        assert_eq!(first.path, "a/-..-up.txt");
        assert_eq!(second.path, "a/-..-up-2.txt");
        assert_eq!(std::fs::read(run.path().join(&first.path)).unwrap(), b"1");
    }
}
