//! Which written keys are keys: "Enter", "Ctrl+Shift+A", "the down arrow".

use crate::browser::wire::{Chord, Modifier};

/// Names people use, each with the W3C key name.
const KEYS: &[(&str, &str)] = &[
    ("enter", "Enter"),
    ("return", "Enter"),
    ("tab", "Tab"),
    ("escape", "Escape"),
    ("esc", "Escape"),
    ("space", "Space"),
    ("spacebar", "Space"),
    ("space bar", "Space"),
    ("backspace", "Backspace"),
    ("delete", "Delete"),
    ("del", "Delete"),
    ("insert", "Insert"),
    ("home", "Home"),
    ("end", "End"),
    ("pageup", "PageUp"),
    ("page up", "PageUp"),
    ("pagedown", "PageDown"),
    ("page down", "PageDown"),
    ("arrowup", "ArrowUp"),
    ("arrow up", "ArrowUp"),
    ("up arrow", "ArrowUp"),
    ("up", "ArrowUp"),
    ("arrowdown", "ArrowDown"),
    ("arrow down", "ArrowDown"),
    ("down arrow", "ArrowDown"),
    ("down", "ArrowDown"),
    ("arrowleft", "ArrowLeft"),
    ("arrow left", "ArrowLeft"),
    ("left arrow", "ArrowLeft"),
    ("left", "ArrowLeft"),
    ("arrowright", "ArrowRight"),
    ("arrow right", "ArrowRight"),
    ("right arrow", "ArrowRight"),
    ("right", "ArrowRight"),
];

const MODIFIERS: &[(&str, Modifier)] = &[
    ("shift", Modifier::Shift),
    ("control", Modifier::Control),
    ("ctrl", Modifier::Control),
    ("alt", Modifier::Alt),
    ("option", Modifier::Alt),
    ("meta", Modifier::Meta),
    ("cmd", Modifier::Meta),
    ("command", Modifier::Meta),
    ("win", Modifier::Meta),
    ("windows", Modifier::Meta),
];

/// A modifier by any of its names. `ControlOrMeta` is the one the platform of the
/// browser uses for shortcuts; browsers here run on the machine of the test.
fn modifier(written: &str) -> Option<Modifier> {
    if written.eq_ignore_ascii_case("controlormeta") {
        return Some(if cfg!(target_os = "macos") {
            Modifier::Meta
        } else {
            Modifier::Control
        });
    }
    let lower = written.to_lowercase();
    MODIFIERS
        .iter()
        .find(|(name, _)| *name == lower)
        .map(|(_, modifier)| *modifier)
}

/// A key without modifiers: a named one, a function key, or one printable character.
fn key(written: &str) -> Option<String> {
    let lower = written.to_lowercase();
    if let Some((_, name)) = KEYS.iter().find(|(name, _)| *name == lower) {
        return Some((*name).to_owned());
    }
    if let Some(number) = lower.strip_prefix('f') {
        if number.parse::<u8>().is_ok_and(|n| (1..=12).contains(&n)) && !number.starts_with('0') {
            return Some(format!("F{number}"));
        }
    }
    let mut chars = written.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !c.is_control() && !c.is_whitespace() => Some(c.to_string()),
        _ => None,
    }
}

/// Reads a chord: modifiers and one key, joined by `+`. A single character alone is
/// one too.
pub(crate) fn chord(written: &str) -> Option<Chord> {
    if let Some(key) = key(written) {
        return Some(Chord {
            modifiers: Vec::new(),
            key,
        });
    }
    // "Control++" is Control and the plus key.
    let (held, last) = match written.strip_suffix("++") {
        Some(held) => (held, "+"),
        None => written.rsplit_once('+')?,
    };
    let modifiers = held
        .split('+')
        .map(|part| modifier(part.trim()))
        .collect::<Option<Vec<_>>>()?;
    let key = key(last.trim())?;
    // A letter with a modifier is the key, whatever case it is written in.
    let key = if key.chars().count() == 1 {
        key.to_lowercase()
    } else {
        key
    };
    Some(Chord { modifiers, key })
}

/// The chord in its canonical spelling.
pub(crate) fn show(chord: &Chord) -> String {
    let mut out = String::new();
    for modifier in &chord.modifiers {
        out.push_str(match modifier {
            Modifier::Shift => "Shift+",
            Modifier::Control => "Control+",
            Modifier::Alt => "Alt+",
            Modifier::Meta => "Meta+",
        });
    }
    out.push_str(&chord.key);
    out
}

/// Whether the key may do its work without anything on the page changing: it moves
/// the focus, the caret or the view, or works on the selection or the clipboard.
pub(crate) fn may_change_nothing(chord: &Chord) -> bool {
    let navigates = matches!(
        chord.key.as_str(),
        "Tab" | "Home" | "End" | "PageUp" | "PageDown"
    ) || chord.key.starts_with("Arrow");
    navigates || chord.modifiers.iter().any(|held| *held != Modifier::Shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_read_and_show() {
        for (written, shown) in [
            ("Enter", Some("Enter")),
            ("return", Some("Enter")),
            ("ESC", Some("Escape")),
            ("down arrow", Some("ArrowDown")),
            ("Control+A", Some("Control+a")),
            ("ctrl+shift+k", Some("Control+Shift+k")),
            ("Cmd + Enter", Some("Meta+Enter")),
            ("Shift+Tab", Some("Shift+Tab")),
            ("Control++", Some("Control++")),
            ("+", Some("+")),
            ("a", Some("a")),
            ("é", Some("é")),
            ("F5", Some("F5")),
            ("F13", None),
            ("f05", None),
            ("Save", None),
            ("Control+", None),
            ("A+B", None),
            ("Save+Close", None),
            ("", None),
            (" ", None),
            ("Hyper+A", None),
        ] {
            assert_eq!(chord(written).map(|c| show(&c)).as_deref(), shown, "{written:?}");
        }
    }
}
