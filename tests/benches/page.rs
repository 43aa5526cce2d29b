//! What a look costs: time over WebDriver for a login page, a table and a page of ten
//! thousand nodes, beside the driver's own round trip and Playwright's snapshot where
//! it is installed; the size of the text; and what two hundred looks leave behind.
//!
//! `cargo bench -p e2e-tests --bench page` prints a table; nothing is asserted. With
//! `E2E_BENCH_PLAYWRIGHT=/folder/of/node_modules` Playwright is measured in the same run.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use e2e::browser::Session;
use e2e::config::Timeouts;
use e2e::page::Page;
use e2e::page::text::{TextOptions, render};
use e2e::page::verb::Verb;
use e2e_tests::agreement::Folder;
use std::path::Path;
use std::time::{Duration, Instant};

const PAGES: &[(&str, usize)] = &[("login.html", 60), ("table.html", 30), ("huge.html", 20)];

/// The example shop's pages.
const SHOP: &[&str] = &[
    "/",
    "/catalogue",
    "/products/anvil",
    "/products/cast-iron-pan",
    "/cart",
    "/signin",
    "/signup",
    "/account",
    "/settings/billing",
    "/checkout/address",
    "/todo",
    "/dialogs",
    "/frame",
    "/slow",
];

/// The fewest bytes a token of o200k stood for in a listing, a table of short codes; so
/// the number of tokens is an upper bound.
const BYTES_PER_TOKEN: f64 = 1.7;

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
    let session = Session::start(&config).await.expect("a browser starts");
    let folder = Folder::serve(&here.join("pages")).await.expect("a port");
    let page = Page::new(session.wire(), Timeouts::default());
    println!("{} {}", session.about().name, session.about().version);
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
            bytes as f64 / BYTES_PER_TOKEN,
        );
    }
    examples(&page).await;
    growth(&page).await;
    session.close().await.expect("the browser ends");
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
        bytes as f64 / BYTES_PER_TOKEN,
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
