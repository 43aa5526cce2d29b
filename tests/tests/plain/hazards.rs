//! What is nearly what was said, or done only at first glance.

use super::Case;

#[tokio::test]
async fn a_part_of_a_name_that_says_more_is_not_pressed() {
    let case = Case::open(
        "<button onclick=\"out.textContent = 'Account gone'\">Delete account</button>
        <button onclick=\"out.textContent = 'Cleared'\">Remove (3)</button>
        <button onclick=\"out.textContent = 'Konto weg'\">Konto löschen</button>
        <button onclick=\"out.textContent = 'Gone'\">アカウントを削除</button>
        <button onclick=\"out.textContent = 'Helped'\">Help and support</button>
        <ul><li>Mug <button onclick=\"out.textContent = 'Mug gone'\">Erase the mug</button></li></ul>
        <p id=out role=status></p>",
    )
    .await;
    for sentence in [
        "click Delete",
        "click the Delete button",
        "press Erase",
        // The word that matters is left out.
        "click account",
        "click Konto",
        "click 削除",
    ] {
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
        ("click Konto löschen", "Konto weg"),
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
        <button onclick=\"out.textContent += confirm('One?') && confirm('Two?') ? 'gone ' : 'kept '\">Ask</button>
        <button onclick=\"if (confirm('Send?')) { alert('On its way'); out.textContent += 'sent ' }\">Send</button>
        <p id=out role=status></p>",
    )
    .await;
    let refused = case.act("click Delete and accept the dialog").await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    assert!(refused.contains("was dismissed: \"Really?\""), "{refused}");
    // What the page shows for a no is no effect of the press either.
    let refused = case.act("click Ask").await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    assert!(refused.contains("led to a question"), "{refused}");
    let refused = case.act("click Ask and accept the dialog").await;
    assert!(refused.starts_with("ACTION_NO_EFFECT"), "{refused}");
    let done = case.act("click Ask and dismiss the dialog").await;
    assert_eq!(case.out().await, "kept kept kept ", "{done}");
    case.shown.run("out.textContent = ''").await;
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

#[tokio::test]
async fn a_sign_is_a_key_where_no_control_is_called_so() {
    let case = Case::open(
        "<p>Press <kbd>?</kbd> for help, <kbd>+</kbd> for more</p><input aria-label=Name>
        <button onclick=\"out.textContent = 'More'\">+</button><p id=out role=status></p>
        <script>onkeydown = event => { if (event.key === '?') out.textContent = 'Help' };</script>",
    )
    .await;
    for (sentence, out) in [("press ?", "Help"), ("press +", "More")] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    // A field would take it for text.
    case.act("focus the Name field").await;
    let refused = case.act("press ?").await;
    assert!(refused.starts_with("LOCATOR_NOT_FOUND"), "{refused}");
    let typed = "return document.querySelector('input').value";
    assert_eq!(case.shown.run(typed).await, "");
    // With a modifier it is no sign alone, and a key in a field, too.
    case.act("type \"old\" into Name, press Control+A and type \"new\"")
        .await;
    assert_eq!(case.shown.run(typed).await, "new");
    case.shown.close().await;
}

#[tokio::test]
async fn what_the_keys_put_off_is_waited_for() {
    let case = Case::open(
        "<input type=search aria-label=Search><p id=out role=status>3 results</p>
        <script>
        let wait = 0;
        document.querySelector('input').oninput = () => {
            clearTimeout(wait);
            wait = setTimeout(() => fetch('/echo?ms=200').then(() => out.textContent = '1 result'), 300);
        };
        </script>",
    )
    .await;
    case.act("type \"mug\" into Search").await;
    let stale = case.check("the page shows \"3 results\"").await;
    assert!(stale.starts_with("ASSERTION_FAILED"), "{stale}");
    let held = case.check("the page shows \"1 result\"").await;
    assert!(!held.starts_with("ASSERTION_FAILED"), "{held}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_page_that_is_another_one_or_none_is_told() {
    let case = Case::open(
        "<a target=_blank href=/blank.html>Terms</a>
        <iframe title=Help srcdoc=\"<h1>First</h1><a href=/alert.html>Next</a>\"></iframe>",
    )
    .await;
    let done = case.act("click Terms").await;
    assert!(done.contains("a new tab or window opened"), "{done}");
    assert!(done.contains("/blank.html"), "{done}");
    let done = case.act("switch to the new tab").await;
    assert!(done.contains("went to"), "{done}");
    assert!(
        case.shown
            .page
            .newest()
            .unwrap()
            .url
            .ends_with("/blank.html")
    );
    // What is not there is not there because no page is.
    case.act("go to /nowhere.html").await;
    let refused = case.act("click Save").await;
    assert!(refused.contains("status 404 for this page"), "{refused}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_step_back_in_a_frame_is_one() {
    let case = Case::open("<h1>Inner page</h1><a href=/blank.html>Onwards</a>").await;
    let inner = case.shown.page.newest().unwrap().url.clone();
    case.shown
        .write(&format!(
            "<p>Around</p><iframe title=Help src='{inner}'></iframe>"
        ))
        .await;
    case.act("click Onwards").await;
    let done = case.act("go back").await;
    assert!(done.contains("went back"), "{done}");
    let held = case.check("the page shows \"Inner page\"").await;
    assert!(!held.starts_with("ASSERTION_FAILED"), "{held}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_choice_that_the_app_takes_back_is_none() {
    let case = Case::open(
        "<label>Plan <select id=plan onchange=\"fetch('/echo?ms=600').then(() => { plan.value = 'Free'; out.textContent = 'Refused' })\">
            <option>Free<option>Pro</select></label>
        <label>Do <select id=deed onchange=\"out.textContent = 'Did ' + deed.value; deed.value = ''\">
            <option value=''>Choose<option>Archive</select></label><p id=out role=status></p>",
    )
    .await;
    let refused = case.act("select Pro from Plan").await;
    assert!(refused.starts_with("ACTION_FAILED"), "{refused}");
    assert!(refused.contains("went back to what it was"), "{refused}");
    // A list that is a menu of deeds goes back to its prompt.
    let done = case.act("select Archive from Do").await;
    assert_eq!(case.out().await, "Did Archive", "{done}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_form_that_the_browser_keeps_back_is_not_sent() {
    let case = Case::open(
        "<form onsubmit=\"event.preventDefault(); out.textContent = 'Sent'\">
            <label>Mail <input type=email value=nope></label><label>Name <input required></label><button>Send</button></form>
        <form oninvalid onsubmit='return false'><label>Town <input id=town required></label><button>Save</button></form>
        <p id=out role=status></p><p id=why></p>
        <script>town.addEventListener('invalid', () => why.textContent = 'Say in which town')</script>",
    )
    .await;
    for sentence in [
        "click Send",
        "press Enter in the Name field",
        "submit the form \"Send\"",
        "click Send",
    ] {
        let refused = case.act(sentence).await;
        assert!(
            refused.starts_with("ACTION_NO_EFFECT") || sentence.starts_with("submit"),
            "{sentence}: {refused}"
        );
        assert!(
            refused.contains("not sent with this field") || sentence.starts_with("submit"),
            "{sentence}: {refused}"
        );
        assert_eq!(case.out().await, "", "{sentence}");
    }
    // What the page itself says to it is an effect.
    let done = case.act("click Save").await;
    assert!(done.contains("tapped"), "{done}");
    let held = case.check("the page shows \"Say in which town\"").await;
    assert!(!held.starts_with("ASSERTION_FAILED"), "{held}");
    case.act("fill Mail with \"a@b.c\" and Name with \"Ada\"")
        .await;
    let done = case.act("click Send").await;
    assert_eq!(case.out().await, "Sent", "{done}");
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_there_and_not_shown_is_told() {
    let case = Case::open(
        "<div id=bar hidden><button>Delete selected</button></div><button style='visibility: hidden'>Undo</button>
        <label hidden>Code <input></label><button>Save</button>",
    )
    .await;
    for (sentence, said) in [
        (
            "click Delete selected",
            "button \"Delete selected\": <div id=\"bar\"> around it is not displayed",
        ),
        (
            "click the undo button",
            "button \"Undo\": its visibility is hidden",
        ),
        ("fill Code with \"5\"", "textbox \"Code\": "),
    ] {
        let refused = case.act(sentence).await;
        assert!(
            refused.starts_with("LOCATOR_NOT_FOUND"),
            "{sentence}: {refused}"
        );
        assert!(refused.contains(said), "{sentence}: {refused}");
    }
    let refused = case.act("click Delete").await;
    assert!(!refused.contains("not shown"), "{refused}");
    case.shown.close().await;
}
