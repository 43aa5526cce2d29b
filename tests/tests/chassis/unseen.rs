//! What a tool changed by a way of its own: the next look gives the target a moment, and
//! an id that was read before is not relied on.

use super::script;
use super::tools::Words;
use e2e::chassis::{
    Evidence, Item, Limits, Look, Seen, StepContext, Target, Tool, ToolLoop, ToolOutput,
};
use e2e::model::ToolSpec;
use e2e::report::record::StepKind;
use e2e::{Code, Error};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;

type Log = Arc<Mutex<Vec<String>>>;

/// A target on which everything that happens is written down.
struct Stage {
    log: Log,
    verbs: Vec<Arc<dyn Tool>>,
    /// How long it takes to show a change; nothing when it never does.
    shows: Option<Duration>,
}

/// A tool of the stage's, or one that does something behind it.
struct Hand {
    name: &'static str,
    log: Log,
}

#[async_trait::async_trait]
impl Tool for Hand {
    fn spec(&self) -> ToolSpec {
        let form = json!({"type": "object", "properties": {}, "additionalProperties": false});
        ToolSpec::new(self.name, "does it", form)
    }

    fn platforms(&self) -> &[&str] {
        match self.name {
            "web" => &["web", "ios"],
            "seed" => &["web", "stage"],
            _ => &[],
        }
    }

    fn mutates(&self) -> bool {
        ["seed", "break", "peek"].contains(&self.name)
    }

    async fn call(&self, _: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        let behind = match (self.name, step.changed_by()) {
            ("tap", Some(tool)) => format!(" behind {tool}"),
            _ => String::new(),
        };
        self.log
            .lock()
            .unwrap()
            .push(format!("{}{behind}", self.name));
        match self.name {
            "break" => Err(Error::new(Code::AppUnreachable, "half of it was done")),
            "peek" => step.observe(Look::TREE).await.map(|_| ToolOutput::new("")),
            _ => Ok(ToolOutput::new("done")),
        }
    }
}

#[async_trait::async_trait]
impl Target for Stage {
    fn name(&self) -> String {
        "a stage".to_owned()
    }

    fn platform(&self) -> &str {
        "stage"
    }

    fn verbs(&self) -> &[Arc<dyn Tool>] {
        &self.verbs
    }

    async fn look(&self, _: Look, _: &StepContext) -> e2e::Result<Seen> {
        self.log.lock().unwrap().push("look".to_owned());
        let mut seen = Seen::default();
        seen.items.push(Item::new("n1", "button", "Save", "Save"));
        Ok(seen)
    }

    async fn changed(&self, limit: Duration, _: &StepContext) -> e2e::Result<()> {
        let said = format!("wait {}", limit.as_millis());
        self.log.lock().unwrap().push(said);
        tokio::time::sleep(self.shows.map_or(limit, |shows| shows.min(limit))).await;
        Ok(())
    }

    fn evidence(&self) -> Arc<dyn Evidence> {
        Arc::new(Words(&["done"]))
    }

    fn bind(&self, tool: Arc<dyn Tool>) -> Arc<dyn Tool> {
        tool
    }

    fn keep(&self, _: &[u8], _: &str) -> e2e::Result<String> {
        unreachable!("nothing is kept")
    }
}

/// A step on a stage, and what happens there.
fn stage(shows: Option<u64>) -> (StepContext, Log) {
    let log = Log::default();
    let stage = Stage {
        log: Arc::clone(&log),
        verbs: vec![hand("tap", &log)],
        shows: shows.map(Duration::from_millis),
    };
    let step = StepContext::new(StepKind::Act, "do it", Limits::default());
    (step.with_target(Arc::new(stage)), log)
}

fn hand(name: &'static str, log: &Log) -> Arc<dyn Tool> {
    let log = Arc::clone(log);
    Arc::new(Hand { name, log })
}

/// Tools beside the stage's verb.
const OWN: &[&str] = &["seed", "read", "break", "peek", "web"];

/// Words an executor's deed each: `tap`, `look`, `prove`, a pause in milliseconds, or a
/// tool of its own.
async fn carry_out(deeds: &str, shows: Option<u64>) -> (String, Duration) {
    let (step, log) = stage(shows);
    let began = Instant::now();
    for deed in deeds.split(' ') {
        if let Some(name) = OWN.iter().find(|name| **name == deed) {
            let called = step.run_tool(hand(name, &log), json!({})).await;
            assert_eq!(
                called.is_err(),
                matches!(deed, "break" | "peek" | "web"),
                "{deed}"
            );
            continue;
        }
        match deed {
            "tap" => drop(step.act("tap", json!({})).await.unwrap()),
            "look" => drop(step.observe(Look::TREE).await.unwrap()),
            "prove" => drop(step.prove(&[json!({"word": "done"})]).await.unwrap()),
            pause => tokio::time::sleep(Duration::from_millis(pause.parse().unwrap())).await,
        }
    }
    let done = log.lock().unwrap().join(", ");
    (done, began.elapsed())
}

