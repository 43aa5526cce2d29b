//! A driver that fits the installed browser, fetched by thirtyfour's manager into its
//! own cache.
//!
//! The manager fetches, and it would also start the driver; but a driver it starts is
//! in nobody's table. So it is made to run `--version`, which ends by itself, and only
//! the path of the program is taken from it.

use super::version;
use crate::config::BrowserKind;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thirtyfour::Capabilities;
use thirtyfour::manager::{BrowserKind as Managed, Status, StdioMode, WebDriverManager};

/// The driver for this browser, or why there is none.
pub(super) async fn driver(kind: BrowserKind, binary: &Path) -> Result<PathBuf, String> {
    let (managed, name) = match kind {
        BrowserKind::Edge => (Managed::Edge, "MicrosoftEdge"),
        BrowserKind::Firefox => (Managed::Firefox, "firefox"),
        BrowserKind::Safari => return Err("Safari brings its own".to_owned()),
        _ => (Managed::Chrome, "chrome"),
    };
    let program = binary.to_owned();
    let version = super::off_thread(move || version::of(&program))
        .await
        .map_err(|e| e.to_string())??;
    let mut caps = serde_json::Map::new();
    caps.insert("browserName".to_owned(), json!(name));
    caps.insert("browserVersion".to_owned(), json!(version));

    let path: Arc<Mutex<Option<PathBuf>>> = Arc::default();
    let seen = path.clone();
    let manager = WebDriverManager::builder()
        .from_caps()
        .stdio(StdioMode::Null)
        .driver_arg(managed, "--version")
        .ready_timeout(Duration::from_millis(1))
        .on_status(move |status| {
            if let Status::DriverProcessSpawned { binary, .. } = status {
                *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(binary.clone());
            }
        })
        .build();
    let outcome = manager.launch(Capabilities::from(caps)).await;
    let path = path.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (path, outcome) {
        (Some(path), _) => Ok(path),
        (None, Err(error)) => Err(error.to_string()),
        (None, Ok(driver)) => {
            // A driver that serves although it was told to print its version is none
            // of the three this crate knows; it must not stay.
            let _ = driver.quit().await;
            Err("the downloaded driver could not be located".to_owned())
        }
    }
}
