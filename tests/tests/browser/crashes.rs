//! Browsers and pages that end in the middle of something: who is told so, and who is not.

use super::{LIMIT, config, doomed, site};
use e2e::Code;
use e2e::browser::Session;
use e2e::browser::wire::{Evaluated, Gesture};
use e2e::config::{Config, Isolation, WireChoice};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Tests that share a browser, which is nobody else's.
fn shared(mark: &str) -> (tempfile::TempDir, Config) {
    let (folder, mut config) = doomed();
    config.browser.isolation = Isolation::Context;
    config.browser.wire = WireChoice::DevTools;
    config.browser.args.push(format!("--e2e-room={mark}"));
    (folder, config)
}

fn kill(pid: u32) {
    let status = Command::new("kill")
        .args(["-KILL", &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
}

async fn works(session: &Session) {
    let outcome = session.wire().eval("return 1", Value::Null, LIMIT).await;
    assert_eq!(outcome.unwrap(), Evaluated::Value(json!(1)));
}

/// The page crashes while a script waits in it; whatever is asked of it then says so.
async fn crash(session: &Session) {
    let site = site::start().await;
    let wire = session.wire();
    wire.navigate(&site, LIMIT).await.unwrap();
    let page = session.driver().window().await.unwrap();
    let debugger = session.about().debugger.clone().unwrap();
    let began = Instant::now();
    let never = "return new Promise(() => 0)";
    // A driver does one thing after the other, so the page is told past it.
    let (ended, _told) = tokio::join!(wire.eval_async(never, Value::Null, LIMIT), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let path = format!("/devtools/page/{page}");
        send(&debugger, &path, "Page.crash", json!({})).await
    });
    told(&ended.unwrap_err(), "a script that ran");
    for (what, ended) in [
        (
            "a look",
            wire.eval("return 1", Value::Null, LIMIT).await.err(),
        ),
        ("a press", wire.pointer(Gesture::Tap, 5.0, 5.0).await.err()),
        ("a picture", wire.screenshot().await.err()),
    ] {
        told(&ended.unwrap_or_else(|| panic!("{what} worked")), what);
    }
    assert!(began.elapsed() < LIMIT, "{:?}", began.elapsed());
}

fn told(error: &e2e::Error, what: &str) {
    let said = format!("{error:?}");
    assert_eq!(error.code(), Code::BrowserCrashed, "{what}: {said}");
    assert!(said.contains("the page crashed"), "{what}: {said}");
}

#[tokio::test]
async fn a_page_that_crashes_fails_what_is_done_with_it_and_nothing_else() {
    for wire in [WireChoice::DevTools, WireChoice::WebDriver] {
        let (_folder, mut config) = doomed();
        config.browser.wire = wire;
        let session = Session::start(&config).await.unwrap();
        let other = Session::start(&config).await.unwrap();
        crash(&session).await;
        works(&other).await;
        session.close().await.unwrap();
        works(&other).await;
        other.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_page_that_crashes_leaves_the_others_of_its_browser_alone() {
    let (_folder, config) = shared("page-crash");
    let session = Session::start(&config).await.unwrap();
    let other = Session::start(&config).await.unwrap();
    assert_eq!(session.about().pid, other.about().pid, "one browser");
    crash(&session).await;
    works(&other).await;
    session.close().await.unwrap();
    let next = Session::start(&config).await.unwrap();
    works(&next).await;
    works(&other).await;
    next.close().await.unwrap();
    other.close().await.unwrap();
}

/// Between tests, before the last one closes what it had, and while the next one opens.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_browser_that_ends_at_any_moment_is_replaced() {
    let (_folder, config) = shared("ends");
    let first = Session::start(&config).await.unwrap();
    let pid = first.about().pid.unwrap();
    let began = Instant::now();
    first.close().await.unwrap();
    kill(pid);
    let second = Session::start(&config).await.unwrap();
    works(&second).await;
    let other = second.about().pid.unwrap();
    assert_ne!(other, pid);
    kill(other);
    second.close().await.unwrap();
    for millis in [0, 3, 10, 30] {
        let running = Session::start(&config).await.unwrap();
        let pid = running.about().pid.unwrap();
        let (opened, ()) = tokio::join!(Session::start(&config), async {
            tokio::time::sleep(Duration::from_millis(millis)).await;
            kill(pid);
        });
        // One that was there before the end is told of it by the first thing it does.
        match opened {
            Ok(opened) if opened.about().pid != Some(pid) => {
                works(&opened).await;
                opened.close().await.unwrap();
            }
            Ok(opened) => {
                let wire = opened.wire();
                let error = wire.eval("return 1", Value::Null, LIMIT).await.unwrap_err();
                assert_eq!(error.code(), Code::BrowserCrashed, "{millis}: {error:?}");
                opened.close().await.unwrap();
            }
            Err(error) => panic!("{millis}: {error:?}"),
        }
        running.close().await.unwrap();
    }
    assert!(began.elapsed() < LIMIT * 2, "{:?}", began.elapsed());
}

/// Sends one command to a browser or a page past everything that is ours.
async fn send(debugger: &str, path: &str, method: &str, params: Value) -> tokio::net::TcpStream {
    let mut stream = tokio::net::TcpStream::connect(debugger).await.unwrap();
    let hello = format!(
        "GET {path} HTTP/1.1\r\nHost: {debugger}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(hello.as_bytes()).await.unwrap();
    let (mut heard, mut byte) = (Vec::new(), [0]);
    while !heard.ends_with(b"\r\n\r\n") {
        assert_eq!(stream.read(&mut byte).await.unwrap(), 1);
        heard.push(byte[0]);
    }
    let text = json!({ "id": 1, "method": method, "params": params }).to_string();
    // One text frame, masked with nothing, and long enough for two bytes of length.
    let text = format!("{text:<130}");
    let length = u16::try_from(text.len()).unwrap().to_be_bytes();
    let frame = [&[0x81, 0x80 | 126], &length[..], &[0; 4], text.as_bytes()].concat();
    stream.write_all(&frame).await.unwrap();
    stream
}

#[tokio::test]
async fn a_browser_that_does_not_give_up_a_context_gets_no_other_test() {
    let (_folder, config) = shared("spoiled");
    let first = Session::start(&config).await.unwrap();
    let (pid, debugger) = (first.about().pid, first.about().debugger.clone().unwrap());
    let wire = first.wire();
    let target = wire.devtools("Target.getTargetInfo", json!({})).await;
    let context = target.unwrap()["targetInfo"]["browserContextId"].clone();
    let gone = json!({ "browserContextId": context });
    let version = reqwest::get(format!("http://{debugger}/json/version")).await;
    let version: Value = version.unwrap().json().await.unwrap();
    let address = version["webSocketDebuggerUrl"].as_str().unwrap();
    let path = address.split_once(&debugger).unwrap().1;
    let mut stream = send(&debugger, path, "Target.disposeBrowserContext", gone).await;
    let (mut answer, mut part) = (String::new(), [0; 4096]);
    while !answer.contains("\"id\":1") {
        let read = stream.read(&mut part).await.unwrap();
        assert_ne!(read, 0, "{answer}");
        answer.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    assert!(answer.contains("\"result\""), "{answer}");
    // Disposing of it once more fails, in its own time.
    first.close().await.unwrap();
    let end = Instant::now() + LIMIT;
    loop {
        let next = Session::start(&config).await.unwrap();
        works(&next).await;
        let replaced = next.about().pid != pid;
        next.close().await.unwrap();
        if replaced {
            break;
        }
        assert!(Instant::now() < end, "the browser is given to other tests");
    }
}

/// Tests share a driver, and a browser that ends badly may take it along: that fails no
/// other test, which has done nothing with it yet.
#[tokio::test]
async fn a_driver_that_dies_while_a_session_opens_is_replaced_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    let real = e2e::browser::find::find(&config.browser).unwrap().driver;
    // Something answers for it that hangs up once it is gone.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut asked, mut answer) = ([0; 4096], String::new());
                let read = stream.read(&mut asked).await.unwrap_or(0);
                if asked[..read].starts_with(b"GET /status") {
                    let ready = "{\"value\":{\"ready\":true}}";
                    answer = format!(
                        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{ready}",
                        ready.len()
                    );
                } else {
                    tokio::time::sleep(Duration::from_millis(900)).await;
                }
                stream.write_all(answer.as_bytes()).await.ok();
            });
        }
    });
    for lasting in [false, true] {
        let mark = folder.path().join(format!("began{lasting}"));
        let dies = match lasting {
            false => format!(
                "[ -e '{0}' ] || {{ touch '{0}'; echo was started successfully on port {port}.; sleep 0.6; exit 3; }}",
                mark.display()
            ),
            true => format!("echo was started successfully on port {port}.; sleep 0.6; exit 3"),
        };
        let run = format!("exec '{}' \"$@\"", real.display());
        let script = format!("[ \"$1\" = --version ] && {run}\n{dies}\n{run}");
        let name = format!("chromedriver{lasting}");
        config.browser.driver = Some(super::faults::program(folder.path(), &name, &script));
        match (Session::start(&config).await, lasting) {
            (Ok(session), false) => {
                assert!(mark.exists(), "the first one died");
                works(&session).await;
                session.close().await.unwrap();
            }
            (Err(error), true) => assert_eq!(error.code(), Code::DriverFailed, "{error:?}"),
            (opened, _) => panic!("{lasting}: {opened:?}"),
        }
    }
}
