//! A signature that is no test's, each with its own message and no second one.

#[e2e::test]
fn not_async() {}

#[e2e::test]
async fn generic<T>() -> e2e::Result {
    Ok(())
}

#[e2e::test]
async fn bounded() where u8: Copy {}

#[e2e::test]
async unsafe fn is_unsafe() {}

#[e2e::test]
async extern "C" fn is_extern() {}

#[e2e::test]
async fn by_reference(_info: &e2e::TestInfo) {}

#[e2e::test]
async fn by_trait(_info: impl e2e::Fixture) {}

struct Suite;

impl Suite {
    #[e2e::test]
    async fn method(&self) {}
}

impl Suite {
    #[e2e::test]
    async fn no_method() {}
}

trait Suites {
    #[e2e::test]
    async fn of_a_trait() {}
}

#[e2e::test]
struct NotAFunction;

#[e2e::test(timout = "1s")]
fn two_mistakes() {}

e2e::main!();
