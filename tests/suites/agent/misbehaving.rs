//! Executors of one's own that break every rule there is: what the test is told.

use super::*;
use e2e::chassis::{Status, StepContext, StepExecutor, ToolLoop, Verdict};
use e2e::report::record::ActionRecord;
use std::future::pending;

/// An executor that is what it does.
struct Bad(&'static str);

fn ends(status: Status, summary: &str, code: Option<Code>) -> e2e::Result<Verdict> {
    Ok(Verdict {
        status,
        summary: summary.to_owned(),
        code,
    })
}

fn acts(step: &StepContext, target: &str) -> e2e::Result<()> {
    step.take_action()?;
    step.record_action(ActionRecord {
        verb: "tap".to_owned(),
        target: target.to_owned(),
        input: String::new(),
        started_ms: 0,
        duration_ms: 1,
        effect: "1 added".to_owned(),
        ok: true,
    });
    Ok(())
}

#[e2e::chassis::async_trait]
impl StepExecutor for Bad {
    fn name(&self) -> &str {
        self.0
    }

    fn version(&self) -> Option<&str> {
        Some("0.3")
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        match self.0 {
            "panics" => {
                acts(step, "button \"Add\"")?;
                let cart = step.instruction().parse::<u32>().ok();
                ends(Status::Passed, &cart.expect("a cart id").to_string(), None)
            }
            "never-returns" => {
                acts(step, "button \"Add\"")?;
                pending().await
            }
            "blocks-the-thread" => {
                std::thread::sleep(step.remaining() + Duration::from_millis(5));
                ends(Status::Passed, "it took its time", None)
            }
            "passes-without-budget" => {
                for target in ["one", "two", "three"] {
                    drop(acts(step, target));
                }
                ends(Status::Passed, "three mugs are in the cart", None)
            }
            "fails-without-budget" => {
                for target in ["one", "two", "three"] {
                    drop(acts(step, target));
                }
                ends(Status::Failed, "two of three mugs are in the cart", None)
            }
            "claims-a-timeout" => ends(Status::Blocked, "too slow", Some(Code::StepTimeout)),
            "throws-a-timeout" => Err(e2e::Error::new(Code::StepTimeout, "too slow for me")),
            "says-nothing" => ends(Status::Passed, " \n", None),
            "blocked-by-nothing" => ends(Status::Blocked, "it would not", None),
            "blocked-by-the-product" => {
                ends(Status::Blocked, "it would not", Some(Code::ActionFailed))
            }
            "passes-with-a-code" => ends(Status::Passed, "done", Some(Code::ActionFailed)),
            "leaks-in-a-pass" => {
                let code = step.reveal("code", true)?;
                ends(Status::Passed, &format!("typed {code}"), None)
            }
            "leaks-in-a-failure" => {
                let code = step.reveal("code", true)?;
                let spaced: Vec<String> = code.chars().map(String::from).collect();
                ends(
                    Status::Failed,
                    &format!("{} is wrong", spaced.join(" ")),
                    None,
                )
            }
            "leaks-in-a-panic" => panic!("no field takes {}", step.reveal("code", true)?),
            "acts-after-its-proof" => {
                let verdict =
                    json!({"status": "passed", "summary": "Seen.", "evidence": [{"at": "/todo"}]});
                let model = ScriptedModel::new().call("complete_step", verdict);
                let verdict = ToolLoop::new(Arc::new(model))
                    .with_evidence(Address)
                    .run(step)
                    .await;
                acts(step, "button \"Delete all\"")?;
                verdict
            }
            "agrees" => ends(Status::Passed, "it is well", None),
            "disagrees" => ends(Status::Failed, "it is not well", None),
            other => unreachable!("{other}"),
        }
    }
}

/// Believes everything.
struct Address;

#[e2e::chassis::async_trait]
impl e2e::chassis::Evidence for Address {
    fn schema(&self) -> Value {
        json!({"type": "object", "properties": {"at": {"type": "string"}}, "additionalProperties": false})
    }

    fn describe(&self) -> String {
        "an address".to_owned()
    }

    async fn check(&self, cited: &[Value], _: &StepContext) -> e2e::Result<e2e::chassis::Checked> {
        Ok(e2e::chassis::Checked::Proven(vec![cited[0].to_string()]))
    }
}

/// How an executor misbehaves: the code of the outcome, and what its account says.
const TABLE: &[(&str, &str, &[&str])] = &[
    (
        "panics",
        "STEP_NO_CONCLUSION (agent): the executor `panics` panicked before it concluded: a cart id",
        &[
            "tap button \"Add\": 1 added",
            "a mistake in the executor, not in the test",
        ],
    ),
    (
        "never-returns",
        "STEP_TIMEOUT (agent): the step took longer than its 300ms",
        &[
            "never-returns was still at work and was dropped where it was (1 of 2 actions, 0 of 25 \
             model calls and 300ms of 300ms were used)",
            "tap button \"Add\": 1 added",
            "give it more time, with `.timeout(…)`",
        ],
    ),
    (
        "blocks-the-thread",
        "STEP_TIMEOUT (agent): the step took longer than its 300ms",
        &["the executor concluded as passed: it took its time"],
    ),
    (
        "passes-without-budget",
        "STEP_BUDGET_EXHAUSTED (agent): the step used all 2 actions it may take",
        &[
            "the executor concluded as passed: three mugs are in the cart",
            "tap one: 1 added\n       tap two: 1 added\n   = note: what was on the screen:",
            "raise `max_actions`, or make the sentence smaller",
        ],
    ),
    (
        "fails-without-budget",
        "STEP_BUDGET_EXHAUSTED (agent): two of three mugs are in the cart",
        &[
            "the step used all 2 actions it may take",
            "raise `max_actions`",
        ],
    ),
    (
        "claims-a-timeout",
        "MODEL_OUTPUT_INVALID (agent): the executor `claims-a-timeout` broke the rules of a \
         verdict: its verdict carries STEP_TIMEOUT, which did not happen",
        &[
            "it said: too slow",
            "0 of 2 actions, 0 of 25 model calls and",
            "only the runtime assigns this code: return what `StepContext::checkpoint`",
        ],
    ),
    (
        "throws-a-timeout",
        "MODEL_OUTPUT_INVALID (agent): the executor `throws-a-timeout` broke the rules of a \
         verdict: it ended with STEP_TIMEOUT, which did not happen",
        &["it said: too slow for me"],
    ),
    (
        "says-nothing",
        "MODEL_OUTPUT_INVALID (agent): the executor `says-nothing` broke the rules of a verdict: \
         its passed verdict has no summary",
        &["say in one to three sentences what was done"],
    ),
    (
        "blocked-by-nothing",
        "MODEL_OUTPUT_INVALID (agent): the executor `blocked-by-nothing` broke the rules of a \
         verdict: its blocked verdict carries no code",
        &[
            "it said: it would not",
            "name what stopped it, one of APP_NOT_OPEN,",
        ],
    ),
    (
        "blocked-by-the-product",
        "MODEL_OUTPUT_INVALID (agent): the executor `blocked-by-the-product` broke the rules of a \
         verdict: its blocked verdict carries ACTION_FAILED, which blocks nothing",
        &["a product that misbehaves is `failed`"],
    ),
    (
        "passes-with-a-code",
        "MODEL_OUTPUT_INVALID (agent): the executor `passes-with-a-code` broke the rules of a \
         verdict: its passed verdict carries ACTION_FAILED",
        &["pass without a code, or end as failed with ACTION_FAILED"],
    ),
    (
        "acts-after-its-proof",
        "VERDICT_UNPROVEN (agent): the executor `acts-after-its-proof` did tap button \"Delete \
         all\" after its pass was proven",
        &["it said: Seen.", "nothing comes after its verdict"],
    ),
    ("leaks-in-a-pass", "typed [secret code]", &[]),
    (
        "leaks-in-a-failure",
        "ACTION_FAILED (app): [secret code] is wrong",
        &[],
    ),
    (
        "leaks-in-a-panic",
        "STEP_NO_CONCLUSION (agent): the executor `leaks-in-a-panic` panicked before it concluded: \
         no field takes [secret code]",
        &[],
    ),
    (
        "",
        "INVALID_ARGUMENT (setup): the executor of the step has no name",
        &["StepExecutor::name"],
    ),
];

#[e2e::test]
async fn every_misbehaviour_of_an_executor_has_an_account(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/todo").await?;
    for (name, headline, parts) in TABLE {
        let act = agent
            .act("put three mugs into the cart")
            .with(Arc::new(Bad(name)))
            .secret("code", Secret::new("4915-code-77").for_any_field())
            .max_actions(2)
            .timeout(Duration::from_millis(300));
        let told = match act.await {
            Ok(report) => report.summary,
            Err(error) => format!("{error:?}"),
        };
        assert!(told.starts_with(headline), "{name}: {told}");
        for part in *parts {
            assert!(told.contains(part), "{name}: no {part:?} in {told}");
        }
        let record = info.steps().pop().expect("a record");
        let text = serde_json::to_string(&record).expect("JSON");
        assert!(!text.contains("4915"), "{text}");
        if let Some(last) = record.events.last() {
            assert_eq!(
                (last.kind, last.text.clone()),
                (EventKind::Phase, format!("{name} 0.3"))
            );
        }
        assert!(!record.events.is_empty() || name.is_empty(), "{name}");
    }
    Ok(())
}

#[e2e::test]
async fn an_executor_judges_a_statement_and_may_not_act(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    let judge = |name| agent.assert("it is well").with(Arc::new(Bad(name)));
    judge("agrees").await?;
    let error = judge("disagrees").await.unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (Code::AssertionFailed, "it is not well")
    );
    let error = judge("panics").await.unwrap_err();
    assert_eq!(error.code(), Code::StepBudgetExhausted, "{error:?}");
    Ok(())
}

#[e2e::test]
async fn no_model_and_no_plain_reading_is_blocked_with_two_ways_out(
    app: App,
    agent: Agent,
) -> e2e::Result {
    if agent.has_model() {
        e2e::skip!("a model is configured, and this test is about having none");
    }
    app.open("/todo").await?;
    let error = agent
        .act("make my day a little brighter")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ModelUnavailable);
    assert!(error.is_blocked());
    assert!(error.helps().len() >= 2, "{error:?}");
    Ok(())
}
