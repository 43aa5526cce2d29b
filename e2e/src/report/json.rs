//! `report.json`: everything the report knows, for machines.

use super::run::{Run, Totals};
use serde::Serialize;
use std::fmt::Write as _;

/// Version of the file's form. Each case carries the version of its own.
const VERSION: u32 = 1;

/// The file's text: one object, laid out with a line for each case, so that line
/// tools can work with it too. `cases` are the run's records in this form, each in a
/// line.
pub(super) fn render(run: &Run, totals: &Totals, cases: &[String]) -> String {
    let mut out = format!("{{\n\"version\": {VERSION},\n");
    let _ = writeln!(out, "\"run\": {},", text(&run.id));
    let _ = writeln!(out, "\"totals\": {},", text(totals));
    out.push_str("\"cases\": ");
    lines(&mut out, cases);
    let unreadable: Vec<_> = run.unreadable.iter().map(text).collect();
    out.push_str(",\n\"unreadable\": ");
    lines(&mut out, &unreadable);
    out.push_str("\n}\n");
    out
}

fn lines(out: &mut String, lines: &[String]) {
    let mut before = "[\n";
    for line in lines {
        out.push_str(before);
        out.push_str(line);
        before = ",\n";
    }
    out.push_str(if lines.is_empty() { "[]" } else { "\n]" });
}

/// Plain data with text keys always has a JSON form; if that ever changes, the rest
/// of the report must not be lost with it.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::{CaseRecord, Outcome};
    use crate::report::run::tests::record;

    #[test]
    fn it_holds_version_run_totals_and_cases() {
        let run = Run {
            id: "run-1".into(),
            records: vec![record("shop", "a::b", 1, Outcome::Passed)],
            unreadable: Vec::new(),
        };
        let json: serde_json::Value =
            serde_json::from_str(&render(&run, &run.totals(), &[text(&run.records[0])])).unwrap();
        let keys: Vec<_> = json.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["version", "run", "totals", "cases", "unreadable"]);
        assert_eq!(json["totals"]["passed"], 1);
        let back: CaseRecord = serde_json::from_value(json["cases"][0].clone()).unwrap();
        assert_eq!(back, run.records[0]);
    }
}
