//! Two tests of one name, which runners would show as one.

#[e2e::test]
async fn twice() {}

#[e2e::test]
async fn twice() {}

e2e::main!();
