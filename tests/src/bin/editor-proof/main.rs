//! Asks a real rust-analyzer what an editor asks it about the packages of the
//! acceptance run: where it puts a Run button, what its test explorer finds, and what
//! running from there reports. Prints everything and ends with 1 when a mark is
//! missing.
//!
//! It needs `rustup component add rust-analyzer` and builds the packages, so it is
//! run by hand: `cargo run -p e2e-tests --bin editor-proof`.

mod lsp;

use lsp::Server;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A file, and the names that have to get a Run button there.
const GUTTER: &[(&str, &[&str])] = &[
    (
        "h/tests/ui.rs",
        &[
            // Plain, failing, in a module.
            "test smoke::passes",
            "test smoke::panics",
            // With `#[ignore]` and `#[should_panic]`.
            "test ign::ignored_reason",
            "test sp::ok",
            // With options.
            "test param::login",
            // Whole modules.
            "test-mod smoke",
            "test-mod param",
            // `e2e::main!()`.
            "run ui",
        ],
    ),
    (
        "h/src/lib.rs",
        &["test tests::unit_style", "test-mod tests"],
    ),
    (
        "ui/pass/shapes.rs",
        &[
            // With every option there is, and a raw name in a module.
            "test every_option",
            "test per_browser",
            "test r#async::r#fn",
        ],
    ),
    (
        "h-cases/tests/cases.rs",
        &[
            "test-mod with_rstest",
            "test with_rstest::case_1",
            "test with_rstest::case_2_equal",
            "test-mod with_test_case",
            "test with_test_case::test_case_1_one",
            "test with_test_case::test_case_2_nine",
        ],
    ),
];

/// What the explorer has to find, by the end of its name.
const FOUND: &[&str] = &[
    "smoke::passes",
    "ign::ignored_reason",
    "param::login",
    "every_option",
    "tests::unit_style",
    "with_rstest::case_1",
    "with_test_case::test_case_1_one",
];

/// What a run from the explorer has to report.
const RUN: &[(&str, &str)] = &[
    ("smoke::passes", "passed"),
    ("smoke::panics", "failed"),
    ("smoke::fails_with_err", "failed"),
    ("sp::ok", "passed"),
    ("ign::ignored_reason", "skipped"),
    ("param::login", "passed"),
    ("tests::unit_style", "passed"),
    ("with_rstest::case_1", "passed"),
    ("with_test_case::test_case_2_nine", "failed"),
];

/// What one click on a single test has to report. A run of everything ends early in
/// rust-analyzer when a package does not compile, as one here must not; what is still
/// going on then is counted as the next run's, so these are asked for before it.
const CLICKED: &[(&str, &str)] = &[("every_option", "passed")];