/// `what an executor does, when the target shows a change, what happens there, how long
/// it takes`.
#[tokio::test(start_paused = true)]
async fn the_look_after_a_tool_that_changes_something_waits_briefly() {
    for (deeds, shows, happens, takes) in [
        ("look look", None, "look, look", 0),
        // What does not change costs the moment, once.
        (
            "look seed look look",
            None,
            "look, seed, wait 500, look, look",
            500,
        ),
        // What changes costs as long as it takes.
        ("seed look", Some(40), "seed, wait 500, look", 40),
        ("seed look look", Some(40), "seed, wait 500, look, look", 40),
        // What passes before the look is part of the moment.
        ("seed 200 look", None, "seed, wait 300, look", 500),
        ("seed 600 look", None, "seed, look", 600),
        // Each tool has a moment, and two in a row have one.
        ("seed seed look", None, "seed, seed, wait 500, look", 500),
        (
            "seed look seed look",
            None,
            "seed, wait 500, look, seed, wait 500, look",
            1_000,
        ),
        // One that failed may have changed something; one that reads did not.
        ("break look", None, "break, wait 500, look", 500),
        ("read look", None, "read, look", 0),
        // What it changed may not be looked at from inside.
        ("peek look", None, "peek, wait 500, look", 500),
        // A citation is looked up as the target is then.
        ("seed prove prove", None, "seed, wait 500", 500),
        // An id from before is not relied on until the target was looked at.
        ("look tap tap", None, "look, tap, tap", 0),
        (
            "look seed tap tap look tap",
            None,
            "look, seed, wait 500, tap behind seed, tap behind seed, look, tap",
            500,
        ),
        ("look read tap", None, "look, read, tap", 0),
        // What is for other platforms is not called.
        ("web look", None, "look", 0),
    ] {
        let (happened, took) = carry_out(deeds, shows).await;
        assert_eq!(happened, happens, "{deeds}");
        assert_eq!(took, Duration::from_millis(takes), "{deeds}");
    }
}

/// The same for a model in the loop: `script, what happens there`.
#[tokio::test(start_paused = true)]
async fn a_model_relies_on_no_id_it_read_before_a_tool_changed_something() {
    for (script, happens) in [
        ("tap | pass cite done", "tap"),
        // What was named in one reply with the tool was read before it.
        (
            "seed; tap; tap | tap | pass cite done",
            "seed, wait 500, tap behind seed, tap behind seed, tap",
        ),
        ("seed | tap | pass cite done", "seed, wait 500, tap"),
        ("tap; seed | pass cite done", "tap, seed, wait 500"),
        (
            "break; tap | pass cite done",
            "break, wait 500, tap behind break",
        ),
        ("read; tap | pass cite done", "read, tap"),
        ("seed; read | failed", "seed, read"),
        // From inside of a change nothing is looked at.
        ("peek | tap | pass cite done", "peek, wait 500, tap"),
        // What is for other platforms is not there.
        ("web; read | failed", "read"),
    ] {
        let (step, log) = stage(None);
        let verbs = step.target().unwrap().verbs().to_vec();
        let verdict = ToolLoop::new(Arc::new(script::model("unseen", script)))
            .with_tools(verbs)
            .with_tools(OWN.iter().map(|name| hand(name, &log)))
            .with_evidence(Words(&["done"]))
            .run(&step)
            .await
            .unwrap();
        assert_eq!(
            verdict.status.as_str(),
            if script.ends_with("failed") {
                "failed"
            } else {
                "passed"
            },
            "{script}"
        );
        assert_eq!(log.lock().unwrap().join(", "), happens, "{script}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_for_another_platform_is_not_offered_and_not_called() {
    let (step, log) = stage(None);
    let refused = step.run_tool(hand("web", &log), json!({})).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), Code::AutomationUnsupported);
    assert_eq!(
        refused.message(),
        "the tool `web` is for web, ios, and a stage is stage"
    );
    let model = Arc::new(script::model("elsewhere", "failed"));
    let loops = ToolLoop::new(Arc::clone(&model) as _).with_tools([
        hand("web", &log),
        hand("seed", &log),
        hand("read", &log),
    ]);
    loops.run(&step).await.unwrap();
    let offered = model.requests()[0].tools.clone();
    let offered: Vec<_> = offered.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(offered, ["seed", "read", "complete_step"]);
}
