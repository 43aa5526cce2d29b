//! One bounded, stateless judgment of a statement about the screen.
//!
//! A judge sees one fresh look, no history, no earlier summaries. It writes its
//! explanation before its verdict. An answer outside the form is asked for once
//! more, in a wait as often as its requests last; *inconclusive* is a failure.

use super::seen::as_told;
use super::witness::{self, Judged, Witness};
use super::{Inner, room};
use crate::chassis::{Status, StepContext, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{
    self, Message, Model, ModelError, ModelErrorKind, Patience, Reply, Request, Stop,
    TransportEvent,
};
use crate::page::hush::hushed;
use crate::page::node::Observation;
use crate::page::text::{self as screen_text, TextOptions};
use crate::report::record::{EventKind, TurnRecord};
use crate::text;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;

const POLICY: &str = include_str!("judge_prompt.md");

/// Output bound of one judgment, reasoning included.
const MAX_OUTPUT_TOKENS: u32 = 8_192;

/// How much of a rejected answer is shown back.
const REJECTED: usize = 2_000;

/// The version of an answer's form.
const PROTOCOL: &str = "agent-judgment-3";

/// The longest explanation, characters.
const EXPLANATION: usize = 8_192;

/// What an answer consists of.
const FIELDS: &[&str] = &["protocol", "explanation", "evidence", "verdict"];

/// How much of an answer the record keeps, characters.
const PROSE: usize = 1_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    protocol: String,
    explanation: String,
    evidence: Vec<Witness>,
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
    let screen = hushed(agent.page.look().await?, &agent.journal.known().mask());
    let mut prompt = format!(
        "Judge this statement.\n\n<<<STATEMENT\n{}\nSTATEMENT>>>\n",
        step.instruction()
    );
    if !step.params().is_empty() {
        let params = Value::Object(step.params().clone());
        prompt.push_str(&format!("\nParameters: {params}\n"));
    }
    let config = &agent.config.agent;
    let sent = POLICY.len() + config.context.len() + prompt.len();
    let options = room::listing(config, TextOptions::wide(), sent)?;
    let listing = screen_text::render(&screen, &options);
    prompt.push_str(&format!("\n<<<OBSERVATION\n{listing}\nOBSERVATION>>>"));
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": FIELDS,
        "properties": {
            "protocol": {"type": "string", "enum": [PROTOCOL]},
            "explanation": {"type": "string"},
            "evidence": witness::schema(),
            "verdict": {"type": "string", "enum": ["holds", "fails", "inconclusive"]}
        }
    });
    let folded = listing != screen_text::render(&screen, &options.without_end());
    // What is quoted was read with masks in the place of secrets.
    let told = as_told(Observation::clone(&screen), &step.mask_for_model());
    let judged = Judged {
        screen: &told,
        statement: step.instruction(),
        folded,
    };
    let question = Question {
        policy: POLICY,
        prompt,
        schema,
        read: &|said: &str| proven(read(said)?, &judged),
    };
    let answer = ask(agent, model, step, question).await?;
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

/// A question whose answer has a closed form.
pub(super) struct Question<'a, T> {
    pub(super) policy: &'a str,
    pub(super) prompt: String,
    /// The form, for providers that hold their models to one.
    pub(super) schema: Value,
    /// Reads an answer, or says what is wrong with it.
    pub(super) read: &'a (dyn Fn(&str) -> Result<T, Rejection> + Send + Sync),
}

/// Why an answer cannot be used.
pub(super) struct Rejection {
    pub(super) issue: String,
    /// The fields it has to have, where they are known.
    pub(super) fields: Vec<String>,
    /// Another way out, if there is one.
    pub(super) outlet: &'static str,
    /// The form is as asked for, and what it cites is not on the screen.
    pub(super) unproven: bool,
}

