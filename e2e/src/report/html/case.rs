//! One test: its row, and inside it every attempt.

use super::failure;
use super::markup::Markup;
use super::picture::{Album, file_link};
use super::step::{self, Around, millis};
use crate::report::instant;
use crate::report::record::{CaseRecord, FailureRecord, Outcome, StepRecord};
use crate::report::run::{Case, Ending};
use crate::report::summary::plural;

/// Bytes after which tests are listed without their steps, so that the file still
/// opens when a run has many thousands of them.
const TEXT_LIMIT: usize = 60 * 1024 * 1024;

/// Writes a test; `number` makes its anchor.
pub(super) fn section(page: &mut Markup, case: Case<'_>, number: u64, album: &mut Album<'_>) {
    let ending = case.ending();
    let last = case.last();
    page.raw("<details class=\"test ").raw(ending.as_str());
    page.raw("\" data-status=\"").raw(ending.as_str());
    page.raw("\" id=\"t").number(number);
    page.raw(if ending == Ending::Failed {
        "\" open><summary><h4>"
    } else {
        "\"><summary><h4>"
    });
    page.raw("<span class=\"mark\" aria-hidden=\"true\"></span><span class=\"sr\">");
    page.raw(ending.as_str())
        .raw(" </span><span class=\"name\" dir=\"auto\">");
    name(page, &last.name);
    page.raw("</span></h4> <span class=\"side\">");
    match &last.outcome {
        Outcome::Failed(why) => failure::badges(page, why),
        Outcome::Skipped { .. } => {
            page.raw("<span class=\"badge other\">skipped</span>");
        }
        Outcome::Passed if ending == Ending::Flaky => {
            page.raw("<span class=\"badge flaky\">flaky</span>");
        }
        Outcome::Passed => {}
    }
    page.raw(" <span class=\"time\">")
        .text(&millis(last.duration_ms));
    page.raw("</span></span></summary><div class=\"body\">");
    if page.len() > TEXT_LIMIT {
        page.raw(
            "<p>This run is too large to show every test here; its steps are in report.json.</p>",
        );
    } else {
        attempts(page, case, album);
    }
    page.raw("</div></details>");
}

/// The function's name stands out from its modules.
fn name(page: &mut Markup, full: &str) {
    match full.rsplit_once("::") {
        None => page.raw("<b>").name(full).raw("</b>"),
        Some((modules, function)) => {
            page.raw("<span class=\"path\">").name(modules);
            page.raw("::</span><wbr><b>").name(function).raw("</b>")
        }
    };
}

/// The last attempt decides, so it comes first; the others can be opened.
fn attempts(page: &mut Markup, case: Case<'_>, album: &mut Album<'_>) {
    let all = case.attempts();
    attempt(page, case.last(), all.len(), album);
    for earlier in all[..all.len() - 1].iter().rev() {
        page.raw("<details class=\"sub attempt\"><summary>Attempt ")
            .number(earlier.attempt);
        page.raw(": ").raw(match earlier.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed(_) => "failed",
            Outcome::Skipped { .. } => "skipped",
        });
        page.raw(" after ")
            .text(&millis(earlier.duration_ms))
            .raw("</summary>");
        attempt(page, earlier, all.len(), album);
        page.raw("</details>");
    }
}

fn attempt(page: &mut Markup, record: &CaseRecord, of: usize, album: &mut Album<'_>) {
    let picture = picture(record);
    let mut told = None;
    match &record.outcome {
        Outcome::Failed(why) => {
            told = Some(why.diagnostic.as_str());
            explain(page, why, picture, album);
        }
        Outcome::Skipped { reason } => {
            page.raw("<p class=\"reason\" dir=\"auto\">")
                .text(reason)
                .raw("</p>");
        }
        Outcome::Passed => {}
    }
    if !record.teardown_failures.is_empty() {
        page.raw("<h5>Failed in tear-down</h5>");
        for failure in &record.teardown_failures {
            page.raw("<pre class=\"diagnostic\" role=\"region\" aria-label=\"Diagnostic\" tabindex=\"0\">")
                .long(failure)
                .raw("</pre>");
        }
    }
    if !record.steps.is_empty() {
        page.raw("<h5>")
            .text(&plural(record.steps.len() as u64, "step"));
        page.raw("</h5><ol class=\"steps\">");
        let shown = if record.outcome.is_failed() {
            picture
        } else {
            None
        };
        let around = Around {
            duration_ms: record.duration_ms,
            told,
            shown,
        };
        for step in &record.steps {
            step::item(page, step, &around, album);
        }
        page.raw("</ol>");
    }
    artifacts(page, record);
    facts(page, record, of);
}

/// The two things a reviewer looks at first, side by side.
fn explain(page: &mut Markup, why: &FailureRecord, picture: Option<&str>, album: &mut Album<'_>) {
    page.raw("<div class=\"explain\"><div class=\"words\">");
    page.raw("<p class=\"message\" dir=\"auto\">")
        .text(&why.message)
        .raw("</p>");
    failure::diagnostic(page, why);
    page.raw("</div>");
    if let Some(path) = picture {
        album.figure(page, path, "The page when the test failed");
    }
    page.raw("</div>");
}

/// The last failing step's picture; a failure outside of any step may have one too.
fn picture(record: &CaseRecord) -> Option<&str> {
    let failing = |step: &&StepRecord| step.result.failure().is_some();
    record
        .steps
        .iter()
        .filter(failing)
        .filter_map(|step| step.screenshot.as_deref())
        .next_back()
        .or_else(|| {
            let mut shots = record.artifacts.iter().filter(|a| a.kind == "screenshot");
            shots.next_back().map(|a| a.path.as_str())
        })
}

fn artifacts(page: &mut Markup, record: &CaseRecord) {
    if record.artifacts.is_empty() {
        return;
    }
    page.raw("<h5>Files</h5><ul class=\"files\">");
    for artifact in &record.artifacts {
        page.raw("<li><span class=\"kind\">")
            .text(&artifact.kind)
            .raw("</span> ");
        let label = if artifact.label.is_empty() {
            &artifact.path
        } else {
            &artifact.label
        };
        file_link(page, &artifact.path, label);
        page.raw("</li>");
    }
    page.raw("</ul>");
}

fn facts(page: &mut Markup, record: &CaseRecord, of: usize) {
    page.raw("<ul class=\"facts\"><li><code>")
        .text(&record.location.to_string());
    page.raw("</code></li><li>")
        .text(&instant::show(&record.started_at))
        .raw("</li>");
    if let Some(browser) = &record.browser {
        page.raw("<li>").text(browser).raw("</li>");
    }
    if let Some(wire) = &record.wire {
        page.raw("<li>over ").text(wire).raw("</li>");
    }
    if of > 1 || record.attempt > 1 {
        page.raw("<li>attempt ").number(record.attempt).raw("</li>");
    }
    page.raw("</ul>");
}
