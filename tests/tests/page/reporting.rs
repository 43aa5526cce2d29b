//! What goes wrong in a page beside what is asked of it.

use e2e::page::Folders;
use e2e::page::verb::Verb;
use e2e_tests::pages::Shown;

fn has(notes: &[String], what: &str) -> usize {
    notes.iter().filter(|note| note.contains(what)).count()
}

#[tokio::test]
async fn errors_and_failed_requests_are_told_once_each() {
    let shown = Shown::start().await;
    // Shells fetch no icon by themselves. That the page names another one is known where
    // its own account of requests counts.
    let named = match shown.is_over_the_driver() {
        true => "new Image().src = '/gone/icon.png';",
        false => "",
    };
    shown
        .write(
            &"<link rel=icon href='/gone/icon.png'><script>new Image().src = '/favicon.ico'; NAMED</script>
             <link rel=stylesheet href='/gone/a.css?key=hidden'><script src='/gone/b.js'></script>
             <button onclick=\"go()\">Go</button><p id=out></p><script>
             function go() {
               for (let i = 0; i < 9; i++) console.error('it went wrong');
               fetch('/gone/c.json').then(() => { out.textContent = 'Done'; });
               const old = new XMLHttpRequest(); old.open('GET', '/gone/d.json?key=hidden'); old.send();
               Promise.reject(new Error('late'));
               throw new Error('boom');
             }</script>"
                .replace("NAMED", named),
        )
        .await;
    let url = shown.run("return location.href").await;
    let url = url.as_str().unwrap().to_owned();
    let notes = shown.perform(Verb::Navigate { url }).await.unwrap().notes;
    assert!(has(&notes, "/gone/a.css") >= 1, "{notes:?}");
    assert!(has(&notes, "/gone/b.js") >= 1, "{notes:?}");
    assert_eq!(has(&notes, "hidden"), 0, "no query: {notes:?}");
    assert_eq!(has(&notes, "it went wrong"), 0, "{notes:?}");
    assert_eq!(has(&notes, "icon"), 0, "the browser's own: {notes:?}");
    let notes = shown.tap("button", "Go").await.unwrap().notes;
    for what in [
        "console error: it went wrong",
        "Error: boom",
        "unhandled rejection: ",
        "request failed with 404: /gone/c.json",
        "request failed with 404: /gone/d.json",
    ] {
        assert_eq!(has(&notes, what), 1, "{what}: {notes:?}");
    }
    assert_eq!(has(&notes, "/gone/a.css"), 0, "told before: {notes:?}");
    for not in ["hidden", "icon"] {
        assert_eq!(has(&notes, not), 0, "{not}: {notes:?}");
    }
    shown.page.observe().await.unwrap();
    assert_eq!(shown.page.take_notes(), [""; 0]);
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_complains_without_end_is_bounded() {
    let shown = Shown::start().await;
    shown
        .write(
            "<button onclick=\"for (let i = 0; i < 500; i++) console.error(i + 'x'.repeat(5000))\">Go</button>",
        )
        .await;
    let notes = shown.tap("button", "Go").await.unwrap().notes;
    assert!(has(&notes, "console error: 0x") == 1, "{notes:?}");
    assert!(notes.len() < 12, "{notes:?}");
    assert!(notes.iter().all(|note| note.chars().count() < 300));
    shown.close().await;
}

#[tokio::test]
async fn a_download_nobody_asked_for_is_told_once_with_its_size() {
    let shown = Shown::start().await;
    let kept = tempfile::tempdir().unwrap();
    let mut folders = Folders::default();
    folders.downloads = kept.path().join("downloads");
    let page = shown.page_with(folders);
    shown
        .write("<a href='data:application/octet-stream,hello' download=report.bin>Get</a>")
        .await;
    let url = shown.run("return location.href").await;
    let url = url.as_str().unwrap().to_owned();
    page.perform(Verb::Navigate { url }).await.unwrap();
    let look = page.look().await.unwrap();
    let link = look.nodes.iter().find(|node| node.name == "Get").unwrap();
    let target = link.id.clone();
    let mut notes = page.perform(Verb::Tap { target }).await.unwrap().notes;
    for _ in 0..200 {
        if has(&notes, "downloaded ") > 0 {
            break;
        }
        page.observe().await.unwrap();
        notes.extend(page.take_notes());
    }
    assert_eq!(
        has(&notes, "downloaded report.bin, 5 bytes"),
        1,
        "{notes:?}"
    );
    page.observe().await.unwrap();
    assert_eq!(has(&page.take_notes(), "downloaded"), 0);
    shown.close().await;
}
