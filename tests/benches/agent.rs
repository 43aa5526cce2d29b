//! The login flow by agent with a model that answers at once, beyond the fetch of the
//! page: `cargo test -p e2e-tests --bench agent -- --nocapture`. It is a test with the
//! harness of the crate, which `cargo bench` would leave out.
//!
//! Every run ends with a check of what the last tap brought; one that does not find it
//! on the screen the model was shown is stale. Nothing about time is asserted.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use axum::response::Html;
use axum::routing::get;
use e2e::model::{self, ModelError, Reply, Request, ScriptedModel, ToolCall};
use e2e::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const LOGIN: &str = r#"<!doctype html><title>Sign in</title><form onsubmit="event.preventDefault(); document.body.innerHTML = '<h1>Welcome</h1>'">
<label>Email <input id=email></label><label>Password <input id=password></label><button id=go>Sign in</button></form>"#;
const RUNS: usize = 100;

#[e2e::app]
async fn app() -> axum::Router {
    axum::Router::new().route("/", get(|| async { Html(LOGIN) }))
}

/// The newest id listed in front of `what`.
fn id_of(request: &Request, what: &str) -> Option<String> {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let texts: Vec<&str> = parts
        .filter_map(|part| match part {
            model::Part::Text(text) => Some(text.as_str()),
            model::Part::ToolResult(result) => Some(result.text.as_str()),
            _ => None,
        })
        .collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let line = lines
        .rev()
        .find(|line| line.contains(&format!(" {what}")))?;
    let (_, rest) = line.split_once("#n")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some(format!("n{digits}"))
}

fn call(name: &str, arguments: Value) -> Result<Reply, ModelError> {
    Ok(Reply::of_calls([ToolCall::new("call", name, arguments)]))
}

fn signing_in(stale: Arc<AtomicU32>) -> ScriptedModel {
    let fill = |field: &'static str, value: &'static str| {
        move |request: &Request| {
            let target = id_of(request, field);
            call(
                "type",
                json!({"target": target, "value": value, "replace": true}),
            )
        }
    };
    ScriptedModel::new()
        .answer(fill("textbox \"Email\"", "ada@example.com"))
        .answer(fill("textbox \"Password\"", "correct horse"))
        .answer(|request| {
            call(
                "tap",
                json!({"target": id_of(request, "button \"Sign in\"")}),
            )
        })
        .answer(move |request| {
            let Some(heading) = id_of(request, "heading \"Welcome\"") else {
                stale.fetch_add(1, Ordering::Relaxed);
                return call(
                    "complete_step",
                    json!({"status": "failed", "summary": "nobody was welcomed"}),
                );
            };
            call(
                "complete_step",
                json!({
                    "status": "passed",
                    "summary": "Ada was welcomed.",
                    "evidence": [{"node": heading, "quote": "Welcome"}]
                }),
            )
        })
}

#[e2e::test]
async fn the_login_flow_by_agent(app: App, agent: Agent) -> e2e::Result {
    let stale = Arc::new(AtomicU32::new(0));
    let mut times = Vec::new();
    for _ in 0..RUNS {
        app.open("/").await?;
        let agent = agent.with_model(Arc::new(signing_in(Arc::clone(&stale))));
        let began = Instant::now();
        let done = agent
            .act("sign in as ada@example.com and see the welcome")
            .await;
        times.push(began.elapsed());
        if let Err(error) = done {
            println!("{error:?}");
        }
    }
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "login by agent, four model calls: median {:.1} ms, least {:.1} ms; {} stale checks of {RUNS}",
        ms(times[RUNS / 2]),
        ms(times[0]),
        stale.load(Ordering::Relaxed)
    );
    Ok(())
}

e2e::main!();
