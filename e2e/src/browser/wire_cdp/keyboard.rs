//! Keys as the browser's input events: what each one types on a US keyboard, and the
//! numbers older pages read.

use crate::browser::chord::{Chord, Modifier};
use serde_json::{Value, json};

/// Keys that type nothing a page would insert: name, code, number, text.
const NAMED: &[(&str, &str, u32, &str)] = &[
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, ""),
    ("Escape", "Escape", 27, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("Insert", "Insert", 45, ""),
];

/// Keys of a US keyboard: plain character, with Shift, code, number.
const PRINTED: &[(char, char, &str, u32)] = &[
    (' ', ' ', "Space", 32),
    ('0', ')', "Digit0", 48),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    (';', ':', "Semicolon", 186),
    ('=', '+', "Equal", 187),
    (',', '<', "Comma", 188),
    ('-', '_', "Minus", 189),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    ('`', '~', "Backquote", 192),
    ('[', '{', "BracketLeft", 219),
    ('\\', '|', "Backslash", 220),
    (']', '}', "BracketRight", 221),
    ('\'', '"', "Quote", 222),
];

/// A key and what it types.
struct Key {
    key: String,
    code: String,
    number: u32,
    text: String,
}

impl Key {
    fn named(name: &str) -> Option<Self> {
        if name == "Space" {
            return Some(Self::printed(' ', false));
        }
        if let Some(number) = name.strip_prefix('F').and_then(|n| n.parse::<u32>().ok()) {
            return Some(Self {
                key: name.to_owned(),
                code: name.to_owned(),
                number: 111 + number,
                text: String::new(),
            });
        }
        NAMED
            .iter()
            .find(|(key, ..)| *key == name)
            .map(|(key, code, number, text)| Self {
                key: (*key).to_owned(),
                code: (*code).to_owned(),
                number: *number,
                text: (*text).to_owned(),
            })
    }

    /// The key that types a character; one no keyboard has types it all the same.
    fn printed(character: char, shift: bool) -> Self {
        let (typed, code, number) = if character.is_ascii_alphabetic() {
            let upper = character.to_ascii_uppercase();
            let typed = if shift { upper } else { character };
            (typed, format!("Key{upper}"), u32::from(upper))
        } else {
            let found = PRINTED
                .iter()
                .find(|(plain, shifted, ..)| character == *plain || character == *shifted);
            match found {
                Some((_, shifted, code, number)) => {
                    let typed = if shift { *shifted } else { character };
                    (typed, (*code).to_owned(), *number)
                }
                None => (character, String::new(), 0),
            }
        };
        Self {
            key: typed.to_string(),
            code,
            number,
            text: typed.to_string(),
        }
    }

    fn event(&self, kind: &str, modifiers: u8, text: &str) -> Value {
        let mut event = json!({
            "type": kind,
            "key": self.key,
            "code": self.code,
            "windowsVirtualKeyCode": self.number,
            "nativeVirtualKeyCode": self.number,
            "modifiers": modifiers,
        });
        if !text.is_empty() {
            event["text"] = text.into();
            event["unmodifiedText"] = text.into();
        }
        event
    }

    /// Down and up, with modifiers held.
    fn press(&self, modifiers: u8) -> [Value; 2] {
        // With these held a key is a command and types nothing.
        let typed = modifiers & (bit(Modifier::Control) | bit(Modifier::Alt) | bit(Modifier::Meta));
        let text = if typed == 0 { self.text.as_str() } else { "" };
        let kind = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        let mut down = self.event(kind, modifiers, text);
        if cfg!(target_os = "macos")
            && let Some(command) = editing(&self.key, modifiers)
        {
            down["commands"] = json!([command]);
        }
        [down, self.event("keyUp", modifiers, "")]
    }
}

/// The modifier's bit in an event.
fn bit(modifier: Modifier) -> u8 {
    match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    }
}

/// What the system, not the browser, makes of a chord on macOS.
fn editing(key: &str, modifiers: u8) -> Option<&'static str> {
    if modifiers & bit(Modifier::Meta) == 0 {
        return None;
    }
    let shift = modifiers & bit(Modifier::Shift) != 0;
    match key.to_ascii_lowercase().as_str() {
        "a" => Some("selectAll"),
        "c" => Some("copy"),
        "v" => Some("paste"),
        "x" => Some("cut"),
        "z" if shift => Some("redo"),
        "z" => Some("undo"),
        _ => None,
    }
}

