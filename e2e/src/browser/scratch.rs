//! The one temporary folder of this test process.
//!
//! Everything browser and driver write lands below it, so removing it removes all.
//! A lock that dies with its owner tells a folder in use from a forgotten one.

use super::process;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What the folders' names start with; the owner's process id follows.
const PREFIX: &str = "e2e-";
/// The file that is locked while the owner lives.
const LOCK: &str = "owner";
/// Less room than this is none, bytes.
const LEAST: usize = 256 * 1024;
/// A younger folder may belong to a process that is about to lock it.
const SETTLED: Duration = Duration::from_secs(60);

/// The folder; it is removed by [`Scratch::remove`] alone, because whatever still
/// writes into it has to end first.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// A name nobody has used. The folder is made later: whoever removes it when this
    /// process is killed has to know of it first.
    pub(super) fn name() -> PathBuf {
        Self::name_in(&std::env::temp_dir())
    }

    fn name_in(parent: &Path) -> PathBuf {
        use std::hash::{BuildHasher as _, Hasher as _};
        // The standard library's source of random keys, new for each call.
        let random = std::hash::RandomState::new().build_hasher().finish();
        parent.join(format!("{PREFIX}{}-{random:016x}", std::process::id()))
    }

    /// Makes the folder, for this user alone.
    pub(super) fn create(path: PathBuf) -> io::Result<Self> {
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt as _;
            builder.mode(0o700);
        }
        builder.create(&path)?;
        let lock = try_lock(&path.join(LOCK))?
            .ok_or_else(|| io::Error::other("a new folder is in use already"))?;
        if let Err(full) = fill(&lock).and_then(|()| lock.set_len(0)) {
            remove(&path);
            return Err(full);
        }
        Ok(Self { path, _lock: lock })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it with everything in it.
    pub(super) fn remove(self) {
        remove(&self.path);
    }
}

/// Writes as much as a new profile takes at the least. Where a disk is full, a folder
/// can often be made all the same, and the browser would only never come up in it.
fn fill(mut file: &File) -> io::Result<()> {
    file.write_all(&[0; LEAST])
}

/// Removes a folder; what a dying process writes at the last moment is tried again.
pub(super) fn remove(path: &Path) {
    for _ in 0..20 {
        match std::fs::remove_dir_all(path) {
            Ok(()) => return,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    tracing::warn!(path = %path.display(), "a temporary folder could not be removed");
}

/// Removes the folders of processes that died without doing so, and ends what still
/// runs in them.
pub(super) fn sweep() {
    sweep_in(&std::env::temp_dir());
}

fn sweep_in(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .and_then(|rest| rest.split_once('-'))
            .is_some_and(|(pid, _)| !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()));
        let path = entry.path();
        if !ours || !is_settled(&path) {
            continue;
        }
        // The lock is held until the folder is gone, so two sweepers never meet.
        if let Ok(Some(_lock)) = try_lock(&path.join(LOCK)) {
            process::end(&path, &[], Duration::from_secs(5));
            remove(&path);
        }
    }
}

fn is_settled(path: &Path) -> bool {
    let age = |path: &Path| {
        let modified = std::fs::symlink_metadata(path).ok()?.modified().ok()?;
        SystemTime::now().duration_since(modified).ok()
    };
    // A folder without its lock file was left by a process that died while making it.
    age(&path.join(LOCK))
        .or_else(|| age(path))
        .is_some_and(|age| age > SETTLED)
}

/// Locks the file, or says that somebody else holds it.
#[cfg(unix)]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)?;
    match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(e) => Err(e.into()),
    }
}

#[cfg(windows)]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const SHARING_VIOLATION: i32 = 32;
    match OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .share_mode(0)
        .open(path)
    {
        Ok(file) => Ok(Some(file)),
        Err(e) if e.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn age(path: &Path) {
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_modified(hour_ago)
            .unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_before_a_browser_is_started_on_it() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(fill(&full).unwrap_err().kind(), io::ErrorKind::StorageFull);
        let parent = tempfile::tempdir().unwrap();
        let held = Scratch::create(Scratch::name_in(parent.path())).unwrap();
        assert_eq!(std::fs::metadata(held.path().join(LOCK)).unwrap().len(), 0);
    }

    #[test]
    fn only_forgotten_folders_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let held = Scratch::create(Scratch::name_in(parent.path())).unwrap();
        age(&held.path().join(LOCK));
        let young = parent.path().join("e2e-1-young");
        let foreign = parent.path().join("e2e-notes");
        let forgotten = parent.path().join("e2e-1-forgotten");
        for folder in [&young, &foreign, &forgotten] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join(LOCK), "").unwrap();
            std::fs::write(folder.join("file"), "").unwrap();
        }
        age(&forgotten.join(LOCK));
        age(&foreign.join(LOCK));
        sweep_in(parent.path());
        assert!(held.path().exists(), "its owner lives");
        assert!(young.exists(), "its owner may be about to lock it");
        assert!(foreign.exists(), "the name is not ours");
        assert!(!forgotten.exists());
        let path = held.path().to_owned();
        held.remove();
        assert!(!path.exists());
    }
}
