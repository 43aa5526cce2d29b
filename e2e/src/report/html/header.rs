//! What is read first: how the run ended, what it took and what it cost.

use super::markup::Markup;
use super::step::millis;
use crate::report::instant;
use crate::report::run::{Run, Totals};
use crate::report::summary::{cost, plural, thousands};

/// The run in two or three words, and the look that goes with it. A record that
/// cannot be read may be a failure, so such a run is not said to have passed.
pub(super) fn verdict(totals: &Totals) -> (&'static str, String) {
    if totals.failed > 0 {
        (
            "failed",
            format!("{} failed", thousands(totals.failed as u64)),
        )
    } else if totals.unreadable > 0 {
        (
            "failed",
            plural(totals.unreadable as u64, "unreadable record"),
        )
    } else if totals.passed > 0 {
        ("passed", "All passed".to_owned())
    } else {
        ("skipped", "Nothing ran".to_owned())
    }
}

/// Writes the part that is read first: how the run ended, in counts and as a bar.
pub(super) fn section(page: &mut Markup, run: &Run, totals: &Totals) {
    let (look, words) = verdict(totals);
    page.raw("<header class=\"").raw(look);
    page.raw("\"><h1><span class=\"verdict\">").text(&words);
    page.raw("</span> <span class=\"of\">");
    page.text(&plural(totals.tests as u64, "test"))
        .raw("</span></h1>");
    shares(page, totals);
    page.raw("<dl>");
    for (name, value) in facts(run, totals) {
        page.raw("<div><dt>").raw(name).raw("</dt><dd>");
        page.text(&value).raw("</dd></div>");
    }
    page.raw("</dl></header>");
}

fn facts(run: &Run, totals: &Totals) -> Vec<(&'static str, String)> {
    let mut facts = vec![("passed", thousands(totals.passed as u64))];
    for (name, number) in [
        ("failed", totals.failed),
        ("flaky", totals.flaky),
        ("skipped", totals.skipped),
    ] {
        if number > 0 {
            facts.push((name, thousands(number as u64)));
        }
    }
    facts.push(("took", millis(totals.duration_ms)));
    if let Some(started) = &totals.started_at {
        facts.push(("started", instant::show(started)));
    }
    if !totals.browsers.is_empty() {
        let browsers: Vec<&str> = totals.browsers.iter().map(String::as_str).collect();
        facts.push(("browser", browsers.join(", ")));
    }
    facts.push(("model", cost(totals).unwrap_or_else(|| "not asked".into())));
    if !totals.steps_by_tier.is_empty() {
        let tiers = totals.steps_by_tier.iter();
        let tiers: Vec<_> = tiers
            .map(|(tier, count)| format!("{count} {tier}"))
            .collect();
        facts.push(("steps decided by", tiers.join(", ")));
    }
    facts.push(("run", run.id.clone()));
    facts
}

/// The outcomes as shares of one bar; the numbers stand beside it in words.
fn shares(page: &mut Markup, totals: &Totals) {
    if totals.tests == 0 {
        return;
    }
    let clean = totals.passed - totals.flaky;
    page.raw("<svg class=\"shares\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    let mut before = 0;
    for (look, count) in [
        ("failed", totals.failed),
        ("flaky", totals.flaky),
        ("passed", clean),
        ("skipped", totals.skipped),
    ] {
        let start = 1000 * before / totals.tests;
        before += count;
        let end = 1000 * before / totals.tests;
        page.raw("<rect class=\"")
            .raw(look)
            .raw("\" x=\"")
            .number(start as u64);
        page.raw("\" width=\"")
            .number((end - start) as u64)
            .raw("\" height=\"8\"/>");
    }
    page.raw("</svg>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_fill_the_bar() {
        let totals = Totals {
            tests: 3,
            passed: 2,
            flaky: 1,
            failed: 1,
            ..Totals::default()
        };
        let mut page = Markup::default();
        shares(&mut page, &totals);
        let html = page.finish();
        for part in [
            "failed\" x=\"0\" width=\"333\"",
            "flaky\" x=\"333\" width=\"333\"",
            "passed\" x=\"666\" width=\"334\"",
            "skipped\" x=\"1000\" width=\"0\"",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }
}
