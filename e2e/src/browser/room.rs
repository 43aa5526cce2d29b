//! Whether a start failed because the temporary folder is full: browsers and drivers
//! rarely say so, and are only late.

use crate::error::Error;

/// A new profile takes some of it at once.
const BYTES: u64 = 16 << 20;
/// A new profile has some hundred.
const FILES: u64 = 500;

/// Adds to a failed start how little room there is, when it may be the reason.
pub(super) fn blame(error: Error) -> Error {
    let folder = std::env::temp_dir();
    let Some(shortage) = left(&folder).and_then(Left::shortage) else {
        return error;
    };
    error
        .note(format!(
            "the temporary folder {} {shortage}",
            folder.display()
        ))
        .help("free some there first, or set TMPDIR to a folder with more")
}

/// What a file system can still hold.
#[derive(Clone, Copy, Debug)]
struct Left {
    bytes: u64,
    /// Not every file system counts them.
    files: Option<u64>,
}

impl Left {
    fn shortage(self) -> Option<String> {
        let Self { bytes, files } = self;
        match files {
            _ if bytes < BYTES => Some(format!("has room for {} KB only", bytes / 1024)),
            Some(files) if files < FILES => Some(format!("has room for {files} files only")),
            _ => None,
        }
    }
}

#[cfg(unix)]
fn left(folder: &std::path::Path) -> Option<Left> {
    let seen = rustix::fs::statvfs(folder).ok()?;
    Some(Left {
        bytes: seen.f_bavail.saturating_mul(seen.f_frsize),
        files: (seen.f_files > 0).then_some(seen.f_favail),
    })
}

#[cfg(not(unix))]
fn left(_folder: &std::path::Path) -> Option<Left> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_room_is_told_and_enough_is_not() {
        for (bytes, files, expected) in [
            (64 << 10, Some(9000), Some("has room for 64 KB only")),
            (0, None, Some("has room for 0 KB only")),
            (1 << 30, Some(3), Some("has room for 3 files only")),
            (1 << 30, Some(9000), None),
            (1 << 30, None, None),
        ] {
            let left = Left { bytes, files };
            assert_eq!(left.shortage().as_deref(), expected, "{left:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_has_room_or_is_not_there() {
        let dir = tempfile::tempdir().unwrap();
        assert!(left(dir.path()).unwrap().bytes > 0);
        assert!(left(&dir.path().join("none")).is_none());
    }
}
