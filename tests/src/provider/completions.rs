//! OpenAI chat completions.

use super::script::{Say, as_text};
use serde_json::{Value, json};

pub(super) fn render(say: &Say) -> Value {
    let calls: Vec<_> = say
        .calls
        .iter()
        .map(|call| {
            json!({
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": as_text(&call.arguments)},
            })
        })
        .collect();
    let usual = if calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    let mut message = json!({"role": "assistant", "content": say.text, "refusal": say.refusal});
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    if let Some((text, _)) = &say.reasoning {
        message["reasoning_content"] = json!(text);
    }
    let mut body = json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "test-model",
        "choices": [{
            "index": 0,
            "message": message,
            "finish_reason": say.finish.as_deref().unwrap_or(usual),
        }],
    });
    if let Some(tokens) = say.tokens {
        body["usage"] = json!({
            "prompt_tokens": tokens.input,
            "completion_tokens": tokens.output,
            "total_tokens": tokens.input + tokens.output,
            "prompt_tokens_details": {"cached_tokens": tokens.cached},
            "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
            "cost": 0.25,
        });
    }
    body
}

pub(super) fn overflow() -> (u16, Value) {
    (
        400,
        json!({"error": {
            "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }}),
    )
}
