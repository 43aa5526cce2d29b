//! The model layer over real HTTP, against a provider that misbehaves on request.

mod connect;
mod dialects;
mod failures;
mod faults;

use e2e::model::{Message, Model, ModelError, Patience, Reply, Request, ToolChoice, ToolSpec, ask};
use e2e_tests::provider::{Dialect, Provider};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Connects a model of the provider's.
fn connect(provider: &Provider, dialect: Dialect) -> Arc<dyn Model> {
    let mut agent = agent();
    agent.model = Some(dialect.model().to_owned());
    agent.model_url = Some(provider.url(dialect));
    e2e::model::connect(&agent).unwrap().unwrap()
}

/// A configuration that names no model, whatever the environment says.
fn agent() -> e2e::config::AgentConfig {
    let root = tempfile::tempdir().unwrap();
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    agent.model = None;
    agent.model_url = None;
    agent
}

/// Short waits; long enough for a local answer under load.
fn patience() -> Patience {
    Patience {
        stall: Duration::from_secs(20),
        retries: 5,
        first_wait: Duration::from_millis(1),
    }
}

fn request() -> Request {
    Request {
        system: "You press buttons.".to_owned(),
        messages: vec![Message::user("press it")],
        tools: vec![ToolSpec::new(
            "press",
            "Presses.",
            json!({"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"], "additionalProperties": false}),
        )],
        choice: ToolChoice::Required,
        ..Request::default()
    }
}

/// Asks, and returns what happened on the way too.
async fn asked(
    model: &dyn Model,
    request: &Request,
    patience: &Patience,
) -> (Result<Reply, ModelError>, Vec<String>) {
    let events = Mutex::new(Vec::new());
    let result = ask(model, request, patience, &|event| {
        events.lock().unwrap().push(event.to_string());
    })
    .await;
    (result, events.into_inner().unwrap())
}
