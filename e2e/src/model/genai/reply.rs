//! genai's response as a neutral reply.

use super::provider::Provider;
use crate::model::classify;
use crate::model::{ModelError, ModelErrorKind, ModelId, Part, Reasoning, Reply, Stop, ToolCall};
use crate::report::record::Usage;
use ::genai::chat::{self, ChatResponse, ContentPart, StopReason};
use serde_json::Value;

/// Reads a response that genai could read.
pub(super) fn read(
    provider: &Provider,
    response: ChatResponse,
    id: &ModelId,
) -> Result<Reply, ModelError> {
    let raw = response.captured_raw_body.unwrap_or_default();
    let signs_calls = provider.speaks_gemini(&id.model);
    let has_reasoning = response.content.contains_reasoning_content();
    let mut parts = Vec::new();
    if let Some(text) = response.reasoning_content.filter(|_| !has_reasoning) {
        parts.push(Part::Reasoning(Reasoning {
            text,
            ..Reasoning::default()
        }));
    }
    for part in response.content.into_parts() {
        push(part, signs_calls, &mut parts);
    }
    let refused = refusal(&raw);
    if let Some(words) = refused.filter(|_| parts.is_empty()) {
        parts.push(Part::Text(words.to_owned()));
    }
    let stop = match (&response.stop_reason, refused) {
        (_, Some(_)) => Stop::Refusal,
        (Some(reason), _) if reason.raw() == "refusal" => Stop::Refusal,
        (Some(StopReason::MaxTokens(_)), _) if filtered(&raw) => Stop::ContentFilter,
        (Some(StopReason::MaxTokens(_)), _) => Stop::Length,
        (Some(StopReason::ContentFilter(_)), _) => Stop::ContentFilter,
        _ => Stop::End,
    };
    if parts.is_empty() && stop == Stop::End {
        return Err(empty(&raw, id));
    }
    let calls = parts.iter().any(|part| matches!(part, Part::ToolCall(_)));
    if let Some(reason) = response.stop_reason.filter(|_| !calls)
        && classify::overflow(None, reason.raw())
    {
        // Some say under a status of success that there was no room for an answer.
        return Err(ModelError::new(
            ModelErrorKind::ContextOverflow,
            format!("{id} had no room to answer: {}", reason.raw()),
        ));
    }
    Ok(Reply {
        parts,
        usage: usage(&response.usage, &raw),
        stop,
        choice_downgraded: false,
    })
}

fn push(part: ContentPart, signs_calls: bool, out: &mut Vec<Part>) {
    match part {
        ContentPart::Text(text) if text.trim().is_empty() => {}
        ContentPart::Text(text) => out.push(Part::Text(text)),
        ContentPart::ToolCall(call) => out.push(Part::ToolCall(ToolCall {
            id: call.call_id,
            name: call.fn_name,
            arguments: call.fn_arguments,
            signature: call
                .thought_signatures
                .filter(|_| signs_calls)
                .and_then(|signatures| signatures.into_iter().next()),
        })),
        ContentPart::ThoughtSignature(signature) => out.push(Part::Reasoning(Reasoning {
            signature: Some(signature),
            ..Reasoning::default()
        })),
        // A signature and the text it signs come one after the other.
        ContentPart::ReasoningContent(text) => match out.last_mut() {
            Some(Part::Reasoning(open)) if open.text.is_empty() && open.signature.is_some() => {
                open.text = text;
            }
            _ => out.push(Part::Reasoning(Reasoning {
                text,
                ..Reasoning::default()
            })),
        },
        ContentPart::Custom(custom) => out.push(Part::Reasoning(Reasoning {
            block: Some(custom.data),
            ..Reasoning::default()
        })),
        ContentPart::Binary(_) | ContentPart::ToolResponse(_) => {}
    }
}

/// What a model that declines says instead of an answer; genai reads over it.
fn refusal(raw: &Value) -> Option<&str> {
    let chat = raw
        .pointer("/choices/0/message/refusal")
        .and_then(Value::as_str);
    let responses = || {
        let items = raw.get("output")?.as_array()?;
        items
            .iter()
            .filter_map(|item| item.get("content")?.as_array())
            .flatten()
            .find(|content| content.get("type").and_then(Value::as_str) == Some("refusal"))?
            .get("refusal")?
            .as_str()
    };
    chat.or_else(responses).filter(|words| !words.is_empty())
}

