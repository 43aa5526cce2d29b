//! Forms of input a model can be held to.
//!
//! A tool's schema comes from its author, or from a derive. What it leaves open the loop
//! closes, what it refers to is put in its place, and a rule the loop does not check is
//! a mistake of the tool: an input that breaks it would reach the body unseen.

use serde_json::{Map, Value};

/// How deep forms may refer to each other.
const DEPTH: usize = 16;

/// Rules that are checked, and words that only describe.
const KNOWN: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
    "const",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "items",
    "anyOf",
    "oneOf",
    "allOf",
    "title",
    "description",
    "default",
    "examples",
    "format",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$schema",
    "$id",
    "$comment",
];

const FORMS: [&str; 3] = ["anyOf", "oneOf", "allOf"];

/// The schema of an input object, closed and without references.
pub(super) fn closed(schema: &Value) -> Value {
    let mut whole = inlined(schema, schema, 0);
    if let Some(rules) = whole.as_object_mut() {
        rules.remove("$defs");
        rules.remove("definitions");
        close(rules, true);
    }
    whole
}

/// The first rule of a closed schema that no input is held to.
pub(super) fn unchecked(schema: &Value) -> Option<&str> {
    let rules = schema.as_object()?;
    let unknown = rules
        .keys()
        .find(|key| !KNOWN.contains(&key.as_str()) && !key.starts_with("x-"));
    unknown.map(String::as_str).or_else(|| {
        let fields = rules.get("properties").and_then(Value::as_object);
        let forms = FORMS.iter().filter_map(|key| rules.get(*key)?.as_array());
        fields
            .into_iter()
            .flat_map(Map::values)
            .chain(forms.flatten())
            .chain(rules.get("items"))
            .chain(rules.get("additionalProperties"))
            .find_map(unchecked)
    })
}

/// Puts what is referred to in the place of each reference. One that leads nowhere, or
/// into itself, stays, and is then a rule nobody checks.
fn inlined(schema: &Value, whole: &Value, depth: usize) -> Value {
    match schema {
        Value::Object(rules) => {
            let target = rules
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|path| whole.pointer(path.strip_prefix('#')?))
                .filter(|_| depth < DEPTH);
            let mut out = match target.map(|target| inlined(target, whole, depth + 1)) {
                Some(Value::Object(target)) => target,
                _ => Map::new(),
            };
            for (key, value) in rules {
                if key == "$ref" && target.is_some() {
                    continue;
                }
                // Definitions are read through their references.
                let value = match key.as_str() {
                    "$defs" | "definitions" => value.clone(),
                    _ => inlined(value, whole, depth),
                };
                out.insert(key.clone(), value);
            }
            Value::Object(out)
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| inlined(item, whole, depth));
            Value::Array(items.collect())
        }
        other => other.clone(),
    }
}

/// Closes an object that does not say whether it is. Forms that complete each other
/// know only some of its fields each, so those stay as they are.
fn close(rules: &mut Map<String, Value>, top: bool) {
    let combined = FORMS.iter().any(|key| rules.contains_key(*key));
    let has_fields = rules.contains_key("properties");
    if (has_fields || top) && !combined && !rules.contains_key("additionalProperties") {
        rules.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    let inner = |value: &mut Value| {
        if let Some(rules) = value.as_object_mut() {
            close(rules, false);
        }
    };
    if let Some(fields) = rules.get_mut("properties").and_then(Value::as_object_mut) {
        fields.values_mut().for_each(inner);
    }
    if let Some(items) = rules.get_mut("items") {
        inner(items);
    }
    if !has_fields {
        for key in ["anyOf", "oneOf"] {
            if let Some(forms) = rules.get_mut(key).and_then(Value::as_array_mut) {
                forms.iter_mut().for_each(inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::schema::check;
    use serde_json::json;

    #[test]
    fn what_a_schema_leaves_open_is_closed() {
        let open = json!({
            "type": "object",
            "properties": {
                "place": {"$ref": "#/$defs/Place"},
                "many": {"type": "array", "items": {"$ref": "#/$defs/Place"}},
                "free": {"type": "object"},
                "way": {"oneOf": [
                    {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
                    {"type": "null"},
                ]},
            },
            "$defs": {"Place": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
        });
        let schema = closed(&open);
        assert_eq!(unchecked(&schema), None, "{schema}");
        for (input, expected) in [
            (
                json!({"place": {"name": "a"}, "many": [{"name": "b"}], "free": {"any": 1}}),
                "",
            ),
            (json!({"way": null}), ""),
            (json!({"else": 1}), "`else` is no field"),
            (json!({"place": {}}), "`place.name` is missing"),
            (
                json!({"place": {"name": "a", "nam": 1}}),
                "`nam` is no field of `place`",
            ),
            (
                json!({"many": [{"name": 1}]}),
                "`many[0].name` must be a string",
            ),
            (json!({"way": {"x": 1, "y": 2}}), "`y` is no field of `way`"),
        ] {
            let seen = check(&schema, &input).err().unwrap_or_default();
            assert!(
                seen.starts_with(expected) && seen.is_empty() == expected.is_empty(),
                "{input}: {seen}"
            );
        }
        assert!(check(&closed(&json!({})), &json!({"a": 1})).is_err());
    }

    #[test]
    fn fields_that_several_forms_share_stay_open_in_each() {
        let schema = closed(&json!({
            "type": "object",
            "properties": {"text": {"type": "string"}, "target": {"type": "string"}},
            "anyOf": [{"required": ["text"]}, {"properties": {"target": {"minLength": 2}}, "required": ["target"]}],
        }));
        assert!(check(&schema, &json!({"target": "n1", "text": "a"})).is_ok());
        assert!(check(&schema, &json!({})).is_err());
    }

    #[test]
    fn a_rule_nobody_checks_is_found_wherever_it_stands() {
        for (schema, expected) in [
            (
                json!({"type": "object", "patternProperties": {}}),
                "patternProperties",
            ),
            (json!({"properties": {"a": {"pattern": "^x"}}}), "pattern"),
            (
                json!({"properties": {"a": {"items": {"multipleOf": 2}}}}),
                "multipleOf",
            ),
            (json!({"anyOf": [{"not": {}}]}), "not"),
            (json!({"properties": {"a": {"$ref": "#/$defs/No"}}}), "$ref"),
            (
                json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}),
                "$ref",
            ),
            (
                json!({"properties": {"a": {"format": "uint8", "x-note": 1}}}),
                "",
            ),
        ] {
            let schema = closed(&schema);
            assert_eq!(unchecked(&schema).unwrap_or_default(), expected, "{schema}");
        }
    }
}
