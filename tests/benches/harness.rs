//! What the harness costs beside the standard one, on the same thousand empty tests in
//! the same run.
//!
//! `cargo test -p e2e-tests --bench harness` builds the package `accept/h-1000` twice:
//! with `e2e` optimised, as the standard harness always is (it comes so with the
//! toolchain), and in the profile tests are usually run in, where `e2e` is not. It prints
//! medians, ratios and what they may be; with `-- --release` for a build in which all is
//! optimised. Nothing is asserted.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often each is run; the median counts.
const ROUNDS: usize = 15;

/// How the tests are built.
#[derive(Clone, Copy)]
enum Built {
    /// As usual.
    Dev,
    /// As usual, but for `e2e` itself.
    DevWithOptimised,
    Release,
}

impl Built {
    /// For cargo.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Dev => &[],
            Self::DevWithOptimised => &["--config", "profile.dev.package.e2e.opt-level=3"],
            Self::Release => &["--release"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Dev => "as usual",
            Self::DevWithOptimised => "as usual with `e2e` optimised",
            Self::Release => "optimised",
        }
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "--release") {
        return compare(Built::Release);
    }
    compare(Built::DevWithOptimised);
    compare(Built::Dev);
}

fn compare(how: Built) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [ours, libtest] = ["ours", "libtest"].map(|name| alone(&build(name, how), folder.path()));
    println!(
        "\n1,000 empty tests, built {}, medians of {ROUNDS} rounds, milliseconds\n",
        how.name()
    );

    let list = ["--list", "--format", "terse"];
    let (mine, theirs) = both(&ours, &libtest, &list);
    row("--list", mine, theirs, 3.0);
    limit("--list", mine, 60.0);

    for threads in ["1", "2"] {
        let (mine, theirs) = both(&ours, &libtest, &["--test-threads", threads]);
        row(
            &format!("in process, {threads} thread(s)"),
            mine,
            theirs,
            1.5,
        );
    }

    // Two tests, because a single one never leaves the process.
    let two = ["--exact", "m00::t0", "m00::t1", "--test-threads", "1"];
    let inside = median(&ours, &two, true);
    let worker = median(&ours, &two, false);
    let start = worker - inside;
    limit("start and end of a worker", start, 15.0);

    let all = ["--test-threads", "1"];
    let inside = median(&ours, &all, true);
    let workers = median(&ours, &all, false);
    limit(
        "a test in a warm worker, more than in process",
        (workers - inside - start) / 1000.0,
        2.0,
    );
}

fn row(what: &str, mine: f64, theirs: f64, most: f64) {
    let ratio = mine / theirs;
    let verdict = if ratio <= most { "ok" } else { "MISSED" };
    println!("{what:<48} {mine:>8.2} : {theirs:<8.2} = {ratio:>5.2}  (at most {most}) {verdict}");
}

fn limit(what: &str, mine: f64, most: f64) {
    let verdict = if mine <= most { "ok" } else { "MISSED" };
    println!("{what:<48} {mine:>8.2}                    (at most {most}) {verdict}");
}

/// Both binaries in turn, so that what else the machine does hits both.
fn both(ours: &Path, libtest: &Path, arguments: &[&str]) -> (f64, f64) {
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        times.0.push(run(ours, arguments, true));
        times.1.push(run(libtest, arguments, true));
    }
    (middle(times.0), middle(times.1))
}

fn median(binary: &Path, arguments: &[&str], in_process: bool) -> f64 {
    middle(
        (0..ROUNDS)
            .map(|_| run(binary, arguments, in_process))
            .collect(),
    )
}

fn middle(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// The binary in a folder that counts as a target folder: what earlier runs left in the
/// real one would be looked through.
fn alone(binary: &Path, folder: &Path) -> PathBuf {
    std::fs::write(folder.join("CACHEDIR.TAG"), "").expect("a tag");
    let alone = folder.join(binary.file_name().expect("a name"));
    std::fs::copy(binary, &alone).expect("a copy");
    alone
}

/// One run, as the first one of its folder.
fn run(binary: &Path, arguments: &[&str], in_process: bool) -> Duration {
    let mut command = Command::new(binary);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env_remove("NEXTEST")
        .env("E2E_IN_PROCESS", if in_process { "1" } else { "0" });
    let begun = Instant::now();
    let status = command.status().expect("the binary runs");
    let took = begun.elapsed();
    assert!(status.success(), "{binary:?} {arguments:?}: {status}");
    let _ = std::fs::remove_dir_all(binary.with_file_name("e2e"));
    took
}

/// The test binary of this name, built as `cargo test` does.
fn build(name: &str, how: Built) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("accept");
    let output = Command::new("cargo")
        .args(["test", "-p", "h-1000", "--test", name, "--no-run"])
        .arg("--message-format=json")
        .args(how.arguments())
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let binary = text.lines().rev().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    binary.expect("cargo names the binary")
}
