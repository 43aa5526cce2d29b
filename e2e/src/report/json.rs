//! `report.json`: everything the report knows, for machines.

use super::record::CaseRecord;
use super::run::{Run, Totals, Unreadable};
use serde::Serialize;

/// Version of the file's form. Each case carries the version of its own.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    run: &'a str,
    totals: Totals,
    cases: &'a [CaseRecord],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unreadable: &'a [Unreadable],
}

/// The file's text.
pub(super) fn render(run: &Run) -> String {
    let report = Report {
        version: VERSION,
        run: &run.id,
        totals: run.totals(),
        cases: &run.records,
        unreadable: &run.unreadable,
    };
    // Plain data with text keys always has a JSON form; if that ever changes, the
    // other report must not be lost with this one.
    serde_json::to_string_pretty(&report)
        .unwrap_or_else(|error| format!("{{\"version\":{VERSION},\"error\":\"{error}\"}}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::Outcome;
    use crate::report::run::tests::record;

    #[test]
    fn it_holds_version_run_totals_and_cases() {
        let run = Run {
            id: "run-1".into(),
            records: vec![record("shop", "a::b", 1, Outcome::Passed)],
            unreadable: Vec::new(),
        };
        let json: serde_json::Value = serde_json::from_str(&render(&run)).unwrap();
        let keys: Vec<_> = json.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["version", "run", "totals", "cases"]);
        assert_eq!(json["totals"]["passed"], 1);
        let back: CaseRecord = serde_json::from_value(json["cases"][0].clone()).unwrap();
        assert_eq!(back, run.records[0]);
    }
}
