//! Where browsers and drivers are looked for, and under which names.

use crate::config::BrowserKind;
use std::path::{Path, PathBuf};

/// Folders to look in, and programs at fixed places.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Folders of `PATH`, then folders that are often missing from it.
    folders: Vec<PathBuf>,
    /// The folders at the roots of which applications are installed.
    roots: Vec<PathBuf>,
}

/// Folders with programs that `PATH` may lack.
const FOLDERS: &[&str] = if cfg!(target_os = "macos") {
    &["/opt/homebrew/bin", "/usr/local/bin"]
} else if cfg!(unix) {
    &[
        "/usr/local/bin",
        "/usr/bin",
        "/usr/lib/chromium",
        "/usr/lib/chromium-browser",
        "/opt/google/chrome",
        "/opt/microsoft/msedge",
        "/snap/bin",
    ]
} else {
    &[]
};

impl Places {
    /// Those of this machine. `PATH` is read here and nowhere else: it says where
    /// programs are, it configures nothing.
    pub(super) fn of_this_machine() -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.extend(FOLDERS.iter().map(PathBuf::from));
        let roots = if cfg!(windows) {
            ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
                .iter()
                .filter_map(std::env::var_os)
                .map(PathBuf::from)
                .collect()
        } else {
            vec![PathBuf::from("/Applications")]
        };
        Self { folders, roots }
    }

    /// These folders only.
    #[cfg(test)]
    pub(super) fn only(folders: &[&Path]) -> Self {
        Self {
            folders: folders.iter().map(|dir| dir.to_path_buf()).collect(),
            roots: Vec::new(),
        }
    }

    /// Every program of one of these names, in order, each once.
    pub(super) fn all(&self, names: &[&str], apps: &[&str]) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = Vec::new();
        let named = names.iter().flat_map(|name| {
            let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            self.folders.iter().map(move |dir| dir.join(&name))
        });
        let apps = apps
            .iter()
            .flat_map(|app| self.roots.iter().map(move |root| root.join(app)));
        for path in named.chain(apps) {
            if is_program(&path) && !found.contains(&path) {
                found.push(path);
            }
        }
        found
    }

    /// The folders, for the error that found nothing.
    pub(super) fn show(&self) -> String {
        let mut shown: Vec<String> = Vec::new();
        for dir in self.folders.iter().chain(&self.roots) {
            let dir = dir.display().to_string();
            if !shown.contains(&dir) {
                shown.push(dir);
            }
        }
        shown.join(", ")
    }
}

/// The program behind a script that does nothing but start it, as distributions
/// install them; the script would only stand between the driver and the browser.
pub(super) fn unwrapped(path: PathBuf) -> PathBuf {
    use std::io::Read as _;
    let mut text = String::new();
    let read =
        std::fs::File::open(&path).and_then(|file| file.take(4096).read_to_string(&mut text));
    if read.is_err() || !text.starts_with("#!") {
        return path;
    }
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) => line
            .trim_start_matches("exec ")
            .strip_suffix("\"$@\"")
            .map(|program| PathBuf::from(program.trim()))
            .filter(|program| program.is_absolute() && is_program(program))
            .unwrap_or(path),
        _ => path,
    }
}

/// Whether the file can be run.
pub(super) fn is_program(path: &Path) -> bool {
    let Ok(meta) = std::fs::metadata(path) else {
        return false;
    };
    #[cfg(unix)]
    let executable = {
        use std::os::unix::fs::PermissionsExt as _;
        meta.permissions().mode() & 0o111 != 0
    };
    #[cfg(not(unix))]
    let executable = true;
    meta.is_file() && executable
}

/// Names of a browser's program.
pub(super) fn names(kind: BrowserKind) -> &'static [&'static str] {
    match kind {
        BrowserKind::HeadlessShell => &[
            "chromium-headless-shell",
            "chrome-headless-shell",
            "headless_shell",
        ],
        BrowserKind::Chromium => &["chromium", "chromium-browser"],
        BrowserKind::Chrome => &["google-chrome", "google-chrome-stable", "chrome"],
        BrowserKind::Edge => &["microsoft-edge", "microsoft-edge-stable", "msedge"],
        BrowserKind::Firefox => &["firefox", "firefox-esr"],
        BrowserKind::Safari => &["Safari"],
    }
}

