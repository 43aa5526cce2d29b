//! One process of a run, as under nextest: `report-process RUN_DIR NAME` saves the
//! record of one test and leaves. With `killed` as third argument it dies before that.

use e2e::report::record::{CaseRecord, Outcome, VERSION};
use e2e::report::store;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let run = PathBuf::from(args.next().unwrap_or_default());
    let name = args.next().unwrap_or_default();
    let presence = store::enter(&run)?;
    let record = CaseRecord {
        version: VERSION,
        name,
        binary: "many".into(),
        location: e2e::SourceLocation {
            file: "tests/many.rs".into(),
            line: 1,
            column: 1,
        },
        attempt: 1,
        started_at: "2025-03-01T10:00:00Z".into(),
        duration_ms: 1,
        outcome: Outcome::Passed,
        browser: None,
        wire: None,
        steps: Vec::new(),
        artifacts: Vec::new(),
        teardown_failures: Vec::new(),
    };
    store::save(&run, &record)?;
    if args.next().is_some_and(|arg| arg == "killed") {
        // Neither destructors nor the report: as if a signal had ended it here.
        std::process::abort();
    }
    presence.finish().map(drop)
}
