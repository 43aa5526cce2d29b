//! One step of a test: its sentence, who decided it, what was done and seen.

use super::failure;
use super::markup::Markup;
use super::picture::{Album, file_link};
use crate::report::record::{
    ActionRecord, EvidenceRecord, StepEvent, StepRecord, StepResult, TurnRecord, Usage,
};
use crate::report::summary::{money, plural, thousands};
use crate::text;
use std::time::Duration;

/// What a step's entry needs from the attempt around it.
pub(super) struct Around<'a> {
    /// How long the whole attempt took, milliseconds.
    pub(super) duration_ms: u64,
    /// The diagnostic shown above already.
    pub(super) told: Option<&'a str>,
    /// The picture shown above already.
    pub(super) shown: Option<&'a str>,
}

/// Writes a step as a list item. Failing ones are open.
pub(super) fn item(
    page: &mut Markup,
    step: &StepRecord,
    around: &Around<'_>,
    album: &mut Album<'_>,
) {
    let status = match step.result {
        StepResult::Passed => "passed",
        StepResult::Failed(_) => "failed",
        StepResult::Blocked(_) => "blocked",
    };
    page.raw("<li class=\"step ").text(status).raw("\">");
    if has_more(step) {
        page.raw(match step.result {
            StepResult::Passed => "<details><summary>",
            _ => "<details open><summary>",
        });
        headline(page, step, status, around.duration_ms);
        page.raw("</summary><div class=\"more\">");
        more(page, step, around, album);
        page.raw("</div></details>");
    } else {
        page.raw("<div class=\"row\">");
        headline(page, step, status, around.duration_ms);
        page.raw("</div>");
    }
    page.raw("</li>");
}

fn has_more(step: &StepRecord) -> bool {
    !matches!(step.result, StepResult::Passed)
        || !step.actions.is_empty()
        || !step.turns.is_empty()
        || !step.passed_on.is_empty()
        || !step.events.is_empty()
        || !step.summary.is_empty()
        || !step.screen.is_empty()
        || step.screenshot.is_some()
        || step.model_calls > 0
}

fn headline(page: &mut Markup, step: &StepRecord, status: &'static str, whole_ms: u64) {
    page.raw("<span class=\"mark\" aria-hidden=\"true\"></span><span class=\"sr\">");
    page.raw(status).raw(" </span><span class=\"kind\">");
    page.text(step.kind.as_str());
    page.raw("</span> <span class=\"sentence\" dir=\"auto\">")
        .text(&step.text);
    page.raw("</span> <span class=\"side\">");
    if let Some(tier) = step.tier {
        page.raw("<span class=\"tier ")
            .text(tier.as_str())
            .raw("\">");
        page.text(tier.as_str()).raw("</span> ");
    }
    bar(page, step.started_ms, step.duration_ms, whole_ms);
    page.raw("<span class=\"time\">")
        .text(&millis(step.duration_ms));
    page.raw("</span></span>");
}

/// When in the attempt something happened, as a bar. Its numbers are attributes,
/// which the file's security policy allows, unlike inline styles.
fn bar(page: &mut Markup, started: u64, duration: u64, whole: u64) {
    let whole = whole.max(1);
    let start = (started.saturating_mul(100) / whole).min(98);
    let width = (duration.saturating_mul(100) / whole).clamp(2, 100 - start);
    page.raw("<svg class=\"bar\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    page.raw("<rect x=\"")
        .number(start)
        .raw("\" width=\"")
        .number(width);
    page.raw("\" height=\"6\"/></svg>");
}

fn more(page: &mut Markup, step: &StepRecord, around: &Around<'_>, album: &mut Album<'_>) {
    if !step.summary.is_empty() {
        page.raw("<p class=\"summary\" dir=\"auto\">")
            .text(&step.summary)
            .raw("</p>");
    }
    if !step.passed_on.is_empty() {
        page.raw("<ul class=\"passed-on\" aria-label=\"Why earlier tiers passed the step on\">");
        for reason in &step.passed_on {
            page.raw("<li>").text(reason).raw("</li>");
        }
        page.raw("</ul>");
    }
    if let Some(why) = step.result.failure() {
        if around.told == Some(why.diagnostic.as_str()) {
            page.raw("<p class=\"told\">");
            failure::badges(page, why);
            page.raw(" explained above</p>");
        } else {
            page.raw("<p>");
            failure::badges(page, why);
            page.raw("</p>");
            failure::diagnostic(page, why);
        }
    }
    actions(page, &step.actions);
    if let Some(path) = &step.screenshot {
        if around.shown == Some(path.as_str()) {
            // The same picture twice would cost its size twice.
        } else if step.result.failure().is_some() {
            album.figure(page, path, "The page when the step ended");
        } else {
            page.raw("<p>");
            file_link(page, path, "Picture of the page when the step ended");
            page.raw("</p>");
        }
    }
    if !step.screen.is_empty() {
        page.raw("<details class=\"sub\"><summary>What was on the screen</summary>");
        page.raw("<pre class=\"screen\" role=\"region\" aria-label=\"Screen\" tabindex=\"0\">")
            .long(&step.screen);
        page.raw("</pre></details>");
    }
    evidence(page, &step.evidence);
    turns(page, &step.turns);
    events(page, &step.events);
    facts(page, step);
}

