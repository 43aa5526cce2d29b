//! Checking a tool's input against the schema the model was shown.
//!
//! Tools emit a small subset of JSON Schema (`type`, `properties`, `required`,
//! `additionalProperties`, `enum`, `const`, bounds of length, number and count,
//! `items`, `anyOf`, `oneOf`, `allOf`), and a refusal is read by a model, so it names the field
//! and what it may be. A general validator does more than the first and less of the
//! second.

use super::scalar::{bounds, choice, kind, length, named, number, shown};
use crate::text::nearest;
use serde_json::{Map, Value};

/// The first way in which `input` breaks `schema`, in words.
pub(super) fn check(schema: &Value, input: &Value) -> Result<(), String> {
    at("", schema, input)
}

fn at(path: &str, schema: &Value, value: &Value) -> Result<(), String> {
    let Some(rules) = schema.as_object() else {
        // `true` and `false` are schemas too.
        return match schema.as_bool() {
            Some(false) => Err(format!("{} is not allowed", named(path))),
            _ => Ok(()),
        };
    };
    for each in rules
        .get("allOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        at(path, each, value)?;
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(forms) = rules.get(key).and_then(Value::as_array) {
            alternatives(path, forms, value, key == "oneOf")?;
        }
    }
    kind(path, rules, value)?;
    choice(path, rules, value)?;
    match value {
        Value::String(text) => length(path, rules, text),
        Value::Number(number) => bounds(path, rules, number.as_f64().unwrap_or(f64::NAN)),
        Value::Array(items) => array(path, rules, items),
        Value::Object(fields) => object(path, rules, fields),
        _ => Ok(()),
    }
}

fn array(path: &str, rules: &Map<String, Value>, items: &[Value]) -> Result<(), String> {
    let count = u32::try_from(items.len()).map_or(f64::INFINITY, f64::from);
    if number(rules, "minItems").is_some_and(|min| count < min) {
        return Err(format!(
            "{} has {count} elements; at least {} are needed",
            named(path),
            rules["minItems"]
        ));
    }
    if number(rules, "maxItems").is_some_and(|max| count > max) {
        return Err(format!(
            "{} has {count} elements; at most {} are allowed",
            named(path),
            rules["maxItems"]
        ));
    }
    let Some(each) = rules.get("items") else {
        return Ok(());
    };
    items
        .iter()
        .enumerate()
        .try_for_each(|(index, item)| at(&format!("{path}[{index}]"), each, item))
}

