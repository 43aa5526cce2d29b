//! What a provider's failure means, read from its status and its words.
//!
//! Providers report the same few conditions in many wordings, and gateways wrap one
//! provider's words in another's status. The tables below are what is known; a
//! wording that is not in them is an ordinary provider failure.

use std::error::Error as StdError;

/// How deep a chain of causes is read.
const DEPTH: usize = 8;

/// Words that look like an overflow and are not one: the provider is busy.
const BUSY: &[&str] = &[
    "throttling",
    "service unavailable",
    "rate limit",
    "rate_limit",
    "ratelimit",
    "too many requests",
];

/// The request does not fit the context window. `*` stands for anything, `#` for a
/// digit.
const OVERFLOW: &[&str] = &[
    // Anthropic
    "prompt is too long",
    "request_too_large",
    "input length and `max_tokens` exceed context limit",
    // Bedrock
    "input is too long for requested model",
    "input is too long for this model",
    // OpenAI
    "context_length_exceeded",
    "exceeds the context window",
    // OpenAI-compatible servers and OpenRouter
    "maximum context length*#",
    // Google
    "token count*exceeds the maximum",
    // xAI
    "maximum prompt length is*#",
    // Groq
    "reduce the length of the messages",
    // Together
    "tokens + `max_new_tokens` must be",
    "input validation error*tokens",
    // Poolside
    "input length*exceeds*limit",
    // Copilot
    "exceeds the limit of*#",
    // llama.cpp
    "exceeds the available context size",
    "exceed_context_size",
    // LM Studio
    "greater than the context length",
    // MiniMax
    "context window exceeds limit",
    // Kimi
    "exceeded model token limit",
    // Mistral
    "too large for model*#",
    // DeepSeek and its hosts
    "exceeds the configured context size",
    // z.ai
    "model_context_window_exceeded",
    // Ollama
    "prompt too long",
    "prompt is longer than the context",
    // Qwen
    "range of input length",
    // generic
    "context length exceeded",
    "exceeds the context length",
    "too many tokens",
    "token limit exceeded",
];

/// The provider takes no forced tool choice.
const CHOICE_REJECTED: &[&str] = &[
    "tool_choice*not supported",
    "tool_choice*unsupported",
    "tool_choice*not allowed",
    "tool_choice*cannot be",
    "tool_choice*may not",
    "not support*tool_choice",
    "unsupported*tool_choice",
    "invalid*tool_choice",
    "tool choice*not supported",
    "not support*tool choice",
    "toolchoice*not supported",
    "functioncallingconfig*not supported",
    "forced tool use*not supported",
    "required tool use*not supported",
    "not support*forced tool",
    "thinking may not be enabled when tool_choice forces",
];

/// The key is wrong, whatever the status says.
const CREDENTIAL: &[&str] = &[
    "api key not valid",
    "invalid api key",
    "incorrect api key",
    "invalid x-api-key",
    "api_key_invalid",
    "invalid_api_key",
    "authentication_error",
    "no auth credentials",
];

/// Messages of an error and its causes, one a line.
pub(super) fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next.filter(|_| lines.len() < DEPTH) {
        let line = error.to_string();
        // A wrapper often repeats its cause.
        if !lines.iter().any(|said| said.contains(&line)) {
            lines.push(line);
        }
        next = error.source();
    }
    lines.join("\n")
}

/// Whether the request was too large for the model's context window.
pub(super) fn overflow(status: Option<u16>, text: &str) -> bool {
    let text = text.to_lowercase();
    if BUSY.iter().any(|words| fits(words, &text)) {
        return false;
    }
    status == Some(413) || OVERFLOW.iter().any(|words| fits(words, &text))
}

/// Whether the provider refused the forced tool choice; only a client error or an
/// unknown status can mean that.
pub(super) fn choice_rejected(status: Option<u16>, text: &str) -> bool {
    let text = text.to_lowercase();
    status.is_none_or(|status| (400..500).contains(&status))
        && CHOICE_REJECTED.iter().any(|words| fits(words, &text))
}

/// Whether the key was rejected.
pub(super) fn credential(status: Option<u16>, text: &str) -> bool {
    let text = text.to_lowercase();
    matches!(status, Some(401 | 403))
        || (status.is_none_or(|status| status < 500)
            && CREDENTIAL.iter().any(|words| fits(words, &text)))
}

/// Whether the same request may succeed later.
pub(super) fn transient(status: u16, text: &str) -> bool {
    // A used-up quota is reported like a rate limit and does not pass.
    let spent = fits("insufficient_quota", &text.to_lowercase());
    !spent && (matches!(status, 408 | 409 | 425 | 429) || status >= 500)
}

