//! `complete_step`: the one way a model ends a step, in a closed form.

use super::evidence::Evidence;
use super::schema;
use super::verdict::{Status, Verdict};
use crate::code::Code;
use crate::model::ToolSpec;
use serde_json::{Value, json};

/// Its name; no other tool may have it.
pub(super) const NAME: &str = "complete_step";

/// The longest summary. A tighter cap makes wordy models pay a turn for a repair, so
/// only the description asks for less.
const SUMMARY: usize = 2_000;

/// The codes a model may pick from.
const CODES: &[Code] = &[
    Code::ActionFailed,
    Code::AutomationUnsupported,
    Code::AssertionFailed,
    Code::AuthenticationFailed,
    Code::AuthCredentialUnavailable,
    Code::AuthCredentialInvalid,
    Code::SecretUnavailable,
    Code::EnvironmentUnavailable,
    Code::SeedDataMissing,
    Code::TestSetupFailed,
    Code::AppUnreachable,
    Code::AppNotOpen,
    Code::PolicyDenied,
];

/// What a valid call says.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) verdict: Verdict,
    pub(super) evidence: Vec<Value>,
    /// The code a pass came with; a pass has none.
    pub(super) dropped: Option<Code>,
}

/// What becomes of a call, before any evidence is looked at.
#[derive(Debug)]
pub(super) enum Ruling {
    /// It is a verdict.
    Proposed(Box<Proposal>),
    /// Its form is right and it says nothing usable. Not a failure of the model's
    /// grasp of the tools.
    SentBack(String),
    /// Its form is wrong.
    Refused(String),
}

/// The tool as the model sees it.
pub(super) fn spec(evidence: Option<&dyn Evidence>) -> ToolSpec {
    let codes: Vec<_> = CODES.iter().map(|code| code.as_str()).collect();
    let mut description =
        "Ends the step with your verdict. Call it exactly once and alone, without \
        other calls beside it, when the step is done or certainly cannot be done."
            .to_owned();
    let mut schema = json!({
        "type": "object",
        "properties": {
            "status": {
                "type": "string",
                "enum": ["passed", "failed", "blocked"],
                "description": "passed: you saw the outcome. failed: the product did not do it or \
                    answered wrongly. blocked: something outside the product stopped you.",
            },
            "summary": {
                "type": "string",
                "minLength": 1,
                "maxLength": SUMMARY,
                "description": "One to three sentences for the next step, under about 400 \
                    characters: what was done, what is there now, values later steps need. No \
                    narration.",
            },
            "errorCode": {
                "type": "string",
                "enum": codes,
                "description": "Only with failed or blocked; blocked needs one that says what \
                    stopped you.",
            },
        },
        "required": ["status", "summary"],
        "additionalProperties": false,
    });
    if let Some(evidence) = evidence {
        let what = evidence.describe();
        description.push_str(" A pass cites evidence, which is checked.");
        schema["properties"]["evidence"] = json!({
            "type": "array",
            "maxItems": 8,
            "items": evidence.schema(),
            "description": format!("With passed, where the outcome can be seen: cite {what}."),
        });
    }
    ToolSpec::new(NAME, description, schema)
}

/// Rules on one call.
pub(super) fn rule(spec: &ToolSpec, input: &Value) -> Ruling {
    if let Err(why) = schema::check(&spec.schema, input) {
        return Ruling::Refused(why);
    }
    let field = |name: &str| input.get(name).and_then(Value::as_str);
    let summary = field("summary").unwrap_or_default().trim().to_owned();
    if summary.is_empty() {
        return Ruling::Refused("`summary` must not be empty".to_owned());
    }
    let code = field("errorCode").and_then(|name| name.parse::<Code>().ok());
    let (status, code, dropped) = match field("status") {
        Some("passed") => (Status::Passed, None, code),
        Some("failed") => (Status::Failed, code, None),
        _ => (Status::Blocked, code, None),
    };
    if status == Status::Blocked && !code.is_some_and(Code::blockable) {
        return Ruling::SentBack(blocked_needs_a_code());
    }
    let evidence = input.get("evidence").and_then(Value::as_array).cloned();
    Ruling::Proposed(Box::new(Proposal {
        verdict: Verdict {
            status,
            summary,
            code,
        },
        evidence: evidence.unwrap_or_default(),
        dropped,
    }))
}

fn blocked_needs_a_code() -> String {
    let codes: Vec<_> = CODES
        .iter()
        .filter(|code| code.blockable())
        .map(|code| code.as_str())
        .collect();
    format!(
        "Not accepted: a blocked verdict needs an errorCode that says what stopped you, one of {}. \
         If the product misbehaved, use status failed. Call {NAME} again.",
        codes.join(", ")
    )
}