/// Places of a browser below the folders applications are installed in.
pub(super) fn apps(kind: BrowserKind) -> &'static [&'static str] {
    if cfg!(windows) {
        match kind {
            BrowserKind::Chrome => &["Google/Chrome/Application/chrome.exe"],
            BrowserKind::Chromium => &["Chromium/Application/chrome.exe"],
            BrowserKind::Edge => &["Microsoft/Edge/Application/msedge.exe"],
            BrowserKind::Firefox => &["Mozilla Firefox/firefox.exe"],
            _ => &[],
        }
    } else if cfg!(target_os = "macos") {
        match kind {
            BrowserKind::Chrome => &["Google Chrome.app/Contents/MacOS/Google Chrome"],
            BrowserKind::Chromium => &["Chromium.app/Contents/MacOS/Chromium"],
            BrowserKind::Edge => &["Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
            BrowserKind::Firefox => &["Firefox.app/Contents/MacOS/firefox"],
            BrowserKind::Safari => &["Safari.app/Contents/MacOS/Safari"],
            BrowserKind::HeadlessShell => &[],
        }
    } else {
        &[]
    }
}

/// Names of the program that drives a browser.
pub(super) fn drivers(kind: BrowserKind) -> &'static [&'static str] {
    match kind {
        BrowserKind::Edge => &["msedgedriver"],
        BrowserKind::Firefox => &["geckodriver"],
        BrowserKind::Safari => &["safaridriver"],
        _ => &["chromedriver", "chromium.chromedriver"],
    }
}

/// The browser a program is, by the name of its file.
pub(super) fn kind_of(program: &Path) -> Option<BrowserKind> {
    let stem = program.file_stem()?.to_str()?.to_lowercase();
    // The shell first: its names hold those of the full browser.
    if stem.contains("headless") {
        return Some(BrowserKind::HeadlessShell);
    }
    [
        ("chromium", BrowserKind::Chromium),
        ("chrome", BrowserKind::Chrome),
        ("edge", BrowserKind::Edge),
        ("firefox", BrowserKind::Firefox),
        ("safari", BrowserKind::Safari),
    ]
    .into_iter()
    .find(|(part, _)| stem.contains(part))
    .map(|(_, kind)| kind)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn program(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn programs_are_found_in_order_and_once() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let first = program(one.path(), "b", "");
        let second = program(two.path(), "a", "");
        std::fs::write(one.path().join("a"), "no program").unwrap();
        let places = Places::only(&[one.path(), two.path(), one.path()]);
        assert_eq!(places.all(&["a", "b"], &[]), [second, first]);
        assert!(places.all(&["c"], &[]).is_empty());
    }

    #[test]
    fn only_a_script_that_does_nothing_else_is_looked_through() {
        let folder = tempfile::tempdir().unwrap();
        let real = program(folder.path(), "real", "\u{7f}ELF");
        let shown = real.display();
        for (text, through) in [
            (format!("#!/bin/sh -e\n\n{shown} \"$@\"\n"), true),
            (format!("#!/bin/sh\n# starts it\nexec {shown} \"$@\""), true),
            (format!("#!/bin/sh\nexport A=1\nexec {shown} \"$@\""), false),
            (format!("#!/bin/sh\n{shown} --flag \"$@\"\n"), false),
            ("#!/bin/sh\n/no/such \"$@\"\n".to_owned(), false),
            ("#!/bin/sh\nreal \"$@\"\n".to_owned(), false),
            ("#!/bin/sh\n".to_owned(), false),
        ] {
            let script = program(folder.path(), "script", &text);
            let expected = if through { &real } else { &script };
            assert_eq!(&unwrapped(script.clone()), expected, "{text}");
        }
        assert_eq!(unwrapped(real.clone()), real);
    }

    #[test]
    fn a_browser_is_known_by_its_file() {
        for (file, kind) in [
            (
                "/usr/lib/chromium/chromium-headless-shell",
                Some(BrowserKind::HeadlessShell),
            ),
            (
                "/opt/chrome-headless-shell-linux64/chrome-headless-shell",
                Some(BrowserKind::HeadlessShell),
            ),
            ("/snap/bin/chromium", Some(BrowserKind::Chromium)),
            (
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                Some(BrowserKind::Chrome),
            ),
            ("/opt/msedge", Some(BrowserKind::Edge)),
            ("/usr/bin/firefox-esr", Some(BrowserKind::Firefox)),
            ("/opt/netscape", None),
        ] {
            assert_eq!(kind_of(Path::new(file)), kind, "{file}");
        }
    }
}
