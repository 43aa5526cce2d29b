//! A suite's binary, and what a run of it came to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test target that was built.
pub(crate) struct Suite {
    pub(crate) name: String,
    program: PathBuf,
    package: PathBuf,
}

/// A suite's run: each test with the word it ended with.
pub(crate) struct Ran {
    pub(crate) tests: Vec<(String, String)>,
    pub(crate) passed: bool,
    pub(crate) output: String,
    pub(crate) took: Duration,
}

/// Builds the test targets of these names, or every suite of the examples.
pub(crate) fn find(targets: &[String]) -> Result<Vec<Suite>, Box<dyn std::error::Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args([
        "test",
        "--no-run",
        "--message-format",
        "json-render-diagnostics",
    ]);
    // Both packages whatever is asked for, or the crate is built once more with fewer parts.
    build.args(["-p", "e2e-examples", "-p", "e2e-tests"]);
    let all = match targets {
        [] => examples()?,
        some => some.to_vec(),
    };
    build.args(all.iter().flat_map(|target| ["--test", target]));
    let built = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()?;
    if !built.status.success() {
        return Err(format!("the suites cannot be built: {}", built.status).into());
    }
    let mut suites: Vec<Suite> = String::from_utf8_lossy(&built.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|message| {
            let target = &message["target"];
            (target["kind"][0] == "test").then_some(())?;
            Some(Suite {
                name: target["name"].as_str()?.to_owned(),
                program: message["executable"].as_str()?.into(),
                package: Path::new(message["manifest_path"].as_str()?)
                    .parent()?
                    .into(),
            })
        })
        .collect();
    suites.sort_by(|one, other| one.name.cmp(&other.name));
    match suites.is_empty() {
        true => Err("no such suite".into()),
        false => Ok(suites),
    }
}

/// Every suite of the examples.
fn examples() -> std::io::Result<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/tests");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        names.extend(
            path.file_stem()
                .map(|stem| stem.to_string_lossy().into_owned()),
        );
    }
    Ok(names)
}

impl Suite {
    /// Runs it with these settings; an empty one is taken from what it inherits.
    pub(crate) async fn run(
        &self,
        settings: &BTreeMap<&'static str, String>,
    ) -> std::io::Result<Ran> {
        let mut run = tokio::process::Command::new(&self.program);
        run.current_dir(&self.package)
            .env("CARGO_MANIFEST_DIR", &self.package)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        for (name, value) in settings {
            match value.is_empty() {
                true => run.env_remove(name),
                false => run.env(name, value),
            };
        }
        let began = Instant::now();
        let output = run.output().await?;
        let took = began.elapsed();
        let tests = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(result)
            .collect();
        Ok(Ran {
            tests,
            passed: output.status.success(),
            output: String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
            took,
        })
    }
}

/// `test NAME ... ok`, as every harness prints it.
fn result(line: &str) -> Option<(String, String)> {
    let (name, word) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let word = word.split([',', ' ']).next()?;
    Some((name.trim().to_owned(), word.to_lowercase()))
}
