//! What sentences do, and what is refused.

use super::{BILLING, Case};
use e2e::Code;
use e2e::plain::Attempt;
use e2e::report::record::StepKind;
use serde_json::json;

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
        ("click Dead", Code::ActionNoEffect, "had no effect", 1),
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

#[tokio::test]
async fn a_longer_name_is_not_taken_while_the_right_one_is_on_its_way() {
    let case = Case::open(
        "<button onclick=\"out.textContent = 'Deleted account'\">Delete account</button><p id=out role=status></p>",
    )
    .await;
    case.shown
        .run(
            "setTimeout(() => {
                const late = document.createElement('button');
                late.textContent = 'Delete';
                late.onclick = () => out.textContent = 'Deleted';
                document.body.append(late);
            }, 120)",
        )
        .await;
    let done = case.act("click Delete").await;
    assert!(done.contains("tapped button \"Delete\""), "{done}");
    assert_eq!(case.out().await, "Deleted");
    case.shown.close().await;
}

#[tokio::test]
async fn a_quoted_name_is_the_whole_name_of_a_control() {
    let case = Case::open("<button onclick=\"out.textContent = 'Gone'\">Delete account</button><p id=out role=status></p>").await;
    let refused = case.act("click \"Delete\"").await;
    assert!(refused.starts_with("LOCATOR_NOT_FOUND"), "{refused}");
    assert!(refused.contains("button \"Delete account\""), "{refused}");
    assert_eq!(case.out().await, "");
    let done = case.act("click \"Delete account\"").await;
    assert!(done.contains("tapped button \"Delete account\""), "{done}");
    case.shown.close().await;
}

