//! The whole way: the loop, the provider layer, and a provider that misbehaves, in every
//! protocol.

use super::tools::{self, Log, Words};
use e2e::chassis::{Limits, StepContext, ToolLoop};
use e2e::model::{Model, Patience};
use e2e::report::record::StepKind;
use e2e_tests::provider::{Dialect, Fault, Line, Provider, Say};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
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

/// A model of the provider's, by a name of its own: what a loop learns about a model is
/// remembered by its name.
fn connect(provider: &Provider, dialect: Dialect, name: &str) -> Arc<dyn Model> {
    let root = tempfile::tempdir().unwrap();
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    agent.model = Some(format!("{}-{name}", dialect.model()));
    agent.model_url = Some(provider.url(dialect));
    e2e::model::connect(&agent).unwrap().unwrap()
}

fn loop_of(model: &Arc<dyn Model>, log: &Log) -> ToolLoop {
    ToolLoop::new(Arc::clone(model))
        .with_tools(tools::all(log))
        .with_evidence(Words(&["done"]))
        .with_patience(Patience {
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        })
}

async fn outcome(scenario: &Scenario, dialect: Dialect) -> (String, usize) {
    static MODEL: AtomicUsize = AtomicUsize::new(0);
    let provider = Provider::start((scenario.script)()).await;
    let number = MODEL.fetch_add(1, Ordering::Relaxed);
    let model = connect(&provider, dialect, &number.to_string());
    let log = Log::default();
    let limits = Limits {
        max_model_calls: scenario.turns,
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    let ended = loop_of(&model, &log).run(&step).await;
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

/// Polls a future so many times; `None` when it is not through by then.
async fn polled<F: Future>(mut future: Pin<&mut F>, polls: usize) -> Option<F::Output> {
    let mut left = polls;
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// Every point where the run waits is one where it can be dropped: it is polled once,
/// twice, three times, … and dropped. No request stays open at the provider, no tool
/// goes on, nothing further is asked, and what the turns held is kept.
#[tokio::test]
async fn a_run_dropped_at_any_await_leaves_no_request_open() {
    let provider = Provider::start([]).await;
    let model = connect(&provider, Dialect::Completions, "dropped");
    let script = || -> [Line; 5] {
        let nap = Say::call("nap", json!({"size": 5})).and_call("free", json!({"text": "x"}));
        [
            nap.into(),
            Fault::status(503, "no").into(),
            Fault::Drip(json!({"choices": []}), Duration::from_millis(1)).into(),
            note("a").and_call("nap", json!({"size": 3})).into(),
            pass(),
        ]
    };
    let mut open = 0;
    let mut finished = None;
    for polls in 0..2_000 {
        provider.play(script());
        let log = Log::default();
        let step = StepContext::new(StepKind::Act, "do it", Limits::default());
        let plan = loop_of(&model, &log);
        let mut run = Box::pin(plan.run(&step));
        let ended = polled(run.as_mut(), polls).await;
        drop(run);
        open += usize::from(provider.is_open());
        let idle = tokio::time::timeout(Duration::from_secs(20), provider.idle());
        assert!(idle.await.is_ok(), "a request is open after {polls} polls");
        let left = (log.lock().unwrap().len(), step.turns().len());
        let asked = provider.requests().len();
        tokio::time::sleep(Duration::from_millis(15)).await;
        let now = (log.lock().unwrap().len(), step.turns().len());
        assert_eq!(now, left, "something went on after {polls} polls");
        // A request that was on its way when it was dropped may still arrive.
        let more = provider.requests().len() - asked;
        assert!(more <= 1, "{more} more requests after {polls} polls");
        assert!(
            step.turns().len() + 3 >= asked,
            "turns are lost after {polls} polls"
        );
        if let Some(ended) = ended {
            assert_eq!(ended.unwrap().status.as_str(), "passed");
            finished = Some(polls);
            break;
        }
    }
    let polls = finished.expect("it ends");
    assert!(polls > 8, "only {polls} polls: it never waited");
    assert!(open > 0, "it was never dropped while a request was open");
}

/// A request whose answer never comes is given up at the provider, too.
#[tokio::test]
async fn dropping_the_run_drops_the_request() {
    for dialect in Dialect::ALL {
        let provider = Provider::start([Fault::Stall.into(), pass()]).await;
        let model = connect(&provider, dialect, "stalled");
        let step = StepContext::new(StepKind::Act, "do it", Limits::default());
        let log = Log::default();
        let plan = loop_of(&model, &log);
        let run = plan.run(&step);
        let asked = async {
            while provider.requests().is_empty() {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            ended = run => panic!("{dialect:?}: it ended: {ended:?}"),
            () = asked => {}
        }
        let idle = tokio::time::timeout(Duration::from_secs(20), provider.idle());
        assert!(idle.await.is_ok(), "{dialect:?}: the request is still open");
        assert_eq!(provider.left(), 1, "nothing was asked again");
    }
}
