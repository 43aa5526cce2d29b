//! A suite without an app of its own: `e2e.toml` has to start one.

use e2e::prelude::*;
use std::time::Duration;

#[e2e::test]
async fn answers(api: Api) {
    println!("first at {}", api.url());
    let said = api.get("/").send().await.unwrap().text().await.unwrap();
    assert_eq!(said, "hello");
}

#[e2e::test]
async fn answers_too(api: Api) {
    println!("second at {}", api.url());
    let said = api.get("/").send().await.unwrap().text().await.unwrap();
    assert_eq!(said, "hello");
}

/// Holds the app until whoever runs it ends the process.
#[e2e::test]
#[ignore = "ended from outside"]
async fn waits(api: Api) {
    println!("up at {}", api.url());
    tokio::time::sleep(Duration::from_secs(120)).await;
}

#[e2e::test]
#[ignore = "its app ends"]
async fn quits_it(api: Api) {
    let answer = api.get("/quit").send().await;
    assert!(answer.is_ok(), "no answer");
}

#[e2e::test]
#[ignore = "its app ends"]
async fn crashes_it(api: Api) {
    let answer = api.get("/abort").send().await;
    assert!(answer.is_ok(), "no answer");
}

e2e::main!();
