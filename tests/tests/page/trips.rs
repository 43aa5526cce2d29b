//! What goes over the wire for a verb, from the act to what came of it.

use e2e::browser::Session;
use e2e::browser::wire::WireKind;
use e2e::config::Timeouts;
use e2e::page::Page;
use e2e::page::verb::Verb;
use e2e_tests::counted::{Counted, Log};
use e2e_tests::pages::{Pages, find};
use std::path::Path;
use std::sync::Arc;

const PAGE: &str = "<label>Name <input id=name></label><label><input type=checkbox> Yes</label>\
    <button id=go>Go</button><button id=swap>Swap</button><output id=o></output><script>\
    go.onclick = () => o.textContent = 'gone';\
    swap.onpointerdown = () => { swap.replaceWith('away'); o.textContent = 'swapped' };</script>";

/// One that proves the element and says where it is, and one that acts, waits, and tells.
#[tokio::test]
async fn a_verb_takes_two_round_trips_where_the_wire_can() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(root).unwrap();
    let session = Session::start(&config).await.unwrap();
    let pages = Pages::start().await;
    let log = Log::default();
    let wire = Counted {
        wire: session.wire(),
        log: log.clone(),
    };
    let page = Page::new(Arc::new(wire), Timeouts::default());
    let url = pages.write(PAGE);
    page.perform(Verb::Navigate { url }).await.unwrap();
    let screen = page.observe().await.unwrap();
    let id = |role: &str, name: &str| find(&screen, role, name).id.clone();
    let verbs = [
        (
            "insert",
            Verb::Type {
                target: Some(id("textbox", "Name")),
                text: "Ada".into(),
                replace: true,
            },
        ),
        (
            "pointer",
            Verb::Check {
                target: id("checkbox", "Yes"),
                checked: true,
            },
        ),
        (
            "pointer",
            Verb::Tap {
                target: id("button", "Go"),
            },
        ),
    ];
    for (input, verb) in verbs {
        let _ = log.take();
        assert!(page.perform(verb).await.unwrap().visible, "{input}");
        let trips: Vec<String> = log.take().into_iter().map(|(what, _)| what).collect();
        let expected = match session.about().wire {
            WireKind::DevTools => vec!["prepare".to_owned(), format!("{input} with settle")],
            _ => ["prepare", input, "settle"].map(str::to_owned).to_vec(),
        };
        assert_eq!(trips, expected);
    }
    // Where the event never comes that the press ends with, the wait ends all the same.
    let target = id("button", "Swap");
    let swapped = page.perform(Verb::Tap { target }).await;
    assert!(swapped.is_err(), "{swapped:?}");
    session.close().await.unwrap();
}