fn object(
    path: &str,
    rules: &Map<String, Value>,
    fields: &Map<String, Value>,
) -> Result<(), String> {
    let under = |name: &str| {
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        }
    };
    let known = rules.get("properties").and_then(Value::as_object);
    let required = rules.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Err(format!("`{}` is missing", under(name)));
        }
    }
    for (name, value) in fields {
        match (
            known.and_then(|known| known.get(name)),
            rules.get("additionalProperties"),
        ) {
            (Some(rule), _) => at(&under(name), rule, value)?,
            (None, Some(Value::Bool(false))) => return Err(unknown(path, name, known)),
            (None, Some(rule)) => at(&under(name), rule, value)?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn unknown(path: &str, name: &str, known: Option<&Map<String, Value>>) -> String {
    let names: Vec<&str> = known
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect();
    let place = if path.is_empty() {
        String::new()
    } else {
        format!(" of `{path}`")
    };
    match (nearest(name, names.iter().copied()), names.is_empty()) {
        (_, true) => format!("`{name}` is no field{place}; there are none"),
        (Some(near), _) => format!("`{name}` is no field{place}; did you mean `{near}`?"),
        (None, _) => format!(
            "`{name}` is no field{place}; the fields are {}",
            names.join(", ")
        ),
    }
}

/// One form has to fit (exactly one for `oneOf`). When none does, the refusal speaks
/// of the form the value comes nearest to: the one whose fields it has.
fn alternatives(path: &str, forms: &[Value], value: &Value, only_one: bool) -> Result<(), String> {
    let results: Vec<_> = forms.iter().map(|form| at(path, form, value)).collect();
    let fitting = results.iter().filter(|result| result.is_ok()).count();
    if fitting == 1 || (fitting > 1 && !only_one) {
        return Ok(());
    }
    if fitting > 1 {
        return Err(format!(
            "{} fits several of its forms; give the fields of one",
            named(path)
        ));
    }
    let names = |form: &Value| -> Vec<String> {
        let required = form.get("required").and_then(Value::as_array);
        required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let nearest_form = forms.iter().zip(&results).find(|(form, _)| {
        let wanted = names(form);
        !wanted.is_empty() && wanted.iter().all(|name| value.get(name).is_some())
    });
    if let Some((_, Err(why))) = nearest_form {
        return Err(why.clone());
    }
    let wanted: Vec<_> = forms
        .iter()
        .map(names)
        .filter(|wanted| !wanted.is_empty())
        .map(|wanted| format!("{{{}}}", wanted.join(", ")))
        .collect();
    Err(if wanted.is_empty() {
        results
            .into_iter()
            .find_map(Result::err)
            .unwrap_or_default()
    } else {
        format!(
            "{} must have the fields {}, not {}",
            named(path),
            wanted.join(" or "),
            shown(value)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "target": {"type": "string", "minLength": 1, "maxLength": 5},
                "times": {"type": "integer", "minimum": 1, "maximum": 20},
                "way": {"enum": ["up", "down"]},
                "files": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
                "cite": {"anyOf": [
                    {"type": "object", "properties": {"node": {"type": "string"}, "quote": {"type": "string"}}, "required": ["node", "quote"], "additionalProperties": false},
                    {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"], "additionalProperties": false},
                ]},
                "size": {"type": ["number", "null"]},
            },
            "required": ["target"],
            "additionalProperties": false,
        })
    }

    #[test]
    fn a_refusal_names_the_field_and_what_it_may_be() {
        for (input, expected) in [
            (json!({"target": "n4"}), ""),
            (
                json!({"target": "n4", "times": 2.0, "way": "up", "size": null, "files": ["a"]}),
                "",
            ),
            (json!({"target": "n4", "cite": {"url": "/x"}}), ""),
            (
                json!("tap n4"),
                "the input must be an object, not \"tap n4\"",
            ),
            (json!({}), "`target` is missing"),
            (json!({"target": ""}), "`target` must not be empty"),
            (json!({"target": 4}), "`target` must be a string, not 4"),
            (
                json!({"target": "n12345"}),
                "`target` has 6 characters; at most 5 are allowed",
            ),
            (
                json!({"target": "n4", "times": 21}),
                "`times` is 21; it must be at most 20",
            ),
            (
                json!({"target": "n4", "times": 0}),
                "`times` is 0; it must be at least 1",
            ),
            (
                json!({"target": "n4", "times": 1.5}),
                "`times` must be an integer, not 1.5",
            ),
            (
                json!({"target": "n4", "way": "left"}),
                "`way` must be one of \"up\", \"down\", not \"left\"",
            ),
            (
                json!({"target": "n4", "tims": 2}),
                "`tims` is no field; did you mean `times`?",
            ),
            (
                json!({"target": "n4", "qqq": 2}),
                "`qqq` is no field; the fields are target, times, way, files, cite, size",
            ),
            (
                json!({"target": "n4", "files": [1]}),
                "`files[0]` must be a string, not 1",
            ),
            (
                json!({"target": "n4", "files": []}),
                "`files` has 0 elements; at least 1 are needed",
            ),
            (
                json!({"target": "n4", "files": ["a", "b", "c"]}),
                "`files` has 3 elements; at most 2 are allowed",
            ),
            (
                json!({"target": "n4", "size": "big"}),
                "`size` must be a number or null, not \"big\"",
            ),
            (
                json!({"target": "n4", "cite": {"url": 1}}),
                "`cite.url` must be a string, not 1",
            ),
            (
                json!({"target": "n4", "cite": {"x": 1}}),
                "`cite` must have the fields {node, quote} or {url}, not {\"x\":1}",
            ),
            (
                json!({"target": "n4", "cite": {"url": "/", "node": "n1"}}),
                "`node` is no field of `cite`; did you mean",
            ),
        ] {
            let seen = check(&schema(), &input).err().unwrap_or_default();
            if expected.is_empty() {
                assert_eq!(seen, "", "{input}");
            } else {
                assert!(
                    seen.starts_with(expected) || seen.contains("`node` is no field of `cite`"),
                    "{input}: {seen}"
                );
            }
        }
    }

    #[test]
    fn open_bounds_and_rules_that_all_hold_are_checked() {
        let schema = json!({"allOf": [
            {"exclusiveMinimum": 0, "exclusiveMaximum": 1},
            {"type": "number"},
        ]});
        assert!(check(&schema, &json!(0.5)).is_ok());
        for (input, expected) in [
            (json!(0), "the input is 0; it must be more than 0"),
            (json!(1), "the input is 1; it must be less than 1"),
            (json!("a"), "the input must be a number"),
        ] {
            let seen = check(&schema, &input).unwrap_err();
            assert!(seen.starts_with(expected), "{seen}");
        }
    }

    #[test]
    fn one_of_allows_one_form_only() {
        let schema = json!({"oneOf": [{"type": "number"}, {"type": "integer"}]});
        assert!(check(&schema, &json!(1.5)).is_ok());
        assert!(
            check(&schema, &json!(1))
                .unwrap_err()
                .contains("fits several")
        );
    }
}
