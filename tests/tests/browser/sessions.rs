//! A session is clean, of the right size, and ends whatever happened to it.

use super::{LIMIT, config, session, site};
use e2e::browser::Session;
use e2e::browser::wire::{Evaluated, Wire};
use e2e::config::WireChoice;
use e2e::{BrowserKind, Code, Viewport};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const STATE: &str = "return [document.cookie, localStorage.length, sessionStorage.length]";

async fn value(wire: &dyn Wire, body: &str) -> Value {
    match wire.eval(body, Value::Null, LIMIT).await.unwrap() {
        Evaluated::Value(value) => value,
        other => panic!("{body}: {other:?}"),
    }
}

#[tokio::test]
async fn no_state_passes_from_one_session_to_another() {
    let site = site::start().await;
    let (one, two) = tokio::join!(session(), session());
    one.wire().navigate(&site, LIMIT).await.unwrap();
    let write = "document.cookie = 'a=1; max-age=9999'; localStorage.a = sessionStorage.a = 1";
    value(&*one.wire(), write).await;
    assert_eq!(value(&*one.wire(), STATE).await, json!(["a=1", 1, 1]));
    two.wire().navigate(&site, LIMIT).await.unwrap();
    assert_eq!(value(&*two.wire(), STATE).await, json!(["", 0, 0]));
    one.close().await.unwrap();
    // The other one lives on, and a later one is as clean.
    assert_eq!(value(&*two.wire(), STATE).await, json!(["", 0, 0]));
    let three = session().await;
    three.wire().navigate(&site, LIMIT).await.unwrap();
    assert_eq!(value(&*three.wire(), STATE).await, json!(["", 0, 0]));
    three.close().await.unwrap();
    two.close().await.unwrap();
}

#[tokio::test]
async fn the_page_area_is_exactly_as_configured() {
    let mut config = config();
    for kind in [BrowserKind::HeadlessShell, BrowserKind::Chromium] {
        config.browser.kind = Some(kind);
        config.browser.viewport = Viewport {
            width: 1013,
            height: 611,
        };
        let session = Session::start(&config).await.unwrap();
        assert_eq!(session.about().kind, kind);
        let size = "return [innerWidth, innerHeight, devicePixelRatio]";
        assert_eq!(
            value(&*session.wire(), size).await,
            json!([1013, 611, 1]),
            "{kind}"
        );
        let png = session.wire().screenshot().await.unwrap();
        let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (1013, 611), "{kind}");
        session.close().await.unwrap();
    }
}

#[tokio::test]
#[cfg(unix)]
async fn a_browser_that_is_killed_is_reported_as_crashed() {
    let (_folder, config) = super::doomed();
    let session = Session::start(&config).await.unwrap();
    kill(session.about().pid.unwrap());
    let started = Instant::now();
    let error = session
        .wire()
        .eval_async("return new Promise(() => 0)", Value::Null, LIMIT)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::BrowserCrashed, "{error:?}");
    assert!(started.elapsed() < LIMIT, "it does not wait for its limit");
    session.close().await.unwrap();
}

#[tokio::test]
#[cfg(unix)]
async fn a_page_that_crashes_is_reported_as_crashed() {
    let (_folder, config) = super::doomed();
    let session = Session::start(&config).await.unwrap();
    let wire = session.wire();
    let error = match wire.navigate("chrome://crash", LIMIT).await {
        Err(error) => error,
        Ok(()) => wire.eval("return 1", Value::Null, LIMIT).await.unwrap_err(),
    };
    assert_eq!(error.code(), Code::BrowserCrashed, "{error:?}");
    session.close().await.unwrap();
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_driver_that_dies_is_reported_with_its_end_and_the_next_one_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let (program, mut config) = super::own_driver(folder.path());
    config.browser.wire = WireChoice::WebDriver;
    let session = Session::start(&config).await.unwrap();
    let wire = session.wire();
    let waiting = wire.eval_async("return new Promise(() => 0)", Value::Null, LIMIT);
    let killing = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        kill(pid_of(&program));
    };
    let (error, ()) = tokio::join!(waiting, killing);
    let error = error.unwrap_err();
    assert_eq!(error.code(), Code::DriverFailed, "{error:?}");
    let shown = format!("{error:?}");
    for part in [
        "died during running a script",
        "signal: 9",
        "its last lines:",
        "started successfully",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // Another command says so too, and closing still ends the browser.
    let again = wire.screenshot().await.unwrap_err();
    assert_eq!(again.code(), Code::DriverFailed, "{again:?}");
    let pid = session.about().pid.unwrap();
    session.close().await.unwrap();
    assert!(is_gone(pid));
    let next = Session::start(&config).await.unwrap();
    assert_eq!(value(&*next.wire(), "return 1").await, json!(1));
    next.close().await.unwrap();
    kill(pid_of(&program));
}

