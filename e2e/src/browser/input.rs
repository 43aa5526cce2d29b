//! Pointer and keyboard input as W3C actions.

use super::chord::Chord;
use super::wire::Gesture;
use crate::code::Code;
use crate::error::{Error, Result};
use serde_json::{Value, json};

/// How many characters go into one command, so that none takes long.
const CHUNK: usize = 100;

/// A gesture at a place of the viewport.
pub(super) fn pointer(gesture: Gesture, x: f64, y: f64) -> Value {
    let click = |button: u8| {
        [
            json!({ "type": "pointerDown", "button": button }),
            json!({ "type": "pointerUp", "button": button }),
        ]
    };
    let mut actions =
        vec![json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y })];
    match gesture {
        Gesture::Tap => actions.extend(click(0)),
        Gesture::DoubleTap => {
            actions.extend(click(0));
            actions.extend(click(0));
        }
        Gesture::RightClick => actions.extend(click(2)),
        Gesture::Hover => {}
    }
    json!({ "actions": [{
        "type": "pointer",
        "id": "mouse",
        "parameters": { "pointerType": "mouse" },
        "actions": actions,
    }] })
}

/// The same, coming from beside the place: a hand always moves, and a driver that sends no
/// move to where the pointer is already would press without one.
pub(super) fn pointer_from_beside(gesture: Gesture, x: f64, y: f64) -> Value {
    let mut gesture = pointer(gesture, x, y);
    let beside = if y < 1.0 { y + 1.0 } else { y - 1.0 };
    let there =
        json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": beside });
    if let Some(actions) = gesture["actions"][0]["actions"].as_array_mut() {
        actions.insert(0, there);
    }
    gesture
}

/// Where a drag stops on each leg of its way, as parts of it, and for how long.
pub(super) const PARTS: [f64; 8] = [0.05, 0.1, 0.25, 0.5, 0.75, 0.95, 1.0, 1.0];
pub(super) const STEP: std::time::Duration = std::time::Duration::from_millis(16);

/// A press that moves along a path, or is held where it is. The first moves are short:
/// what is dragged has to notice that it is, and what it is dropped on that it is over it.
pub(super) fn drag(path: &[(f64, f64)], held: std::time::Duration) -> Value {
    let to = |(x, y): (f64, f64), ms: u64| {
        let (x, y) = (x.round(), y.round());
        json!({ "type": "pointerMove", "duration": ms, "origin": "viewport", "x": x, "y": y })
    };
    let step = u64::try_from(STEP.as_millis()).unwrap_or_default();
    let mut actions = Vec::new();
    if let Some(first) = path.first() {
        actions.push(to(*first, 0));
        actions.push(json!({ "type": "pointerDown", "button": 0 }));
        if !held.is_zero() {
            let ms = u64::try_from(held.as_millis()).unwrap_or(u64::MAX);
            actions.push(json!({ "type": "pause", "duration": ms }));
        }
        for leg in path.windows(2) {
            let ((x, y), (ex, ey)) = (leg[0], leg[1]);
            for part in PARTS {
                let place = (x + (ex - x) * part, y + (ey - y) * part);
                actions.push(to(place, step));
            }
        }
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
    }
    json!({ "actions": [{
        "type": "pointer",
        "id": "mouse",
        "parameters": { "pointerType": "mouse" },
        "actions": actions,
    }] })
}

/// One chord: the modifiers go down in order, the key down and up, the modifiers up.
pub(super) fn chord(chord: &Chord) -> Result<Value> {
    let key = chord.code_point().ok_or_else(|| {
        Error::new(
            Code::InvalidArgument,
            "a chord without a key cannot be pressed",
        )
    })?;
    let held: Vec<char> = chord
        .modifiers
        .iter()
        .map(|modifier| modifier.code_point())
        .collect();
    let mut actions: Vec<Value> = held.iter().map(|key| event("keyDown", *key)).collect();
    actions.push(event("keyDown", key));
    actions.push(event("keyUp", key));
    actions.extend(held.iter().rev().map(|key| event("keyUp", *key)));
    Ok(keyboard(&actions))
}

/// The characters of a text, each of which a keyboard can type.
pub(super) fn characters(text: &str) -> Result<Vec<char>> {
    let characters: Vec<char> = text.replace("\r\n", "\n").chars().collect();
    characters.iter().try_for_each(|c| typed(*c).map(drop))?;
    Ok(characters)
}

/// Text as key presses, in commands of bearable length.
pub(super) fn text(text: &str) -> Result<Vec<Value>> {
    let text = text.replace("\r\n", "\n");
    let keys: Vec<char> = text.chars().map(typed).collect::<Result<_>>()?;
    Ok(keys
        .chunks(CHUNK)
        .map(|keys| {
            let events = keys
                .iter()
                .flat_map(|key| [event("keyDown", *key), event("keyUp", *key)]);
            keyboard(&events.collect::<Vec<_>>())
        })
        .collect())
}

/// The key that types a character.
fn typed(character: char) -> Result<char> {
    match character {
        '\n' | '\r' => Ok('\u{E007}'),
        '\t' => Ok('\u{E004}'),
        // WebDriver reads these as keys such as Delete, not as characters.
        '\u{E000}'..='\u{E05D}' => Err(untypable(character)),
        other if other.is_control() => Err(untypable(character)),
        other => Ok(other),
    }
}

fn untypable(character: char) -> Error {
    Error::new(
        Code::InvalidArgument,
        format!(
            "the character U+{:04X} cannot be typed on a keyboard",
            u32::from(character)
        ),
    )
    .help("remove it from the text, or set the field's value by script")
}

fn event(kind: &str, key: char) -> Value {
    json!({ "type": kind, "value": key })
}

fn keyboard(actions: &[Value]) -> Value {
    json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(value: &Value) -> String {
        value["actions"][0]["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| {
                let sign = if event["type"] == "keyDown" { '+' } else { '-' };
                format!(
                    "{sign}{} ",
                    event["value"].as_str().unwrap().escape_unicode()
                )
            })
            .collect()
    }

    #[test]
    fn modifiers_are_held_around_the_key() {
        let value = chord(&Chord::parse("Control+Shift+Enter").unwrap()).unwrap();
        assert_eq!(
            keys(&value).replace("\\u", ""),
            "+{e009} +{e008} +{e007} -{e007} -{e008} -{e009} "
        );
    }

    #[test]
    fn text_becomes_keys_in_chunks() {
        let chunks = text(&"ab\r\n".repeat(70)).unwrap();
        assert_eq!(chunks.len(), 3, "210 keys");
        assert!(keys(&chunks[0]).starts_with(r"+\u{61} -\u{61} +\u{62} -\u{62} +\u{e007} "));
        assert!(text("").unwrap().is_empty());
    }

    #[test]
    fn what_no_keyboard_has_is_refused() {
        for wrong in ["\u{E017}", "a\u{8}", "\0"] {
            let error = text(wrong).unwrap_err();
            assert_eq!(error.code(), Code::InvalidArgument, "{wrong:?}");
        }
        assert!(text("é 😀 日本 \u{301}").is_ok());
    }
}
