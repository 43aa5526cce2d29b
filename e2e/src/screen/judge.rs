//! How an expectation is tried, and what is said when it does not hold.

use super::call::{Call, Told};
use super::found::Found;
use super::{Locator, Screen};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result, SourceLocation};
use crate::page::Broken;
use crate::report::record::StepKind;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::panic::Location;
use std::time::{Duration, Instant};

/// What the page says once it holds, or time is up.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Looked {
    pass: bool,
    /// What was seen last.
    seen: Option<String>,
    /// The attribute is not there at all.
    absent: bool,
    /// Why the question makes no sense for the element.
    problem: Option<String>,
    /// Why a denial can be neither true nor false.
    doubt: Option<String>,
    /// What of it is there and nobody sees, and why.
    unshown: Option<String>,
    looks: u32,
    /// The browser shows an error page of its own.
    broken: Option<Broken>,
    #[serde(flatten)]
    found: Found,
}

impl Looked {
    /// What several documents come to together, the page itself first.
    pub(super) fn of_all(said: Vec<Self>, ask: &Map<String, Value>) -> Self {
        let not = ask["not"] == true;
        let total: usize = said.iter().map(|one| one.found.count).sum();
        let doubt = said.iter().find_map(|one| one.doubt.clone());
        let judge = |one: &Self| match (ask["kind"].as_str(), not) {
            // Denied is what no document shows.
            (Some("visible"), true) => !one.pass && one.doubt.is_none(),
            _ => one.found.count > 0,
        };
        let speaks = said.iter().position(judge).unwrap_or_default();
        let mut said = said;
        let mut all = said.remove(speaks);
        let visible = ask["kind"] == "visible" && not;
        if ask["kind"] == "count" {
            all.pass = (Some(total as u64) == ask["count"].as_u64()) != not;
            all.seen = Some(total.to_string());
            all.doubt = None;
        } else if total > 1 && !visible {
            all = Self {
                found: all.found,
                ..Self::default()
            };
        }
        let denies = visible || (ask["kind"] == "count" && !not && ask["count"] == 0);
        if denies && let (true, Some(why)) = (doubted(&all, visible, total), doubt) {
            all.pass = false;
            all.doubt = Some(why);
        }
        for one in said {
            all.found = super::across::join(all.found, one.found);
        }
        all.looks = 1;
        all
    }
}

/// Whether a doubt is all that keeps a denial from being true.
fn doubted(all: &Looked, visible: bool, total: usize) -> bool {
    match visible {
        true => all.pass || all.doubt.is_some(),
        false => total == 0,
    }
}

pub(super) fn with_not(expected: String, not: bool) -> String {
    match not {
        true => format!("not {expected}"),
        false => expected,
    }
}

/// A call that tries a statement until it holds.
#[track_caller]
pub(super) fn start(
    screen: &Screen,
    timeout: Option<Duration>,
    not: bool,
    text: String,
    mut ask: Map<String, Value>,
    judge: impl FnOnce(&Looked) -> Error + Send + 'static,
) -> Call<()> {
    ask.insert("not".into(), json!(not));
    let location = SourceLocation::from(Location::caller());
    let timeout = timeout.unwrap_or(screen.timeouts().expect);
    let tried_text = text.clone();
    let run = move |screen: Screen, timeout: Duration| {
        Box::pin(async move {
            if let Some(what) = says_nothing(&ask) {
                return Err(Error::new(
                    Code::InvalidArgument,
                    format!("{tried_text} asks for {what}, which every page has"),
                )
                .help("say what has to be read; `to_have_text(\"\")` is for what shows nothing"));
            }
            let looked = look(&screen, ask, timeout).await?;
            if looked.pass {
                let seen = looked.seen.unwrap_or_else(|| "holds".to_owned());
                return Ok(Told::new((), crate::text::clip(&seen, 200)));
            }
            let times = match looked.looks {
                0 | 1 => String::new(),
                n => format!(", {n} times"),
            };
            let tried = format!("{}{times}", looked.found.tried());
            let error = match &looked.doubt {
                Some(why) => untold(&tried_text, why),
                None => judge(&looked),
            };
            Err(error.note(tried))
        }) as _
    };
    Call::new(
        screen,
        StepKind::Expect,
        text,
        location,
        timeout,
        Box::new(run),
    )
}

