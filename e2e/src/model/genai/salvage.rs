//! Replies that genai gives up on because one tool call's arguments are no JSON.
//!
//! Models write such calls, mostly when their answer was cut at the output bound. To
//! the loop that is a call to refuse with an explanation, not a failed request, so
//! the OpenAI-shaped body is read once more with the arguments kept as text.

use super::reply;
use crate::model::{Part, Reply, Stop, ToolCall};
use ::genai::Error;
use ::genai::chat::Usage;
use serde_json::Value;

/// The reply in the body that could not be read, if it holds tool calls.
pub(super) fn reply(error: &Error) -> Option<Reply> {
    let Error::ChatResponseGeneration { response_body, .. } = error else {
        return None;
    };
    let body = response_body.as_ref();
    let (text, calls, cut) = match body.pointer("/choices/0") {
        Some(choice) => completion(choice)?,
        None => response(body)?,
    };
    let text = text.map(Part::Text);
    let usage = body
        .get("usage")
        .and_then(|usage| serde_json::from_value::<Usage>(named_alike(usage)).ok())
        .and_then(|usage| reply::usage(&usage, body));
    Some(Reply {
        parts: text
            .into_iter()
            .chain(calls.into_iter().map(Part::ToolCall))
            .collect(),
        usage,
        stop: if cut { Stop::Length } else { Stop::End },
        choice_downgraded: false,
    })
}

type Read = (Option<String>, Vec<ToolCall>, bool);

/// Chat completions.
fn completion(choice: &Value) -> Option<Read> {
    let message = choice.get("message")?;
    let calls = message.get("tool_calls")?.as_array()?;
    let calls: Vec<_> = calls
        .iter()
        .enumerate()
        .filter_map(|(index, call)| {
            let function = call.get("function")?;
            Some(ToolCall::new(
                id(call.get("id"), index),
                name(function)?,
                arguments(function),
            ))
        })
        .collect();
    let cut = choice.get("finish_reason").and_then(Value::as_str) == Some("length");
    (!calls.is_empty()).then(|| (string(message.get("content")), calls, cut))
}

/// The Responses API.
fn response(body: &Value) -> Option<Read> {
    let items = body.get("output")?.as_array()?;
    let kind = |item: &Value| item.get("type").and_then(Value::as_str).map(str::to_owned);
    let calls: Vec<_> = items
        .iter()
        .enumerate()
        .filter(|(_, item)| kind(item).as_deref() == Some("function_call"))
        .filter_map(|(index, call)| {
            Some(ToolCall::new(
                id(call.get("call_id"), index),
                name(call)?,
                arguments(call),
            ))
        })
        .collect();
    let text = items
        .iter()
        .filter_map(|item| item.get("content")?.as_array())
        .flatten()
        .find_map(|content| string(content.get("text")));
    let cut = body.get("status").and_then(Value::as_str) == Some("incomplete");
    (!calls.is_empty()).then_some((text, calls, cut))
}

fn string(value: Option<&Value>) -> Option<String> {
    value
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn id(value: Option<&Value>, index: usize) -> String {
    string(value).unwrap_or_else(|| format!("call-{}", index + 1))
}

fn name(function: &Value) -> Option<String> {
    string(function.get("name"))
}

/// An object, or the text as it was written. No text at all is an empty object.
fn arguments(function: &Value) -> Value {
    match function.get("arguments") {
        Some(Value::String(text)) if text.trim().is_empty() => Value::Object(Default::default()),
        Some(Value::String(text)) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        Some(other) => other.clone(),
        None => Value::Object(Default::default()),
    }
}

/// The Responses API names its counts differently.
fn named_alike(usage: &Value) -> Value {
    let mut usage = usage.clone();
    if let Some(counts) = usage.as_object_mut() {
        for (theirs, ours) in [
            ("input_tokens", "prompt_tokens"),
            ("output_tokens", "completion_tokens"),
            ("input_tokens_details", "prompt_tokens_details"),
            ("output_tokens_details", "completion_tokens_details"),
        ] {
            if let Some(count) = counts.remove(theirs) {
                counts.insert(ours.to_owned(), count);
            }
        }
    }
    usage
}