/// The answer to an accepted call.
pub(super) fn accepted(dropped: Option<Code>) -> String {
    match dropped {
        None => "The step is concluded.".to_owned(),
        Some(code) => format!(
            "The step is concluded. A passed verdict carries no code, so {code} was dropped."
        ),
    }
}

/// The answer to a call after an accepted one.
pub(super) const ALREADY: &str = "The step is already concluded; the first verdict stays.";

/// The answer to a verdict in one reply with other calls.
pub(super) const ACCOMPANIED: &str = "Not accepted: the verdict came together with other calls, \
    before you saw their results. Conclude alone, after you saw the result of the other calls.";

/// The answer to verdicts in one reply that differ.
pub(super) const CONTRADICTED: &str =
    "Not accepted: this reply held verdicts that differ. Conclude alone, with one verdict.";

/// The answer to the same verdict said again in one reply.
pub(super) const REPEATED: &str = "The same verdict was said twice; the first one counts.";

/// The answer to a pass without, or with wrong, evidence, the first time.
pub(super) fn unproven(why: &str) -> String {
    format!(
        "Not accepted: the evidence does not hold. {why}\nIf the outcome is really there, cite it as \
         it is and call {NAME} again; otherwise use failed. A second wrong citation ends the step as \
         unproven."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_has_one_outcome() {
        let spec = spec(None);
        for (input, expected) in [
            (json!({"status": "passed", "summary": "ok"}), "passed -"),
            (
                json!({"status": "passed", "summary": "ok", "errorCode": "ACTION_FAILED"}),
                "passed - dropped ACTION_FAILED",
            ),
            (json!({"status": "failed", "summary": "no"}), "failed -"),
            (
                json!({"status": "failed", "summary": "no", "errorCode": "APP_UNREACHABLE"}),
                "failed APP_UNREACHABLE",
            ),
            (
                json!({"status": "failed", "summary": "no", "errorCode": "ASSERTION_FAILED"}),
                "failed ASSERTION_FAILED",
            ),
            (
                json!({"status": "blocked", "summary": "no", "errorCode": "SEED_DATA_MISSING"}),
                "blocked SEED_DATA_MISSING",
            ),
            (json!({"status": "blocked", "summary": "no"}), "sent back"),
            (
                json!({"status": "blocked", "summary": "no", "errorCode": "ACTION_FAILED"}),
                "sent back",
            ),
            (
                json!({"status": "blocked", "summary": "no", "errorCode": "ASSERTION_FAILED"}),
                "sent back",
            ),
            (
                json!({"status": "blocked", "summary": "no", "errorCode": "AUTHENTICATION_FAILED"}),
                "sent back",
            ),
            (
                json!({"status": "blocked", "summary": "no", "errorCode": "STEP_TIMEOUT"}),
                "refused: `errorCode` must be one of",
            ),
            (
                json!({"status": "done", "summary": "ok"}),
                "refused: `status` must be one of",
            ),
            (json!({"status": "passed"}), "refused: `summary` is missing"),
            (
                json!({"status": "passed", "summary": ""}),
                "refused: `summary` must not be empty",
            ),
            (
                json!({"status": "passed", "summary": " \n"}),
                "refused: `summary` must not be empty",
            ),
            (
                json!({"status": "passed", "summary": "x".repeat(2_001)}),
                "refused: `summary` has 2001 characters",
            ),
            (
                json!({"status": "passed", "summary": "ok", "mood": "good"}),
                "refused: `mood` is no field",
            ),
            (
                json!({"status": "passed", "summary": "ok", "evidence": []}),
                "refused: `evidence` is no field",
            ),
        ] {
            let seen = match rule(&spec, &input) {
                Ruling::Proposed(proposal) => {
                    let code = proposal.verdict.code.map_or("-", Code::as_str);
                    let dropped = proposal.dropped.map(|code| format!(" dropped {code}"));
                    format!(
                        "{} {code}{}",
                        proposal.verdict.status.as_str(),
                        dropped.unwrap_or_default()
                    )
                }
                Ruling::SentBack(_) => "sent back".to_owned(),
                Ruling::Refused(why) => format!("refused: {why}"),
            };
            assert!(seen.starts_with(expected), "{input}: {seen}");
        }
    }

    #[test]
    fn a_longest_summary_is_accepted() {
        let input = json!({"status": "passed", "summary": "x".repeat(2_000)});
        assert!(matches!(rule(&spec(None), &input), Ruling::Proposed(_)));
    }

    #[test]
    fn a_blocked_verdict_is_offered_every_blockable_code() {
        let text = blocked_needs_a_code();
        for code in CODES {
            assert_eq!(text.contains(code.as_str()), code.blockable(), "{code}");
        }
    }
}
