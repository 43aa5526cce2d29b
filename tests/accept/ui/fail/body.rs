//! A mistake in a body is one error, where it is.

#[e2e::test]
async fn half_typed(info: e2e::TestInfo) {
    let _name = info.;
}

e2e::main!();
