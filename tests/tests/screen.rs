//! Exact locators and expectations against a real browser.

use e2e::config::Timeouts;
use e2e::report::journal::Journal;
use e2e::report::record::{StepKind, StepResult, Tier};
use e2e::screen::{Locator, Role, Screen, exact, expect};
use e2e::{Code, Error};
use e2e_tests::pages::Shown;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const PAGE: &str = r#"<title>Orders – Shop</title>
<h1>Orders</h1>
<label>Email <input id=email type=email placeholder="you@example.com"></label>
<label>Password <input id=pass type=password value=hunter2></label>
<label>Plan <select id=plan><option>Basic<option>Pro</select></label>
<label><input type=checkbox id=terms> Accept the terms</label>
<input id=search aria-label="Search orders" data-testid=search title="Find orders">
<img alt="Company logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20>
<button onclick="out.textContent = 'Saved  as\n draft'">Save</button>
<button onclick="out.textContent = 'Saved and closed'">Save and close</button>
<button disabled>Locked</button>
<button style="display:none">Ghost</button>
<p role=status id=out>Nothing yet</p>
<p>Total: <b>$5.00</b> a month</p>
<table>
  <tr><td>March<td><button onclick="out.textContent = 'Deleted March'">Delete</button></tr>
  <tr><td>April<td><button onclick="out.textContent = 'Deleted April'">Delete</button></tr>
</table>
<div id=host></div>
<iframe id=frame srcdoc="<button onclick='this.textContent = &quot;Framed&quot;'>In the frame</button>"></iframe>
<script>
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = '<button>In the shadow</button><label>Nick <input></label>';
  root.querySelector('button').onclick = () => out.textContent = 'Shadow';
</script>"#;

struct Case {
    shown: Shown,
    screen: Screen,
    journal: Arc<Journal>,
}

impl Case {
    async fn open(markup: &str) -> Self {
        let shown = Shown::quick().await;
        shown.write(markup).await;
        let folder = std::env::temp_dir();
        let journal = Arc::new(Journal::new(&folder, folder.join("none")));
        let mut timeouts = Timeouts::default();
        timeouts.action = Duration::from_millis(1_000);
        timeouts.expect = Duration::from_millis(1_000);
        let screen = Screen::new(shown.page.clone(), journal.clone(), timeouts);
        Self {
            shown,
            screen,
            journal,
        }
    }

