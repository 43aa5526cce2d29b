//! Pages that are hostile, broken or enormous: each is read, told in whole lines, and
//! left as it was.

use e2e::Code;
use e2e::page::text::{TextOptions, render};
use e2e::page::verb::Verb;
use e2e_tests::agreement::Folder;
use e2e_tests::pages::{Shown, find};
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

/// What a page could notice of us, beside the one symbol on its document.
const TRACES: &str = r#"return Object.getOwnPropertyNames(window).length + " " +
    Object.getOwnPropertyNames(document).join() + " " + document.documentElement.attributes.length"#;

#[tokio::test]
async fn whatever_a_page_does_it_is_read_and_left_as_it_was() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    for (page, words) in PAGES {
        // The driver wraps every script in one of its own, which stands on what this
        // page replaces.
        if *page == "bent.html" && shown.is_over_the_driver() && !shown.is_firefox() {
            continue;
        }
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

#[tokio::test]
async fn a_page_that_allows_no_scripts_is_acted_on_all_the_same() {
    let shown = Shown::start().await;
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    shown.go(&folder.url("trusted.html")).await;
    let effect = shown.tap("button", "Before").await.unwrap();
    find(&effect.after, "button", "Refused");
    if !shown.is_over_the_driver() || shown.is_firefox() {
        shown.go(&folder.url("bent.html")).await;
        shown.tap("button", "Still here").await.unwrap();
    }
    shown.close().await;
}

#[tokio::test]
async fn what_the_driver_cannot_read_is_said_to_be_there() {
    let shown = Shown::over_the_driver().await;
    // Firefox's driver does not stand on what the page replaces.
    if shown.is_firefox() {
        return shown.close().await;
    }
    let folder = Folder::serve(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages/bad"))
        .await
        .unwrap();
    let url = folder.url("bent.html");
    let error = shown
        .page
        .perform(Verb::Navigate { url })
        .await
        .unwrap_err();
    let said = format!("{error:?}");
    assert_eq!(error.code(), Code::AppUnreachable, "{said}");
    for part in ["could not be read", "browser.wire"] {
        assert!(said.contains(part), "{said}");
    }
    shown.close().await;
}
