//! What each wire to the page costs, both in the same run.
//!
//! `cargo bench -p e2e-tests --bench wire` prints the table of `docs/wires.md`; nothing
//! is asserted. The first row says how quiet the machine was.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops")]

use e2e::browser::Session;
use e2e::browser::wire::Gesture;
use e2e::config::{Config, Isolation, Timeouts, WireChoice};
use e2e::page::Page;
use e2e::page::diff::Diff;
use e2e::page::text::TextOptions;
use e2e::page::verb::Verb;
use e2e_tests::pages::Pages;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(30);
const WIRES: [WireChoice; 2] = [WireChoice::DevTools, WireChoice::WebDriver];

const LOGIN: &str = "<title>Login</title><h1>Sign in</h1><form onsubmit='return false'>
<label>Email <input type=email></label><label>Password <input type=password></label>
<button onclick=\"out.textContent = 'Signed in ' + ++n\">Sign in</button></form>
<p id=out></p><script>var n = 0</script>";

/// Times of one row, one list for each wire.
#[derive(Default)]
struct Row {
    times: [Vec<Duration>; 2],
}

impl Row {
    async fn time(&mut self, wire: usize, what: impl AsyncFnOnce()) {
        let started = Instant::now();
        what().await;
        self.times[wire].push(started.elapsed());
    }

    fn print(mut self, name: &str) {
        let median = self.times.each_mut().map(|times| {
            times.sort();
            if times.is_empty() {
                return (0.0, 0.0);
            }
            (
                times[times.len() / 2].as_secs_f64() * 1e3,
                times[0].as_secs_f64() * 1e3,
            )
        });
        let [(fast, least_fast), (slow, least_slow)] = median;
        if slow == 0.0 {
            println!("| {name} | {fast:.2} ({least_fast:.2}) | | |");
            return;
        }
        println!(
            "| {name} | {fast:.2} ({least_fast:.2}) | {slow:.2} ({least_slow:.2}) | {:.1} |",
            slow / fast
        );
    }
}

/// One browser over one wire.
struct Side {
    session: Session,
    page: Arc<Page>,
}

fn config(wire: WireChoice) -> Config {
    let mut config = e2e::config::load(std::path::Path::new("/nowhere")).unwrap();
    config.browser.wire = wire;
    config
}

async fn side(wire: WireChoice) -> Side {
    let session = Session::start(&config(wire)).await.unwrap();
    let page = Arc::new(Page::new(session.wire(), Timeouts::default()));
    Side { session, page }
}

/// A context in a browser that runs: made ahead while the last test ran, and not.
async fn rooms() {
    let mut config = config(WireChoice::DevTools);
    config.browser.isolation = Isolation::Context;
    Session::start(&config)
        .await
        .unwrap()
        .close()
        .await
        .unwrap();
    let (mut ahead, mut at_once) = (Row::default(), Row::default());
    for round in 0..10_u32 {
        // Long enough for the next room to be ready: so long a test takes at least.
        tokio::time::sleep(Duration::from_secs(1)).await;
        // Every other room has another size than the last, so it was not made ahead.
        config.browser.viewport.width = 1280 + round.div_ceil(2) % 2;
        let row = if round % 2 == 0 {
            &mut ahead
        } else {
            &mut at_once
        };
        let mut session = None;
        row.time(0, async || {
            session = Some(Session::start(&config).await.unwrap());
        })
        .await;
        session.unwrap().close().await.unwrap();
    }
    ahead.print("fresh context, made ahead");
    at_once.print("fresh context, not made ahead");
}

#[tokio::main]
async fn main() {
    let pages = Pages::start().await;
    let login = pages.write(LOGIN);
    let sides = [side(WIRES[0]).await, side(WIRES[1]).await];
    println!("{}\n", sides[0].session.about().version);
    println!("| median (least), ms | DevTools | WebDriver | ratio |\n|---|---|---|---|");
    let open = async |url: &str| {
        for side in &sides {
            side.session.wire().navigate(url, LIMIT).await.unwrap();
            side.page.look().await.unwrap();
        }
    };

    open(&login).await;
    let mut raw = Row::default();
    let mut row = Row::default();
    for _ in 0..100 {
        for (at, side) in sides.iter().enumerate() {
            raw.time(at, async || {
                side.session
                    .driver()
                    .execute("return 1", Vec::new())
                    .await
                    .unwrap();
            })
            .await;
            row.time(at, async || {
                side.session
                    .wire()
                    .eval("return 1", Value::Null, LIMIT)
                    .await
                    .unwrap();
            })
            .await;
        }
    }
    raw.print("thirtyfour `execute(\"return 1\")`, for comparison");
    row.print("`evaluate(\"1\")`");

    for (name, url, times) in [
        ("observation, login page", login.as_str(), 40),
        ("observation, table 200×6", &pages.url("table.html"), 20),
        ("observation, 10,000 nodes", &pages.url("huge.html"), 10),
    ] {
        open(url).await;
        let mut row = Row::default();
        for _ in 0..times {
            for (at, side) in sides.iter().enumerate() {
                row.time(at, async || drop(side.page.look().await.unwrap()))
                    .await;
            }
        }
        row.print(name);
    }

    open(&login).await;
    let (mut tap, mut click, mut typing, mut picture) = (
        Row::default(),
        Row::default(),
        Row::default(),
        Row::default(),
    );
    for _ in 0..20 {
        for (at, side) in sides.iter().enumerate() {
            let screen = side.page.look().await.unwrap();
            let find = |role: &str| {
                let node = screen.nodes.iter().find(|node| node.role == role).unwrap();
                (node.id.clone(), node.rect.unwrap())
            };
            let (button, _) = find("button");
            tap.time(at, async || {
                let verb = Verb::Tap { target: button };
                let effect = side.page.perform(verb).await.unwrap();
                let diff = Diff::between(&effect.before, &effect.after, &TextOptions::default());
                assert!(!diff.is_empty());
            })
            .await;
            let (_, field) = find("textbox");
            let (x, y) = (field[0] + 5.0, field[1] + 5.0);
            let wire = side.session.wire();
            click
                .time(at, async || wire.pointer(Gesture::Tap, x, y).await.unwrap())
                .await;
            typing
                .time(at, async || {
                    wire.type_text("twenty characters ab").await.unwrap();
                })
                .await;
            picture
                .time(at, async || drop(wire.screenshot().await.unwrap()))
                .await;
        }
    }
    tap.print("tap → settled → diff, login page");
    click.print("pointer: move, press, release");
    typing.print("20 characters, key by key");
    picture.print("screenshot, 1280×720 PNG");
    for side in sides {
        side.session.close().await.unwrap();
    }

    let mut fresh = Row::default();
    for _ in 0..8 {
        for (at, wire) in WIRES.into_iter().enumerate() {
            let mut session = None;
            fresh
                .time(at, async || {
                    session = Some(Session::start(&config(wire)).await.unwrap());
                })
                .await;
            session.unwrap().close().await.unwrap();
        }
    }
    fresh.print("fresh browser process with its session");
    rooms().await;
    e2e::browser::reap_all();
}
