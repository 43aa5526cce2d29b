//! genai's errors as classified failures.

use super::provider::Provider;
use crate::model::{ModelError, ModelErrorKind, ModelId, classify};
use crate::text::{clip, collapse};
use ::genai::webc::Error as WebError;
use ::genai::{Error, resolver};
use reqwest::header::HeaderMap;
use serde_json::Value;
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
        // Whatever else it is, a cause may hold words that are known.
        other => {
            let why = classify::chain(other);
            let message = format!("the request to {id} failed: {}", quote(&why));
            hinted(ModelError::new(kind(None, &why), message), &why)
        }
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
        failure.again(retry_after(headers).or_else(|| retry_delay(body)))
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

/// What the provider asks to wait: `retry-after-ms`, also with the `x-ms-` of Azure, or
/// `retry-after` in seconds or as a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let millis = ["retry-after-ms", "x-ms-retry-after-ms"]
        .iter()
        .find_map(|name| header(headers, name)?.parse::<f64>().ok());
    if let Some(millis) = millis {
        return Duration::try_from_secs_f64(millis / 1_000.0).ok();
    }
    let value = header(headers, "retry-after")?;
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = jiff::fmt::rfc2822::parse(&value).ok()?.timestamp();
    let wait = at.duration_since(jiff::Timestamp::now());
    Some(Duration::try_from(wait).unwrap_or(Duration::ZERO))
}

/// Google writes the wait into the body: `"retryDelay": "17s"`.
fn retry_delay(body: &str) -> Option<Duration> {
    let body: Value = serde_json::from_str(body).ok()?;
    let details = body.pointer("/error/details")?.as_array()?;
    let delay = details
        .iter()
        .find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds = delay.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
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
        assert_eq!(
            wait("retry-after", "1.5"),
            Some(Duration::from_millis(1_500))
        );
        assert_eq!(
            wait("x-ms-retry-after-ms", "40"),
            Some(Duration::from_millis(40))
        );
        let later = jiff::Timestamp::now() + Duration::from_secs(90);
        let date = later.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        let asked = wait("retry-after", &date).unwrap();
        assert!(asked > Duration::from_secs(60) && asked <= Duration::from_secs(90));
        assert_eq!(wait("retry-after-ms", "-1"), None);
        assert_eq!(wait("retry-after", "soon"), None);
        assert_eq!(wait("retry-after", "-3"), None);
    }

    #[test]
    fn a_wait_in_the_body_is_kept_unless_a_header_names_one() {
        let id = ModelId::new("gemini", "m");
        let body = r#"{"error": {"code": 429, "details": [{"a": 1}, {"retryDelay": "1.5s"}]}}"#;
        let asked = |headers: &HeaderMap| status_failure(&id, 429, body, headers).retry_after;
        assert_eq!(asked(&HeaderMap::new()), Some(Duration::from_millis(1_500)));
        assert_eq!(
            asked(&headers("retry-after", "3")),
            Some(Duration::from_secs(3))
        );
        let none = status_failure(
            &id,
            429,
            "{\"error\": {\"details\": []}}",
            &HeaderMap::new(),
        );
        assert!(none.retryable && none.retry_after.is_none());
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
