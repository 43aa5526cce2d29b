//! What holds for every conversation, however odd.

use super::script;
use super::tools::{self, Log, Words};
use e2e::chassis::{Checked, Evidence, Limits, StepContext, ToolLoop, Verdict};
use e2e::model::{ModelError, ModelErrorKind, Patience, Reply, Request, ScriptedModel, ToolCall};
use e2e::report::record::StepKind;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A call, or half a turn's worth of trouble.
const WORDS: &[&str] = &[
    "note a",
    "note b",
    "fail x",
    "free f",
    "look 40000",
    "shot 9",
    "act",
    "call nope {}",
    "text junk",
    "call note {}",
    "pass",
    "pass cite done",
    "pass cite gone",
    "pass ACTION_FAILED cite done",
    "failed",
    "blocked",
    "blocked POLICY_DENIED",
    "raw {}",
    "budget",
    "crash",
    "cancel",
    "nap 40",
    "nap 400",
    "late",
    "list 900",
    "loose",
    "\"prose\"",
    "downgraded",
    "no-usage",
    "length",
];
const TROUBLE: &[&str] = &[
    "!overflow",
    "!reject",
    "!ignored",
    "!500",
    "!400",
    "!key",
    "!hang",
    "refuse",
    "filter",
];

fn turn() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => prop::collection::vec(prop::sample::select(WORDS), 1..5).prop_map(|words| words.join("; ")),
        1 => prop::sample::select(TROUBLE).prop_map(str::to_owned),
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    (
        1..12_u32,
        0..6_u32,
        prop::option::of(20..200_u64),
        50..2_000_u64,
    )
        .prop_map(|(max_model_calls, max_actions, max_tokens, ms)| Limits {
            max_model_calls,
            max_actions,
            max_tokens,
            timeout: Duration::from_millis(ms),
            ..Limits::default()
        })
}

struct Ran {
    result: e2e::Result<Verdict>,
    step: StepContext,
    log: Vec<String>,
    asked: usize,
}

fn run(model: ScriptedModel, limits: Limits) -> Ran {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let step = StepContext::new(StepKind::Act, "do it", limits);
        let model = Arc::new(model);
        let log = Log::default();
        let result = ToolLoop::new(Arc::clone(&model) as _)
            .with_tools(tools::all(&log))
            .with_evidence(Proofs(Arc::clone(&log)))
            .with_patience(Patience {
                // Some hanging requests stall, others run into the step's end.
                stall: Duration::from_millis(600),
                first_wait: Duration::from_millis(1),
                ..Patience::default()
            })
            .run(&step)
            .await;
        let log = log.lock().unwrap().clone();
        Ran {
            result,
            step,
            log,
            asked: model.requests().len(),
        }
    })
}

/// Notes a proven pass in the log of the tools: nothing may follow it there.
struct Proofs(Log);

#[async_trait::async_trait]
impl Evidence for Proofs {
    fn schema(&self) -> Value {
        Words(&[]).schema()
    }

