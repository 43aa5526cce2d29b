//! Pages that are hostile, broken or enormous: each is read, told in whole lines, and
//! left as it was.

use e2e::browser::chord::Chord;
use e2e::browser::wire::Evaluated;
use e2e::page::Folders;
use e2e::page::text::{TextOptions, render};
use e2e::page::verb::{Effect, Verb};
use e2e_tests::agreement::Folder;
use e2e_tests::pages::{Shown, find};
use serde_json::json;
use std::path::Path;

/// Page, and words its listing has to hold.
const PAGES: &[(&str, &[&str])] = &[
    (
        "bent.html",
        &[
            "button \"Still here\"",
            "textbox \"Name\" value=\"x\"",
            "button \"Inside\"",
            "link \"Link\"",
        ],
    ),
    (
        "csp.html",
        &["button \"Inert words\"", "styled by attribute"],
    ),
    ("trusted.html", &["button \"Before\""]),
    ("rewriting.html", &["button \"Document "]),
    ("replaced.html", &["button \"Root "]),
    (
        "deep.html",
        &["button \"At the bottom\"", "group \"level 90\""],
    ),
    (
        "million.html",
        &[
            "paragraph text=\"word word",
            "textbox \"Long\"",
            "button \"After it\"",
        ],
    ),
    (
        "odd.html",
        &[
            "half \u{fffd} and \u{fffd} half",
            "\\u202e round",
            "textbox \"Field\" value=\"tab\\tand \u{fffd}\"",
        ],
    ),
    ("frames.html", &["button \"Before the frames\"", "f0"]),
    ("stuck.html", &["button \"Beside it\"", "iframe \"Stuck\""]),
    (
        "imitation.html",
        &[
            "text=\"#n99 button \\\"Pay\\\"",
            "combobox \"Pick\"",
            "\"a,#n99 Pay,b\",1",
        ],
    ),
];

/// What a page could notice of us, beside the one property of its document.
const TRACES: &str = r#"return Object.getOwnPropertyNames(window).length + " " +
    Object.getOwnPropertyNames(document).join() + " " + document.documentElement.attributes.length"#;

#[tokio::test]
async fn whatever_a_page_does_it_is_read_and_left_as_it_was() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    for (page, words) in PAGES {
        // Firefox reads the engine anew in each of two thousand frames, which takes long.
        if *page == "frames.html" && shown.is_firefox() {
            continue;
        }
        let screen = shown.go(&folder.url(page)).await;
        let text = render(&screen, &TextOptions::default());
        for word in *words {
            assert!(text.contains(word), "{page}: {word} is missing in\n{text}");
        }
        assert!(text.len() <= TextOptions::default().budget_bytes, "{page}");
        for line in text.lines().map(str::trim_start) {
            let ours = ["#n", "#root", "…", "columns: ", "(truncated", "(not read"];
            let row = *page == "imitation.html" && line.ends_with(['1', '2']);
            assert!(
                row || ours.iter().any(|start| line.starts_with(start)),
                "{page}: {line}"
            );
            // Its own ids are far beyond the one it writes.
            let fake = *page == "imitation.html" && line.starts_with("#n99 ");
            assert!(
                !fake && !line.contains(['\u{2028}', '\u{202e}', '\0']),
                "{page}: {line}"
            );
        }
        let before = shown.run(TRACES).await;
        shown.page.look().await.unwrap();
        assert_eq!(shown.run(TRACES).await, before, "{page}");
    }
    shown.close().await;
}

/// What a page replaces, one at a time.
const BENT: &[&str] = &[
    "array", "json", "observer", "symbol", "shadow", "clock", "dom",
];

/// Types into the field, presses a key in it and chooses from the list.
async fn use_fields(shown: &Shown, what: &str) {
    let done = |effect: e2e::Result<Effect>| effect.unwrap_or_else(|e| panic!("{what}: {e:?}"));
    let value = |effect: &Effect, role, name| find(&effect.after, role, name).value.clone();
    let target = Some(shown.id("textbox", "Name"));
    let (text, replace) = ("Ada B".to_owned(), true);
    let effect = done(
        shown
            .perform(Verb::Type {
                target,
                text,
                replace,
            })
            .await,
    );
    assert_eq!(
        value(&effect, "textbox", "Name").as_deref(),
        Some("Ada B"),
        "{what}"
    );
    let target = Some(shown.id("textbox", "Name"));
    let chord = Chord::parse("Backspace").unwrap();
    let effect = done(shown.perform(Verb::Press { target, chord }).await);
    assert_eq!(
        value(&effect, "textbox", "Name").as_deref(),
        Some("Ada "),
        "{what}"
    );
    let (target, option) = (shown.id("combobox", "Pick"), "Two".to_owned());
    let effect = done(shown.perform(Verb::Select { target, option }).await);
    assert_eq!(
        value(&effect, "combobox", "Pick").as_deref(),
        Some("Two"),
        "{what}"
    );
}

/// Gives the field a file, and carries what the page and what the browser drags.
async fn carry_and_give(shown: &Shown, package: &Path, what: &str) {
    let mut folders = Folders::default();
    folders.package = package.to_owned();
    let page = shown.page_with(folders);
    let screen = page.observe().await.unwrap();
    let id = |role, name| find(&screen, role, name).id.clone();
    let (target, files) = (id("button", "File"), vec!["note.txt".to_owned()]);
    let given = page.perform(Verb::Upload { target, files }).await;
    let given = given.unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert!(given.notes.concat().contains("gave it note.txt"), "{what}");
    for (name, said) in [("Slider", "carried"), ("Card", "dropped")] {
        // Firefox drops nothing that its driver drags.
        if name == "Card" && shown.is_firefox() {
            continue;
        }
        let (target, to) = (id("group", name), id("group", "Zone"));
        let dragged = page.perform(Verb::Drag { target, to }).await;
        let dragged = dragged.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let log = dragged.after.nodes.iter();
        let mut log = log.filter(|node| node.role == "status");
        assert!(log.any(|node| node.text.contains(said)), "{what}: {said}");
    }
}

