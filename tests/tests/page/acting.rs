use e2e::Code;
use e2e::browser::chord::Chord;
use e2e::page::verb::{Direction, Verb};
use e2e_tests::pages::{Shown, find, text};

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

/// A button that an animation carries from place to place and that stands for two frames
/// in each, as things do at their turning points.
const SWINGING: &str = r#"<button style="position:absolute;top:60px;left:0;width:90px" onpointerenter="if (rests) document.title = 'hit'">Go</button>
    <script>let rests = false;
    function swing() {
        const button = document.querySelector("button"), moved = button.animate([{ transform: "none" }, { transform: "translateX(4000px)" }], 1e6);
        moved.playbackRate = 1e-6;
        let frames = 0;
        const draw = () => {
            if (frames > 50) {
                moved.finish();
                button.style.left = "800px";
                rests = true;
                return;
            }
            moved.currentTime = (frames++ >> 1) % 2 * 1e5 + 1;
            requestAnimationFrame(draw);
        };
        draw();
    }</script>"#;

#[tokio::test]
async fn what_stands_for_a_moment_is_still_moving() {
    let shown = Shown::start().await;
    shown.write(SWINGING).await;
    let target = shown.id("button", "Go");
    shown.run("swing()").await;
    shown.perform(Verb::Hover { target }).await.unwrap();
    assert_eq!(shown.run("return document.title").await, "hit");
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
async fn what_would_land_elsewhere_is_stopped_and_aimed_anew() {
    let shown = Shown::start().await;
    // The button dodges between the check and the press.
    shown.write(r#"<button id=b style="position:absolute;left:20px;top:50px">Go</button><button id=w style="position:absolute;left:20px;top:150px">Wrong</button>
        <script>b.onpointerover = () => { w.style.top = "50px"; b.style.top = "250px" };
        b.onclick = w.onclick = w.onpointerdown = (e) => document.title += e.currentTarget.textContent</script>"#).await;
    let effect = shown.tap("button", "Go").await.unwrap();
    assert_eq!(effect.reached, Some(true));
    assert_eq!(shown.run("return document.title").await, "Go");
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

#[tokio::test]
async fn a_form_the_browser_keeps_back_is_told() {
    let shown = Shown::start().await;
    shown
        .write(
            "<form><label>Name <input required></label><button>Send</button></form>
            <p id=out></p><button onclick=\"out.textContent = 'Here'\">Show</button>",
        )
        .await;
    let effect = shown.tap("button", "Send").await.unwrap();
    let notes = effect.notes.join("\n");
    assert!(
        notes.contains("a form is not sent with this field: textbox \"Name\""),
        "{notes}"
    );
    let effect = shown.tap("button", "Show").await.unwrap();
    let notes = effect.notes.join("\n");
    assert!(!notes.contains("form"), "{notes}");
    shown.close().await;
}

#[tokio::test]
async fn a_list_that_was_drawn_anew_is_scrolled_in_its_place() {
    let shown = Shown::quick().await;
    shown
        .write(
            "<main id=m></main><script>window.draw = name => m.innerHTML = `<ul aria-label=${name} \
             style='height: 150px; overflow: auto'>${'<li>x</li>'.repeat(40)}</ul>`; draw('One')</script>",
        )
        .await;
    let target = Some(shown.id("list", "One"));
    shown.run("draw('Two')").await;
    let direction = Direction::Down;
    let effect = shown
        .perform(Verb::Scroll { direction, target })
        .await
        .unwrap();
    assert!(effect.target.contains("Two"), "{effect:?}");
    let top = shown
        .run("return document.querySelector('ul').scrollTop")
        .await;
    assert!(top.as_f64().unwrap() > 50.0, "{top}");
    shown.close().await;
}