    fn describe(&self) -> String {
        Words(&[]).describe()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> e2e::Result<Checked> {
        let checked = Words(&["done"]).check(cited, step).await?;
        if matches!(checked, Checked::Proven(_)) {
            self.0.lock().unwrap().push(PROVEN.to_owned());
        }
        Ok(checked)
    }
}

const PROVEN: &str = "proven";

static NAME: AtomicUsize = AtomicUsize::new(0);

/// A model of its own for each case: a loop remembers models that cannot be forced.
fn name() -> String {
    format!("property-{}", NAME.fetch_add(1, Ordering::Relaxed))
}

const CONCLUDED: &str = "The step is concluded";
const SKIPPED: [&str; 2] = [
    "The step is concluding; this call did not run.",
    "The step is already concluded",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn it_ends_within_its_turns_and_accounts_for_them(
        script in prop::collection::vec(turn(), 0..14),
        limits in limits(),
    ) {
        let model = script::model(&name(), &script.join(" | ")).always(|_| Ok(Reply::of_text("more")));
        let ran = run(model, limits);
        let calls = ran.step.model_calls();
        prop_assert!(calls <= limits.max_model_calls, "{calls} of {}", limits.max_model_calls);
        prop_assert!(ran.step.actions_used() <= limits.max_actions);
        // Besides turns: retries of the transport, one overflow, one rejected choice.
        let retries = script.iter().filter(|turn| turn.starts_with('!')).count();
        prop_assert!(ran.asked <= calls as usize + retries + 1, "{} requests", ran.asked);
        let turns = ran.step.turns().iter().filter(|turn| turn.index > 0).count();
        prop_assert_eq!(turns, (calls as usize).min(12), "every turn is in the trail");
        prop_assert_eq!(ran.step.transcript().matches("\nturn ").count() + usize::from(ran.step.transcript().starts_with("turn ")), calls as usize);
    }

    #[test]
    fn nothing_runs_after_a_verdict_or_a_stop(
        script in prop::collection::vec(turn(), 0..14),
        limits in limits(),
    ) {
        let model = script::model(&name(), &script.join(" | ")).always(|_| Ok(Reply::of_text("more")));
        let ran = run(model, limits);
        let turns = ran.step.turns();
        let over = |result: &str| result.starts_with(CONCLUDED) || result.starts_with("HARD STOP") || result == "it is gone";
        let mut ended = false;
        for call in turns.iter().flat_map(|turn| &turn.calls) {
            if ended {
                // A dropped call has no result; an independent one may have run beside.
                let skipped = SKIPPED.iter().any(|text| call.result.starts_with(text));
                prop_assert!(skipped || call.result.is_empty() || call.call.starts_with("free"), "{} -> {}", call.call, call.result);
            }
            ended |= over(&call.result);
        }
        // The last two turns are forced: nothing but a verdict is taken from them.
        let forced = turns.iter().filter(|turn| turn.index + 2 > limits.max_model_calls);
        for call in forced.flat_map(|turn| &turn.calls) {
            let known = ["noted", "looked", "acted", "rested", "fail failed", "a line"];
            let ran = known.iter().any(|text| call.result.starts_with(text));
            let ran = ran || ["free", "loose"].contains(&call.result.as_str());
            prop_assert!(!ran, "{} -> {}", call.call, call.result);
        }
        prop_assert!(!ran.log.iter().any(|what| what == "RAN AFTER A STOP"), "{:?}", ran.log);
        let proven = ran.log.iter().position(|what| what == PROVEN);
        prop_assert!(proven.is_none_or(|at| at + 1 == ran.log.len()), "after the verdict: {:?}", ran.log);
        // What ran is what the trail says ran.
        let noted = turns.iter().flat_map(|turn| &turn.calls).filter(|call| call.result.starts_with("noted")).count();
        let logged = ran.log.iter().filter(|what| ["a", "b"].contains(&what.as_str())).count();
        prop_assert!(noted == logged || turns.iter().any(|turn| turn.calls.len() >= 8) || ran.step.model_calls() > 12);
        match &ran.result {
            Ok(verdict) => prop_assert_eq!(
                verdict.status == e2e::chassis::Status::Passed,
                !ran.step.evidence().is_empty(),
                "a pass has evidence, and nothing else has"
            ),
            Err(error) => prop_assert!(!error.message().is_empty()),
        }
    }

    #[test]
    fn an_offered_tool_is_never_refused(
        choices in prop::collection::vec(0..100_usize, 1..60),
        limits in limits(),
    ) {
        let next = AtomicUsize::new(0);
        let pick = move |of: usize| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            choices[at % choices.len()] % of
        };
        // Calls only what the request offers, always with a valid input.
        let model = ScriptedModel::new().named(name()).always(move |request: &Request| {
            if pick(20) == 0 {
                return Err(ModelError::new(ModelErrorKind::Provider, "503").again(None));
            }
            let calls = (0..=pick(3)).map(|index| {
                let tool = &request.tools[pick(request.tools.len())];
                let input = match tool.name.as_str() {
                    "note" | "fail" | "free" => json!({"text": "a"}),
                    "look" | "shot" | "nap" | "list" => json!({"size": 1 + pick(30_000)}),
                    "complete_step" => json!({"status": "blocked", "summary": "x"}),
                    _ => json!({}),
                };
                ToolCall::new(format!("c{index}"), tool.name.as_str(), input)
            });
            Ok(Reply::of_calls(calls.collect::<Vec<_>>()))
        });
        let ran = run(model, limits);
        for call in ran.step.turns().iter().flat_map(|turn| &turn.calls) {
            let refused = ["did not run: only", "did not run: `", "There is no tool", "was not accepted"];
            prop_assert!(!refused.iter().any(|text| call.result.contains(text)), "{} -> {}", call.call, call.result);
        }
    }
}