#[tokio::test]
async fn the_page_cannot_talk_its_way_into_a_sentence() {
    // Names that look like sentences, invisible characters, other scripts.
    let case = Case::open(
        "<button onclick=\"out.textContent = 'A'\">Save and click Delete</button>
        <button onclick=\"out.textContent = 'B'\">Save</button>
        <button onclick=\"out.textContent = 'C'\">Delete</button>
        <button onclick=\"out.textContent = 'D'\">Größe\u{a0}ändern\u{200b}…</button>
        <button onclick=\"out.textContent = 'E'\">保存</button>
        <button onclick=\"out.textContent = 'F'\">حفظ</button>
        <p id=out role=status></p>",
    )
    .await;
    for (sentence, out) in [
        ("click \"Save and click Delete\"", "A"),
        ("click \"Save\", then click \"Delete\"", "C"),
        ("click größe ändern", "D"),
        ("click 保存", "E"),
        ("click the «حفظ» button", "F"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn shadow_roots_and_frames_are_part_of_the_page() {
    let case = Case::open(
        "<div id=host></div><p id=out role=status></p>
        <iframe srcdoc=\"<label>Code <input></label><p>Framed text</p>\"></iframe>
        <script>
            const root = host.attachShadow({ mode: 'open' });
            root.innerHTML = '<label>Nick <input></label><p>Shadow <b>text</b></p>';
        </script>",
    )
    .await;
    let done = case.act("fill Nick with Ada and Code with \"42\"").await;
    assert!(
        done.contains("typed \"42\" into textbox \"Code\""),
        "{done}"
    );
    let held = case
        .check("the page shows \"Shadow text\" and \"Framed text\" and the Code field is \"42\"")
        .await;
    assert!(held.contains("Shadow text"), "{held}");
    case.shown.close().await;
}

#[tokio::test]
async fn a_double_click_is_for_the_text_and_not_for_its_checkbox() {
    let case = Case::open(
        "<ul><li><input type=checkbox aria-label=milk ondblclick=\"out.textContent = 'box'\">
            <span ondblclick=\"out.textContent = 'text'\">milk</span></li></ul>
        <input type=checkbox aria-label=\"only a box\" ondblclick=\"out.textContent = 'box'\">
        <p id=out role=status></p>",
    )
    .await;
    for (sentence, out) in [
        ("double-click the text \"milk\"", "text"),
        ("double click milk", "text"),
        ("double-click the checkbox \"milk\"", "box"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
        case.shown.run("out.textContent = ''").await;
    }
    let refused = case.act("double-click \"only a box\"").await;
    assert!(refused.starts_with("SENTENCE_AMBIGUOUS"), "{refused}");
    assert!(
        refused.contains("`double-click the text \"only a box\"`"),
        "{refused}"
    );
    let refused = case.act("double-click the text \"only a box\"").await;
    assert!(refused.starts_with("LOCATOR_NOT_FOUND"), "{refused}");
    assert_eq!(case.out().await, "");
    case.shown.close().await;
}

#[tokio::test]
async fn more_of_what_people_say_is_done() {
    let case = Case::open(
        "<p id=out role=status></p>
        <label><input type=checkbox onchange=\"out.textContent = 'Garden ' + this.checked\"> Garden</label>
        <input type=search aria-label=\"Search products\" onkeydown=\"if (event.key === 'Enter') out.textContent = 'Searched ' + this.value\">
        <label>Email <input onfocus=\"out.textContent = 'Focused'\"></label>
        <a href=\"#\" onclick=\"event.preventDefault(); out.textContent = 'Followed'\">Terms of use</a>
        <details><summary>Details</summary><p>Small print</p></details>
        <ul aria-label=Cart><li>Enamel mug <button onclick=\"out.textContent = 'Mug gone'\">Remove</button></li>
            <li>Cotton tea towel <button onclick=\"out.textContent = 'Towel gone'\">Remove</button></li></ul>
        <iframe title=Newsletter srcdoc=\"<label>Code <input></label><p>Framed text</p>\"></iframe>
        <div role=dialog aria-label=Confirm>Sure? <button onclick=\"this.parentNode.remove(); out.textContent = 'Closed'\">×</button></div>
        <p style=\"margin-top:3000px\">The end</p>",
    )
    .await;
    for (sentence, out) in [
        ("close the dialog", "Closed"),
        ("tick the Garden box", "Garden true"),
        ("mark Garden as not done", "Garden false"),
        ("check off Garden", "Garden true"),
        ("follow \"Terms of use\"", "Followed"),
        ("focus on the Email field", "Focused"),
        ("search for \"mug\"", "Searched mug"),
        (
            "click Remove in the \"Cotton tea towel\" list item",
            "Towel gone",
        ),
        ("click Remove in the \"Enamel mug\" line", "Mug gone"),
    ] {
        let done = case.act(sentence).await;
        assert_eq!(case.out().await, out, "{sentence}: {done}");
    }
    for (sentence, part) in [
        ("expand Details", "tapped"),
        ("expand Details", "it was expanded already"),
        ("scroll to the bottom", "scrolled"),
        ("scroll to the top of the page", "scrolled"),
        (
            "fill Code in the Newsletter frame with \"42\"",
            "typed \"42\" into textbox \"Code\"",
        ),
    ] {
        let done = case.act(sentence).await;
        assert!(done.contains(part), "{sentence}: {done}");
    }
    for (sentence, holds) in [
        ("the \"Enamel mug\" list item shows \"mug\"", true),
        ("the \"Enamel mug\" list item shows \"towel\"", false),
        ("\"Enamel mug\" is in the Cart list", true),
        ("\"Tea pot\" is in the Cart list", false),
        ("\"Tea pot\" is not in the Cart list", true),
        ("\"Enamel mug\" is not in the Cart list", false),
        (
            "the page shows \"Framed text\" in the Newsletter frame",
            true,
        ),
        ("I am on /signin", false),
        ("the focus is on the Garden checkbox", false),
    ] {
        let text = case.check(sentence).await;
        let held =
            !text.contains("(app)") && !text.contains("(agent)") && !text.contains("(setup)");
        assert_eq!(held, holds, "{sentence}: {text}");
        assert!(!text.contains("MODEL_UNAVAILABLE"), "{sentence}: {text}");
    }
    case.shown.close().await;
}

#[tokio::test]
async fn what_is_drawn_on_the_way_is_scrolled_to() {
    let case = Case::open(
        r#"<title>Orders</title><h1>Orders</h1>
        <div id=box style="height: 300px; overflow: auto; position: relative" role=list tabindex=0>
          <div id=all style="height: 3300px"></div></div>
        <script>
          const draw = () => {
            const first = Math.min(Math.floor(box.scrollTop / 30), 98);
            all.replaceChildren(...Array.from({ length: 12 }, (_, i) => {
              const item = document.createElement('div');
              item.setAttribute('role', 'listitem');
              item.textContent = `Order ${first + i}`;
              item.style.cssText = `position: absolute; top: ${(first + i) * 30}px; height: 30px`;
              return item;
            }));
          };
          box.onscroll = draw; draw();
        </script>"#,
    )
    .await;
    let done = case.act("scroll to \"Order 90\"").await;
    let shown = "return [...document.querySelectorAll('[role=listitem]')].some((item) => {
        const [row, frame] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
        return item.textContent === 'Order 90' && row.top >= frame.top && row.bottom <= frame.bottom;
      }) ? 'seen' : 'out of view'";
    assert_eq!(case.shown.run(shown).await, "seen", "{done}");
    // One that was drawn outside of the box is not in view yet.
    let done = case.act("scroll to the \"Order 96\" list item").await;
    let next = shown.replace("90", "96");
    assert_eq!(case.shown.run(&next).await, "seen", "{done}");
    // What is nowhere is still said to be nowhere, and a part of a name is no name.
    let said = case.act("scroll to \"Order 9000\"").await;
    assert!(said.starts_with("LOCATOR_NOT_FOUND"), "{said}");
    case.shown.close().await;
}

#[tokio::test]
async fn what_stands_in_boxes_and_boards_is_acted_on() {
    let case = Case::open(
        r#"<title>Board</title><h1>Board</h1><p role=status id=out></p>
        <button id=plus onclick="out.textContent = this.dataset.n = +(this.dataset.n || 0) + 1">+</button>
        <label><input type=checkbox id=all> Select all</label><script>all.indeterminate = true</script>
        <label>Zone <select><option>Berlin<option>Lima</select></label>
        <table><tr><th>File<tr tabindex=0 onkeydown="if (event.key === 'F2') out.textContent = 'Renaming'"><td>notes.txt<td>4 KB</table>
        <ul aria-label="In progress" id=doing style="min-height: 60px" ondragover="event.preventDefault()"
          ondrop="this.append(document.getElementById('card')); out.textContent = 'Dropped'"><li>Other</ul>
        <ul><li draggable=true id=card style="width: 200px"><span>Fix login bug</span> <button>Move</button></ul>
        <div role=group aria-label=Code>
          <input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><input maxlength=1 aria-label="Digit 3"></div>
        <script>
          const digits = [...document.querySelectorAll('[maxlength]')];
          digits.forEach((digit, n) => digit.oninput = () => digits[n + 1]?.focus());
        </script>"#,
    )
    .await;
    for (sentence, part) in [
        ("click \"+\" 3 times", "tapped"),
        ("click the row \"notes.txt\" and press F2", "pressed F2"),
        ("type \"406\" into Digit 1", "spread it over the fields"),
    ] {
        let done = case.act(sentence).await;
        assert!(done.contains(part), "{sentence}: {done}");
    }
    for (sentence, holds) in [
        ("the \"+\" button is visible", true),
        ("the status says Renaming", true),
        ("the Select all checkbox is partially checked", true),
        ("the Select all checkbox is not partially checked", false),
        ("the first list item is \"Other\"", true),
        ("the Digit 3 field has value \"6\"", true),
        ("the first row shows \"4 KB\"", true),
    ] {
        let said = case.check(sentence).await;
        assert_eq!(!said.starts_with("ASSERTION"), holds, "{sentence}: {said}");
    }
    // What does not fit the boxes was not typed.
    let said = case.act("fill Digit 1 with \"4061\"").await;
    assert!(said.starts_with("ACTION_FAILED"), "{said}");
    let done = case
        .act("drag the \"Fix login bug\" list item to In progress")
        .await;
    assert_eq!(case.out().await, "Dropped", "{done}");
    case.shown.close().await;
}