fn actions(page: &mut Markup, actions: &[ActionRecord]) {
    if actions.is_empty() {
        return;
    }
    page.raw(
        "<div class=\"scroll\"><table class=\"actions\"><thead><tr><th scope=\"col\">action</th>",
    );
    page.raw("<th scope=\"col\">on</th><th scope=\"col\">what the page did</th>");
    page.raw("<th scope=\"col\" class=\"time\">took</th></tr></thead><tbody>");
    for action in actions {
        page.raw(if action.ok {
            "<tr>"
        } else {
            "<tr class=\"bad\">"
        });
        page.raw("<td><b>").text(&action.verb).raw("</b>");
        if !action.input.is_empty() {
            page.raw(" <code dir=\"auto\">")
                .text(&action.input)
                .raw("</code>");
        }
        page.raw("</td><td dir=\"auto\">").text(&action.target);
        page.raw("</td><td dir=\"auto\">").text(&action.effect);
        if !action.ok {
            page.raw(" <em>not carried out</em>");
        }
        page.raw("</td><td class=\"time\">")
            .text(&millis(action.duration_ms));
        page.raw("</td></tr>");
    }
    page.raw("</tbody></table></div>");
}

fn evidence(page: &mut Markup, evidence: &[EvidenceRecord]) {
    if evidence.is_empty() {
        return;
    }
    page.raw("<details class=\"sub\"><summary>What the pass rests on</summary><ul>");
    for one in evidence {
        page.raw("<li dir=\"auto\">").text(&one.found);
        page.raw(" <code dir=\"auto\">")
            .text(&one.cited)
            .raw("</code></li>");
    }
    page.raw("</ul></details>");
}

fn turns(page: &mut Markup, turns: &[TurnRecord]) {
    if turns.is_empty() {
        return;
    }
    page.raw("<details class=\"sub\"><summary>");
    page.text(&plural(turns.len() as u64, "turn"))
        .raw(" of the model</summary><ol class=\"turns\">");
    for turn in turns {
        page.raw("<li><p class=\"turn\">turn ").number(turn.index);
        if turn.model_ms > 0 {
            page.raw(" · ").text(&millis(turn.model_ms));
        }
        page.raw("</p>");
        if !turn.text.is_empty() {
            page.raw("<p class=\"prose\" dir=\"auto\">")
                .long(&turn.text)
                .raw("</p>");
        }
        for call in &turn.calls {
            page.raw(if call.failed {
                "<div class=\"call bad\"><code>"
            } else {
                "<div class=\"call\"><code>"
            });
            page.text(&call.call)
                .raw("</code><pre>")
                .long(&call.result)
                .raw("</pre></div>");
        }
        for note in &turn.notes {
            page.raw("<p class=\"note\">").text(note).raw("</p>");
        }
        page.raw("</li>");
    }
    page.raw("</ol></details>");
}

fn events(page: &mut Markup, events: &[StepEvent]) {
    if events.is_empty() {
        return;
    }
    page.raw("<details class=\"sub\"><summary>What else happened</summary>");
    page.raw("<div class=\"scroll\"><table class=\"actions\"><thead><tr>");
    page.raw("<th scope=\"col\">kind</th><th scope=\"col\">what</th>");
    page.raw("<th scope=\"col\">came to nothing because</th>");
    page.raw("<th scope=\"col\" class=\"time\">took</th></tr></thead><tbody>");
    for event in events {
        page.raw(match event.failure {
            None => "<tr>",
            Some(_) => "<tr class=\"bad\">",
        });
        page.raw("<td><b>").text(event.kind.as_str()).raw("</b>");
        page.raw("</td><td dir=\"auto\">").text(&event.text);
        if event.times > 1 {
            page.raw(" <em>")
                .text(&format!("{} times", event.times))
                .raw("</em>");
        }
        page.raw("</td><td dir=\"auto\">");
        if let Some(why) = &event.failure {
            page.raw("<code>").text(why.code.as_str()).raw("</code> ");
            page.text(&why.message);
        }
        page.raw("</td><td class=\"time\">")
            .text(&millis(event.took_ms));
        page.raw("</td></tr>");
    }
    page.raw("</tbody></table></div></details>");
}

