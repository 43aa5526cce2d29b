//! Key chords as people write them: `Enter`, `Control+a`, `ControlOrMeta+Shift+z`.

use crate::code::Code;
use crate::error::{Error, Result};
use crate::text;
use std::fmt;

/// A key with its modifiers, validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Held while the key is pressed, in the order written.
    pub modifiers: Vec<Modifier>,
    /// A named key of the W3C key names (`Enter`, `ArrowDown`) or one printable character.
    pub key: String,
}

/// A modifier key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Shift.
    Shift,
    /// Control.
    Control,
    /// Alt or Option.
    Alt,
    /// Command or the Windows key.
    Meta,
}

impl Modifier {
    /// The name a chord is written with.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Modifier::Shift => "Shift",
            Modifier::Control => "Control",
            Modifier::Alt => "Alt",
            Modifier::Meta => "Meta",
        }
    }

    /// The WebDriver code point of the key.
    pub(crate) fn code_point(self) -> char {
        match self {
            Modifier::Shift => '\u{E008}',
            Modifier::Control => '\u{E009}',
            Modifier::Alt => '\u{E00A}',
            Modifier::Meta => '\u{E03D}',
        }
    }
}

/// Named keys and their WebDriver code points.
const KEYS: &[(&str, char)] = &[
    ("Enter", '\u{E007}'),
    ("Tab", '\u{E004}'),
    ("Escape", '\u{E00C}'),
    ("Backspace", '\u{E003}'),
    ("Delete", '\u{E017}'),
    ("Space", ' '),
    ("ArrowUp", '\u{E013}'),
    ("ArrowDown", '\u{E015}'),
    ("ArrowLeft", '\u{E012}'),
    ("ArrowRight", '\u{E014}'),
    ("Home", '\u{E011}'),
    ("End", '\u{E010}'),
    ("PageUp", '\u{E00E}'),
    ("PageDown", '\u{E00F}'),
    ("Insert", '\u{E016}'),
    ("F1", '\u{E031}'),
    ("F2", '\u{E032}'),
    ("F3", '\u{E033}'),
    ("F4", '\u{E034}'),
    ("F5", '\u{E035}'),
    ("F6", '\u{E036}'),
    ("F7", '\u{E037}'),
    ("F8", '\u{E038}'),
    ("F9", '\u{E039}'),
    ("F10", '\u{E03A}'),
    ("F11", '\u{E03B}'),
    ("F12", '\u{E03C}'),
];

/// Other spellings people use, and the name they mean.
const ALIASES: &[(&str, &str)] = &[
    ("Return", "Enter"),
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Ins", "Insert"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("Spacebar", "Space"),
    ("Ctrl", "Control"),
    ("Option", "Alt"),
    ("Cmd", "Meta"),
    ("Command", "Meta"),
];

/// Every modifier a chord may be written with.
const MODIFIERS: &[&str] = &["Shift", "Control", "Alt", "Meta", "ControlOrMeta"];

impl Chord {
    /// Reads `Enter`, `a`, `Control+Shift+ArrowLeft`, `ControlOrMeta+a`: modifiers
    /// joined with `+`, then one named key or one printable character. Names are
    /// read in any case; `ControlOrMeta` is Meta on macOS and Control elsewhere.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidArgument`] that says which part is wrong and what is near it.
    ///
    /// # Examples
    ///
    /// ```
    /// use e2e::browser::chord::{Chord, Modifier};
    ///
    /// let chord = Chord::parse("Control+Shift+a")?;
    /// assert_eq!(chord.modifiers, [Modifier::Control, Modifier::Shift]);
    /// assert_eq!(chord.key, "a");
    /// # Ok::<(), e2e::Error>(())
    /// ```
    pub fn parse(written: &str) -> Result<Self> {
        let trimmed = written.trim();
        // A blank is a key too, alone or at the end of a chord.
        let (whole, blank) = match written.strip_suffix(' ') {
            Some("") => ("", true),
            Some(head) if head.ends_with('+') => (trimmed, true),
            _ => (trimmed, false),
        };
        let mut modifiers = Vec::new();
        let spelled = if blank {
            format!("{whole}Space")
        } else {
            whole.to_owned()
        };
        let mut rest = spelled.as_str();
        // A `+` with something on both sides joins; any other `+` is the key itself.
        while let Some((head, tail)) = rest.split_once('+') {
            if head.is_empty() || tail.is_empty() {
                break;
            }
            let modifier = modifier(head.trim(), whole)?;
            if !modifiers.contains(&modifier) {
                modifiers.push(modifier);
            }
            rest = tail;
        }
        Ok(Self {
            modifiers,
            key: key(rest.trim(), whole)?,
        })
    }

    /// The WebDriver code point of the key itself.
    pub(crate) fn code_point(&self) -> Option<char> {
        KEYS.iter()
            .find(|(name, _)| *name == self.key)
            .map(|(_, code)| *code)
            .or_else(|| self.key.chars().next())
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.modifiers {
            write!(f, "{}+", modifier.as_str())?;
        }
        f.write_str(&self.key)
    }
}

