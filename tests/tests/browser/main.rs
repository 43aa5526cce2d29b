//! The browser layer against a real browser, fake drivers and sudden deaths.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

#[cfg(unix)]
mod crashes;
#[cfg(target_os = "linux")]
mod deadlines;
mod faults;
#[cfg(target_os = "linux")]
mod leaks;
#[cfg(target_os = "linux")]
mod replaced;
mod rooms;
mod sessions;
mod site;
mod windows;
mod wire;
mod wires;

use e2e::browser::Session;
use e2e::config::{self, Config, WireChoice};
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

/// A configuration with a driver of its own in `folder`: a link makes it another program
/// than the one the other tests share.
#[cfg(unix)]
fn own_driver(folder: &Path) -> (std::path::PathBuf, Config) {
    let program = folder.join("chromedriver");
    let mut config = config();
    let found = e2e::browser::find::find(&config.browser).unwrap();
    std::os::unix::fs::symlink(&found.driver, &program).unwrap();
    config.browser.driver = Some(program.clone());
    (program, config)
}

/// A configuration for what ends a browser or a page: a driver may go along with it, and
/// is no other test's then. The folder has to outlive its sessions.
#[cfg(unix)]
fn doomed() -> (tempfile::TempDir, Config) {
    let folder = tempfile::tempdir().unwrap();
    let (_, config) = own_driver(folder.path());
    (folder, config)
}

async fn session() -> Session {
    Session::start(&config()).await.unwrap()
}

/// A session over one wire and no other.
async fn over(wire: WireChoice) -> Session {
    let mut config = config();
    config.browser.wire = wire;
    Session::start(&config).await.unwrap()
}

/// Makes each of these functions a test of both wires.
macro_rules! on_both_wires {
    [$($test:ident,)*] => {
        mod devtools {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::over(e2e::config::WireChoice::DevTools).await).await;
            })*
        }
        mod webdriver {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::over(e2e::config::WireChoice::WebDriver).await).await;
            })*
        }
    };
}
pub(crate) use on_both_wires;