fn main() -> io::Result<ExitCode> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("accept");
    let program = std::env::args().nth(1);
    let program = program.as_deref().unwrap_or("rust-analyzer");
    let version = Command::new(program).arg("--version").output()?;
    print!("{}", String::from_utf8_lossy(&version.stdout));

    let mut missing = Vec::new();
    let mut server = Server::start(program, &workspace)?;
    gutter(&mut server, &workspace, &mut missing)?;
    half_typed(&mut server, &workspace, &mut missing)?;
    let tests = discover(&mut server)?;
    for name in FOUND {
        if !tests.iter().any(|id| id.ends_with(&format!("::{name}"))) {
            missing.push(format!("the explorer does not find {name}"));
        }
    }
    for (name, state) in CLICKED {
        let id = tests.iter().find(|id| id.ends_with(&format!("::{name}")));
        run(&mut server, &json!([id]), &[(name, state)], &mut missing)?;
    }
    run(&mut server, &Value::Null, RUN, &mut missing)?;
    drop(server);

    for line in &missing {
        println!("MISSING {line}");
    }
    println!(
        "{}",
        if missing.is_empty() {
            "proven"
        } else {
            "not proven"
        }
    );
    Ok(if missing.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Run buttons of every file, and what one click really does.
fn gutter(server: &mut Server, workspace: &Path, missing: &mut Vec<String>) -> io::Result<()> {
    for (file, expected) in GUTTER {
        println!("\n== run buttons in {file}");
        let uri = server.open(&workspace.join(file))?;
        let params = json!({ "textDocument": { "uri": uri }, "position": null });
        let runnables = server.ask("experimental/runnables", &params)?;
        let runnables = runnables.as_array().cloned().unwrap_or_default();
        for runnable in &runnables {
            let line = runnable["location"]["targetSelectionRange"]["start"]["line"].as_u64();
            let place = line.map_or("-".to_owned(), |line| (line + 1).to_string());
            println!(
                "{place:>4}  {:<44} cargo {} -- {}",
                runnable["label"].as_str().unwrap_or_default(),
                words(&runnable["args"]["cargoArgs"]),
                words(&runnable["args"]["executableArgs"]),
            );
        }
        for label in *expected {
            if !runnables.iter().any(|runnable| runnable["label"] == *label) {
                missing.push(format!("{file}: no button `{label}`"));
            }
        }
        for label in [
            "test smoke::passes",
            "test param::login",
            "test every_option",
            "test tests::unit_style",
            "test with_rstest::case_1",
            "test with_test_case::test_case_1_one",
        ] {
            let clicked = runnables.iter().find(|runnable| runnable["label"] == label);
            if let Some(runnable) = clicked.filter(|_| expected.contains(&label)) {
                click(runnable, missing)?;
            }
        }
    }
    Ok(())
}

/// A body that does not parse yet: the button stays, and names are completed.
fn half_typed(server: &mut Server, workspace: &Path, missing: &mut Vec<String>) -> io::Result<()> {
    println!("\n== a half-typed body");
    let file = workspace.join("h/tests/ui.rs");
    let text = std::fs::read_to_string(&file)?;
    let (whole, half) = ("assert_eq!(info.attempt(), 2);", "info.att");
    let typed = text.replacen(whole, half, 1);
    let (line, column) = typed
        .lines()
        .enumerate()
        .find_map(|(line, text)| Some((line, text.find(half)? + half.len())))
        .ok_or_else(|| io::Error::other("the sample has changed"))?;
    let uri = format!("file://{}", file.display());
    server.change(&uri, &typed)?;
    let document = json!({ "uri": uri });
    let found = server.ask(
        "textDocument/completion",
        &json!({
            "textDocument": document,
            "position": { "line": line, "character": column },
        }),
    )?;
    let items = found["items"].as_array().or(found.as_array());
    let names: Vec<&str> = items
        .into_iter()
        .flatten()
        .filter_map(|item| item["label"].as_str())
        .filter(|label| label.starts_with("att"))
        .collect();
    println!("      `{half}` completes to {}", names.join(", "));
    if !names.iter().any(|name| name.starts_with("attempt")) {
        missing.push("a half-typed body completes nothing".to_owned());
    }
    let params = json!({ "textDocument": document, "position": null });
    let runnables = server.ask("experimental/runnables", &params)?;
    let label = "test flaky::second_attempt";
    let kept = runnables.as_array().into_iter().flatten();
    match kept.into_iter().any(|runnable| runnable["label"] == label) {
        true => println!("      its button stays"),
        false => missing.push(format!("half-typed: no button `{label}`")),
    }
    server.change(&uri, &text)
}

/// Does what an editor does with a Run button.
fn click(runnable: &Value, missing: &mut Vec<String>) -> io::Result<()> {
    let list = |value: &Value| -> Vec<String> {
        let words = value.as_array().into_iter().flatten();
        words.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let args = &runnable["args"];
    let folder = args["cwd"].as_str().or(args["workspaceRoot"].as_str());
    let output = Command::new("cargo")
        .args(list(&args["cargoArgs"]))
        .arg("--")
        .args(list(&args["executableArgs"]))
        .current_dir(folder.map_or_else(|| PathBuf::from("."), PathBuf::from))
        .output()?;
    let out = String::from_utf8_lossy(&output.stdout);
    let results: Vec<_> = out
        .lines()
        .filter(|line| line.starts_with("test "))
        .collect();
    println!("      clicked: {}, {}", output.status, results.join(" | "));
    if !output.status.success() || !results.iter().any(|line| line.ends_with("... ok")) {
        missing.push(format!("a click on `{}` does not pass", runnable["label"]));
    }
    Ok(())
}

/// Every test the explorer shows, as its ids.
fn discover(server: &mut Server) -> io::Result<Vec<String>> {
    println!("\n== test explorer");
    let roots = server.ask("experimental/discoverTest", &json!({ "testId": null }))?;
    let mut ids = Vec::new();
    for root in roots["tests"].as_array().into_iter().flatten() {
        let id = root["id"].clone();
        let found = server.ask("experimental/discoverTest", &json!({ "testId": id }))?;
        for test in found["tests"].as_array().into_iter().flatten() {
            if test["kind"] == "test" {
                let id = test["id"].as_str().unwrap_or_default().to_owned();
                // The crate itself is part of the workspace as its dependency.
                if !id.starts_with("e2e::") {
                    println!("      {id}");
                }
                ids.push(id);
            }
        }
    }
    Ok(ids)
}

/// Runs tests from the explorer, all without a list, and compares the states it was told.
fn run(
    server: &mut Server,
    include: &Value,
    expected: &[(&str, &str)],
    missing: &mut Vec<String>,
) -> io::Result<()> {
    println!("\n== run from the explorer");
    server.ask(
        "experimental/runTest",
        &json!({ "include": include, "exclude": null }),
    )?;
    let heard = server.listen_until("experimental/endRunTest")?;
    let mut states: BTreeMap<String, String> = BTreeMap::new();
    for message in &heard {
        if message["method"] == "experimental/changeTestState" {
            let id = message["params"]["testId"].as_str().unwrap_or_default();
            let state = message["params"]["state"]["tag"]
                .as_str()
                .unwrap_or_default();
            states.insert(id.to_owned(), state.to_owned());
        }
    }
    for (id, state) in &states {
        println!("      {state:<8} {id}");
    }
    for (name, expected) in expected {
        let end = format!("::{name}");
        let state = states.iter().find(|(id, _)| id.ends_with(&end));
        match state {
            Some((_, state)) if state == expected => {}
            Some((_, state)) => missing.push(format!("{name} is {state}, not {expected}")),
            None => missing.push(format!("no result of {name}")),
        }
    }
    Ok(())
}

fn words(value: &Value) -> String {
    let words = value.as_array().into_iter().flatten();
    let words: Vec<&str> = words.filter_map(Value::as_str).collect();
    words.join(" ")
}
