//! What is asked of the driver for a new session.

use super::find::Found;
use crate::config::{BrowserConfig, BrowserKind};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Switches that keep a Chromium quiet: no first-run pages, no calls home, no shared
/// memory that containers lack.
const QUIET: &[&str] = &[
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-search-engine-choice-screen",
    "--disable-breakpad",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// What a Chromium is started without: it would hold tasks of the page back from a press
/// until the next frame, which other browsers do not, and every wait for them.
const WITHOUT: &str = "DeferRendererTasksAfterInput";
const DISABLE: &str = "--disable-features=";

/// Capabilities for a browser we start: `folder` is the session's own.
pub(super) fn local(config: &BrowserConfig, found: &Found, folder: &Path) -> Map<String, Value> {
    let mut caps = common(name(found.kind));
    match found.kind {
        BrowserKind::Firefox => {
            let mut args = Vec::new();
            if !config.headed {
                args.push("-headless".to_owned());
            }
            args.extend(config.args.iter().cloned());
            let options = json!({
                "binary": found.binary, "args": args, "prefs": preferences(folder),
            });
            caps.insert("moz:firefoxOptions".into(), options);
            // Asks for a second way in, which scripts before a page's own need.
            caps.insert("webSocketUrl".into(), json!(true));
        }
        BrowserKind::Safari => {}
        kind => {
            let options = json!({
                "binary": found.binary,
                "args": switches(config, kind, folder),
                "excludeSwitches": ["enable-logging"],
            });
            caps.insert(options_key(kind).into(), options);
        }
    }
    caps
}

/// Where a Firefox of ours puts downloads: it has to be told before it starts.
pub(super) fn downloads(folder: &Path) -> PathBuf {
    folder.join("downloads")
}

/// Downloads ask nobody, and a page that was left is gone: one that is kept frozen for
/// a step back keeps the driver waiting for what still ran in it.
fn preferences(folder: &Path) -> Value {
    json!({
        "browser.download.folderList": 2,
        "browser.download.dir": downloads(folder),
        "browser.download.useDownloadDir": true,
        "browser.download.alwaysOpenPanel": false,
        "browser.download.manager.addToRecentDocs": false,
        "pdfjs.disabled": true,
        "browser.sessionhistory.max_total_viewers": 0,
    })
}

/// Capabilities for a server that already runs; its browser is its own affair.
pub(super) fn remote(config: &BrowserConfig) -> Map<String, Value> {
    let kind = config.kind.unwrap_or(BrowserKind::Chrome);
    let mut caps = common(name(kind));
    if kind.is_chromium() {
        let mut args = config.args.clone();
        if !config.headed && kind != BrowserKind::HeadlessShell {
            args.push("--headless=new".to_owned());
        }
        args.push(window_size(config));
        caps.insert(options_key(kind).into(), json!({ "args": args }));
    } else if kind == BrowserKind::Firefox {
        let mut args = config.args.clone();
        if !config.headed {
            args.push("-headless".to_owned());
        }
        caps.insert("moz:firefoxOptions".into(), json!({ "args": args }));
    }
    caps
}

fn common(name: &str) -> Map<String, Value> {
    let mut caps = Map::new();
    caps.insert("browserName".into(), json!(name));
    // The driver waits for nothing: a page that never stops loading would hold up
    // every later command, and the driver would then stop its loading.
    caps.insert("pageLoadStrategy".into(), json!("none"));
    // A dialog stays until somebody decides about it, and is reported.
    caps.insert("unhandledPromptBehavior".into(), json!("ignore"));
    caps
}

fn name(kind: BrowserKind) -> &'static str {
    match kind {
        BrowserKind::Edge => "MicrosoftEdge",
        BrowserKind::Firefox => "firefox",
        BrowserKind::Safari => "safari",
        _ => "chrome",
    }
}

fn options_key(kind: BrowserKind) -> &'static str {
    match kind {
        BrowserKind::Edge => "ms:edgeOptions",
        _ => "goog:chromeOptions",
    }
}

fn window_size(config: &BrowserConfig) -> String {
    let viewport = config.viewport;
    format!("--window-size={},{}", viewport.width, viewport.height)
}

fn switches(config: &BrowserConfig, kind: BrowserKind, folder: &Path) -> Vec<String> {
    let mut args: Vec<String> = QUIET.iter().map(|arg| (*arg).to_owned()).collect();
    // No browser knows this one; it is there to be found in the process table.
    args.push(format!("--e2e-session={}/", folder.display()));
    args.push(window_size(config));
    if !config.headed && kind != BrowserKind::HeadlessShell {
        args.push("--headless=new".to_owned());
    }
    if is_root() {
        args.push("--no-sandbox".to_owned());
    }
    // Elsewhere the driver makes a profile in its temporary folder, which is ours.
    // The headless shell opens no page when it is given one.
    if cfg!(target_os = "macos") && kind != BrowserKind::HeadlessShell {
        args.push(format!("--user-data-dir={}/profile", folder.display()));
    }
    // Of two such switches the browser heeds one.
    let mut without = format!("{DISABLE}{WITHOUT}");
    for arg in &config.args {
        match arg.strip_prefix(DISABLE) {
            Some(more) => without = format!("{without},{more}"),
            None => args.push(arg.clone()),
        }
    }
    args.push(without);
    args
}

/// Chromium refuses its sandbox to root on Linux, as in most containers.
fn is_root() -> bool {
    #[cfg(target_os = "linux")]
    return rustix::process::geteuid().is_root();
    #[cfg(not(target_os = "linux"))]
    return false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    fn caps(kind: BrowserKind, headed: bool) -> String {
        let mut config = config::load(Path::new("/nowhere")).unwrap().browser;
        config.headed = headed;
        config.args = vec!["--lang=de".to_owned(), "--disable-features=X".to_owned()];
        let found = Found {
            kind,
            binary: "/b".into(),
            driver: "/d".into(),
            browser_version: "1.0".to_owned(),
            driver_version: "1.0".to_owned(),
        };
        serde_json::to_string(&local(&config, &found, Path::new("/tmp/s1"))).unwrap()
    }

    #[test]
    fn each_browser_gets_what_it_understands() {
        for (kind, headed, has, lacks) in [
            (
                BrowserKind::HeadlessShell,
                false,
                "--e2e-session=/tmp/s1/",
                "--headless",
            ),
            (BrowserKind::Chromium, false, "--headless=new", "moz:"),
            (
                BrowserKind::Chromium,
                false,
                "--disable-features=DeferRendererTasksAfterInput,X",
                "--disable-features=X",
            ),
            (
                BrowserKind::Chromium,
                true,
                "--window-size=1280,720",
                "--headless",
            ),
            (BrowserKind::Edge, false, "ms:edgeOptions", "goog:"),
            (BrowserKind::Edge, false, "MicrosoftEdge", "moz:"),
            (BrowserKind::Firefox, false, "-headless", "--e2e-session"),
            (BrowserKind::Firefox, true, "--lang=de", "-headless"),
            (BrowserKind::Safari, false, "safari", "args"),
        ] {
            let caps = caps(kind, headed);
            assert!(caps.contains(has), "{kind} lacks {has}: {caps}");
            assert!(!caps.contains(lacks), "{kind} has {lacks}: {caps}");
            assert!(caps.contains(r#""unhandledPromptBehavior":"ignore""#));
            assert!(caps.contains(r#""pageLoadStrategy":"none""#));
        }
    }
}
