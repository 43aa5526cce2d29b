//! One JSON object per line, as editors read it.
//!
//! In a live run a function that runs as several cases also gets a pair of events
//! under its own name: rust-analyzer, which asks for live runs, knows only the
//! function and would never see it finish. Readers that build a tree from the names
//! ask for captured output, and would show the function twice.

use super::{Printer, Style};
use crate::case::Case;
use crate::harness::event::{CaseResult, Event, Status, Summary};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(super) struct Json {
    style: Style,
    functions: BTreeMap<String, Function>,
    totals: Summary,
}

/// A function with several cases, while they run.
#[derive(Default)]
struct Function {
    open: usize,
    started: bool,
    failed: Vec<String>,
    ran: bool,
}

impl Json {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            functions: BTreeMap::new(),
            totals: Summary::default(),
        }
    }

    fn run_started(&mut self, cases: &[&Case], shuffle_seed: Option<u64>) -> String {
        for case in cases {
            if self.style.live && case.name() != case.function() {
                let function = self.functions.entry(case.function().to_owned());
                function.or_default().open += 1;
            }
        }
        let mut event = json!({
            "type": "suite",
            "event": "started",
            "test_count": cases.len() + self.functions.len(),
        });
        if let (Some(seed), Value::Object(event)) = (shuffle_seed, &mut event) {
            event.insert("shuffle_seed".to_owned(), json!(seed));
        }
        line(&event)
    }

    fn case_started(&mut self, case: &Case) -> String {
        let mut out = String::new();
        if let Some(function) = self.functions.get_mut(case.function())
            && !function.started
        {
            function.started = true;
            out.push_str(&started(case.function()));
        }
        out.push_str(&started(case.name()));
        out
    }

    fn case_ended(&mut self, case: &Case, result: &CaseResult) -> String {
        let mut out = String::new();
        // An ignored test was never started, and the event has to come first.
        if result.attempts == 0 {
            out.push_str(&self.case_started(case));
        }
        self.totals.count(result);
        out.push_str(&ended(case.name(), result, &self.style));
        if let Some(function) = self.functions.get_mut(case.function()) {
            function.open -= 1;
            function.ran |= !matches!(result.status, Status::Ignored(_));
            if let Status::Failed(_) = result.status {
                function.failed.push(case.name().to_owned());
            }
            if function.open == 0 {
                let together = function.result(result);
                self.totals.count(&together);
                out.push_str(&ended(case.function(), &together, &self.style));
            }
        }
        out
    }

    fn run_ended(&self, summary: &Summary) -> String {
        let mut out = String::new();
        // A run that stopped early leaves functions open; each still ends.
        for (name, function) in &self.functions {
            if function.started && function.open > 0 {
                let reason = "not all cases were run";
                out.push_str(&ended(name, &CaseResult::ignored(reason), &self.style));
            }
        }
        out.push_str(&line(&json!({
            "type": "suite",
            "event": if summary.is_failed() { "failed" } else { "ok" },
            "passed": self.totals.passed,
            "failed": self.totals.failed,
            "ignored": self.totals.ignored,
            "measured": 0,
            "filtered_out": summary.filtered_out,
            "exec_time": summary.duration.as_secs_f64(),
        })));
        out
    }
}

impl Function {
    fn result(&self, last: &CaseResult) -> CaseResult {
        let status = match (self.failed.is_empty(), self.ran) {
            (false, _) => {
                let names = self.failed.join(", ");
                Status::Failed(format!("failed cases: {names}\n"))
            }
            (true, true) => Status::Passed,
            (true, false) => last.status.clone(),
        };
        CaseResult {
            status,
            output: String::new(),
            ..last.clone()
        }
    }
}

impl Printer for Json {
    fn on(&mut self, event: &Event<'_>) -> String {
        match event {
            Event::RunStarted {
                cases,
                shuffle_seed,
            } => self.run_started(cases, *shuffle_seed),
            Event::CaseStarted(case) => self.case_started(case),
            Event::CaseSlow(case, _) => {
                line(&json!({ "type": "test", "event": "timeout", "name": case.name() }))
            }
            Event::CaseDoing(..) | Event::Tick | Event::CaseStopping(_) | Event::Attempted(_) => {
                String::new()
            }
            Event::CaseEnded(case, result) => self.case_ended(case, result),
            Event::RunEnded(summary) => self.run_ended(summary),
        }
    }
}

fn started(name: &str) -> String {
    line(&json!({ "type": "test", "event": "started", "name": name }))
}

fn ended(name: &str, result: &CaseResult, style: &Style) -> String {
    let mut event = Map::new();
    let word = match &result.status {
        Status::Passed => "ok",
        Status::Failed(_) => "failed",
        Status::Ignored(_) => "ignored",
    };
    event.insert("type".to_owned(), json!("test"));
    event.insert("name".to_owned(), json!(name));
    event.insert("event".to_owned(), json!(word));
    if !matches!(result.status, Status::Ignored(_)) {
        let seconds = result.duration.as_secs_f64();
        event.insert("exec_time".to_owned(), json!(seconds));
    }
    match &result.status {
        Status::Passed if style.show_output && !result.output.is_empty() => {
            event.insert("stdout".to_owned(), json!(result.output));
        }
        Status::Passed => {}
        Status::Failed(text) => {
            let mut stdout = result.output.clone();
            if !stdout.is_empty() && !stdout.ends_with('\n') {
                stdout.push('\n');
            }
            stdout.push_str(text);
            event.insert("stdout".to_owned(), json!(stdout));
            event.insert("message".to_owned(), json!(text));
        }
        Status::Ignored(reason) if reason.is_empty() => {}
        Status::Ignored(reason) => {
            event.insert("message".to_owned(), json!(reason));
        }
    }
    if result.is_flaky() {
        event.insert("attempts".to_owned(), json!(result.attempts));
    }
    line(&Value::Object(event))
}

/// The object with a space after each separator: readers search for that form.
pub(super) fn line(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out.push('\n');
    out
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push_str("{ ");
            for (n, (key, value)) in map.iter().enumerate() {
                if n > 0 {
                    out.push_str(", ");
                }
                out.push_str(&json!(key).to_string());
                out.push_str(": ");
                write_value(value, out);
            }
            out.push_str(" }");
        }
        other => out.push_str(&other.to_string()),
    }
}
