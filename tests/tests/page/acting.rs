use e2e::Code;
use e2e::browser::chord::Chord;
use e2e::page::verb::{Direction, Effect, Verb};
use e2e_tests::pages::{Shown, find, text};

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

/// Markup with a button Go that cannot be used, and what is said of it.
const BLOCKED: &[(&str, &str, &str)] = &[
    ("disabled", "<button disabled>Go</button>", "it is disabled"),
    (
        "disabled by ARIA",
        "<div aria-disabled=true><button>Go</button></div>",
        "it is disabled",
    ),
    (
        "disabled by a fieldset",
        "<fieldset disabled><button>Go</button></fieldset>",
        "it is disabled",
    ),
    (
        "covered",
        r#"<button>Go</button><div style="position:fixed;inset:0;background:#fffc"><button style="width:100%;height:100%">Accept cookies</button></div>"#,
        "button \"Accept cookies\" covers it",
    ),
    (
        "covered by a nameless veil",
        r#"<button>Go</button><div class="veil" style="position:fixed;inset:0"></div>"#,
        "<div class=\"veil\"> covers it",
    ),
    (
        "covered by a dialog",
        r#"<button>Go</button><div role="dialog" aria-label="Cookies" style="position:fixed;inset:0">We use <i>cookies</i></div>"#,
        "dialog \"Cookies\" covers it",
    ),
    (
        "never still",
        r#"<style>@keyframes m { to { transform: translateX(300px) } } button { animation: m 1s linear infinite alternate }</style><button>Go</button>"#,
        "it is moving",
    ),
    (
        "out of reach",
        r#"<div style="position:fixed;left:-500px"><button>Go</button></div>"#,
        "it cannot be scrolled into view",
    ),
];

#[tokio::test]
async fn nothing_is_sent_to_what_is_not_ready() {
    let mut shown = Shown::start().await;
    shown.hurry();
    for (what, markup, said) in BLOCKED {
        let page = format!(
            "{markup}<script>addEventListener('pointerdown', () => document.title = 'sent')</script>"
        );
        shown.write(&page).await;
        let error = shown.tap("button", "Go").await.unwrap_err();
        assert_eq!(error.code(), Code::NotActionable, "{what}: {error:?}");
        let all = format!("{error:?}");
        assert!(
            all.contains(said) && all.contains("nothing was sent"),
            "{what}: {all}"
        );
        assert_eq!(shown.run("return document.title").await, "", "{what}");
    }
    shown.close().await;
}

/// Markup with a button Go that can be used after a while, or from another side.
const IN_TIME: &[(&str, &str)] = &[
    (
        "enabled later",
        "<button disabled id=b>Go</button><script>setTimeout(() => b.disabled = false, 400)</script>",
    ),
    (
        "a veil that leaves",
        r#"<button>Go</button><div id=v style="position:fixed;inset:0">wait</div><script>setTimeout(() => v.remove(), 400)</script>"#,
    ),
    (
        "comes to rest",
        r#"<style>@keyframes m { from { transform: translateX(300px) } } button { animation: m .5s linear 1 }</style><button>Go</button>"#,
    ),
    (
        "under bars that stick",
        r#"<style>.bar { position: fixed; left: 0; right: 0; height: 45vh; background: #ccc } body { margin: 0 }</style><div class=bar style="top:0">Top</div>
           <div style="height:120vh"></div><button>Go</button><div style="height:120vh"></div>"#,
    ),
    (
        "half covered",
        r#"<button style="width:200px;height:40px">Go</button><div style="position:absolute;top:0;left:60px;width:150px;height:80px;background:red"></div>"#,
    ),
    (
        "far down",
        r#"<div style="height:5000px"></div><button>Go</button>"#,
    ),
    (
        "far right in a box",
        r#"<div style="overflow:auto;width:200px"><div style="width:2000px;text-align:right"><button>Go</button></div></div>"#,
    ),
    (
        "over two lines",
        r#"<div style="width:220px">many words before it <a href="javascript:" role=button aria-label=Go>ab cd</a></div>"#,
    ),
    (
        "smoothly scrolling page",
        r#"<style>html { scroll-behavior: smooth }</style><div style="height:5000px"></div><button>Go</button>"#,
    ),
];