#[tokio::test]
async fn dropping_a_session_ends_its_browser() {
    let session = session().await;
    let server = session.about().server.clone();
    let wire = session.wire();
    drop(session);
    let error = wire.eval("return 1", Value::Null, LIMIT).await.unwrap_err();
    assert_eq!(error.code(), Code::BrowserCrashed, "{server}: {error:?}");
}

#[tokio::test]
async fn a_server_that_runs_already_is_used_and_left_running() {
    let mut config = config();
    let found = e2e::browser::find::find(&config.browser).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .unwrap()
        .port();
    let mut server = Command::new(&found.driver)
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let url = format!("http://127.0.0.1:{port}");
    let status = format!("{url}/status");
    let end = Instant::now() + LIMIT;
    while reqwest::get(&status).await.is_err() && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    config.browser.webdriver_url = Some(url);
    config.browser.args = vec!["--no-sandbox".to_owned()];
    let session = Session::start(&config).await.unwrap();
    assert_eq!(session.about().pid, None, "it may run anywhere");
    assert_eq!(value(&*session.wire(), "return 6 * 7").await, json!(42));
    let wire = session.wire();
    session.close().await.unwrap();
    assert!(wire.eval("return 1", Value::Null, LIMIT).await.is_err());
    assert!(
        server.try_wait().unwrap().is_none(),
        "it is not ours to end"
    );
    server.kill().unwrap();
    server.wait().unwrap();
}

#[tokio::test]
async fn closing_does_not_wait_for_a_page_that_is_stuck() {
    let session = session().await;
    let wire = session.wire();
    let limit = Duration::from_millis(300);
    let error = wire
        .eval("while (true);", Value::Null, limit)
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ActionFailed, "{error:?}");
    assert!(
        format!("{error:?}").contains("the page did not answer within"),
        "{error:?}"
    );
    session.close().await.unwrap();
}

#[tokio::test]
async fn thirtyfour_waits_for_the_document_and_cannot_end_the_session() {
    let site = site::start().await;
    let session = session().await;
    let driver = session.driver();
    driver.goto(format!("{site}/slow")).await.unwrap();
    let last = driver.find(thirtyfour::By::Id("last")).await.unwrap();
    assert_eq!(last.text().await.unwrap(), "last");
    // A frame somebody entered is left again: the wire means the top document.
    driver.goto(format!("{site}/frame")).await.unwrap();
    driver.enter_frame(0).await.unwrap();
    assert_eq!(
        value(&*session.wire(), "return document.title").await,
        "outer"
    );
    driver.clone().quit().await.unwrap();
    assert_eq!(
        value(&*session.wire(), "return document.title").await,
        "outer"
    );
    session.close().await.unwrap();
}

#[cfg(unix)]
fn kill(pid: u32) {
    let status = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(status.unwrap().success());
}

/// The process that runs this program.
#[cfg(target_os = "linux")]
pub(crate) fn pid_of(program: &Path) -> u32 {
    std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .find(|pid| {
            std::fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| line.starts_with(program.as_os_str().as_encoded_bytes()))
        })
        .expect("the driver runs")
}

/// Whether nothing of this process runs.
#[cfg(target_os = "linux")]
pub(crate) fn is_gone(pid: u32) -> bool {
    !Path::new(&format!("/proc/{pid}")).exists() || is_zombie(pid)
}

#[cfg(target_os = "linux")]
fn is_zombie(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        stat.rsplit_once(") ")
            .is_some_and(|(_, rest)| rest.starts_with('Z'))
    })
}
