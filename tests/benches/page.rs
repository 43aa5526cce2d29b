//! What a look costs over either wire: time for a login page, a table and a page of ten
//! thousand nodes, beside the driver's own round trip and Playwright's snapshot where
//! it is installed; the size of the text; and what two hundred looks leave behind. And
//! how soon an action is told of whose effect comes late, or that a page never rests.
//!
//! `cargo bench -p e2e-tests --bench page` prints a table; nothing is asserted. With
//! `E2E_BENCH_PLAYWRIGHT=/folder/of/node_modules` Playwright is measured in the same run.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use e2e::browser::Session;
use e2e::config::{Config, Timeouts, WireChoice};
use e2e::page::Page;
use e2e::page::text::{TextOptions, render};
use e2e::page::verb::{Effect, Verb};
use e2e_tests::agreement::Folder;
use e2e_tests::pages::Pages;
use e2e_tests::sizes::{SHOP, tokens};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// A change that comes 300 ms after the press; it notes when it was complete.
const LATE: &str = "<button>Go</button><p></p><script>document.querySelector('button').onclick = () =>
  setTimeout(() => { document.querySelector('p').textContent = 'done ' + Math.random(); document.title = Date.now() }, 300)</script>";

/// Pages that never stop: a clock, a spinner, the tail of a log.
const RESTLESS: &[(&str, &str)] = &[
    (
        "clock",
        "<time></time><script>setInterval(() => document.querySelector('time').textContent = performance.now().toFixed(), 50)</script>",
    ),
    (
        "spinner",
        "<style>@keyframes turn { to { transform: rotate(1turn) } } i { display: inline-block; animation: turn 1s linear infinite }</style><i>o</i>",
    ),
    (
        "log tail",
        "<ol></ol><script>let n = 0; setInterval(() => document.querySelector('ol').insertAdjacentHTML('beforeend', `<li>line ${n++}</li>`), 80)</script>",
    ),
];

const PAGES: &[(&str, usize)] = &[("login.html", 60), ("table.html", 30), ("huge.html", 20)];

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure());
}

async fn measure() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = e2e::config::load(here).expect("the tests' configuration is sound");
    let folder = Folder::serve(&here.join("pages")).await.expect("a port");
    for wire in [WireChoice::DevTools, WireChoice::WebDriver] {
        let mut config = config.clone();
        config.browser.wire = wire;
        measure_over(&config, &folder).await;
    }
}

async fn measure_over(config: &Config, folder: &Folder) {
    let session = Session::start(config).await.expect("a browser starts");
    let page = Page::new(session.wire(), Timeouts::default());
    let about = session.about();
    println!("{} {} over {:?}", about.name, about.version, about.wire);
    println!(
        "page         evaluate(1)   whole source   our look   render   bytes   tokens≤   Playwright ai   its bytes"
    );
    for (name, rounds) in PAGES {
        let url = folder.url(name);
        page.perform(Verb::Navigate { url: url.clone() })
            .await
            .expect("the page opens");
        let (mut trips, mut sources, mut looks, mut renders) = (vec![], vec![], vec![], vec![]);
        let mut bytes = 0;
        for _ in 0..*rounds {
            let start = Instant::now();
            session
                .driver()
                .execute("return 1", vec![])
                .await
                .expect("1");
            trips.push(start.elapsed());
            let start = Instant::now();
            session.driver().source().await.expect("a source");
            sources.push(start.elapsed());
            let start = Instant::now();
            let screen = page.look().await.expect("a look");
            looks.push(start.elapsed());
            let start = Instant::now();
            let text = render(&screen, &TextOptions::default());
            renders.push(start.elapsed());
            bytes = text.len();
            if let Ok(folder) = std::env::var("LISTINGS") {
                std::fs::write(format!("{folder}/{name}.txt"), text).expect("it can be written");
            }
        }
        let playwright = playwright(&url).map_or_else(
            || "      -".to_owned(),
            |(ms, bytes)| format!("{ms:10.1} ms   {bytes:9}"),
        );
        println!(
            "{name:12} {:8.1} ms   {:9.1} ms   {:5.1} ms {:5.1} ms   {bytes:5}   {:7.0}   {playwright}",
            median(trips),
            median(sources),
            median(looks),
            median(renders),
            tokens(bytes),
        );
    }
    reaction(&page).await;
    restless(&page).await;
    examples(&page).await;
    growth(&page).await;
    session.close().await.expect("the browser ends");
}

/// Shows a page given by its markup; whoever serves it comes back.
async fn write(page: &Page, markup: &str) -> Pages {
    let pages = Pages::start().await;
    let url = pages.write(markup);
    let opened = page.perform(Verb::Navigate { url }).await;
    opened.expect("the page opens");
    pages
}

