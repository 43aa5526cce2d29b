//! What a sentence names may be there, and not shown.

use super::program::{Clause, Command, Target};
use super::run::PlainExecutor;
use crate::code::Code;
use crate::error::Error;

impl PlainExecutor {
    /// The same error; where a control of the very name is there and nobody sees it, with
    /// that and why.
    pub(super) async fn tell_hidden(&self, clause: &Clause, error: Error) -> Error {
        if error.code() != Code::LocatorNotFound {
            return error;
        }
        let targets = clause.readings.iter().filter_map(target);
        let readings = targets.flat_map(|target| &target.readings);
        let mut names: Vec<&str> = readings
            .filter_map(|reading| reading.name.as_ref())
            .map(|name| name.raw.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        let hidden = self.page().hidden_called(&names).await;
        match hidden.as_slice() {
            [] => error,
            hidden => error
                .note(format!("there, and not shown: {}", hidden.join("; ")))
                .help("do first what shows it"),
        }
    }
}

/// What is to be used.
fn target(command: &Command) -> Option<&Target> {
    match command {
        Command::Touch(_, target)
        | Command::Check { target, .. }
        | Command::Set { target, .. }
        | Command::Upload { target, .. }
        | Command::Choose {
            within: Some(target),
            ..
        }
        | Command::Fill {
            target: Some(target),
            ..
        }
        | Command::Press {
            target: Some(target),
            ..
        } => Some(target),
        _ => None,
    }
}
