//! Keys as people say them in a sentence: "the down arrow", "page down", "Ctrl+A".

use crate::browser::chord::{Chord, Modifier};

/// Spoken names of two words, each with the name a chord is written with.
const SPOKEN: &[(&str, &str)] = &[
    ("space bar", "Space"),
    ("page up", "PageUp"),
    ("page down", "PageDown"),
    ("arrow up", "ArrowUp"),
    ("up arrow", "ArrowUp"),
    ("arrow down", "ArrowDown"),
    ("down arrow", "ArrowDown"),
    ("arrow left", "ArrowLeft"),
    ("left arrow", "ArrowLeft"),
    ("arrow right", "ArrowRight"),
    ("right arrow", "ArrowRight"),
];

/// The chord a text is, when it is one. A letter held with a modifier is the key,
/// whatever case it is written in: "Control+A" holds no Shift.
pub(crate) fn chord(written: &str) -> Option<Chord> {
    let written = crate::text::collapse(written);
    let lower = written.to_lowercase();
    let meant = SPOKEN
        .iter()
        .find(|(spoken, _)| *spoken == lower)
        .map_or(written.as_str(), |(_, name)| *name);
    // "ctrl-a" is how it is said as well.
    let dashed = [
        "ctrl-", "control-", "shift-", "alt-", "cmd-", "command-", "meta-",
    ]
    .iter()
    .any(|held| lower.starts_with(held));
    let meant = match dashed {
        true => meant.replace('-', "+"),
        false => meant.to_owned(),
    };
    let mut chord = Chord::parse(&meant).ok()?;
    if !chord.modifiers.is_empty() && chord.key.chars().count() == 1 {
        chord.key = chord.key.to_lowercase();
    }
    Some(chord)
}

/// Whether the keys may do their work without anything on the page changing: they
/// move the focus, the caret or the view, or work on the selection, the clipboard or the
/// size. Whatever else is held with a key is a shortcut of the page.
pub(crate) fn may_change_nothing(chord: &Chord) -> bool {
    let moves = matches!(
        chord.key.as_str(),
        "Tab" | "Home" | "End" | "PageUp" | "PageDown"
    ) || chord.key.starts_with("Arrow");
    let works = matches!(
        chord.key.to_lowercase().as_str(),
        "a" | "c" | "x" | "v" | "y" | "z" | "+" | "-" | "=" | "0"
    );
    moves || (works && chord.modifiers.iter().any(|held| *held != Modifier::Shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoken_keys_are_chords() {
        for (written, shown) in [
            ("Enter", Some("Enter")),
            ("down  Arrow", Some("ArrowDown")),
            ("Control+A", Some("Control+a")),
            ("ctrl-a", Some("Control+a")),
            ("Shift+Tab", Some("Shift+Tab")),
            ("A", Some("A")),
            ("Save", None),
            ("Save+Close", None),
            ("", None),
        ] {
            let found = chord(written).map(|chord| chord.to_string());
            assert_eq!(found.as_deref(), shown, "{written:?}");
        }
    }

    #[test]
    fn keys_that_type_or_confirm_have_to_show() {
        for (written, may) in [
            ("Tab", true),
            ("Control+c", true),
            ("Control+s", false),
            ("Control+Enter", false),
            ("Alt+ArrowLeft", true),
            ("ArrowDown", true),
            ("Enter", false),
            ("Escape", false),
            ("Shift+A", false),
            ("Backspace", false),
        ] {
            assert_eq!(
                may_change_nothing(&chord(written).unwrap()),
                may,
                "{written}"
            );
        }
    }
}
