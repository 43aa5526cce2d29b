//! What holds, what does not, and what is waited for.

use super::{BILLING, Case};
use e2e::Code;
use e2e::chassis::step::{Limits, StepContext, StepExecutor};
use e2e::chassis::verdict::Status;
use e2e::plain::Attempt;
use e2e::report::record::StepKind;
use std::time::Duration;

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
async fn what_is_denied_is_looked_for_everywhere() {
    let case = Case::open(
        "<p>Your card was <b>declined</b>.</p>
        <div contenteditable>Payment failed</div>
        <button>Save draft</button>
        <div role=dialog aria-label=\"Confirm removal\"><button>Remove</button></div>
        <div hidden>Hidden words</div>",
    )
    .await;
    for (sentence, holds) in [
        // In pieces, it is shown all the same.
        ("the page does not show \"card was declined\"", false),
        // Rich text that is being edited is no statement of the page.
        ("the page shows \"Payment failed\"", false),
        ("the page does not show \"Hidden words\"", true),
        ("the Save button is visible", false),
        ("the Save button is gone", true),
        ("there is no dialog", false),
        // Is it this dialog that is meant? That cannot be told.
        ("the deletion dialog is gone", false),
        ("the dialog \"Deletion\" is gone", true),
        // A loose word proves nothing.
        ("the spinner is gone", false),
        ("the page does not show an error", false),
    ] {
        let text = case.check(sentence).await;
        let held =
            !text.contains("(app)") && !text.contains("(agent)") && !text.contains("(setup)");
        assert_eq!(held, holds, "{sentence}: {text}");
    }
    case.shown.close().await;
}
