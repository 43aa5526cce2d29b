//! What a listing leaves out is found all the same, and never taken for absent.

use e2e::page::Diff;
use e2e::page::text::{TextOptions, render};
use e2e_tests::pages::{Shown, find};

/// A long page: a list of 300 links, of which few are in view, and a status below it.
const LONG: &str = r#"<title>Long</title><h1>Items</h1><ul id="list"></ul><p role="status" id="end">Nothing sold</p>
<script>for (let i = 0; i < 300; i++) list.insertAdjacentHTML("beforeend",
  `<li><a href="/item/${i}/with/an/address/that/takes/room/in/every/line/of/the/listing">Item ${i}</a></li>`)</script>"#;

#[tokio::test]
async fn a_screen_that_does_not_fit_tells_what_is_in_view_and_what_is_missing() {
    let shown = Shown::start().await;
    let screen = shown.write(LONG).await;
    let options = TextOptions::default();
    let text = render(&screen, &options);
    assert!(text.len() <= options.budget_bytes, "{}", text.len());
    assert!(
        text.contains("\"Item 0\"") && text.contains("(300 items)"),
        "{text}"
    );
    assert!(!text.contains("\"Item 200\""), "{text}");
    assert!(text.contains("more link like this"), "{text}");
    // The listing is cut, the look is not.
    assert!(!screen.truncated);
    find(&screen, "link", "Item 200");
    let hits = shown.page.search("link", "item 200").await.unwrap();
    let told = hits.render(&options);
    assert_eq!(hits.count, 1, "{told}");
    let id = find(&screen, "link", "Item 200").id.clone();
    assert!(told.contains(&format!("#{id} link \"Item 200\"")), "{told}");
    // Whatever changes out of sight is told.
    shown.run("end.textContent = 'Item 7 sold'").await;
    let after = shown.page.look().await.unwrap();
    let diff = Diff::between(&screen, &after, &options).render();
    assert!(
        diff.contains("Item 7 sold") && diff.contains("Nothing sold"),
        "{diff}"
    );
    shown.close().await;
}

#[tokio::test]
async fn a_page_too_large_to_be_listed_is_searched_whole() {
    let shown = Shown::start().await;
    let screen = shown.open("huge.html").await;
    assert!(screen.truncated);
    assert!(!screen.nodes.iter().any(|node| node.name == "Item 4900"));
    let hits = shown.page.search("", "Item 4900").await.unwrap();
    assert_eq!(hits.count, 1);
    let told = hits.render(&TextOptions::default());
    assert!(told.contains("link \"Item 4900\" href="), "{told}");
    let hits = shown.page.search("link", "Item 49").await.unwrap();
    assert_eq!(hits.count, 111);
    let told = hits.render(&TextOptions::default());
    assert!(told.starts_with("111 fit; the first 20:"), "{told}");
    assert_eq!(told.lines().count(), 21);
    let none = shown.page.search("button", "").await.unwrap();
    assert_eq!(
        none.render(&TextOptions::default()),
        "Nothing on the page fits."
    );
    shown.close().await;
}
