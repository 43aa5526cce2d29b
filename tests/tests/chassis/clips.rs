//! What is too long for a record is cut, and what is cut says so. Nothing leaves unmasked.

use super::rules::run;
use super::tools::{self, Log};
use e2e::chassis::{
    Checked, Evidence, Limits, StepContext, StepExecutor, Tool, ToolLoop, ToolOutput, Verdict,
    executor,
};
use e2e::model::{Model, Part, Reasoning, Reply, ScriptedModel, ToolCall, ToolSpec};
use e2e::report::record::StepKind;
use e2e::{Code, Error, Secret};
use serde_json::{Value, json};
use std::sync::Arc;

/// The longest line that starts so, without its start, in characters.
fn length(transcript: &str, start: &str) -> usize {
    let lines = transcript
        .lines()
        .filter_map(|line| line.strip_prefix(start));
    lines.map(|line| line.chars().count()).max().unwrap_or(0)
}

#[tokio::test(start_paused = true)]
async fn records_are_cut_at_their_limits() {
    for (what, script, start, expected) in [
        (
            "prose",
            format!("\"{}\"; note a | pass", "p".repeat(3_000)),
            "  ",
            1_000,
        ),
        (
            "a call",
            format!("call {} {{}} | pass", "n".repeat(900)),
            "  > ",
            80 + "({})".len(),
        ),
        (
            "arguments",
            format!("call note {{\"text\":\"{}\"}} | pass", "t".repeat(900)),
            "  > ",
            "note()".len() + 400,
        ),
        (
            "a result",
            "look 2000 | pass".to_owned(),
            "      ",
            600 - "looked".len() - 2,
        ),
    ] {
        let ran = run(&format!("clip {what}"), "", &script).await;
        let transcript = ran.step.transcript();
        assert_eq!(length(&transcript, start), expected, "{what}: {transcript}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_shows_calls_shorter_than_a_transcript() {
    let script = format!("call note {{\"text\":\"{}\"}} | pass", "t".repeat(900));
    let ran = run("short calls", "", &script).await;
    assert_eq!(ran.step.turns()[0].calls[0].call.chars().count(), 200);
}

#[tokio::test(start_paused = true)]
async fn a_model_is_shown_the_start_of_a_long_text() {
    for (lines, expected) in [(400, ""), (401, "[cut here: 1 of 401 lines are not shown]")] {
        let ran = run("long text", "", &format!("list {lines} | pass")).await;
        let requests = ran.model.requests();
        let Part::ToolResult(result) = &requests[1].messages[2].parts[0] else {
            panic!("{requests:?}")
        };
        let (text, cut) = result.text.trim_end().rsplit_once('\n').unwrap();
        let whole = cut == "a line of a list";
        assert_eq!(whole, expected.is_empty(), "{cut}");
        assert!(whole || cut == expected, "{cut}");
        assert_eq!(text.lines().count() + usize::from(whole), 400);
    }
}

#[tokio::test(start_paused = true)]
async fn reasoning_is_kept_with_its_turn_and_cut() {
    let reply = Reply {
        parts: vec![
            Part::Reasoning(Reasoning {
                text: "hm ".repeat(900),
                ..Reasoning::default()
            }),
            Part::ToolCall(ToolCall::new("c", "note", json!({"text": "a"}))),
        ],
        ..Reply::default()
    };
    let model = ScriptedModel::new().named("thinks").reply(reply).call(
        "complete_step",
        json!({"status": "failed", "summary": "no"}),
    );
    let step = StepContext::new(StepKind::Act, "do it", Limits::default());
    ToolLoop::new(Arc::new(model))
        .with_tools(tools::all(&Log::default()))
        .run(&step)
        .await
        .unwrap();
    assert_eq!(step.turns()[0].reasoning.chars().count(), 1_000);
    assert!(step.transcript().contains("\n  thinks: hm hm"));
}

#[tokio::test(start_paused = true)]
async fn a_summary_of_two_thousand_characters_is_the_longest() {
    let verdict = |length: usize| {
        let summary = "s".repeat(length);
        format!("raw {{\"status\":\"passed\",\"summary\":\"{summary}\"}}")
    };
    let fits = run("summary fits", "", &verdict(2_000)).await;
    assert_eq!(fits.result.unwrap().summary.len(), 2_000);
    let long = run("summary long", "", &format!("{} | pass", verdict(2_001))).await;
    let text = long.describe();
    assert!(text.contains("`summary` has 2001 characters"), "{text}");
    assert!(text.contains("result: passed"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn a_secret_is_masked_in_requests_and_records() {
    let canary = "loop-Canary \"1\"";
    let model = ScriptedModel::new()
        .named("masked")
        .call("note", json!({"text": "loop-canary \"1\""}))
        .call("fail", json!({"text": "LOOP-CANARY \"1\""}))
        .call(
            "complete_step",
            json!({"status": "failed", "summary": "no"}),
        );
    let model = Arc::new(model);
    let step = StepContext::new(StepKind::Act, "open the door", Limits::default())
        .with_ledger(format!("1. act passed: typed {canary}"))
        .with_secret("door", Secret::new(canary));
    assert_eq!(step.reveal("door", false).unwrap(), canary);
    assert_eq!(
        step.reveal("door", true).unwrap_err().code(),
        Code::PolicyDenied
    );
    assert_eq!(
        step.reveal("dor", false).unwrap_err().code(),
        Code::InvalidArgument
    );
    let log = Log::default();
    ToolLoop::new(Arc::clone(&model) as _)
        .with_system(format!("rules, and {canary}"))
        .with_tools(tools::all(&log))
        .run(&step)
        .await
        .unwrap();
    let mut said = vec![step.transcript(), format!("{:?}", step.turns())];
    for request in model.requests() {
        said.push(request.system);
        for part in request
            .messages
            .into_iter()
            .flat_map(|message| message.parts)
        {
            match part {
                Part::Text(text) => said.push(text),
                Part::ToolResult(result) => said.push(result.text),
                // What the model itself said goes back as it came.
                _ => {}
            }
        }
    }
    let masked = said
        .iter()
        .filter(|text| text.contains("[secret door]"))
        .count();
    assert!(masked >= 6, "{said:#?}");
    for text in &said {
        assert!(!text.to_lowercase().contains("loop-canary"), "{text}");
    }
}

/// Says a secret where the text is cut, in each way a text is cut.
struct Careless(String);

impl Careless {
    fn at(&self, cut: usize) -> String {
        format!("{}{}", "x".repeat(cut - 8), self.0)
    }
}

#[async_trait::async_trait]
impl Tool for Careless {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("spill", "Fails.", json!({"type": "object"}))
    }

    async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
        Err(Error::new(Code::ActionFailed, "no").note(self.at(600)))
    }
}

#[async_trait::async_trait]
impl Evidence for Careless {
    fn schema(&self) -> Value {
        tools::Words(&[]).schema()
    }

    fn describe(&self) -> String {
        "a word".to_owned()
    }

    async fn check(&self, _: &[Value], _: &StepContext) -> e2e::Result<Checked> {
        Ok(Checked::Proven(vec![self.at(600)]))
    }
}

#[tokio::test(start_paused = true)]
async fn a_secret_at_a_cut_is_masked_before_it_is_cut() {
    let canary = "cliffhanger-canary-0815";
    let model = ScriptedModel::new()
        .named("careless")
        .call("spill", json!({}))
        .call(
            "complete_step",
            json!({"status": "passed", "summary": "ok", "evidence": [{"word": "done"}]}),
        );
    let model = Arc::new(model);
    let step = StepContext::new(StepKind::Act, "open the cliff", Limits::default())
        .with_secret("cliff", Secret::new(canary));
    step.reveal("cliff", false).unwrap();
    let verdict = ToolLoop::new(Arc::clone(&model) as _)
        .with_tool(Careless(canary.to_owned()))
        .with_evidence(Careless(canary.to_owned()))
        .run(&step)
        .await
        .unwrap();
    let told = Careless(canary.to_owned());
    let verdict = Verdict {
        summary: told.at(2_000),
        ..verdict
    };
    let settled = e2e::chassis::settle("robot", &step, Ok(verdict)).unwrap();
    let refusing = ScriptedModel::new().named("refuses").reply(Reply {
        stop: e2e::model::Stop::Refusal,
        ..Reply::of_text(told.at(500))
    });
    let refused = ToolLoop::new(Arc::new(refusing)).run(&step).await;
    let said = [
        ("a result", format!("{:?}", model.requests()[1].messages)),
        ("evidence", format!("{:?}", step.evidence())),
        ("a summary", settled.summary),
        ("a refusal", format!("{:?}", refused.unwrap_err())),
    ];
    for (what, text) in said {
        assert!(text.contains("xxx[secr"), "{what}: {text}");
        assert!(!text.contains("cliffh"), "{what}: {text}");
    }
}

/// Uses the step's secret, which is known from then on.
struct Reveal;

#[async_trait::async_trait]
impl Tool for Reveal {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("reveal", "Types the secret.", json!({"type": "object"}))
    }

    async fn call(&self, _: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        step.reveal("gate", false)?;
        Ok(ToolOutput::new("typed"))
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_said_before_a_secret_was_known_is_masked_from_then_on() {
    let canary = "gate-canary-2711";
    let model = ScriptedModel::new()
        .named("learns")
        .call("note", json!({"text": canary}))
        .call("reveal", json!({}))
        .call(
            "complete_step",
            json!({"status": "failed", "summary": "no"}),
        );
    let model = Arc::new(model);
    let step = StepContext::new(StepKind::Act, "open the gate", Limits::default())
        .with_secret("gate", Secret::new(canary));
    ToolLoop::new(Arc::clone(&model) as _)
        .with_tools(tools::all(&Log::default()))
        .with_tool(Reveal)
        .run(&step)
        .await
        .unwrap();
    let said: Vec<_> = model
        .requests()
        .iter()
        .skip(1)
        .map(|request| match &request.messages[2].parts[0] {
            Part::ToolResult(result) => result.text.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(said, ["noted gate-canary-2711", "noted [secret gate]"]);
}

struct Own(Option<Arc<dyn Model>>);

#[async_trait::async_trait]
impl StepExecutor for Own {
    fn name(&self) -> &str {
        "robot"
    }

    fn model(&self) -> Option<Arc<dyn Model>> {
        self.0.clone()
    }

    async fn run_step(&self, _: &StepContext) -> e2e::Result<Verdict> {
        unreachable!("it is only asked for its model")
    }
}

#[test]
fn an_executor_with_a_model_never_touches_the_configuration() {
    let own = Own(Some(Arc::new(ScriptedModel::new().named("own"))));
    let model = executor::model_of(&own, || panic!("it was asked for")).unwrap();
    assert_eq!(model.id().model, "own");
    let configured = || Ok(Some(Arc::new(ScriptedModel::new().named("configured")) as _));
    assert_eq!(
        executor::model_of(&Own(None), configured)
            .unwrap()
            .id()
            .model,
        "configured"
    );
    let Err(none) = executor::model_of(&Own(None), || Ok(None)) else {
        panic!("there is no model");
    };
    assert_eq!(none.code(), Code::ModelUnavailable);
    assert!(
        none.message().contains("`robot`") && none.is_blocked(),
        "{none:?}"
    );
}
