//! What a table cannot say.

use super::rules::run;
use super::script;
use super::tools::{self, Log};
use e2e::Code;
use e2e::chassis::{History, Limits, Prepare, StepContext, ToolLoop};
use e2e::model::{Model as _, Part, Reasoning, Reply, ScriptedModel, ToolCall};
use e2e::report::record::StepKind;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

fn step() -> StepContext {
    StepContext::new(StepKind::Act, "do it", Limits::default())
}

#[tokio::test(start_paused = true)]
async fn a_model_that_cannot_be_forced_is_remembered() {
    let first = run("forgetful", "", "!reject | pass").await.describe();
    assert!(first.contains("request 1: required"), "{first}");
    let second = run("forgetful", "", "pass").await.describe();
    assert!(second.contains("request 1: auto"), "{second}");
    let other = run("another", "", "pass").await.describe();
    assert!(other.contains("request 1: required"), "{other}");
}

#[tokio::test(start_paused = true)]
async fn signatures_survive_a_refused_turn() {
    let call = ToolCall {
        signature: Some("call-sig".to_owned()),
        ..ToolCall::new("x", "note", json!({"text": "a"}))
    };
    let thought = Reasoning {
        text: "hm".to_owned(),
        signature: Some("sig".to_owned()),
        block: None,
    };
    let reply = Reply {
        parts: vec![
            Part::Reasoning(thought.clone()),
            Part::ToolCall(call.clone()),
        ],
        ..Reply::default()
    };
    let model = ScriptedModel::new().reply(reply).call(
        "complete_step",
        json!({"status": "passed", "summary": "ok"}),
    );
    let model = Arc::new(model);
    let limits = Limits {
        max_model_calls: 2,
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    let log = Log::default();
    let plan = ToolLoop::new(Arc::clone(&model) as _).with_tools(tools::all(&log));
    plan.run(&step).await.unwrap();
    let sent = &model.requests()[1].messages;
    assert_eq!(
        sent[1].parts,
        [Part::Reasoning(thought), Part::ToolCall(call)]
    );
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn calls_that_share_an_id_are_told_apart() {
    let twice = || ToolCall::new("same", "note", json!({"text": "a"}));
    let model = ScriptedModel::new()
        .reply(Reply::of_calls([
            twice(),
            twice(),
            ToolCall::new("", "note", json!({"text": "b"})),
        ]))
        .call(
            "complete_step",
            json!({"status": "passed", "summary": "ok"}),
        );
    let model = Arc::new(model);
    let log = Log::default();
    ToolLoop::new(Arc::clone(&model) as _)
        .with_tools(tools::all(&log))
        .run(&step())
        .await
        .unwrap();
    let requests = model.requests();
    let ids = |index: usize| -> Vec<_> {
        requests[1].messages[index]
            .parts
            .iter()
            .map(|part| match part {
                Part::ToolCall(call) => call.id.clone(),
                Part::ToolResult(result) => result.call_id.clone(),
                other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(ids(1), ids(2), "each result answers its call");
    assert_eq!(
        ids(1)
            .iter()
            .collect::<std::collections::HashSet<_>>()
            .len(),
        3
    );
}

struct Bored;

impl Prepare for Bored {
    fn prepare(&self, _: &mut History) -> Option<String> {
        Some("nothing more to see".to_owned())
    }
}

#[tokio::test(start_paused = true)]
async fn the_executor_may_end_the_working_part() {
    let model = Arc::new(script::model("bored", "note a | pass"));
    let log = Log::default();
    let step = step();
    ToolLoop::new(Arc::clone(&model) as _)
        .with_tools(tools::all(&log))
        .with_prepare(Bored)
        .run(&step)
        .await
        .unwrap();
    assert!(log.lock().unwrap().is_empty());
    assert!(
        step.transcript()
            .contains("only a verdict is accepted from here: nothing more to see")
    );
    assert_eq!(step.transcript().matches("nothing more to see").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn two_tools_of_one_name_are_a_mistake_of_the_executor() {
    let log = Log::default();
    let plan = ToolLoop::new(Arc::new(ScriptedModel::new()))
        .with_tools(tools::all(&log))
        .with_tools(tools::all(&log));
    let error = plan.run(&step()).await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    assert!(error.message().contains("`note`"));
}

#[tokio::test(start_paused = true)]
async fn a_report_gets_the_newest_turns_and_a_transcript_all() {
    let script = (0..20)
        .map(|n| format!("note {n}"))
        .collect::<Vec<_>>()
        .join(" | ");
    let ran = run("chatty", "", &format!("!500 | {script} | pass")).await;
    let turns = ran.step.turns();
    let indexes: Vec<_> = turns.iter().map(|turn| turn.index).collect();
    assert_eq!(indexes, [0, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    assert!(ran.step.transcript().contains("turn 1 "));
}

#[tokio::test(start_paused = true)]
async fn a_report_shows_eight_calls_of_a_turn() {
    let calls = (0..12)
        .map(|n| format!("note {n}"))
        .collect::<Vec<_>>()
        .join("; ");
    let ran = run("busy", "", &format!("{calls} | pass")).await;
    assert_eq!(ran.step.turns()[0].calls.len(), 8);
    assert_eq!(ran.step.turns()[0].notes, ["4 more calls in this turn"]);
    assert_eq!(ran.log.len(), 12);
}

#[test]
fn a_script_says_its_model() {
    assert_eq!(script::model("m", "pass").id().to_string(), "scripted::m");
}

/// Takes its time over the first request, and rejects it.
struct Slow(ScriptedModel);

#[async_trait::async_trait]
impl e2e::model::Model for Slow {
    fn id(&self) -> e2e::model::ModelId {
        self.0.id()
    }

    async fn generate(
        &self,
        request: &e2e::model::Request,
    ) -> Result<Reply, e2e::model::ModelError> {
        if self.0.requests().is_empty() {
            tokio::time::sleep(Duration::from_secs(100)).await;
        }
        self.0.generate(request).await
    }
}

#[tokio::test(start_paused = true)]
async fn the_first_turn_works_however_late_it_begins() {
    let model = Arc::new(Slow(script::model("slow", "!reject | note a | pass")));
    let step = step();
    let log = Log::default();
    let plan = ToolLoop::new(Arc::clone(&model) as _).with_tools(tools::all(&log));
    plan.run(&step).await.unwrap();
    // 20 of 120 s are left when the first turn is asked for again, less than the 30 s
    // kept for concluding; the second turn is forced.
    let offered: Vec<_> = model
        .0
        .requests()
        .iter()
        .map(|request| request.tools.len() > 1)
        .collect();
    assert_eq!(offered, [true, true, false]);
    assert_eq!(*log.lock().unwrap(), ["a"]);
}
