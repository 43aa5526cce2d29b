//! The words by which providers tell the few failures that can be helped.
//!
//! In lower case; `*` stands for anything between two fragments, `#` for a digit.

/// Words that look like an overflow and are not one: the provider is busy.
pub(super) const BUSY: &[&str] = &[
    "throttling",
    "service unavailable",
    "rate limit",
    "rate_limit",
    "ratelimit",
    "too many requests",
];

/// The request does not fit the context window; each line with whose words
/// these are.
pub(super) const OVERFLOW: &[(&str, &[&str])] = &[
    (
        "Anthropic",
        &[
            "prompt is too long",
            "request_too_large",
            "input length and `max_tokens` exceed context limit",
        ],
    ),
    (
        "Bedrock",
        &[
            "input is too long for requested model",
            "input is too long for this model",
        ],
    ),
    (
        "OpenAI",
        &["context_length_exceeded", "exceeds the context window"],
    ),
    ("compatible proxies", &["maximum context length*#"]),
    ("Google", &["token count*exceeds the maximum"]),
    ("xAI", &["maximum prompt length is*#"]),
    ("Groq", &["reduce the length of the messages"]),
    (
        "OpenRouter and Poolside",
        &[
            "maximum allowed input length*#",
            "input length*exceeds*limit",
            "input length*exceeds*context length",
        ],
    ),
    (
        "Together",
        &[
            "longer than the model*context length",
            "tokens + `max_new_tokens` must be",
            "input validation error*tokens",
        ],
    ),
    ("Copilot", &["exceeds the limit of*#"]),
    (
        "llama.cpp",
        &["exceeds the available context size", "exceed_context_size"],
    ),
    ("LM Studio", &["greater than the context length"]),
    ("MiniMax", &["context window exceeds limit"]),
    ("Kimi", &["exceeded model token limit"]),
    ("Mistral", &["too large for model*#"]),
    (
        "DeepSeek and its hosts",
        &[
            "exceeds the configured context size",
            "configured context size is*#",
        ],
    ),
    ("z.ai", &["model_context_window_exceeded"]),
    (
        "Ollama",
        &["prompt too long", "prompt is longer than the context"],
    ),
    ("Qwen", &["range of input length"]),
    (
        "anyone",
        &[
            "context length exceeded",
            "exceeds the context length",
            "too many tokens",
            "token limit exceeded",
        ],
    ),
];

/// The provider takes no forced tool choice.
pub(super) const CHOICE_REJECTED: &[&str] = &[
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
    "forced tool use*unsupported",
    "required tool use*not supported",
    "required tool use*unsupported",
    "not support*required tool",
    "not support*forced tool",
    "thinking may not be enabled when tool_choice forces",
];

/// The key is wrong, whatever the status says.
pub(super) const CREDENTIAL: &[&str] = &[
    "api key not valid",
    "invalid api key",
    "incorrect api key",
    "invalid x-api-key",
    "api_key_invalid",
    "invalid_api_key",
    "authentication_error",
    "no auth credentials",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::classify::{fits, overflow};

    /// One line or more for each family, as its servers write it.
    const SAID: &[(&str, u16, &str)] = &[
        (
            "Anthropic",
            400,
            "prompt is too long: 213462 tokens > 200000 maximum",
        ),
        (
            "Anthropic",
            413,
            "{\"error\":{\"type\":\"request_too_large\"}}",
        ),
        (
            "Anthropic",
            400,
            "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000",
        ),
        (
            "Bedrock",
            400,
            "ValidationException: Input is too long for requested model.",
        ),
        ("Bedrock", 400, "The input is too long for this model"),
        (
            "OpenAI",
            400,
            "Your input exceeds the context window of this model.",
        ),
        (
            "OpenAI",
            400,
            "{\"error\":{\"code\":\"context_length_exceeded\"}}",
        ),
        (
            "compatible proxies",
            400,
            "This model's maximum context length is 8192 tokens.",
        ),
        (
            "compatible proxies",
            400,
            "the prompt exceeds the model's maximum context length of 131,072 tokens",
        ),
        (
            "Google",
            400,
            "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
        ),
        (
            "xAI",
            400,
            "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
        ),
        (
            "Groq",
            400,
            "Please reduce the length of the messages or completion.",
        ),
        (
            "OpenRouter and Poolside",
            400,
            "The prompt exceeds the maximum allowed input length of 131,072 tokens",
        ),
        (
            "OpenRouter and Poolside",
            400,
            "the input length 140000 exceeds the limit",
        ),
        (
            "OpenRouter and Poolside",
            400,
            "The input length exceeds the context length",
        ),
        (
            "Together",
            400,
            "The input (133171 tokens) is longer than the model's context length (131072 tokens).",
        ),
        (
            "Together",
            422,
            "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193",
        ),
        (
            "Together",
            422,
            "Input validation error: `inputs` must have less than 4096 tokens",
        ),
        (
            "Copilot",
            400,
            "prompt token count of 140000 exceeds the limit of 128000",
        ),
        (
            "llama.cpp",
            400,
            "the request exceeds the available context size, try increasing it",
        ),
        (
            "llama.cpp",
            400,
            "{\"error\":{\"type\":\"exceed_context_size_error\"}}",
        ),
        (
            "LM Studio",
            400,
            "tokens to keep from the initial prompt is greater than the context length",
        ),
        (
            "MiniMax",
            400,
            "invalid params, context window exceeds limit",
        ),
        (
            "Kimi",
            400,
            "Your request exceeded model token limit: 131072",
        ),
        (
            "Mistral",
            400,
            "Prompt contains 300000 tokens, too large for model with 131072 maximum context length",
        ),
        (
            "DeepSeek and its hosts",
            400,
            "input exceeds the configured context size",
        ),
        (
            "DeepSeek and its hosts",
            400,
            "the prompt has 70,000 tokens, but the configured context size is 65,536 tokens",
        ),
        ("z.ai", 400, "model_context_window_exceeded"),
        (
            "Ollama",
            400,
            "prompt too long; exceeded max context length by 12 tokens",
        ),
        ("Ollama", 400, "the prompt is longer than the context"),
        ("Qwen", 400, "Range of input length should be [1, 98304]"),
        ("anyone", 400, "Context length exceeded"),
        ("anyone", 400, "the request exceeds the context length"),
        ("anyone", 400, "Too many tokens in the request"),
        ("anyone", 400, "Token limit exceeded"),
    ];

    #[test]
    fn every_familys_words_for_an_overflow_are_known() {
        for (family, status, text) in SAID {
            // As it comes, inside a gateway's words, and without a status to trust.
            for text in [
                (*text).to_owned(),
                format!("upstream error 400: {}", text.to_uppercase()),
            ] {
                let status = (*status != 413).then_some(*status);
                assert!(overflow(status, &text), "{family}: {text}");
                assert!(overflow(None, &text), "{family}: {text}");
            }
        }
        // Each wording is needed for a line of its family, so none can go unnoticed.
        for (family, words) in OVERFLOW {
            for words in *words {
                let said = |(by, _, text): &&(&str, u16, &str)| {
                    by == family && fits(words, &text.to_lowercase())
                };
                assert!(SAID.iter().any(|line| said(&line)), "{family}: {words}");
            }
        }
        assert!(overflow(Some(413), "Payload Too Large"));
    }
}
