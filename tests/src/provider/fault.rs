//! Ways to misbehave.

use super::{Dialect, Open};
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use futures::stream::{self, StreamExt as _};
use serde_json::{Value, json};
use std::time::Duration;

/// One way to misbehave.
#[derive(Clone, Debug)]
pub enum Fault {
    /// A status with headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// The provider's own words for a request that does not fit.
    Overflow,
    /// The provider refuses a forced tool choice.
    ChoiceRejected,
    /// It is overloaded.
    Overloaded,
    /// A body with this content type.
    Body(&'static str, String),
    /// JSON of the protocol's form that answers nothing.
    Empty,
    /// Headers, then nothing, for ever.
    Stall,
    /// This body, one byte at a time, with this wait between two.
    Drip(Value, Duration),
    /// Half of a good body, and the end of the connection.
    Truncated(Value),
    /// The connection ends after the headers.
    Reset,
    /// The connection is reset before anything is said.
    Cut,
}

impl Fault {
    /// A status with a body in the OpenAI form.
    #[must_use]
    pub fn status(status: u16, message: &str) -> Self {
        Fault::Status(
            status,
            Vec::new(),
            json!({"error": {"message": message}}).to_string(),
        )
    }

    /// Status 429 asking for a wait.
    #[must_use]
    pub fn rate_limited(retry_after: Option<&str>) -> Self {
        let headers = retry_after.map(|wait| ("retry-after", wait.to_owned()));
        Fault::Status(
            429,
            headers.into_iter().collect(),
            json!({"error": {"message": "Rate limit reached"}}).to_string(),
        )
    }

    pub(super) fn respond(self, dialect: Dialect, open: Open) -> Response {
        match self {
            Fault::Status(code, headers, body) => status(code, &headers, body),
            Fault::Overflow => {
                let (code, body) = dialect.overflow();
                json(code, &body)
            }
            Fault::ChoiceRejected => json(
                400,
                &json!({"error": {"message": "tool_choice 'required' is not supported by this model"}}),
            ),
            Fault::Overloaded => match dialect {
                Dialect::Anthropic => json(
                    529,
                    &json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
                ),
                _ => json(
                    503,
                    &json!({"error": {"message": "The model is overloaded"}}),
                ),
            },
            Fault::Body(kind, body) => answer(200, kind, Body::from(body)),
            Fault::Empty => json(200, &empty(dialect)),
            Fault::Stall => stream(stream::pending().boxed(), open),
            Fault::Drip(body, wait) => {
                let bytes = body.to_string().into_bytes();
                let drops = stream::iter(bytes).then(move |byte| async move {
                    tokio::time::sleep(wait).await;
                    Ok(Bytes::from(vec![byte]))
                });
                stream(drops.boxed(), open)
            }
            Fault::Truncated(body) => {
                let text = body.to_string();
                let half = Bytes::from(text.as_bytes()[..text.len() / 2].to_vec());
                stream(stream::iter([Ok(half), Err(broken())]).boxed(), open)
            }
            Fault::Reset => stream(stream::iter([Err(broken())]).boxed(), open),
            Fault::Cut => unreachable!("the connection is cut where it is"),
        }
    }
}

fn empty(dialect: Dialect) -> Value {
    match dialect {
        Dialect::Completions => json!({"id": "x", "model": "m", "choices": []}),
        Dialect::Responses => {
            json!({"id": "x", "model": "m", "status": "completed", "output": []})
        }
        Dialect::Anthropic => json!({"id": "x", "model": "m", "content": []}),
        Dialect::Gemini => json!({"candidates": [{"content": {"parts": []}}]}),
        Dialect::Ollama => json!({"model": "m", "message": {"role": "assistant"}, "done": true}),
    }
}

fn broken() -> std::io::Error {
    std::io::Error::other("the connection ends here")
}

pub(super) fn status(code: u16, headers: &[(&'static str, String)], body: String) -> Response {
    let mut response = answer(code, "application/json", Body::from(body));
    for (name, value) in headers {
        response.headers_mut().insert(
            HeaderName::from_static(name),
            HeaderValue::from_str(value).expect("a header value"),
        );
    }
    response
}

pub(super) fn json(code: u16, body: &Value) -> Response {
    answer(code, "application/json", Body::from(body.to_string()))
}

/// A body that takes its time; the request is open as long as it lives.
fn stream(
    body: futures::stream::BoxStream<'static, Result<Bytes, std::io::Error>>,
    open: Open,
) -> Response {
    let body = body.map(move |bytes| {
        let _ = &open;
        bytes
    });
    answer(200, "application/json", Body::from_stream(body))
}

fn answer(code: u16, kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(code).expect("an HTTP status");
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
