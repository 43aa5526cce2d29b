//! Anthropic messages.

use super::script::Say;
use serde_json::{Value, json};

pub(super) fn render(say: &Say) -> Value {
    let mut content = Vec::new();
    if let Some((text, signature)) = &say.reasoning {
        content.push(json!({"type": "thinking", "thinking": text, "signature": signature}));
    }
    if let Some(text) = say.text.as_ref().or(say.refusal.as_ref()) {
        content.push(json!({"type": "text", "text": text}));
    }
    for call in &say.calls {
        content.push(json!({
            "type": "tool_use",
            "id": call.id,
            "name": call.name,
            "input": call.arguments,
        }));
    }
    let usual = match (&say.refusal, say.calls.is_empty()) {
        (Some(_), _) => "refusal",
        (None, true) => "end_turn",
        (None, false) => "tool_use",
    };
    let mut body = json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test",
        "content": content,
        "stop_reason": say.finish.as_deref().unwrap_or(usual),
    });
    if let Some(tokens) = say.tokens {
        body["usage"] = json!({
            "input_tokens": tokens.input - tokens.cached,
            "cache_read_input_tokens": tokens.cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": tokens.output,
            "output_tokens_details": {"thinking_tokens": tokens.reasoning},
        });
    }
    body
}

pub(super) fn overflow() -> (u16, Value) {
    (
        400,
        json!({"type": "error", "error": {
            "type": "invalid_request_error",
            "message": "prompt is too long: 213462 tokens > 200000 maximum",
        }}),
    )
}