/// One structured answer, with one repair while calls and time remain.
pub(super) async fn ask<T>(
    agent: &Inner,
    model: &dyn Model,
    step: &StepContext,
    question: Question<'_, T>,
) -> Result<T> {
    let policy = question.policy;
    let context = &agent.config.agent.context;
    let system = match context.trim() {
        "" => policy.to_owned(),
        context => format!("{policy}\n# About the product\n\n{context}\n"),
    };
    let mask = step.mask_for_model();
    let system = mask.redact(&system).into_owned();
    let (mut repair, mut unproven) = (String::new(), false);
    loop {
        step.afford()?;
        let request = Request {
            system: system.clone(),
            messages: vec![Message::user(
                mask.redact(&format!("{}{repair}", question.prompt)),
            )],
            max_output_tokens: Some(MAX_OUTPUT_TOKENS),
            response_schema: Some(question.schema.clone()),
            timeout: Some(step.remaining()),
            ..Request::default()
        };
        let reply = one(model, step, &request).await?;
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
        let rejection = match (question.read)(&said) {
            Ok(answer) => return Ok(answer),
            Err(rejection) => rejection,
        };
        let (code, what) = match rejection.unproven {
            true => (Code::VerdictUnproven, "proves nothing"),
            false => (Code::ModelOutputInvalid, "cannot be used"),
        };
        let error = Error::new(
            code,
            format!("the answer of {} {what}: {}", model.id(), rejection.issue),
        )
        .note(format!(
            "it said: {}",
            text::clip(&text::collapse(&said), REJECTED)
        ));
        step.record_event(
            EventKind::Schema,
            "the answer was rejected",
            Duration::ZERO,
            Some(&error),
        );
        let again = std::mem::replace(&mut unproven, rejection.unproven) && rejection.unproven;
        if again || step.model_calls() >= step.limits().max_model_calls {
            return Err(error.help("name another model, or ask for less in one call"));
        }
        repair = repair_of(&rejection, &said);
    }
}

/// One request, counted and recorded.
async fn one(model: &dyn Model, step: &StepContext, request: &Request) -> Result<Reply> {
    let began = step.elapsed();
    let took = || step.elapsed().saturating_sub(began);
    let who = model.id().to_string();
    let heard = |event: TransportEvent| {
        step.record_event(EventKind::Model, event.to_string(), Duration::ZERO, None);
    };
    match model::ask(model, request, &Patience::default(), &heard).await {
        Ok(reply) => {
            step.record_event(EventKind::Model, who, took(), None);
            // Recorded with a stop too: it was said.
            let counted = step.count_model_call(reply.usage.as_ref());
            step.record_turn(TurnRecord {
                index: step.model_calls(),
                text: text::clip(&step.redact(&reply.text()), PROSE),
                model_ms: u64::try_from(took().as_millis()).unwrap_or(u64::MAX),
                usage: reply.usage,
                ..TurnRecord::default()
            });
            counted.map(|()| reply)
        }
        Err(failure) => {
            let late = failure.kind == ModelErrorKind::TimedOut && step.is_late();
            let error = provider_failed(model, failure);
            // Not counted, as in the loop: a request without an answer used nothing that
            // anybody knows of, and a budget could not be kept from then on.
            step.record_event(EventKind::Model, who, took(), Some(&error));
            // The step's own clock was the bound.
            Err(match step.hard_stop().filter(|_| late) {
                Some(stop) => stop,
                None => error,
            })
        }
    }
}

/// What a model is told of an answer that cannot be used.
fn repair_of(rejection: &Rejection, said: &str) -> String {
    let fields = match rejection.fields.as_slice() {
        [] => String::new(),
        fields => format!("\nIts fields have to be: {}", fields.join(", ")),
    };
    format!(
        "\n\nYour last answer could not be used: {}{fields}\nIt was:\n<<<REJECTED\n{}\nREJECTED>>>\n\
         Answer again with exactly one JSON object of the form asked for. Do not repeat the \
         rejected answer.{}",
        rejection.issue,
        text::clip(said, REJECTED),
        rejection.outlet,
    )
}

