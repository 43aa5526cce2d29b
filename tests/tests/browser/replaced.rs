//! A shared browser in which something of a test may be left is given to no other.

use super::rooms::{shared, site, value};
use super::{LIMIT, own_driver};
use e2e::browser::Session;
use e2e::browser::wire::Evaluated;
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Disposes of the room of a page past everybody, and says what came of it.
const DISPOSE: &str = "
const socket = new WebSocket(arguments[0].browser);
const ask = (id, method, params) => socket.send(JSON.stringify({ id, method, params }));
return new Promise((done) => {
  socket.onerror = () => done('no socket');
  socket.onopen = () => ask(1, 'Target.getTargets', {});
  socket.onmessage = (event) => {
    const { id, result, error } = JSON.parse(event.data);
    if (id === 2) done(error ? error.message : 'gone');
    if (id !== 1) return;
    const page = result.targetInfos.find((info) => info.targetId === arguments[0].page);
    ask(2, 'Target.disposeBrowserContext', { browserContextId: page.browserContextId });
  };
})";

/// What the crate tells those who trace it.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    async fn until(&self, said: &str) {
        let began = Instant::now();
        while !String::from_utf8_lossy(&self.0.lock().unwrap()).contains(said) {
            assert!(began.elapsed() < LIMIT, "nobody says {said}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn a_browser_with_a_room_nobody_could_dispose_of_gives_no_other() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_writer(move || writer.clone())
        .try_init()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut config = shared("spoiled");
    config.browser.driver = own_driver(folder.path()).1.browser.driver;
    config.browser.args.push("--remote-allow-origins=*".into());
    let (first, second) = (
        Session::start(&config).await.unwrap(),
        Session::start(&config).await.unwrap(),
    );
    let pid = first.about().pid;
    assert_eq!(second.about().pid, pid, "one browser serves both");
    let debugger = first.about().debugger.clone().unwrap();
    let about = reqwest::get(format!("http://{debugger}/json/version")).await;
    let about: Value = about.unwrap().json().await.unwrap();
    let page = first.driver().window().await.unwrap().to_string();
    let asked = json!({ "browser": about["webSocketDebuggerUrl"], "page": page });
    let wire = second.wire();
    wire.navigate(&site().await, LIMIT).await.unwrap();
    let gone = wire.eval_async(DISPOSE, asked, LIMIT).await.unwrap();
    assert!(
        matches!(&gone, Evaluated::Value(said) if said == "gone"),
        "{gone:?}"
    );
    // What is left of its end is that there is nothing to dispose of.
    let _ = first.close().await;
    log.until("could not be disposed of").await;
    let other = Session::start(&config).await.unwrap();
    assert_ne!(other.about().pid, pid, "the next test gets another browser");
    assert_eq!(value(&*other.wire(), "return 1").await, json!(1));
    other.close().await.unwrap();
    second.close().await.unwrap();
}
