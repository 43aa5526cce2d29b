//! What each failure of a provider is taken for.

use super::{asked, connect, patience, request};
use e2e::model::{ModelErrorKind, Patience};
use e2e_tests::provider::{Dialect, Fault, Line, Provider, Say};
use serde_json::json;
use std::time::Duration;

fn kind(kind: &ModelErrorKind) -> &'static str {
    match kind {
        ModelErrorKind::Credential => "credential",
        ModelErrorKind::ContextOverflow => "overflow",
        ModelErrorKind::ToolChoiceRejected => "choice",
        ModelErrorKind::TimedOut => "time",
        ModelErrorKind::Provider => "provider",
        _ => "other",
    }
}

/// Runs one fault in every protocol; how often it was sent, and what it was taken for.
async fn check(fault: Fault, expected: &str, sent: usize) {
    for dialect in Dialect::ALL {
        let script: Vec<Line> = (0..10).map(|_| fault.clone().into()).collect();
        let provider = Provider::start(script).await;
        let model = connect(&provider, dialect);
        let (result, _) = asked(
            &*model,
            &request(),
            &Patience {
                retries: 2,
                ..patience()
            },
        )
        .await;
        let failure = result.unwrap_err();
        assert_eq!(
            kind(&failure.kind),
            expected,
            "{dialect:?} {fault:?}: {failure}"
        );
        assert_eq!(
            provider.requests().len(),
            sent,
            "{dialect:?} {fault:?}: {failure}"
        );
        assert!(
            failure.message.contains("test"),
            "names the model: {failure}"
        );
    }
}

#[tokio::test]
async fn a_rejected_key_is_not_tried_again() {
    for status in [401, 403] {
        check(Fault::status(status, "no"), "credential", 1).await;
    }
    check(
        Fault::status(400, "API key not valid. Please pass a valid API key."),
        "credential",
        1,
    )
    .await;
}

#[tokio::test]
async fn what_may_pass_is_tried_again() {
    for status in [408, 429, 500, 503] {
        check(Fault::status(status, "no"), "provider", 3).await;
    }
    check(Fault::Overloaded, "provider", 3).await;
    check(Fault::Reset, "provider", 3).await;
    check(
        Fault::Truncated(json!({"id": "a rather long body"})),
        "provider",
        3,
    )
    .await;
    check(
        Fault::Body("application/json", "{\"half\":".to_owned()),
        "provider",
        3,
    )
    .await;
    check(
        Fault::Body("text/html", "<h1>Bad gateway</h1>".to_owned()),
        "provider",
        3,
    )
    .await;
    check(Fault::Empty, "provider", 3).await;
}

#[tokio::test]
async fn what_will_not_pass_is_not_tried_again() {
    check(Fault::status(400, "bad request"), "provider", 1).await;
    check(Fault::status(404, "model not found"), "provider", 1).await;
    check(Fault::status(429, "insufficient_quota"), "provider", 1).await;
}

#[tokio::test]
async fn too_much_text_is_recognized_in_every_providers_words() {
    check(Fault::Overflow, "overflow", 1).await;
    check(Fault::status(413, "Payload Too Large"), "overflow", 1).await;
}

#[tokio::test]
async fn a_refused_tool_choice_is_recognized() {
    check(Fault::ChoiceRejected, "choice", 1).await;
}

#[tokio::test]
async fn a_failure_under_a_status_of_success_is_read_from_the_body() {
    let body = |error| Fault::Body("application/json", json!({"error": error}).to_string());
    for (fault, expected) in [
        (
            body(json!({"message": "prompt is too long", "code": 400})),
            "overflow",
        ),
        (
            body(json!({"message": "bad key", "code": 401})),
            "credential",
        ),
        (body(json!({"message": "nobody knows"})), "provider"),
    ] {
        let provider =
            Provider::start((0..9).map(|_| fault.clone().into()).collect::<Vec<_>>()).await;
        let model = connect(&provider, Dialect::Completions);
        let failure = asked(&*model, &request(), &patience()).await.0.unwrap_err();
        assert_eq!(kind(&failure.kind), expected, "{failure}");
    }
}

#[tokio::test]
async fn the_wait_the_provider_asks_for_is_kept() {
    for (fault, expected) in [
        (
            Fault::rate_limited(Some("1")),
            "sent again in 1s (retry 1 of 5)",
        ),
        (
            Fault::rate_limited(None),
            "sent again in 1ms (retry 1 of 5)",
        ),
        (
            Fault::Status(429, vec![("retry-after-ms", "3".to_owned())], String::new()),
            "sent again in 3ms",
        ),
    ] {
        let provider = Provider::start([fault.into(), Say::text("ok").into()]).await;
        let model = connect(&provider, Dialect::Completions);
        let (result, events) = asked(&*model, &request(), &patience()).await;
        assert_eq!(result.unwrap().text(), "ok");
        assert!(events[0].contains(expected), "{events:?}");
    }
}

#[tokio::test]
async fn a_wait_past_the_time_of_the_call_is_not_begun() {
    let provider = Provider::start([
        Fault::rate_limited(Some("3600")).into(),
        Say::text("ok").into(),
    ])
    .await;
    let model = connect(&provider, Dialect::Completions);
    let mut request = request();
    request.timeout = Some(Duration::from_secs(60));
    let (result, events) = asked(&*model, &request, &patience()).await;
    let failure = result.unwrap_err();
    assert_eq!(failure.status, Some(429));
    assert!(events.is_empty());
    assert_eq!(provider.left(), 1);
}

#[tokio::test]
async fn a_known_failure_says_what_a_person_can_do() {
    for (fault, expected) in [
        (Fault::status(401, "no"), "the provider rejected the key"),
        (
            Fault::status(404, "no such model"),
            "check the model's name",
        ),
        (
            Fault::status(429, "insufficient_quota"),
            "quota or credit is used up",
        ),
        (
            Fault::status(400, "Item 'rs_1' of type 'reasoning' not found"),
            "leave its storage off",
        ),
    ] {
        let provider = Provider::start([fault.into()]).await;
        let model = connect(&provider, Dialect::Responses);
        let failure = asked(&*model, &request(), &patience()).await.0.unwrap_err();
        assert!(
            failure
                .hint
                .as_deref()
                .unwrap_or_default()
                .contains(expected),
            "{failure:?}"
        );
    }
}
