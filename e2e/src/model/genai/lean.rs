//! Schemas of tools without what is only checked.

use serde_json::Value;

/// How long a value may be is checked when it comes, and said then; a fifth of what tools
/// cost in tokens would tell it before, and providers' strict modes do not take it.
const CHECKED: &[&str] = &[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
];

/// A tool's schema as a provider gets it.
pub(super) fn lean(schema: &Value) -> Value {
    match schema {
        // A property may be called as a rule is: rules are numbers.
        Value::Object(rules) => {
            let kept = rules
                .iter()
                .filter(|(key, value)| !(value.is_number() && CHECKED.contains(&key.as_str())));
            kept.map(|(key, value)| (key.clone(), lean(value)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(all) => all.iter().map(lean).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rules_of_size_stay_here_and_properties_that_are_called_so_do_not() {
        let schema = json!({
            "type": "object",
            "properties": {
                "minimum": {"type": "integer", "minimum": 1, "description": "the least"},
                "files": {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 9}},
            },
            "required": ["minimum"]
        });
        assert_eq!(
            lean(&schema),
            json!({
                "type": "object",
                "properties": {
                    "minimum": {"type": "integer", "description": "the least"},
                    "files": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["minimum"]
            })
        );
    }
}
