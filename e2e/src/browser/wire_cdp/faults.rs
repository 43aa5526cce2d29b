//! What the browser reports that went wrong in a page: errors its scripts threw or
//! wrote to the console, and requests that failed, whoever sent them.

use serde_json::Value;
use std::collections::HashMap;

/// How many are kept of one page until somebody asks; the first ones say most.
const MOST: usize = 20;
/// How many characters of one are kept.
const LENGTH: usize = 300;

/// What went wrong in each attached page since somebody asked.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pages: HashMap<String, Vec<String>>,
}

impl Faults {
    /// Takes an event in; whether it was one of these.
    pub(super) fn learn(&mut self, session: Option<&str>, method: &str, params: &Value) -> bool {
        let said = match method {
            "Runtime.consoleAPICalled" => written(params),
            "Runtime.exceptionThrown" => thrown(&params["exceptionDetails"]),
            "Log.entryAdded" => logged(&params["entry"]),
            _ => return false,
        };
        if let (Some(session), Some(said)) = (session, said) {
            let kept = self.pages.entry(session.to_owned()).or_default();
            if kept.len() < MOST {
                kept.push(crate::text::clip(&said, LENGTH));
            }
        }
        true
    }

    /// Takes those of one page.
    pub(super) fn take(&mut self, session: &str) -> Vec<String> {
        self.pages.remove(session).unwrap_or_default()
    }
}

/// A value in words, without the places in the script that follow an error.
fn said(value: &Value) -> String {
    let text = match (&value["value"], &value["description"]) {
        (Value::String(text), _) | (Value::Null, Value::String(text)) => text.clone(),
        (Value::Null, _) => String::new(),
        (other, _) => other.to_string(),
    };
    match text.split_once("\n    at ") {
        Some((text, _)) => text.to_owned(),
        None => text,
    }
}

fn written(params: &Value) -> Option<String> {
    if !matches!(params["type"].as_str(), Some("error" | "assert")) {
        return None;
    }
    let words: Vec<String> = params["args"].as_array()?.iter().map(said).collect();
    Some(format!("console error: {}", words.join(" ")))
}

fn thrown(details: &Value) -> Option<String> {
    let text = details["text"].as_str().unwrap_or_default();
    let what = said(&details["exception"]);
    Some(match text.contains("(in promise)") {
        true => format!("unhandled rejection: {what}"),
        false => format!("script error: {}", format!("{text} {what}").trim()),
    })
}

fn logged(entry: &Value) -> Option<String> {
    if entry["level"] != "error" {
        return None;
    }
    let text = entry["text"].as_str().unwrap_or_default();
    let Some(why) = text.strip_prefix("Failed to load resource: ") else {
        return Some(format!("browser error: {text}"));
    };
    let address = bare(entry["url"].as_str().unwrap_or_default());
    // Asked for by the browser, not by the page.
    if address.ends_with("/favicon.ico") {
        return None;
    }
    let status = why
        .strip_prefix("the server responded with a status of ")
        .map(|rest| rest.split(' ').next().unwrap_or(rest));
    Some(match status {
        Some(status) => format!("request failed with {status}: {address}"),
        None => format!("request failed with {why}: {address}"),
    })
}

/// An address without what may be secret in it: who asks, and with what.
fn bare(address: &str) -> String {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let address = &address[..end];
    let Some((scheme, rest)) = address.split_once("://") else {
        // The content of a `data:` address is no address.
        return crate::text::clip(address, 60);
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next().unwrap_or(host);
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_are_told_in_one_line_each() {
        let error =
            json!({ "type": "object", "description": "Error: boom\n    at http://a/b.js:1:2" });
        let failed = |text: &str, url: &str| json!({ "entry": { "level": "error", "source": "network", "text": format!("Failed to load resource: {text}"), "url": url } });
        for (method, params, expected) in [
            (
                "Runtime.consoleAPICalled",
                json!({ "type": "error", "args": [{ "value": "no" }, { "value": 3 }, error] }),
                Some("console error: no 3 Error: boom"),
            ),
            (
                "Runtime.consoleAPICalled",
                json!({ "type": "log", "args": [{ "value": "no" }] }),
                None,
            ),
            (
                "Runtime.exceptionThrown",
                json!({ "exceptionDetails": { "text": "Uncaught", "exception": error } }),
                Some("script error: Uncaught Error: boom"),
            ),
            (
                "Runtime.exceptionThrown",
                json!({ "exceptionDetails": { "text": "Uncaught (in promise)", "exception": { "value": "late" } } }),
                Some("unhandled rejection: late"),
            ),
            (
                "Log.entryAdded",
                failed(
                    "the server responded with a status of 404 (Not Found)",
                    "http://u:p@a.test/x.js?token=1#y",
                ),
                Some("request failed with 404: http://a.test/x.js"),
            ),
            (
                "Log.entryAdded",
                failed("net::ERR_CONNECTION_REFUSED", "http://a.test/x"),
                Some("request failed with net::ERR_CONNECTION_REFUSED: http://a.test/x"),
            ),
            (
                "Log.entryAdded",
                failed(
                    "the server responded with a status of 404 (Not Found)",
                    "http://a.test/favicon.ico",
                ),
                None,
            ),
            (
                "Log.entryAdded",
                json!({ "entry": { "level": "warning", "text": "old" } }),
                None,
            ),
            (
                "Log.entryAdded",
                json!({ "entry": { "level": "error", "source": "security", "text": "Refused to load" } }),
                Some("browser error: Refused to load"),
            ),
        ] {
            let mut faults = Faults::default();
            assert!(faults.learn(Some("s"), method, &params));
            assert_eq!(
                faults.take("s").first().map(String::as_str),
                expected,
                "{params}"
            );
            assert!(faults.take("s").is_empty(), "told once");
        }
    }

    #[test]
    fn a_page_that_complains_for_ever_is_bounded_and_other_pages_are_not_meant() {
        let mut faults = Faults::default();
        let long = json!({ "type": "error", "args": [{ "value": "é".repeat(5_000) }] });
        for _ in 0..1_000 {
            faults.learn(Some("s"), "Runtime.consoleAPICalled", &long);
        }
        assert!(faults.take("t").is_empty());
        let kept = faults.take("s");
        assert_eq!(kept.len(), MOST);
        assert!(kept.iter().all(|one| one.chars().count() <= LENGTH + 1));
    }
}
