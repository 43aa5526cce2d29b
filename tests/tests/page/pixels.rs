//! Pictures for whoever reads pixels: bounded, and with nothing on them that is secret.

use e2e::Code;
use e2e::browser::chord::Chord;
use e2e::browser::wire::{Evaluated, Gesture, History, Wire};
use e2e::config::Timeouts;
use e2e::page::verb::{Deed, Verb};
use e2e::page::{Page, Picture};
use e2e_tests::pages::Shown;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// How long a script beside the page may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Two fields that look alike but for what they may show, and a frame nobody can look
/// into, on white.
const FIELDS: &str = r#"<style>body { margin: 0; background: #fff } input, iframe { position: absolute; left: 100px; width: 400px; height: 100px;
    border: 0; background: #00f; font-size: 60px }</style>
    <input type=password value=hunter2 style="top: 100px"><input value=open style="top: 300px">
    <iframe sandbox srcdoc="Hidden" style="top: 450px">"#;

/// The browser itself reads the colours off a picture.
async fn colours(shown: &Shown, picture: &Picture, places: &[(f64, f64)]) -> String {
    let png: String = picture.png.iter().map(|byte| format!("{byte},")).collect();
    let at = |(x, y): &(f64, f64)| {
        let (x, y) = ((x * picture.scale) as u32, (y * picture.scale) as u32);
        format!("[...paint.getImageData({x}, {y}, 1, 1).data].slice(0, 3).join()")
    };
    let places: Vec<String> = places.iter().map(at).collect();
    let script = format!(
        "return (async () => {{
            const bitmap = await createImageBitmap(new Blob([new Uint8Array([{png}])]));
            const paint = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            paint.drawImage(bitmap, 0, 0);
            return [{}].join(' ');
        }})()",
        places.join(", ")
    );
    let wire = shown.page.engine().wire();
    match wire.eval_async(&script, Value::Null, LIMIT).await {
        Ok(Evaluated::Value(Value::String(colours))) => colours,
        read => panic!("{read:?}"),
    }
}

/// A wire over which the page moves its fields as soon as its picture is taken.
struct Moving(Arc<dyn Wire>);

#[async_trait::async_trait]
impl Wire for Moving {
    async fn navigate(&self, url: &str, limit: Duration) -> e2e::Result<()> {
        self.0.navigate(url, limit).await
    }
    async fn history(&self, step: History, limit: Duration) -> e2e::Result<()> {
        self.0.history(step, limit).await
    }
    async fn eval(&self, body: &str, args: Value, limit: Duration) -> e2e::Result<Evaluated> {
        self.0.eval(body, args, limit).await
    }
    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> e2e::Result<Evaluated> {
        self.0.eval_async(body, args, limit).await
    }
    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> e2e::Result<()> {
        self.0.pointer(gesture, x, y).await
    }
    async fn press(&self, chord: &Chord) -> e2e::Result<()> {
        self.0.press(chord).await
    }
    async fn type_text(&self, text: &str) -> e2e::Result<()> {
        self.0.type_text(text).await
    }
    async fn screenshot(&self) -> e2e::Result<Vec<u8>> {
        let png = self.0.screenshot().await?;
        let away = "document.querySelector('[type=password]').style.top = '500px'";
        self.0.eval(away, Value::Null, LIMIT).await?;
        Ok(png)
    }
    async fn location(&self) -> e2e::Result<(String, String)> {
        self.0.location().await
    }
    async fn dialog(&self) -> e2e::Result<Option<String>> {
        self.0.dialog().await
    }
    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> e2e::Result<()> {
        self.0.answer_dialog(accept, text).await
    }
}

#[tokio::test]
async fn a_picture_covers_what_moves_where_it_was_and_where_it_is() {
    let shown = Shown::start().await;
    let fields = FIELDS.split("<iframe").next().unwrap();
    shown.write(fields).await;
    let wire = Arc::new(Moving(shown.page.engine().wire().clone()));
    let page = Page::new(wire, Timeouts::default());
    let picture = page.picture().await.unwrap();
    let places = [(110.0, 150.0), (110.0, 550.0), (490.0, 390.0)];
    let colours = colours(&shown, &picture, &places).await;
    assert_eq!(colours, "119,119,119 119,119,119 0,0,255");
    shown.close().await;
}

#[tokio::test]
async fn a_picture_is_small_and_covers_what_nobody_may_read() {
    let shown = Shown::start().await;
    shown.write(FIELDS).await;
    let picture = shown.page.picture().await.unwrap();
    assert_eq!(picture.width.max(picture.height), 768, "{picture:?}");
    assert!(picture.space().contains("768 × "), "{}", picture.space());
    let places = [(110.0, 150.0), (490.0, 390.0), (50.0, 50.0), (490.0, 540.0)];
    let colours = colours(&shown, &picture, &places).await;
    assert_eq!(colours, "119,119,119 0,0,255 255,255,255 119,119,119");
    shown.close().await;
}

#[tokio::test]
async fn a_password_stays_covered_where_the_page_shows_it() {
    let shown = Shown::start().await;
    let field = "<input aria-label=Password type=password style='top: 100px'>";
    let style = FIELDS.split("<input type").next().unwrap();
    shown.write(&format!("{style}{field}")).await;
    let screen = shown.page.observe().await.unwrap();
    let mut nodes = screen.nodes.iter();
    let field = nodes.find(|node| node.name == "Password").unwrap();
    let typed = Verb::Type {
        target: Some(field.id.clone()),
        text: "hunter2".to_owned(),
        replace: true,
    };
    shown.page.perform(typed).await.unwrap();
    shown
        .run("document.querySelector('input').type = 'text'")
        .await;
    let picture = shown.page.picture().await.unwrap();
    let colours = colours(&shown, &picture, &[(490.0, 190.0)]).await;
    assert_eq!(colours, "119,119,119");
    shown.close().await;
}

