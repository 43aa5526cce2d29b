//! Starts browsers and then ends in one of the ways a test process can end. The tests
//! of the browser layer run it and look at what is left.

use e2e::browser::{self, Session};
use e2e::config::{self, Config};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let way = std::env::args().nth(1).unwrap_or_default();
    let config = config::load(Path::new(".")).expect("configuration");
    say("starting");
    match way.as_str() {
        // Opens and closes for ever; it is killed at some moment of that.
        "churn" => loop {
            let session = start(&config).await;
            session.close().await.expect("closing");
            say("round");
        },
        "hold" => {
            let (_one, _two) = tokio::join!(start(&config), start(&config));
            say("ready");
            tokio::time::sleep(Duration::from_secs(600)).await;
        }
        "exit" => {
            let session = start(&config).await;
            std::mem::forget(session);
            say("ready");
            std::process::exit(7);
        }
        "panic" => {
            let _session = start(&config).await;
            say("ready");
            panic!("on purpose");
        }
        "reap" => {
            let session = start(&config).await;
            browser::reap_all();
            say("ready");
            // What was ended already is no trouble, and a later start begins anew.
            session.close().await.expect("closing what is gone");
            let again = start(&config).await;
            std::mem::forget(again);
            browser::reap_all();
        }
        // The start is given up long before the browser is there.
        "abort" => {
            for millis in [1, 20, 60, 120] {
                let limit = Duration::from_millis(millis);
                let _ = tokio::time::timeout(limit, Session::start(&config)).await;
            }
            say("ready");
            tokio::time::sleep(Duration::from_secs(600)).await;
        }
        // One stays, the other does not, however this process ends.
        "keep" | "keep-hold" => {
            let (session, other) = tokio::join!(start(&config), start(&config));
            let pid = |session: &Session| session.about().pid.unwrap_or_default();
            let (kept, gone) = (pid(&session), pid(&other));
            say(&format!("kept {kept} {gone} {}", session.keep_open()));
            if way == "keep-hold" {
                tokio::time::sleep(Duration::from_secs(600)).await;
            }
            std::mem::forget(other);
            browser::reap_all();
        }
        other => panic!("unknown way `{other}`"),
    }
}

async fn start(config: &Config) -> Session {
    match Session::start(config).await {
        Ok(session) => session,
        Err(error) => {
            say(&format!("failed {error:?}"));
            std::process::exit(3);
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
