use e2e::Code;
use e2e::page::verb::{Effect, Verb};
use e2e_tests::pages::{Shown, find};

async fn type_into(
    shown: &Shown,
    role: &str,
    name: &str,
    words: &str,
    replace: bool,
) -> e2e::Result<Effect> {
    shown
        .perform(Verb::Type {
            target: Some(shown.id(role, name)),
            text: words.into(),
            replace,
        })
        .await
}

/// Markup, and the value the field has to hold after "42" was typed over what was there.
const FIELDS: &[(&str, &str, &str, &str)] = &[
    ("text", r#"<input aria-label="F" value="old">"#, "42", "42"),
    (
        "number",
        r#"<input type="number" aria-label="F" value="7">"#,
        "42",
        "42",
    ),
    (
        "area",
        r#"<textarea aria-label="F">old</textarea>"#,
        "42",
        "42",
    ),
    (
        "editor",
        r#"<div contenteditable aria-label="F">old <b>text</b></div>"#,
        "42",
        "42",
    ),
    (
        "date",
        r#"<input type="date" aria-label="F">"#,
        "2025-12-31",
        "2025-12-31",
    ),
    (
        "time",
        r#"<input type="time" aria-label="F">"#,
        "23:59",
        "23:59",
    ),
    (
        "behind a label",
        r#"<label>F <input value="old"></label>"#,
        "42",
        "42",
    ),
    (
        "off screen",
        r#"<div style="height:3000px"></div><input aria-label="F">"#,
        "42",
        "42",
    ),
    (
        "in a scrolling box",
        r#"<div style="height:100px;overflow:auto"><div style="height:900px"></div><input aria-label="F"></div>"#,
        "42",
        "42",
    ),
    ("empty", r#"<input aria-label="F" value="old">"#, "", ""),
];

#[tokio::test]
async fn typing_replaces_what_a_field_holds() {
    let shown = Shown::start().await;
    for (what, markup, words, expected) in FIELDS {
        let screen = shown.write(markup).await;
        let target = screen
            .nodes
            .iter()
            .find(|n| n.name == "F" && n.states.editable)
            .unwrap();
        let effect = shown
            .perform(Verb::Type {
                target: Some(target.id.clone()),
                text: (*words).into(),
                replace: true,
            })
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let now = effect.after.node(&target.id).unwrap();
        assert_eq!(now.value.as_deref(), Some(*expected), "{what}");
        assert!(effect.visible, "{what}");
        assert_eq!(effect.notes, [""; 0], "{what}");
    }
    shown.close().await;
}

#[tokio::test]
async fn typing_adds_at_the_end_and_says_what_a_field_made_of_it() {
    let shown = Shown::start().await;
    shown.write(r#"<input aria-label="Name" value="Ada"><input type="number" aria-label="Age" value="3">
        <input aria-label="Phone"><input aria-label="Deaf"><input type="password" aria-label="Password">
        <script>
        const [, , phone, deaf] = document.querySelectorAll("input");
        phone.oninput = () => phone.value = phone.value.replace(/\D/g, "").replace(/(...)(?=.)/g, "$1-");
        deaf.onkeydown = (e) => e.preventDefault();
        </script>"#).await;
    let effect = type_into(&shown, "textbox", "Name", " Lovelace", false)
        .await
        .unwrap();
    assert_eq!(
        find(&effect.after, "textbox", "Name").value.as_deref(),
        Some("Ada Lovelace")
    );
    let effect = type_into(&shown, "spinbutton", "Age", "6", false)
        .await
        .unwrap();
    assert_eq!(
        find(&effect.after, "spinbutton", "Age").value.as_deref(),
        Some("36")
    );
    let effect = type_into(&shown, "textbox", "Phone", "5551234", true)
        .await
        .unwrap();
    assert!(
        effect.notes.join(" ").contains("555-123-4"),
        "{:?}",
        effect.notes
    );
    let error = type_into(&shown, "textbox", "Deaf", "x", true)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    let effect = type_into(&shown, "textbox", "Password", "s3cret-words", true)
        .await
        .unwrap();
    assert!(effect.visible);
    assert!(
        !format!("{effect:?}").contains("s3cret"),
        "a typed password came back"
    );
    // Without a target it goes where the focus is.
    let effect = shown
        .perform(Verb::Type {
            target: None,
            text: "!".into(),
            replace: false,
        })
        .await
        .unwrap();
    assert!(effect.target.contains("Password"), "{}", effect.target);
    assert_eq!(
        shown.run("return document.activeElement.value").await,
        "s3cret-words!"
    );
    shown.close().await;
}

#[tokio::test]
async fn a_date_in_words_is_refused_with_the_form_it_takes() {
    let shown = Shown::start().await;
    shown
        .write(r#"<input type="date" aria-label="Day" value="2025-01-01">"#)
        .await;
    let error = type_into(&shown, "textbox", "Day", "tomorrow", true)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
    assert!(format!("{error:?}").contains("2025-12-31"), "{error:?}");
    assert_eq!(
        shown
            .run("return document.querySelector('input').value")
            .await,
        "2025-01-01"
    );
    shown.close().await;
}

/// Markup, what is typed over "old", and what the field reads after it.
const BENT: &[(&str, &str, &str)] = &[
    (
        "<input aria-label=F maxlength=4>",
        "12345678",
        "it reads \"1234\"",
    ),
    (
        "<input aria-label=F oninput=\"this.value=this.value.replace(/\\D/g,'')\">",
        "a1b2c3",
        "it reads \"123\"",
    ),
    (
        "<input aria-label=F oninput=\"this.value=this.value.replace('.','')\">",
        "3.5",
        "it reads \"35\"",
    ),
    (
        "<input aria-label=F oninput=\"this.setSelectionRange(0,0)\">",
        "hello",
        "it reads \"olleh\"",
    ),
    (
        "<input type=password aria-label=F maxlength=4>",
        "12345678",
        "it holds 4 characters, not 8",
    ),
    (
        "<div contenteditable role=textbox aria-label=F style='min-height:30px' onbeforeinput=\"event.preventDefault()\">old</div>",
        "new",
        "it still reads \"old\"",
    ),
];

#[tokio::test]
async fn a_field_that_holds_something_else_is_an_error() {
    let shown = Shown::start().await;
    for (markup, words, said) in BENT {
        shown.write(markup).await;
        let error = type_into(&shown, "textbox", "F", words, true)
            .await
            .unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{markup}: {error:?}");
        assert!(format!("{error:?}").contains(said), "{markup}: {error:?}");
    }
    shown.close().await;
}
