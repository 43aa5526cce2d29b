//! The whole account of each row: what it was asked, in which turns, what it was told,
//! what the loop noted, and how it ended. A row of a table says what its rule is about;
//! its account in `rows/` holds everything else still.

use super::rules::Ran;
use e2e::model::{Part, Role, ToolChoice};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Longest line of an account, characters.
const LINE: usize = 240;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chassis/rows"))
}

/// The account of a run, a line for each fact.
pub(crate) fn of(ran: &Ran) -> String {
    let mut lines = vec![match &ran.result {
        Ok(verdict) => {
            let code = verdict.code.map_or("-", e2e::Code::as_str);
            format!("{} {code}: {}", verdict.status.as_str(), verdict.summary)
        }
        Err(error) if error.is_blocked() => format!("blocked by {error:?}"),
        Err(error) => format!("error {error:?}"),
    }];
    lines.push(format!(
        "counted {}, acted {}, unasked {}, ran: {}",
        ran.step.model_calls(),
        ran.step.actions_used(),
        ran.model.left(),
        ran.log.join(" ")
    ));
    let all = ran.step.usage();
    let turns = ran.step.turns();
    let used = turns.iter().filter(|turn| turn.index > 0).map(|turn| {
        let usage = turn.usage.as_ref();
        usage.map_or("?".to_owned(), |usage| {
            format!("{}+{}", usage.input_tokens, usage.output_tokens)
        })
    });
    lines.push(format!(
        "used {}+{}{}: {}",
        all.input_tokens,
        all.output_tokens,
        if all.partial { " at least" } else { "" },
        used.collect::<Vec<_>>().join(", ")
    ));
    let requests = ran.model.requests();
    let mut within = None;
    let asked: Vec<_> = requests
        .iter()
        .map(|request| {
            let choice = match &request.choice {
                ToolChoice::Auto => "auto",
                ToolChoice::Required => "required",
                ToolChoice::Named(name) => name,
            };
            let time = std::mem::replace(&mut within, request.timeout) != request.timeout;
            let time = request.timeout.filter(|_| time);
            let time = time.map_or_else(String::new, |time| format!(" in {}", time.as_millis()));
            let offered = if request.tools.len() == 1 {
                "one"
            } else {
                "all"
            };
            format!("{choice} of {offered} on {}{time}", request.messages.len())
        })
        .collect();
    lines.push(format!("asked: {}", asked.join(", ")));
    for proof in ran.step.evidence() {
        lines.push(format!("proof: {} -> {}", proof.cited, proof.found));
    }
    // The opening is the first thing a user says; the others are notices.
    let told = requests.last().into_iter().flat_map(|last| &last.messages);
    let told = told.skip(1).filter(|message| message.role == Role::User);
    for part in told.flat_map(|message| &message.parts) {
        if let Part::Text(text) = part {
            lines.push(format!("told: {text}"));
        }
    }
    let transcript = ran.step.transcript();
    lines.extend(transcript.lines().map(str::to_owned));
    lines.iter().fold(String::new(), |mut out, line| {
        let line: String = line.replace('\n', " / ").chars().take(LINE).collect();
        if !line.trim().is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    })
}

/// What of a table's accounts is not as it was written down.
pub(crate) fn differences(name: &str, accounts: &[(&str, String)]) -> String {
    let path = folder().join(format!("{name}.txt"));
    let write = |(rule, account): &(&str, String)| format!("== {rule}\n{account}\n");
    if std::env::var_os("UPDATE_ROWS").is_some() {
        let text: String = accounts.iter().map(write).collect();
        std::fs::write(&path, text).unwrap();
        return String::new();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut written: Vec<_> = text.split_inclusive("\n\n").collect();
    let mut out = String::new();
    for row in accounts {
        let now = write(row);
        let head = format!("== {}\n", row.0);
        let at = written.iter().position(|then| then.starts_with(&head));
        let then = at.map_or("", |at| written.remove(at));
        if then != now {
            let _ = writeln!(out, "\n-- it was\n{then}-- it is\n{now}");
        }
    }
    for gone in written {
        let _ = writeln!(out, "\n-- no row any more\n{gone}");
    }
    if !out.is_empty() {
        let _ = writeln!(
            out,
            "where the change is meant, set UPDATE_ROWS=1 and run this test to write {} again",
            path.display()
        );
    }
    out
}

#[test]
fn every_rule_has_a_row_and_a_name_of_its_own() {
    let mut names = HashSet::new();
    for file in std::fs::read_dir(folder()).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for name in text.lines().filter_map(|line| line.strip_prefix("== ")) {
            // What a loop learns of a model is remembered by its name, the row's.
            assert!(names.insert(name.to_owned()), "two rows are named {name}");
        }
    }
    assert!(names.len() >= 120, "{} rows", names.len());
}
