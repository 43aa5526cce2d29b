//! The file as a whole: what failed, then every test.

use super::case;
use super::failure;
use super::header;
use super::markup::Markup;
use super::picture::{Album, Load};
use crate::report::record::Outcome;
use crate::report::run::{Case, Ending, Run, Totals};
use crate::report::summary::plural;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// What may run and load: exactly our style and script by their hashes, and pictures
/// that are in the file. A test computes the hashes and shows them when they change.
const POLICY: &str = "default-src 'none'; img-src data:; \
    style-src 'sha256-223C4TdI9pL/6H1nvAxO1oU90IL8UgW8dQCoVKRDSoc='; \
    script-src 'sha256-2IYJFMyzmt8+C2NhCMbomG8spXwRZywaF5hptNzzMlA='; \
    base-uri 'none'; form-action 'none'";

/// Renders the file. `load` gets a picture by its path in the run's folder.
pub(in crate::report) fn render(run: &Run, totals: &Totals, load: &Load<'_>) -> String {
    let mut binaries = grouped(run);
    let mut page = Markup::default();
    head(&mut page, run, totals);
    header::section(&mut page, run, totals);
    page.raw("<main>");
    failures(&mut page, &binaries, totals.failed);
    unreadable(&mut page, run);
    page.raw("<section aria-labelledby=\"tests\"><h2 id=\"tests\">Tests</h2>");
    controls(&mut page, totals);
    if binaries.is_empty() {
        page.raw("<p class=\"empty\">No test has left a record yet.</p>");
    }
    let mut album = Album::new(load);
    for binary in &mut binaries {
        page.raw("<section class=\"binary\"><h3>").text(binary.name);
        page.raw(" <small>")
            .text(&plural(binary.cases.len() as u64, "test"));
        page.raw("</small></h3>");
        for &(number, case) in &binary.cases {
            case::section(&mut page, case, number, &mut album);
        }
        page.raw("</section>");
    }
    page.raw(
        "</section></main><dialog class=\"large\" aria-label=\"Picture\"><img alt=\"\"></dialog>",
    );
    page.raw("<script>")
        .raw(SCRIPT)
        .raw("</script></body></html>\n");
    page.finish()
}

/// The tests of one binary, numbered through the whole file.
struct Binary<'a> {
    name: &'a str,
    cases: Vec<(u64, Case<'a>)>,
}

/// What failed comes first: binaries by their worst test, tests by how they ended.
fn grouped(run: &Run) -> Vec<Binary<'_>> {
    let mut binaries: Vec<Binary<'_>> = Vec::new();
    for case in run.cases() {
        let name = case.last().binary.as_str();
        match binaries.last_mut() {
            Some(binary) if binary.name == name => binary.cases.push((0, case)),
            _ => binaries.push(Binary {
                name,
                cases: vec![(0, case)],
            }),
        }
    }
    for binary in &mut binaries {
        binary.cases.sort_by_key(|(_, case)| case.ending());
    }
    binaries.sort_by_key(|binary| {
        binary
            .cases
            .iter()
            .all(|(_, c)| c.ending() != Ending::Failed)
    });
    let all = binaries.iter_mut().flat_map(|binary| &mut binary.cases);
    for (number, (slot, _)) in (1..).zip(all) {
        *slot = number;
    }
    binaries
}

fn head(page: &mut Markup, run: &Run, totals: &Totals) {
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .raw(POLICY)
        .raw("\">");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\"><title>");
    page.text(&header::verdict(totals).1)
        .raw(" · e2e ")
        .text(&run.id);
    page.raw("</title><style>")
        .raw(STYLE)
        .raw("</style></head><body>");
    page.raw("<a class=\"skip\" href=\"#tests\">Skip to the tests</a>");
}

