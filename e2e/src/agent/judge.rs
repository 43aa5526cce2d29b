//! One bounded, stateless judgment of a statement about the screen.
//!
//! A judge sees one fresh look, no history, no earlier summaries. It writes its
//! explanation before its verdict. An answer outside the form is asked for once
//! more; *inconclusive* is a failure.

use super::Inner;
use crate::chassis::{Status, StepContext, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{self, Message, Model, ModelError, ModelErrorKind, Patience, Request, Stop};
use crate::page::text::{self as screen_text, TextOptions};
use crate::text;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const POLICY: &str = include_str!("judge_prompt.md");

/// Output bound of one judgment, reasoning included.
const MAX_OUTPUT_TOKENS: u32 = 8_192;

/// How much of a rejected answer is shown back.
const REJECTED: usize = 2_000;

#[derive(Debug, Deserialize)]
struct Answer {
    explanation: String,
    verdict: Finding,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Finding {
    Holds,
    Fails,
    Inconclusive,
}

/// Judges the step's statement on the screen as it is now.
pub(super) async fn judge(agent: &Inner, model: &dyn Model, step: &StepContext) -> Result<Verdict> {
    let screen = agent.page.look().await?;
    let listing = screen_text::render(&screen, &TextOptions::wide());
    let mut prompt = format!(
        "Judge this statement.\n\n<<<STATEMENT\n{}\nSTATEMENT>>>\n",
        step.instruction()
    );
    if !step.params().is_empty() {
        let params = Value::Object(step.params().clone());
        prompt.push_str(&format!("\nParameters: {params}\n"));
    }
    prompt.push_str(&format!("\n<<<OBSERVATION\n{listing}\nOBSERVATION>>>"));
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["protocol", "explanation", "verdict"],
        "properties": {
            "protocol": {"type": "string", "enum": ["agent-judgment-2"]},
            "explanation": {"type": "string"},
            "verdict": {"type": "string", "enum": ["holds", "fails", "inconclusive"]}
        }
    });
    let answer: Answer = ask(agent, model, step, POLICY, prompt, schema).await?;
    let explanation = text::clip(&answer.explanation, 2_000);
    let verdict = |status, code| Verdict {
        status,
        summary: explanation.clone(),
        code,
    };
    Ok(match answer.verdict {
        Finding::Holds => verdict(Status::Passed, None),
        Finding::Fails => verdict(Status::Failed, Some(Code::AssertionFailed)),
        Finding::Inconclusive => verdict(Status::Failed, Some(Code::AssertionInconclusive)),
    })
}

/// One structured answer, with one repair while calls and time remain.
pub(super) async fn ask<T: DeserializeOwned>(
    agent: &Inner,
    model: &dyn Model,
    step: &StepContext,
    policy: &str,
    prompt: String,
    schema: Value,
) -> Result<T> {
    let context = &agent.config.agent.context;
    let system = match context.trim() {
        "" => policy.to_owned(),
        context => format!("{policy}\n# About the product\n\n{context}\n"),
    };
    let mask = step.mask_for_model();
    let system = mask.redact(&system).into_owned();
    let mut repair = String::new();
    loop {
        step.afford()?;
        let request = Request {
            system: system.clone(),
            messages: vec![Message::user(mask.redact(&format!("{prompt}{repair}")))],
            max_output_tokens: Some(MAX_OUTPUT_TOKENS),
            response_schema: Some(schema.clone()),
            timeout: Some(step.remaining()),
            ..Request::default()
        };
        let reply = match model::ask(model, &request, &Patience::default(), &|_| ()).await {
            Ok(reply) => reply,
            Err(error) => {
                step.count_model_call(None)?;
                return Err(provider_failed(model, error));
            }
        };
        step.count_model_call(reply.usage.as_ref())?;
        let said = reply.text();
        if matches!(reply.stop, Stop::Refusal | Stop::ContentFilter) {
            return Err(Error::new(
                Code::ModelRefused,
                format!("the model {} declined to judge", model.id()),
            )
            .note(text::clip(&said, 500))
            .help("reword the sentence, or name another model")
            .blocked());
        }
        match parse(&said) {
            Ok(answer) => return Ok(answer),
            Err(issue) if step.model_calls() < step.limits().max_model_calls => {
                repair = format!(
                    "\n\nYour last answer could not be used: {issue}\nIt was:\n{}\n\
                     Answer again with exactly one JSON object of the form asked for. Do not repeat the rejected answer.",
                    text::clip(&said, REJECTED)
                );
            }
            Err(issue) => {
                return Err(Error::new(
                    Code::ModelOutputInvalid,
                    format!(
                        "the answer of {} is outside the form asked for: {issue}",
                        model.id()
                    ),
                )
                .note(format!(
                    "it said: {}",
                    text::clip(&text::collapse(&said), 400)
                )));
            }
        }
    }
}

/// Reads one JSON object, tolerating one code fence around it.
fn parse<T: DeserializeOwned>(said: &str) -> Result<T, String> {
    let mut body = said.trim();
    if let Some(fenced) = body.strip_prefix("```") {
        let fenced = fenced.strip_prefix("json").unwrap_or(fenced);
        body = fenced.trim().strip_suffix("```").unwrap_or(fenced).trim();
    }
    if body.is_empty() {
        return Err("it is empty".into());
    }
    serde_json::from_str(body).map_err(|error| error.to_string())
}

/// A failing provider never looks like a failing product.
pub(super) fn provider_failed(model: &dyn Model, error: ModelError) -> Error {
    let code = match error.kind {
        ModelErrorKind::Credential => Code::ModelUnavailable,
        ModelErrorKind::ContextOverflow => Code::ContextOverflow,
        _ => Code::ModelProviderFailed,
    };
    let mut out = Error::new(
        code,
        format!("{} did not answer: {}", model.id(), error.message),
    );
    if code != Code::ModelProviderFailed {
        out = out.blocked();
    }
    match error.hint {
        Some(hint) => out.help(hint),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_is_read_bare_or_in_a_code_fence() {
        let object = r#"{"protocol":"agent-judgment-2","explanation":"e","verdict":"holds"}"#;
        for said in [
            object.to_owned(),
            format!("```json\n{object}\n```"),
            format!("```\n{object}\n```"),
            format!("  {object}\n"),
        ] {
            assert_eq!(
                parse::<Answer>(&said).unwrap().verdict,
                Finding::Holds,
                "{said}"
            );
        }
    }

    #[test]
    fn prose_two_objects_and_unknown_verdicts_are_refused() {
        for said in [
            "",
            "It holds.",
            r#"{"explanation":"e","verdict":"holds"} {"explanation":"e","verdict":"fails"}"#,
            r#"{"explanation":"e","verdict":"probably"}"#,
            r#"{"verdict":"holds"}"#,
        ] {
            assert!(parse::<Answer>(said).is_err(), "{said}");
        }
    }
}
