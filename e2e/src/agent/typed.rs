//! What a step typed itself, which proves nothing about the product.

use crate::chassis::StepContext;
use crate::page::node::Observation;
use crate::text::collapse;

/// Texts the step typed and was not told to: a field that holds one of them shows
/// what the model did, not what came of it. A text the sentence or its parameters
/// name is the outcome asked for.
pub(super) struct Typed(Vec<String>);

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
        Self(typed.collect())
    }

    /// The screen without the fields' texts that were typed.
    pub(super) fn without(&self, screen: &Observation) -> Observation {
        let mut screen = screen.clone();
        let is_typed = |text: &str| {
            let text = collapse(text);
            self.0.iter().any(|typed| text.contains(typed.as_str()))
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
}
