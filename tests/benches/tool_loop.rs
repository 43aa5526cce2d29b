//! What the loop itself costs: time per turn and memory, with a model that answers at
//! once and a history of twenty whole states of 24 KiB that nobody cuts.
//!
//! `cargo bench -p e2e-tests --bench tool_loop` prints both; nothing is asserted.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use async_trait::async_trait;
use e2e::chassis::{History, Limits, Prepare, Prepared, StepContext, Tool, ToolLoop, ToolOutput};
use e2e::model::{Reply, ScriptedModel, ToolCall, ToolSpec};
use e2e::report::record::StepKind;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const TURNS: u32 = 25;
const SCREEN: usize = 24 * 1024;

/// Shows a whole state every time.
struct Look;

#[async_trait]
impl Tool for Look {
    fn spec(&self) -> ToolSpec {
        let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false});
        ToolSpec::new("look", "Looks.", schema)
    }

    async fn call(&self, _: Value, _: &StepContext) -> e2e::Result<ToolOutput> {
        Ok(ToolOutput::new("looked").with_screen("#n12 button \"Save\"\n".repeat(SCREEN / 18)))
    }
}

/// Keeps everything, for the worst case.
struct Keep;

impl Prepare for Keep {
    fn prepare(&self, _: &mut History) -> Option<String> {
        None
    }
}

/// One step of 25 turns; the turns' times in order.
fn step(runtime: &tokio::runtime::Runtime, cuts: bool) -> Vec<Duration> {
    let asked = Arc::new(AtomicU32::new(0));
    let times = Arc::new(std::sync::Mutex::new(Vec::new()));
    let last = Arc::new(std::sync::Mutex::new(None::<Instant>));
    let (count, marks) = (Arc::clone(&asked), Arc::clone(&times));
    let model = Recording(ScriptedModel::new().always(move |_| {
        let n = count.fetch_add(1, Ordering::Relaxed);
        let call = if n + 1 == TURNS {
            ToolCall::new(
                "c",
                "complete_step",
                json!({"status": "passed", "summary": "done"}),
            )
        } else {
            ToolCall::new("c", "look", json!({"n": n}))
        };
        let now = Instant::now();
        let mut last = last.lock().expect("not poisoned");
        if let Some(before) = *last {
            marks.lock().expect("not poisoned").push(now - before);
        }
        *last = Some(now);
        Ok(Reply::of_calls([call]))
    }));
    let plan = ToolLoop::new(Arc::new(model)).with_tool(Look);
    let plan = if cuts {
        plan.with_prepare(Prepared)
    } else {
        plan.with_prepare(Keep)
    };
    let context = StepContext::new(StepKind::Act, "look around", Limits::default());
    runtime.block_on(plan.run(&context)).expect("a verdict");
    assert_eq!(asked.load(Ordering::Relaxed), TURNS);
    let times = times.lock().expect("not poisoned");
    times.clone()
}

/// A scripted model keeps every request, which would be most of the memory.
struct Recording(ScriptedModel);

#[async_trait]
impl e2e::model::Model for Recording {
    fn id(&self) -> e2e::model::ModelId {
        self.0.id()
    }

    async fn generate(
        &self,
        request: &e2e::model::Request,
    ) -> Result<Reply, e2e::model::ModelError> {
        std::hint::black_box(request);
        self.0.generate(&e2e::model::Request::default()).await
    }
}

/// The most memory this process ever used, KiB; only Linux says.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    for (name, cuts) in [("as configured", true), ("nothing cut", false)] {
        let before = peak();
        let mut first = step(&runtime, cuts);
        let after = peak();
        for _ in 0..20 {
            step(&runtime, cuts);
        }
        let again = peak();
        let runs: Vec<_> = (0..40).map(|_| step(&runtime, cuts)).collect();
        let by_turn = |turn: usize| {
            let mut times: Vec<_> = runs.iter().map(|times| times[turn]).collect();
            median(&mut times)
        };
        println!(
            "{name}: turn 2 {:?}, turn 12 {:?}, turn 21 {:?}, turn 24 {:?}",
            by_turn(0),
            by_turn(10),
            by_turn(19),
            by_turn(22)
        );
        println!("{name}: first step, median turn {:?}", median(&mut first));
        if let (Some(before), Some(after), Some(again)) = (before, after, again) {
            println!(
                "{name}: one step of {TURNS} turns took {} KiB; twenty more took {} KiB",
                after - before,
                again - after
            );
        }
    }
}
