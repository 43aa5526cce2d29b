//! The folders of a run, so that no two things are ever written to the same one.
//!
//! Beside our own there is one for each test target, named after it. Our own have names
//! that a target may have, too: such a target gets a folder of another name.

use std::path::{Path, PathBuf};

/// Records, one file for each.
pub(crate) const CASES: &str = "cases";
/// Records, one line for each.
pub(crate) const LEDGER: &str = "ledger";
/// What the app writes, and what is known of the one that runs.
pub(crate) const APP: &str = "app";
/// Who runs of each group of tests that run one after another.
pub(crate) const LOCKS: &str = "locks";

/// Everything of our own whose name a test target may have. All else has a dot in it,
/// which no target's name has.
const OWN: &[&str] = &[CASES, LEDGER, APP, LOCKS];

/// The folder of what the tests of a target leave behind.
pub(crate) fn of_target(run_dir: &Path, target: &str) -> PathBuf {
    // Some file systems tell no capitals.
    let taken = OWN.iter().any(|own| own.eq_ignore_ascii_case(target));
    match taken {
        // No target's name has a dot in it, so this one is nobody else's.
        true => run_dir.join(format!("{target}.tests")),
        false => run_dir.join(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::Outcome;
    use crate::report::run::tests::{failed, passed, record};
    use crate::report::store;
    use std::fs;

    #[test]
    fn a_target_has_a_folder_that_is_nobody_elses() {
        let run = Path::new("run");
        for (target, folder) in [
            ("shop", "run/shop"),
            ("cases_of_ours", "run/cases_of_ours"),
            ("report", "run/report"),
            ("cases", "run/cases.tests"),
            ("Cases", "run/Cases.tests"),
            ("ledger", "run/ledger.tests"),
            ("app", "run/app.tests"),
            ("locks", "run/locks.tests"),
        ] {
            assert_eq!(of_target(run, target), Path::new(folder));
        }
    }

    #[test]
    fn what_targets_leave_is_never_taken_for_records() {
        let dir = tempfile::tempdir().unwrap();
        for target in OWN {
            let folder = of_target(dir.path(), target).join("a_test/1");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("step-1.png"), [0xff]).unwrap();
            store::save(dir.path(), &record(target, "a_test", 1, failed(None))).unwrap();
        }
        let mut ledger = store::Ledger::new(dir.path());
        ledger.save(&passed("brief")).unwrap();
        store::save(dir.path(), &record("shop", "b", 1, Outcome::Passed)).unwrap();
        let run = store::load(dir.path());
        assert_eq!(run.unreadable, []);
        assert_eq!(run.records.len(), OWN.len() + 2);
        // Beside them lies nothing of ours that a target could be named like.
        store::finish(dir.path()).unwrap();
        for entry in fs::read_dir(dir.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(name.contains('.') || OWN.contains(&name.as_str()), "{name}");
        }
    }
}
