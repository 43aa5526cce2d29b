//! Types that are no fixture, and results that are no test's.

struct NoDebug;

#[e2e::test]
async fn not_a_fixture(info: e2e::TestInfo, count: u32) {}

#[e2e::test]
async fn not_a_result() -> u32 {
    7
}

#[e2e::test]
async fn error_without_debug() -> Result<(), NoDebug> {
    Ok(())
}

e2e::main!();
