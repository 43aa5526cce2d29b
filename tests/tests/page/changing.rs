use e2e::Code;
use e2e::page::Terms;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find};

/// What the page did, as its buttons write it down.
async fn log(shown: &Shown) -> String {
    shown
        .run("return document.getElementById('log').textContent")
        .await
        .as_str()
        .unwrap()
        .to_owned()
}

const RELABELLED: &str = "<p id=log></p><button id=a disabled onclick=\"log.textContent+=this.textContent\">Save</button>
    <script>change = () => { a.textContent = 'Delete everything'; a.disabled = false }</script>";

#[tokio::test]
async fn what_has_become_something_else_is_not_used() {
    let shown = Shown::start().await;
    shown.write(RELABELLED).await;
    shown.run("setTimeout(change, 400)").await;
    let error = shown.tap("button", "Save").await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert!(format!("{error:?}").contains("Delete everything"));
    assert_eq!(log(&shown).await, "");
    // As well when it had become so before it was waited for.
    let screen = shown.write(RELABELLED).await;
    let target = find(&screen, "button", "Save").id.clone();
    shown.run("change()").await;
    let error = shown
        .perform(Verb::Tap {
            target: target.clone(),
        })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    // Whoever located it under its new name means the new one.
    let mut terms = Terms::default();
    terms.meant = Some("button \"Delete everything\"".into());
    shown
        .page
        .perform_with(Verb::Tap { target }, &terms)
        .await
        .unwrap();
    assert_eq!(log(&shown).await, "Delete everything");
    shown.close().await;
}

#[tokio::test]
async fn a_row_that_is_used_again_is_another_row() {
    let shown = Shown::start().await;
    let screen = shown.write("<p id=log></p><table><tr><td id=m>Invoice 3</td><td><button onclick=\"log.textContent+=m.textContent\">Delete</button></td></tr>
        <tr><td id=n>Invoice 4</td><td><button onclick=\"log.textContent+=n.textContent\">Delete</button></td></tr></table>
        <div id=veil style='position:fixed;inset:0;background:#0008'></div>
        <script>change = () => { m.textContent = 'Invoice 1'; n.textContent = 'Invoice 3'; veil.remove() }</script>").await;
    let target = screen
        .nodes
        .iter()
        .find(|n| n.role == "button" && n.name == "Delete")
        .unwrap()
        .id
        .clone();
    shown.run("setTimeout(change, 400)").await;
    let error = shown.perform(Verb::Tap { target }).await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}");
    assert_eq!(log(&shown).await, "");
    shown.close().await;
}

#[tokio::test]
async fn a_counter_in_a_name_does_not_make_it_another_thing() {
    let shown = Shown::start().await;
    shown.write("<p id=log></p><button id=b onclick=\"log.textContent+='x'\">Inbox (1)</button><script>let i = 1; setInterval(() => b.textContent = `Inbox (${++i})`, 50)</script>").await;
    let name = shown
        .page
        .newest()
        .unwrap()
        .nodes
        .iter()
        .find(|n| n.role == "button")
        .unwrap()
        .name
        .clone();
    shown.tap("button", &name).await.unwrap();
    assert_eq!(log(&shown).await, "x");
    shown.close().await;
}

#[tokio::test]
async fn a_name_that_changes_under_the_pointer_is_an_error() {
    let shown = Shown::start().await;
    for event in ["pointerover", "mousedown", "mouseup"] {
        shown.write(&format!("<p id=log></p><button id=b onclick=\"log.textContent+=this.textContent\">Save</button><script>b.addEventListener('{event}', () => b.textContent = 'Delete')</script>")).await;
        let error = shown.tap("button", "Save").await.unwrap_err();
        // Before the press nothing is reached; after it the page may have acted.
        let (code, said) = match event {
            "pointerover" => (Code::LocatorNotFound, "has become something else"),
            _ => (
                Code::ActionFailed,
                "became button \"Delete\" while it was pressed",
            ),
        };
        assert_eq!(error.code(), code, "{event}: {error:?}");
        assert!(error.message().contains(said), "{event}: {error:?}");
        if event == "pointerover" {
            assert_eq!(log(&shown).await, "");
        }
    }
    shown.close().await;
}

