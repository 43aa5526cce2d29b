//! What looks like an effect of a press and is none, next to what looks alike and is one.

use e2e::Code;
use e2e::page::Terms;
use e2e::page::verb::{Direction, Verb};
use e2e_tests::pages::Shown;
use std::time::Duration;

const PRESSES: &str = r##"<p id=log role=status>-</p>
    <a href="#">Nowhere</a> <a href="#top">Top</a>
    <a href="#" onclick="log.textContent = 'more'">More</a>
    <a href="#" onclick="event.preventDefault(); setTimeout(() => log.textContent = 'late', 400)">Late</a>
    <a href="#/reports">Reports</a> <a href="#part">Part</a> <h2 id=part>Part</h2>
    <button id=hint>Dead</button> <span id=tip role=tooltip hidden>Sends the form</span>
    <button id=soft>Soft</button> <span id=card hidden>Some words on it</span>
    <button id=menu>Products</button> <ul id=items role=menu hidden><li role=menuitem tabindex=-1>Shoes</li></ul>
    <button id=live>Live</button> <span id=live_tip role=tooltip hidden>Counts</span> <output id=count>0</output>
    <button id=like aria-pressed=false>Like</button>
    <button id=save>Save</button>
    <label><input type=checkbox id=news> News</label>
    <input aria-label=Alone value=x>
    <script>
    const shows = (on, what, after) => { on.onmouseenter = () => setTimeout(() => what.hidden = false, after) };
    shows(hint, tip, 0); shows(soft, card, 100); shows(menu, items, 0); shows(live, live_tip, 0);
    live.onclick = () => count.textContent = 'one';
    like.onclick = () => {
        like.ariaPressed = 'true';
        fetch('/echo?ms=150', { method: 'POST' }).then(() => like.ariaPressed = 'false');
    };
    save.onclick = () => {
        save.textContent = 'Saving';
        fetch('/echo?ms=150', { method: 'POST' }).then(() => save.textContent = 'Save');
    };
    news.onchange = () => setTimeout(() => news.checked = false, 120);
    </script>"##;

