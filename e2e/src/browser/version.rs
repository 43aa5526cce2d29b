//! Versions of programs, asked for under a deadline.

use crate::text::show_duration;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long `--version` may take; a browser that opens a window instead never ends.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// What programs have answered.
static KNOWN: Mutex<Option<HashMap<PathBuf, Result<String, String>>>> = Mutex::new(None);

/// Forgets every answer: the programs may have been replaced.
pub(super) fn forget() {
    *KNOWN.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The version of a program, or why it is not known; asked once per process.
pub(super) fn of(program: &Path) -> Result<String, String> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known().as_ref().and_then(|known| known.get(program)) {
        return known.clone();
    }
    let answer = if cfg!(windows) {
        beside(program)
    } else {
        ask(program, LIMIT)
    };
    // A failure may pass; only an answer is remembered.
    if answer.is_ok() {
        known()
            .get_or_insert_default()
            .insert(program.to_owned(), answer.clone());
    }
    answer
}

/// The major version: what browser and driver have to agree on.
pub(super) fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

/// Runs `program --version` and reads the first dotted number.
fn ask(program: &Path, limit: Duration) -> Result<String, String> {
    let output = tempfile::tempfile().map_err(|e| format!("no temporary file: {e}"))?;
    let stdout = output.try_clone().map_err(|e| e.to_string())?;
    // Into a file rather than a pipe: a child of the program that holds a pipe open
    // would keep the reader waiting after the program itself has ended.
    let mut child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("cannot be run: {e}"))?;
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < end => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(10));
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "`--version` did not end within {}",
                    show_duration(limit)
                ));
            }
        }
    };
    let text = {
        use std::io::{Read as _, Seek as _};
        let mut output = output;
        let mut bytes = Vec::new();
        output
            .rewind()
            .and_then(|()| output.take(4096).read_to_end(&mut bytes))
            .map_err(|e| e.to_string())?;
        String::from_utf8_lossy(&bytes).into_owned()
    };
    if !status.success() {
        return Err(format!("`--version` ended with {status}"));
    }
    number_in(&text).ok_or_else(|| match text.trim() {
        "" => "`--version` printed nothing".to_owned(),
        text => format!(
            "`--version` printed no version: {}",
            crate::text::clip(text, 80)
        ),
    })
}

/// The first dotted number: `156.0.8078.108` in `Chromium 156.0.8078.108 built on …`.
fn number_in(text: &str) -> Option<String> {
    text.split_whitespace()
        // `153.8.0esr` is a release that is kept for longer.
        .map(|word| word.trim_start_matches('v').trim_end_matches("esr"))
        .find(|word| {
            word.contains('.')
                && word.starts_with(|c: char| c.is_ascii_digit())
                && word.chars().all(|c| c.is_ascii_digit() || c == '.')
        })
        .map(str::to_owned)
}

/// Browsers on Windows open a window instead of printing; but each version lies in a
/// folder of its own name beside the program. A driver there prints its version.
fn beside(program: &Path) -> Result<String, String> {
    let is_driver = program
        .file_stem()
        .and_then(|stem| stem.to_str())
        .is_some_and(|stem| stem.ends_with("driver"));
    if is_driver {
        return ask(program, LIMIT);
    }
    let folders = program.parent().and_then(|dir| std::fs::read_dir(dir).ok());
    folders
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| number_in(name).is_some())
        .max_by_key(|name| major(name))
        .ok_or_else(|| "no folder beside it is named after a version".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_print() {
        for (text, version) in [
            ("Mozilla Firefox 153.8.0esr", Some("153.8.0")),
            (
                "Chromium 156.0.8078.108 built on Debian",
                Some("156.0.8078.108"),
            ),
            ("Google Chrome 126.0.6478.126 \n", Some("126.0.6478.126")),
            (
                "ChromeDriver 156.0.8078.108 (730482a-refs/branch-heads/8078@{#2244})",
                Some("156.0.8078.108"),
            ),
            ("Mozilla Firefox 128.0.2", Some("128.0.2")),
            (
                "geckodriver 0.35.0 (9f0a0036bea4 2024-08-03)",
                Some("0.35.0"),
            ),
            ("hello 3 worlds", None),
            ("", None),
        ] {
            assert_eq!(number_in(text).as_deref(), version, "{text}");
        }
        assert_eq!(major("156.0.1"), Some(156));
        assert_eq!(major("x"), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_does_not_answer_is_given_up() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        for (name, script, expected) in [
            ("hangs", "exec sleep 600", "did not end within 200ms"),
            ("fails", "exit 3", "ended with exit status: 3"),
            ("mute", "true", "printed nothing"),
            ("chatty", "echo hello", "printed no version: hello"),
        ] {
            let program = folder.path().join(name);
            std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
            let limit = if name == "hangs" {
                Duration::from_millis(200)
            } else {
                LIMIT
            };
            let error = ask(&program, limit).unwrap_err();
            assert!(error.contains(expected), "{name}: {error}");
        }
        assert!(
            ask(Path::new("/no/such"), LIMIT)
                .unwrap_err()
                .contains("cannot be run")
        );
    }
}
