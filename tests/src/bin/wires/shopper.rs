//! A language model that plays its part in `05_with_a_model`.
//!
//! It reads the ids off the screens it is shown, so the suite is carried out for real.

use e2e_tests::provider::{Dialect, Line, Provider, Say};
use serde_json::{Value, json};

/// Asks this provider.
pub(crate) fn settings(provider: &Provider) -> [(&'static str, String); 2] {
    let dialect = Dialect::Completions;
    [
        ("E2E_MODEL", dialect.model().to_owned()),
        ("E2E_MODEL_URL", provider.url(dialect)),
    ]
}

/// Everything it says, in order.
pub(crate) fn script() -> Vec<Line> {
    let lines: [fn(&str) -> Say; 8] = [
        |asked| types(asked, "textbox \"Email address\"", "ada@example.com"),
        |asked| types(asked, "textbox \"Password\"", "correct horse"),
        |asked| taps(asked, "button \"Sign in\""),
        |asked| done(asked, "heading \"Billing\"", "Billing"),
        |asked| taps(asked, "button \"Upgrade to Pro\""),
        |asked| taps(asked, "button \"Confirm upgrade\""),
        |asked| done(asked, "status", "Your workspace is on the Pro plan"),
        judged,
    ];
    lines.map(Line::Ask).into()
}

/// Every text of a request, line by line.
fn lines(asked: &str) -> Vec<String> {
    fn walk(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::String(text) => into.extend(text.lines().map(str::to_owned)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, into)),
            Value::Object(fields) => fields.values().for_each(|field| walk(field, into)),
            _ => {}
        }
    }
    let body: Value = serde_json::from_str(asked).unwrap_or_default();
    let mut all = Vec::new();
    walk(&body["messages"], &mut all);
    all
}

/// The id of what was listed last in these words; one that is not there names nothing.
fn id_of(asked: &str, what: &str) -> String {
    let what = format!(" {what}");
    let lines = lines(asked);
    let line = lines.iter().rev().find(|line| line.contains(&what));
    let id = line.and_then(|line| line.split_once("#n"));
    let digits = id.map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit));
    format!("n{}", digits.map(String::from_iter).unwrap_or_default())
}

fn types(asked: &str, what: &str, value: &str) -> Say {
    let target = id_of(asked, what);
    Say::call(
        "type",
        json!({"target": target, "value": value, "replace": true}),
    )
}

fn taps(asked: &str, what: &str) -> Say {
    Say::call("tap", json!({"target": id_of(asked, what)}))
}

fn done(asked: &str, what: &str, quote: &str) -> Say {
    let evidence = json!([{"node": id_of(asked, what), "quote": quote}]);
    let verdict = json!({"status": "passed", "summary": "Done.", "evidence": evidence});
    Say::call("complete_step", verdict)
}

/// The invoice, as who judges is shown it.
fn judged(asked: &str) -> Say {
    let evidence =
        json!([{"at": id_of(asked, "table \"Invoices\""), "quote": "Pro plan, 12 of 30 days"}]);
    let answer = json!({
        "protocol": "agent-judgment-3",
        "explanation": "An invoice for the Pro plan is listed.",
        "evidence": evidence,
        "verdict": "holds",
    });
    Say::text(&answer.to_string())
}
