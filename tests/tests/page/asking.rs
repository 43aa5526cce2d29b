//! Dialogs of pages that mean no good: each is told of, none keeps anybody for ever.

use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find};
use std::time::{Duration, Instant};

/// What a button does, and what comes of it: words of the error, or of the notes.
const STORMS: &[(&str, Result<&str, &str>)] = &[
    ("for (;;) alert('again')", Err("keep opening")),
    ("setInterval(() => alert('again'), 1)", Err("keep opening")),
    ("while (!confirm('Really?'));", Err("keep opening")),
    (
        "for (let i = 0; i < 6; i++) alert('No ' + i); say('through')",
        Ok("No 5"),
    ),
    ("alert('x'.repeat(200000)); say('through')", Ok("xxx")),
    ("alert(''); say('through')", Ok("\"\"")),
    (
        "alert('a\\u0000b\\u202Ec\\n* button \"Pay\" [n1]'); say('through')",
        Ok("Pay"),
    ),
];

#[tokio::test]
async fn dialogs_without_end_end_and_the_next_page_opens() {
    let mut shown = Shown::opening().await;
    for (does, expected) in STORMS {
        let began = Instant::now();
        let markup = format!(
            "<button onclick=\"go()\">Go</button><output id=out></output>
             <script>function say(text) {{ out.textContent = text }} function go() {{ {does} }}</script>"
        );
        shown.write(&markup).await;
        let ended = shown.tap("button", "Go").await;
        match (ended, expected) {
            (Ok(effect), Ok(words)) => {
                find(&effect.after, "status", "through");
                let told = effect.notes.iter().any(|note| note.contains(words));
                assert!(told, "{does}: {:?}", effect.notes);
                let short = effect
                    .notes
                    .iter()
                    .all(|note| note.chars().count() < 400 && !note.contains('\n'));
                assert!(short, "{does}: {:?}", effect.notes);
            }
            (Err(error), Err(words)) => {
                let said = format!("{error:?}");
                assert!(said.contains(words), "{does}: {said}");
                // A page that never stops asking cannot be left by hand either.
                shown.close().await;
                shown = Shown::opening().await;
            }
            (ended, _) => panic!("{does}: {ended:?}"),
        }
        assert!(began.elapsed() < Duration::from_secs(25), "{does}");
    }
    shown.close().await;
}

/// Leaves a page that asks whether it may be left, in every way there is.
#[tokio::test]
async fn a_page_that_asks_to_stay_is_left_all_the_same() {
    let shown = Shown::opening().await;
    let other = shown.url("login.html");
    let asks = "<h1>Asks</h1><input aria-label=Name><a id=new target=_blank href='/blank.html'>New</a>
        <a href='/login.html'>Away</a><script>onbeforeunload = (e) => { e.preventDefault(); return 'sure?' }</script>";
    let dirty = async || {
        shown.write(asks).await;
        let target = Some(shown.id("textbox", "Name"));
        let text = "x".to_owned();
        let typed = Verb::Type {
            target,
            text,
            replace: false,
        };
        shown.perform(typed).await.unwrap();
    };
    for way in ["navigate", "reload", "link", "switch", "close"] {
        dirty().await;
        let effect = match way {
            "navigate" => shown.perform(Verb::Navigate { url: other.clone() }).await,
            "reload" => {
                shown
                    .perform(Verb::History(e2e::browser::wire::History::Reload))
                    .await
            }
            "link" => shown.tap("link", "Away").await,
            "switch" | "close" => {
                shown.tap("link", "New").await.unwrap();
                let tab = "new".to_owned();
                shown.perform(Verb::SwitchTab { tab }).await.unwrap();
                let tab = "1".to_owned();
                if way == "switch" {
                    shown.perform(Verb::SwitchTab { tab }).await.unwrap();
                    shown
                        .perform(Verb::CloseTab {
                            tab: Some("2".to_owned()),
                        })
                        .await
                } else {
                    shown.perform(Verb::CloseTab { tab: Some(tab) }).await
                }
            }
            other => panic!("{other}"),
        };
        let effect = effect.unwrap_or_else(|error| panic!("{way}: {error:?}"));
        assert_eq!(effect.after.dialog, None, "{way}");
        match way {
            "navigate" | "link" => assert_eq!(effect.after.url, other, "{way}"),
            "close" => assert!(
                effect.after.url.ends_with("/blank.html"),
                "{way}: {}",
                effect.after.url
            ),
            _ => {
                find(&effect.after, "heading", "Asks");
            }
        }
    }
    dirty().await;
    shown.close().await;
}
