//! What the loop itself costs: time per turn and memory, with a model that answers at
//! once and a history of more than twenty whole states of 24 KiB.
//!
//! `cargo bench -p e2e-tests --bench tool_loop` prints time, memory and how flat both
//! are from turn to turn; nothing is asserted. Memory is what the process has allocated
//! and not freed, counted by its allocator; the model and the tool keep nothing.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use async_trait::async_trait;
use e2e::chassis::{History, Limits, Prepare, Prepared, StepContext, Tool, ToolLoop, ToolOutput};
use e2e::model::{Reply, ScriptedModel, ToolCall, ToolSpec};
use e2e::report::record::StepKind;
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
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

/// What lies between two requests.
#[derive(Clone, Copy)]
struct Turn {
    took: Duration,
    /// Bytes that are allocated after it.
    held: usize,
}

/// One step of 25 turns; what lies between its requests, in order.
fn step(runtime: &tokio::runtime::Runtime, cuts: bool) -> Vec<Turn> {
    let asked = Arc::new(AtomicU32::new(0));
    let times = Arc::new(std::sync::Mutex::new(Vec::with_capacity(64)));
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
            let turn = Turn {
                took: now - before,
                held: NOW.load(Ordering::Relaxed),
            };
            marks.lock().expect("not poisoned").push(turn);
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

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Counts what is allocated, and the most that ever was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let kib = |bytes: usize| bytes / 1024;
    for (name, cuts) in [("as configured", true), ("nothing cut", false)] {
        let before = NOW.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let first = step(&runtime, cuts);
        let most = MOST.load(Ordering::Relaxed) - before;
        let held: Vec<usize> = first.iter().map(|turn| turn.held - before).collect();
        let runs: Vec<_> = (0..200).map(|_| step(&runtime, cuts)).collect();
        let by_turn = |turn: usize| {
            // The first mark is between the first and the second request.
            let mut times: Vec<_> = runs.iter().map(|turns| turns[turn - 2].took).collect();
            median(&mut times)
        };
        let ratio = |late: Duration, early: Duration| late.as_secs_f64() / early.as_secs_f64();
        let (early, late) = (by_turn(5), by_turn(25));
        println!(
            "{name}: overhead of turn 5 {early:?}, turn 15 {:?}, turn 25 {late:?}",
            by_turn(15)
        );
        println!(
            "{name}: turn 25 takes {:.2} times as long as turn 5",
            ratio(late, early)
        );
        println!(
            "{name}: a step of {TURNS} turns held at most {} KiB",
            kib(most)
        );
        println!(
            "{name}: a turn adds {} KiB at turn 5 and {} KiB at turn 25",
            kib((held[4] - held[2]) / 2),
            kib((held[23] - held[21]) / 2)
        );
    }
}