async fn tap(page: &Page) -> Effect {
    let screen = page.look().await.expect("a look");
    let button = screen.nodes.iter().find(|node| node.role == "button");
    let target = button.expect("a button").id.clone();
    page.perform(Verb::Tap { target }).await.expect("a tap")
}

/// How long after a late change is complete the action is told of, with what it changed.
async fn reaction(page: &Page) {
    let _pages = write(page, LATE).await;
    let mut times = Vec::new();
    for _ in 0..15 {
        let effect = tap(page).await;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let done: u64 = effect
            .after
            .title
            .parse()
            .expect("the change is on the screen");
        let since = now
            .expect("a clock")
            .saturating_sub(Duration::from_millis(done));
        times.push(since);
    }
    println!(
        "a change 300 ms after the press: told of {:.1} ms after it was complete",
        median(times)
    );
}

/// How long a press takes on pages that never stop changing.
async fn restless(page: &Page) {
    for (what, markup) in RESTLESS {
        let button = "<button onclick=\"this.textContent = 'Gone ' + Math.random()\">Go</button>";
        let _pages = write(page, &format!("{button}{markup}")).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut times = Vec::new();
        for _ in 0..7 {
            let start = Instant::now();
            tap(page).await;
            times.push(start.elapsed());
        }
        println!("beside a {what} a press takes {:.0} ms", median(times));
    }
}

/// How long the listings of the example shop are. `LISTINGS=/folder` keeps them.
async fn examples(page: &Page) {
    let shop = e2e_examples::Running::start(([127, 0, 0, 1], 0).into()).expect("the shop starts");
    let mut sizes = Vec::new();
    for path in SHOP {
        let url = format!("{}{path}", shop.base_url());
        let shown = page.perform(Verb::Navigate { url }).await.expect("a page");
        let options = TextOptions {
            origin: Some(shop.base_url()),
            ..TextOptions::default()
        };
        let text = render(&shown.after, &options);
        if let Ok(folder) = std::env::var("LISTINGS") {
            let file = format!("{folder}/shop{}.txt", path.replace('/', "-"));
            std::fs::write(file, &text).expect("the folder can be written");
        }
        sizes.push((text.len(), *path));
    }
    sizes.sort_unstable();
    let (bytes, path) = sizes[sizes.len() / 2];
    println!(
        "example pages: median {bytes} bytes, at most {:.0} tokens ({path}); largest {} bytes ({})",
        tokens(bytes),
        sizes[sizes.len() - 1].0,
        sizes[sizes.len() - 1].1
    );
}

/// What two hundred looks at the largest page leave behind.
async fn growth(page: &Page) {
    for _ in 0..20 {
        page.look().await.expect("a look");
    }
    let (ours, nodes) = (resident(), counted(page).await);
    for _ in 0..200 {
        page.look().await.expect("a look");
    }
    println!(
        "200 looks at it: {:+.1} MiB in this process, {:+} elements in the page",
        (resident() as f64 - ours as f64) / 1024.0,
        counted(page).await - nodes,
    );
}

async fn counted(page: &Page) -> i64 {
    let script = "return document.getElementsByTagName('*').length";
    let limit = Duration::from_secs(10);
    let wire = page.engine().wire();
    match wire.eval(script, serde_json::Value::Null, limit).await {
        Ok(e2e::browser::wire::Evaluated::Value(value)) => value.as_i64().unwrap_or(0),
        _ => 0,
    }
}

/// Resident memory of this process, KiB; zero where the system does not tell.
fn resident() -> u64 {
    std::fs::read_to_string("/proc/self/status")
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().split(' ').next()?.parse().ok())
        .unwrap_or(0)
}

/// Playwright's own snapshot of the same page: milliseconds and bytes.
fn playwright(url: &str) -> Option<(f64, usize)> {
    let modules = std::env::var("E2E_BENCH_PLAYWRIGHT").ok()?;
    let script = format!(
        r#"const {{ chromium }} = require("{modules}/playwright-core");
        (async () => {{
          const browser = await chromium.launch({{ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-dev-shm-usage"] }});
          const page = await browser.newPage();
          await page.goto("{url}");
          const times = [];
          let text = "";
          for (let i = 0; i < 12; i++) {{
            const start = performance.now();
            text = await page.ariaSnapshot({{ mode: "ai" }});
            times.push(performance.now() - start);
          }}
          times.sort((a, b) => a - b);
          console.log(times[6], Buffer.byteLength(text));
          await browser.close();
        }})();"#
    );
    let out = std::process::Command::new("node")
        .args(["-e", &script])
        .output()
        .ok()?;
    let out = String::from_utf8(out.stdout).ok()?;
    let (ms, bytes) = out.trim().split_once(' ')?;
    Some((ms.parse().ok()?, bytes.parse().ok()?))
}
