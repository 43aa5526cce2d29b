//! What queries find, and what verbs do with it.

use super::{Case, PAGE, refused};
use e2e::Code;
use e2e::screen::{Locator, Role, exact, expect};
use serde_json::json;

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
            "locating.rs:",
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
            "tried for ",
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
