//! Calls that began and never ended fail their test.

use e2e::prelude::*;
use std::time::Duration;

#[e2e::test]
#[ignore = "it has to fail; `checks_that_never_ended_fail_their_test` looks"]
async fn a_sentence_that_is_cut_off(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let check = agent.assert("the page shows \"Nothing\"");
    let _ = tokio::time::timeout(Duration::from_millis(200), check).await;
    Ok(())
}

#[e2e::test]
#[ignore = "it has to fail; `checks_that_never_ended_fail_their_test` looks"]
async fn an_expectation_that_outlives_its_test(app: App, screen: Screen) -> e2e::Result {
    app.open("/catalogue").await?;
    let check = expect(screen.get_by_text("Nothing")).to_be_visible();
    drop(tokio::spawn(async move { drop(check.await) }));
    tokio::time::sleep(Duration::from_millis(200)).await;
    Ok(())
}

/// Runs an ignored test of this suite in a process of its own: its exit and all it said.
pub(super) async fn alone(name: &str) -> (Option<i32>, String) {
    let output = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("E2E_IN_PROCESS", "1")
        .env_remove("E2E_RUN_ID")
        .output()
        .await
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[e2e::test]
async fn checks_that_never_ended_fail_their_test() {
    for (name, call) in [
        ("unended::a_sentence_that_is_cut_off", "agent.assert("),
        (
            "unended::an_expectation_that_outlives_its_test",
            "to_be_visible",
        ),
    ] {
        let (code, text) = alone(name).await;
        assert_eq!(code, Some(101), "{text}");
        for part in [
            "a call began and never ended",
            call,
            "tests/suites/agent/unended.rs:",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }
    }
}
