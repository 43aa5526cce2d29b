//! What a table cannot say.

use super::rules::run;
use super::script;
use super::tools::{self, Log};
use e2e::chassis::{
    Checked, Evidence, History, Limits, Prepare, Status, StepContext, Tool, ToolLoop, ToolOutput,
    settle,
};
use e2e::model::{Model as _, Part, Reasoning, Reply, ScriptedModel, ToolCall, ToolSpec};
use e2e::report::record::StepKind;
use e2e::{Code, Error};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn step() -> StepContext {
    StepContext::new(StepKind::Act, "do it", Limits::default())
}

#[tokio::test(start_paused = true)]
async fn a_model_that_cannot_be_forced_is_remembered() {
    for (name, script) in [
        ("rejects", "!reject | pass"),
        ("ignores", "!ignored | pass"),
        ("talks", "\"hello\" | pass"),
        ("downgrades", "downgraded; note a | pass"),
    ] {
        let first = run(name, "", script).await.describe();
        assert!(first.contains("request 1: required"), "{first}");
        let second = run(name, "", "pass").await.describe();
        assert!(second.contains("request 1: auto"), "{second}");
    }
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

/// Gives a reason each time, and each time another.
#[derive(Default)]
struct Bored(AtomicUsize);

impl Prepare for Bored {
    fn prepare(&self, _: &mut History) -> Option<String> {
        let times = self.0.fetch_add(1, Ordering::Relaxed);
        let more = ["nothing more to see", "and nothing again"];
        more.get(times).map(|reason| (*reason).to_owned())
    }
}

#[tokio::test(start_paused = true)]
async fn the_executor_may_end_the_working_part() {
    let model = Arc::new(script::model("bored", "note a | pass"));
    let log = Log::default();
    let step = step();
    ToolLoop::new(Arc::clone(&model) as _)
        .with_tools(tools::all(&log))
        .with_prepare(Bored::default())
        .run(&step)
        .await
        .unwrap();
    assert!(log.lock().unwrap().is_empty());
    assert!(
        step.transcript()
            .contains("only a verdict is accepted from here: nothing more to see")
    );
    assert_eq!(step.transcript().matches("nothing more to see").count(), 1);
    // The first reason stays.
    assert!(!step.transcript().contains("nothing again"));
}

/// Stops the step itself while it is asked, and then answers as its script says.
struct Saboteur(ScriptedModel, Arc<StepContext>);

#[async_trait::async_trait]
impl e2e::model::Model for Saboteur {
    fn id(&self) -> e2e::model::ModelId {
        self.0.id()
    }

    async fn generate(
        &self,
        request: &e2e::model::Request,
    ) -> Result<Reply, e2e::model::ModelError> {
        self.1.stop(Error::new(Code::BrowserCrashed, "it is gone"));
        self.0.generate(request).await
    }
}

#[tokio::test(start_paused = true)]
async fn what_stopped_the_step_is_why_it_ends_whatever_came_of_the_request() {
    for script in [
        "!400",
        "!overflow",
        "!reject",
        "!key",
        "note a",
        "pass",
        "\"hm\"",
    ] {
        let step = Arc::new(step());
        let model = Saboteur(script::model("saboteur", script), Arc::clone(&step));
        let log = Log::default();
        let plan = ToolLoop::new(Arc::new(model)).with_tools(tools::all(&log));
        let error = plan.run(&step).await.unwrap_err();
        assert_eq!(error.code(), Code::BrowserCrashed, "{script}: {error:?}");
        assert!(log.lock().unwrap().is_empty(), "{script}");
        // Nothing was learned of the model by a request that came too late.
        let after = run("saboteur", "", "pass").await.describe();
        assert!(after.contains("request 1: required"), "{script}: {after}");
    }
}

/// Runs into the end of the clock while it looks, and sees what is cited.
struct Late;

#[async_trait::async_trait]
impl Evidence for Late {
    fn schema(&self) -> Value {
        json!({"type": "object", "properties": {"word": {"type": "string"}}})
    }

    fn describe(&self) -> String {
        "a word".to_owned()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> e2e::Result<Checked> {
        step.stop(Error::new(Code::StepTimeout, "the clock ran out"));
        Ok(Checked::Proven(vec!["it is there".to_owned(); cited.len()]))
    }
}

#[tokio::test(start_paused = true)]
async fn a_verdict_comes_before_a_stop_in_the_loop_and_after_it_in_the_harness() {
    let step = step();
    let model = Arc::new(script::model("late", "pass cite done"));
    let plan = ToolLoop::new(model).with_evidence(Late);
    let verdict = plan.run(&step).await;
    assert_eq!(verdict.as_ref().unwrap().status, Status::Passed);
    let error = settle("robot", &step, verdict).unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout);
    assert!(error.is_blocked());
}

/// A tool that is never called.
struct Picky {
    name: &'static str,
    /// Of its field.
    rules: Value,
}

#[async_trait::async_trait]
impl Tool for Picky {
    fn spec(&self) -> ToolSpec {
        let schema = json!({"type": "object", "properties": {"a": self.rules}});
        ToolSpec::new(self.name, "Picks.", schema)
    }

    async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
        unreachable!("it is never offered")
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_with_a_rule_nobody_checks_is_a_mistake_of_the_executor() {
    let plan = ToolLoop::new(Arc::new(ScriptedModel::new())).with_tool(Picky {
        name: "picky",
        rules: json!({"type": "string", "pattern": "^x"}),
    });
    let error = plan.run(&step()).await.unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    let said = error.message();
    assert!(
        said.contains("`picky`") && said.contains("`pattern`"),
        "{said}"
    );
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
    // The verdict is given by the loop's own tool.
    let plan = ToolLoop::new(Arc::new(ScriptedModel::new())).with_tool(Picky {
        name: "complete_step",
        rules: json!({}),
    });
    let error = plan.run(&step()).await.unwrap_err();
    assert_eq!(error.message(), "two tools are named `complete_step`");
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
