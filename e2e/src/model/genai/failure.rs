//! genai's errors as classified failures.

use super::provider::Provider;
use crate::model::{ModelError, ModelErrorKind, ModelId, classify};
use crate::text::{clip, collapse};
use ::genai::webc::Error as WebError;
use ::genai::{Error, resolver};
use reqwest::header::HeaderMap;
use std::time::Duration;

/// How much of a provider's own words a message quotes.
const QUOTE: usize = 500;

/// Classifies a failed call. Never prints the key.
pub(super) fn read(provider: &Provider, id: &ModelId, error: &Error) -> ModelError {
    let mut failure = classified(provider, id, error);
    if let Ok(Some(key)) = provider.key() {
        failure.message = without(&failure.message, &key);
    }
    failure
}

/// A provider may quote the key it rejects. A very short one is no secret worth
/// tearing ordinary words apart for.
fn without(message: &str, key: &str) -> String {
    if key.trim().len() < 6 {
        return message.to_owned();
    }
    message.replace(key.trim(), "***")
}

fn classified(provider: &Provider, id: &ModelId, error: &Error) -> ModelError {
    match error {
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => {
            web(id, webc_error)
        }
        Error::HttpError {
            status,
            body,
            headers,
            ..
        } => status_failure(id, status.as_u16(), body, headers),
        // Its own text repeats the whole request.
        Error::ChatResponseGeneration { cause, .. } => provider_failure(format!(
            "the answer of {id} cannot be read: {}",
            quote(cause)
        ))
        .again(None),
        Error::ChatResponse { body, .. } => from_body(None, &body.to_string(), id),
        Error::Resolver {
            resolver_error: resolver::Error::ApiKeyEnvNotFound { env_name },
            ..
        } => missing_key(provider, env_name),
        Error::RequiresApiKey { .. } | Error::NoAuthData { .. } | Error::NoAuthResolver { .. } => {
            missing_key(provider, provider.variable().unwrap_or("its key"))
        }
        other => provider_failure(format!(
            "the request to {id} failed: {}",
            quote(&classify::chain(other))
        )),
    }
}

fn web(id: &ModelId, error: &WebError) -> ModelError {
    match error {
        WebError::ResponseFailedStatus {
            status,
            body,
            headers,
        } => status_failure(id, status.as_u16(), body, headers),
        WebError::ResponseFailedNotJson { content_type, body } => provider_failure(format!(
            "{id} answered with `{content_type}` instead of JSON: {}",
            quote(body)
        ))
        .again(None),
        WebError::ResponseFailedInvalidJson { body, cause } => provider_failure(format!(
            "{id} answered with broken JSON ({cause}): {}",
            quote(body)
        ))
        .again(None),
        WebError::Reqwest(error) => {
            let why = classify::chain(error);
            let failure = provider_failure(format!("the request to {id} failed: {}", quote(&why)));
            if error.is_builder() {
                failure
            } else {
                failure.again(None)
            }
        }
        other => provider_failure(format!(
            "the request to {id} failed: {}",
            quote(&other.to_string())
        )),
    }
}

/// A failure reported in a body without a status to trust.
pub(super) fn from_body(status: Option<u16>, body: &str, id: &ModelId) -> ModelError {
    match status {
        Some(status) => status_failure(id, status, body, &HeaderMap::new()),
        None => {
            let message = format!("{id} reported a failure: {}", quote(body));
            hinted(ModelError::new(kind(None, body), message), body).again(None)
        }
    }
}

fn status_failure(id: &ModelId, status: u16, body: &str, headers: &HeaderMap) -> ModelError {
    let message = format!("{id} answered with status {status}: {}", quote(body));
    let kind = kind(Some(status), body);
    let repeat = match header(headers, "x-should-retry").as_deref() {
        Some("true") => true,
        Some("false") => false,
        _ => classify::transient(status, body),
    };
    let repeat = repeat && kind == ModelErrorKind::Provider;
    let failure = hinted(ModelError::new(kind, message).with_status(status), body);
    if repeat {
        failure.again(retry_after(headers))
    } else {
        failure
    }
}

fn kind(status: Option<u16>, body: &str) -> ModelErrorKind {
    if classify::overflow(status, body) {
        ModelErrorKind::ContextOverflow
    } else if classify::choice_rejected(status, body) {
        ModelErrorKind::ToolChoiceRejected
    } else if classify::credential(status, body) {
        ModelErrorKind::Credential
    } else {
        ModelErrorKind::Provider
    }
}

fn hinted(failure: ModelError, body: &str) -> ModelError {
    let hint = match failure.kind {
        ModelErrorKind::Credential => {
            Some("the provider rejected the key; check the variable it is in")
        }
        _ => classify::hint(failure.status, body),
    };
    match hint {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

fn missing_key(provider: &Provider, variable: &str) -> ModelError {
    ModelError::new(
        ModelErrorKind::Credential,
        format!(
            "the key of the model provider `{}` is missing: {variable} is not set",
            provider.name()
        ),
    )
    .with_hint(format!("set {variable}"))
}

fn provider_failure(message: String) -> ModelError {
    ModelError::new(ModelErrorKind::Provider, message)
}

/// What the provider asks to wait: `retry-after-ms`, or `retry-after` in seconds or
/// as a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    if let Some(millis) = header(headers, "retry-after-ms").and_then(|value| value.parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    let value = header(headers, "retry-after")?;
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = jiff::fmt::rfc2822::parse(&value).ok()?.timestamp();
    let wait = at.duration_since(jiff::Timestamp::now());
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.trim().to_owned())
}

fn quote(text: &str) -> String {
    clip(&collapse(text), QUOTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        headers
    }

    #[test]
    fn the_asked_wait_is_read_in_every_form() {
        let wait = |name, value: &str| retry_after(&headers(name, value));
        assert_eq!(wait("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(
            wait("retry-after-ms", "250"),
            Some(Duration::from_millis(250))
        );
        assert_eq!(
            wait("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"),
            Some(Duration::ZERO)
        );
        assert_eq!(wait("retry-after", "soon"), None);
        assert_eq!(wait("retry-after", "-3"), None);
    }

    #[test]
    fn a_quoted_key_is_not_repeated() {
        let said = "Incorrect API key provided: sk-12345678.";
        assert_eq!(
            without(said, "sk-12345678\n"),
            "Incorrect API key provided: ***."
        );
        assert_eq!(without(said, "key"), said);
    }

    #[test]
    fn the_provider_may_say_whether_to_try_again() {
        let id = ModelId::new("p", "m");
        let repeat = |status, value| {
            status_failure(&id, status, "", &headers("x-should-retry", value)).retryable
        };
        assert!(!repeat(503, "false"));
        assert!(repeat(400, "true"));
    }
}