impl Rejection {
    /// Outside a form of these fields.
    pub(super) fn of_form(issue: String, fields: &[&str]) -> Self {
        Self {
            issue,
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            outlet: "",
            unproven: false,
        }
    }
}

fn read(said: &str) -> Result<Answer, Rejection> {
    let answer = parse::<Answer>(said).and_then(|answer| match answer {
        _ if answer.protocol != PROTOCOL => Err(format!("`protocol` must be {PROTOCOL:?}")),
        _ if answer.explanation.trim().is_empty() => Err("`explanation` is empty".to_owned()),
        _ if answer.explanation.chars().count() > EXPLANATION => Err(format!(
            "`explanation` is longer than {EXPLANATION} characters"
        )),
        answer => Ok(answer),
    });
    answer.map_err(|issue| Rejection::of_form(issue, FIELDS))
}

/// That a statement holds rests on what is there.
fn proven(answer: Answer, judged: &Judged<'_>) -> Result<Answer, Rejection> {
    if answer.verdict != Finding::Holds {
        return Ok(answer);
    }
    match judged.bears_out(&answer.evidence) {
        Ok(()) => Ok(answer),
        Err(issue) => Err(Rejection {
            outlet: " If the screen does not show that the statement is true, the verdict is \
                     `fails` or `inconclusive`.",
            unproven: true,
            ..Rejection::of_form(issue, FIELDS)
        }),
    }
}

/// Reads one JSON object, tolerating one code fence around it.
pub(super) fn parse<T: DeserializeOwned>(said: &str) -> Result<T, String> {
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
    let out = Error::new(
        code,
        format!("{} did not answer: {}", model.id(), error.message),
    )
    .blocked();
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
        let object =
            r#"{"protocol":"agent-judgment-3","explanation":"e","evidence":[],"verdict":"holds"}"#;
        for said in [
            object.to_owned(),
            format!("```json\n{object}\n```"),
            format!("```\n{object}\n```"),
            format!("  {object}\n"),
        ] {
            assert_eq!(read(&said).ok().unwrap().verdict, Finding::Holds, "{said}");
        }
    }

    #[test]
    fn prose_two_objects_and_unknown_verdicts_are_refused() {
        for said in [
            "",
            "It holds.",
            r#"{"explanation":"e","evidence":[],"verdict":"holds"} {"explanation":"e","evidence":[],"verdict":"fails"}"#,
            r#"{"explanation":"e","evidence":[],"verdict":"probably"}"#,
            r#"{"verdict":"holds"}"#,
            r#"{"protocol":"agent-judgment-3","explanation":"e","verdict":"holds"}"#,
            r#"{"protocol":"agent-judgment-2","explanation":"e","evidence":[],"verdict":"holds"}"#,
            r#"{"protocol":"agent-judgment-3","explanation":" ","evidence":[],"verdict":"holds"}"#,
            r#"{"protocol":"agent-judgment-3","explanation":"e","evidence":[],"verdict":"holds","sure":true}"#,
        ] {
            assert!(read(said).is_err(), "{said}");
        }
        let long = "e".repeat(EXPLANATION + 1);
        let said =
            json!({"protocol": PROTOCOL, "explanation": long, "evidence": [], "verdict": "holds"});
        assert!(read(&said.to_string()).is_err());
    }

    #[test]
    fn a_rejected_answer_is_told_back_cut_with_the_issue_and_the_fields() {
        let Err(rejection) = read("{\"verdict\":\"holds\"}") else {
            panic!("it has no explanation");
        };
        let told = repair_of(&rejection, &"€".repeat(9_000));
        assert!(told.contains("missing field `protocol`"), "{told}");
        assert!(
            told.contains("protocol, explanation, evidence, verdict"),
            "{told}"
        );
        assert!(told.contains("Do not repeat the rejected answer"), "{told}");
        assert_eq!(told.matches('€').count(), REJECTED - 1, "cut at its limit");
    }
}
