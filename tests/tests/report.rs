//! The report, made by many processes and read in a real browser.

use e2e::browser::Session;
use e2e::browser::wire::Evaluated;
use e2e::report::store;
use e2e_tests::sample_run::sample;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(10);

fn headless(arguments: &[String]) -> Output {
    let browser = [
        "chromium-headless-shell",
        "chrome-headless-shell",
        "chromium",
        "google-chrome",
    ]
    .into_iter()
    .find(|name| {
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
            .any(|dir| dir.join(name).is_file())
    })
    .expect("a headless browser on PATH");
    let profile = tempfile::tempdir().unwrap();
    Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu"])
        .args(["--disable-dev-shm-usage", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(arguments)
        .output()
        .unwrap()
}

fn url(page: &Path, hash: &str) -> String {
    format!("file://{}{hash}", page.display())
}

/// Enough of a picture to be told by its first bytes.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn the_report_works_from_disk_and_hostile_text_stays_text() {
    let dir = tempfile::tempdir().unwrap();
    let run: PathBuf = dir.path().join("run-1");
    sample(&run, PNG);
    let page = store::finish(&run).unwrap();
    assert_eq!(store::latest(dir.path()), Some(run));
    let output = headless(&["--dump-dom".into(), url(&page, "#t3")]);
    let dom = String::from_utf8_lossy(&output.stdout);
    // The script ran, so the policy lets it; it shows the filters.
    assert!(
        dom.contains("<div class=\"controls\" role=\"search\">"),
        "{dom}"
    );
    // Nobody else's did.
    assert!(dom.contains("<title>7 failed · e2e run-1</title>"));
    assert_eq!(dom.matches("<script").count(), 1);
    assert!(!dom.contains("<img src=\"x\"") && !dom.contains("href=\"javascript:"));
}

#[test]
fn without_the_script_everything_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    sample(dir.path(), PNG);
    let page = fs::read_to_string(store::finish(dir.path()).unwrap()).unwrap();
    for text in [
        "SENTENCE_AMBIGUOUS",
        "needs a payment sandbox",
        "name the card: &quot;upgrade",
        "12,300 tokens in (9,000 cached), 410 out, $0.02",
        "./a/console.log",
    ] {
        assert!(page.contains(text), "{text}");
    }
    for outside in [
        "http-equiv=\"refresh\"",
        "src=\"http",
        "src=\"//",
        "@import",
        "url(",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
}

fn process(run: &Path, name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_report-process"));
    command.arg(run).arg(name).stderr(Stdio::null());
    command
}

fn reported(run: &Path) -> u64 {
    let text = fs::read_to_string(run.join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["totals"]["tests"].as_u64().unwrap()
}

#[test]
fn many_processes_end_in_one_report() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    let start = |n| process(&run, &format!("test_{n}")).spawn().unwrap();
    let all: Vec<_> = (0..20).map(start).collect();
    for mut child in all {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(reported(&run), 20);
}

#[test]
fn what_a_killed_process_saved_is_in_the_next_report() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    assert!(
        !process(&run, "one")
            .arg("killed")
            .status()
            .unwrap()
            .success()
    );
    assert!(!run.join("report.html").exists());
    assert!(process(&run, "two").status().unwrap().success());
    assert_eq!(reported(&run), 2);
}

#[tokio::test]
async fn filters_and_links_show_what_they_say() {
    let dir = tempfile::tempdir().unwrap();
    sample(dir.path(), PNG);
    let page = store::finish(dir.path()).unwrap();
    let config = e2e::config::load(Path::new(".")).unwrap();
    let session = Session::start(&config).await.unwrap();
    let wire = session.wire();
    wire.navigate(&url(&page, ""), LIMIT).await.unwrap();
    let shown = "return [...document.querySelectorAll('details.test')]
        .filter((test) => test.checkVisibility())
        .map((test) => test.dataset.status + (test.open ? ' open' : '')).join(', ');";
    for (what, act, expected) in [
        (
            "at first",
            "",
            "failed open, failed open, failed open, failed open, failed open, \
            failed open, flaky, passed, passed, passed, skipped, failed open",
        ),
        (
            "a status",
            "document.querySelector('[data-show=passed]').click();",
            "passed, passed, passed",
        ),
        (
            "two",
            "document.querySelector('[data-show=flaky]').click();",
            "flaky, passed, passed, passed",
        ),
        (
            "words",
            "const f = document.getElementById('filter'); f.value = 'CART books adds';
            f.dispatchEvent(new Event('input'));",
            "",
        ),
        (
            "other words",
            "const f = document.getElementById('filter'); f.value = 'CART book adds';
            f.dispatchEvent(new Event('input'));",
            "passed",
        ),
        (
            "open all",
            "document.querySelector('[data-fold=open]').click();",
            "passed open",
        ),
    ] {
        let body = format!("{act}\n{shown}");
        let seen = wire
            .eval(&body, serde_json::Value::Null, LIMIT)
            .await
            .unwrap();
        assert_eq!(seen, Evaluated::Value(expected.into()), "{what}");
    }
    let link = "document.querySelector('.failures a').click();
        return new Promise((done) => setTimeout(() => {
            const test = document.querySelector('details.test.failed');
            done(test.checkVisibility() && document.getElementById('filter').value === '');
        }));";
    let seen = wire
        .eval_async(link, serde_json::Value::Null, LIMIT)
        .await
        .unwrap();
    assert_eq!(seen, Evaluated::Value(true.into()));
    session.close().await.unwrap();
}
