//! What stands in for the place a target was named with.
//!
//! A dialog that is used again, a slide that goes on: the control stays what it was and
//! does another thing. So the place is proven once more when it is pressed, by the words
//! that were said of it.

use super::node::{Node, NodeId};
use serde_json::{Value, json};

/// A heading, label, dialog or row that the words for a place fitted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Footing {
    id: NodeId,
    role: String,
    name: String,
    text: String,
    /// What was said of it; any of these.
    says: Vec<String>,
}

impl Footing {
    /// The place a node is, by what was said of it.
    pub(crate) fn new(node: &Node, says: Vec<String>) -> Self {
        Self {
            id: node.id.clone(),
            role: node.role.clone(),
            name: node.name.clone(),
            text: node.text.clone(),
            says,
        }
    }

    /// What kind of thing it is, and what it is called.
    #[cfg(test)]
    pub(crate) fn told(&self) -> String {
        format!("{} {}", self.role, self.name)
    }

    /// As the engine takes it.
    pub(super) fn ask(&self) -> Value {
        json!({
            "id": self.id.0, "role": self.role, "name": self.name, "text": self.text,
            "says": self.says,
        })
    }
}