/// The key of a modifier itself.
fn modifier_key(modifier: Modifier) -> Key {
    let number = match modifier {
        Modifier::Shift => 16,
        Modifier::Control => 17,
        Modifier::Alt => 18,
        Modifier::Meta => 91,
    };
    Key {
        key: modifier.as_str().to_owned(),
        code: format!("{}Left", modifier.as_str()),
        number,
        text: String::new(),
    }
}

/// One chord: the modifiers go down in order, the key down and up, the modifiers up.
pub(super) fn chord(chord: &Chord) -> Vec<Value> {
    let mut events = Vec::new();
    let mut held = 0;
    for modifier in &chord.modifiers {
        held |= bit(*modifier);
        events.push(modifier_key(*modifier).event("rawKeyDown", held, ""));
    }
    let shift = held & bit(Modifier::Shift) != 0;
    let key = Key::named(&chord.key).or_else(|| {
        let character = chord.key.chars().next()?;
        Some(Key::printed(character, shift))
    });
    if let Some(key) = key {
        events.extend(key.press(held));
    }
    for modifier in chord.modifiers.iter().rev() {
        held &= !bit(*modifier);
        events.push(modifier_key(*modifier).event("keyUp", held, ""));
    }
    events
}

/// One character of a text, down and up.
pub(super) fn character(character: char) -> [Value; 2] {
    match character {
        '\n' | '\r' => Key::named("Enter"),
        '\t' => Key::named("Tab"),
        _ => None,
    }
    .unwrap_or_else(|| Key::printed(character, false))
    .press(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(events: &[Value]) -> String {
        let event = |event: &Value| {
            format!(
                "{} {} {} {} {}{}",
                event["type"].as_str().unwrap(),
                event["key"],
                event["code"].as_str().unwrap(),
                event["windowsVirtualKeyCode"],
                event["modifiers"],
                event.get("text").map_or(String::new(), |t| format!(" {t}"))
            )
        };
        events.iter().map(event).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn modifiers_are_held_around_the_key_and_change_what_it_types() {
        insta::assert_snapshot!(show(&chord(&Chord::parse("Shift+a").unwrap())), @r#"
        rawKeyDown "Shift" ShiftLeft 16 8
        keyDown "A" KeyA 65 8 "A"
        keyUp "A" KeyA 65 8
        keyUp "Shift" ShiftLeft 16 0
        "#);
        insta::assert_snapshot!(show(&chord(&Chord::parse("Control+Shift+1").unwrap())), @r#"
        rawKeyDown "Control" ControlLeft 17 2
        rawKeyDown "Shift" ShiftLeft 16 10
        rawKeyDown "!" Digit1 49 10
        keyUp "!" Digit1 49 10
        keyUp "Shift" ShiftLeft 16 2
        keyUp "Control" ControlLeft 17 0
        "#);
        insta::assert_snapshot!(show(&chord(&Chord::parse("F5").unwrap())), @r#"
        rawKeyDown "F5" F5 116 0
        keyUp "F5" F5 116 0
        "#);
    }

    #[test]
    fn characters_are_typed_whatever_keyboard_has_them() {
        for (typed, expected) in [
            ('a', r#"keyDown "a" KeyA 65 0 "a""#),
            ('A', r#"keyDown "A" KeyA 65 0 "A""#),
            ('?', r#"keyDown "?" Slash 191 0 "?""#),
            (' ', r#"keyDown " " Space 32 0 " ""#),
            ('é', r#"keyDown "é"  0 0 "é""#),
            ('😀', r#"keyDown "😀"  0 0 "😀""#),
            ('\n', r#"keyDown "Enter" Enter 13 0 "\r""#),
            ('\t', r#"rawKeyDown "Tab" Tab 9 0"#),
        ] {
            assert_eq!(show(&character(typed)[..1]), expected, "{typed:?}");
        }
    }

    #[test]
    fn every_named_key_has_an_event() {
        for name in [
            "Enter",
            "Tab",
            "Escape",
            "Backspace",
            "Delete",
            "Space",
            "ArrowUp",
            "ArrowDown",
            "ArrowLeft",
            "ArrowRight",
            "Home",
            "End",
            "PageUp",
            "PageDown",
            "Insert",
            "F1",
            "F12",
        ] {
            assert!(Key::named(name).is_some(), "{name}");
            assert_eq!(Chord::parse(name).unwrap().key, name);
        }
    }
}
