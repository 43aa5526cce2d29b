//! Pictures for whoever reads pixels: bounded, and with nothing on them that is secret.

use e2e_tests::pages::Shown;

/// Two fields that look alike but for what they may show, on white.
const FIELDS: &str = r#"<style>body { margin: 0; background: #fff } input { position: absolute; left: 100px; width: 400px; height: 100px;
    border: 0; background: #00f; font-size: 60px }</style>
    <input type=password value=hunter2 style="top: 100px"><input value=open style="top: 300px">"#;

#[tokio::test]
async fn a_picture_is_small_and_covers_what_nobody_may_read() {
    let shown = Shown::start().await;
    shown.write(FIELDS).await;
    let picture = shown.page.picture().await.unwrap();
    assert_eq!(picture.width.max(picture.height), 768, "{picture:?}");
    assert!(picture.space().contains("768 × "), "{}", picture.space());
    // The browser itself reads the colours off the picture.
    let png: String = picture.png.iter().map(|byte| format!("{byte},")).collect();
    let at = |x: f64, y: f64| {
        let (x, y) = ((x * picture.scale) as u32, (y * picture.scale) as u32);
        format!("[...paint.getImageData({x}, {y}, 1, 1).data].slice(0, 3).join()")
    };
    let script = format!(
        "return (async () => {{
            const bitmap = await createImageBitmap(new Blob([new Uint8Array([{png}])]));
            const paint = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            paint.drawImage(bitmap, 0, 0);
            return [{}, {}, {}].join(' ');
        }})()",
        at(110.0, 150.0),
        at(490.0, 390.0),
        at(50.0, 50.0)
    );
    let wire = shown.page.engine().wire();
    let limit = std::time::Duration::from_secs(10);
    let read = wire
        .eval_async(&script, serde_json::Value::Null, limit)
        .await;
    let Ok(e2e::browser::wire::Evaluated::Value(colours)) = read else {
        panic!("{read:?}");
    };
    assert_eq!(colours, "119,119,119 0,0,255 255,255,255");
    shown.close().await;
}
