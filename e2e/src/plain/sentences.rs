//! What sentences mean: a table, and that nothing a person writes stops the reader.

use super::parse;
use crate::report::record::StepKind;
use proptest::prelude::*;

/// Sentences at the margin, what each means below it, one clause a line. `[0..2]` is
/// a longer name that is tried first, `?` the part that cannot be read.
const TABLE: &str = include_str!("sentences.txt");

fn meaning(sentence: &str, kind: StepKind) -> String {
    let mut out = String::new();
    match parse(sentence, kind) {
        Ok(program) => {
            for clause in &program.clauses {
                out.push_str(&format!("    {clause}\n"));
            }
            for (range, clause) in &program.merged {
                out.push_str(&format!("    [{}..{}] {clause}\n", range.start, range.end));
            }
        }
        Err(unread) => {
            let part = &sentence[unread.span.clone()];
            out.push_str(&format!("    ? {part} -- {}\n", unread.label));
        }
    }
    out
}

#[test]
fn sentences_mean_what_the_table_says() {
    let mut kind = StepKind::Act;
    let mut expected: Vec<(StepKind, &str, String)> = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix("= "), line.starts_with("    ")) {
            (Some("act"), _) => kind = StepKind::Act,
            (Some(_), _) => kind = StepKind::Assert,
            (None, false) => expected.push((kind, line, String::new())),
            (None, true) => {
                let (_, _, meaning) = expected.last_mut().unwrap();
                meaning.push_str(line);
                meaning.push('\n');
            }
        }
    }
    assert!(expected.len() >= 230, "{} sentences", expected.len());
    let wrong: Vec<String> = expected
        .iter()
        .filter_map(|(kind, sentence, expected)| {
            let found = meaning(sentence, *kind);
            (found != *expected).then(|| format!("{sentence}\n{found}  instead of\n{expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn long_sentences_end_in_time_whatever_they_repeat() {
    for piece in [
        "and ",
        "click ",
        "click a and ",
        "check a, ",
        "fill a with b and ",
        "in ",
        "the ",
        "\"",
        "\"a\" ",
        "is ",
        "the page shows a and ",
        "a is visible and ",
        "type a in b in c and ",
        "select a from b from c, ",
        "press Tab and ",
        ". ",
        "there are 3 ",
        "next to the row ",
        "verify that a is b and ",
    ] {
        for length in [8_192, 4_096, 512] {
            let sentence = piece.repeat(length / piece.len());
            for kind in [StepKind::Act, StepKind::Assert, StepKind::WaitFor] {
                let began = std::time::Instant::now();
                let _ = parse(&sentence, kind);
                println!("{:>8.1?} {length} {kind:?} {piece:?}", began.elapsed());
            }
        }
    }
}

#[test]
fn an_unread_sentence_says_what_to_write() {
    let error =
        |sentence: &str, kind| format!("{:?}", parse(sentence, kind).unwrap_err().into_error());
    insta::assert_snapshot!(
        error("open /billing, then upgrade the workspace, please", StepKind::Act),
        @r#"
        MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
          |
        1 | open /billing, then upgrade the workspace, please
          |                     ^^^^^^^^^^^^^^^^^^^^^ no plain sentence begins like this
           = help: write it like `click "Save"` or `fill Email with "ada@example.com"`
           = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
        "#
    );
    insta::assert_snapshot!(
        error("the invoice preview shows a prorated amount", StepKind::Assert),
        @r#"
        MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
          |
        1 | the invoice preview shows a prorated amount
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this cannot be checked without judging; quote what has to be seen
           = help: write it like `the page shows "Saved"`
           = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
        "#
    );
    insta::assert_snapshot!(error("the page shows \"Saved\"", StepKind::Act), @r#"
    MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
      |
    1 | the page shows "Saved"
      | ^^^^^^^^^^^^^^^^^^^^^^ this is to be checked, not done
       = help: write `agent.assert("the page shows \"Saved\"")`, or `verify that …` before it
       = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
    "#);
    insta::assert_snapshot!(error("click Save, then the page shows \"Saved\"", StepKind::Act), @r#"
    MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
      |
    1 | click Save, then the page shows "Saved"
      |                  ^^^^^^^^^^^^^^^^^^^^^^ this is to be checked, not done
       = help: write `agent.assert(…)`, or `verify that …` before it
       = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
    "#);
    insta::assert_snapshot!(error("click Save", StepKind::Assert), @r#"
    MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
      |
    1 | click Save
      | ^^^^^^^^^^ this is to be done, not checked
       = help: write `agent.act("click Save")`
       = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
    "#);
    // What was advised is read.
    parse(
        "click Save, then verify that the page shows \"Saved\"",
        StepKind::Act,
    )
    .unwrap();
    insta::assert_snapshot!(error("clik Save", StepKind::Act), @r#"
    MODEL_UNAVAILABLE (setup): the sentence is no plain one, and no language model is configured that could take it
      |
    1 | clik Save
      | ^^^^^^^^^ no plain sentence begins like this
       = help: write it like `click "Save"`
       = help: or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml
    "#);
}

/// Words the grammar knows, and some that it does not.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "click",
        "press",
        "type",
        "into",
        "fill",
        "with",
        "select",
        "from",
        "check",
        "the",
        "a",
        "second",
        "last",
        "row",
        "button",
        "field",
        "in",
        "next",
        "to",
        "under",
        "and",
        "then",
        ",",
        ".",
        "is",
        "not",
        "visible",
        "page",
        "shows",
        "there",
        "are",
        "3",
        "no",
        "wait",
        "for",
        "until",
        "Save",
        "\"Save and go\"",
        "'x'",
        "Enter",
        "Control+A",
        "{name}",
        "é",
        "…",
        "url",
        "has",
        "value",
        "twice",
        "times",
        "on",
        "off",
        "turn",
        "\"",
        "'",
        "“",
        "\n",
    ];
    prop_oneof![
        8 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

proptest! {
    #[test]
    fn no_sentence_stops_the_reader(
        words in proptest::collection::vec(word(), 0..40),
        noise in "\\PC{0,60}",
    ) {
        for sentence in [words.join(" "), noise] {
            for kind in [StepKind::Act, StepKind::Assert, StepKind::WaitFor, StepKind::Extract] {
                match parse(&sentence, kind) {
                    Ok(program) => {
                        prop_assert!(!program.clauses.is_empty());
                        for clause in &program.clauses {
                            prop_assert!(sentence.get(clause.span.clone()).is_some());
                            prop_assert!(!clause.readings.is_empty());
                        }
                    }
                    Err(unread) => {
                        prop_assert!(sentence.get(unread.span.clone()).is_some());
                        let _ = unread.into_error();
                    }
                }
            }
        }
    }
}