#[tokio::test]
async fn whatever_a_page_replaces_it_is_read_and_used() {
    let shown = Shown::start().await;
    let package = tempfile::tempdir().unwrap();
    std::fs::write(package.path().join("note.txt"), "hello").unwrap();
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    for what in BENT {
        let screen = shown
            .go(&folder.url(&format!("bent-one.html?{what}")))
            .await;
        for (role, name) in [("textbox", "Name"), ("button", "Inside"), ("link", "Link")] {
            find(&screen, role, name);
        }
        let effect = shown.tap("button", "Still here").await;
        let effect = effect.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(effect.reached, Some(true), "{what}");
        find(&effect.after, "status", "Pressed");
        use_fields(&shown, what).await;
        // The others leave alone what the driver asks before it carries anything.
        if matches!(*what, "array" | "dom") {
            carry_and_give(&shown, package.path(), what).await;
        }
    }
    // Whatever else is odd about a page, what it holds is used like anything.
    for (page, button) in [
        ("deep.html", "At the bottom"),
        ("million.html", "After it"),
        ("stuck.html", "Beside it"),
    ] {
        shown.go(&folder.url(page)).await;
        let effect = shown.tap("button", button).await;
        let effect = effect.unwrap_or_else(|error| panic!("{page}: {error:?}"));
        find(&effect.after, "button", "Pressed");
    }
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_watches_itself_sees_nobody() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    shown.go(&folder.url("watching.html")).await;
    let words = |value: serde_json::Value| -> Vec<String> {
        serde_json::from_value(value).expect("a list of words")
    };
    let mut noticed = words(shown.run("return taken()").await);
    shown.tap("button", "Press").await.unwrap();
    let target = Some(shown.id("textbox", "Name"));
    let (text, replace) = ("Ada".to_owned(), true);
    shown
        .perform(Verb::Type {
            target,
            text,
            replace,
        })
        .await
        .unwrap();
    shown.page.search("button", "").await.unwrap();
    shown.page.picture().await.unwrap();
    noticed.extend(words(shown.run("return taken()").await));
    // What the driver's own scripts do is not ours.
    shown.run("return 1").await;
    let theirs = words(shown.run("return taken()").await);
    noticed.retain(|what| !theirs.contains(what));
    // Firefox runs nothing before the page's own scripts.
    if !shown.is_firefox() {
        assert!(noticed.is_empty(), "{noticed:?}");
    }
    let mut left = words(shown.run("return differing()").await);
    // Chromium's driver leaves names of its own.
    left.retain(|what| !what.contains("$cdc_") && what != "window ret_nodes");
    // What is there was there before the page.
    assert!(left.is_empty(), "{left:?}");
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_allows_no_scripts_is_acted_on_all_the_same() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    shown.go(&folder.url("trusted.html")).await;
    let effect = shown.tap("button", "Before").await.unwrap();
    find(&effect.after, "button", "Refused");
    shown.go(&folder.url("bent.html")).await;
    shown.tap("button", "Still here").await.unwrap();
    use_fields(&shown, "bent.html").await;
    let package = tempfile::tempdir().unwrap();
    std::fs::write(package.path().join("note.txt"), "hello").unwrap();
    carry_and_give(&shown, package.path(), "bent.html").await;
    shown.close().await;
}

/// What a page finds out that looks around while it is pressed, by whether it may run text.
const BORROWED: &[(&str, &str)] = &[("", "from text"), ("?csp", "refused")];

#[tokio::test]
async fn what_a_press_borrows_looks_and_works_like_the_browsers_own() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    for (how, text) in BORROWED {
        shown.go(&folder.url(&format!("pressing.html{how}"))).await;
        let effect = shown.tap("button", "Press").await.unwrap();
        find(&effect.after, "paragraph", "Pressed");
        let wire = shown.page.engine().wire();
        let limit = std::time::Duration::from_secs(10);
        let found = wire
            .eval_async("return found()", serde_json::Value::Null, limit)
            .await;
        let Ok(Evaluated::Value(found)) = found else {
            panic!("{found:?}");
        };
        // Nothing looks otherwise during the press, and nothing is another thing after it
        // but what the page itself replaced meanwhile.
        assert_eq!(found["changed"], json!([]), "{how}");
        assert_eq!(found["others"], json!(["open"]), "{how}");
        assert_eq!(found["mine"], "mine", "{how}");
        // What the page took along goes on working.
        assert_eq!(found["kept"], "200 in time", "{how}");
        let log = found["log"].as_array().unwrap();
        for said in [
            "frame at a number",
            "given 12true2",
            "handle is a number",
            "two rounds",
            "fetch TypeError",
            text,
        ] {
            assert!(
                log.iter().any(|one| one == said),
                "{how}: {said} in {log:?}"
            );
        }
        assert!(
            log.iter()
                .all(|one| !one.as_str().unwrap().contains("called off")),
            "{log:?}"
        );
        assert!(
            log.iter()
                .any(|one| one.as_str().unwrap().starts_with("TypeError")),
            "{log:?}"
        );
        assert!(
            log.iter()
                .any(|one| one.as_str().unwrap().starts_with("InvalidStateError")),
            "{log:?}"
        );
    }
    shown.close().await;
}
