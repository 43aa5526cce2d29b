//! What `e2e::main!` does not take.

#[e2e::test]
async fn a_test() {}

e2e::main!(set_up = prepare);
