//! Typing a value that the model knows only by its name.

use super::hands::Hands;
use crate::chassis::{StepContext, Tool, ToolOutput};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::ToolSpec;
use crate::page::node::{Node, NodeId};
use crate::page::verb::Verb;
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;

/// The tool, for a step that has secrets.
pub(super) struct TypeSecret {
    hands: Arc<Hands>,
    names: Vec<String>,
}

impl TypeSecret {
    /// The tool, unless the step has nothing to type with it.
    pub(super) fn offered(hands: &Arc<Hands>, step: &StepContext) -> Vec<Arc<dyn Tool>> {
        let names: Vec<_> = step.secret_names().map(str::to_owned).collect();
        if names.is_empty() {
            return Vec::new();
        }
        vec![Arc::new(Self {
            hands: Arc::clone(hands),
            names,
        })]
    }

    /// The value, once everything about the field is known to be right.
    fn value(&self, name: &str, target: &NodeId, step: &StepContext) -> Result<String> {
        let screen = self.hands.page.newest();
        let node = screen.as_ref().and_then(|screen| screen.node(target));
        let Some(node) = node else {
            return Err(Error::new(
                Code::LocatorNotFound,
                format!("{target} is not on the newest screen"),
            ));
        };
        takes_text(node).inspect_err(|denied| step.decided(name, Some(denied)))?;
        step.reveal(name, !node.states.secure)
    }
}

/// A secret goes into a field that text can be typed into now.
fn takes_text(node: &Node) -> Result<()> {
    let states = &node.states;
    let wrong = match (
        states.editable || states.secure,
        states.disabled,
        states.readonly,
    ) {
        (false, ..) => "it is no text field",
        (_, true, _) => "it is disabled",
        (_, _, true) => "it is read-only",
        _ => return Ok(()),
    };
    Err(Error::new(
        Code::PolicyDenied,
        format!("no secret goes into {}: {wrong}", node.describe()),
    ))
}

#[async_trait]
impl Tool for TypeSecret {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            "type_secret",
            "Type a secret of the step into a field, by the secret's name. The field is emptied \
             first. You never see the value.",
            json!({
                "type": "object",
                "properties": {
                    "target": {"type": "string", "minLength": 1, "maxLength": 32},
                    "secret": {"type": "string", "enum": self.names},
                },
                "required": ["target", "secret"],
                "additionalProperties": false,
            }),
        )
    }

    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput> {
        let field = |name: &str| input[name].as_str().unwrap_or_default();
        let (target, name) = (NodeId::parse(field("target")), field("secret"));
        let text = self.value(name, &target, step)?;
        let aim = format!("type_secret {name} into {target}");
        let verb = Verb::Type {
            target: Some(target),
            text,
            replace: true,
        };
        let quiet = verb.may_change_nothing();
        self.hands.perform(step, &aim, verb, quiet).await
    }
}