const TALL: &str = "style='width:200px;height:40px;display:block'";

#[tokio::test]
async fn a_press_that_does_not_come_to_its_end_is_an_error() {
    let shown = Shown::start().await;
    for (what, does) in [
        ("replaced", "box.innerHTML = other"),
        ("pushed away", "box.insertAdjacentHTML('afterbegin', other)"),
    ] {
        shown.write(&format!("<p id=log></p><div id=box><button {TALL} onclick=\"log.textContent+='Save'\">Save</button></div>
            <script>const other = \"<button {TALL} onclick=\\\"log.textContent+='Delete'\\\">Delete</button>\";
            addEventListener('pointerdown', () => {{ {does} }}, {{ once: true }})</script>")).await;
        let error = shown.tap("button", "Save").await.unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{what}: {error:?}");
    }
    // A double tap whose second one lands elsewhere is none.
    shown.write("<p id=log></p><button style='height:14px;padding:0' onclick=\"log.innerHTML+='one<br>'\">Save</button>").await;
    let target = shown.id("button", "Save");
    let error = shown.perform(Verb::DoubleTap { target }).await.unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    shown.close().await;
}

#[tokio::test]
async fn what_acts_at_the_press_has_been_used() {
    let shown = Shown::start().await;
    // A list that opens at the press and lies over its button, and whose choice goes
    // away as the button is let go.
    shown.write(r#"<button id=b aria-haspopup=listbox aria-expanded=false style="width:200px;height:40px">Plan</button>
        <ul id=l role=listbox hidden style="position:fixed;inset:0;margin:0"><li role=option>Pro</li></ul>
        <script>b.onpointerdown = () => { l.hidden = false; b.ariaExpanded = 'true' };
        l.firstChild.onpointerup = () => { l.remove(); b.textContent = 'Pro'; b.ariaExpanded = 'false' }</script>"#).await;
    let effect = shown.tap("button", "Plan").await.unwrap();
    assert!(effect.visible && effect.reached.is_none());
    let effect = shown.tap("option", "Pro").await.unwrap();
    find(&effect.after, "button", "Pro");
    shown.close().await;
}

#[tokio::test]
async fn the_browsers_own_error_page_is_no_page_of_the_app() {
    let shown = Shown::start().await;
    shown.write("<a href='http://127.0.0.1:9/'>Go</a>").await;
    let error = shown.tap("link", "Go").await.unwrap_err();
    assert_eq!(error.code(), Code::AppUnreachable, "{error:?}");
    let error = shown.page.observe().await.unwrap_err();
    assert_eq!(error.code(), Code::AppUnreachable, "{error:?}");
    let error = shown.page.look().await.unwrap_err();
    assert_eq!(error.code(), Code::AppUnreachable, "{error:?}");
    shown.write("<h1>Back</h1>").await;
    shown.close().await;
}

#[tokio::test]
async fn a_question_answered_with_no_is_no_effect() {
    let shown = Shown::start().await;
    for (does, visible) in [
        (
            "if (confirm('Delete?')) this.textContent = 'Deleted'",
            false,
        ),
        (
            "const name = prompt('Name?'); if (name) this.textContent = name",
            false,
        ),
        ("alert('Saved')", true),
        ("confirm('Delete?'); this.textContent = 'Kept'", true),
    ] {
        shown
            .write(&format!("<button onclick=\"{does}\">Go</button>"))
            .await;
        let effect = shown.tap("button", "Go").await.unwrap();
        assert_eq!(effect.visible, visible, "{does}: {:?}", effect.notes);
        assert!(effect.notes.join(" ").contains("a dialog opened"), "{does}");
    }
    shown.close().await;
}

#[tokio::test]
async fn what_moves_by_itself_does_not_make_a_button_alive() {
    let shown = Shown::start().await;
    for (what, markup) in [
        (
            "a counter",
            "<p id=c>tick 0</p><script>let i = 0; setInterval(() => c.textContent = 'tick ' + ++i, 50)</script>",
        ),
        (
            "words",
            "<p id=c></p><script>let i = 0; setInterval(() => c.textContent = ++i % 2 ? 'on' : 'off', 50)</script>",
        ),
        (
            "a colour",
            "<p id=c>ready</p><script>setInterval(() => c.style.color = c.style.color ? '' : 'red', 150)</script>",
        ),
        (
            "progress",
            "<progress id=c max=100></progress><script>let i = 0; setInterval(() => c.value = ++i, 50)</script>",
        ),
    ] {
        let page = |does: &str| format!("<button onclick=\"{does}\">Go</button>{markup}");
        shown.write(&page("")).await;
        shown.page.observe().await.unwrap();
        let effect = shown.tap("button", "Go").await.unwrap();
        assert!(!effect.visible, "{what}: {effect:?}");
        // A live one beside it is noticed.
        shown.write(&page("this.textContent='Done'")).await;
        let effect = shown.tap("button", "Go").await.unwrap();
        assert!(effect.visible, "{what}");
    }
    // Changing again what an action changed before is an effect each time.
    shown
        .write("<button onclick=\"c.textContent=+c.textContent+1\">Go</button><p id=c>0</p>")
        .await;
    for _ in 0..3 {
        assert!(shown.tap("button", "Go").await.unwrap().visible);
    }
    shown.close().await;
}

#[tokio::test]
async fn what_a_press_begins_is_its_effect_and_what_it_only_marks_as_busy_is_none() {
    let shown = Shown::start().await;
    // What goes on from a file that is read belongs to the press, however often it moves.
    for read in [
        "await file.text()",
        "await file.arrayBuffer()",
        "await new Promise(done => { const reader = new FileReader(); reader.onload = done; reader.readAsText(file) })",
        "await crypto.subtle.digest('SHA-256', new Uint8Array(4))",
    ] {
        shown
            .write(&format!(
                "<button>Go</button><progress id=c max=9></progress><script>
                const file = new File(['a'], 'a.txt');
                document.querySelector('button').onclick = async () => {{
                    {read};
                    const moves = setInterval(() => {{ if (++c.value > 8) clearInterval(moves) }}, 20);
                }}</script>"
            ))
            .await;
        let effect = shown.tap("button", "Go").await.unwrap();
        assert!(effect.visible, "{read}: {:?}", effect.notes);
    }
    // What is busy with it is waited for, and then it may have come to nothing.
    for (end, visible) in [("", false), ("c.textContent = 'Saved'", true)] {
        shown
            .write(&format!(
                "<button onclick=\"this.ariaBusy = 'true'; setTimeout(() => {{
                    this.ariaBusy = 'false'; {end} }}, 1300)\">Go</button><p id=c>ready</p>"
            ))
            .await;
        let effect = shown.tap("button", "Go").await.unwrap();
        assert_eq!(effect.visible, visible, "{end}: {:?}", effect.notes);
        let says = effect.after.nodes.iter().any(|node| node.text == "Saved");
        assert_eq!(says, visible, "{end}");
    }
    shown.close().await;
}

#[tokio::test]
async fn rows_whose_buttons_are_called_the_same_are_told_apart() {
    let shown = Shown::start().await;
    shown
        .write(
            "<table><tr><td>Ann<td><button>Delete</button><tr><td>Bob<td><button>Keep</button></table><script>
            let n = 0; const names = ['Ann', 'Bob'];
            addEventListener('pointerdown', () => document.querySelector('td').textContent = names[++n % 2], true)</script>",
        )
        .await;
    let error = shown.tap("button", "Delete").await.unwrap_err();
    let said = error.message();
    for words in [
        "would have reached button \"Delete\" of \"Bob",
        ", and not of \"Ann",
    ] {
        assert!(said.contains(words), "{error:?}");
    }
    shown.close().await;
}
