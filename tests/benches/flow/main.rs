//! What a login flow costs through `screen`, against raw WebDriver with a poller of
//! 10 ms, in one run: `cargo bench -p e2e-tests --bench flow`. Below the table stands
//! what each verb sends and how long each part takes.
//!
//! `E2E_BENCH_PLAYWRIGHT=/folder/of/node_modules` measures Playwright's library too,
//! and Playwright Test where it is there.

mod playwright;
mod whole;

use e2e::browser::Session;
use e2e::config::{Config, Timeouts, WireChoice};
use e2e::page::Page;
use e2e::page::verb::Verb;
use e2e::report::journal::Journal;
use e2e::screen::{Role, Screen, expect};
use e2e_tests::counted::{Counted, Log, Trip};
use e2e_tests::pages::Pages;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

const LOGIN: &str = r#"<title>Sign in</title><form onsubmit="event.preventDefault(); document.body.innerHTML = '<h1>Welcome</h1>'">
<label>Email <input id=email></label><label>Password <input id=password type=password></label><button id=go>Sign in</button></form>"#;
/// The same where the page listens to keys and to what they do, so that text goes key by
/// key.
const HEARD: &str =
    "<script>for (const what of ['keydown', 'input']) addEventListener(what, () => {})</script>";
const ROUNDS: usize = 15;
/// How many flows two workers share.
const FLOWS: usize = 40;

#[tokio::main]
async fn main() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(root).expect("the tests' configuration is sound");
    let pages = Pages::start().await;
    let url = pages.write(LOGIN);
    let raw = raw(&config, &url).await;
    println!("| way | median | against raw |\n|---|---|---|");
    println!("| raw WebDriver, 10 ms poller | {} | 1.00 |", ms(raw));
    if let Some(theirs) = playwright::flow(&url, ROUNDS) {
        let ratio = theirs.as_secs_f64() / raw.as_secs_f64();
        println!("| Playwright, fill | {} | {ratio:.2} |", ms(theirs));
    }
    let mut parts = String::new();
    for wire in [WireChoice::DevTools, WireChoice::WebDriver] {
        let mut config = config.clone();
        config.browser.wire = wire;
        let (flow, tap, trips) = through_screen(&config, &url).await;
        parts += &format!("\n{wire:?}\n{trips}");
        let ratio = flow.as_secs_f64() / raw.as_secs_f64();
        println!("| screen over {wire:?} | {} | {ratio:.2} |", ms(flow));
        println!(
            "| one tap, settled and told, over {wire:?} | {} | |",
            ms(tap)
        );
    }
    let heard = pages.write(&format!("{LOGIN}{HEARD}"));
    let raw = self::raw(&config, &heard).await;
    println!(
        "| raw WebDriver, a page that listens to keys | {} | 1.00 |",
        ms(raw)
    );
    for wire in [WireChoice::DevTools, WireChoice::WebDriver] {
        let mut config = config.clone();
        config.browser.wire = wire;
        let (flow, _, trips) = through_screen(&config, &heard).await;
        parts += &format!("\n{wire:?}, a page that listens to keys\n{trips}");
        let ratio = flow.as_secs_f64() / raw.as_secs_f64();
        println!("| screen over {wire:?} on it | {} | {ratio:.2} |", ms(flow));
    }
    println!("{parts}");
    let per_second = |time: Duration| FLOWS as f64 / time.as_secs_f64();
    println!(
        "two workers, {FLOWS} flows with their navigation: {:.1} flows a second",
        per_second(two_at_once(&config, &url).await)
    );
    if let Some(theirs) = playwright::two_at_once(&url, FLOWS) {
        println!("the same by Playwright: {:.1}", per_second(theirs));
    }
    whole::compare(&url);
}

/// One flow, the page being there.
async fn sign_in(screen: &Screen) {
    let email = screen.get_by_label("Email");
    email.fill("ada@example.com").await.expect("it is filled");
    let password = screen.get_by_label("Password");
    password.fill("correct horse").await.expect("it is filled");
    let go = screen.get_by_role((Role::Button, "Sign in"));
    go.click().await.expect("it is clicked");
    let welcome = screen.get_by_role((Role::Heading, "Welcome"));
    expect(welcome).to_be_visible().await.expect("it is there");
}

