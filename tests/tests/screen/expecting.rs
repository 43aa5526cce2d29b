//! Statements that are tried until they hold.

use super::{Case, PAGE, refused};
use e2e::Code;
use e2e::report::record::{StepKind, StepResult, Tier};
use e2e::screen::{Role, exact, expect};
use std::time::Duration;

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
    // Longer than an answer of the browser may take: the page waits to the end of it, and
    // tells what it saw after that.
    let long = Duration::from_millis(3300);
    refused(
        expect(&status).timeout(long).to_contain_text("Pro").await,
        Code::AssertionFailed,
        &[
            "status is not as expected",
            "located by get_by_role(status)",
            "expected: a text that contains \"Pro\"",
            "found: \"Nothing yet\"",
            "tried for ",
            "expecting.rs:",
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
            .ends_with("expecting.rs")
    );
    assert_eq!(steps[1].kind, StepKind::Expect);
    assert!(matches!(steps[1].result, StepResult::Failed(_)));
    let never = case.journal.all_never_awaited();
    assert_eq!(never.len(), 1, "{never:?}");
    assert!(never[0].contains("click()"), "{never:?}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_press_without_effect_is_told_where_something_is_missing_behind_it() {
    let case =
        Case::open("<button>Archive</button><button onclick='this.textContent += 1'>More</button>")
            .await;
    let screen = &case.screen;
    let missing = async || {
        let brief = Duration::from_millis(150);
        let archived = expect(screen.get_by_text("Archived")).timeout(brief);
        format!("{:?}", archived.to_be_visible().await.unwrap_err())
    };
    screen.get_by_text("Archive").click().await.unwrap();
    let said = missing().await;
    assert!(
        said.contains("(tap on button \"Archive\") had no visible effect"),
        "{said}"
    );
    screen.get_by_text("More").click().await.unwrap();
    let said = missing().await;
    assert!(!said.contains("had no visible effect"), "{said}");
}
