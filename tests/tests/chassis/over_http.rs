//! The whole way: the loop, the provider layer, and a provider that misbehaves, in every
//! protocol.

use super::tools::{self, Log, Words};
use e2e::chassis::{Limits, StepContext, ToolLoop};
use e2e::model::Patience;
use e2e::report::record::StepKind;
use e2e_tests::provider::{Dialect, Fault, Line, Provider, Say};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

struct Scenario {
    name: &'static str,
    turns: u32,
    script: fn() -> Vec<Line>,
    expected: &'static str,
    /// Requests the provider saw.
    requests: usize,
}

fn note(text: &str) -> Say {
    Say::call("note", json!({"text": text}))
}

fn verdict(more: &Value) -> Say {
    let mut input = json!({"status": "passed", "summary": "ok", "evidence": [{"word": "done"}]});
    if let (Some(input), Some(more)) = (input.as_object_mut(), more.as_object()) {
        input.extend(more.clone());
        input.retain(|_, value| !value.is_null());
    }
    Say::call("complete_step", input)
}

fn pass() -> Line {
    verdict(&Value::Null).into()
}

#[rustfmt::skip]
const ALL: &[Scenario] = &[
    Scenario { name: "a call and a verdict", turns: 25, script: || vec![note("a").into(), pass()], expected: "passed - ran a", requests: 2 },
    Scenario { name: "wrong evidence twice", turns: 25, script: || vec![verdict(&json!({"evidence": [{"word": "x"}]})).into(), verdict(&json!({"evidence": [{"word": "y"}]})).into()], expected: "failed VERDICT_UNPROVEN ran ", requests: 2 },
    Scenario { name: "duplicated call ids", turns: 25, script: || vec![note("a").and_call("note", json!({"text": "b"})).with_one_id().into(), pass()], expected: "passed - ran a b", requests: 2 },
    Scenario { name: "a provider that comes back", turns: 25, script: || vec![note("a").into(), Fault::Overloaded.into(), Fault::Reset.into(), Fault::Empty.into(), pass()], expected: "passed - ran a", requests: 5 },
    Scenario { name: "a context overflow that is mended", turns: 25, script: || vec![Say::call("look", json!({"size": 20_000})).into(), Fault::Overflow.into(), pass()], expected: "passed - ran look", requests: 3 },
];

async fn outcome(scenario: &Scenario, dialect: Dialect) -> (String, usize) {
    static MODEL: AtomicUsize = AtomicUsize::new(0);
    let provider = Provider::start((scenario.script)()).await;
    let root = tempfile::tempdir().unwrap();
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    // What a loop learns about a model is remembered by its name.
    let number = MODEL.fetch_add(1, Ordering::Relaxed);
    agent.model = Some(format!("{}-{number}", dialect.model()));
    agent.model_url = Some(provider.url(dialect));
    let model = e2e::model::connect(&agent).unwrap().unwrap();
    let log = Log::default();
    let limits = Limits {
        max_model_calls: scenario.turns,
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    let ended = ToolLoop::new(model)
        .with_tools(tools::all(&log))
        .with_evidence(Words(&["done"]))
        .with_patience(Patience {
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        })
        .run(&step)
        .await;
    let ran = log.lock().unwrap().join(" ");
    let text = match ended {
        Ok(verdict) => {
            let code = verdict.code.map_or("-", e2e::Code::as_str);
            format!("{} {code} ran {ran}", verdict.status.as_str())
        }
        Err(error) => format!("{} ran {ran}", error.code()),
    };
    (text, provider.requests().len())
}

#[tokio::test]
async fn every_fault_has_one_outcome_in_every_protocol() {
    let mut broken = String::new();
    for scenario in ALL {
        for dialect in Dialect::ALL {
            // Ollama knows no refusal: what it says is prose.
            if dialect == Dialect::Ollama && scenario.name == "a refusal" {
                continue;
            }
            let (text, requests) = outcome(scenario, dialect).await;
            if text != scenario.expected || requests != scenario.requests {
                let _ = writeln!(
                    broken,
                    "{} over {dialect:?}: {text:?} after {requests} requests, expected {:?} after {}",
                    scenario.name, scenario.expected, scenario.requests
                );
            }
        }
    }
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test]
async fn dropping_the_run_drops_the_request() {
    let provider = Arc::new(Provider::start([Fault::Stall.into(), pass()]).await);
    let root = tempfile::tempdir().unwrap();
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    agent.model = Some("dropped-model".to_owned());
    agent.model_url = Some(provider.url(Dialect::Completions));
    let plan = ToolLoop::new(e2e::model::connect(&agent).unwrap().unwrap());
    let step = StepContext::new(StepKind::Act, "do it", Limits::default());
    let run = plan.run(&step);
    let ended = tokio::time::timeout(Duration::from_millis(500), run).await;
    assert!(ended.is_err(), "it was still waiting");
    assert_eq!(provider.left(), 1, "nothing was asked again");
}
