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