#[tokio::test]
async fn what_gets_ready_in_time_is_used() {
    let shown = Shown::start().await;
    for (what, markup) in IN_TIME {
        let page = format!(
            "{markup}<script>document.querySelector('button, a').onclick = () => document.title = 'hit'</script>"
        );
        shown.write(&page).await;
        let effect = shown
            .tap("button", "Go")
            .await
            .unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(effect.reached, Some(true), "{what}");
        assert_eq!(shown.run("return document.title").await, "hit", "{what}");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_container_is_tapped_where_nothing_inside_takes_it() {
    let shown = Shown::start().await;
    shown.write(r#"<ul><li style="width:300px;text-align:center;cursor:pointer" onclick="document.title += 'row'"><button onclick="document.title += 'button'; event.stopPropagation()">Delete</button></li></ul>"#).await;
    let target = shown
        .page
        .newest()
        .unwrap()
        .nodes
        .iter()
        .find(|n| n.role == "listitem")
        .unwrap()
        .id
        .clone();
    shown.perform(Verb::Tap { target }).await.unwrap();
    assert_eq!(shown.run("return document.title").await, "row");
    shown.close().await;
}

#[tokio::test]
async fn an_event_that_lands_elsewhere_is_an_error() {
    let shown = Shown::start().await;
    // The button dodges between the check and the press.
    shown.write(r#"<button id=b style="position:absolute;left:20px;top:50px">Go</button><button id=w style="position:absolute;left:20px;top:150px">Wrong</button>
        <script>b.onpointerover = () => { w.style.top = "50px"; b.style.top = "250px" }</script>"#).await;
    let error = shown.tap("button", "Go").await.unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    assert!(
        error.message().contains("landed on button \"Wrong\""),
        "{error:?}"
    );
    shown.close().await;
}

#[tokio::test]
async fn checkboxes_are_brought_into_a_state_and_never_flipped() {
    let shown = Shown::start().await;
    shown.write(r#"<style>.v { position: absolute; opacity: 0; width: 0; height: 0 }</style>
        <label><input type=checkbox class=v>Terms and <a href="/roles.html">conditions</a></label>
        <div role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Dark</div>
        <label><input type=radio name=r checked>Slow</label><label><input type=radio name=r>Fast</label>
        <input type=checkbox aria-label=Stuck onclick="event.preventDefault()"><button>Plain</button>"#).await;
    for (role, name) in [
        ("checkbox", "Terms and conditions"),
        ("switch", "Dark"),
        ("radio", "Fast"),
    ] {
        let target = shown.id(role, name);
        let check = |checked| Verb::Check {
            target: target.clone(),
            checked,
        };
        let effect = shown.perform(check(true)).await.unwrap();
        assert!(!effect.already && effect.visible, "{name}");
        assert_eq!(
            find(&effect.after, role, name).states.checked,
            Some(e2e::page::node::Tristate::True),
            "{name}"
        );
        let effect = shown.perform(check(true)).await.unwrap();
        assert!(effect.already, "{name}");
        assert_eq!(
            find(&effect.after, role, name).states.checked,
            Some(e2e::page::node::Tristate::True),
            "{name}"
        );
    }
    for (role, name, checked, code) in [
        ("checkbox", "Stuck", true, Code::ActionFailed),
        ("radio", "Fast", false, Code::NotActionable),
        ("button", "Plain", true, Code::NotActionable),
    ] {
        let target = shown.id(role, name);
        let error = shown
            .perform(Verb::Check { target, checked })
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{name}: {error:?}");
    }
    shown.close().await;
}

const LISTS: &str = r#"
<select aria-label="Plan" onchange="document.title = 'changed ' + this.value"><option value=f>Free<option value=p>Pro<option disabled>Team<option>Twin<option>Twin</select>
<select aria-label="Late" id="late"></select>
<script>setTimeout(() => late.add(new Option("Arrived")), 500)</script>
<button role="combobox" aria-expanded="false" aria-controls="colours" aria-label="Colour" id="combo">None</button>
<ul role="listbox" id="colours" hidden><li role="option">Red</li><li role="option">Blue</li></ul>
<script>
combo.onclick = () => { colours.hidden = false; combo.setAttribute("aria-expanded", "true") };
for (const o of colours.children) o.onclick = () => { combo.textContent = o.textContent; colours.hidden = true; combo.setAttribute("aria-expanded", "false") };
</script>
<div role="listbox" aria-label="Size"><div role="option" aria-selected="false" onclick="this.setAttribute('aria-selected', 'true')">Large</div></div>"#;

#[tokio::test]
async fn options_are_chosen_by_their_label_in_any_kind_of_list() {
    let mut shown = Shown::start().await;
    shown.write(LISTS).await;
    let select = async |shown: &Shown, role: &str, name: &str, option: &str| {
        let target = shown.id(role, name);
        let option = option.into();
        shown.perform(Verb::Select { target, option }).await
    };
    let effect = select(&shown, "combobox", "Plan", "pro").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Plan").value.as_deref(),
        Some("Pro")
    );
    assert_eq!(shown.run("return document.title").await, "changed p");
    assert!(
        select(&shown, "combobox", "Plan", "Pro")
            .await
            .unwrap()
            .already
    );
    select(&shown, "combobox", "Late", "Arrived").await.unwrap();
    let effect = select(&shown, "combobox", "Colour", "Blue").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Colour").value.as_deref(),
        Some("Blue")
    );
    assert_eq!(effect.target, "combobox \"Colour\"");
    let effect = select(&shown, "listbox", "Size", "Large").await.unwrap();
    assert_eq!(
        find(&effect.after, "option", "Large").states.selected,
        Some(true)
    );
    for (option, code, said) in [
        ("Gold", Code::LocatorNotFound, "its options: Free, Pro"),
        ("Twin", Code::LocatorAmbiguous, "2 options read"),
        ("Team", Code::NotActionable, "is disabled"),
    ] {
        let error = select(&shown, "combobox", "Plan", option)
            .await
            .unwrap_err();
        assert_eq!(error.code(), code, "{error:?}");
        assert!(format!("{error:?}").contains(said), "{error:?}");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_choice_of_a_closed_list_can_be_tapped_and_a_list_does_not_block() {
    let mut shown = Shown::start().await;
    shown.write(r#"<select aria-label="Plan"><option>Free<option>Pro<option disabled>Team</select><button onclick="this.textContent = 'Done'">Go</button>"#).await;
    let effect = shown.tap("option", "Pro").await.unwrap();
    assert_eq!(
        find(&effect.after, "combobox", "Plan").value.as_deref(),
        Some("Pro")
    );
    assert!(effect.visible);
    // The list itself opens a menu of the system, which must not swallow what follows.
    shown.tap("combobox", "Plan").await.unwrap();
    let effect = shown.tap("button", "Go").await.unwrap();
    find(&effect.after, "button", "Done");
    shown.hurry();
    shown.page.observe().await.unwrap();
    let error = shown.tap("option", "Team").await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable, "{error:?}");
    shown.close().await;
}

#[tokio::test]
async fn a_file_dialog_is_never_opened() {
    let mut shown = Shown::start().await;
    shown.hurry();
    shown
        .write(r#"<input type="file" aria-label="Photo">"#)
        .await;
    let error = shown.tap("button", "Photo").await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable);
    assert!(error.message().contains("file dialog"), "{error:?}");
    shown.close().await;
}

#[tokio::test]
async fn keys_and_pointer_gestures() {
    let shown = Shown::start().await;
    shown.write(r#"<form onsubmit="document.title = 'sent'; return false"><input aria-label="Query"></form>
        <button ondblclick="this.textContent = 'Twice'">Once</button>
        <button oncontextmenu="this.textContent = 'Menu'; return false">Plain</button>
        <style>.tip { display: none } #h:hover + .tip { display: block }</style><button id="h">Help</button><p class="tip">Explained</p>"#).await;
    let press = |target, chord: &str| Verb::Press {
        target,
        chord: Chord::parse(chord).unwrap(),
    };
    let effect = shown
        .perform(press(Some(shown.id("textbox", "Query")), "Enter"))
        .await
        .unwrap();
    assert_eq!(effect.after.title, "sent");
    let effect = shown.perform(press(None, "Tab")).await.unwrap();
    assert!(effect.visible, "the focus moved");
    assert!(find(&effect.after, "button", "Once").states.focused);
    let target = shown.id("button", "Once");
    let effect = shown.perform(Verb::DoubleTap { target }).await.unwrap();
    find(&effect.after, "button", "Twice");
    let target = shown.id("button", "Plain");
    let effect = shown.perform(Verb::RightClick { target }).await.unwrap();
    find(&effect.after, "button", "Menu");
    let target = shown.id("button", "Help");
    let effect = shown.perform(Verb::Hover { target }).await.unwrap();
    assert!(text(&effect.after).contains("Explained"));
    shown.close().await;
}

#[tokio::test]
async fn scrolling_moves_by_most_of_the_box_and_says_when_it_ends() {
    let shown = Shown::start().await;
    shown.write(r#"<div tabindex=0 aria-label="Inner" role="region" style="height:200px;overflow:auto"><div style="height:500px">list</div></div>
        <div style="height:4000px"></div><button>Bottom</button>"#).await;
    let scroll = |direction, target| Verb::Scroll { direction, target };
    let inner = shown.id("region", "Inner");
    let effect = shown
        .perform(scroll(Direction::Down, Some(inner.clone())))
        .await
        .unwrap();
    assert!(effect.visible && effect.notes.is_empty(), "{effect:?}");
    assert_eq!(
        shown
            .run("return document.querySelector('div').scrollTop")
            .await,
        150
    );
    shown
        .perform(scroll(Direction::Down, Some(inner.clone())))
        .await
        .unwrap();
    let effect = shown
        .perform(scroll(Direction::Down, Some(inner)))
        .await
        .unwrap();
    assert!(
        !effect.visible && effect.notes[0].contains("does not scroll down any further"),
        "{:?}",
        effect.notes
    );
    let effect = shown.perform(scroll(Direction::Down, None)).await.unwrap();
    assert!(effect.visible);
    assert!(shown.run("return scrollY").await.as_f64().unwrap() > 300.0);
    let target = shown.id("button", "Bottom");
    let effect = shown.perform(Verb::ScrollTo { target }).await.unwrap();
    assert!(!find(&effect.after, "button", "Bottom").states.offscreen);
    shown.close().await;
}
