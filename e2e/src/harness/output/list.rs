//! `--list`.

use super::json::line;
use crate::harness::args::Format;
use crate::harness::plan::Plan;
use serde_json::json;

/// The whole listing. In the terse form every line is `NAME: test` and nothing else:
/// one foreign line and nextest gives up on all tests.
pub(in crate::harness) fn list(plan: &Plan, format: Format) -> String {
    match format {
        Format::Terse => names(plan),
        Format::Json => json_lines(plan),
        Format::Pretty | Format::Junit => {
            let count = plan.cases.len();
            let noun = if count == 1 { "test" } else { "tests" };
            format!("{}\n{count} {noun}, 0 benchmarks\n", names(plan))
        }
    }
}

fn names(plan: &Plan) -> String {
    let mut out = String::new();
    for planned in &plan.cases {
        out.push_str(planned.case.name());
        out.push_str(": test\n");
    }
    out
}

fn json_lines(plan: &Plan) -> String {
    let mut out = line(&json!({ "type": "suite", "event": "discovery" }));
    let mut ignored = 0;
    for planned in &plan.cases {
        let def = planned.case.def();
        let reason = def.ignore;
        ignored += usize::from(reason.is_some());
        out.push_str(&line(&json!({
            "type": "test",
            "event": "discovered",
            "name": planned.case.name(),
            "ignore": reason.is_some(),
            "ignore_message": reason.unwrap_or_default(),
            "source_path": def.file,
            "start_line": def.line,
            "start_col": def.column,
            "end_line": def.line,
            "end_col": usize::try_from(def.column).unwrap_or(0) + def.name.chars().count(),
        })));
    }
    out.push_str(&line(&json!({
        "type": "suite",
        "event": "completed",
        "tests": plan.cases.len(),
        "benchmarks": 0,
        "total": plan.cases.len(),
        "ignored": ignored,
    })));
    out
}
