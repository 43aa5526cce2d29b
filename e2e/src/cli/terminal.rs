//! The one file that talks to the person at the terminal.

use crate::error::Error;
use std::io::{self, BufRead, IsTerminal as _, Write as _};

/// Whether something may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    /// It was said on the command line.
    Given,
    /// Ask, if somebody is there to answer.
    Ask,
}

/// Standard output for what was asked for, standard error for everything else.
#[derive(Debug, Default)]
pub(super) struct Terminal;

impl Terminal {
    /// Prints what was asked for.
    pub(super) fn print(&self, text: &str) {
        // A closed pipe means nobody reads on; that is no reason to fail.
        let _ = writeln!(io::stdout().lock(), "{text}");
    }

    /// Says what is going on.
    pub(super) fn say(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Shows why it did not work.
    pub(super) fn fail(&self, error: &Error) {
        self.say(&format!("error: {error:?}"));
    }

    /// Whether to go on. Without a terminal nobody could answer: then what is about
    /// to happen was said, and it happens.
    pub(super) fn confirm(&self, question: &str, consent: Consent) -> bool {
        if consent == Consent::Given || !io::stdin().is_terminal() {
            return true;
        }
        let _ = write!(io::stderr().lock(), "{question} [Y/n] ");
        is_yes(io::stdin().lock())
    }
}

/// Whether a person is on the other side of any stream. Then the terminal itself
/// sends an interrupt to every process of the command.
pub(super) fn is_attended() -> bool {
    io::stdin().is_terminal() || io::stdout().is_terminal() || io::stderr().is_terminal()
}

/// An empty line is the answer in capitals; the end of the input is a no.
fn is_yes(mut input: impl BufRead) -> bool {
    let mut line = String::new();
    match input.read_line(&mut line) {
        Ok(0) | Err(_) => false,
        Ok(_) => matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_yes_is_yes() {
        for (typed, expected) in [
            ("\n", true),
            ("y\n", true),
            ("YES\r\n", true),
            ("n\n", false),
            ("later\n", false),
            ("", false),
        ] {
            assert_eq!(is_yes(typed.as_bytes()), expected, "{typed:?}");
        }
    }

    #[test]
    fn consent_that_was_given_is_not_asked_for() {
        assert!(Terminal.confirm("install?", Consent::Given));
    }
}
