//! What starts the app takes nothing and returns something.

#[e2e::app]
async fn nothing() {}

#[e2e::app]
fn not_async() -> String {
    String::new()
}

#[e2e::app(port = 1)]
async fn with_arguments(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

e2e::main!();
