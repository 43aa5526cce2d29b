//! A driver that listens, also where somebody else is quicker to take its port.

use super::driver::Driver;
use super::find::Found;
use super::registry::{self, SessionKey};
use crate::error::Result;
use std::sync::Arc;
use std::time::Instant;

/// So many starts of a driver whose port somebody else took first.
const STARTS: u32 = 3;

/// The driver, listening. One chromedriver serves all sessions of this process; the
/// others serve one session each.
pub(super) async fn driver(found: &Found, key: SessionKey, end: Instant) -> Result<Arc<Driver>> {
    let (program, kind) = (found.driver.clone(), found.kind);
    super::off_thread(move || {
        let own = (!kind.is_chromium()).then_some(key);
        let mut start = 1;
        loop {
            let driver = registry::driver(&program, kind, own)?;
            let left = end.saturating_duration_since(Instant::now());
            let Err(error) = driver.wait_until_ready(left) else {
                return Ok(driver);
            };
            registry::discard(&driver);
            // It picks one port for both kinds of address, and the one that is free on
            // the first may be taken on the second.
            if start == STARTS || !driver.found_its_port_taken() {
                return Err(error);
            }
            start += 1;
        }
    })
    .await?
}
