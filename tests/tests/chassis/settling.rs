//! How the harness maps what an executor returned.

use e2e::chassis::{Limits, Status, StepContext, StepExecutor, Verdict, carry_out, settle};
use e2e::report::record::StepKind;
use e2e::{Code, Error};
use std::fmt::Write as _;
use std::time::Duration;

fn verdict(text: &str) -> e2e::Result<Verdict> {
    let (word, code) = text.split_once(' ').unwrap_or((text, ""));
    let code = code.parse::<Code>().ok();
    let status = match word {
        "passed" => Status::Passed,
        "failed" => Status::Failed,
        "blocked" => Status::Blocked,
        _ => return Err(Error::new(code.unwrap(), "thrown")),
    };
    Ok(Verdict {
        status,
        summary: "said".to_owned(),
        code,
    })
}

/// `kind, hard stop, what the executor returned, the result`.
#[tokio::test(start_paused = true)]
async fn precedence_and_corroboration() {
    let table = [
        ("act", "", "passed", "passed"),
        ("act", "", "failed", "ACTION_FAILED said"),
        ("assert", "", "failed", "ASSERTION_FAILED said"),
        (
            "act",
            "",
            "failed AUTHENTICATION_FAILED",
            "AUTHENTICATION_FAILED said",
        ),
        (
            "act",
            "",
            "failed STEP_NO_CONCLUSION",
            "STEP_NO_CONCLUSION said",
        ),
        (
            "act",
            "",
            "failed VERDICT_UNPROVEN",
            "VERDICT_UNPROVEN said",
        ),
        (
            "act",
            "",
            "blocked POLICY_DENIED",
            "POLICY_DENIED blocked said",
        ),
        (
            "act",
            "",
            "thrown LOCATOR_NOT_FOUND",
            "LOCATOR_NOT_FOUND thrown",
        ),
        (
            "act",
            "",
            "thrown MODEL_PROVIDER_FAILED",
            "MODEL_PROVIDER_FAILED thrown",
        ),
        // Rules of a verdict.
        ("act", "", "passed ACTION_FAILED", "MODEL_OUTPUT_INVALID"),
        ("act", "", "blocked", "MODEL_OUTPUT_INVALID"),
        ("act", "", "blocked ACTION_FAILED", "MODEL_OUTPUT_INVALID"),
        // Only the runtime assigns its own codes.
        ("act", "", "blocked STEP_TIMEOUT", "MODEL_OUTPUT_INVALID"),
        (
            "act",
            "",
            "failed STEP_BUDGET_EXHAUSTED",
            "MODEL_OUTPUT_INVALID",
        ),
        ("act", "", "thrown STEP_TIMEOUT", "MODEL_OUTPUT_INVALID"),
        ("act", "", "thrown CANCELLED", "MODEL_OUTPUT_INVALID"),
        (
            "act",
            "STEP_TIMEOUT",
            "blocked STEP_TIMEOUT",
            "STEP_TIMEOUT blocked said",
        ),
        (
            "act",
            "STEP_TIMEOUT",
            "thrown STEP_TIMEOUT",
            "STEP_TIMEOUT blocked stopped",
        ),
        (
            "act",
            "STEP_TIMEOUT",
            "thrown STEP_BUDGET_EXHAUSTED",
            "STEP_TIMEOUT blocked stopped",
        ),
        (
            "expired",
            "",
            "blocked STEP_TIMEOUT",
            "STEP_TIMEOUT blocked said",
        ),
        (
            "spent",
            "",
            "blocked STEP_BUDGET_EXHAUSTED",
            "STEP_BUDGET_EXHAUSTED blocked said",
        ),
        (
            "act",
            "",
            "blocked STEP_NO_CONCLUSION",
            "MODEL_OUTPUT_INVALID",
        ),
        ("act", "", "failed CANCELLED", "MODEL_OUTPUT_INVALID"),
        (
            "expired",
            "",
            "thrown STEP_TIMEOUT",
            "STEP_TIMEOUT blocked the step took longer",
        ),
        (
            "spent",
            "",
            "thrown STEP_BUDGET_EXHAUSTED",
            "STEP_BUDGET_EXHAUSTED blocked thrown",
        ),
        // A tenth of a second before its end the clock is taken for run out.
        ("late", "", "thrown STEP_TIMEOUT", "STEP_TIMEOUT blocked"),
        ("late", "", "passed", "passed"),
        ("early", "", "thrown STEP_TIMEOUT", "MODEL_OUTPUT_INVALID"),
        // A clock that nobody looked at has run out all the same.
        (
            "expired",
            "",
            "passed",
            "STEP_TIMEOUT blocked the step took longer",
        ),
        (
            "called",
            "",
            "blocked STEP_BUDGET_EXHAUSTED",
            "STEP_BUDGET_EXHAUSTED blocked said",
        ),
        (
            "cancelled",
            "",
            "passed",
            "CANCELLED the step was cancelled",
        ),
        (
            "cancelled",
            "",
            "thrown CANCELLED",
            "CANCELLED the step was cancelled",
        ),
        // The hard stop takes precedence over a pass, and gives a code to who has none.
        (
            "act",
            "STEP_TIMEOUT",
            "passed",
            "STEP_TIMEOUT blocked stopped",
        ),
        (
            "act",
            "STEP_BUDGET_EXHAUSTED",
            "passed",
            "STEP_BUDGET_EXHAUSTED blocked stopped",
        ),
        (
            "act",
            "STEP_BUDGET_EXHAUSTED",
            "failed",
            "STEP_BUDGET_EXHAUSTED blocked said",
        ),
        (
            "act",
            "STEP_BUDGET_EXHAUSTED",
            "failed ACTION_FAILED",
            "ACTION_FAILED said",
        ),
        ("act", "CANCELLED", "passed", "CANCELLED stopped"),
        (
            "act",
            "CANCELLED",
            "failed ACTION_FAILED",
            "CANCELLED stopped",
        ),
        (
            "act",
            "CANCELLED",
            "thrown LOCATOR_NOT_FOUND",
            "CANCELLED stopped",
        ),
    ];
    let mut broken = String::new();
    for (kind, stop, ended, expected) in table {
        let limits = Limits {
            timeout: match kind {
                "expired" => Duration::ZERO,
                "late" => Duration::from_millis(100),
                "early" => Duration::from_millis(101),
                _ => Duration::from_secs(60),
            },
            max_actions: u32::from(kind != "spent"),
            max_model_calls: if kind == "called" { 1 } else { 25 },
            ..Limits::default()
        };
        let asked = match kind {
            "assert" => StepKind::Assert,
            _ => StepKind::Act,
        };
        let step = StepContext::new(asked, "do it", limits);
        if kind == "called" {
            step.count_model_call(None).unwrap();
        }
        if kind == "cancelled" {
            step.cancel();
        }
        if let Ok(code) = stop.parse::<Code>() {
            step.stop(Error::new(code, "stopped"));
        }
        let seen = match settle("robot", &step, verdict(ended)) {
            Ok(verdict) => verdict.status.as_str().to_owned(),
            Err(error) => {
                let blocked = if error.is_blocked() { " blocked" } else { "" };
                format!("{}{blocked} {}", error.code(), error.message())
            }
        };
        if !seen.starts_with(expected) {
            let _ = writeln!(broken, "{stop:?} {ended}: {seen}, expected {expected}");
        }
        assert!(
            !seen.starts_with("MODEL_OUTPUT_INVALID") || seen.contains("`robot`"),
            "{seen}"
        );
    }
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(start_paused = true)]
async fn an_empty_summary_is_no_verdict() {
    let step = StepContext::new(StepKind::Act, "do it", Limits::default());
    let blank = Verdict {
        status: Status::Passed,
        summary: " ".to_owned(),
        code: None,
    };
    assert_eq!(
        settle("robot", &step, Ok(blank)).unwrap_err().code(),
        Code::ModelOutputInvalid
    );
    let long = Verdict {
        status: Status::Passed,
        summary: "x".repeat(3_000),
        code: None,
    };
    assert_eq!(
        settle("robot", &step, Ok(long))
            .unwrap()
            .summary
            .chars()
            .count(),
        2_000
    );
}