fn failures(page: &mut Markup, binaries: &[Binary<'_>], failed: usize) {
    if failed == 0 {
        return;
    }
    page.raw("<section aria-labelledby=\"failed\"><h2 id=\"failed\">What failed</h2><ol class=\"failures\">");
    let failing = binaries
        .iter()
        .flat_map(|binary| &binary.cases)
        .filter_map(|(number, case)| match &case.last().outcome {
            Outcome::Failed(why) => Some((*number, case.last(), why)),
            _ => None,
        });
    for (number, record, why) in failing {
        page.raw("<li><div class=\"top\"><a href=\"#t")
            .number(number);
        page.raw("\">").name(&record.name).raw("</a> <span>");
        failure::badges(page, why);
        let place = why.location.as_ref().unwrap_or(&record.location);
        page.raw("</span> <code class=\"place\">");
        page.text(&place.to_string()).raw("</code></div>");
        page.raw("<p dir=\"auto\">")
            .text(&why.message)
            .raw("</p></li>");
    }
    page.raw("</ol></section>");
}

fn unreadable(page: &mut Markup, run: &Run) {
    if run.unreadable.is_empty() {
        return;
    }
    page.raw("<section class=\"unreadable\" aria-labelledby=\"unreadable\">");
    page.raw("<h2 id=\"unreadable\">Records that could not be read</h2>");
    page.raw("<p>How these tests ended is not known, and they are in no count.</p><ul>");
    for file in &run.unreadable {
        page.raw("<li><code>")
            .text(&file.file)
            .raw("</code>: ")
            .text(&file.why)
            .raw("</li>");
    }
    page.raw("</ul></section>");
}

/// Filters need the script, so they are hidden until it runs.
fn controls(page: &mut Markup, totals: &Totals) {
    page.raw("<div class=\"controls\" role=\"search\" hidden>");
    page.raw("<label>Filter <input type=\"search\" id=\"filter\" placeholder=\"name, sentence, message…\"></label>");
    page.raw("<div class=\"statuses\" role=\"group\" aria-label=\"Show\">");
    let clean = totals.passed - totals.flaky;
    for (status, number) in [
        ("failed", totals.failed),
        ("flaky", totals.flaky),
        ("passed", clean),
        ("skipped", totals.skipped),
    ] {
        if number > 0 {
            page.raw("<button type=\"button\" aria-pressed=\"false\" data-show=\"")
                .raw(status);
            page.raw("\">")
                .raw(status)
                .raw(" <span>")
                .number(number as u64)
                .raw("</span></button>");
        }
    }
    page.raw(
        "</div><div class=\"fold\"><button type=\"button\" data-fold=\"open\">Open all</button>",
    );
    page.raw("<button type=\"button\" data-fold=\"close\">Close all</button></div>");
    page.raw("<p role=\"status\" id=\"shown\"></p></div>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::html::Picture;
    use crate::report::record::{
        ActionRecord, FailureRecord, StepKind, StepRecord, StepResult, Tier, Usage,
    };
    use crate::report::run::Unreadable;
    use crate::report::run::tests::{failed, record};
    use crate::{Code, Error};
    use base64::Engine as _;
    use sha2::Digest as _;

    fn render(run: &Run, load: &Load<'_>) -> String {
        super::render(run, &run.totals(), load)
    }

    fn hash(text: &str) -> String {
        let digest = sha2::Sha256::digest(text.as_bytes());
        format!(
            "'sha256-{}'",
            base64::engine::general_purpose::STANDARD.encode(digest)
        )
    }

    #[test]
    fn the_policy_names_exactly_our_style_and_script() {
        assert_eq!(
            POLICY,
            format!(
                "default-src 'none'; img-src data:; style-src {}; script-src {}; \
                 base-uri 'none'; form-action 'none'",
                hash(STYLE),
                hash(SCRIPT)
            )
        );
    }

    fn step(text: &str, result: StepResult) -> StepRecord {
        StepRecord {
            index: 0,
            kind: StepKind::Act,
            text: text.into(),
            location: None,
            tier: Some(Tier::Plain),
            passed_on: vec!["replay: no recording".into()],
            started_ms: 300,
            duration_ms: 600,
            result,
            summary: String::new(),
            actions: vec![ActionRecord {
                verb: "tap".into(),
                target: "button \"Pay\"".into(),
                input: String::new(),
                started_ms: 310,
                duration_ms: 40,
                effect: "1 added".into(),
                ok: true,
            }],
            turns: Vec::new(),
            evidence: Vec::new(),
            events: Vec::new(),
            model_calls: 0,
            usage: Usage::default(),
            url: "http://127.0.0.1/pay".into(),
            screenshot: Some("a/shot.png".into()),
            screen: "heading \"Pay\"".into(),
        }
    }

    fn sample() -> Run {
        let error = Error::new(Code::LocatorNotFound, "no button is named \"Pay\"")
            .help("write the name as the page shows it");
        let why = FailureRecord::from(&error);
        let mut bad = record("shop", "cart::pays", 1, Outcome::Failed(why.clone()));
        bad.steps = vec![step("pay", StepResult::Failed(why))];
        Run {
            id: "run-1".into(),
            records: vec![record("admin", "lists", 1, Outcome::Passed), bad],
            unreadable: Vec::new(),
        }
    }

    /// The body, with a line for each element that starts a block.
    fn body(page: &str) -> String {
        let start = page.find("<body>").unwrap();
        let end = page.find("<script>").unwrap();
        let mut body = page[start..end].to_owned();
        for tag in [
            "<header", "<main", "<section", "<details", "<div", "<li", "<h", "<p", "<figure",
            "<table", "<tr",
        ] {
            body = body.replace(tag, &format!("\n{tag}"));
        }
        body
    }

    #[test]
    fn a_small_run_looks_like_this() {
        let load = |_: &str, _| Picture::Bytes(b"\x89PNG".to_vec());
        insta::assert_snapshot!(body(&render(&sample(), &load)));
    }

    #[test]
    fn what_failed_comes_first_and_is_open() {
        let page = render(&sample(), &|_, _| Picture::Missing);
        let shop = page.find("<h3>shop").unwrap();
        let admin = page.find("<h3>admin").unwrap();
        assert!(shop < admin);
        assert!(page.contains("data-status=\"failed\" id=\"t1\" open>"));
        assert!(page.contains("data-status=\"passed\" id=\"t2\">"));
        assert!(page.contains("<a href=\"#t1\">cart::pays</a>"));
    }

    #[test]
    fn a_run_with_an_unreadable_record_is_not_green() {
        let mut run = sample();
        run.records.pop();
        assert!(render(&run, &|_, _| Picture::Missing).contains("<header class=\"passed\">"));
        run.unreadable.push(Unreadable {
            file: "cases/x.json".into(),
            why: "broken".into(),
        });
        let page = render(&run, &|_, _| Picture::Missing);
        assert!(page.contains("<header class=\"failed\">"));
        assert!(page.contains("cases/x.json"));
    }

    #[test]
    fn a_run_of_nothing_says_so() {
        let page = render(&Run::default(), &|_, _| Picture::Missing);
        assert!(page.contains("Nothing ran"));
    }

    #[test]
    fn no_text_of_a_run_becomes_markup() {
        let evil = "</script><script>alert(1)</script>\"><img src=x onerror=alert(1)>\u{202E}";
        // Every string of the record, found through its JSON form.
        let mut json = serde_json::to_value(&sample().records).unwrap();
        let fixed = ["status", "kind", "tier", "code", "class"];
        fn poison(value: &mut serde_json::Value, evil: &str, fixed: &[&str]) {
            match value {
                serde_json::Value::String(text) => *text = evil.into(),
                serde_json::Value::Array(all) => {
                    all.iter_mut().for_each(|v| poison(v, evil, fixed));
                }
                serde_json::Value::Object(map) => {
                    for (key, value) in map {
                        if !fixed.contains(&key.as_str()) {
                            poison(value, evil, fixed);
                        }
                    }
                }
                _ => {}
            }
        }
        poison(&mut json, evil, &fixed);
        let mut records: Vec<crate::report::record::CaseRecord> =
            serde_json::from_value(json).unwrap();
        records.push(record("zz", evil, 1, failed(None)));
        let run = Run {
            id: evil.into(),
            records,
            unreadable: vec![Unreadable {
                file: evil.into(),
                why: evil.into(),
            }],
        };
        let page = render(&run, &|_, _| Picture::Missing);
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("</script").count(), 1);
        assert!(!page.contains("<img src") && !page.contains('\u{202E}'));
        assert!(
            page.matches("&lt;/script&gt;").count() > 12,
            "nothing was poisoned"
        );
    }
}
