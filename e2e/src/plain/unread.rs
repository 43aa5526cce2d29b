//! A sentence the grammar does not cover, and what to do about it.

use super::lead;
use super::parse::parse;
use super::program::Command;
use super::token::lex;
use crate::code::Code;
use crate::error::Error;
use crate::report::record::StepKind;
use std::ops::Range;

/// A sentence that cannot be read, with the part that stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The sentence as the test wrote it.
    pub(crate) sentence: String,
    /// The bytes that could not be read.
    pub(crate) span: Range<usize>,
    /// What is said under them.
    pub(crate) label: String,
    /// Sentences of the nearest forms that can be read.
    pub(crate) examples: Vec<&'static str>,
    /// What was asked for with it.
    kind: StepKind,
}

/// The longest sentence that is repeated whole in what to write instead.
const QUOTED: usize = 100;

/// Forms of checks, each with words that ask for it.
const CHECKS: &[(&[&str], &str)] = &[
    (
        &["not", "no", "gone", "hidden", "disappear", "n't"],
        "\"Loading\" is not visible",
    ),
    (
        &["there", "rows", "items", "many", "number"],
        "there are 3 rows",
    ),
    (&["url", "address", "path"], "the URL contains /billing"),
    (&["title"], "the title is \"Billing\""),
    (&["heading"], "the heading is \"Billing\""),
    (
        &["value", "field", "input"],
        "the Email field has value \"ada@example.com\"",
    ),
    (
        &["enabled", "disabled", "checked", "selected"],
        "the \"Save\" button is disabled",
    ),
    (
        &["shows", "show", "see", "displays", "contains"],
        "the page shows \"Saved\"",
    ),
];

impl Unread {
    pub(crate) fn new(sentence: &str, span: Range<usize>, kind: StepKind) -> Self {
        let part = sentence.get(span.clone()).unwrap_or(sentence);
        Self {
            sentence: sentence.to_owned(),
            label: "no plain sentence begins like this".into(),
            examples: match kind {
                StepKind::Assert | StepKind::WaitFor => checks(part),
                _ => acts(part),
            },
            span,
            kind,
        }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The error of a sentence that nothing else could take over.
    pub(crate) fn into_error(mut self) -> Error {
        let other = self.other_call();
        if let Some((label, _)) = &other {
            (*label).clone_into(&mut self.label);
        }
        let examples: Vec<String> = self
            .examples
            .iter()
            .map(|example| format!("`{example}`"))
            .collect();
        let mut error = Error::new(
            Code::ModelUnavailable,
            "the sentence is no plain one, and no language model is configured that could take it",
        )
        .sentence(self.sentence, self.span, self.label)
        .blocked();
        if let Some((_, help)) = other {
            error = error.help(help);
        } else if !examples.is_empty() {
            error = error.help(format!("write it like {}", examples.join(" or ")));
        }
        error.help("or configure a model: set E2E_MODEL, or `model` under [agent] in e2e.toml")
    }

    /// What is said of a check where something is to be done, and the other way round.
    fn other_call(&self) -> Option<(&'static str, String)> {
        let part = self.sentence.get(self.span.clone())?;
        let whole = part.trim().len() == self.sentence.trim().len();
        let written = match crate::text::clip(part, QUOTED) {
            short if whole && short == part => format!("{short:?}"),
            _ => "…".to_owned(),
        };
        let reads = |kind| parse(part, kind).ok();
        match self.kind {
            StepKind::Act => {
                let tokens = lex(part).ok()?;
                let is_led = lead::lead(lead::without_fillers(&tokens)).is_some();
                (!is_led && reads(StepKind::Assert).is_some()).then(|| {
                    let help =
                        format!("write `agent.assert({written})`, or `verify that …` before it");
                    ("this is to be checked, not done", help)
                })
            }
            StepKind::Assert | StepKind::WaitFor => {
                let does = |command: &Command| {
                    !matches!(
                        command,
                        Command::Expect(_) | Command::Wait(_) | Command::Answer(_)
                    )
                };
                let program = reads(StepKind::Act)?;
                let is_deed = program.clauses.first()?.readings.iter().all(does);
                is_deed.then(|| {
                    let help = format!("write `agent.act({written})`");
                    ("this is to be done, not checked", help)
                })
            }
            _ => None,
        }
    }
}

fn acts(part: &str) -> Vec<&'static str> {
    let tokens = lex(part).unwrap_or_default();
    let tokens = lead::without_fillers(&tokens);
    if let Some((lead, _)) = lead::lead(tokens) {
        return lead::LEADS
            .iter()
            .filter(|(_, other, _)| *other == lead)
            .map(|(_, _, example)| *example)
            .take(1)
            .collect();
    }
    let first = tokens.first().map(|token| token.text.as_str());
    let words = lead::LEADS.iter().map(|(words, _, _)| *words);
    // Verbs are short: one that differs in more letters is another word, not a slip.
    let near = first.and_then(|first| {
        crate::text::nearest(first, words).filter(|word| strsim::osa_distance(first, word) <= 2)
    });
    match lead::LEADS
        .iter()
        .find(|(words, _, _)| Some(*words) == near)
    {
        Some((_, _, example)) => vec![example],
        None => vec!["click \"Save\"", "fill Email with \"ada@example.com\""],
    }
}

fn checks(part: &str) -> Vec<&'static str> {
    let lower = part.to_lowercase();
    let mut found: Vec<&'static str> = CHECKS
        .iter()
        .filter(|(words, _)| {
            words.iter().any(|word| {
                lower
                    .split(|c: char| !c.is_alphanumeric() && c != '\'')
                    .any(|part| part == *word || (*word == "n't" && part.ends_with(word)))
            })
        })
        .map(|(_, example)| *example)
        .take(2)
        .collect();
    if found.is_empty() {
        found = vec![
            "the page shows \"Saved\"",
            "the \"Save\" button is disabled",
        ];
    }
    found
}
