//! The browser layer against a real browser.

use e2e::browser::Session;
use e2e::browser::wire::Evaluated;
use serde_json::{Value, json};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_session_opens_runs_and_closes() {
    let config = e2e::config::load(std::path::Path::new(".")).unwrap();
    let session = Session::start(&config).await.unwrap();
    let wire = session.wire();
    wire.navigate("data:text/html,<title>hello</title>", LIMIT)
        .await
        .unwrap();
    assert_eq!(wire.location().await.unwrap().1, "hello");
    assert_eq!(
        wire.eval("return arguments[0] + 1", json!(41), LIMIT)
            .await
            .unwrap(),
        Evaluated::Value(json!(42))
    );
    assert_eq!(
        wire.eval_async(
            "return new Promise(r => setTimeout(() => r('later'), 5))",
            Value::Null,
            LIMIT
        )
        .await
        .unwrap(),
        Evaluated::Value(json!("later"))
    );
    assert!(wire.screenshot().await.unwrap().starts_with(b"\x89PNG"));
    session.close().await.unwrap();
}
