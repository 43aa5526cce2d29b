//! What all processes of a run spent, in one file of its folder.
//!
//! Each call adds a line while the file is locked. Nothing is ever rewritten, so a
//! process that dies takes at most its own line along, and that counts as unknown.

use super::record::Usage;
use super::{atomic, retention};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file in the run's folder.
const FILE: &str = ".spent";

/// What was spent, and what of it nobody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spent {
    /// Tokens and money.
    pub(crate) usage: Usage,
    /// Some call said nothing of its tokens.
    pub(crate) tokens_unknown: bool,
    /// Some call said nothing of its cost.
    pub(crate) cost_unknown: bool,
}

impl Spent {
    /// Adds what one call used; `None` when its provider did not say.
    pub(crate) fn add(&mut self, usage: Option<&Usage>) {
        match usage {
            Some(usage) => self.usage.add(usage),
            None => self.usage.partial = true,
        }
        self.tokens_unknown |= usage.is_none_or(|usage| usage.partial);
        self.cost_unknown |= usage.is_none_or(|usage| usage.cost_usd.is_none());
    }
}

/// The till of a run.
#[derive(Debug)]
pub(crate) struct Till {
    path: PathBuf,
}

impl Till {
    /// The till of the run in this folder; made when something is spent.
    pub(crate) fn of(run_dir: &Path) -> Self {
        Self {
            path: run_dir.join(FILE),
        }
    }

    /// Adds what one call used.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the message names it.
    pub(crate) fn charge(&self, usage: Option<&Usage>) -> io::Result<()> {
        if let Some(dir) = self.path.parent() {
            retention::claim(dir)?;
        }
        let line = match usage {
            Some(usage) => serde_json::to_string(usage)?,
            None => "null".to_owned(),
        };
        let about = |error| atomic::about("write", &self.path, &error);
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(&self.path)
            .map_err(about)?;
        // On a file system without locks a line is still written at once.
        let _locked = fs4::FileExt::lock(&file);
        // A line break before it ends what a dead process left half written.
        file.write_all(format!("\n{line}\n").as_bytes())
            .map_err(about)
    }

    /// What was spent so far, by all processes.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub(crate) fn spent(&self) -> io::Result<Spent> {
        let text = match fs::read(&self.path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(atomic::about("read", &self.path, &error)),
        };
        let mut spent = Spent::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let usage = serde_json::from_str::<Option<Usage>>(line).unwrap_or_default();
            spent.add(usage.as_ref());
        }
        Ok(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(tokens: u64, cost: f64) -> Usage {
        Usage {
            input_tokens: tokens,
            cost_usd: Some(cost),
            ..Usage::default()
        }
    }

    #[test]
    fn everyone_pays_into_one_till() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let till = Till::of(dir.path());
                    for _ in 0..25 {
                        till.charge(Some(&usage(10, 0.25))).unwrap();
                    }
                });
            }
        });
        let spent = Till::of(dir.path()).spent().unwrap();
        assert_eq!(spent.usage.input_tokens, 2_000);
        assert_eq!(spent.usage.cost_usd, Some(50.0));
        assert!(!spent.tokens_unknown && !spent.cost_unknown);
    }

    #[test]
    fn what_a_dead_process_left_counts_as_unknown() {
        let dir = tempfile::tempdir().unwrap();
        let till = Till::of(dir.path());
        assert_eq!(till.spent().unwrap(), Spent::default(), "nothing yet");
        till.charge(Some(&usage(10, 0.25))).unwrap();
        let mut file = File::options()
            .append(true)
            .open(dir.path().join(FILE))
            .unwrap();
        file.write_all(b"\n{\"input_tok").unwrap();
        till.charge(Some(&usage(5, 0.25))).unwrap();
        let spent = till.spent().unwrap();
        assert_eq!(spent.usage.input_tokens, 15);
        assert!(spent.tokens_unknown && spent.cost_unknown);
    }
}