    async fn out(&self) -> String {
        let text = self
            .shown
            .run("return document.getElementById('out').textContent")
            .await;
        text.as_str().unwrap_or_default().to_owned()
    }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, code: Code, parts: &[&str]) {
    let error = result.unwrap_err();
    let text = format!("{error:?}");
    assert_eq!(error.code(), code, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[tokio::test]
async fn every_kind_of_query_finds_what_it_names() {
    let case = Case::open(PAGE).await;
    let screen = &case.screen;
    let cases: &[(Locator, usize)] = &[
        (screen.get_by_role(Role::Button), 7),
        (screen.get_by_role((Role::Button, "save")), 2),
        (screen.get_by_role((Role::Button, exact("Save"))), 1),
        (screen.get_by_role(Role::Button).name("Save").exact(), 1),
        (screen.get_by_role((Role::Button, "Ghost")), 0),
        (screen.get_by_role((Role::Heading, "Orders")), 1),
        (screen.get_by_label("Email"), 1),
        (screen.get_by_label("search ORDERS"), 1),
        (screen.get_by_label("Nick"), 1),
        (screen.get_by_label(exact("Accept the terms")), 1),
        (screen.get_by_placeholder("example.com"), 1),
        (screen.get_by_test_id("search"), 1),
        (screen.get_by_test_id("sear"), 0),
        (screen.get_by_alt_text("logo"), 1),
        (screen.get_by_title("Find"), 1),
        (screen.get_by_text("Total: $5.00 a month"), 1),
        (screen.get_by_text("$5.00"), 1),
        (screen.get_by_text(exact("$5.00")), 1),
        (screen.get_by_text("delete"), 2),
        (screen.get_by_text("In the shadow"), 1),
        (screen.get_by_text("In the frame"), 1),
        (screen.get_by_text("Ghost"), 0),
        (screen.get_by_text("hunter2"), 0),
        (screen.locator("table button"), 2),
        (screen.locator("#host button"), 0),
        (screen.locator("button").filter("Delete"), 2),
        (screen.locator("button").visible().name("Delete").last(), 1),
        (
            screen
                .get_by_role(Role::Row)
                .filter("March")
                .get_by_role(Role::Button),
            1,
        ),
        (screen.get_by_role(Role::Row).nth(1).get_by_text("April"), 1),
        (screen.get_by_role(Role::Row).nth(7), 0),
        (screen.locator("tr, table").get_by_role(Role::Button), 2),
    ];
    for (locator, count) in cases {
        assert_eq!(locator.count().await.unwrap(), *count, "{locator}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn verbs_act_on_exactly_one_element() {
    let case = Case::open(PAGE).await;
    let screen = &case.screen;
    screen
        .get_by_label("Email")
        .fill("ada@example.com")
        .await
        .unwrap();
    screen
        .get_by_label("Email")
        .press_sequentially(".org")
        .await
        .unwrap();
    assert_eq!(
        screen.get_by_label("Email").input_value().await.unwrap(),
        "ada@example.com.org"
    );
    screen.get_by_label("Email").clear().await.unwrap();
    assert_eq!(case.shown.run("return email.value").await, json!(""));
    screen
        .get_by_label("Plan")
        .select_option("Pro")
        .await
        .unwrap();
    assert_eq!(
        screen.get_by_label("Plan").input_value().await.unwrap(),
        "Pro"
    );
    let terms = screen.get_by_label("Accept the terms");
    terms.check().await.unwrap();
    terms.check().await.unwrap();
    assert!(terms.is_checked().await.unwrap());
    terms.uncheck().await.unwrap();
    assert!(!terms.is_checked().await.unwrap());
    screen.get_by_label("Search").focus().await.unwrap();
    expect(screen.get_by_label("Search"))
        .to_be_focused()
        .await
        .unwrap();
    screen
        .get_by_label("Search")
        .press("Shift+A")
        .await
        .unwrap();
    screen
        .get_by_role((Role::Row, "April"))
        .get_by_role(Role::Button)
        .click()
        .await
        .unwrap();
    assert_eq!(case.out().await, "Deleted April");
    screen.get_by_text("In the shadow").click().await.unwrap();
    assert_eq!(case.out().await, "Shadow");
    screen
        .get_by_role((Role::Button, "In the frame"))
        .click()
        .await
        .unwrap();
    expect(screen.get_by_text("Framed"))
        .to_be_visible()
        .await
        .unwrap();
    screen.get_by_alt_text("logo").hover().await.unwrap();
    screen
        .get_by_text("April")
        .scroll_into_view()
        .await
        .unwrap();
    assert!(!screen.get_by_text("Locked").is_enabled().await.unwrap());
    assert!(!screen.get_by_text("Nowhere").is_visible().await.unwrap());
    assert_eq!(
        screen
            .get_by_label("Search")
            .get_attribute("title")
            .await
            .unwrap()
            .as_deref(),
        Some("Find orders")
    );
    assert_eq!(
        screen
            .get_by_label("Search")
            .get_attribute("nope")
            .await
            .unwrap(),
        None
    );
    case.shown.close().await;
}

#[tokio::test]
async fn strictness_and_absence_say_what_is_there() {
    let case = Case::open(PAGE).await;
    let screen = &case.screen;
    refused(
        screen.get_by_role((Role::Button, "Delete")).click().await,
        Code::LocatorAmbiguous,
        &[
            "get_by_role(button, \"Delete\") fits 2 elements",
            "button \"Delete\" in row \"March Delete\"",
            "screen.rs:",
        ],
    );
    refused(
        screen
            .get_by_role((Role::Button, "Sav changes"))
            .click()
            .await,
        Code::LocatorNotFound,
        &[
            "names of that role on the page: \"Save and close\", \"Save\"",
            "tried for 1",
        ],
    );
    refused(
        screen.get_by_label("E-Mail").fill("x").await,
        Code::LocatorNotFound,
        &["labels on the page: \"Email\""],
    );
    refused(
        screen
            .get_by_role(Role::Row)
            .filter("May")
            .get_by_role(Role::Button)
            .click()
            .await,
        Code::LocatorNotFound,
        &["get_by_role(row) fits 2 of them; filter(\"May\") fits nothing there"],
    );
    refused(
        screen.locator("button[").click().await,
        Code::InvalidArgument,
        &["locator(\"button[\"", "querySelectorAll"],
    );
    refused(
        screen.get_by_text("Locked").click().await,
        Code::NotActionable,
        &["disabled"],
    );
    refused(
        screen.get_by_label("Email").press("Entr").await,
        Code::InvalidArgument,
        &["did you mean `Enter`?"],
    );
    refused(
        screen.get_by_label("Password").input_value().await,
        Code::InvalidArgument,
        &["a password is never read"],
    );
    case.shown.close().await;
}

#[tokio::test]
async fn expectations_hold_or_show_both_sides() {
    let case = Case::open(PAGE).await;
    let screen = &case.screen;
    let status = screen.get_by_role(Role::Status);
    expect(&status).to_have_text("Nothing yet").await.unwrap();
    expect(&status).to_contain_text("yet").await.unwrap();
    expect(&status).not().to_contain_text("Pro").await.unwrap();
    expect(screen.get_by_text("Ghost"))
        .to_be_hidden()
        .await
        .unwrap();
    expect(screen.locator("button").name("Locked"))
        .to_be_disabled()
        .await
        .unwrap();
    expect(screen.get_by_role((Role::Button, exact("Save"))))
        .to_be_enabled()
        .await
        .unwrap();
    expect(screen.get_by_label("Accept"))
        .to_be_unchecked()
        .await
        .unwrap();
    expect(screen.get_by_label("Plan"))
        .to_have_value("Basic")
        .await
        .unwrap();
    expect(screen.get_by_role(Role::Row))
        .to_have_count(2)
        .await
        .unwrap();
    expect(screen.get_by_label("Search"))
        .to_have_attribute("title", "Find orders")
        .await
        .unwrap();
    expect(screen).to_have_title("Orders – Shop").await.unwrap();
    expect(screen).to_contain_url("/written/").await.unwrap();
    expect(screen).not().to_have_url("/login").await.unwrap();

    let brief = Duration::from_millis(150);
    refused(
        expect(&status).timeout(brief).to_contain_text("Pro").await,
        Code::AssertionFailed,
        &[
            "status is not as expected",
            "located by get_by_role(status)",
            "expected: a text that contains \"Pro\"",
            "found: \"Nothing yet\"",
            "tried for 1",
            "screen.rs:",
        ],
    );
    refused(
        expect(screen.get_by_role((Role::Dialog, "Confirm")))
            .to_be_visible()
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &[
            "get_by_role(dialog, \"Confirm\")",
            "expected: visible",
            "not on the page",
        ],
    );
    refused(
        expect(screen.get_by_text("Nowhere"))
            .not()
            .to_have_text("x")
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &["fits nothing on the page"],
    );
    refused(
        expect(screen.get_by_text("Delete"))
            .to_be_visible()
            .timeout(brief)
            .await,
        Code::LocatorAmbiguous,
        &["fits 2 elements"],
    );
    refused(
        expect(screen.get_by_text("Delete"))
            .to_be_hidden()
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &["expected: not visible", "found: visible"],
    );
    refused(
        expect(screen.get_by_role(Role::Row))
            .to_have_count(3)
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &["expected: 3 elements", "found: 2", "row \"March Delete\""],
    );
    refused(
        expect(screen.get_by_label("Email"))
            .to_be_checked()
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &["it is no checkbox, radio button or switch"],
    );
    refused(
        expect(screen.get_by_label("Password"))
            .to_have_value("hunter2")
            .timeout(brief)
            .await,
        Code::AssertionFailed,
        &["never read"],
    );
    refused(
        expect(screen).to_have_url("/login").timeout(brief).await,
        Code::AssertionFailed,
        &["the URL is not as expected", "expected: \"/login\""],
    );
    case.shown.close().await;
}

#[tokio::test]
async fn expectations_wait_for_the_page_even_over_a_navigation() {
    let case = Case::open("<p id=out role=status>Working</p>").await;
    let next = case.shown.url("roles.html");
    let out = case.screen.get_by_role(Role::Status);
    case.shown
        .run("setTimeout(() => out.textContent = 'Done', 400)")
        .await;
    expect(&out).to_have_text("Done").await.unwrap();
    // A change that leaves no mutation behind is seen, too.
    case.shown
        .run(
            "const i = document.createElement('input'); i.id = 'late'; document.body.append(i);
              setTimeout(() => i.value = 'typed', 300)",
        )
        .await;
    expect(case.screen.locator("#late"))
        .to_have_value("typed")
        .await
        .unwrap();
    case.shown
        .run(&format!("setTimeout(() => location.href = '{next}', 200)"))
        .await;
    expect(&case.screen)
        .to_contain_url("roles.html")
        .timeout(Duration::from_secs(5))
        .await
        .unwrap();
    case.shown.close().await;
}

#[tokio::test]
async fn every_call_is_written_down_and_an_unawaited_one_is_told() {
    let case = Case::open(PAGE).await;
    let save = case.screen.get_by_role((Role::Button, exact("Save")));
    save.click().await.unwrap();
    let brief = Duration::from_millis(100);
    let status = case.screen.get_by_role(Role::Status);
    expect(&status)
        .to_have_text("Nothing yet")
        .timeout(brief)
        .await
        .unwrap_err();
    drop(save.click());
    let steps = case.journal.steps();
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[0].kind, StepKind::Locator);
    assert_eq!(
        steps[0].text,
        "get_by_role(button, exact(\"Save\")).click()"
    );
    assert_eq!(steps[0].tier, Some(Tier::Code));
    assert_eq!(steps[0].actions[0].target, "button \"Save\"");
    assert!(
        steps[0]
            .location
            .as_ref()
            .unwrap()
            .file
            .ends_with("screen.rs")
    );
    assert_eq!(steps[1].kind, StepKind::Expect);
    assert!(matches!(steps[1].result, StepResult::Failed(_)));
    let never = case.journal.all_never_awaited();
    assert_eq!(never.len(), 1, "{never:?}");
    assert!(never[0].contains("click()"), "{never:?}");
    case.shown.close().await;
}
