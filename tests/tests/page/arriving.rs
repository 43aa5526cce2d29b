//! Pages that do not come, or not whole: each has one clear end within its time.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use e2e::Code;
use e2e::browser::wire::History;
use e2e::page::verb::Verb;
use e2e_tests::pages::{Shown, find, text};
use futures::stream;
use serde_json::json;
use std::time::{Duration, Instant};

/// Pages by their path.
const PAGES: &[(&str, &str)] = &[
    (
        "/head-script",
        "<head><script src=/stall/app.js></script></head><h1>Hello</h1>",
    ),
    (
        "/head-style",
        "<head><link rel=stylesheet href=/stall/app.css></head><h1>Hello</h1>",
    ),
    (
        "/style-and-script",
        "<head><link rel=stylesheet href=/stall/app.css></head><script>window.x = 1</script><h1>Hello</h1>",
    ),
    (
        "/late-style",
        "<head><link rel=stylesheet href=/late.css></head><h1>Hello</h1>",
    ),
    ("/image", "<h1>Hello</h1><img alt=P src=/stall/p.png>"),
    (
        "/frame",
        "<h1>Hello</h1><iframe src=/stall/frame.html></iframe>",
    ),
    (
        "/async",
        "<h1>Hello</h1><script async src=/stall/late.js></script>",
    ),
    (
        "/last-script",
        "<h1>Hello</h1><script src=/stall/last.js></script>",
    ),
    (
        "/storm",
        "<h1>Hello</h1><script>for (;;) alert('Error 1')</script>",
    ),
    (
        "/asks",
        "<h1>Asks</h1><input><script>onbeforeunload = () => 'sure?'</script>",
    ),
    ("/plain", "<h1>Hello</h1>"),
];

