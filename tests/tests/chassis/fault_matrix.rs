//! Every fault over every protocol that has it: once, and for good. The table of
//! docs/model-faults.md is made of these rows, so it says what really happens.

use super::tools::{self, Log, Words};
use e2e::chassis::{Limits, StepContext, ToolLoop};
use e2e::model::Patience;
use e2e::report::record::StepKind;
use e2e_tests::provider::{Dialect, Fault, Line, Provider, Recorded, Say};
use futures::stream::{self, StreamExt as _};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// One fault.
struct Row {
    name: &'static str,
    /// Turns of the step.
    turns: u32,
    /// What the provider answers; nothing where the protocol cannot.
    make: fn(Dialect) -> Option<Line>,
    /// How a step ends that met it once and was answered well after, and how many
    /// requests that took.
    once: (&'static str, usize),
    /// The same when nothing else ever comes.
    always: (&'static str, usize),
    /// What the failure says.
    says: &'static str,
    /// What is done about it.
    done: &'static str,
    /// What the request after it shows.
    then: Then,
}

/// What the request after a fault shows.
#[derive(Clone, Copy)]
enum Then {
    /// There is none.
    None,
    /// It is the same request, to the letter.
    Same,
    /// The same tools, and no choice is forced.
    Freed,
    /// The same tools and choice; the conversation goes on and says this.
    Told(&'static str),
}

fn note(text: &str) -> Say {
    Say::call("note", json!({"text": text}))
}

fn verdict(status: &str, code: Option<&str>) -> Say {
    let mut input = json!({"status": status, "summary": "ok"});
    if status == "passed" {
        input["evidence"] = json!([{"word": "done"}]);
    }
    if let Some(code) = code {
        input["errorCode"] = json!(code);
    }
    Say::call("complete_step", input)
}

fn say(say: Say) -> Option<Line> {
    Some(say.into())
}

fn fault(fault: Fault) -> Option<Line> {
    Some(fault.into())
}

/// The word of a protocol for an answer that a filter cut.
fn filtered(dialect: Dialect) -> Option<Line> {
    let word = match dialect {
        Dialect::Completions | Dialect::Responses => "content_filter",
        Dialect::Gemini => "PROHIBITED_CONTENT",
        Dialect::Anthropic | Dialect::Ollama => return None,
    };
    say(Say::default().finishing(word))
}

/// Ollama has no word for it; what such a model says is prose.
fn declined(dialect: Dialect) -> Option<Line> {
    (dialect != Dialect::Ollama).then(|| Say::refusing("I will not").into())
}

/// Anthropic and z.ai have a word for it.
fn no_room(dialect: Dialect) -> Option<Line> {
    let line = || {
        Say::text("so")
            .finishing("model_context_window_exceeded")
            .into()
    };
    matches!(dialect, Dialect::Completions | Dialect::Anthropic).then(line)
}

/// The next second, as a header says it.
fn soon() -> String {
    let soon = jiff::Timestamp::now() + Duration::from_secs(1);
    soon.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

const PROSE: &str = "I would tap it";
const FAILED: &str = "MODEL_PROVIDER_FAILED";
const NOTHING: &str = "STEP_NO_CONCLUSION";
const UNCONCLUDED: &str = "the model did not conclude: 6 of 6 turns";
const STALLED: &str = "did not answer within";
const AGAIN: &str = "sent again, up to 5 times";
const TOLD: &str = "told to the model";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "400 refusing a forced tool choice", turns: 6, make: |_| fault(Fault::ChoiceRejected), once: ("passed", 2), always: (FAILED, 2), says: "answered with status 400", done: "sent again without forcing; the model is not forced again in this process", then: Then::Freed },
    Row { name: "401", turns: 6, make: |_| fault(Fault::status(401, "no")), once: ("MODEL_UNAVAILABLE", 1), always: ("MODEL_UNAVAILABLE", 1), says: "the provider rejected the key; check the variable it is in", done: "nothing", then: Then::None },
    Row { name: "403", turns: 6, make: |_| fault(Fault::status(403, "no")), once: ("MODEL_UNAVAILABLE", 1), always: ("MODEL_UNAVAILABLE", 1), says: "the provider rejected the key; check the variable it is in", done: "nothing", then: Then::None },
    Row { name: "404", turns: 6, make: |_| fault(Fault::status(404, "no")), once: (FAILED, 1), always: (FAILED, 1), says: "check the model's name, and that the key may use it", done: "nothing", then: Then::None },
    Row { name: "408", turns: 6, make: |_| fault(Fault::status(408, "no")), once: ("passed", 2), always: (FAILED, 6), says: "answered with status 408", done: AGAIN, then: Then::Same },
    Row { name: "413", turns: 6, make: |_| fault(Fault::status(413, "no")), once: ("CONTEXT_OVERFLOW", 1), always: ("CONTEXT_OVERFLOW", 1), says: "split the step into smaller ones, or use a model with a larger context window", done: "as for a context overflow", then: Then::None },
    Row { name: "429 without `retry-after`", turns: 6, make: |_| fault(Fault::rate_limited(None)), once: ("passed", 2), always: (FAILED, 6), says: "the provider limits the rate; run fewer tests at once or raise the limit", done: AGAIN, then: Then::Same },
    Row { name: "429 with `retry-after`", turns: 6, make: |_| fault(Fault::rate_limited(Some("0.3"))), once: ("passed", 2), always: (FAILED, 6), says: "the provider limits the rate; run fewer tests at once or raise the limit", done: "sent again after that wait, up to 5 times", then: Then::Same },
    Row { name: "429 with `retry-after` as a date", turns: 6, make: |_| fault(Fault::rate_limited(Some(&soon()))), once: ("passed", 2), always: (FAILED, 6), says: "the provider limits the rate; run fewer tests at once or raise the limit", done: "sent again at that time, up to 5 times", then: Then::Same },
    Row { name: "429 with `retry-after-ms`", turns: 6, make: |_| fault(Fault::Status(429, vec![("retry-after-ms", "20".to_owned())], "slow down".to_owned())), once: ("passed", 2), always: (FAILED, 6), says: "the provider limits the rate; run fewer tests at once or raise the limit", done: "sent again after that wait, up to 5 times", then: Then::Same },
    Row { name: "429 with a `retry-after` past the step's time", turns: 6, make: |_| fault(Fault::rate_limited(Some("3600"))), once: (FAILED, 1), always: (FAILED, 1), says: "the provider limits the rate; run fewer tests at once or raise the limit", done: "nothing: the wait would outlast the step", then: Then::None },
    Row { name: "429 because the quota is used up", turns: 6, make: |_| fault(Fault::status(429, "insufficient_quota")), once: (FAILED, 1), always: (FAILED, 1), says: "the account's quota or credit is used up", done: "nothing", then: Then::None },
    Row { name: "500", turns: 6, make: |_| fault(Fault::status(500, "no")), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "503", turns: 6, make: |_| fault(Fault::status(503, "no")), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "overload, in the provider's words", turns: 6, make: |_| fault(Fault::Overloaded), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "context overflow, in the provider's words", turns: 6, make: |_| fault(Fault::Overflow), once: ("CONTEXT_OVERFLOW", 1), always: ("CONTEXT_OVERFLOW", 1), says: "split the step into smaller ones, or use a model with a larger context window", done: "the conversation is cut and sent again once, when there is something to cut", then: Then::None },
    Row { name: "no room left for an answer, said under a status of success", turns: 6, make: no_room, once: ("CONTEXT_OVERFLOW", 1), always: ("CONTEXT_OVERFLOW", 1), says: "had no room to answer: model_context_window_exceeded", done: "as for a context overflow", then: Then::None },
    Row { name: "body cut in the middle", turns: 6, make: |dialect| fault(Fault::Truncated(dialect.render(&note("a")))), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "body that stalls after its headers", turns: 6, make: |_| fault(Fault::Stall), once: ("passed", 2), always: (FAILED, 6), says: STALLED, done: "abandoned after 120 s and sent again, up to 5 times", then: Then::Same },
    Row { name: "body that drips", turns: 6, make: |dialect| fault(Fault::Drip(dialect.render(&note("a")), Duration::from_millis(200))), once: ("passed", 2), always: (FAILED, 6), says: STALLED, done: "abandoned after 120 s and sent again, up to 5 times", then: Then::Same },
    Row { name: "connection reset after the headers", turns: 6, make: |_| fault(Fault::Reset), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "connection reset before an answer", turns: 6, make: |_| fault(Fault::Cut), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "invalid JSON", turns: 6, make: |_| fault(Fault::Body("application/json", "{\"half\":".to_owned())), once: ("passed", 2), always: (FAILED, 6), says: "broken JSON", done: AGAIN, then: Then::Same },
    Row { name: "a page instead of JSON", turns: 6, make: |_| fault(Fault::Body("text/html", "<h1>Bad gateway</h1>".to_owned())), once: ("passed", 2), always: (FAILED, 6), says: "instead of JSON", done: AGAIN, then: Then::Same },
    Row { name: "no choices in the answer", turns: 6, make: |_| fault(Fault::Empty), once: ("passed", 2), always: (FAILED, 6), says: "(after 5 retries)", done: AGAIN, then: Then::Same },
    Row { name: "refusal", turns: 6, make: declined, once: ("MODEL_REFUSED", 1), always: ("MODEL_REFUSED", 1), says: "reword the sentence, or name another model", done: "nothing", then: Then::None },
    Row { name: "content filter", turns: 6, make: filtered, once: ("MODEL_REFUSED", 1), always: ("MODEL_REFUSED", 1), says: "was stopped by its provider's filter", done: "nothing", then: Then::None },
    Row { name: "tool choice ignored with prose", turns: 6, make: |_| say(Say::text(PROSE)), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: "told to call tools; not forced again in this process", then: Then::Freed },
    Row { name: "named choice answered with another tool", turns: 2, make: |_| say(note("a")), once: ("passed", 2), always: (NOTHING, 2), says: "the model did not conclude: 2 of 2 turns", done: "the tool does not run; told to the model", then: Then::Told("note did not run: only complete_step is available now") },
    Row { name: "unknown tool", turns: 6, make: |_| say(Say::call("tap", json!({}))), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: TOLD, then: Then::Told("There is no tool tap.") },
    Row { name: "bad arguments", turns: 6, make: |_| say(Say::call("note", json!({"text": 7}))), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: TOLD, then: Then::Told("`text` must be a string, not 7") },
    Row { name: "extra fields", turns: 6, make: |_| say(Say::call("note", json!({"text": "a", "why": 1}))), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: TOLD, then: Then::Told("`why` is no field; the fields are text") },
    Row { name: "huge tool call", turns: 6, make: |_| say(note(&"k".repeat(256 * 1024))), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: TOLD, then: Then::Told("`text` has 262144 characters; at most 40 are allowed") },
    Row { name: "duplicated tool-call ids", turns: 6, make: |_| say(note("a").and_call("note", json!({"text": "b"})).with_one_id()), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: "the calls get ids of their own", then: Then::Told("noted b") },
    Row { name: "two verdicts that differ", turns: 6, make: |_| say(verdict("passed", None).and_call("complete_step", json!({"status": "failed", "summary": "no"}))), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: "neither counts; told to the model", then: Then::Told("this reply held verdicts that differ") },
    Row { name: "blocked without a code", turns: 6, make: |_| say(verdict("blocked", None)), once: ("passed", 2), always: (NOTHING, 6), says: UNCONCLUDED, done: "sent back with the codes there are", then: Then::Told("a blocked verdict needs an errorCode") },
    Row { name: "passed with a code", turns: 6, make: |_| say(verdict("passed", Some("ACTION_FAILED"))), once: ("passed", 1), always: ("passed", 1), says: "", done: "the code is dropped", then: Then::None },
    Row { name: "usage missing", turns: 6, make: |_| say(verdict("passed", None).without_usage()), once: ("passed", 1), always: ("passed", 1), says: "", done: "counted as unknown; a budget of tokens or money then ends the step with STEP_BUDGET_EXHAUSTED", then: Then::None },
];

/// Code or `passed`, the whole text of the failure, and the requests that came.
async fn outcome(
    row: &Row,
    dialect: Dialect,
    always: bool,
) -> Option<(String, String, Vec<Recorded>)> {
    static MODEL: AtomicUsize = AtomicUsize::new(0);
    let line = (row.make)(dialect)?;
    let mut script = vec![line; if always { 30 } else { 1 }];
    script.push(verdict("passed", None).into());
    let provider = Provider::start(script).await;
    let root = tempfile::tempdir().unwrap();
    let mut agent = e2e::config::load(root.path()).unwrap().agent;
    // What a loop learns about a model is remembered by its name.
    let number = MODEL.fetch_add(1, Ordering::Relaxed);
    agent.model = Some(format!("{}-matrix-{number}", dialect.model()));
    agent.model_url = Some(provider.url(dialect));
    let model = e2e::model::connect(&agent).unwrap().unwrap();
    let limits = Limits {
        max_model_calls: row.turns,
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Act, "do it", limits);
    let ended = ToolLoop::new(model)
        .with_tools(tools::all(&Log::default()))
        .with_evidence(Words(&["done"]))
        .with_patience(Patience {
            stall: match (row.says == STALLED, always) {
                (true, true) => Duration::from_millis(300),
                // A good answer has to come in time on a busy machine, too.
                (true, false) => Duration::from_secs(5),
                _ => Duration::from_secs(60),
            },
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        })
        .run(&step)
        .await;
    let (code, text) = match ended {
        Ok(verdict) => {
            let code = verdict
                .code
                .map_or(verdict.status.as_str(), e2e::Code::as_str);
            (code.to_owned(), verdict.summary)
        }
        Err(error) => (error.code().to_string(), format!("{error:?}")),
    };
    Some((code, text, provider.requests()))
}

#[tokio::test]
async fn every_fault_has_one_outcome_in_every_protocol_that_has_it() {
    let all = ROWS.iter().flat_map(|row| {
        Dialect::ALL.into_iter().flat_map(move |dialect| {
            // What ends the step at once ends it always; and how long the loop bears
            // with a model is no matter of protocols.
            let ends = row.once.0 != "passed" || row.once == row.always;
            let loops = row.always.0 == NOTHING && dialect != Dialect::Completions;
            let always = (!ends && !loops).then_some((row, dialect, true));
            [Some((row, dialect, false)), always].into_iter().flatten()
        })
    });
    let checks = all.map(|(row, dialect, always)| async move {
        let (code, text, sent) = outcome(row, dialect, always).await?;
        let wrong = wrongly_sent(row, dialect, &sent);
        let requests = sent.len();
        let expected = if always { row.always } else { row.once };
        let says = code == "passed" || text.contains(row.says);
        // On a busy machine a request that is given up may not have reached the server
        // yet; the failure itself says how often it was tried.
        let requests = match (row.says == STALLED && always, expected.1.checked_sub(1)) {
            (true, Some(retries)) if text.contains(&format!("after {retries} retries")) => {
                requests.max(expected.1)
            }
            _ => requests,
        };
        let failed = (code.as_str(), requests) != expected || !says || !wrong.is_empty();
        failed.then(|| {
            let when = if always { "always" } else { "once" };
            format!("{} {when} over {dialect:?}: {code} after {requests}, expected {expected:?} saying {:?}\n{text}\n{wrong}", row.name, row.says)
        })
    });
    let broken: Vec<_> = stream::iter(checks)
        .buffer_unordered(24)
        .filter_map(|broken| async { broken })
        .collect()
        .await;
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// What is wrong with the first two requests: their tools, their choice, what they say.
fn wrongly_sent(row: &Row, dialect: Dialect, sent: &[Recorded]) -> String {
    let mut wrong = String::new();
    let asked: Vec<_> = sent.iter().take(2).map(Recorded::asked).collect();
    let Some(first) = asked.first() else {
        return "nothing was sent".to_owned();
    };
    let forced = row.turns == 2;
    let choice = match (dialect, forced) {
        // It is told, not forced.
        (Dialect::Ollama, _) => "auto",
        (_, true) => "named complete_step",
        (_, false) => "required",
    };
    let only = first.tools == ["complete_step"];
    let all = first.tools.len() > 10
        && first
            .tools
            .last()
            .is_some_and(|last| last == "complete_step");
    if first.choice != choice || !(if forced { only } else { all }) || !first.says("do it") {
        let _ = writeln!(wrong, "the first request is {first:?}");
    }
    let Some(second) = asked.get(1) else {
        return wrong;
    };
    // A provider that says it cannot be forced is not forced from then on: there the
    // words of a free model are answered, and not asked for again.
    let told = dialect == Dialect::Ollama && row.name == "tool choice ignored with prose";
    let fits = match row.then {
        Then::None => false,
        Then::Same => sent[0].body == sent[1].body,
        Then::Freed if told => second.says("Nothing happened: your answer held no tool call."),
        Then::Freed => {
            second.choice == "auto"
                && second.tools == first.tools
                && second.says("do it")
                // As if it had not answered: its prose would only invite more.
                && !second.says(PROSE)
        }
        Then::Told(text) => {
            second.choice == first.choice && second.tools == first.tools && second.says(text)
        }
    };
    if !fits {
        let _ = writeln!(wrong, "the second request is {second:?}\nafter {first:?}");
    }
    wrong
}

/// The table of the docs.
fn table() -> String {
    let mut out = String::from(
        "| fault | what is done | once | if it stays so | what the failure says |\n|---|---|---|---|---|\n",
    );
    for row in ROWS {
        let ended = |(code, requests): (&str, usize)| {
            let class = code
                .parse::<e2e::Code>()
                .map(|code| format!(" ({})", code.class()))
                .unwrap_or_default();
            let times = if requests == 1 { "request" } else { "requests" };
            format!("{code}{class}, {requests} {times}")
        };
        let says = match row.says {
            "" => "–".to_owned(),
            says => format!("… {says} …"),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {says} |",
            row.name,
            row.done,
            ended(row.once),
            ended(row.always)
        );
    }
    out
}

#[test]
fn the_docs_say_what_a_user_sees_of_every_fault() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/model-faults.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once("<!-- the table -->\n").unwrap();
    let (written, tail) = rest.split_once("<!-- its end -->\n").unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let new = format!(
            "{head}<!-- the table -->\n{}<!-- its end -->\n{tail}",
            table()
        );
        std::fs::write(&path, new).unwrap();
        return;
    }
    assert_eq!(
        written,
        table(),
        "set UPDATE_DOCS=1 and run this test to write the table again"
    );
}
