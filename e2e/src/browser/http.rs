//! The HTTP side of WebDriver: one command, one answer, one deadline.

use crate::deadline;
use reqwest::Method;
use serde_json::Value;
use std::time::Duration;

/// Why a command has no value.
#[derive(Debug)]
pub(super) enum Failure {
    /// No answer in time.
    Late(Duration),
    /// The driver could not be reached, or hung up.
    Unreachable(String),
    /// The driver answered with an error of the protocol.
    Refused(Refusal),
}

/// An error of the protocol.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Refusal {
    /// The error's name, such as `no such window`.
    pub(super) error: String,
    /// What the driver says about it, without its stack of addresses.
    pub(super) message: String,
    /// The text of the dialog that is in the way.
    pub(super) dialog: Option<String>,
}

/// The commands of one session, or of the server without one.
#[derive(Clone, Debug)]
pub(super) struct Http {
    client: reqwest::Client,
    base: String,
}

/// A client for one session. It belongs to the runtime it is made in, so each session
/// makes its own.
pub(super) fn client(local: bool) -> reqwest::Result<reqwest::Client> {
    let builder = reqwest::Client::builder();
    let builder = if local {
        // A proxy of the environment is for the network, not for this machine, and
        // reading the machine's certificates takes as long as a page.
        #[cfg(feature = "tls")]
        let builder = builder.tls_certs_only([]);
        builder.no_proxy()
    } else {
        builder
    };
    builder.build()
}

impl Http {
    /// Commands below `base`, which ends in a slash.
    pub(super) fn new(client: reqwest::Client, base: String) -> Self {
        Self { client, base }
    }

    /// Sends one command. `path` is relative: `url`, `execute/sync`, or empty.
    pub(super) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let url = format!("{}{path}", self.base);
        let url = url.trim_end_matches('/');
        let mut request = self.client.request(method, url);
        if let Some(body) = body {
            request = request.json(body);
        }
        let limit = deadline::limit(limit);
        // One clock over connecting, sending, waiting and reading the answer.
        let answer = tokio::time::timeout(limit, async {
            let response = request.send().await?;
            let ok = response.status().is_success();
            Ok::<_, reqwest::Error>((ok, response.bytes().await?))
        });
        match answer.await {
            Err(_) => Err(Failure::Late(limit)),
            Ok(Err(error)) => Err(Failure::Unreachable(reason(&error))),
            Ok(Ok((ok, bytes))) => read(ok, &bytes),
        }
    }
}

/// The innermost cause: `connection refused` says more than `error sending request`.
fn reason(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

fn read(ok: bool, bytes: &[u8]) -> Result<Value, Failure> {
    let shown = || crate::text::clip(&String::from_utf8_lossy(bytes), 200);
    let Ok(Value::Object(mut answer)) = serde_json::from_slice::<Value>(bytes) else {
        return Err(Failure::Unreachable(format!(
            "the answer is no WebDriver answer: {}",
            shown()
        )));
    };
    let value = answer.remove("value").unwrap_or(Value::Null);
    if ok {
        return Ok(value);
    }
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let error = match text("error") {
        "" => shown(),
        error => error.to_owned(),
    };
    Err(Failure::Refused(Refusal {
        message: brief(text("message")),
        dialog: (error == "unexpected alert open").then(|| {
            value
                .pointer("/data/text")
                .and_then(Value::as_str)
                // What chromedriver makes of a dialog that says nothing.
                .filter(|text| text.trim_end() != "{Alert text :")
                .unwrap_or_default()
                .to_owned()
        }),
        error,
    }))
}

/// A driver's message without what helps only its authors.
pub(super) fn brief(message: &str) -> String {
    let lines: Vec<&str> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Stacktrace") && !line.starts_with("#0 "))
        .filter(|line| !line.is_empty() && !line.starts_with("(Session info"))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn answers_are_values_or_refusals() {
        let read = |ok, value: Value| read(ok, value.to_string().as_bytes());
        assert_eq!(read(true, json!({ "value": null })).unwrap(), Value::Null);
        // What a script returns may look like an error and is none.
        assert!(read(true, json!({ "value": { "error": "mine" } })).is_ok());
        let Err(Failure::Refused(refusal)) = read(
            false,
            json!({ "value": { "error": "unexpected alert open", "message": "x\n  (Session info: y)\nStacktrace:\n#0 z", "data": { "text": "Sure?" } } }),
        ) else {
            panic!("no refusal")
        };
        assert_eq!(refusal.dialog.as_deref(), Some("Sure?"));
        assert_eq!(refusal.message, "x");
    }

    #[test]
    fn an_answer_of_something_else_is_no_driver() {
        for bytes in [&b"<html>"[..], b"", b"[1]", b"\xff"] {
            assert!(matches!(read(true, bytes), Err(Failure::Unreachable(_))));
        }
    }
}
