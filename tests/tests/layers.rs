//! The shape of the library: imports point down the layers, files stay short.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Top-level modules of `e2e/src` by layer; a module may use its own layer's folder
/// mates and everything below.
const LAYERS: &[(u32, &[&str])] = &[
    (
        0,
        &["code", "config", "deadline", "diagnostic", "error", "text"],
    ),
    (1, &["report", "secret", "policy"]),
    (2, &["browser", "model"]),
    (3, &["page"]),
    (4, &["chassis", "screen"]),
    (5, &["plain", "trace"]),
    (6, &["agent"]),
    (
        7,
        &[
            "app",
            "attempt",
            "body",
            "case",
            "failure",
            "fixture",
            "fixtures",
            "panic_log",
            "stderr",
            "test_info",
        ],
    ),
    (8, &["harness", "cli"]),
    (9, &["lib", "prelude", "__private", "hooks", "bin"]),
];

/// Siblings of one layer that know nothing of each other.
const STRANGERS: &[(&str, &str)] = &[
    ("browser", "model"),
    ("model", "browser"),
    ("chassis", "screen"),
    ("screen", "chassis"),
    ("plain", "trace"),
    ("trace", "plain"),
    ("cli", "harness"),
    ("harness", "cli"),
];

/// Words a module must not contain, because it must not know the thing.
const UNKNOWN_WORDS: &[(&str, &[&str])] = &[
    (
        "chassis",
        &[
            "thirtyfour",
            "webdriver",
            "crate::browser",
            "crate::page",
            "spawn",
        ],
    ),
    ("model", &["thirtyfour", "webdriver", "spawn"]),
    // What a step does is one future: dropping it leaves nothing running.
    ("agent", &["spawn"]),
    ("page", &["spawn"]),
    ("plain", &["spawn"]),
    ("screen", &["spawn"]),
    (
        "harness",
        &[
            "thirtyfour",
            "crate::browser",
            "crate::agent",
            "crate::model",
        ],
    ),
];

/// Files that may be longer: tables, by name.
const LONG: &[&str] = &[];

const MOST_LINES: usize = 400;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../e2e/src")
}

fn files(dir: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(&path, endings));
        } else if endings
            .iter()
            .any(|end| path.extension().is_some_and(|e| e == *end))
        {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// The top-level module a file belongs to.
fn module(file: &Path) -> String {
    let relative = file.strip_prefix(source()).unwrap();
    let first = relative
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// Top-level modules named by `crate::x` in code, comments left out.
fn imports(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            // `$crate::` and `pub(crate)` are no imports of ours.
            if code[..at].ends_with('$') {
                continue;
            }
            let rest = &code[at + "crate::".len()..];
            let names: Vec<String> = match rest.strip_prefix('{') {
                Some(group) => group
                    .split(['}', ';'])
                    .next()
                    .unwrap_or_default()
                    .split(',')
                    .map(first_word)
                    .collect(),
                None => vec![first_word(rest)],
            };
            out.extend(names.into_iter().filter(|name| !name.is_empty()));
        }
    }
    out
}

fn first_word(text: &str) -> String {
    text.trim()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

#[test]
fn imports_point_down_the_layers() {
    let layer_of: BTreeMap<&str, u32> = LAYERS
        .iter()
        .flat_map(|(layer, names)| names.iter().map(|name| (*name, *layer)))
        .collect();
    let mut wrong = Vec::new();
    for file in files(&source(), &["rs"]) {
        let from = module(&file);
        let Some(own) = layer_of.get(from.as_str()) else {
            wrong.push(format!(
                "{from}: in no layer; add it to LAYERS ({})",
                file.display()
            ));
            continue;
        };
        for to in imports(&fs::read_to_string(&file).unwrap()) {
            // Types re-exported at the crate's root (`crate::Error`) are layer 0.
            let Some(layer) = layer_of.get(to.as_str()) else {
                continue;
            };
            let strangers = STRANGERS.contains(&(from.as_str(), to.as_str()));
            if layer > own || strangers {
                let name = file.strip_prefix(source()).unwrap().display().to_string();
                wrong.push(format!(
                    "{name} (layer {own}) uses crate::{to} (layer {layer})"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports that do not point down:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn modules_do_not_name_what_they_must_not_know() {
    let mut wrong = Vec::new();
    for file in files(&source(), &["rs"]) {
        let from = module(&file);
        // A module's own tests may show an error that names such a thing.
        let is_test = file.file_name().is_some_and(|name| name == "tests.rs");
        for (name, words) in UNKNOWN_WORDS {
            if from != *name || is_test {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap().to_lowercase();
            for word in *words {
                if text.contains(word) {
                    wrong.push(format!("{} says `{word}`", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_hold_one_noun_in_at_most_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut long = Vec::new();
    for folder in [
        "e2e/src",
        "e2e-macros/src",
        "examples/src",
        "tests/src",
        "tests/tests",
        "tests/suites",
    ] {
        for file in files(&root.join(folder), &["rs", "js"]) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            if lines > MOST_LINES && !LONG.contains(&name.as_str()) {
                long.push(format!("{}: {lines} lines", file.display()));
            }
        }
    }
    assert!(
        long.is_empty(),
        "a second noun is a second file:\n{}",
        long.join("\n")
    );
}

#[test]
fn only_the_configuration_reads_the_environment() {
    let wrong: Vec<_> = files(&source(), &["rs"])
        .into_iter()
        .filter(|file| module(file) != "config")
        // Where programs are is no setting of ours: PATH is asked where it is searched.
        .filter(|file| !file.ends_with("browser/places.rs"))
        .filter(|file| {
            let text = fs::read_to_string(file).unwrap();
            text.contains("env::var") || text.contains("env::vars")
        })
        .collect();
    assert!(wrong.is_empty(), "read it in config/ instead: {wrong:?}");
}

#[test]
fn the_import_reader_sees_groups_paths_and_no_comments() {
    let text = "use crate::{page, error::Error};\nlet x = crate::browser::y();\n// crate::agent\n$crate::harness";
    assert_eq!(imports(text), ["page", "error", "browser"]);
}
