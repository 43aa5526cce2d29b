//! The engine's roles and names are the browser's, on pages that hold every rule.

use e2e::browser::Session;
use e2e_tests::agreement::{Folder, Kind, compare};
use std::path::Path;

#[tokio::test]
async fn roles_and_names_are_those_of_the_browser() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(here).unwrap();
    let session = Session::start(&config).await.unwrap();
    // What is allowed to differ is written down for Chromium; other browsers compute
    // roles of their own.
    if !session.about().kind.is_chromium() {
        return session.close().await.unwrap();
    }
    let folder = Folder::serve(&here.join("pages")).await.unwrap();
    let mut nodes = 0;
    for page in [
        "agree/roles.html",
        "agree/aria.html",
        "agree/names.html",
        "agree/counters.html",
        "agree/customs.html",
        "roles.html",
    ] {
        let found = compare(&session, &folder.url(page)).await.unwrap();
        nodes += found.nodes;
        for kind in [Kind::Role, Kind::Name] {
            let left: Vec<String> = found
                .differences
                .iter()
                .filter(|d| d.kind == kind && d.allowed.is_none())
                .map(|d| format!("{}: ours {:?}, theirs {:?}", d.markup, d.ours, d.theirs))
                .collect();
            assert!(left.is_empty(), "{kind:?} on {page}:\n{}", left.join("\n"));
        }
    }
    // A comparison of nothing agrees with everything.
    assert!(nodes > 300, "only {nodes} elements were compared");
    session.close().await.unwrap();
}
