//! Every wrong option is reported, on its own tokens, and only that.

#[e2e::test(timout = "30s", retries = "2", timeout = "soon", timeout = "1s")]
async fn several() {}

#[e2e::test(zzz, viewport = "1280", agent = 7, tags, serial = "")]
async fn more() {}

#[e2e::test(tags, browsers("chromum", "firefox", "firefox"), retries = 11)]
async fn lists() {}

#[e2e::test(tags("a b", "!no", "x,y", ""), browsers(), timeout("1s"))]
async fn words() {}

#[e2e::test(timeout = "0s")]
async fn no_time() {}

#[e2e::test(timeout "30s")]
async fn no_equals() {}

#[e2e::test(crate = "not a path")]
async fn no_path() {}

#[e2e::test(ignore, should_panic = "full", crate = e2e)]
async fn attributes_of_their_own() {}

e2e::main!();
