//! The README and the documents against the source: settings they forget, settings they
//! make up, samples that do not compile.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Every `E2E_…` word between two of the given marks.
fn variables(text: &str, mark: char) -> BTreeSet<&str> {
    text.split(mark)
        .filter(|word| {
            word.strip_prefix("E2E_")
                .is_some_and(|rest| !rest.is_empty())
        })
        .filter(|word| {
            word.chars()
                .all(|c| c.is_ascii_uppercase() || "_2".contains(c))
        })
        .collect()
}

#[test]
fn the_table_names_exactly_the_variables_there_are() {
    let (readme, source) = (read("README.md"), read("e2e/src/config/env.rs"));
    let known = source.split("const KNOWN").nth(1).unwrap();
    let known = variables(known.split("];").next().unwrap(), '"');
    assert!(known.len() > 10, "{known:?}");
    assert_eq!(variables(&readme, '`'), known);
}

#[test]
fn every_key_of_the_table_is_one_that_the_file_may_hold() {
    let readme = read("README.md");
    let table = readme.split("| key in `e2e.toml`").nth(1).unwrap();
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let first = rows.filter_map(|line| line.split('|').nth(1));
    let keys: BTreeSet<_> = first
        .flat_map(|cell| cell.split('`'))
        .filter(|key| key.contains('.') && !key.contains(' '))
        .collect();
    assert!(keys.len() > 25, "{keys:?}");
    let dir = tempfile::tempdir().unwrap();
    for key in keys {
        let (section, key) = key.split_once('.').unwrap();
        // A wrong value is refused for its value, a wrong key for its name.
        let text = format!("[{section}]\n{key} = {{ no = [] }}\n");
        fs::write(dir.path().join("e2e.toml"), text).unwrap();
        let said = match e2e::config::load(dir.path()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let last = key.rsplit('.').next().unwrap();
        let refused = format!("unknown field `{last}`");
        assert!(!said.contains(&refused), "{section}.{key}: {said}");
    }
}

/// The Rust samples of a document, each with the number of its first line.
fn samples(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match (open, line.trim()) {
            (false, fence) if fence.starts_with("```rust") => {
                open = true;
                found.push((number + 2, String::new()));
            }
            (true, "```") => open = false,
            (true, code) => found.last_mut().unwrap().1.push_str(code),
            _ => {}
        }
    }
    found
}

/// Code without what a formatter changes.
fn unformatted(code: &str) -> String {
    let code: String = code.split_whitespace().collect();
    code.replace(",)", ")").replace(",}", "}")
}

#[test]
fn the_samples_of_the_documents_stand_in_code_that_compiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let compiled = unformatted(&read("tests/examples/docs.rs"));
    let mut documents = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        documents.push(format!("docs/{name}"));
    }
    let mut seen = 0;
    for document in documents {
        for (line, sample) in samples(&read(&document)) {
            seen += 1;
            assert!(
                compiled.contains(&unformatted(&sample)),
                "the sample at {document}:{line} does not stand in tests/examples/docs.rs:\n{sample}"
            );
        }
    }
    assert!(seen > 10, "{seen} samples");
}
