//! OpenAI responses.

use super::script::{Say, as_text};
use serde_json::{Value, json};

pub(super) fn render(say: &Say) -> Value {
    let mut output = Vec::new();
    if let Some((text, signature)) = &say.reasoning {
        output.push(json!({
            "type": "reasoning",
            "id": "rs_1",
            "summary": [{"type": "summary_text", "text": text}],
            "encrypted_content": signature,
        }));
    }
    let mut content = Vec::new();
    if let Some(text) = &say.text {
        content.push(json!({"type": "output_text", "text": text}));
    }
    if let Some(refusal) = &say.refusal {
        content.push(json!({"type": "refusal", "refusal": refusal}));
    }
    if !content.is_empty() {
        output.push(json!({"type": "message", "role": "assistant", "content": content}));
    }
    for call in &say.calls {
        output.push(json!({
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": as_text(&call.arguments),
        }));
    }
    let mut body = json!({
        "id": "resp_1",
        "object": "response",
        "model": "gpt-5-test",
        "status": "completed",
        "output": output,
    });
    match say.finish.as_deref() {
        Some("content_filter") => {
            body["status"] = json!("incomplete");
            body["incomplete_details"] = json!({"reason": "content_filter"});
        }
        Some("length") => {
            body["status"] = json!("incomplete");
            body["incomplete_details"] = json!({"reason": "max_output_tokens"});
        }
        _ => {}
    }
    if let Some(tokens) = say.tokens {
        body["usage"] = json!({
            "input_tokens": tokens.input,
            "input_tokens_details": {"cached_tokens": tokens.cached},
            "output_tokens": tokens.output,
            "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
            "total_tokens": tokens.input + tokens.output,
        });
    }
    body
}

pub(super) fn overflow() -> (u16, Value) {
    (
        400,
        json!({"error": {
            "message": "Your input exceeds the context window of this model. Please adjust your input and try again.",
            "type": "invalid_request_error",
            "code": "context_length_exceeded",
        }}),
    )
}
