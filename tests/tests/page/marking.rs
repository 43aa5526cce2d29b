//! What a failed step was about is marked in its picture, and nowhere in the page.

use e2e::Code;
use e2e::config::Timeouts;
use e2e::report::journal::Journal;
use e2e::screen::{Role, Screen};
use e2e_tests::pages::Shown;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Things at known places on white, each of which cannot be used.
const PAGE: &str = "<style>body { margin: 0; background: #fff } body > * { position: absolute; box-sizing: border-box; border: 0; background: #00f }</style>
    <button disabled style='left:100px;top:100px;width:200px;height:50px'>Off</button>
    <button style='left:400px;top:100px;width:200px;height:50px'>Under</button>
    <div role=note aria-label=Veil style='left:380px;top:80px;width:300px;height:100px;background:#ff0'></div>
    <button disabled style='left:-50px;top:300px;width:100px;height:50px'>Edge</button>
    <section style='left:100px;top:400px;width:200px;height:60px;overflow:auto'><div style='height:300px'></div>
        <button disabled style='width:100px;height:50px'>Deep</button></section>
    <script>window.seen = 0; new MutationObserver(() => seen++).observe(document, { subtree: true, childList: true, attributes: true })</script>";

/// What a mark of the element is drawn in, and of what is in its way.
const TARGET: &str = "214,0,108";
const COVER: &str = "168,67,0";

#[tokio::test]
async fn what_was_meant_is_marked_in_the_picture_and_not_in_the_page() {
    let shown = Shown::start().await;
    shown.write(PAGE).await;
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(Journal::new(folder.path(), folder.path().join("marks")));
    let mut timeouts = Timeouts::default();
    timeouts.action = Duration::from_millis(300);
    let screen = Screen::new(Arc::clone(&shown.page), Arc::clone(&journal), timeouts);
    let html = shown.run("return document.documentElement.outerHTML").await;
    let mut pictures = Vec::new();
    for name in ["Off", "Under", "Edge", "Deep"] {
        let button = screen.get_by_role((Role::Button, name));
        let error = button.click().await.unwrap_err();
        assert_eq!(error.code(), Code::NotActionable, "{error:?}");
        let shot = journal.steps().last().unwrap().screenshot.clone().unwrap();
        pictures.push(std::fs::read(folder.path().join(shot)).unwrap());
    }
    // A step that acts on nothing marks nothing, whatever was acted on before it.
    let wrong = e2e::screen::expect(screen.get_by_text("Nowhere")).timeout(Duration::ZERO);
    wrong.to_be_visible().await.unwrap_err();
    let shot = journal.steps().last().unwrap().screenshot.clone().unwrap();
    pictures.push(std::fs::read(folder.path().join(shot)).unwrap());
    // One that says something of an element marks that, and one that fits several marks each.
    let off = e2e::screen::expect(screen.get_by_role((Role::Button, "Off")));
    let off = off.timeout(Duration::ZERO);
    off.to_be_enabled().await.unwrap_err();
    let shot = journal.steps().last().unwrap().screenshot.clone().unwrap();
    pictures.push(std::fs::read(folder.path().join(shot)).unwrap());
    let several = screen.get_by_role(Role::Button).click().await.unwrap_err();
    assert_eq!(several.code(), Code::LocatorAmbiguous, "{several:?}");
    let shot = journal.steps().last().unwrap().screenshot.clone().unwrap();
    pictures.push(std::fs::read(folder.path().join(shot)).unwrap());
    let after = shown.run("return document.documentElement.outerHTML").await;
    assert_eq!(after, html);
    assert_eq!(shown.run("return seen").await, 0);
    let white = "255,255,255";
    for (at, places) in [
        // Around the box, not over it; above it the label, and nothing on the far side.
        (
            0,
            vec![
                (99, 125, TARGET),
                (301, 125, TARGET),
                (200, 99, TARGET),
                (200, 151, TARGET),
                (105, 105, "0,0,255"),
                (101, 82, TARGET),
                (350, 125, white),
            ],
        ),
        // What is in the way is marked, too.
        (
            1,
            vec![
                (399, 125, TARGET),
                (379, 100, COVER),
                (681, 100, COVER),
                (380, 198, COVER),
                (99, 125, white),
            ],
        ),
        // Clipped to the picture.
        (
            2,
            vec![
                (1, 325, TARGET),
                (51, 325, TARGET),
                (20, 299, TARGET),
                (20, 325, "0,0,255"),
            ],
        ),
        // Scrolled out of what is around it: not in view, so nothing is marked.
        (
            3,
            vec![(99, 430, white), (99, 600, white), (99, 399, white)],
        ),
        (
            4,
            vec![
                (99, 125, white),
                (99, 430, white),
                (379, 100, white),
                (1, 345, "0,0,255"),
            ],
        ),
        (
            5,
            vec![
                (99, 125, TARGET),
                (399, 125, "255,255,0"),
                (1, 345, "0,0,255"),
            ],
        ),
        (
            6,
            vec![
                (99, 125, TARGET),
                (399, 125, TARGET),
                (51, 325, TARGET),
                (379, 100, white),
            ],
        ),
    ] {
        let wanted: Vec<&str> = places.iter().map(|(_, _, colour)| *colour).collect();
        let read = colours(&shown, &pictures[at], &places).await;
        assert_eq!(read, wanted, "picture {at}: {places:?}");
    }
    shown.close().await;
}

/// The browser itself reads the colours off a picture, at places of the viewport.
async fn colours(shown: &Shown, png: &[u8], places: &[(i32, i32, &str)]) -> Vec<String> {
    let bytes: String = png.iter().map(|byte| format!("{byte},")).collect();
    let at: String = places
        .iter()
        .map(|(x, y, _)| format!("[{x},{y}],"))
        .collect();
    let script = format!(
        "return (async () => {{
            const bitmap = await createImageBitmap(new Blob([new Uint8Array([{bytes}])]));
            const paint = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            paint.drawImage(bitmap, 0, 0);
            const scale = bitmap.width / innerWidth;
            return [{at}].map(([x, y]) => [...paint.getImageData(x * scale, y * scale, 1, 1).data].slice(0, 3).join());
        }})()"
    );
    let wire = shown.page.engine().wire();
    let read = wire
        .eval_async(&script, Value::Null, Duration::from_secs(10))
        .await;
    let Ok(e2e::browser::wire::Evaluated::Value(colours)) = read else {
        panic!("{read:?}");
    };
    serde_json::from_value(colours).unwrap()
}
