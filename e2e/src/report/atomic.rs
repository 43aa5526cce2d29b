//! Files that are either whole or not there.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes `bytes` to `path`: into a file beside it first, then renamed over it, so
/// that a reader or a process that dies half-way never leaves half a file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{}-{name}", unique()));
    let written = fs::File::create_new(&beside)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of it is of no use; the error to report is the first one.
        let _ = fs::remove_file(&beside);
        about("write", path, &error)
    })
}

/// Makes a folder and those above it.
pub(super) fn make_dir(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| about("make the folder", path, &error))
}

/// The same error, saying what was tried on what.
pub(super) fn about(tried: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot {tried} {}: {error}", path.display()),
    )
}

/// Part of a file name that no other call of any process on this machine uses now.
pub(super) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // Process ids are reused, also between containers that share the folder, so a
    // crashed process could have left this very name: the time tells them apart.
    let nanos = jiff::Timestamp::now().as_nanosecond();
    format!("{}-{count}-{nanos:x}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_names_the_file_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        // A folder that is not empty cannot be renamed over.
        let path = dir.path().join("taken");
        fs::create_dir_all(path.join("inside")).unwrap();
        let error = write(&path, b"x").unwrap_err().to_string();
        assert!(error.starts_with("cannot write "), "{error}");
        assert!(error.contains("taken"), "{error}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_second_write_replaces_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        write(&path, b"one").unwrap();
        write(&path, b"2").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"2");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
