//! The only code that writes to standard output and standard error.
//!
//! It writes through duplicates taken at the start: while a test's output is
//! captured the process's own streams lead elsewhere, and a line that a test left
//! half printed does not run into ours.

use super::Mode;
use super::args::{Args, Color};
use super::event::{Event, Status};
use super::output::{Paint, Style};
use crate::report::record::Outcome;
use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Once;

/// Standard output and standard error as the process found them.
#[derive(Debug)]
pub(super) struct Terminal {
    out: Option<File>,
    err: Option<File>,
    /// Standard output took no more; said once.
    lost: Once,
}

impl Terminal {
    pub(super) fn new() -> Self {
        Self {
            out: duplicate(&io::stdout()),
            err: duplicate(&io::stderr()),
            lost: Once::new(),
        }
    }

    /// Writes to standard output. A reader that went away is no reason to stop: the
    /// exit code still says how the run ended.
    pub(super) fn out(&self, text: &str) {
        match write(self.out.as_ref(), text) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => self.lost.call_once(|| {
                self.err(&format!(
                    "warning: results could not be written to standard output: {error}\n"
                ));
            }),
        }
    }

    /// Writes to standard error.
    pub(super) fn err(&self, text: &str) {
        // There is nowhere left to say that this one failed.
        let _ = write(self.err.as_ref(), text);
    }

    /// Standard error, when it is a terminal.
    pub(super) fn screen(&self) -> Option<File> {
        let err = self.err.as_ref().filter(|err| err.is_terminal());
        err.and_then(|err| err.try_clone().ok())
    }

    /// How the results of a suite are shown here.
    pub(super) fn style(&self, args: &Args, mode: Mode, suite: &'static str) -> Style {
        let color = match args.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => self.out.as_ref().is_some_and(File::is_terminal),
        };
        Style {
            suite,
            paint: Paint(color),
            show_output: args.show_output,
            report_time: args.report_time,
            live: mode == Mode::Live,
        }
    }

    /// In a live run each failure is shown on standard error when it happens, last
    /// of all that the test caused: whoever reads that stream takes what follows the
    /// failure's head as its message. Where `several` run at once, each line before it
    /// says whose it is.
    pub(super) fn on(&self, event: &Event<'_>, mode: Mode, several: bool) {
        match event {
            Event::Attempted(ran) if mode == Mode::Live => {
                if let Outcome::Failed(failure) = &ran.record.outcome {
                    let output = match several {
                        true => marked(&ran.record.name, &ran.output),
                        false => ran.output.clone(),
                    };
                    self.err(&format!("{output}{}", failure.diagnostic));
                }
            }
            Event::CaseStopping(last_words) => self.err(&format!("Error: {last_words}\n")),
            Event::RunEnded(summary) => {
                for problem in &summary.problems {
                    self.err(&format!(
                        "Error: {problem}\nnote: it happened after the tests\n"
                    ));
                }
            }
            _ => {}
        }
    }
}

/// The lines with the test's name before each.
fn marked(name: &str, output: &str) -> String {
    let line = |line: &str| match line.trim().is_empty() {
        true => line.to_owned(),
        false => format!("[{name}] {line}"),
    };
    output.split_inclusive('\n').map(line).collect()
}

#[cfg(unix)]
fn duplicate(stream: &impl std::os::fd::AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(windows)]
fn duplicate(stream: &impl std::os::windows::io::AsHandle) -> Option<File> {
    stream.as_handle().try_clone_to_owned().ok().map(File::from)
}

fn write(stream: Option<&File>, text: &str) -> io::Result<()> {
    match stream {
        Some(mut stream) => stream.write_all(text.as_bytes()),
        None => Ok(()),
    }
}

/// `--logfile`: one line per result.
#[derive(Debug)]
pub(super) struct Logfile {
    file: Option<File>,
    /// Why it took no more.
    problem: Option<io::Error>,
}

impl Logfile {
    pub(super) fn open(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else {
            return Ok(Self {
                file: None,
                problem: None,
            });
        };
        File::create(path)
            .map(|file| Self {
                file: Some(file),
                problem: None,
            })
            .map_err(|error| format!("could not write the logfile {}: {error}", path.display()))
    }

    pub(super) fn on(&mut self, event: &Event<'_>) {
        let (Some(file), Event::CaseEnded(case, result)) = (&mut self.file, event) else {
            return;
        };
        let word = match result.status {
            Status::Passed => "ok",
            Status::Failed(_) => "failed",
            Status::Ignored(_) => "ignored",
        };
        if let Err(error) = writeln!(file, "{word} {}", case.name()) {
            self.problem.get_or_insert(error);
        }
    }

    /// What has to be said of it at the end of the run.
    pub(super) fn problem(&self) -> String {
        let told =
            |error| format!("warning: the results stand, but the logfile is incomplete: {error}\n");
        self.problem.as_ref().map(told).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_says_whose_it_is() {
        assert_eq!(
            marked("a::b", "steps:\n   1 act \"x\"\n\nno end"),
            "[a::b] steps:\n[a::b]    1 act \"x\"\n\n[a::b] no end"
        );
    }
}