/// The Responses API says "incomplete" for two reasons.
fn filtered(raw: &Value) -> bool {
    raw.pointer("/incomplete_details/reason")
        .and_then(Value::as_str)
        == Some("content_filter")
}

/// An answer that holds nothing at all. Some gateways report a failure with a status
/// of success, so the body is asked for one.
fn empty(raw: &Value, id: &ModelId) -> ModelError {
    match raw.get("error").filter(|error| !error.is_null()) {
        Some(error) => {
            let status = error
                .get("code")
                .and_then(Value::as_u64)
                .and_then(|code| u16::try_from(code).ok());
            super::failure::from_body(status, &error.to_string(), id)
        }
        None => ModelError::new(
            ModelErrorKind::Provider,
            format!("{id} answered without any content"),
        )
        .again(None),
    }
}

/// What the call cost, when a gateway says: what it charges, else what it would charge
/// without a key of one's own, else what OpenRouter and its like report.
fn cost(raw: &Value) -> Option<f64> {
    const SAID: [&str; 5] = [
        "/choices/0/message/provider_metadata/gateway/cost",
        "/provider_metadata/gateway/cost",
        "/choices/0/message/provider_metadata/gateway/marketCost",
        "/provider_metadata/gateway/marketCost",
        "/usage/cost",
    ];
    SAID.iter()
        .filter_map(|pointer| raw.pointer(pointer))
        .filter_map(|said| said.as_f64().or_else(|| said.as_str()?.parse().ok()))
        .find(|cost: &f64| cost.is_finite() && *cost > 0.0)
}

/// Tokens from genai, money from the raw body.
pub(super) fn usage(usage: &chat::Usage, raw: &Value) -> Option<Usage> {
    if usage.prompt_tokens.is_none() && usage.completion_tokens.is_none() {
        return None;
    }
    let count = |tokens: Option<i32>| tokens.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    let input = usage.prompt_tokens_details.as_ref();
    let output = usage.completion_tokens_details.as_ref();
    Some(Usage {
        input_tokens: count(usage.prompt_tokens),
        cached_tokens: count(input.and_then(|details| details.cached_tokens)),
        cache_write_tokens: count(input.and_then(|details| details.cache_creation_tokens)),
        output_tokens: count(usage.completion_tokens),
        reasoning_tokens: count(output.and_then(|details| details.reasoning_tokens)),
        cost_usd: cost(raw),
        partial: usage.prompt_tokens.is_none() || usage.completion_tokens.is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_gateways_own_cost_is_believed_first() {
        let gateway =
            |cost: Value, market: Value| json!({"gateway": {"cost": cost, "marketCost": market}});
        let within = |metadata: Value| json!({"choices": [{"message": {"provider_metadata": metadata}}], "usage": {"cost": 0.5}});
        for (raw, expected) in [
            (json!({"usage": {"cost": 0.25}}), Some(0.25)),
            (json!({"usage": {"cost": 0}}), None),
            (json!({"usage": {}}), None),
            (
                within(gateway(json!("0.0045"), json!("0.01"))),
                Some(0.0045),
            ),
            (within(gateway(json!("0"), json!("0.01"))), Some(0.01)),
            (within(gateway(json!(0), json!(0))), Some(0.5)),
            (
                json!({"provider_metadata": gateway(json!(0.1), json!(0.2))}),
                Some(0.1),
            ),
            (
                json!({"provider_metadata": gateway(json!("no"), json!("inf"))}),
                None,
            ),
        ] {
            assert_eq!(cost(&raw), expected, "{raw}");
        }
    }

    #[test]
    fn half_a_count_is_a_lower_bound_and_none_is_unknown() {
        let counted = |input, output| {
            let counts = chat::Usage {
                prompt_tokens: input,
                completion_tokens: output,
                ..chat::Usage::default()
            };
            usage(&counts, &Value::Null).map(|usage| {
                let sum = usage.input_tokens + usage.output_tokens;
                (sum, usage.partial)
            })
        };
        assert_eq!(counted(Some(3), Some(4)), Some((7, false)));
        assert_eq!(counted(Some(3), None), Some((3, true)));
        assert_eq!(counted(None, Some(4)), Some((4, true)));
        assert_eq!(counted(None, None), None);
        assert_eq!(counted(Some(-3), Some(4)), Some((4, false)));
    }
}
