//! What a step typed itself, which proves nothing about the product.

use super::foreign::words;
use crate::chassis::StepContext;
use crate::page::node::Observation;
use crate::text::collapse;

/// Texts the step typed and was not told to: a field that holds one of them shows
/// what the model did, not what came of it. A text the sentence or its parameters
/// name is the outcome asked for.
pub(super) struct Typed {
    texts: Vec<String>,
    /// The step asks for something to be made up, and it was handed in.
    given: bool,
}

/// Verbs that hand in nothing.
const IDLE: &[&str] = &["type", "scroll", "scroll_to", "hover", "hover_at"];

/// Words of a step that asks for a text of the model's own.
const MAKES: &[&str] = &[
    "add", "create", "make", "write", "leave", "post", "send", "comment", "reply", "answer",
    "register", "sign", "fill", "enter", "type", "search", "find", "look", "rename", "change",
    "set", "save", "edit", "submit", "put", "invite", "buy", "publish", "update", "lege",
    "erstelle", "schreibe", "suche", "ajoute", "crée", "écris", "cherche", "añade", "crea",
    "escribe", "busca",
];

impl Typed {
    pub(super) fn of(step: &StepContext) -> Self {
        let params = serde_json::Value::Object(step.params().clone()).to_string();
        let asked = collapse(&format!("{} {params}", step.instruction())).to_lowercase();
        let actions = step.actions();
        let typed = actions
            .iter()
            .filter(|action| action.verb == "type")
            .map(|action| collapse(&unquoted(&action.input)))
            .filter(|text| !text.is_empty() && !asked.contains(&text.to_lowercase()));
        let texts: Vec<_> = typed.collect();
        let last = actions.iter().rev().find(|action| action.ok);
        let handed_in = last.is_some_and(|action| !IDLE.contains(&action.verb.as_str()));
        let given =
            handed_in && words(step.instruction()).any(|word| MAKES.contains(&word.as_str()));
        Self { texts, given }
    }

    /// Whether this text was typed and not asked for.
    pub(super) fn has(&self, text: &str) -> bool {
        self.texts.contains(&collapse(text))
    }

    /// Whether a quote says nothing but what was typed, in any case and joined, or holds
    /// a typed text of two words or more: a page that repeats it says nothing of itself.
    /// What a step asks to make up is the outcome once it was handed in.
    pub(super) fn owns(&self, quote: &str) -> bool {
        if self.given || self.texts.is_empty() {
            return false;
        }
        let mut left: Vec<_> = words(quote).map(Some).collect();
        let mut texts: Vec<Vec<_>> = self
            .texts
            .iter()
            .map(|text| words(text).collect())
            .collect();
        texts.retain(|text| !text.is_empty());
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        let (mut found, mut long) = (false, false);
        for text in &texts {
            let is_text = |at: &[Option<String>]| at.iter().flatten().eq(text.iter());
            for at in 0..(left.len() + 1).saturating_sub(text.len()) {
                let here = &left[at..at + text.len()];
                if here.iter().all(Option::is_some) && is_text(here) {
                    left[at..at + text.len()].fill(None);
                    (found, long) = (true, long || text.len() > 1);
                }
            }
        }
        found && (long || left.iter().all(Option::is_none))
    }

    /// The screen without the fields' texts that were typed.
    pub(super) fn without(&self, screen: &Observation) -> Observation {
        let mut screen = screen.clone();
        let is_typed = |text: &str| {
            let text = collapse(text);
            self.texts.iter().any(|typed| text.contains(typed.as_str()))
        };
        for node in screen.nodes.iter_mut().filter(|node| node.states.editable) {
            if node.value.as_deref().is_some_and(is_typed) {
                node.value = None;
            }
            if is_typed(&node.text) {
                node.text.clear();
            }
        }
        screen
    }
}

/// An action's input is kept as a string literal.
fn unquoted(input: &str) -> String {
    serde_json::from_str(input).unwrap_or_else(|_| input.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::Limits;
    use crate::page::node::{Node, States};
    use crate::report::record::{ActionRecord, StepKind};

    fn field(value: &str) -> Node {
        Node {
            role: "textbox".into(),
            name: "Note".into(),
            value: Some(value.into()),
            states: States {
                editable: true,
                ..States::default()
            },
            ..Node::default()
        }
    }

    #[test]
    fn a_field_shows_only_what_was_asked_for_or_was_not_typed() {
        let step = StepContext::new(StepKind::Act, "write Hello and buy", Limits::default());
        for text in ["Thank you", "hello"] {
            step.record_action(ActionRecord {
                verb: "type".into(),
                target: String::new(),
                input: format!("{text:?}"),
                started_ms: 0,
                duration_ms: 0,
                effect: String::new(),
                ok: true,
            });
        }
        let screen = Observation {
            nodes: vec![
                field("Oh, Thank  you!"),
                field("hello"),
                field("Other"),
                Node {
                    text: "Thank you".into(),
                    ..Node::default()
                },
            ],
            ..Observation::default()
        };
        let seen = Typed::of(&step).without(&screen);
        let values: Vec<_> = seen
            .nodes
            .iter()
            .map(|node| node.value.as_deref())
            .collect();
        assert_eq!(values, [None, Some("hello"), Some("Other"), None]);
        assert_eq!(seen.nodes[3].text, "Thank you", "the page wrote it");
    }

    #[test]
    fn a_quote_of_what_was_typed_says_nothing_in_any_dress() {
        let step = |sentence: &str, verbs: &[(&str, &str)]| {
            let step = StepContext::new(StepKind::Act, sentence, Limits::default());
            for (verb, text) in verbs {
                step.record_action(ActionRecord {
                    verb: (*verb).into(),
                    target: String::new(),
                    input: format!("{text:?}"),
                    started_ms: 0,
                    duration_ms: 0,
                    effect: String::new(),
                    ok: true,
                });
            }
            Typed::of(&step)
        };
        let claim = [("type", "All orders were deleted"), ("tap", "")];
        let pieces = [("type", "All orders"), ("type", "gone")];
        for (sentence, verbs, quote, own) in [
            ("delete all", &claim[..], "All orders were deleted", true),
            ("delete all", &claim, "ALL ORDERS WERE DELETED!", true),
            ("delete all", &claim, "Saved: All orders were deleted", true),
            ("delete all", &claim, "3 orders were deleted", false),
            ("delete all", &pieces, "All orders gone", true),
            ("delete all", &pieces[1..], "Gone!", true),
            ("delete all", &pieces[1..], "3 orders are gone", false),
            ("delete all", &[], "All orders gone", false),
            // What was asked for, or asked to be made up and handed in.
            ("say gone", &pieces[1..], "gone", false),
            (
                "add a note of your choice",
                &claim,
                "All orders were deleted",
                false,
            ),
            (
                "add a note of your choice",
                &claim[..1],
                "All orders were deleted",
                true,
            ),
        ] {
            assert_eq!(
                step(sentence, verbs).owns(quote),
                own,
                "{sentence}: {quote}"
            );
        }
    }
}