#[tokio::test]
async fn what_comes_without_a_press_is_no_effect_of_it() {
    let shown = Shown::quick().await;
    shown.write(PRESSES).await;
    let mut wrong = Vec::new();
    for (role, name, is_effect, said) in [
        ("link", "Nowhere", false, "nothing on the page changed"),
        ("link", "Top", false, "nothing on the page changed"),
        ("link", "More", true, ""),
        ("link", "Late", true, ""),
        ("link", "Reports", true, ""),
        ("link", "Part", true, ""),
        ("button", "Dead", false, "because the pointer is there"),
        ("button", "Soft", false, "because the pointer is there"),
        ("button", "Products", true, ""),
        ("button", "Live", true, ""),
        ("button", "Like", false, "the page turned it back"),
        ("button", "Save", true, ""),
    ] {
        match shown.tap(role, name).await {
            Ok(effect) if effect.visible != is_effect => {
                wrong.push(format!("{name}: {} {:?}", effect.visible, effect.notes));
            }
            Ok(effect) if !effect.notes.concat().contains(said) => {
                wrong.push(format!("{name} says {:?}", effect.notes));
            }
            Ok(_) => {}
            Err(error) => wrong.push(format!("{name}: {error:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A switch that the page turns back is not on.
    let target = shown.id("checkbox", "News");
    let checked = true;
    let error = shown
        .perform(Verb::Check { target, checked })
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    assert!(error.message().contains("is still off"), "{error:?}");
    // A key in a field that belongs to no form sends nothing.
    let effect = shown
        .perform(Verb::Press {
            target: Some(shown.id("textbox", "Alone")),
            chord: e2e::browser::chord::Chord::parse("Enter").unwrap(),
        })
        .await
        .unwrap();
    assert!(!effect.visible, "{effect:?}");
    // Nothing scrolls on a page that is in view as a whole.
    let effect = shown
        .perform(Verb::Scroll {
            direction: Direction::Down,
            target: None,
        })
        .await
        .unwrap();
    assert!(!effect.visible, "{effect:?}");
    assert!(
        effect.notes.concat().contains("nothing scrolls down"),
        "{effect:?}"
    );
    shown.close().await;
}

/// Hints that styles alone show, and what looks alike and is one's own doing.
const STYLED: &str = "<style>.tip { display: none } button:hover + .tip, b:hover { display: block } #menu:hover ~ #list { visibility: visible }
    #list { visibility: hidden } #wide:is(:hover, :focus-visible) ~ #far { display: block }
    @media all { #media:hover + .tip { display: block } } #on:checked ~ #more { display: block }
    </style>
    <button>Plain</button><span class=tip>Sends the form</span>
    <button id=media>Media</button><span class=tip>Sends it too</span>
    <button id=wide>Wide</button><p id=far class=tip>Far away</p>
    <input type=checkbox id=on aria-label=On><p id=more class=tip>More of it</p>
    <button id=menu>Menu</button><ul id=list><li><a href=/blank.html>Shoes</a></ul>
    <button onclick=\"out.textContent = 'live'\">Live</button><span class=tip>Lives</span><p id=out></p>";

#[tokio::test]
async fn what_styles_show_under_the_pointer_is_no_effect() {
    let shown = Shown::quick().await;
    shown.write(STYLED).await;
    for (role, name, is_effect) in [
        ("button", "Plain", false),
        ("button", "Media", false),
        ("button", "Wide", false),
        ("checkbox", "On", true),
        ("button", "Menu", true),
        ("button", "Live", true),
    ] {
        let target = shown.id(role, name);
        let mut terms = Terms::default();
        terms.limit = (!is_effect).then(|| Duration::from_millis(500));
        let tap = Verb::Tap { target };
        let effect = shown.page.perform_with(tap, &terms).await.unwrap();
        assert_eq!(effect.visible, is_effect, "{name}: {:?}", effect.notes);
        let said = effect
            .notes
            .concat()
            .contains("because the pointer is there");
        assert!(is_effect || said, "{name}: {:?}", effect.notes);
    }
    shown.close().await;
}

/// What looks done at once, and is taken back when the server or the page has its say.
const TAKEN_BACK: &str = "<button id=like aria-pressed=false>Like</button>
    <button id=store>Store</button><p id=toast role=status></p>
    <label><input type=checkbox id=news> News</label>
    <div id=form><label>City <input id=city></label></div><label>Town <input id=town></label>
    <script>
    const late = () => fetch('/echo?ms=1300', { method: 'POST' });
    store.onclick = () => { toast.textContent = 'Stored'; late().then(() => toast.textContent = 'Not stored') };
    like.onclick = () => { like.ariaPressed = 'true'; late().then(() => like.ariaPressed = 'false') };
    news.onchange = () => late().then(() => news.checked = false);
    const draw = () => form.innerHTML = '<label>City <input></label>';
    city.oninput = () => setTimeout(draw, 200);
    let wait = 0;
    town.oninput = () => { clearTimeout(wait); wait = setTimeout(() => town.value = town.value.slice(0, 2), 300) };
    </script>";

#[tokio::test]
async fn what_is_taken_back_late_is_not_done() {
    let shown = Shown::quick().await;
    shown.write(TAKEN_BACK).await;
    // What a page says before its server has answered is not what came of it.
    let effect = shown.tap("button", "Store").await.unwrap();
    let said = effect.after.nodes.iter().find(|node| node.role == "status");
    assert_eq!(said.unwrap().text, "Not stored", "{effect:?}");
    let effect = shown.tap("button", "Like").await.unwrap();
    assert!(!effect.visible, "{effect:?}");
    assert!(
        effect.notes.concat().contains("turned it back"),
        "{effect:?}"
    );
    let target = shown.id("checkbox", "News");
    let checked = true;
    let error = shown
        .perform(Verb::Check { target, checked })
        .await
        .unwrap_err();
    assert!(error.message().contains("is still off"), "{error:?}");
    for (name, reads) in [("City", "reads \"\""), ("Town", "reads \"Os\"")] {
        let typed = Verb::Type {
            target: Some(shown.id("textbox", name)),
            text: "Oslo".to_owned(),
            replace: true,
        };
        let error = shown.perform(typed).await.unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
        assert!(format!("{error:?}").contains(reads), "{error:?}");
    }
    shown.close().await;
}

/// Files and cards that the page takes, and such that it gives back.
const GIVEN_BACK: &str =
    "<label>Picture <input type=file id=pic accept=.png></label><p role=alert id=no></p>
    <label>Note <input type=file id=note></label><p id=said></p>
    <label>Data <input type=file id=data></label><ul id=list></ul>
    <button id=far_button>Import</button><input type=file id=far hidden><p id=rows></p>
    <div draggable=true id=card>Card</div><div draggable=true id=other>Other</div>
    <section id=zone aria-label=Zone style='width: 200px; height: 60px'></section>
    <section id=kept aria-label=Kept style='width: 200px; height: 60px'></section>
    <script>
    pic.onchange = () => { pic.value = ''; no.textContent = 'Only PNG' };
    note.onchange = () => { note.value = ''; said.textContent = 'No such files' };
    data.onchange = () => { list.innerHTML = '<li>' + data.files[0].name; data.value = '' };
    far_button.onclick = () => far.click();
    far.onchange = () => { far.value = ''; rows.textContent = '3 rows' };
    let held = null;
    for (const one of [card, other]) one.ondragstart = () => { held = one };
    for (const to of [zone, kept]) {
        to.ondragover = event => event.preventDefault();
        to.ondrop = async event => {
            event.preventDefault();
            const before = held.parentNode, next = held.nextSibling;
            to.append(held);
            await fetch('/echo?ms=1200', { method: 'POST' });
            if (to === zone) before.insertBefore(held, next);
        };
    }
    </script>";

#[tokio::test]
async fn what_a_page_gives_back_was_not_taken() {
    let package = tempfile::tempdir().unwrap();
    std::fs::write(package.path().join("report.txt"), "hello").unwrap();
    let mut folders = e2e::page::Folders::default();
    folders.package = package.path().to_owned();
    let shown = Shown::quick().await;
    let page = shown.page_with(folders);
    shown.write(GIVEN_BACK).await;
    let id = |role: &str, name: &str| {
        let screen = page.newest().unwrap();
        e2e_tests::pages::find(&screen, role, name).id.clone()
    };
    for (field, taken) in [
        ("Picture", false),
        ("Note", false),
        ("Data", true),
        ("Import", true),
    ] {
        page.observe().await.unwrap();
        let target = id("button", field);
        let files = vec!["report.txt".to_owned()];
        let given = page.perform(Verb::Upload { target, files }).await;
        let said = format!("{given:?}");
        match given {
            Ok(effect) => assert!(taken && effect.visible, "{field}: {said}"),
            Err(error) => assert!(
                !taken && error.code() == Code::ActionFailed,
                "{field}: {said}"
            ),
        }
        let word = if taken {
            "out of the field again"
        } else {
            "is empty again"
        };
        assert!(said.contains(word), "{field}: {said}");
    }
    if shown.is_firefox() {
        return shown.close().await;
    }
    page.observe().await.unwrap();
    for (card, zone, stays) in [("Card", "Zone", false), ("Other", "Kept", true)] {
        let target = id("", card);
        let to = id("region", zone);
        let dragged = page.perform(Verb::Drag { target, to }).await;
        assert_eq!(dragged.is_ok(), stays, "{card}: {dragged:?}");
        let said = format!("{dragged:?}");
        assert!(
            stays || said.contains("went back to where it was"),
            "{said}"
        );
    }
    shown.close().await;
}

/// What the page itself takes back after a while, and no request tells of.
const TIMED: &str = "<label><input type=checkbox id=news> News</label>
    <label><input type=checkbox id=mail> Mail</label>
    <button aria-expanded=false id=more>More</button>
    <label>City <input id=city></label><button disabled id=next>Next</button><p id=log role=status></p>
    <script>
    const later = undo => setTimeout(() => { undo(); next.disabled = false }, 900);
    news.onchange = () => later(() => news.checked = false);
    mail.onchange = () => later(() => {});
    more.onclick = () => { more.ariaExpanded = 'true'; later(() => more.ariaExpanded = 'false') };
    city.oninput = () => { clearTimeout(city.wait); city.wait = later(() => city.value = '') };
    next.onclick = () => { log.textContent += '.'; next.disabled = true };
    </script>";

#[tokio::test]
async fn what_a_timer_takes_back_is_told_at_the_next_look() {
    let shown = Shown::quick().await;
    shown.write(TIMED).await;
    let check = |name: &str| Verb::Check {
        target: shown.id("checkbox", name),
        checked: true,
    };
    let city = || Verb::Type {
        target: Some(shown.id("textbox", "City")),
        text: "Oslo".to_owned(),
        replace: true,
    };
    let more = Verb::Tap {
        target: shown.id("button", "More"),
    };
    for (verb, said) in [
        (check("News"), "checkbox \"News\" is off again"),
        (check("Mail"), ""),
        (more, "button \"More\" is closed again"),
        (city(), "textbox \"City\" is empty again"),
    ] {
        let done = shown.perform(verb.clone()).await.unwrap();
        assert!(!done.notes.concat().contains("again"), "{done:?}");
        // What is done next waits until it can be done, and is told on the way.
        let next = shown.tap("button", "Next").await.unwrap();
        let told = next.notes.concat();
        assert_eq!(
            told.contains("no action came in between"),
            !said.is_empty(),
            "{told}"
        );
        assert!(told.contains(said), "{told}");
        // Once, and not of what somebody did.
        let again = shown.page.undone_at_last().await;
        assert_eq!(again, Vec::<String>::new(), "{verb:?}");
    }
    // At the end nobody looks, so that it is looked at once more.
    shown.perform(city()).await.unwrap();
    let gone = "return new Promise(done => { const look = () => city.value ? setTimeout(look, 20) : done(1); look() })";
    let wire = shown.page.engine().wire();
    let limit = Duration::from_secs(10);
    wire.eval_async(gone, serde_json::Value::Null, limit)
        .await
        .unwrap();
    let told = shown.page.undone_at_last().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("is empty again"), "{told:?}");
    shown.close().await;
}
