//! What is nearly what was said, or done only at first glance.

use super::Case;

#[tokio::test]
async fn a_part_of_a_name_that_says_more_is_not_pressed() {
    let case = Case::open(
        "<button onclick=\"out.textContent = 'Account gone'\">Delete account</button>
        <button onclick=\"out.textContent = 'Cleared'\">Remove (3)</button>
        <button onclick=\"out.textContent = 'Helped'\">Help and support</button>
        <ul><li>Mug <button onclick=\"out.textContent = 'Mug gone'\">Erase the mug</button></li></ul>
        <p id=out role=status></p>",
    )
    .await;
    for sentence in ["click Delete", "click the Delete button", "press Erase"] {
        let refused = case.act(sentence).await;
        assert!(
            refused.starts_with("LOCATOR_NOT_FOUND"),
            "{sentence}: {refused}"
        );
        assert!(
            refused.contains("was it that one?"),
            "{sentence}: {refused}"
        );
        assert_eq!(case.out().await, "", "{sentence}");
    }
    for (sentence, out) in [
        ("click Remove", "Cleared"),
        ("click Help", "Helped"),
        ("click Erase in the Mug list item", "Mug gone"),
        ("click \"Delete account\"", "Account gone"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn a_page_in_view_as_a_whole_does_not_scroll() {
    let case = Case::open("<p>Short</p>").await;
    let refused = case.act("scroll down").await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    assert!(refused.contains("nothing scrolls down"), "{refused}");
    case.shown
        .write("<p style='margin-top: 3000px'>The end</p>")
        .await;
    let done = case.act("scroll to the bottom, then scroll down").await;
    assert!(done.contains("does not scroll down any further"), "{done}");
    case.shown.close().await;
}

#[tokio::test]
async fn every_question_has_to_be_answered() {
    let case = Case::open(
        "<button onclick=\"if (confirm('Delete?') && confirm('Really?')) out.textContent += 'gone '\">Delete</button>
        <button onclick=\"if (confirm('Send?')) { alert('On its way'); out.textContent += 'sent ' }\">Send</button>
        <p id=out role=status></p>",
    )
    .await;
    let refused = case.act("click Delete and accept the dialog").await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    assert!(refused.contains("was dismissed: \"Really?\""), "{refused}");
    let done = case
        .act("click Delete, accept the dialog, then accept the dialog")
        .await;
    assert_eq!(case.out().await, "gone ", "{done}");
    let refused = case
        .act("click Delete, accept the dialog, then dismiss the dialog")
        .await;
    assert_eq!(case.out().await, "gone ", "{refused}");
    let done = case.act("click Send and accept the dialog").await;
    assert_eq!(case.out().await, "gone sent ", "{done}");
    let refused = case
        .act("click Send, accept the dialog, accept the dialog and accept the dialog")
        .await;
    assert!(refused.contains("no dialog opened"), "{refused}");
    case.shown.close().await;
}