/// What a person can do, when the words give it away.
pub(super) fn hint(status: Option<u16>, text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|words| fits(words, &text));
    if any(&[
        "insufficient_quota",
        "credit balance",
        "billing",
        "payment required",
    ]) || status == Some(402)
    {
        Some("the account's quota or credit is used up; top it up or use another key")
    } else if any(&[
        "item*not found",
        "item*not persisted",
        "previous_response_not_found",
    ]) {
        Some("the provider looked for state it was told not to keep; leave its storage off")
    } else if status == Some(404)
        || any(&["model_not_found", "model*does not exist", "model*not found"])
    {
        Some("check the model's name, and that the key may use it")
    } else if status == Some(429) {
        Some("the provider limits the rate; run fewer tests at once or raise the limit")
    } else {
        None
    }
}

/// Whether `words` occurs in `text`: its fragments between `*`, in order. `#` is one
/// digit.
fn fits(words: &str, text: &str) -> bool {
    let mut rest = text;
    for fragment in words.split('*') {
        let found = if fragment == "#" {
            rest.find(|c: char| c.is_ascii_digit()).map(|at| at + 1)
        } else {
            rest.find(fragment).map(|at| at + fragment.len())
        };
        match found {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflows_are_told_from_busy_providers() {
        for (status, text) in [
            (400, "prompt is too long: 213462 tokens > 200000 maximum"),
            (413, "{\"error\":{\"type\":\"request_too_large\"}}"),
            (
                400,
                "ValidationException: Input is too long for requested model.",
            ),
            (400, "Your input exceeds the context window of this model."),
            (400, "This model's maximum context length is 8192 tokens."),
            (
                400,
                "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
            ),
            (
                400,
                "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
            ),
            (
                400,
                "Please reduce the length of the messages or completion.",
            ),
            (
                422,
                "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193",
            ),
            (
                400,
                "prompt token count of 140000 exceeds the limit of 128000",
            ),
            (
                400,
                "the request exceeds the available context size, try increasing it",
            ),
            (
                400,
                "tokens to keep from the initial prompt is greater than the context length",
            ),
            (400, "invalid params, context window exceeds limit"),
            (400, "Your request exceeded model token limit: 131072"),
            (
                400,
                "Prompt contains 300000 tokens, too large for model with 131072 maximum context length",
            ),
            (400, "input exceeds the configured context size"),
            (400, "model_context_window_exceeded"),
            (
                400,
                "prompt too long; exceeded max context length by 12 tokens",
            ),
            (400, "Range of input length should be [1, 98304]"),
            (400, "{\"error\":{\"code\":\"context_length_exceeded\"}}"),
            (413, "Payload Too Large"),
        ] {
            assert!(overflow(Some(status), text), "{status} {text}");
        }
        for (status, text) in [
            (429, "Too many tokens per minute: rate limit reached"),
            (
                400,
                "ThrottlingException: Too many tokens, please wait before trying again.",
            ),
            (503, "Service Unavailable: too many tokens in flight"),
            (
                413,
                "rate_limit_exceeded: Request too large on tokens per minute (TPM)",
            ),
            (400, "max_tokens must be at least 1"),
            (500, "internal error"),
        ] {
            assert!(!overflow(Some(status), text), "{status} {text}");
        }
    }

    #[test]
    fn a_rejected_choice_is_a_client_error_about_the_choice() {
        for (status, text) in [
            (
                Some(400),
                "tool_choice 'required' is not supported by this model",
            ),
            (Some(400), "This model does not support this tool_choice"),
            (Some(422), "`tool_choice` is unsupported"),
            (None, "tool_choice: value not allowed in thinking mode"),
            (
                Some(400),
                "Thinking may not be enabled when tool_choice forces tool use.",
            ),
        ] {
            assert!(choice_rejected(status, text), "{text}");
        }
        for (status, text) in [
            (Some(500), "tool_choice is not supported"),
            (Some(400), "temperature is not supported"),
        ] {
            assert!(!choice_rejected(status, text), "{text}");
        }
    }

    #[test]
    fn a_used_up_quota_does_not_pass_with_time() {
        assert!(transient(429, "slow down"));
        assert!(transient(529, "overloaded_error"));
        assert!(!transient(429, "{\"code\":\"insufficient_quota\"}"));
        assert!(!transient(400, ""));
    }

    #[test]
    fn causes_are_read_through_their_wrappers() {
        let inner = crate::Error::new(crate::Code::ActionFailed, "prompt is too long");
        let outer = crate::Error::new(crate::Code::ActionFailed, "request failed").caused_by(inner);
        assert_eq!(chain(&outer), "request failed\nprompt is too long");
    }
}
