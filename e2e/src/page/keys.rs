//! The keys that verbs press by themselves.

use crate::browser::chord::{Chord, Modifier};

/// A key without modifiers.
pub(super) fn key(name: &str) -> Chord {
    Chord {
        modifiers: Vec::new(),
        key: name.to_owned(),
    }
}

/// The keys that select everything in a field, or go behind its last character.
pub(super) fn place_caret(everything: bool) -> Chord {
    if !everything {
        return key("End");
    }
    let modifier = if cfg!(target_os = "macos") {
        Modifier::Meta
    } else {
        Modifier::Control
    };
    Chord {
        modifiers: vec![modifier],
        key: "a".to_owned(),
    }
}