fn facts(page: &mut Markup, step: &StepRecord) {
    page.raw("<ul class=\"facts\">");
    if let Some(place) = &step.location {
        page.raw("<li><code>")
            .text(&place.to_string())
            .raw("</code></li>");
    }
    if !step.url.is_empty() {
        page.raw("<li>at <code>")
            .text(&step.url)
            .raw("</code></li>");
    }
    if step.model_calls > 0 {
        page.raw("<li>")
            .text(&plural(step.model_calls.into(), "model call"))
            .raw("</li>");
    }
    if !step.usage.is_empty() {
        page.raw("<li>").text(&usage(&step.usage)).raw("</li>");
    }
    page.raw("</ul>");
}

/// `12,300 tokens in (9,000 cached), 410 out, $0.02`
fn usage(usage: &Usage) -> String {
    let mut out = format!("{} tokens in", thousands(usage.input_tokens));
    if usage.cached_tokens > 0 {
        out.push_str(&format!(" ({} cached)", thousands(usage.cached_tokens)));
    }
    out.push_str(&format!(", {} out", thousands(usage.output_tokens)));
    if usage.reasoning_tokens > 0 {
        out.push_str(&format!(
            " ({} reasoning)",
            thousands(usage.reasoning_tokens)
        ));
    }
    if let Some(cost) = usage.cost_usd {
        out.push_str(&format!(", {}", money(cost)));
    }
    if usage.partial {
        out.push_str(", at least: some calls did not say");
    }
    out
}

/// Milliseconds as a person writes them.
pub(super) fn millis(ms: u64) -> String {
    text::show_duration(Duration::from_millis(ms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::report::record::{EventFailure, EventKind, StepKind};

    fn told(events: &[StepEvent]) -> String {
        let mut page = Markup::default();
        super::events(&mut page, events);
        page.finish()
    }

    #[test]
    fn each_event_of_a_step_is_a_row_of_its_table() {
        let event = |kind, text: &str, times, failure| StepEvent {
            kind,
            text: text.into(),
            at_ms: 5,
            took_ms: 1_200,
            times,
            failure,
        };
        let why = EventFailure {
            code: Code::PolicyDenied,
            message: "not <here>".into(),
        };
        let page = told(&[
            event(EventKind::Phase, "plain", 1, None),
            event(EventKind::Poll, "it does not hold yet", 3, None),
            event(EventKind::Policy, "upload <n4>", 1, Some(why)),
        ]);
        let rows: Vec<_> = page.split("<tr").skip(2).collect();
        for (row, expected) in rows.iter().zip([
            "><td><b>phase</b></td><td dir=\"auto\">plain</td><td dir=\"auto\"></td>\
             <td class=\"time\">1.2s</td></tr>",
            "><td><b>poll</b></td><td dir=\"auto\">it does not hold yet <em>3 times</em></td>\
             <td dir=\"auto\"></td><td class=\"time\">1.2s</td></tr>",
            " class=\"bad\"><td><b>policy</b></td><td dir=\"auto\">upload &lt;n4&gt;</td>\
             <td dir=\"auto\"><code>POLICY_DENIED</code> not &lt;here&gt;</td>\
             <td class=\"time\">1.2s</td></tr>",
        ]) {
            assert!(row.starts_with(expected), "{row}");
        }
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn a_step_without_events_has_no_table_and_one_with_them_opens() {
        assert_eq!(told(&[]), "");
        let quiet = StepRecord::begun(0, StepKind::Act, "tap it", 0);
        assert!(!has_more(&quiet));
        let event = StepEvent {
            kind: EventKind::Model,
            text: "asked".into(),
            at_ms: 0,
            took_ms: 0,
            times: 1,
            failure: None,
        };
        let events = vec![event];
        assert!(has_more(&StepRecord { events, ..quiet }));
    }
}
