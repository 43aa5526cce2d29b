//! What this binary does before its tests, and tests that write as a logger does.

use std::io::Write as _;

/// Does what `SUITE_SETUP` says, for those who ask.
pub(crate) fn prepare() -> Result<(), String> {
    match std::env::var("SUITE_SETUP").as_deref() {
        Ok("fails") => Err("no licence".to_owned()),
        Ok("panics") => panic!("out of luck"),
        Ok("is told") => {
            super::shared::log("set up");
            Ok(())
        }
        _ => Ok(()),
    }
}

#[e2e::test]
async fn writes_lines() {
    let mut stderr = e2e::stderr();
    write!(stderr, "one").unwrap();
    write!(stderr, "-line\nnext-line").unwrap();
}

#[e2e::test]
async fn writes_from_its_pool() {
    let write = || writeln!(e2e::stderr(), "pool-line").unwrap();
    tokio::task::spawn_blocking(write).await.unwrap();
    tokio::spawn(async { writeln!(e2e::stderr(), "task-line").unwrap() })
        .await
        .unwrap();
}