/// Controls and a drawing at known places, and a field that nothing lists.
const PLACES: &str = r#"<style>body { margin: 0 } body > * { position: absolute; left: 10px; width: 200px; height: 40px; box-sizing: border-box }</style>
    <button style="top: 10px" onclick="log.textContent += 'pressed '">Save</button>
    <button style="top: 60px" disabled>Off</button>
    <input style="top: 110px" aria-label=Name value=old onkeydown="if (event.key == 'Enter') log.textContent += 'sent ' + value">
    <select style="top: 160px" aria-label=Size><option>Small<option>Large</select>
    <canvas style="top: 210px" tabindex=0 onkeydown="log.textContent += 'key ' + event.key + ' '" onclick="log.textContent += 'drawn at ' + event.offsetX + ' '"></canvas>
    <div style="top: 260px" role=slider tabindex=0 aria-label=Volume aria-valuenow=0 onclick="ariaValueNow = event.offsetX"></div>
    <div style="right: 0; bottom: 0; left: auto; top: auto; background: #eee" onclick="log.textContent += 'corner '"></div>
    <p id=log style="top: 310px"></p>"#;

#[tokio::test]
async fn what_is_at_a_place_of_a_picture_is_used() {
    let shown = Shown::quick().await;
    shown.write(PLACES).await;
    let at = async |x: f64, y: f64, deed: Deed| shown.perform(Verb::Point { x, y, deed }).await;
    let typed = |text: &str, replace| Deed::Type {
        text: text.to_owned(),
        replace,
    };
    let pressed = |keys: &str| Deed::Press {
        chord: Chord::parse(keys).unwrap(),
    };
    let chosen = |option: &str| Deed::Select {
        option: option.to_owned(),
    };
    let error = at(100.0, 30.0, Deed::Tap).await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable, "{error:?}");
    assert!(
        format!("{error:?}").contains("take a screenshot first"),
        "{error:?}"
    );
    shown.page.picture().await.unwrap();
    let log = "return document.getElementById('log').textContent";
    for (y, deed, target, logged) in [
        (30.0, Deed::Tap, "button \"Save\"", "pressed "),
        (130.0, typed("Ada", true), "textbox \"Name\"", ""),
        (130.0, pressed("Enter"), "textbox \"Name\"", "sent Ada"),
        (180.0, chosen("Large"), "combobox \"Size\"", ""),
        (230.0, Deed::Tap, "", "drawn at 90 "),
        (230.0, pressed("x"), "", "key x "),
        // A slider minds where it is pressed.
        (280.0, Deed::Tap, "slider \"Volume\"", ""),
    ] {
        shown.run("log.textContent = ''").await;
        let effect = at(100.0, y, deed.clone()).await;
        let effect = effect.unwrap_or_else(|error| panic!("{y} {deed:?}: {error:?}"));
        assert!(effect.visible, "{y} {deed:?}: {effect:?}");
        assert!(
            effect.target.starts_with(target),
            "{y} {deed:?}: {}",
            effect.target
        );
        assert_eq!(shown.run(log).await, logged, "{y} {deed:?}");
    }
    let state = "return [document.querySelector('select').value, document.querySelector('[role=slider]').ariaValueNow].join()";
    assert_eq!(shown.run(state).await, "Large,90");
    // A place beyond the edge is the edge.
    shown.run("log.textContent = ''").await;
    at(90_000.0, 90_000.0, Deed::Tap).await.unwrap();
    assert_eq!(shown.run(log).await, "corner ");
    for (y, deed, said) in [
        (80.0, Deed::Tap, "disabled"),
        (230.0, chosen("Large"), "no options"),
        (180.0, chosen("Huge"), "no option \"Huge\""),
    ] {
        let error = at(100.0, y, deed.clone()).await.unwrap_err();
        assert!(
            format!("{error:?}").contains(said),
            "{y} {deed:?}: {error:?}"
        );
        assert!(
            format!("{error:?}").contains("nothing was sent"),
            "{y} {deed:?}: {error:?}"
        );
    }
    // What only draws has an effect, and what does not even draw has none.
    let drawing = "const place = document.querySelector('canvas'), paint = place.getContext('2d'); place.onkeydown = null;
        place.onclick = () => paint.fillRect(0, 0, 20, 20)";
    shown.run(drawing).await;
    shown.page.picture().await.unwrap();
    for visible in [true, false] {
        let effect = at(100.0, 230.0, Deed::Tap).await.unwrap();
        assert_eq!(effect.visible, visible, "{:?}", effect.notes);
        let drawn = |note: &String| note.contains("what is drawn there did");
        assert_eq!(
            effect.notes.iter().any(drawn),
            visible,
            "{:?}",
            effect.notes
        );
    }
    // What moves away under the pointer is not pressed, nor is what takes its place.
    shown
        .run("document.querySelector('button').addEventListener('pointerover', (event) => { const other = event.target.cloneNode(); other.textContent = 'Delete'; event.target.replaceWith(other) })")
        .await;
    let error = at(100.0, 30.0, Deed::Tap).await.unwrap_err();
    assert_eq!(error.code(), Code::NotActionable, "{error:?}");
    assert_eq!(shown.run(log).await, "corner ");
    shown.close().await;
}
