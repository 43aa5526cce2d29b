//! Which wire a session gets, and what both have to do alike when things go wrong.

use super::{LIMIT, config, on_both_wires, over, site};
use e2e::Code;
use e2e::browser::Session;
use e2e::browser::wire::{Evaluated, Wire, WireKind};
use e2e::config::WireChoice;
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

on_both_wires![
    an_endless_script_does_not_outlast_its_limit,
    the_driver_and_the_wire_look_at_the_same_window,
    a_frame_the_driver_is_in_does_not_confine_the_wire,
    a_script_in_a_frame_leaves_the_driver_where_it_was,
    a_frame_that_goes_away_ends_what_runs_in_it,
    a_window_that_opens_with_a_dialog_is_read_after_it,
    an_address_that_does_not_answer_is_let_go,
];

async fn value(wire: &dyn Wire, body: &str) -> Value {
    match wire.eval(body, Value::Null, LIMIT).await.unwrap() {
        Evaluated::Value(value) => value,
        other => panic!("{body}: {other:?}"),
    }
}

fn signal(signal: &str, pid: u32) {
    let status = Command::new("kill")
        .args([format!("-{signal}"), pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[tokio::test]
async fn the_wire_is_the_one_asked_for_or_says_why_not() {
    for (choice, kind) in [
        (WireChoice::Auto, WireKind::DevTools),
        (WireChoice::WebDriver, WireKind::WebDriver),
    ] {
        let session = over(choice).await;
        assert_eq!(session.about().wire, kind, "{choice:?}");
        assert_eq!(session.about().fallback, None, "{choice:?}");
        session.close().await.unwrap();
    }
    // A browser that its driver reaches by a pipe has no address to connect to.
    let mut config = config();
    config
        .browser
        .args
        .push("--remote-debugging-pipe".to_owned());
    config.browser.wire = WireChoice::Auto;
    let session = Session::start(&config).await.unwrap();
    assert_eq!(session.about().wire, WireKind::WebDriver);
    let why = session.about().fallback.clone().unwrap_or_default();
    assert!(why.contains("has no DevTools server"), "{why:?}");
    assert_eq!(value(&*session.wire(), "return 1").await, json!(1));
    session.close().await.unwrap();
    config.browser.wire = WireChoice::DevTools;
    let error = Session::start(&config).await.unwrap_err();
    assert_eq!(error.code(), Code::BrowserUnavailable, "{error:?}");
    let shown = format!("{error:?}");
    assert!(shown.contains("has no DevTools server"), "{shown}");
    assert!(shown.contains("E2E_WIRE=auto"), "{shown}");
}

async fn an_endless_script_does_not_outlast_its_limit(session: Session) {
    let wire = session.wire();
    let started = Instant::now();
    let limit = Duration::from_millis(300);
    for body in ["for (;;) {}", "return 1"] {
        let error = wire.eval(body, Value::Null, limit).await.unwrap_err();
        assert_eq!(error.code(), Code::ActionFailed, "{body}: {error:?}");
        let shown = format!("{error:?}");
        assert!(shown.contains("the page did not answer"), "{body}: {shown}");
    }
    assert!(started.elapsed() < LIMIT);
    session.close().await.unwrap();
}

async fn the_driver_and_the_wire_look_at_the_same_window(session: Session) {
    let site = site::start().await;
    let (wire, driver) = (session.wire(), session.driver().clone());
    wire.navigate(&site, LIMIT).await.unwrap();
    let first = driver.window().await.unwrap();
    // The driver switches, and the wire is there.
    let second = driver.new_tab().await.unwrap();
    driver.switch_to_window(second.clone()).await.unwrap();
    driver.goto(format!("{site}/two")).await.unwrap();
    assert_eq!(
        value(&*wire, "return location.pathname").await,
        json!("/two")
    );
    driver.switch_to_window(first.clone()).await.unwrap();
    assert_eq!(value(&*wire, "return location.pathname").await, json!("/"));
    // The wire follows a window, and the driver is there.
    while wire.follow_window().await.unwrap().is_some() {}
    driver.switch_to_window(first).await.unwrap();
    value(&*wire, "window.open('/form'); return 1").await;
    let end = Instant::now() + LIMIT;
    while wire.follow_window().await.unwrap().is_none() {
        assert!(Instant::now() < end, "no new window was seen");
    }
    while driver.current_url().await.unwrap().path() != "/form" {
        assert!(Instant::now() < end, "the driver is elsewhere");
    }
    // The driver closes what both look at.
    driver.close_window().await.unwrap();
    let said = wire.follow_window().await.unwrap().unwrap_or_default();
    assert!(said.contains("the window was closed"), "{said}");
    assert_eq!(
        json!(driver.current_url().await.unwrap().path()),
        value(&*wire, "return location.pathname").await
    );
    session.close().await.unwrap();
}

async fn a_frame_the_driver_is_in_does_not_confine_the_wire(session: Session) {
    let site = site::start().await;
    let (wire, driver) = (session.wire(), session.driver());
    wire.navigate(&format!("{site}/frame"), LIMIT)
        .await
        .unwrap();
    driver.enter_frame(0).await.unwrap();
    assert_eq!(value(&*wire, "return document.title").await, json!("outer"));
    // A place is counted from the corner of the page, not of the frame.
    let dragged = "onpointerdown = (e) => { window.at = [e.clientX, e.clientY] }; return 1";
    value(&*wire, dragged).await;
    driver.enter_default_frame().await.unwrap();
    driver.enter_frame(0).await.unwrap();
    let path = [(3.0, 3.0), (5.0, 5.0)];
    wire.drag(&path, Duration::from_millis(20)).await.unwrap();
    assert_eq!(value(&*wire, "return window.at").await, json!([3, 3]));
    // Once more, with the frame gone while the driver is in it.
    driver.enter_default_frame().await.unwrap();
    driver.enter_frame(0).await.unwrap();
    value(
        &*wire,
        "document.querySelector('iframe').remove(); return 1",
    )
    .await;
    assert_eq!(value(&*wire, "return frames.length").await, json!(0));
    session.close().await.unwrap();
}

/// The way to the frame of the page with one.
fn way() -> Vec<String> {
    vec!["return document.querySelector('iframe')".to_owned()]
}

async fn a_script_in_a_frame_leaves_the_driver_where_it_was(session: Session) {
    let site = site::start().await;
    let (wire, driver) = (session.wire(), session.driver());
    wire.navigate(&format!("{site}/frame"), LIMIT)
        .await
        .unwrap();
    let title = "return document.title";
    let way = way();
    let inside = wire.eval_inside(&way, title, Value::Null, false, LIMIT);
    assert_eq!(inside.await.unwrap(), Evaluated::Value(json!("two")));
    // Past the wire, and over it.
    let told = driver.execute(title, Vec::new()).await.unwrap();
    assert_eq!(told.json(), &json!("outer"));
    assert_eq!(value(&*wire, title).await, json!("outer"));
    session.close().await.unwrap();
}

async fn a_frame_that_goes_away_ends_what_runs_in_it(session: Session) {
    let site = site::start().await;
    let wire = session.wire();
    wire.navigate(&format!("{site}/frame"), LIMIT)
        .await
        .unwrap();
    let later = "setTimeout(() => document.querySelector('iframe').remove(), 300); return 1";
    value(&*wire, later).await;
    let began = Instant::now();
    let never = "return new Promise(() => 0)";
    let limit = Duration::from_secs(5);
    let way = way();
    let ended = wire
        .eval_inside(&way, never, Value::Null, true, limit)
        .await;
    assert!(began.elapsed() < LIMIT, "{ended:?}");
    match ended {
        Ok(Evaluated::Navigated) => {}
        Err(error) => assert_eq!(error.code(), Code::ActionFailed, "{error:?}"),
        other => panic!("{other:?}"),
    }
    // One that is not there is gone into by nobody.
    let inside = wire.eval_inside(&way, "return 1", Value::Null, false, limit);
    assert_eq!(inside.await.unwrap(), Evaluated::Navigated);
    let title = "return document.title";
    assert_eq!(value(&*wire, title).await, json!("outer"));
    session.close().await.unwrap();
}

async fn a_window_that_opens_with_a_dialog_is_read_after_it(session: Session) {
    let site = site::start().await;
    let wire = session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    let open = "setTimeout(() => window.open('/alert', '', 'noopener'))";
    value(&*wire, open).await;
    let end = Instant::now() + LIMIT;
    while wire.follow_window().await.unwrap().is_none() {
        assert!(Instant::now() < end, "no new window was seen");
    }
    while wire.dialog().await.unwrap().is_none() {
        assert!(Instant::now() < end, "no dialog was seen");
    }
    assert_eq!(
        wire.eval("return 1", Value::Null, LIMIT).await.unwrap(),
        Evaluated::Dialog("on load".to_owned())
    );
    wire.answer_dialog(true, None).await.unwrap();
    assert_eq!(value(&*wire, "return document.title").await, json!("a"));
    session.close().await.unwrap();
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_driver_that_dies_leaves_the_faster_wire_at_work() {
    let folder = tempfile::tempdir().unwrap();
    let (program, mut config) = super::own_driver(folder.path());
    config.browser.wire = WireChoice::DevTools;
    let session = Session::start(&config).await.unwrap();
    signal("KILL", super::sessions::pid_of(&program));
    assert_eq!(value(&*session.wire(), "return 1").await, json!(1));
    // What has to go through the driver says what became of it.
    let opened = "window.open('about:blank'); return 1";
    value(&*session.wire(), opened).await;
    let end = Instant::now() + LIMIT;
    let error = loop {
        match session.wire().follow_window().await {
            Ok(None) => assert!(Instant::now() < end, "no new window was seen"),
            Ok(Some(said)) => panic!("{said}"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::DriverFailed, "{error:?}");
    session.close().await.unwrap();
}

async fn an_address_that_does_not_answer_is_let_go(session: Session) {
    let site = site::start().await;
    let wire = session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    // Hears when the browser hangs up on what it asked for; until then it says nothing.
    let (tell, mut hung_up) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = silent.accept().await {
            let tell = tell.clone();
            tokio::spawn(async move {
                let asked = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
                if asked.is_ok_and(|bytes| bytes > 0) {
                    let _ = tell.send(());
                }
            });
        }
    });
    let error = wire
        .navigate(&url, Duration::from_millis(700))
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::AppUnreachable, "{error:?}");
    tokio::time::timeout(LIMIT, hung_up.recv())
        .await
        .expect("the browser lets the address go")
        .unwrap();
    let here = json!(format!("{site}/"));
    assert_eq!(value(&*wire, "return location.href").await, here);
    assert!(!wire.screenshot().await.unwrap().is_empty());
    wire.navigate(&site, LIMIT).await.unwrap();
    session.close().await.unwrap();
}
