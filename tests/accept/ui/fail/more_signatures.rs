//! Signatures and options that are wrong in a rarer way.

#[e2e::test]
async fn inferred(_info: _) {}

#[e2e::test]
async fn opaque() -> impl std::fmt::Debug {
    Ok::<(), String>(())
}

#[e2e::test]
const async fn is_const() {}

#[e2e::app(crate = "e2e", crate = "e2e")]
async fn twice() -> String {
    String::new()
}

e2e::main!();
