//! What a request asks for, read from every protocol alike.

use super::{Dialect, Recorded};
use serde_json::Value;

/// A request in neutral form.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Names of the tools that are offered.
    pub tools: Vec<String>,
    /// `auto`, `required`, or `named` and a tool.
    pub choice: String,
    /// The conversation without the system text, as it was sent.
    pub conversation: Value,
}

impl Recorded {
    /// What it asks for.
    ///
    /// # Panics
    ///
    /// When its path belongs to no protocol.
    #[must_use]
    pub fn asked(&self) -> Asked {
        let dialect = Dialect::of(&self.path).expect("a path of a protocol");
        let conversation = match dialect {
            Dialect::Responses => "input",
            Dialect::Gemini => "contents",
            _ => "messages",
        };
        let mut conversation = self.body[conversation].clone();
        if let Some(messages) = conversation.as_array_mut() {
            messages.retain(|message| message["role"] != "system");
        }
        Asked {
            tools: tools(dialect, &self.body),
            choice: choice(dialect, &self.body),
            conversation,
        }
    }
}

impl Asked {
    /// Whether its conversation holds this text.
    #[must_use]
    pub fn says(&self, text: &str) -> bool {
        fn within(value: &Value, text: &str) -> bool {
            match value {
                Value::String(said) => said.contains(text),
                Value::Array(items) => items.iter().any(|item| within(item, text)),
                Value::Object(fields) => fields.values().any(|field| within(field, text)),
                _ => false,
            }
        }
        within(&self.conversation, text)
    }
}

fn tools(dialect: Dialect, body: &Value) -> Vec<String> {
    let list = match dialect {
        Dialect::Gemini => &body["tools"][0]["functionDeclarations"],
        _ => &body["tools"],
    };
    let name = |tool: &Value| {
        let described = tool.get("function").unwrap_or(tool);
        described["name"].as_str().unwrap_or_default().to_owned()
    };
    list.as_array().into_iter().flatten().map(name).collect()
}

fn choice(dialect: Dialect, body: &Value) -> String {
    let named = |name: &Value| format!("named {}", name.as_str().unwrap_or_default());
    let choice = &body["tool_choice"];
    match dialect {
        Dialect::Gemini => {
            let config = &body["toolConfig"]["functionCallingConfig"];
            match (config["mode"].as_str(), &config["allowedFunctionNames"]) {
                (Some("ANY"), Value::Array(names)) => named(&names[0]),
                (Some("ANY"), _) => "required".to_owned(),
                _ => "auto".to_owned(),
            }
        }
        Dialect::Anthropic => match choice["type"].as_str() {
            Some("any") => "required".to_owned(),
            Some("tool") => named(&choice["name"]),
            _ => "auto".to_owned(),
        },
        Dialect::Completions if choice.is_object() => named(&choice["function"]["name"]),
        Dialect::Responses if choice.is_object() => named(&choice["name"]),
        _ => choice.as_str().unwrap_or("auto").to_owned(),
    }
}