/// What a statement asks for, where that is in everything and so says nothing.
fn says_nothing(ask: &Map<String, Value>) -> Option<&'static str> {
    let blank = |value: &Value| value.as_str().is_some_and(|text| text.trim().is_empty());
    if ask.get("compare").is_some_and(|c| c == "contains") && ask.get("text").is_some_and(blank) {
        return Some("an empty text");
    }
    let steps = ask.get("query").and_then(|query| query["steps"].as_array());
    let empty = steps.is_some_and(|steps| steps.iter().any(|step| blank(&step["text"])));
    empty.then_some("an element by an empty text")
}

/// A denial nobody can make: what it denies may be seen all the same.
fn untold(call: &str, why: &str) -> Error {
    Error::new(
        Code::AssertionInconclusive,
        format!("{call} cannot be told: {why}"),
    )
    .help("deny it of what can be read: name the part of the page, or the element by test id")
}

/// Waits in the page until it holds, at most `timeout`; again in the next document
/// where the page is left meanwhile.
async fn look(screen: &Screen, mut ask: Map<String, Value>, timeout: Duration) -> Result<Looked> {
    let began = Instant::now();
    let deadline = began + timeout;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        ask.insert("timeout".into(), json!(crate::text::whole_millis(left)));
        let bound = left + Duration::from_secs(15);
        let args = Value::Object(ask.clone());
        match screen
            .page()
            .engine()
            .wait::<Looked>("expect", args, bound)
            .await?
        {
            Answer::Value(looked) if looked.found.frames > 0 && looked.found.invalid.is_none() => {
                let mut looks = 0;
                loop {
                    looks += 1;
                    let over = Instant::now() >= deadline;
                    let looked = super::across::expect(screen.page(), &ask).await?;
                    match looked {
                        Some(mut looked)
                            if looked.pass || over || looked.found.invalid.is_some() =>
                        {
                            looked.found.waited = began.elapsed().as_secs_f64() * 1e3;
                            looked.looks = looks;
                            return Ok(looked);
                        }
                        // A dialog, or another document: the next question tells which.
                        None => {
                            tokio::time::sleep(super::across::PAUSE).await;
                            break;
                        }
                        Some(_) => tokio::time::sleep(super::across::PAUSE).await,
                    }
                }
            }
            Answer::Value(mut looked) => {
                if let Some(broken) = looked.broken {
                    return Err(screen.page().unreachable(broken).await);
                }
                looked.found.waited = began.elapsed().as_secs_f64() * 1e3;
                return Ok(looked);
            }
            Answer::Navigated => {}
            Answer::Dialog(text) => {
                if screen.page().look().await?.dialog.is_some() {
                    return Err(Error::new(
                        Code::AssertionInconclusive,
                        "the page cannot be read while a dialog is open",
                    )
                    .note(text));
                }
            }
        }
    }
}

/// Why a statement about an element does not hold.
pub(super) fn verdict(locator: &Locator, looked: &Looked, expected: &str) -> Error {
    let query = locator.query();
    let found = &looked.found;
    if found.invalid.is_some()
        && let Err(error) = found.one(query)
    {
        return error;
    }
    if looked.seen.is_none() && !looked.absent && looked.problem.is_none() {
        return match found.count {
            0 => found
                .absent(query, Code::AssertionFailed)
                .note(format!("expected: {expected}")),
            _ => found.ambiguous(query),
        };
    }
    let what = match found.matches.as_slice() {
        [one] => one.in_words(),
        _ => query.to_string(),
    };
    let mut error = match &looked.problem {
        Some(problem) => Error::new(
            Code::AssertionFailed,
            format!("{what} cannot be {expected}: {problem}"),
        ),
        None => failed(&what, looked, expected),
    };
    if let Some(why) = &looked.unshown {
        error = error.note(crate::text::unshown(why));
    }
    if found.count == 0 {
        for note in found.absent(query, Code::AssertionFailed).notes() {
            error = error.note(note);
        }
    }
    if found.count > 1 {
        for note in found.ambiguous(query).notes() {
            error = error.note(note);
        }
    }
    error
        .note(format!("located by {query}"))
        .pointing(found.points())
}

/// Both sides of a statement that does not hold.
pub(super) fn failed(what: &str, looked: &Looked, expected: &str) -> Error {
    let seen = match &looked.seen {
        Some(seen) if expected.contains('"') => format!("{seen:?}"),
        Some(seen) => seen.clone(),
        None => "no such attribute".to_owned(),
    };
    Error::new(Code::AssertionFailed, format!("{what} is not as expected"))
        .note(format!("expected: {expected}\n   found: {seen}"))
}
