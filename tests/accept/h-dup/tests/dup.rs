//! Two tests of one name.

#[e2e::test]
async fn twice() {}

#[e2e::test]
async fn twice() {}

e2e::main!();
