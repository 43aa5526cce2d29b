//! What a provider's failure means, read from its status and its words.
//!
//! Providers report the same few conditions in many wordings, and gateways wrap one
//! provider's words in another's status. The tables beside this are what is known; a
//! wording that is not in them is an ordinary provider failure.

use super::wordings::{BUSY, CHOICE_REJECTED, CREDENTIAL, OVERFLOW};
use std::error::Error as StdError;

/// How deep a chain of causes is read.
const DEPTH: usize = 8;

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
    let mut known = OVERFLOW.iter().flat_map(|(_, words)| *words);
    status == Some(413) || known.any(|words| fits(words, &text))
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
pub(super) fn fits(words: &str, text: &str) -> bool {
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
    fn busy_providers_are_no_overflow() {
        for (status, text) in [
            (429, "Too many tokens per minute: rate limit reached"),
            (429, "too many tokens, ratelimit"),
            (429, "Too Many Requests: token limit exceeded"),
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
        let mut said = Vec::new();
        for (status, text) in [
            (
                Some(400),
                "tool_choice 'required' is not supported by this model",
            ),
            (Some(422), "`tool_choice` is unsupported"),
            (Some(400), "tool_choice: this value is not allowed here"),
            (
                None,
                "tool_choice cannot be `any` while thinking is enabled",
            ),
            (Some(400), "with thinking, tool_choice may not force a tool"),
            (Some(400), "Thinking mode does not support this tool_choice"),
            (Some(400), "unsupported value for tool_choice: required"),
            (
                Some(400),
                "Invalid value: 'required' is invalid for tool_choice",
            ),
            (Some(400), "this tool choice is not supported"),
            (Some(400), "the model does not support a named tool choice"),
            (Some(400), "toolChoice.any is not supported by this model"),
            (Some(400), "functionCallingConfig mode ANY is not supported"),
            (Some(400), "forced tool use is not supported"),
            (Some(400), "forced tool use: unsupported"),
            (Some(400), "required tool use is not supported"),
            (Some(400), "required tool use is unsupported"),
            (Some(400), "this model does not support forced tool calls"),
            (Some(400), "this model does not support required tool calls"),
            (
                Some(400),
                "Thinking may not be enabled when tool_choice forces tool use.",
            ),
        ] {
            assert!(choice_rejected(status, text), "{text}");
            said.push(text.to_lowercase());
        }
        for words in CHOICE_REJECTED {
            assert!(said.iter().any(|text| fits(words, text)), "{words}");
        }
        for (status, text) in [
            (Some(500), "tool_choice is not supported"),
            (Some(200), "tool_choice is not supported"),
            (Some(400), "temperature is not supported"),
            (Some(400), "tool_choice names no tool of the request"),
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

        let mut nested = crate::Error::new(crate::Code::ActionFailed, "cause 12");
        for depth in (1..12).rev() {
            nested = crate::Error::new(crate::Code::ActionFailed, format!("cause {depth}."))
                .caused_by(nested);
        }
        let read = chain(&nested);
        assert!(read.ends_with("cause 8."), "{read}");
    }
}
