//! The same flow by Playwright's library, where it is installed:
//! `E2E_BENCH_PLAYWRIGHT` is the folder that holds `playwright-core`.

use std::process::{Command, Stdio};
use std::time::Duration;

const SCRIPT: &str = r#"
const [, modules, url, rounds, browserAt] = process.argv;
const { chromium } = require(modules + "/playwright-core");
(async () => {
  const browser = await chromium.launch({ executablePath: browserAt, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  const page = await browser.newPage();
  const times = [];
  const from = Date.now();
  for (let i = 0; i < +rounds; i++) {
    await page.goto(url);
    const began = performance.now();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    times.push(performance.now() - began);
  }
  const all = Date.now() - from;
  times.sort((a, b) => a - b);
  console.log(times[times.length >> 1], all);
  await browser.close();
})();
"#;

/// The browser Playwright is told to start.
pub const BROWSER: &str = "/usr/bin/chromium-headless-shell";

fn run(url: &str, rounds: usize) -> Option<std::process::Child> {
    let modules = std::env::var("E2E_BENCH_PLAYWRIGHT").ok()?;
    Command::new("node")
        .args(["-e", SCRIPT, &modules, url, &rounds.to_string(), BROWSER])
        .stdout(Stdio::piped())
        .spawn()
        .ok()
}

fn times(child: std::process::Child) -> Option<(Duration, Duration)> {
    let out = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let (flow, all) = out.trim().split_once(' ')?;
    let ms = |text: &str| Some(Duration::from_secs_f64(text.parse::<f64>().ok()? / 1e3));
    Some((ms(flow)?, ms(all)?))
}

/// The median time of one flow.
pub fn flow(url: &str, rounds: usize) -> Option<Duration> {
    Some(times(run(url, rounds)?)?.0)
}

/// The time of so many flows with their navigation, in two browsers at once.
pub fn two_at_once(url: &str, flows: usize) -> Option<Duration> {
    let both = [run(url, flows / 2)?, run(url, flows / 2)?];
    let done: Option<Vec<_>> = both.into_iter().map(times).collect();
    done?.into_iter().map(|(_, all)| all).max()
}
