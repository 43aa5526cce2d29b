//! The agent in a real browser with scripted models and a provider that fails.
//!
//! These tests are written with the crate's own harness against the example shop.

mod abroad;
mod answering;
mod budgets;
mod drawing;
mod evidence;
mod judging;
mod misbehaving;
mod origins;
mod over_http;
mod own_hands;
mod project_tools;
mod remembering;
mod secrets;
mod transcripts;
mod unended; // calls that began and never ended
mod waiting;

use e2e::model::{self, Model, ModelErrorKind, Reply, Request, ScriptedModel, ToolCall, ToolSpec};
use e2e::prelude::*;
use e2e::report::record::{EventKind, StepEvent, Tier};
use e2e_tests::provider::{Dialect, Fault, Line, Provider, Say};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
        .merge(secrets::router())
        .merge(evidence::router())
        .merge(origins::router())
        .merge(project_tools::router())
        .merge(waiting::router())
}

/// Everything a request says, as one text.
fn said(request: &Request) -> String {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let texts = parts.filter_map(|part| match part {
        model::Part::Text(text) => Some(text.clone()),
        model::Part::ToolResult(result) => Some(result.text.clone()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The newest id listed in front of `what`, such as `button "Save"`.
fn id_of(request: &Request, what: &str) -> String {
    let text = said(request);
    let line = text
        .lines()
        .rev()
        .find(|line| line.contains(&format!(" {what}")));
    let line = line.unwrap_or_else(|| panic!("no {what} in:\n{text}"));
    let (_, rest) = line
        .split_once("#n")
        .unwrap_or_else(|| panic!("no id in {line}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("n{digits}")
}

fn call(name: &str, arguments: Value) -> Result<Reply, model::ModelError> {
    Ok(Reply::of_calls(vec![ToolCall::new(
        "call", name, arguments,
    )]))
}

/// Types a search and proves the outcome by what the status reads.
fn searching() -> ScriptedModel {
    ScriptedModel::new()
        .answer(|request| {
            let target = id_of(request, "searchbox \"Search products\"");
            call(
                "type",
                json!({"target": target, "value": "teapot", "replace": true}),
            )
        })
        .answer(|request| {
            let status = id_of(request, "status");
            call(
                "complete_step",
                json!({
                    "status": "passed",
                    "summary": "The catalogue lists one teapot.",
                    "evidence": [{"node": status, "quote": "1 product"}]
                }),
            )
        })
}

#[e2e::test]
async fn a_model_drives_the_page_and_proves_its_pass(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = Arc::new(searching());
    let report = agent
        .with_model(model.clone())
        .act("find out whether the shop has a teapot")
        .await?;
    assert_eq!(report.tier, Tier::Model);
    assert_eq!(report.model_calls, 2);
    assert_eq!(report.actions.len(), 1);
    assert_eq!(report.actions[0].verb, "type");
    assert!(
        report.actions[0].target.contains("Search products"),
        "{:?}",
        report.actions
    );
    let requests = model.requests();
    let tools: Vec<_> = requests[0]
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    for tool in [
        "observe",
        "tap",
        "hover",
        "type",
        "press",
        "select",
        "check",
        "scroll",
        "scroll_to",
        "navigate",
        "back",
        "forward",
        "reload",
        "double_tap",
        "long_press",
        "right_click",
        "drag",
        "upload",
        "download",
        "switch_tab",
        "close_tab",
        "answer_dialog",
        "screenshot",
        "tap_at",
        "hover_at",
        "type_at",
        "press_at",
        "select_at",
        "complete_step",
    ] {
        assert!(tools.contains(&tool), "{tool} is not offered: {tools:?}");
    }
    // Three thousand tokens of o200k at the most; one is 4.4 bytes of this text.
    let size = requests[0].system.len() + as_sent(&requests[0].tools).len();
    assert!(size <= 3000 * 44 / 10, "{size} bytes");
    // What the rules call by name is there to be called.
    let words = requests[0].system.split('`').skip(1).step_by(2);
    let named = words.filter(|word| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
    let others = ["button", "added", "changed", "removed", "failed", "replace"];
    for name in named.filter(|name| !others.contains(name)) {
        assert!(tools.contains(&name), "the rules name {name}: {tools:?}");
    }
    assert!(said(&requests[0]).contains("find out whether the shop has a teapot"));
    Ok(())
}

/// Tools as a provider gets them: how long a value may be is not told.
fn as_sent(tools: &[ToolSpec]) -> String {
    fn lean(schema: &Value) -> Value {
        let is_rule = |key: &str, value: &Value| {
            value.is_number() && (key.starts_with("min") || key.starts_with("max"))
        };
        match schema {
            Value::Object(rules) => rules
                .iter()
                .filter(|(key, value)| !is_rule(key, value))
                .map(|(key, value)| (key.clone(), lean(value)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }
    let told = tools.iter().map(|tool| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "parameters": lean(&tool.schema),
        })
    });
    Value::from_iter(told).to_string()
}

#[e2e::test]
async fn a_pass_with_made_up_evidence_is_no_pass(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let lie = || {
        json!({
            "status": "passed",
            "summary": "The order is placed.",
            "evidence": [{"node": "root", "quote": "Thank you for your order"}]
        })
    };
    let model = Arc::new(
        ScriptedModel::new()
            .call("complete_step", lie())
            .call("complete_step", lie()),
    );
    let error = agent
        .with_model(model.clone())
        .act("buy something nice")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::VerdictUnproven);
    assert!(
        said(&model.requests()[1]).contains("does not read"),
        "what is there is not told back"
    );
    Ok(())
}

#[e2e::test]
async fn an_action_without_effect_is_told_to_the_model(app: App, agent: Agent) -> e2e::Result {
    app.open("/dead").await?;
    let model = Arc::new(
        ScriptedModel::new()
            .answer(|request| {
                call(
                    "tap",
                    json!({"target": id_of(request, "button \"Does nothing\"")}),
                )
            })
            .call(
                "complete_step",
                json!({"status": "failed", "summary": "The button does nothing."}),
            ),
    );
    let error = agent
        .with_model(model.clone())
        .act("make it do something")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed);
    assert!(said(&model.requests()[1]).contains("no visible effect"));
    Ok(())
}

#[e2e::test]
async fn an_id_that_never_was_acts_on_nothing(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = Arc::new(
        ScriptedModel::new()
            .call("tap", json!({"target": "n99999"}))
            .call(
                "complete_step",
                json!({"status": "failed", "summary": "It is not there."}),
            ),
    );
    agent
        .with_model(model.clone())
        .act("tap the ghost")
        .await
        .unwrap_err();
    let told = said(&model.requests()[1]);
    assert!(
        told.contains("tap n99999 failed: LOCATOR_NOT_FOUND"),
        "{told}"
    );
    Ok(())
}

#[e2e::test]
async fn a_model_that_never_answers_costs_the_step_its_clock(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/").await?;
    let error = agent
        .with_model(Arc::new(ScriptedModel::new().hang()))
        .act("think about it")
        .timeout(Duration::from_millis(1500))
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout);
    assert!(error.is_blocked());
    // The browser is as good as before.
    agent.assert("the page shows \"Larkspur\"").await
}

#[e2e::test]
async fn the_action_budget_is_kept(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = ScriptedModel::new().always(|_| call("scroll", json!({"direction": "down"})));
    let error = agent
        .with_model(Arc::new(model))
        .act("wander about")
        .max_actions(2)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::StepBudgetExhausted);
    Ok(())
}

#[e2e::test]
async fn what_plain_words_leave_open_goes_on_to_the_model(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = ScriptedModel::new().answer(|request| {
        let sorting = id_of(request, "combobox \"Sort by\"");
        call(
            "complete_step",
            json!({"status": "passed", "summary": "Done.", "evidence": [{"node": sorting, "quote": "Sort by", "already": true}]}),
        )
    });
    let report = agent
        .with_model(Arc::new(model))
        .act("click the Frobnicate button")
        .await?;
    assert_eq!(report.tier, Tier::Model);
    assert_eq!(report.summary, "already so: Done.");
    Ok(())
}

#[e2e::test]
async fn a_plain_sentence_asks_no_model(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = Arc::new(ScriptedModel::new());
    let report = agent
        .with_model(model.clone())
        .act("type \"teapot\" into Search products")
        .await?;
    assert_eq!((report.tier, report.model_calls), (Tier::Plain, 0));
    assert!(model.requests().is_empty());
    Ok(())
}

#[e2e::test]
async fn a_wait_ends_when_it_holds_or_says_what_was_there(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/slow?ms=700").await?;
    agent.act("click Load report").await?;
    let shows = |what: &str| agent.wait_for("the page shows {what}").param("what", what);
    shows("Sales report").await?;
    let error = shows("99 products")
        .timeout(Duration::from_millis(1500))
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout, "{error:?}");
    assert!(error.message().contains("99 products"), "{error:?}");
    // It had the whole of its time.
    let tried = |note: &String| note.contains("tried for 1.5s");
    assert!(error.notes().iter().any(tried), "{error:?}");
    // Its record tells how often it looked, and which phase took the time.
    let events = info.steps().pop().expect("a record").events;
    let [poll, phase] = &*events else {
        panic!("a poll and a phase, not {events:?}");
    };
    assert_eq!((poll.kind, phase.kind), (EventKind::Poll, EventKind::Phase));
    assert!(poll.times > 1, "{poll:?}");
    assert_eq!(phase.text, "agent.wait_for");
    let why = phase.failure.as_ref().expect("why it came to nothing");
    assert_eq!(why.code, Code::StepTimeout);
    Ok(())
}

#[e2e::test]
async fn an_error_page_opens_and_its_status_is_noted(
    app: App,
    info: TestInfo,
    screen: Screen,
) -> e2e::Result {
    app.open("/nowhere").await?;
    // What is looked for in vain is not there because no page is.
    let save = screen.get_by_role((Role::Button, "Save"));
    let error = save.click().timeout(Duration::from_millis(50)).await;
    let error = format!("{:?}", error.unwrap_err());
    assert!(error.contains("status 404 for this page"), "{error}");
    let steps = info.steps();
    assert!(
        steps[0].summary.contains("status 404"),
        "{:?}",
        steps[0].summary
    );
    Ok(())
}

#[e2e::test]
async fn a_failed_check_of_code_shows_the_screen(app: App, screen: Screen) -> e2e::Result {
    app.open("/catalogue").await?;
    let expectation = expect(screen.get_by_role(Role::Status)).timeout(Duration::from_millis(300));
    let error = expectation.to_have_text("99 products").await.unwrap_err();
    let text = format!("{error:?}");
    assert!(text.contains("what was on the screen:"), "{text}");
    assert!(text.contains("screenshot: "), "{text}");
    Ok(())
}

e2e::main!();
