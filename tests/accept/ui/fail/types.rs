//! Types that are no fixture, and results that are no test's.

struct NoDebug;

#[e2e::test]
async fn not_a_fixture(_info: e2e::TestInfo, _count: u32) {}

#[e2e::test]
async fn not_a_result() -> u32 {
    7
}

#[e2e::test]
async fn error_without_debug() -> Result<(), NoDebug> {
    Ok(())
}

struct Plain;

#[e2e::test]
async fn not_a_shared_fixture(_plain: e2e::Shared<Plain>) {}

e2e::main!();
