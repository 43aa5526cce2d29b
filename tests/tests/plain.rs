//! Plain sentences against a real browser: done exactly as written, or refused with
//! what is there instead.

use e2e::Code;
use e2e::chassis::step::{Limits, StepContext, StepExecutor};
use e2e::chassis::verdict::Status;
use e2e::plain::{Attempt, PlainExecutor};
use e2e::report::record::StepKind;
use e2e_tests::pages::Shown;
use serde_json::{Map, json};
use std::time::Duration;

const BILLING: &str = r#"<title>Billing</title>
<h1>Billing</h1>
<form onsubmit="event.preventDefault(); out.textContent = 'Sent ' + email.value + ' ' + plan.value">
  <label>Email <input id=email type=email></label>
  <label>Notes <textarea id=notes></textarea></label>
  <label>Plan <select id=plan><option>Basic<option>Pro<option>Black and White</select></label>
  <label><input type=checkbox id=terms> Terms and Conditions</label>
  <label><input type=checkbox id=news checked> Newsletter</label>
  <fieldset><legend>Period</legend>
    <label><input type=radio name=p checked> Monthly</label>
    <label><input type=radio name=p> Yearly</label>
  </fieldset>
  <button>Send</button>
  <button type=button onclick="out.textContent = 'Saved and closed'">Save and close</button>
  <button type=button id=dead>Dead</button>
  <button type=button aria-pressed=false onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')">Bold</button>
</form>
<p role=status id=out></p>
<p>Total: <b>$5.00</b> a month</p>
<table>
  <tr><th>Month<th>Amount<th></tr>
  <tr><td>March<td>$5.00<td><button onclick="out.textContent = 'Deleted March'">Delete</button></tr>
  <tr><td>April<td>$15.00<td><button onclick="out.textContent = 'Deleted April'">Delete</button></tr>
</table>"#;

struct Case {
    shown: Shown,
    executor: PlainExecutor,
}

impl Case {
    async fn open(markup: &str) -> Self {
        let shown = Shown::quick().await;
        shown.write(markup).await;
        let executor = PlainExecutor::new(shown.page.clone(), Some(shown.url("")));
        Self { shown, executor }
    }

    async fn attempt(&self, kind: StepKind, sentence: &str) -> (Attempt, StepContext) {
        let params = Map::from_iter([
            ("email".to_owned(), json!("ada@example.com")),
            ("tricky".to_owned(), json!("a and click \"Delete\"")),
        ]);
        let step = StepContext::new(kind, sentence, Limits::default()).with_params(params);
        (self.executor.attempt(&step).await, step)
    }

    /// The summary of what was done, or the whole diagnostic.
    async fn says(&self, kind: StepKind, sentence: &str) -> String {
        match self.attempt(kind, sentence).await.0 {
            Attempt::Passed(verdict) => verdict.summary,
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => format!("{error:?}"),
        }
    }

    async fn act(&self, sentence: &str) -> String {
        self.says(StepKind::Act, sentence).await
    }

    async fn check(&self, sentence: &str) -> String {
        self.says(StepKind::Assert, sentence).await
    }

