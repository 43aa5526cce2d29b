//! The target's last line is missing.

#[e2e::test]
async fn passes() {}
