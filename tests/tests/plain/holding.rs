//! What a text of the page holds as a whole.

use super::Case;
use e2e::plain::{Attempt, PlainExecutor};
use e2e::report::record::StepKind;
use e2e_tests::pages::Shown;

/// The table that the reader of names is held to as well.
const TABLE: &str = include_str!("../../../e2e/src/plain/phrases.txt");

#[tokio::test]
async fn a_phrase_is_held_as_a_whole_or_not_at_all() {
    let row = |line: &'static str| {
        let (holds, row) = line.split_at_checked(2)?;
        let (text, phrase) = row.split_once(" | ")?;
        matches!(holds, "+ " | "- ").then_some((line, holds == "+ ", text, phrase))
    };
    let rows: Vec<_> = TABLE.lines().filter_map(row).collect();
    assert!(rows.len() > 90, "{} rows", rows.len());
    let markup: String = rows
        .iter()
        .enumerate()
        .map(|(at, (_, _, text, _))| {
            let blocks = text.replace('~', "\u{202f}").replace('¶', "</p><p>");
            format!("<section aria-label=\"Row {at}\"><p>{blocks}</p></section>")
        })
        .collect();
    let shown = Shown::impatient().await;
    shown.write(&markup).await;
    let executor = PlainExecutor::new(shown.page.clone(), Some(shown.url("")));
    let case = Case { shown, executor };
    let mut wrong = Vec::new();
    for (at, (line, holds, _, phrase)) in rows.iter().enumerate() {
        let sentence = format!("the \"Row {at}\" section shows \"{phrase}\"");
        let (attempt, _) = case.attempt(StepKind::Assert, &sentence).await;
        if matches!(attempt, Attempt::Passed(_)) != *holds {
            wrong.push(format!("{line}: {attempt:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Nor is a part of more denied; a number in a longer number is another one.
    for (sentence, told) in [
        ("the page does not show \"INV-2026\"", false),
        ("the page does not show \"20.00\"", false),
        ("the page does not show \"99\"", false),
        ("the page does not show \"234,5\"", true),
    ] {
        let (attempt, _) = case.attempt(StepKind::Assert, sentence).await;
        let holds = matches!(attempt, Attempt::Passed(_));
        assert_eq!(holds, told, "{sentence}: {attempt:?}");
    }
    case.shown.close().await;
}
