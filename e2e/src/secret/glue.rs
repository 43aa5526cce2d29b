//! What may stand between the characters of a value: a code is shown in groups, a page
//! spaces its letters out, a field has joints nobody sees.

use super::spell::{Unit, char_spellings, spellings};

/// Marks that divide a value, and joints nobody sees.
const GLUE: [char; 15] = [
    '-', '–', '·', '•', ',', ';', '|', '/', '_', '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}',
    '\u{2060}', '\u{feff}',
];

/// Whether a character divides a value and is none of it to whoever shows it.
pub(super) fn is_glue(c: char) -> bool {
    GLUE.contains(&c)
}

/// Where a value may go on that is shown in groups: behind white space, one mark of
/// division, or both.
pub(super) fn glued(text: &str, at: usize) -> Vec<usize> {
    let begins = |c: char| c.is_whitespace() || "+\\&%".contains(c) || GLUE.contains(&c);
    if !text[at..].chars().next().is_some_and(begins) {
        return Vec::new();
    }
    let mut out = Vec::new();
    spellings(&Unit::Space, false, text, at, &mut out);
    let mut divided = Vec::new();
    for before in std::iter::once(&at).chain(&out) {
        for mark in GLUE {
            char_spellings(mark, false, text, *before, &mut divided);
        }
    }
    for after in &divided {
        spellings(&Unit::Space, false, text, *after, &mut out);
    }
    out.extend(divided);
    out.sort_unstable();
    out.dedup();
    out
}
