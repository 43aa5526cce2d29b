//! Ollama's own protocol.

use super::script::Say;
use serde_json::{Value, json};

pub(super) fn render(say: &Say) -> Value {
    let text = say.text.as_ref().or(say.refusal.as_ref());
    let calls: Vec<_> = say
        .calls
        .iter()
        .map(|call| json!({"function": {"name": call.name, "arguments": call.arguments}}))
        .collect();
    let mut message = json!({"role": "assistant", "content": text.cloned().unwrap_or_default()});
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    if let Some((text, _)) = &say.reasoning {
        message["thinking"] = json!(text);
    }
    let mut body = json!({
        "model": "test-model",
        "message": message,
        "done": true,
        "done_reason": say.finish.as_deref().unwrap_or("stop"),
    });
    if let Some(tokens) = say.tokens {
        body["prompt_eval_count"] = json!(tokens.input);
        body["prompt_eval_cached_count"] = json!(tokens.cached);
        body["eval_count"] = json!(tokens.output);
    }
    body
}

pub(super) fn overflow() -> (u16, Value) {
    (
        400,
        json!({"error": "prompt too long; exceeded max context length by 812 tokens"}),
    )
}
