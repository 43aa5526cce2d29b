//! Which processes of a run are at work.
//!
//! Under nextest every test is a process, and each could render the report of all
//! tests before it. One that sees others at work can leave that to them: the last
//! one to leave sees nobody. A lock of the operating system says who is at work, so
//! a process that was killed is not waited for.

use super::atomic;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// This process takes part in a run; it does so until this is dropped or finished.
#[derive(Debug)]
pub struct Presence {
    run_dir: PathBuf,
    file: PathBuf,
    lock: File,
}

fn folder(run_dir: &Path) -> PathBuf {
    run_dir.join(".present")
}

impl Presence {
    /// Takes part in the run.
    ///
    /// # Errors
    ///
    /// When the run's folder cannot be written to.
    pub(super) fn enter(run_dir: &Path) -> io::Result<Self> {
        let folder = folder(run_dir);
        atomic::make_dir(&folder)?;
        let file = folder.join(atomic::unique());
        let lock =
            File::create_new(&file).map_err(|error| atomic::about("write", &file, &error))?;
        // Without locks here nobody can be seen, and everyone renders.
        let _ = fs4::FileExt::try_lock(&lock);
        Ok(Self {
            run_dir: run_dir.to_owned(),
            file,
            lock,
        })
    }

    /// Takes part no longer, and finishes the run's report if nobody else will; see
    /// [`finish`](super::store::finish).
    ///
    /// # Errors
    ///
    /// Those of [`finish`](super::store::finish).
    pub fn finish(self) -> io::Result<PathBuf> {
        let run_dir = self.run_dir.clone();
        // First leave, then look around: of two who leave at once, at least one must
        // see nobody.
        drop(self);
        super::store::finish(&run_dir)
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let _ = fs4::FileExt::unlock(&self.lock);
        let _ = fs::remove_file(&self.file);
    }
}

/// Whether any process takes part in the run. Looks through shared locks, so that two
/// who look at once do not take each other for somebody at work.
pub(super) fn is_anyone_at_work(run_dir: &Path) -> bool {
    let entries = fs::read_dir(folder(run_dir))
        .into_iter()
        .flatten()
        .flatten();
    entries.into_iter().any(|entry| {
        let Ok(file) = File::options().read(true).open(entry.path()) else {
            return false;
        };
        match fs4::FileExt::try_lock_shared(&file) {
            Err(fs4::TryLockError::WouldBlock) => true,
            Err(fs4::TryLockError::Error(_)) => false,
            Ok(()) => {
                // Its process was killed, or has just this moment made the file; then
                // it has no record yet, and it will see us gone when it leaves.
                let _ = fs4::FileExt::unlock(&file);
                false
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_work_is_seen_until_it_leaves_or_dies() {
        let run = tempfile::tempdir().unwrap();
        assert!(!is_anyone_at_work(run.path()));
        let one = Presence::enter(run.path()).unwrap();
        let two = Presence::enter(run.path()).unwrap();
        assert!(is_anyone_at_work(run.path()));
        drop(one);
        assert!(is_anyone_at_work(run.path()));
        drop(two);
        assert!(!is_anyone_at_work(run.path()));
        // What a killed process leaves: the file without its lock.
        fs::write(folder(run.path()).join("dead"), "").unwrap();
        assert!(!is_anyone_at_work(run.path()));
    }
}
