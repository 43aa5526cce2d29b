//! What a test binary touches before its first test: its `e2e.toml`, and nothing else.

use super::suite::Suite;
use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::path::PathBuf;

/// Folders in which a program might look or leave something, all of them watched.
const PLACES: [(&str, &[&str]); 4] = [
    ("package", &["CARGO_MANIFEST_DIR", "PWD"]),
    ("home", &["HOME"]),
    ("temporary", &["TMPDIR"]),
    (
        "caches",
        &["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
    ),
];

/// Runs the suite in fresh folders; returns its exit code and what was opened, made,
/// written or deleted in them.
fn touched(arguments: &str) -> (Option<i32>, BTreeSet<String>) {
    let root = tempfile::tempdir().unwrap();
    let watch = init(CreateFlags::NONBLOCK).unwrap();
    let mut suite = Suite::new(arguments);
    let mut watched = Vec::new();
    for (place, variables) in PLACES {
        let folder: PathBuf = root.path().join(place);
        std::fs::create_dir(&folder).unwrap();
        if place == "package" {
            std::fs::write(folder.join("e2e.toml"), "").unwrap();
            suite.command().current_dir(&folder);
        }
        for variable in variables {
            suite = suite.env(variable, folder.to_str().unwrap());
        }
        let kinds = WatchFlags::OPEN | WatchFlags::CREATE | WatchFlags::MODIFY | WatchFlags::DELETE;
        watched.push((add_watch(&watch, &folder, kinds).unwrap(), place));
    }
    let lock = root.path().join("home/lock");
    let suite = suite.env("SUITE_LOCK", lock.to_str().unwrap());
    // A package folder counts where nextest names it.
    let output = suite.env("NEXTEST", "1").run();

    let mut seen = BTreeSet::new();
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let mut events = Reader::new(&watch, &mut buffer);
    while let Ok(event) = events.next() {
        let (_, place) = watched.iter().find(|(id, _)| *id == event.wd()).unwrap();
        let name = event.file_name().map(|name| name.to_string_lossy());
        seen.insert(format!("{place}/{}", name.unwrap_or_default()));
    }
    (output.code, seen)
}

#[test]
fn a_start_reads_its_configuration_and_nothing_else() {
    // A list does not even need that, and nextest asks for two at once of each binary.
    for arguments in ["--list", "--list --format terse --ignored"] {
        assert_eq!(
            touched(arguments),
            (Some(0), BTreeSet::new()),
            "{arguments}"
        );
    }
    let only = BTreeSet::from(["package/e2e.toml".to_owned()]);
    assert_eq!(touched("--exact no::such::test"), (Some(0), only));
    // What a test leaves is seen, so the above would see more as well.
    let (code, seen) = touched("--exact serial::one --include-ignored");
    assert_eq!(code, Some(0), "{seen:?}");
    assert!(seen.contains("home/lock"), "{seen:?}");
}
