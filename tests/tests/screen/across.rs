//! Queries over the page and its frames of other origins.

use super::{Case, refused};
use e2e::Code;
use e2e::screen::{Role, exact, expect};
use e2e_tests::pages::Pages;
use std::time::Duration;

const BRIEF: Duration = Duration::from_millis(150);

#[tokio::test]
async fn frames_of_other_origins_are_part_of_the_page() {
    let other = Pages::start().await;
    let card = "<label>Card <input id=card></label><p>Fees apply</p><button>Cancel</button>
        <button onclick=\"out.textContent = 'Paid ' + card.value\">Pay</button><output id=out></output>";
    let near = other.write(card);
    let far = other
        .write("<button>Cancel</button><p>Far</p>")
        .replace("127.0.0.1", "localhost");
    let case = Case::open(&format!(
        "<button>Cancel</button><section id=box><iframe src='{near}'></iframe></section><iframe src='{far}'></iframe>
         <div id=beside>Nothing</div><iframe style='display:none' src='{far}'></iframe>"
    ))
    .await;
    let screen = &case.screen;
    screen.get_by_label("Card").fill("4242").await.unwrap();
    assert_eq!(
        screen.get_by_label("Card").input_value().await.unwrap(),
        "4242"
    );
    screen
        .get_by_role((Role::Button, "Pay"))
        .click()
        .await
        .unwrap();
    expect(screen.get_by_text("Paid 4242"))
        .to_be_visible()
        .await
        .unwrap();
    expect(screen.get_by_label("Card"))
        .to_have_value("4242")
        .await
        .unwrap();

    // One among all documents, and counted through them.
    let cancel = screen.get_by_role((Role::Button, exact("Cancel")));
    expect(&cancel).to_have_count(3).await.unwrap();
    let clicked = cancel.click().timeout(BRIEF).await;
    refused(clicked, Code::LocatorAmbiguous, &["fits 3 elements"]);
    for n in 0..3 {
        expect(cancel.nth(n)).to_be_visible().await.unwrap();
    }
    expect(cancel.nth(3)).to_have_count(0).await.unwrap();
    assert_eq!(cancel.all().await.unwrap().len(), 3);
    expect(cancel.last()).to_be_visible().await.unwrap();

    // Denied is what no document shows, in the frames of a scope as well.
    let fees = screen.get_by_text("Fees apply");
    refused(
        expect(&fees).not().to_be_visible().timeout(BRIEF).await,
        Code::AssertionFailed,
        &[],
    );
    let inside = screen.locator("#box").get_by_text("Fees apply");
    expect(&inside).to_be_visible().await.unwrap();
    let denied = expect(&inside).not().to_be_visible().timeout(BRIEF).await;
    refused(denied, Code::AssertionFailed, &[]);
    let beside = screen.locator("#beside").get_by_text("Fees apply");
    expect(beside).not().to_be_visible().await.unwrap();
    expect(screen.get_by_text("Failed"))
        .not()
        .to_be_visible()
        .await
        .unwrap();
    expect(screen.get_by_text("Failed"))
        .to_have_count(0)
        .await
        .unwrap();
    case.shown.close().await;
}
