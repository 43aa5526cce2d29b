//! Whole runs: forty tests that sign in, two at a time, as a runner starts them, ours
//! against Playwright Test with the same page, the same browser and as many workers.
//! `E2E_BENCH_PLAYWRIGHT` is the folder that holds `@playwright/test`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each is run; the median counts.
const ROUNDS: usize = 3;

const SETTINGS: &str = r#"module.exports = { testDir: __dirname, workers: 2, fullyParallel: true, retries: 0,
  use: { launchOptions: { executablePath: process.env.BROWSER_AT, args: ["--no-sandbox", "--disable-dev-shm-usage"] } } };"#;
const TESTS: &str = r#"const { test, expect } = require("@playwright/test");
for (let i = 0; i < 40; i++) test("t" + i, async ({ page }) => {
  await page.goto(process.env.LOGIN_AT);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});"#;

/// Prints the time of whole runs, and how much of it a test has to itself.
pub fn compare(url: &str) {
    println!("\n| whole run, 40 tests, two workers | median | flows a second | a test itself |");
    println!("|---|---|---|---|");
    for isolation in ["context", "process"] {
        // Ours and theirs in turn, so that what else the machine does hits both.
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push(run_ours(url, isolation));
            theirs.extend(run_theirs(url));
        }
        row(&format!("ours, a {isolation} for each"), ours);
        if !theirs.is_empty() {
            row("Playwright Test", theirs);
        }
    }
}

fn row(what: &str, mut runs: Vec<(Duration, f64)>) {
    runs.sort_by_key(|(whole, _)| *whole);
    let (whole, test) = runs[runs.len() / 2];
    let seconds = whole.as_secs_f64();
    let rate = 40.0 / seconds;
    println!("| {what} | {seconds:.2} s | {rate:.1} | {test:.0} ms |");
}

fn timed(command: &mut Command) -> (Duration, String) {
    let began = Instant::now();
    let out = command
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    let took = began.elapsed();
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let failed = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}:\n{said}\n{failed}");
    (took, said)
}

/// The median of the times that `of` finds in a value.
fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn run_ours(url: &str, isolation: &str) -> (Duration, f64) {
    let (origin, page) = split(url);
    let suite = Path::new(env!("CARGO_BIN_EXE_login-suite"));
    let id = format!("bench-{}", std::process::id());
    let (whole, _) = timed(
        Command::new(suite)
            .args(["--test-threads", "2"])
            .env("E2E_ISOLATION", isolation)
            .env("E2E_APP_URL", origin)
            .env("E2E_BENCH_PAGE", page)
            .env("E2E_RUN_ID", &id)
            .env_remove("NEXTEST"),
    );
    let target = suite
        .ancestors()
        .find(|above| above.join("CACHEDIR.TAG").is_file())
        .expect("the suite lies in a target folder");
    let folder = target.join("e2e").join(id);
    let times = durations(&folder.join("cases"));
    std::fs::remove_dir_all(&folder).expect("the run has a folder");
    (whole, middle(times))
}

/// What the records of a run say of each test.
fn durations(cases: &Path) -> Vec<f64> {
    let files = std::fs::read_dir(cases).expect("the run has records");
    let mut found = Vec::new();
    for file in files.flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        let record: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        found.extend(record["duration_ms"].as_f64());
    }
    found
}

fn run_theirs(url: &str) -> Option<(Duration, f64)> {
    let modules = std::env::var("E2E_BENCH_PLAYWRIGHT").ok()?;
    let runner = Path::new(&modules).join("@playwright/test/cli.js");
    if !runner.is_file() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name);
    for (name, text) in [
        ("playwright.config.js", SETTINGS),
        ("login.spec.js", TESTS),
        ("package.json", "{}"),
    ] {
        std::fs::write(at(name), text).expect("it can be written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&modules, at("node_modules")).expect("it can be linked");
    let mut command = Command::new("node");
    // The runner has to be the one the tests' own `require` finds.
    command
        .arg(at("node_modules/@playwright/test/cli.js"))
        .args(["test", "--reporter=json"])
        .env("BROWSER_AT", super::playwright::BROWSER)
        .env("LOGIN_AT", url)
        .current_dir(folder.path());
    let (whole, said) = timed(&mut command);
    let report: serde_json::Value = serde_json::from_str(&said).expect("it reports as JSON");
    let mut times = Vec::new();
    collect(&report["suites"], &mut times);
    assert_eq!(times.len(), 40, "{said}");
    Some((whole, middle(times)))
}

/// Every result's time, however deep its suite stands.
fn collect(value: &serde_json::Value, times: &mut Vec<f64>) {
    match value {
        serde_json::Value::Array(all) => all.iter().for_each(|one| collect(one, times)),
        serde_json::Value::Object(one) => {
            times.extend(one.get("duration").and_then(serde_json::Value::as_f64));
            one.values().for_each(|one| collect(one, times));
        }
        _ => {}
    }
}

/// An address as its origin and its path.
fn split(url: &str) -> (&str, &str) {
    let host = url.find("://").map_or(0, |at| at + 3);
    let at = url[host..].find('/').map_or(url.len(), |at| host + at);
    url.split_at(at)
}
