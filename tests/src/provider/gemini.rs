//! Gemini `generateContent`.

use super::script::Say;
use serde_json::{Value, json};

pub(super) fn render(say: &Say) -> Value {
    let mut parts = Vec::new();
    if let Some((text, _)) = &say.reasoning {
        parts.push(json!({"text": text, "thought": true}));
    }
    if let Some(text) = say.text.as_ref().or(say.refusal.as_ref()) {
        parts.push(json!({"text": text}));
    }
    for (index, call) in say.calls.iter().enumerate() {
        let mut part = json!({"functionCall": {"name": call.name, "args": call.arguments}});
        // Only the first call of a turn is signed.
        if let (0, Some((_, signature))) = (index, &say.reasoning) {
            part["thoughtSignature"] = json!(signature);
        }
        parts.push(part);
    }
    let usual = if say.refusal.is_some() {
        "SAFETY"
    } else {
        "STOP"
    };
    let mut body = json!({
        "candidates": [{
            "content": {"role": "model", "parts": parts},
            "finishReason": say.finish.as_deref().unwrap_or(usual),
        }],
        "modelVersion": "gemini-3-test",
    });
    if let Some(tokens) = say.tokens {
        body["usageMetadata"] = json!({
            "promptTokenCount": tokens.input,
            "cachedContentTokenCount": tokens.cached,
            "candidatesTokenCount": tokens.output - tokens.reasoning,
            "thoughtsTokenCount": tokens.reasoning,
            "totalTokenCount": tokens.input + tokens.output,
        });
    }
    body
}

pub(super) fn overflow() -> (u16, Value) {
    (
        400,
        json!({"error": {
            "code": 400,
            "message": "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
            "status": "INVALID_ARGUMENT",
        }}),
    )
}
