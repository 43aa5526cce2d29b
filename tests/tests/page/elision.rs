//! What a listing leaves out is found all the same, and never taken for absent.

use e2e::page::Diff;
use e2e::page::text::{TextOptions, render};
use e2e_tests::pages::{Shown, find};

/// A long page: a list of 300 links, of which few are in view, and a status below it.
const LONG: &str = r#"<title>Long</title><h1>Items</h1><ul id="list"></ul><p role="status" id="end">Nothing sold</p>
<script>for (let i = 0; i < 300; i++) list.insertAdjacentHTML("beforeend",
  `<li><a href="/item/${i}/with/an/address/that/takes/room/in/every/line/of/the/listing">Item ${i}</a></li>`)</script>"#;

/// Lists and tables of which the page holds a part, and what is said of each.
const PARTS: &str = r#"<ul role=listbox aria-label=Far><li role=option aria-posinset=101 aria-setsize=900>a<li role=option aria-posinset=102 aria-setsize=900>b</ul>
    <ul aria-label=All><li aria-posinset=1 aria-setsize=2>c<li aria-posinset=2 aria-setsize=2>d</ul>
    <ul aria-label=Some><li aria-setsize=9>e<li aria-setsize=-1>f</ul>
    <table aria-label=Sums aria-rowcount=500><tr aria-rowindex=1><th>Day<tr aria-rowindex=41><td>Mon<tr aria-rowindex=42><td>Tue</table>
    <table aria-label=Wide aria-colcount=20><tr><th aria-colindex=3>Day<th aria-colindex=4>Sum<tr><td aria-colindex=3>Mon<td aria-colindex=4>7</table>
    <div role=grid aria-label=Late aria-colcount=9><div role=row aria-colindex=8><span role=gridcell>x</span> <span role=gridcell>y</span></div></div>
    <table aria-label=Holes aria-colcount=9><tr><th aria-colindex=2>Day<th aria-colindex=7>Sum<tr><td>Mon<td>7</table>
    <table aria-label=Full aria-colcount=2><tr><th aria-colindex=1>Day<th aria-colindex=2>Sum<tr><td>Mon<td>7</table>"#;
const SAID: &[&str] = &[
    "listbox \"Far\" (items 101 to 102 of 900)",
    "list \"All\"\n",
    "list \"Some\" (2 of 9 items)",
    "table \"Sums\" (rows 41 to 42 of 500)",
    "table \"Wide\" (columns 3 to 4 of 20)",
    "grid \"Late\" (columns 8 to 9 of 9)",
    "table \"Holes\" (2 of 9 columns)",
    "table \"Full\"\n",
];

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
    let screen = shown.write(PARTS).await;
    let parts = render(&screen, &options);
    for said in SAID {
        assert!(parts.contains(said), "{said} is missing in\n{parts}");
    }
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
