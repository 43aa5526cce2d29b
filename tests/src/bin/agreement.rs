//! `cargo run -p e2e-tests --bin agreement -- FOLDER|URL…` tells how far the engine's
//! roles and names are those of the browser, page by page, with every difference.

use e2e::browser::Session;
use e2e_tests::agreement::{self, Agreement, Folder, Kind};
use std::path::Path;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let places: Vec<String> = std::env::args().skip(1).collect();
    if places.is_empty() {
        eprintln!("usage: agreement FOLDER|URL…");
        return ExitCode::from(2);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(here).expect("the tests' configuration is sound");
    let mut session = Session::start(&config).await.expect("a browser starts");
    println!("{} {}", session.about().name, session.about().version);
    let mut total = Agreement::default();
    for place in &places {
        let served = if place.contains("://") {
            None
        } else {
            Some(Folder::serve(Path::new(place)).await.expect("a free port"))
        };
        let pages = match &served {
            Some(folder) => folder.pages().iter().map(|page| folder.url(page)).collect(),
            None => vec![place.clone()],
        };
        let mut sum = Agreement::default();
        for url in pages {
            match agreement::compare(&session, &url).await {
                Ok(found) => {
                    report(&url, &found);
                    sum.add(&found);
                }
                Err(error) => {
                    println!("{url}: {error}");
                    // Whatever the page did to the browser, the next one has a new one.
                    let _ = session.close().await;
                    session = Session::start(&config).await.expect("a browser starts");
                }
            }
        }
        println!("{sum}   {place}");
        total.add(&sum);
    }
    println!("{total}   in all");
    let _ = session.close().await;
    let least = total.nodes * 99;
    let enough = [Kind::Role, Kind::Name]
        .iter()
        .all(|kind| total.agreeing(*kind).1 * 100 >= least);
    ExitCode::from(u8::from(!enough))
}

fn report(url: &str, found: &Agreement) {
    let page = url.splitn(4, '/').nth(3).unwrap_or(url);
    println!("{found}   {page}");
    for difference in &found.differences {
        let kind = match difference.kind {
            Kind::Role => "role",
            Kind::Name => "name",
        };
        println!(
            "      {kind} of {}\n        ours   {:?}\n        theirs {:?}",
            difference.markup, difference.ours, difference.theirs
        );
        if let Some(why) = &difference.allowed {
            println!("        allowed: {why}");
        }
    }
}
