//! What a step leaves behind when its executor does not play by the rules.

use super::rules::run;
use e2e::chassis::{Limits, Status, StepContext, StepExecutor, Verdict, carry_out};
use e2e::report::record::{ActionRecord, EventKind, StepKind};
use e2e::{Code, Secret};
use futures::FutureExt as _;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

fn step() -> StepContext {
    StepContext::new(StepKind::Act, "do it", Limits::default())
}

fn action() -> ActionRecord {
    ActionRecord {
        verb: "tap".to_owned(),
        target: String::new(),
        input: String::new(),
        started_ms: 0,
        duration_ms: 0,
        effect: String::new(),
        ok: true,
    }
}

/// Concludes, and leaves a task that goes on.
struct Leaves(Arc<StepContext>);

#[async_trait::async_trait]
impl StepExecutor for Leaves {
    fn name(&self) -> &str {
        "leaves"
    }

    async fn run_step(&self, _: &StepContext) -> e2e::Result<Verdict> {
        let step = Arc::clone(&self.0);
        drop(tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(
                step.take_action().unwrap_err().message(),
                "the step is already over"
            );
            step.record_action(action());
            step.record_event(EventKind::Poll, "still at it", Duration::ZERO, None);
            step.set_turns(vec![e2e::report::record::TurnRecord::default()]);
            drop(step.count_model_call(None));
            step.stop(e2e::Error::new(Code::DriverFailed, "late"));
            step.cancel();
        }));
        Ok(Verdict {
            status: Status::Passed,
            summary: "done".to_owned(),
            code: None,
        })
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_after_the_end_is_dropped() {
    let step = Arc::new(step());
    let executor = Leaves(Arc::clone(&step));
    assert_eq!(carry_out(&executor, &step).await.unwrap().summary, "done");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(step.is_cancelled(), "the task ran");
    assert_eq!(step.actions(), []);
    assert_eq!(step.turns(), []);
    assert_eq!((step.actions_used(), step.model_calls()), (0, 0));
    assert!(step.hard_stop().is_none());
    let events: Vec<_> = step.events().into_iter().map(|event| event.text).collect();
    assert_eq!(events, ["leaves"]);
}

/// Panics with something.
struct Panics(fn());

#[async_trait::async_trait]
impl StepExecutor for Panics {
    fn name(&self) -> &str {
        "panics"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        step.record_action(action());
        (self.0)();
        unreachable!()
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_of_an_executor_is_no_conclusion_and_keeps_what_was_done() {
    let step = step();
    let error = carry_out(&Panics(|| panic!("no cart")), &step)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::StepNoConclusion);
    assert!(
        error
            .message()
            .ends_with("panicked before it concluded: no cart"),
        "{error}"
    );
    assert_eq!(step.actions().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_is_thrown_as_no_message_goes_on_to_who_waits_for_it() {
    // A test leaves itself so: `e2e::skip!`.
    let throws = Panics(|| std::panic::resume_unwind(Box::new(7_u8)));
    let step = step();
    let thrown = AssertUnwindSafe(carry_out(&throws, &step))
        .catch_unwind()
        .await;
    assert_eq!(thrown.unwrap_err().downcast_ref::<u8>(), Some(&7));
}

#[tokio::test(start_paused = true)]
async fn refusals_and_model_calls_are_events() {
    let script = "call nope {} | call note {\"size\":1} | raw {\"status\":\"done\"} | pass";
    let ran = run("eventful", "", script).await;
    let events = ran.step.events();
    let seen: Vec<_> = events
        .iter()
        .map(|event| (event.kind.as_str(), event.text.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            ("model", "turn 1"),
            ("schema", "the call of nope was rejected"),
            ("model", "turn 2"),
            ("schema", "the call of note was rejected"),
            ("model", "turn 3"),
            ("schema", "the call of complete_step was rejected"),
            ("model", "turn 4"),
        ]
    );
    let why = events[3].failure.as_ref().unwrap();
    assert_eq!(why.code, Code::ModelOutputInvalid);
    assert!(why.message.contains("`text` is missing"), "{}", why.message);
    let failed = run("unheard", "", "!400").await;
    let last = failed.step.events().pop().unwrap();
    assert_eq!(
        (last.kind, last.text.as_str()),
        (EventKind::Model, "no answer")
    );
    assert!(last.failure.is_some());
}

#[test]
fn each_decision_about_a_secret_is_an_event_without_its_value() {
    let step = step().with_secret("door", Secret::new("socket-canary"));
    drop(step.reveal("door", false));
    drop(step.reveal("door", true));
    step.record_event(EventKind::Poll, "socket-canary", Duration::ZERO, None);
    let events = step.events();
    let texts: Vec<_> = events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "the secret `door` may be typed",
            "the secret `door` may not be typed",
            "[secret door]"
        ]
    );
    let denied = events[1].failure.as_ref().unwrap();
    assert_eq!(denied.code, Code::PolicyDenied);
}

#[test]
fn an_account_of_its_own_stands_in_the_transcript_masked_and_newest() {
    let step = step().with_secret("door", Secret::new("socket-canary"));
    drop(step.reveal("door", false));
    step.attach_transcript("thought of the window");
    step.attach_transcript("thought of socket-canary");
    let transcript = step.transcript();
    assert!(
        transcript.contains("thought of [secret door]"),
        "{transcript}"
    );
    assert!(!transcript.contains("window"), "{transcript}");
}