    async fn out(&self) -> String {
        let text = self
            .shown
            .run("return document.getElementById('out').textContent")
            .await;
        text.as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn sentences_do_what_they_say() {
    let case = Case::open(BILLING).await;
    for (sentence, summary, out) in [
        (
            "fill Email with {email} and select Pro from Plan, then click Send",
            "typed \"ada@example.com\" into textbox \"Email\"",
            "Sent ada@example.com Pro",
        ),
        (
            "click Save and close",
            "tapped button \"Save and close\"",
            "Saved and closed",
        ),
        (
            "click Delete in the row April",
            "tapped button \"Delete\"",
            "Deleted April",
        ),
        (
            "click the first Delete button",
            "tapped button \"Delete\"",
            "Deleted March",
        ),
        (
            "select Black and White from Plan and press Enter in the Email field",
            "chose \"Black and White\" in combobox \"Plan\"",
            "Sent ada@example.com Black and White",
        ),
        (
            "click 'Delete' next to \"April\"",
            "tapped button \"Delete\"",
            "Deleted April",
        ),
    ] {
        let done = case.act(sentence).await;
        assert!(done.contains(summary), "{sentence}\n{done}");
        assert_eq!(case.out().await, out, "{sentence}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn switches_are_brought_into_a_state_and_left_there() {
    let case = Case::open(BILLING).await;
    for (sentence, parts) in [
        (
            "check Terms and Conditions and Newsletter",
            [
                "turned checkbox \"Terms and Conditions\" on",
                "checkbox \"Newsletter\"",
            ]
            .as_slice(),
        ),
        ("check Terms and Conditions", &["already"]),
        (
            "uncheck Newsletter",
            &["turned checkbox \"Newsletter\" off"],
        ),
        (
            "choose Yearly in the Period group",
            &["turned radio \"Yearly\" on"],
        ),
        ("turn on Bold", &["turned", "button \"Bold\""]),
        ("turn on Bold", &["it was on already"]),
        ("turn Bold off", &["button \"Bold\""]),
    ] {
        let done = case.act(sentence).await;
        for part in parts {
            assert!(done.contains(part), "{sentence}: {done}");
        }
    }
    let state = case
        .shown
        .run("return [terms.checked, news.checked, document.querySelectorAll('[name=p]')[1].checked]")
        .await;
    assert_eq!(state, json!([true, false, true]));
    case.shown.close().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_with_what_is_there() {
    let case = Case::open(BILLING).await;
    for (sentence, code, part, actions) in [
        (
            "click Delete",
            Code::SentenceAmbiguous,
            "button \"Delete\" in row \"March $5.00 Delete\"",
            0,
        ),
        (
            "click Dead",
            Code::ActionNoEffect,
            "nothing at all happened",
            1,
        ),
        (
            "click Remove",
            Code::LocatorNotFound,
            "controls on the page",
            0,
        ),
        (
            "click the Send link",
            Code::LocatorNotFound,
            "called so is: button \"Send\"",
            0,
        ),
        (
            "select Gold from Plan",
            Code::LocatorNotFound,
            "has no option \"Gold\"",
            0,
        ),
        (
            "click Save and close, then click Nope",
            Code::LocatorNotFound,
            "Nope",
            1,
        ),
        (
            "fill Email with {nobody}",
            Code::InvalidArgument,
            "nobody",
            0,
        ),
        (
            "type \"x\"",
            Code::LocatorNotFound,
            "no field has the focus",
            0,
        ),
        ("upgrade to Pro", Code::ModelUnavailable, "E2E_MODEL", 0),
    ] {
        let (attempt, step) = case.attempt(StepKind::Act, sentence).await;
        let error = match attempt {
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => error,
            Attempt::Passed(verdict) => panic!("{sentence} passed: {verdict:?}"),
        };
        assert_eq!(error.code(), code, "{sentence}: {error:?}");
        assert!(format!("{error:?}").contains(part), "{sentence}: {error:?}");
        assert_eq!(step.actions_used(), actions, "{sentence}");
        assert_eq!(step.actions().len() as u32, actions, "{sentence}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn a_value_is_never_read_as_part_of_the_sentence() {
    let case = Case::open(BILLING).await;
    case.act("type {tricky} into Notes").await;
    assert_eq!(
        case.shown.run("return notes.value").await,
        json!("a and click \"Delete\"")
    );
    assert_eq!(case.out().await, "");
    case.shown.close().await;
}

#[tokio::test]
async fn checks_hold_or_say_what_is_there() {
    let case = Case::open(BILLING).await;
    case.act("fill Email with \"Saved\"").await;
    for (sentence, holds, part) in [
        ("the heading is Billing", true, "Billing"),
        (
            "the title is \"Billing\" and the URL contains written",
            true,
            "written",
        ),
        ("the page shows \"Total: $5.00 a month\"", true, "Total"),
        (
            "the page does not show \"Total: $5.00\"",
            false,
            "shows \"Total: $5.00\"",
        ),
        ("the page shows \"Total: $5\"", false, "does not show"),
        // What is only typed is not shown.
        (
            "the page shows \"Saved\"",
            false,
            "only typed into textbox \"Email\"",
        ),
        (
            "\"Saved\" is visible",
            false,
            "only typed into textbox \"Email\"",
        ),
        ("the Email field has value \"Saved\"", true, "Saved"),
        ("the Plan dropdown is \"Basic\"", true, "Basic"),
        ("the page shows \"Black and White\"", false, "does not show"),
        ("there are 2 rows", true, "2 rows"),
        ("there are 3 rows", false, "found 2 rows"),
        ("there are at least 2 Delete buttons", true, "2 buttons"),
        (
            "the row March shows $5.00 and the row April shows $15.00",
            true,
            "$15.00",
        ),
        (
            "the row March shows $15.00",
            false,
            "found: \"March $5.00 Delete\"",
        ),
        ("the Newsletter checkbox is checked", true, "checked"),
        ("Terms and Conditions is checked", false, "is not checked"),
        ("the Send button is enabled and visible", true, "Send"),
        ("\"Gone\" is not visible", true, "Gone"),
        ("the Send button is gone", false, "is on the page"),
        ("there is no dialog", true, "dialog"),
        ("Send and Dead are visible", true, "Dead"),
        ("the status is empty", true, "empty"),
        ("the Notes field is empty", true, "empty"),
        ("the Bold button is not pressed", true, "Bold"),
    ] {
        let (attempt, _) = case.attempt(StepKind::Assert, sentence).await;
        let (held, text) = match attempt {
            Attempt::Passed(verdict) => (true, verdict.summary),
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => (false, format!("{error:?}")),
        };
        assert_eq!(held, holds, "{sentence}: {text}");
        assert!(text.contains(part), "{sentence}: {text}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn what_comes_late_is_waited_for() {
    let case = Case::open(
        "<button onclick=\"setTimeout(() => {
            const more = document.createElement('button');
            more.textContent = 'More';
            more.onclick = () => out.textContent = 'Late';
            document.body.append(more);
        }, 700); this.remove()\">Start</button><p id=out role=status>Loading</p>",
    )
    .await;
    let done = case
        .act("click Start, click More and wait for \"Late\"")
        .await;
    assert!(done.contains("tapped button \"More\""), "{done}");
    let held = case
        .check("the status shows Late and the Start button is gone")
        .await;
    assert!(held.contains("Late"), "{held}");
    case.shown.close().await;
}

#[tokio::test]
async fn wait_for_ends_with_its_own_clock() {
    let case = Case::open("<p>Waiting</p>").await;
    let limits = Limits {
        timeout: Duration::from_millis(1_200),
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::WaitFor, "\"Done\" appears", limits);
    match case.executor.attempt(&step).await {
        Attempt::Failed { error, .. } => assert_eq!(error.code(), Code::StepTimeout, "{error:?}"),
        other => panic!("{other:?}"),
    }
    case.shown
        .run("setTimeout(() => document.body.append('Done'), 300)")
        .await;
    let step = StepContext::new(StepKind::WaitFor, "\"Done\" appears", Limits::default());
    let verdict = case.executor.run_step(&step).await.unwrap();
    assert_eq!(verdict.status, Status::Passed);
    case.shown.close().await;
}

#[tokio::test]
async fn addresses_and_history_are_followed() {
    let case = Case::open(BILLING).await;
    let target = case
        .shown
        .write("<title>Other</title><h1>Other</h1><a href=/blank.html>Blank</a>")
        .await;
    let url = target.url.clone();
    let path = url.splitn(4, '/').nth(3).unwrap().to_owned();
    for (sentence, part) in [
        (format!("go to /{path}"), "opened"),
        ("reload the page".to_owned(), "went reload"),
        ("open the Blank page".to_owned(), "tapped link \"Blank\""),
        (
            "go back and verify that the heading is Other".to_owned(),
            "went back",
        ),
    ] {
        let done = case.act(&sentence).await;
        assert!(done.contains(part), "{sentence}: {done}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn a_key_that_is_also_a_control_is_asked_about() {
    let case = Case::open(
        "<input aria-label=Search onkeydown=\"out.textContent = event.key\"><button>Delete</button><p id=out role=status></p>",
    )
    .await;
    let refused = case.act("press Delete").await;
    assert!(refused.starts_with("SENTENCE_AMBIGUOUS"), "{refused}");
    assert!(refused.contains("press the Delete key"), "{refused}");
    let done = case.act("press the Delete key in Search").await;
    assert!(done.contains("pressed Delete on"), "{done}");
    assert_eq!(case.out().await, "Delete");
    case.shown.close().await;
}
