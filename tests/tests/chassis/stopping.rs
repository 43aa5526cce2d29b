//! A run that is dropped or cancelled, wherever it is, leaves nothing running.

use super::script;
use super::tools::{self, Log};
use e2e::Code;
use e2e::chassis::{Checked, Evidence, Limits, StepContext, ToolLoop};
use e2e::model::Patience;
use e2e::report::record::StepKind;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

fn step() -> StepContext {
    StepContext::new(StepKind::Act, "do it", Limits::default())
}

/// Looks for a while before it says what it saw.
struct Slow(Log);

#[async_trait::async_trait]
impl Evidence for Slow {
    fn schema(&self) -> Value {
        tools::Words(&[]).schema()
    }

    fn describe(&self) -> String {
        tools::Words(&[]).describe()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> e2e::Result<Checked> {
        self.0.lock().unwrap().push("looking".to_owned());
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.0.lock().unwrap().push("looked".to_owned());
        tools::Words(&["done"]).check(cited, step).await
    }
}

/// Every await of the loop, its tools, its transport and its evidence is a point where
/// the future can be dropped: it is polled once, twice, three times, … and dropped. Among
/// them are those inside a tool, the wait before a request is sent again, a request that
/// hangs until it is given up, and a look at what is cited.
#[tokio::test(start_paused = true)]
async fn a_run_dropped_at_any_await_leaves_nothing_running() {
    let script = "nap 50; free x | !500 | note a; nap 30 | !hang | !reject | fail b | pass cite gone | pass cite done";
    let mut finished = None;
    let mut within = BTreeSet::new();
    for polls in 0..200 {
        let log = Log::default();
        let model = Arc::new(script::model(&format!("polled-{polls}"), script));
        let step = step();
        let plan = ToolLoop::new(Arc::clone(&model) as _)
            .with_tools(tools::all(&log))
            .with_evidence(Slow(Arc::clone(&log)))
            .with_patience(Patience {
                stall: Duration::from_millis(90),
                first_wait: Duration::from_millis(50),
                ..Patience::default()
            });
        let mut run = Box::pin(plan.run(&step));
        let mut ended = false;
        for _ in 0..polls {
            if futures::poll!(run.as_mut()).is_ready() {
                ended = true;
                break;
            }
            tokio::time::advance(Duration::from_millis(20)).await;
        }
        drop(run);
        let newest = log.lock().unwrap().last().cloned().unwrap_or_default();
        let notes = step.turns().last().map(|turn| turn.notes.clone());
        let again = notes.is_some_and(|notes| notes.iter().any(|note| note.contains("again")));
        within.insert(match (newest.as_str(), model.requests().len()) {
            ("nap", _) => "a tool",
            ("looking", _) => "a look at what is cited",
            (_, 2) if again => "a wait before it is sent again",
            (_, 4) if !again => "a request that hangs",
            _ => "something else",
        });
        let left = (model.requests().len(), log.lock().unwrap().len());
        let turns = step.turns().len();
        tokio::time::sleep(Duration::from_secs(300)).await;
        let now = (model.requests().len(), log.lock().unwrap().len());
        assert_eq!(now, left, "after {polls} polls");
        drop(plan);
        assert_eq!(
            Arc::strong_count(&model),
            1,
            "something holds the model after {polls} polls"
        );
        assert_eq!(
            Arc::strong_count(&log),
            1,
            "something holds a tool after {polls} polls"
        );
        assert_eq!(step.turns().len(), turns, "the turns are kept");
        if ended {
            finished = Some(polls);
            break;
        }
    }
    let polls = finished.expect("it ends");
    assert!(polls > 10, "only {polls} polls: it never waited");
    assert_eq!(within.len(), 5, "it was dropped only within {within:?}");
}

/// Dropping the run anywhere leaves nothing running: whatever the tools started is
/// dropped with it, and nothing further is asked or called.
#[tokio::test(start_paused = true)]
async fn a_run_dropped_at_any_point_leaves_nothing_running() {
    for after in (0..400).step_by(10) {
        let log = Log::default();
        let model = Arc::new(script::model(
            "dropped",
            "nap 50; nap 60 | nap 70; free x | nap 80 | pass",
        ));
        let step = step();
        let plan = ToolLoop::new(Arc::clone(&model) as _).with_tools(tools::all(&log));
        let ended = tokio::time::timeout(Duration::from_millis(after), plan.run(&step)).await;
        let (asked, ran) = (model.requests().len(), log.lock().unwrap().len());
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(
            (model.requests().len(), log.lock().unwrap().len()),
            (asked, ran),
            "after {after} ms"
        );
        drop(plan);
        assert_eq!(
            Arc::strong_count(&model),
            1,
            "nothing holds the model after {after} ms"
        );
        assert_eq!(
            Arc::strong_count(&log),
            1,
            "nothing holds a tool after {after} ms"
        );
        if ended.is_err() {
            assert!(
                step.turns().len() >= asked.saturating_sub(1),
                "the turns are kept"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn cancelling_ends_the_run_at_once_wherever_it_is() {
    // The last request begins after 400 ms and is never answered.
    for after in (1..600).step_by(13) {
        let log = Log::default();
        let step = step();
        let model = Arc::new(script::model(
            "cancelled",
            "nap 100; nap 100 | nap 100 | nap 100 | !hang",
        ));
        let plan = ToolLoop::new(model).with_tools(tools::all(&log));
        let cancel = async {
            tokio::time::sleep(Duration::from_millis(after)).await;
            step.cancel();
        };
        let (ended, ()) = tokio::join!(plan.run(&step), cancel);
        assert_eq!(
            ended.unwrap_err().code(),
            Code::Cancelled,
            "after {after} ms"
        );
        assert_eq!(
            step.remaining(),
            Duration::from_secs(120) - Duration::from_millis(after),
            "it ended at once"
        );
    }
}
