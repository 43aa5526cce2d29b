//! Tests that share a browser share nothing in it.

use super::{LIMIT, config};
use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _};
use axum::routing::get;
use e2e::Code;
use e2e::browser::Session;
use e2e::browser::chord::Chord;
use e2e::browser::wire::{Evaluated, Wire};
use e2e::config::{Config, Isolation, Viewport, WireChoice};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// A configuration whose browser nobody else shares: `mark` is known to no browser.
pub(super) fn shared(mark: &str) -> Config {
    marked(config(), mark)
}

fn marked(mut config: Config, mark: &str) -> Config {
    config.browser.isolation = Isolation::Context;
    config.browser.wire = WireChoice::DevTools;
    config.browser.args.push(format!("--e2e-room={mark}"));
    config
}

pub(super) async fn value(wire: &dyn Wire, body: &str) -> Value {
    match wire.eval_async(body, Value::Null, LIMIT).await.unwrap() {
        Evaluated::Value(value) => value,
        other => panic!("{body}: {other:?}"),
    }
}

/// A page, a service worker, and a place that asks for a password.
pub(super) async fn site() -> String {
    let app = Router::new()
        .route("/", get(|| async { Html("<title>home</title><p>home") }))
        .route(
            "/worker.js",
            get(|| async { ([(header::CONTENT_TYPE, "text/javascript")], "") }),
        )
        .route(
            "/cached",
            get(|| async {
                let cache = [(header::CACHE_CONTROL, "max-age=9999")];
                (cache, format!("{:?}", Instant::now()))
            }),
        )
        .route(
            "/guarded",
            get(|uri: Uri, headers: HeaderMap| async move {
                // Only one visit is asked for the name: a browser with a window would
                // ask a person. Whoever gave it once gives it unasked.
                match (headers.get(header::AUTHORIZATION), uri.query()) {
                    (Some(_), _) => "in".into_response(),
                    (None, Some(_)) => {
                        let ask = [(header::WWW_AUTHENTICATE, "Basic realm=x")];
                        (StatusCode::UNAUTHORIZED, ask, "out").into_response()
                    }
                    (None, None) => (StatusCode::UNAUTHORIZED, "out").into_response(),
                }
            }),
        );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}/")
}

/// Leaves everything behind that a page can leave.
const LEAVE: &str = "
document.cookie = 'a=1; max-age=9999'; document.cookie = 'b=1';
localStorage.a = sessionStorage.a = 1; window.name = 'left'; history.pushState({}, '', '#x');
await new Promise((done) => {
  const open = indexedDB.open('left', 1);
  open.onsuccess = open.onerror = () => { open.result?.close(); done(); };
});
await (await caches.open('left')).put('/left', new Response('left'));
await navigator.serviceWorker.register('/worker.js');
await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
window.open('/', 'another');
new SharedWorker('data:text/javascript,onconnect = () => 0', 'left');
new BroadcastChannel('left').onmessage = (event) => event.target.postMessage('here');
navigator.locks.request('left', () => new Promise(() => 0));
return (await (await fetch('/cached')).text())";

/// Everything of it that can be found.
const FIND: &str = "
const channel = new BroadcastChannel('left');
const heard = new Promise((done) => {
  channel.onmessage = () => done(true); setTimeout(() => done(false), 150);
});
channel.postMessage('anybody?');
const files = [];
for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
const asked = ['geolocation', 'notifications', 'clipboard-read'].map((name) =>
  navigator.permissions.query({ name }).then((found) => found.state));
return {
  cookies: document.cookie, local: localStorage.length, session: sessionStorage.length,
  name: window.name, databases: (await indexedDB.databases()).length,
  caches: await caches.keys(), files,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  permissions: await Promise.all(asked), heard: await heard,
  locks: (await navigator.locks.query()).held.length,
  zoom: devicePixelRatio, agent: navigator.userAgent, opener: window.opener,
  guarded: (await fetch('/guarded')).status,
}";