/// So many flows in two browsers at once; starting them does not count.
async fn two_at_once(config: &Config, url: &str) -> Duration {
    let mut sessions = Vec::new();
    for _ in 0..2 {
        sessions.push(Session::start(config).await.expect("a browser starts"));
    }
    let began = Instant::now();
    let work = sessions.iter().map(|session| async {
        let page = Arc::new(Page::new(session.wire(), Timeouts::default()));
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let journal = Arc::new(Journal::new(folder.path(), folder.path().join("bench")));
        let screen = Screen::new(Arc::clone(&page), journal, Timeouts::default());
        for _ in 0..FLOWS / 2 {
            let url = url.to_owned();
            page.perform(Verb::Navigate { url })
                .await
                .expect("the page opens");
            sign_in(&screen).await;
        }
    });
    futures::future::join_all(work).await;
    let took = began.elapsed();
    for session in sessions {
        session.close().await.expect("the browser ends");
    }
    took
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

async fn found(driver: &WebDriver, css: &str) -> WebElement {
    loop {
        if let Ok(element) = driver.find(By::Css(css)).await {
            return element;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn raw(config: &Config, url: &str) -> Duration {
    let session = Session::start(config).await.expect("a browser starts");
    let driver = session.driver().clone();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        driver.goto(url).await.expect("the page opens");
        let began = Instant::now();
        let email = found(&driver, "#email").await;
        email.clear().await.expect("it can be cleared");
        email
            .send_keys("ada@example.com")
            .await
            .expect("it takes keys");
        let password = found(&driver, "#password").await;
        password.clear().await.expect("it can be cleared");
        password
            .send_keys("correct horse")
            .await
            .expect("it takes keys");
        found(&driver, "#go")
            .await
            .click()
            .await
            .expect("it is clicked");
        found(&driver, "h1").await;
        times.push(began.elapsed());
    }
    session.close().await.expect("the browser ends");
    median(times)
}

async fn through_screen(config: &Config, url: &str) -> (Duration, Duration, String) {
    let session = Session::start(config).await.expect("a browser starts");
    let log = Log::default();
    let wire = Counted {
        wire: session.wire(),
        log: log.clone(),
    };
    let page = Arc::new(Page::new(Arc::new(wire), Timeouts::default()));
    let mut parts: Vec<(String, Vec<Trip>, Duration)> = Vec::new();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let journal = Arc::new(Journal::new(folder.path(), folder.path().join("bench")));
    let screen = Screen::new(Arc::clone(&page), journal, Timeouts::default());
    let (mut flows, mut taps) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let url = url.to_owned();
        page.perform(Verb::Navigate { url })
            .await
            .expect("the page opens");
        let _ = log.take();
        let began = Instant::now();
        let mut part = began;
        let mut split = |what: &str| {
            parts.push((what.to_owned(), log.take(), part.elapsed()));
            part = Instant::now();
        };
        let email = screen.get_by_label("Email");
        email.fill("ada@example.com").await.expect("it is filled");
        split("fill");
        let password = screen.get_by_label("Password");
        password.fill("correct horse").await.expect("it is filled");
        split("fill");
        let tap = Instant::now();
        let go = screen.get_by_role((Role::Button, "Sign in"));
        go.click().await.expect("it is clicked");
        taps.push(tap.elapsed());
        split("click");
        let welcome = screen.get_by_role((Role::Heading, "Welcome"));
        expect(welcome).to_be_visible().await.expect("it is there");
        split("expect");
        flows.push(began.elapsed());
    }
    session.close().await.expect("the browser ends");
    let mut told = String::new();
    for what in ["fill", "click", "expect"] {
        let of: Vec<_> = parts.iter().filter(|(name, ..)| name == what).collect();
        let whole = median(of.iter().map(|(.., time)| *time).collect());
        let mut line = format!("{what}: {}", ms(whole));
        for at in 0..of[0].1.len() {
            let times = of.iter().filter_map(|(_, trips, _)| Some(trips.get(at)?.1));
            line += &format!("; {} {}", of[0].1[at].0, ms(median(times.collect())));
        }
        told += &format!("{line}\n");
    }
    (median(flows), median(taps), told)
}