async fn serve() -> String {
    let mut app = Router::new()
        .route("/silent", get(never))
        .route("/stall/{*rest}", get(never))
        .route(
            "/late.css",
            get(async || {
                tokio::time::sleep(Duration::from_millis(1_600)).await;
                ([(header::CONTENT_TYPE, "text/css")], "h1 { color: red }")
            }),
        )
        .route(
            "/drip",
            get(async || parts("<h1>Hello</h1>", 400, usize::MAX)),
        )
        .route("/dies", get(async || parts("<p>Hel", 5, 3)))
        .route(
            "/round",
            get(async || (StatusCode::FOUND, [(header::LOCATION, "/round")])),
        );
    for (path, markup) in PAGES {
        let page = format!("<!doctype html><title>T</title>{markup}");
        app = app.route(path, get(async move || Html(page)));
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

async fn never() {
    tokio::time::sleep(Duration::from_secs(600)).await;
}

/// A document in parts, each after a pause; after `most` of them the connection breaks.
fn parts(first: &'static str, pause: u64, most: usize) -> Response {
    let body = stream::unfold(0, move |part| async move {
        if part > 0 {
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
        let text = match part {
            0 => format!(
                "<!doctype html><title>T</title>{first}{}",
                " ".repeat(2_048)
            ),
            part => format!("<p>{part}</p>"),
        };
        let sent = match part < most {
            true => Ok(Bytes::from(text)),
            false => Err(std::io::Error::other("the app died")),
        };
        (part <= most).then_some((sent, part + 1))
    });
    (
        [(header::CONTENT_TYPE, "text/html")],
        Body::from_stream(body),
    )
        .into_response()
}

/// The path, and what the error says.
const HOPELESS: &[(&str, &[&str])] = &[
    (
        "/drip",
        &[
            "/drip answered, but did not finish loading",
            "the document itself did not end: it is still being sent",
        ],
    ),
    (
        "/dies",
        &[
            "/dies answered, but did not finish loading",
            "or the server broke off in the middle",
        ],
    ),
    (
        "/head-script",
        &[
            "did not finish loading within 2.",
            "nothing of the page is shown before this arrives: script http",
            "/stall/app.js",
        ],
    ),
    (
        "/head-style",
        &[
            "did not finish loading within 2.",
            "stylesheet http",
            "/stall/app.css",
        ],
    ),
    (
        "/style-and-script",
        &[
            "did not finish loading within 2.",
            "stylesheet http",
            "/stall/app.css",
        ],
    ),
    (
        "/round",
        &[
            "cannot be opened",
            "it leads back to itself",
            "look for a redirect",
        ],
    ),
    ("/storm", &["keeps opening dialogs", "Error 1"]),
    (
        "/silent",
        &["/silent did not answer with a page within 2.5s"],
    ),
];

/// The path, and what is said of a page that can be used all the same.
const USABLE: &[(&str, &str)] = &[
    ("/image", "/stall/p.png"),
    ("/frame", "frame http"),
    ("/async", "script http"),
    ("/last-script", "/stall/last.js"),
    ("/late-style", ""),
    ("/plain", ""),
];

#[tokio::test]
async fn a_page_that_does_not_come_has_one_clear_end() {
    let site = serve().await;
    let mut shown = Shown::opening().await;
    for (path, words) in HOPELESS {
        // A look makes Firefox paint a page without its style sheet, and what it got of
        // a page that broke off is the whole page to it.
        if shown.is_firefox() && matches!(*path, "/head-style" | "/dies") {
            continue;
        }
        // A page that never stops asking cannot be left.
        if *path == "/silent" {
            shown.close().await;
            shown = Shown::opening().await;
        }
        let url = format!("{site}{path}");
        let began = Instant::now();
        let error = shown.perform(Verb::Navigate { url }).await.unwrap_err();
        let said = format!("{error:?}");
        for word in *words {
            assert!(said.contains(word), "{path}: {said}");
        }
        assert!(began.elapsed() < Duration::from_secs(12), "{path}: {said}");
        if *path != "/storm" {
            assert_eq!(error.code(), Code::AppUnreachable, "{path}: {said}");
        }
    }
    shown.close().await;
}

#[tokio::test]
async fn a_page_that_can_be_used_is_there_and_says_what_is_missing() {
    let site = serve().await;
    let shown = Shown::opening().await;
    for (path, words) in USABLE {
        let url = format!("{site}{path}");
        let effect = shown.perform(Verb::Navigate { url }).await.unwrap();
        find(&effect.after, "heading", "Hello");
        let said = effect.notes.join("\n");
        // Firefox has painted the page by then, and says what it waits for or not.
        if *path == "/late-style" && shown.is_firefox() {
            continue;
        }
        let tells = said.contains("the page still waited for");
        assert!(
            said.contains(words) && tells != words.is_empty(),
            "{path}: {said}"
        );
    }
    // A reload goes the same way, and so does leaving a page that asks.
    let url = format!("{site}/image");
    shown.perform(Verb::Navigate { url }).await.unwrap();
    let again = shown.perform(Verb::History(History::Reload)).await.unwrap();
    assert!(
        again.notes.join("\n").contains("/stall/p.png"),
        "{:?}",
        again.notes
    );
    let url = format!("{site}/asks");
    shown.perform(Verb::Navigate { url }).await.unwrap();
    let target = shown.id("textbox", "");
    let text = "x".to_owned();
    shown
        .perform(Verb::Type {
            target: Some(target),
            text,
            replace: false,
        })
        .await
        .unwrap();
    let url = format!("{site}/plain");
    let effect = shown.perform(Verb::Navigate { url }).await.unwrap();
    find(&effect.after, "heading", "Hello");
    shown.close().await;
}

/// What stands in a page, and whether anything but a person can change it.
const LIVING: &[(&str, bool)] = &[
    (
        "<form onsubmit='go()'><label>Name <input></label><button onclick='go()'>Go</button></form>",
        false,
    ),
    (
        "<img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=><svg><circle r=3 /></svg>",
        false,
    ),
    (
        "<script>document.currentScript.remove()</script><p>Gone",
        true,
    ),
    ("<img onerror='this.remove()' src=data:,>", true),
    ("<body onload='go()'><p>Later", true),
    ("<meta http-equiv=refresh content=60><p>Soon", true),
    ("<iframe srcdoc=x></iframe>", true),
    ("<svg><animate attributeName=x /></svg>", true),
    ("<x-card></x-card>", true),
];

/// A page is read at once where only a person can change it, and after a time of quiet
/// everywhere else, however little of what acts in it can be seen.
#[tokio::test]
async fn a_page_without_anything_that_acts_is_read_at_once() {
    let shown = Shown::start().await;
    for (markup, lives) in LIVING {
        shown.write(markup).await;
        let asked = "document['e2e.engine']";
        let found = shown.run(&format!("return {asked}.lives()")).await;
        assert_eq!(found, json!(lives), "{markup}");
    }
    // Due before the quiet time is over by the clock of the page, in whichever of its
    // queues the engine waits: how late either comes does not matter.
    let late = "<p id=p>first</p><script>document.currentScript.remove(); addEventListener('load', () => { const from = performance.now(); const due = () => { if (performance.now() - from < 40) return false; p.textContent = 'second'; clearInterval(beat); return true; }; const beat = setInterval(due, 4); const turn = () => due() || requestAnimationFrame(turn); turn(); })</script>";
    let screen = shown.write(late).await;
    assert!(text(&screen).contains("second"), "{}", text(&screen));
    let moving = "<style>@keyframes grow { from { visibility: hidden } to { visibility: visible } } p { animation: grow .1s }</style><p>here";
    let screen = shown.write(moving).await;
    assert!(text(&screen).contains("here"), "{}", text(&screen));
    shown.close().await;
}

#[tokio::test]
async fn a_page_whose_server_allows_no_scripts_is_read_and_used() {
    let shown = Shown::impatient().await;
    let began = Instant::now();
    let url = shown.url("login.html?policy=sandbox allow-forms");
    let opened = shown.page.perform(Verb::Navigate { url }).await.unwrap();
    assert_eq!(find(&opened.after, "heading", "Sign in").role, "heading");
    let target = find(&opened.after, "link", "Terms").id.clone();
    let pressed = shown.page.perform(Verb::Tap { target }).await.unwrap();
    assert!(pressed.after.url.ends_with("/terms"), "{pressed:?}");
    assert!(began.elapsed() < Duration::from_secs(20));
    shown.close().await;
}

#[tokio::test]
async fn an_address_that_is_a_file_is_no_page() {
    let shown = Shown::impatient().await;
    let url = shown.url("login.html?kept");
    let mut terms = e2e::page::Terms::default();
    terms.limit = Some(Duration::from_secs(2));
    let opened = shown.page.perform_with(Verb::Navigate { url }, &terms);
    let error = opened.await.unwrap_err();
    // Only the browser's own protocol says so at once.
    let said = ["with a file to keep", "did not answer with a page"];
    let told = said.map(|said| error.message().contains(said));
    assert!(told.contains(&true), "{error:?}");
    assert!(told[0] || shown.is_over_the_driver(), "{error:?}");
    shown.close().await;
}
