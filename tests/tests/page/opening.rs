//! Tabs and windows that a page opens, as many and as odd as it likes.

use e2e::Code;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find};
use std::time::{Duration, Instant};

async fn switch(shown: &Shown, tab: &str) -> e2e::Result<e2e::page::verb::Effect> {
    let tab = tab.to_owned();
    shown.perform(Verb::SwitchTab { tab }).await
}

#[tokio::test]
async fn windows_of_every_kind_are_told_and_gone_to() {
    let shown = Shown::opening().await;
    // What opens, and where going there leads; nowhere for one that is gone by then.
    for (does, there) in [
        ("window.open('/login.html', '', 'noopener')", Some("login")),
        // In a handler of markup it is the document's, which opens a window as well.
        ("open('/login.html', '', 'noopener')", Some("login")),
        (
            "const w = window.open('/login.html'); setTimeout(() => w.close(), 0)",
            None,
        ),
        ("window.open('/alert.html')", Some("alert")),
        ("window.open('about:blank')", Some("blank")),
        // What writes into it gives it its own address, too.
        (
            "const w = window.open(''); w.document.write('<h1>Written</h1>'); w.document.close()",
            Some("written"),
        ),
    ] {
        let began = Instant::now();
        shown
            .write(&format!(
                "<h1>Opener</h1><button onclick=\"{does}\">Go</button>"
            ))
            .await;
        let effect = shown.tap("button", "Go").await;
        let effect = effect.unwrap_or_else(|error| panic!("{does}: {error:?}"));
        let told = |note: &String| note.contains("a new tab or window opened");
        assert!(effect.notes.iter().any(told), "{does}: {:?}", effect.notes);
        assert!(effect.visible, "{does}");
        find(&effect.after, "heading", "Opener");
        match (switch(&shown, "new").await, there) {
            (Ok(effect), Some(part)) => {
                let url = &effect.after.url;
                assert!(url.contains(part), "{does}: {url}");
                let tab = None;
                let closed = shown.perform(Verb::CloseTab { tab }).await.unwrap();
                find(&closed.after, "heading", "Opener");
            }
            (Err(error), None) => assert_eq!(error.code(), Code::LocatorNotFound, "{error:?}"),
            (gone, _) => panic!("{does}: {gone:?}"),
        }
        assert!(began.elapsed() < Duration::from_secs(25), "{does}");
    }
    shown.close().await;
}

#[tokio::test]
async fn eighty_windows_bury_nobody() {
    let shown = Shown::opening().await;
    let markup = "<h1>Opener</h1><a href='/login.html'>On</a>
        <button onclick=\"for (let i = 0; i < 80; i++) window.open('/blank.html?' + i)\">Go</button>";
    shown.write(markup).await;
    let effect = shown.tap("button", "Go").await.unwrap();
    find(&effect.after, "heading", "Opener");
    let notes = effect.notes.join("\n");
    assert!(notes.contains("a new tab or window opened"), "{notes}");
    assert!(notes.contains(" more between them"), "{notes}");
    assert!(notes.len() < 4_000, "{notes}");
    let effect = shown.tap("link", "On").await.unwrap();
    assert!(effect.after.url.ends_with("login.html"), "{effect:?}");
    let error = switch(&shown, "nowhere").await.unwrap_err();
    assert_eq!(error.code(), Code::LocatorNotFound);
    assert!(format!("{error:?}").len() < 4_000, "{error:?}");
    shown.close().await;
}
