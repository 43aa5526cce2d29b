//! Every shape of function that is a test, and nothing in it warns.
#![deny(warnings)]
#![deny(clippy::pedantic)]

use e2e::{Context, Fixture, TestInfo};
use std::rc::Rc;

#[derive(Clone)]
struct Pair {
    left: Rc<str>,
    right: u32,
}

impl Fixture for Pair {
    async fn setup(cx: &Context) -> e2e::Result<Self> {
        let info: TestInfo = cx.get().await?;
        Ok(Self { left: info.name().into(), right: info.attempt() })
    }
}

#[e2e::test]
async fn nothing() {}

#[e2e::test(timeout = "20s", retries = 2, tags("smoke", "slow"), viewport = "800x600", agent = "a", serial = "g")]
async fn every_option(info: TestInfo) -> e2e::Result {
    assert_eq!(info.name(), "every_option");
    Ok(())
}

#[e2e::test(browsers("chromium", "headless-shell"),)]
async fn per_browser(info: TestInfo) {
    assert!(info.name().starts_with("per_browser::"));
}

#[e2e::test]
async fn patterns(Pair { left, right }: Pair, mut info: TestInfo, _: Pair) {
    assert_eq!((&*left, right), (info.name(), 1));
    // Not `Send`, and held across an await.
    let shared = Rc::new(1);
    std::future::ready(()).await;
    info = info.clone();
    assert_eq!((*shared, info.attempt()), (1, 1));
}

#[e2e::test]
async fn boxed_error() -> Result<(), Box<dyn std::error::Error>> {
    let _: u32 = "1".parse()?;
    Ok(())
}

#[e2e::test]
async fn any_debug_error() -> Result<(), Vec<u8>> {
    Ok(())
}

#[e2e::test]
#[should_panic]
async fn never() -> ! {
    panic!("always")
}

#[e2e::test]
async fn gives_up() {
    e2e::skip!("no {}", "reason");
}

mod r#async {
    #[e2e::test]
    async fn r#fn(info: e2e::TestInfo) {
        assert_eq!(info.name(), "r#async::r#fn");
    }
}

e2e::main!();