impl std::str::FromStr for Chord {
    type Err = Error;

    fn from_str(written: &str) -> Result<Self> {
        Self::parse(written)
    }
}

/// The name as the tables spell it, aliases resolved.
fn canonical<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let meant = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(written))
        .map_or(written, |(_, name)| *name);
    names
        .into_iter()
        .find(|name| name.eq_ignore_ascii_case(meant))
}

fn modifier(written: &str, whole: &str) -> Result<Modifier> {
    Ok(match canonical(written, MODIFIERS.iter().copied()) {
        Some("Shift") => Modifier::Shift,
        Some("Control") => Modifier::Control,
        Some("Alt") => Modifier::Alt,
        Some("Meta") => Modifier::Meta,
        Some(_) if cfg!(target_os = "macos") => Modifier::Meta,
        Some(_) => Modifier::Control,
        None => {
            return Err(invalid(
                whole,
                &format!("`{written}` is no modifier"),
                text::nearest(written, MODIFIERS.iter().copied()),
            )
            .help(format!("modifiers: {}", MODIFIERS.join(", "))));
        }
    })
}

fn key(written: &str, whole: &str) -> Result<String> {
    if let Some(name) = canonical(written, KEYS.iter().map(|(name, _)| *name)) {
        return Ok(name.to_owned());
    }
    let mut characters = written.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if !one.is_control() => return Ok(one.to_string()),
        _ => {}
    }
    let names = KEYS.iter().map(|(name, _)| *name);
    let why = match written.strip_suffix('+') {
        _ if written.is_empty() => "no key is named".to_owned(),
        Some(head) => format!("a key is missing after `{head}+`"),
        None if canonical(written, MODIFIERS.iter().copied()).is_some() => {
            format!("`{written}` is a modifier, and a key is missing")
        }
        None => format!("`{written}` is neither a named key nor one character"),
    };
    Err(
        invalid(whole, &why, text::nearest(written, names.clone())).help(format!(
            "keys: one character, or {}",
            names.collect::<Vec<_>>().join(", ")
        )),
    )
}

fn invalid(whole: &str, why: &str, near: Option<&str>) -> Error {
    let error = Error::new(
        Code::InvalidArgument,
        format!("the keys \"{whole}\" cannot be pressed: {why}"),
    );
    match near {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_read_and_show() {
        for (written, shown) in [
            ("Enter", "Enter"),
            ("enter", "Enter"),
            ("Return", "Enter"),
            ("a", "a"),
            ("A", "A"),
            ("ß", "ß"),
            ("😀", "😀"),
            ("Control+Shift+a", "Control+Shift+a"),
            ("ctrl+a", "Control+a"),
            ("Cmd+k", "Meta+k"),
            ("Shift+ArrowLeft", "Shift+ArrowLeft"),
            ("Control+Control+c", "Control+c"),
            ("+", "+"),
            ("Control++", "Control++"),
            ("Shift+ ", "Shift+Space"),
            (" ", "Space"),
            (" Tab ", "Tab"),
            ("F12", "F12"),
        ] {
            let chord = Chord::parse(written).unwrap_or_else(|e| panic!("{written:?}: {e:?}"));
            assert_eq!(chord.to_string(), shown, "{written:?}");
            assert_eq!(Chord::parse(shown).unwrap(), chord, "{shown:?} reads back");
        }
    }

    #[test]
    fn control_or_meta_follows_the_platform() {
        let expected = if cfg!(target_os = "macos") {
            Modifier::Meta
        } else {
            Modifier::Control
        };
        assert_eq!(
            Chord::parse("ControlOrMeta+a").unwrap().modifiers,
            [expected]
        );
    }

    #[test]
    fn a_wrong_chord_says_which_part_and_what_is_near() {
        for (written, expected) in [
            ("", "no key is named"),
            ("Entr", "did you mean `Enter`?"),
            ("ArowDown", "did you mean `ArrowDown`?"),
            ("Contrl+a", "did you mean `Control`?"),
            ("a+b", "`a` is no modifier"),
            ("Control+", "a key is missing after `Control+`"),
            ("Shift", "`Shift` is a modifier, and a key is missing"),
            (
                "Control+Shift",
                "`Shift` is a modifier, and a key is missing",
            ),
            ("ab", "neither a named key nor one character"),
            ("\u{7}", "neither a named key nor one character"),
        ] {
            let error = format!("{:?}", Chord::parse(written).unwrap_err());
            assert!(
                error.starts_with("INVALID_ARGUMENT"),
                "{written:?}: {error}"
            );
            assert!(error.contains(expected), "{written:?}: {error}");
        }
    }

    #[test]
    fn every_key_has_its_code_point() {
        assert_eq!(
            Chord::parse("Enter").unwrap().code_point(),
            Some('\u{E007}')
        );
        assert_eq!(Chord::parse("Space").unwrap().code_point(), Some(' '));
        assert_eq!(Chord::parse("é").unwrap().code_point(), Some('é'));
    }
}
