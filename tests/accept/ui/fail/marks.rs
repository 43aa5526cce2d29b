//! `#[ignore]` and `#[should_panic]` are checked although the compiler no longer
//! sees them; what makes a test by itself has no place beside `#[e2e::test]`.

#[e2e::test]
#[ignore(reason = "x")]
async fn ignore_list() {}

#[e2e::test]
#[ignore = 7]
async fn ignore_number() {}

#[e2e::test]
#[should_panic(because = "x")]
async fn should_panic_because() {}

#[e2e::test]
#[should_panic(expected = "x")]
async fn should_panic_and_return() -> e2e::Result {
    Ok(())
}

#[e2e::test]
#[test]
async fn a_test_already() {}

#[e2e::test]
#[tokio::test(flavor = "current_thread")]
async fn a_test_of_a_runtime() {}

#[e2e::test]
#[e2e::test]
async fn a_test_twice() {}

e2e::main!();