/// Ignores everything it is told.
struct Deaf;

#[async_trait::async_trait]
impl StepExecutor for Deaf {
    fn name(&self) -> &str {
        "deaf"
    }

    async fn run_step(&self, _: &StepContext) -> e2e::Result<Verdict> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn an_executor_that_ignores_the_clock_is_dropped() {
    let limits = Limits {
        timeout: Duration::from_secs(30),
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    let error = carry_out(&Deaf, &step).await.unwrap_err();
    assert_eq!(error.code(), Code::StepTimeout);
    assert!(error.is_blocked());

    let step = StepContext::new(StepKind::Act, "do it", limits);
    let cancel = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        step.cancel();
    };
    let (ended, ()) = tokio::join!(carry_out(&Deaf, &step), cancel);
    assert_eq!(ended.unwrap_err().code(), Code::Cancelled);
    assert_eq!(
        step.remaining(),
        Duration::from_secs(29),
        "it ended at once"
    );
}

#[test]
fn of_several_hard_stops_the_first_stays() {
    let step = StepContext::new(StepKind::Act, "do it", Limits::default());
    let first = step.stop(Error::new(Code::StepBudgetExhausted, "first"));
    let again = step.stop(Error::new(Code::StepTimeout, "second"));
    assert_eq!(first.message(), "first");
    assert_eq!(
        again.message(),
        "first",
        "the later one is told of the first"
    );
    assert_eq!(step.hard_stop().unwrap().code(), Code::StepBudgetExhausted);
}

#[test]
fn the_call_after_the_last_is_recorded_and_stops_the_step() {
    let limits = Limits {
        max_model_calls: 2,
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    assert!(step.count_model_call(None).is_ok());
    assert!(step.count_model_call(None).is_ok());
    assert!(step.hard_stop().is_none(), "the last call is allowed");
    let error = step.count_model_call(None).unwrap_err();
    assert_eq!(error.code(), Code::StepBudgetExhausted);
    assert_eq!(step.model_calls(), 3);
    assert!(step.hard_stop().is_some());
}

#[test]
fn limits_have_their_defaults() {
    let limits = Limits::default();
    let told = (limits.max_model_calls, limits.max_actions, limits.timeout);
    assert_eq!(told, (25, 25, Duration::from_secs(120)));
    assert_eq!((limits.max_tokens, limits.max_cost_usd), (None, None));
}
