//! What a look costs whoever reads it.

use e2e::page::text::{TextOptions, render};
use e2e_tests::pages::Shown;
use e2e_tests::sizes::{SHOP, tokens};

#[tokio::test]
async fn listings_are_small() {
    let shown = Shown::start().await;
    let shop = e2e_examples::Running::start(([127, 0, 0, 1], 0).into()).unwrap();
    let options = TextOptions {
        origin: Some(shop.base_url()),
        ..TextOptions::default()
    };
    let mut sizes = Vec::new();
    for path in SHOP {
        let screen = shown.go(&format!("{}{path}", shop.base_url())).await;
        sizes.push(tokens(render(&screen, &options).len()) as u32);
    }
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2] <= 1_000, "{sizes:?}");
    for (page, most, whole) in [("table.html", 6_000, true), ("huge.html", 8_000, false)] {
        let screen = shown.open(page).await;
        let text = render(&screen, &TextOptions::default());
        assert!(tokens(text.len()) as u32 <= most, "{page}: {}", text.len());
        assert_eq!(!text.contains("like this"), whole, "{page}");
        assert!(whole != screen.truncated, "{page}");
    }
    shown.close().await;
}
