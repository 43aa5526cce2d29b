//! What holds, what does not, and what is waited for.

use super::{BILLING, Case};
use e2e::Code;
use e2e::chassis::step::{Limits, StepContext, StepExecutor};
use e2e::chassis::verdict::Status;
use e2e::plain::Attempt;
use e2e::report::record::StepKind;
use std::time::Duration;

#[tokio::test]
async fn what_a_frame_of_another_origin_shows_is_not_denied() {
    let other = e2e_tests::pages::Pages::start().await;
    let card = other.write("<p>Payment <b>failed</b></p><label>Card <input></label>");
    let case = Case::open(&format!(
        "<main><h1>Shop</h1><iframe src='{card}'></iframe></main>"
    ))
    .await;
    case.act("fill Card with \"4242\"").await;
    for (sentence, part) in [
        ("the page shows \"Payment failed\"", "Payment failed"),
        (
            "the page does not show \"Payment failed\"",
            "shows \"Payment failed\"",
        ),
        ("the page does not show \"Payment done\"", "Payment done"),
        ("the Card field has value \"4242\"", "4242"),
    ] {
        let said = case.check(sentence).await;
        assert!(said.contains(part), "{sentence}: {said}");
    }
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
async fn what_was_seen_is_told_though_the_last_look_never_ends() {
    let case = Case::open("<p>Waiting</p>").await;
    case.shown
        .run("setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 300)")
        .await;
    let limits = Limits {
        timeout: Duration::from_millis(1_200),
        ..Limits::default()
    };
    let step = StepContext::new(StepKind::Assert, "the page shows \"Done\"", limits);
    match case.executor.attempt(&step).await {
        Attempt::Failed { error, .. } => {
            assert_eq!(error.code(), Code::AssertionFailed, "{error:?}");
            assert!(!step.remaining().is_zero(), "no time is left to tell it");
        }
        other => panic!("{other:?}"),
    }
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_denied_is_looked_for_everywhere() {
    let case = Case::open(
        "<p>Your card was <b>declined</b>.</p>
        <div contenteditable>Payment failed</div>
        <button>Save draft</button>
        <div role=dialog aria-label=\"Confirm removal\"><button>Remove</button></div>
        <div hidden>Hidden words</div>
        <p>Balance: -$12.00</p>",
    )
    .await;
    for (sentence, holds) in [
        // In pieces, it is shown all the same.
        ("the page does not show \"card was declined\"", false),
        // Rich text that is being edited is no statement of the page.
        ("the page shows \"Payment failed\"", false),
        ("the page does not show \"Hidden words\"", true),
        ("the page shows \"$12.00\"", false),
        ("the page shows \"-$12.00\"", true),
        // Inside a longer word it says something of it.
        ("the page does not show \"decline\"", false),
        ("the page does not show \"2.00\"", true),
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

/// Words that come with the answer to a request, long after the click that asked.
fn asking(ms: u64) -> String {
    format!(
        "<button onclick=\"fetch('/echo?ms={ms}').then(() => out.textContent = 'Late error')\">Ask</button>
        <p id=out role=status>Asked nothing</p>"
    )
}

#[tokio::test]
async fn what_is_not_there_yet_is_not_called_absent() {
    let case = Case::open(&asking(1_500)).await;
    case.act("click Ask").await;
    // Neither does what is about to be replaced still stand there.
    let stale = case.check("the page shows \"Asked nothing\"").await;
    assert!(stale.starts_with("ASSERTION_FAILED"), "{stale}");
    let said = case.check("the page does not show \"Late error\"").await;
    assert!(said.starts_with("ASSERTION_FAILED"), "{said}");
    case.shown
        .write("<p id=out aria-busy=true>Loading</p>")
        .await;
    case.shown
        .run("setTimeout(() => { out.textContent = 'Late error'; out.ariaBusy = 'false' }, 500)")
        .await;
    let said = case
        .check("there is no text \"Late error\" and \"Late error\" is not visible")
        .await;
    assert!(said.starts_with("ASSERTION_FAILED"), "{said}");
    // A bar without a value says that something is under way.
    case.shown
        .write("<progress id=bar hidden></progress><p id=out>Loading</p>")
        .await;
    let load = "bar.hidden = false; setTimeout(() => { out.textContent = 'Late error'; bar.hidden = true }, 500)";
    case.shown.run(load).await;
    let said = case.check("the page does not show \"Late error\"").await;
    assert!(said.starts_with("ASSERTION_FAILED"), "{said}");
    // One that never ends belongs to the page's looks, after a while.
    let bar = "<div role=progressbar style='width:50px;height:9px'></div>";
    case.shown
        .write(&format!("<progress id=bar></progress>{bar}<p>Kept</p>"))
        .await;
    let mut said = case.check("the page does not show \"Late error\"").await;
    assert!(
        said.contains("progressbar has not come to an end"),
        "{said}"
    );
    for _ in 0..6 {
        if said.contains("never came to rest") {
            said = case.check("the page does not show \"Late error\"").await;
        }
    }
    assert!(!said.contains("never came to rest"), "{said}");
    // Shown anew it begins anew.
    case.shown.run("bar.hidden = true").await;
    case.shown.page.look().await.unwrap();
    case.shown.run("bar.hidden = false").await;
    let said = case.check("the page does not show \"Late error\"").await;
    assert!(
        said.contains("progressbar has not come to an end"),
        "{said}"
    );
    case.shown.close().await;
}

#[tokio::test]
async fn a_page_that_never_rests_is_judged_and_said_to_be_so() {
    let case = Case::open(&asking(20_000)).await;
    case.act("click Ask").await;
    let held = case.check("the page does not show \"Late error\"").await;
    assert!(
        held.contains("never came to rest: a request is still open"),
        "{held}"
    );
    case.shown.close().await;
}

#[tokio::test]
async fn a_failed_check_says_it_in_plain_words() {
    let case = Case::open(
        "<p>Order kept</p><p>Subtotal</p><p>Tax of the order</p><p>Total $27.41</p>
        <button>Search</button><select aria-label=\"Sort by\"><option>Price</select>
        <ul aria-label=Products><li>Mug</li></ul>",
    )
    .await;
    for (sentence, part) in [
        (
            "there is no dialog and the dialog is open",
            "no dialog is open",
        ),
        (
            "\"Order kept\" is not visible",
            ": \"Order kept\" is on the page",
        ),
        (
            "the Products list does not contain \"Mug\"",
            "expected that it does not contain \"Mug\"",
        ),
        (
            "the page shows \"Total $27.40\"",
            "nearest texts on the page: \"Total $27.41\"",
        ),
        ("the search box is visible", "no search field"),
    ] {
        let said = case.check(sentence).await;
        assert!(said.contains(part), "{sentence}: {said}");
    }
    let said = case.act("click the second Search button").await;
    assert!(said.contains("there is only one of"), "{said}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_table_of_any_length_is_looked_up_whole() {
    let case = Case::open(
        "<p role=status id=out></p><table id=t></table><script>
        for (let n = 1; n <= 1000; n++) {
            const row = t.insertRow();
            for (const text of ['order ' + n, 'paid', '$' + n]) row.insertCell().textContent = text;
            const button = document.createElement('button');
            button.textContent = 'Open';
            button.onclick = () => out.textContent = 'Opened ' + n;
            row.insertCell().append(button);
        }</script>",
    )
    .await;
    for (sentence, holds) in [
        ("there are 1000 rows", true),
        ("there are 999 rows", false),
        ("the last row shows \"order 1000\"", true),
        ("the last row does not show \"order 1000\"", false),
        ("the row \"order 987\" shows \"$987\"", true),
    ] {
        let (attempt, _) = case.attempt(StepKind::Assert, sentence).await;
        let held = matches!(attempt, Attempt::Passed(_));
        assert_eq!(held, holds, "{sentence}: {attempt:?}");
    }
    case.act("click Open in the row \"order 987\"").await;
    let held = case.check("the status says \"Opened 987\"").await;
    assert!(held.contains("Opened 987"), "{held}");
    case.shown.close().await;
}

#[tokio::test]
async fn what_a_style_sheet_writes_is_part_of_what_a_thing_says() {
    let case = Case::open(
        r#"<title>Written</title>
        <style>
          .not::before { content: "Not " } .minus::before { content: "-" }
          .thousands::after { content: "k" }
        </style>
        <p role=status class=not>saved</p>
        <p role=alert class=minus>5.00</p>
        <h1 class=thousands>5</h1>
        <p>Cafe&#x301;</p>"#,
    )
    .await;
    for (sentence, holds) in [
        ("the status says saved", false),
        ("the status says \"Not saved\"", true),
        ("the alert shows \"5.00\"", false),
        ("the alert shows \"-5.00\"", true),
        ("the page shows \"Caf\u{e9}\"", true),
    ] {
        let (came, _) = case.attempt(StepKind::Assert, sentence).await;
        let held = matches!(came, Attempt::Passed(_));
        assert_eq!(held, holds, "{sentence}");
    }
    case.shown.close().await;
}
