//! How one row of the table runs, and how its outcome reads.

use super::accounts;
use super::script;
use super::tools::{self, Log, Words};
use e2e::chassis::{Limits, Opening, StepContext, ToolLoop, Verdict};
use e2e::model::{Image, Patience, Request, ScriptedModel, ToolChoice};
use e2e::report::record::StepKind;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// A run that is over.
pub(crate) struct Ran {
    pub(crate) result: e2e::Result<Verdict>,
    pub(crate) step: StepContext,
    pub(crate) model: Arc<ScriptedModel>,
    pub(crate) log: Vec<String>,
}

/// Runs a script. Options: `turns=N`, `actions=N`, `ms=N`, `tokens=N`, `dollars=N`, `evidence`, `assert`,
/// `screen=N`, `picture`, `params`, `ledger`, `handoff`, `context`, `secret`.
pub(crate) async fn run(name: &str, options: &str, script: &str) -> Ran {
    let number = |key: &str| {
        options.split(' ').find_map(|option| {
            option
                .strip_prefix(key)?
                .strip_prefix('=')?
                .parse::<u64>()
                .ok()
        })
    };
    let has = |key: &str| options.split(' ').any(|option| option == key);
    let limits = Limits {
        max_model_calls: number("turns").map_or(25, |n| u32::try_from(n).unwrap()),
        max_actions: number("actions").map_or(25, |n| u32::try_from(n).unwrap()),
        timeout: number("ms").map_or(Duration::from_secs(120), Duration::from_millis),
        max_tokens: number("tokens"),
        max_cost_usd: number("dollars").map(|dollars| f64::from(u32::try_from(dollars).unwrap())),
    };
    let kind = if has("assert") {
        StepKind::Assert
    } else {
        StepKind::Act
    };
    let mut step = StepContext::new(kind, "do it", limits);
    if has("params") {
        let params = serde_json::json!({"b": 2, "a": [1, "x"]});
        step = step.with_params(params.as_object().unwrap().clone());
    }
    if has("ledger") {
        step = step.with_ledger("1. act passed: sign in");
    }
    if has("secret") {
        let secret = e2e::Secret::new("conformance canary");
        step = step
            .with_secret("door", secret)
            .with_secret("card", e2e::Secret::env("NO_SUCH").for_any_field());
    }
    let model = Arc::new(script::model(name, script));
    let log = Log::default();
    let mut opening = Opening::default();
    if let Some(bytes) = number("screen") {
        opening.screen = Some("o".repeat(usize::try_from(bytes).unwrap()));
    }
    if has("picture") {
        opening = opening.with_image(Image::png(vec![0; 3]));
    }
    if has("handoff") {
        opening = opening.with_handoff("Part of it was done.");
    }
    let context = if has("context") { "It is a shop." } else { "" };
    let mut plan = ToolLoop::new(Arc::clone(&model) as _)
        .with_system("rules of the executor")
        .with_context(context)
        .with_tools(tools::all(&log))
        .with_opening(opening)
        .with_patience(Patience {
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        });
    if has("evidence") {
        plan = plan.with_evidence(Words(&["done", "saved"]));
    }
    // The clock is paused, so a run that waits for nothing gets here at once.
    let result = tokio::time::timeout(Duration::from_secs(100_000), plan.run(&step))
        .await
        .expect("it never ends");
    let log = log.lock().unwrap().clone();
    Ran {
        result,
        step,
        model,
        log,
    }
}

impl Ran {
    /// The whole run as text, for rows to look into.
    pub(crate) fn describe(&self) -> String {
        let mut out = match &self.result {
            Ok(verdict) => {
                let code = verdict.code.map_or("-", e2e::Code::as_str);
                format!(
                    "result: {} {code}: {}\n",
                    verdict.status.as_str(),
                    verdict.summary
                )
            }
            Err(error) => format!(
                "result: error {}\n",
                format!("{error:?}").replace('\n', " ")
            ),
        };
        let _ = writeln!(out, "ran: {}.", self.log.join(" "));
        let requests = self.model.requests();
        let _ = writeln!(
            out,
            "asked {}, counted {}, acted {}, left {}",
            requests.len(),
            self.step.model_calls(),
            self.step.actions_used(),
            self.model.left()
        );
        for (index, request) in requests.iter().enumerate() {
            let _ = writeln!(out, "request {}: {}", index + 1, shape(request));
        }
        for evidence in self.step.evidence() {
            let _ = writeln!(out, "proof: {} -> {}", evidence.cited, evidence.found);
        }
        out.push_str(&self.step.transcript());
        if let Some(last) = requests.last() {
            let _ = writeln!(out, "last system: {}", last.system.replace('\n', " "));
            for message in &last.messages {
                for part in &message.parts {
                    let _ = writeln!(out, "sent: {}", show(part));
                }
            }
        }
        out
    }
}

fn shape(request: &Request) -> String {
    let choice = match &request.choice {
        ToolChoice::Auto => "auto".to_owned(),
        ToolChoice::Required => "required".to_owned(),
        ToolChoice::Named(name) => format!("named {name}"),
    };
    let offered = if request.tools.len() == 1 {
        "only"
    } else {
        "all"
    };
    let within = request.timeout.map_or(0, |timeout| timeout.as_millis());
    format!(
        "{choice}, {offered}, {} messages, within {within}ms",
        request.messages.len()
    )
}

fn show(part: &e2e::model::Part) -> String {
    use e2e::model::Part;
    match part {
        Part::Text(text) => format!("text {}", text.replace('\n', " ")),
        Part::Image(image) => format!("image {}", image.data.len()),
        Part::ToolCall(call) => format!("call {} {}{}", call.id, call.name, call.arguments),
        Part::ToolResult(result) => {
            let failed = if result.failed { " (failed)" } else { "" };
            let image = result
                .image
                .as_ref()
                .map_or_else(String::new, |image| format!(" image {}", image.data.len()));
            let text: String = result.text.replace('\n', " ").chars().take(300).collect();
            format!("result {}{failed}{image} {text}", result.call_id)
        }
        Part::Reasoning(reasoning) => format!("reasoning {:?}", reasoning.signature),
    }
}

/// One rule: its name, the options, the script, and what the run has to show. `~` before
/// an expectation means it must not be there, `1x ` that it must be there so many times.
pub(crate) type Rule = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// Checks every row, and reports all that do not hold: what the row itself expects, and
/// the whole account of its run, which stands in `rows/`.
pub(crate) async fn check(name: &str, table: &[Rule]) {
    let mut broken = String::new();
    let mut accounts = Vec::new();
    for (rule, options, script, expectations) in table {
        let ran = run(rule, options, script).await;
        let text = ran.describe();
        accounts.push((*rule, accounts::of(&ran)));
        for expected in *expectations {
            let counted = expected
                .split_once("x ")
                .and_then(|(times, said)| Some((times.parse::<usize>().ok()?, said)));
            let holds = match (expected.strip_prefix('~'), counted) {
                (Some(absent), _) => !text.contains(absent),
                (None, Some((times, said))) => text.matches(said).count() == times,
                (None, None) => text.contains(expected),
            };
            if !holds {
                let _ = writeln!(broken, "\n== {rule}\n-- expected: {expected}\n{text}");
            }
        }
    }
    broken.push_str(&accounts::differences(name, &accounts));
    assert!(broken.is_empty(), "{broken}");
}