/// What a test may do to its own page past every fixture.
fn bent() -> Vec<(&'static str, Value)> {
    let metrics = json!({ "width": 300, "height": 300, "deviceScaleFactor": 3, "mobile": false });
    let offline = json!({
        "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    let permissions = json!(["geolocation", "notifications", "clipboardReadWrite"]);
    vec![
        (
            "Browser.grantPermissions",
            json!({ "permissions": permissions }),
        ),
        ("Emulation.setDeviceMetricsOverride", metrics),
        (
            "Emulation.setPageScaleFactor",
            json!({ "pageScaleFactor": 2 }),
        ),
        ("Network.enable", json!({})),
        ("Network.emulateNetworkConditions", offline),
        (
            "Network.setUserAgentOverride",
            json!({ "userAgent": "Another" }),
        ),
        (
            "Network.setExtraHTTPHeaders",
            json!({ "headers": { "Authorization": "Basic eA==" } }),
        ),
    ]
}

/// A field with the focus.
const FIELD: &str = "window.field = document.createElement('textarea'); \
    (document.body || document.documentElement).append(field); field.focus()";

async fn press(wire: &dyn Wire, chord: &str) {
    wire.press(&Chord::parse(chord).unwrap()).await.unwrap();
}

fn body(script: &str) -> String {
    format!("return (async () => {{{script}}})()")
}

#[tokio::test]
async fn nothing_passes_from_one_room_to_the_next() {
    let site = site().await;
    let config = shared("leaks");
    let mut browsers = Vec::new();
    let mut found = Vec::new();
    let mut cached = Vec::new();
    // The second room is one made ahead, while the first was in use.
    for round in 0..3 {
        let session = Session::start(&config).await.unwrap();
        browsers.push(session.about().pid);
        let (wire, driver) = (session.wire(), session.driver().clone());
        assert_eq!(driver.windows().await.unwrap().len(), 1, "round {round}");
        assert_eq!(
            value(&*wire, "return [innerWidth, innerHeight, history.length]").await,
            json!([1280, 720, 1]),
            "round {round}"
        );
        value(&*wire, FIELD).await;
        press(&*wire, "ControlOrMeta+v").await;
        let pasted = value(&*wire, "return field.value.trim()").await;
        assert_eq!(pasted, json!(""), "round {round}");
        wire.navigate(&site, LIMIT).await.unwrap();
        let kept = "return !!document['e2e.engine'].root";
        let kept = value(&*wire, kept).await;
        assert_eq!(kept, json!(true), "round {round}: ours ran first");
        found.push(value(&*wire, &body(FIND)).await);
        // What a test does to its own browser goes with it.
        let guarded = site.replace("http://", "http://ann:secret@") + "guarded?ask";
        wire.navigate(&guarded, LIMIT).await.unwrap();
        wire.navigate(&site, LIMIT).await.unwrap();
        let status = "return fetch('/guarded').then((answer) => answer.status)";
        assert_eq!(value(&*wire, status).await, json!(200), "the name is kept");
        value(&*wire, FIELD).await;
        wire.type_text("secret").await.unwrap();
        press(&*wire, "ControlOrMeta+a").await;
        press(&*wire, "ControlOrMeta+c").await;
        press(&*wire, "End").await;
        press(&*wire, "ControlOrMeta+v").await;
        let copied = value(&*wire, "return field.value").await;
        assert_eq!(copied, json!("secretsecret"), "the clipboard works");
        cached.push(value(&*wire, &body(LEAVE)).await);
        let other = driver.new_tab().await.unwrap();
        driver.switch_to_window(other).await.unwrap();
        driver.goto(&site).await.unwrap();
        assert_eq!(
            value(&*wire, "return document.cookie").await,
            json!("a=1; b=1"),
            "a new tab is the test's own"
        );
        assert!(driver.windows().await.unwrap().len() >= 3, "round {round}");
        for (method, params) in bent() {
            let done = wire.devtools(method, params).await;
            done.unwrap_or_else(|error| panic!("{method}: {error:?}"));
        }
        let bent = "return navigator.permissions.query({ name: 'geolocation' })
            .then((found) => [found.state, devicePixelRatio, navigator.onLine, navigator.userAgent])";
        assert_eq!(
            value(&*wire, bent).await,
            json!(["granted", 3, false, "Another"]),
            "round {round}"
        );
        value(&*wire, "setTimeout(() => alert('left open'))").await;
        session.close().await.unwrap();
    }
    assert_eq!(browsers[0], browsers[1], "one browser serves all");
    assert_eq!(browsers[0], browsers[2], "one browser serves all");
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    assert_ne!(cached[0], cached[1], "the cache is each room's own");
    assert_eq!(found[0]["guarded"], 401, "{}", found[0]);
    assert_eq!(found[0]["cookies"], "", "{}", found[0]);
}

#[tokio::test]
async fn downloads_go_to_the_folder_of_their_room() {
    const GET: &str = "const link = document.createElement('a'); link.download = arguments[0]; \
        link.href = URL.createObjectURL(new Blob(['hello'])); link.click()";
    let site = site().await;
    let config = shared("downloads");
    let kept = tempfile::tempdir().unwrap();
    let folder = |name: &str| {
        let folder = kept.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    };
    let files = |name: &str| {
        let mut names: Vec<String> = std::fs::read_dir(kept.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    for name in ["one", "two"] {
        let session = Session::start(&config).await.unwrap();
        let wire = session.wire();
        wire.navigate(&site, LIMIT).await.unwrap();
        wire.receive_in(&folder(name)).await.unwrap();
        let got = wire.eval(GET, json!("a.txt"), LIMIT).await;
        assert!(matches!(got, Ok(Evaluated::Value(_))), "{name}: {got:?}");
        until(|| files(name) == ["a.txt"]).await;
        session.close().await.unwrap();
    }
    // Who says nothing of a folder gets none that was another's.
    let session = Session::start(&config).await.unwrap();
    session.wire().navigate(&site, LIMIT).await.unwrap();
    for name in ["b.txt", "c.txt"] {
        let got = session.wire().eval(GET, json!(name), LIMIT).await;
        assert!(matches!(got, Ok(Evaluated::Value(_))), "{name}: {got:?}");
        let own = folder("three");
        session.wire().receive_in(&own).await.unwrap();
    }
    until(|| files("three").contains(&"c.txt".to_owned())).await;
    assert_eq!(
        (files("one"), files("two")),
        (vec!["a.txt".to_owned()], vec!["a.txt".to_owned()])
    );
    session.close().await.unwrap();
}

/// Waits for what a browser does in its own time.
async fn until(done: impl Fn() -> bool) {
    for _ in 0..200 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it never came");
}

/// The pages of a browser, of whatever context.
async fn pages(session: &Session) -> Vec<String> {
    let debugger = session.about().debugger.clone().unwrap();
    let list = reqwest::get(format!("http://{debugger}/json/list"));
    let list: Vec<Value> = list.await.unwrap().json().await.unwrap();
    list.iter()
        .filter(|target| target["type"] == "page")
        .filter_map(|target| target["id"].as_str().map(str::to_owned))
        .collect()
}

#[tokio::test]
#[cfg(unix)]
async fn a_room_is_made_ahead_and_nobody_waits_for_a_used_one_to_go() {
    let mut config = shared("ahead");
    // A driver of its own, which the browser that stops is nobody else's trouble to.
    let folder = tempfile::tempdir().unwrap();
    let driver = folder.path().join("chromedriver");
    let found = e2e::browser::find::find(&config.browser).unwrap();
    std::os::unix::fs::symlink(&found.driver, &driver).unwrap();
    config.browser.driver = Some(driver);
    let first = Session::start(&config).await.unwrap();
    let window = async |of: &Session| of.driver().window().await.unwrap().to_string();
    // The next one is ready some time after its page is there, so a few may be too early.
    let mut ahead = false;
    for _ in 0..20 {
        let there = pages(&first).await;
        let next = Session::start(&config).await.unwrap();
        ahead |= there.contains(&window(&next).await);
        next.close().await.unwrap();
        if ahead {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(ahead, "no test got a page that was there before it");
    let (window, second) = (window(&first).await, Session::start(&config).await.unwrap());
    // A browser that does nothing for a while keeps nobody from the end of a test.
    let pid = first.about().pid.unwrap();
    let signal = |name: &str| {
        let status = Command::new("kill").args([name, &pid.to_string()]).status();
        assert!(status.unwrap().success());
    };
    signal("-STOP");
    let began = Instant::now();
    let closed = first.close().await;
    let took = began.elapsed();
    signal("-CONT");
    closed.unwrap();
    assert!(took < Duration::from_secs(5), "it was waited for: {took:?}");
    while pages(&second).await.contains(&window) {
        assert!(began.elapsed() < LIMIT, "it is not disposed of");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    second.close().await.unwrap();
}

#[tokio::test]
async fn rooms_take_the_size_that_is_asked_for() {
    let mut config = shared("sizes");
    for (width, height) in [(390, 844), (390, 844), (1280, 720)] {
        config.browser.viewport = Viewport { width, height };
        let session = Session::start(&config).await.unwrap();
        assert_eq!(
            value(&*session.wire(), "return [innerWidth, innerHeight]").await,
            json!([width, height])
        );
        session.close().await.unwrap();
    }
}

#[tokio::test]
#[cfg(unix)]
async fn a_crash_fails_the_test_in_it_and_the_next_gets_another_browser() {
    let (_folder, config) = super::doomed();
    let config = marked(config, "crash");
    let session = Session::start(&config).await.unwrap();
    let pid = session.about().pid.unwrap();
    let status = Command::new("kill")
        .args(["-KILL", &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
    let error = session
        .wire()
        .eval_async("return new Promise(() => 0)", Value::Null, LIMIT)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::BrowserCrashed, "{error:?}");
    session.close().await.unwrap();
    let next = Session::start(&config).await.unwrap();
    assert_ne!(next.about().pid, Some(pid));
    assert_eq!(value(&*next.wire(), "return 1").await, json!(1));
    next.close().await.unwrap();
}
