//! The rules of a schema that concern one value: its kind, its choices, its bounds.

use crate::text::clip;
use serde_json::{Map, Value};

/// A field as the model knows it.
pub(super) fn named(path: &str) -> String {
    if path.is_empty() {
        "the input".to_owned()
    } else {
        format!("`{path}`")
    }
}

pub(super) fn shown(value: &Value) -> String {
    clip(&value.to_string(), 80)
}

pub(super) fn kind(path: &str, rules: &Map<String, Value>, value: &Value) -> Result<(), String> {
    let allowed: Vec<&str> = match rules.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let fits = |name: &&str| match *name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        // 2.0 is an integer in JSON Schema.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => true,
    };
    if allowed.iter().any(fits) {
        return Ok(());
    }
    let article = |name: &str| match name {
        "object" | "array" | "integer" => format!("an {name}"),
        "null" => "null".to_owned(),
        _ => format!("a {name}"),
    };
    let wanted: Vec<_> = allowed.iter().map(|name| article(name)).collect();
    Err(format!(
        "{} must be {}, not {}",
        named(path),
        wanted.join(" or "),
        shown(value)
    ))
}

pub(super) fn choice(path: &str, rules: &Map<String, Value>, value: &Value) -> Result<(), String> {
    if let Some(only) = rules.get("const").filter(|only| *only != value) {
        return Err(format!(
            "{} must be {only}, not {}",
            named(path),
            shown(value)
        ));
    }
    let Some(values) = rules.get("enum").and_then(Value::as_array) else {
        return Ok(());
    };
    if values.contains(value) {
        return Ok(());
    }
    let list: Vec<_> = values.iter().map(Value::to_string).collect();
    Err(format!(
        "{} must be one of {}, not {}",
        named(path),
        list.join(", "),
        shown(value)
    ))
}

pub(super) fn number(rules: &Map<String, Value>, key: &str) -> Option<f64> {
    rules.get(key).and_then(Value::as_f64)
}

pub(super) fn length(path: &str, rules: &Map<String, Value>, text: &str) -> Result<(), String> {
    let chars = text.chars().count();
    let count = u32::try_from(chars).map_or(f64::INFINITY, f64::from);
    if number(rules, "minLength").is_some_and(|min| count < min) {
        return Err(if chars == 0 {
            format!("{} must not be empty", named(path))
        } else {
            format!(
                "{} has {chars} characters; at least {} are needed",
                named(path),
                rules["minLength"]
            )
        });
    }
    if number(rules, "maxLength").is_some_and(|max| count > max) {
        return Err(format!(
            "{} has {chars} characters; at most {} are allowed",
            named(path),
            rules["maxLength"]
        ));
    }
    Ok(())
}

pub(super) fn bounds(path: &str, rules: &Map<String, Value>, value: f64) -> Result<(), String> {
    let limit = |key: &str| number(rules, key);
    let broken = [
        (
            "minimum",
            "at least",
            limit("minimum").is_some_and(|min| value < min),
        ),
        (
            "maximum",
            "at most",
            limit("maximum").is_some_and(|max| value > max),
        ),
        (
            "exclusiveMinimum",
            "more than",
            limit("exclusiveMinimum").is_some_and(|min| value <= min),
        ),
        (
            "exclusiveMaximum",
            "less than",
            limit("exclusiveMaximum").is_some_and(|max| value >= max),
        ),
    ];
    match broken.iter().find(|(_, _, broken)| *broken) {
        Some((key, words, _)) => Err(format!(
            "{} is {value}; it must be {words} {}",
            named(path),
            rules[*key]
        )),
        None => Ok(()),
    }
}
