//! The browser layer against a real browser, fake drivers and sudden deaths.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod faults;
#[cfg(target_os = "linux")]
mod leaks;
mod sessions;
mod site;
mod windows;
mod wire;

use e2e::browser::Session;
use e2e::config::{self, Config};
use std::path::Path;
use std::time::Duration;

/// Long enough for a loaded machine; no test waits for it to pass.
const LIMIT: Duration = Duration::from_secs(20);

/// The configuration tests start from.
fn config() -> Config {
    let mut config = config::load(Path::new("/nowhere")).unwrap();
    config.timeouts.startup = Duration::from_secs(60);
    config
}

async fn session() -> Session {
    Session::start(&config()).await.unwrap()
}
