//! What of a text is never cut: a word, a number, an amount, a date, a name.
//!
//! "5" is not in "$5" nor "INV-2026" in "INV-2026-001", while "5 days" is in "3-5 days".
//! One table of patterns says what such pieces are, here and in the page itself.

use regex::bytes::{Regex, RegexBuilder};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines of a name and a pattern, see the file.
const PIECES: &str = include_str!("../browser/engine/pieces.txt");

static PIECE: LazyLock<Regex> = LazyLock::new(|| {
    let mut known: HashMap<&str, String> = HashMap::new();
    let mut last = String::new();
    for line in PIECES.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, pattern)) = line.split_once(' ') else {
            continue;
        };
        last = pattern.to_owned();
        for (name, pattern) in &known {
            last = last.replace(&format!("<{name}>"), &format!("(?:{pattern})"));
        }
        known.insert(name, last.clone());
    }
    RegexBuilder::new(&last)
        .unicode(false)
        .build()
        .unwrap_or_else(|error| panic!("pieces.txt: {error}"))
});

/// Where a folded needle stands in a folded text, as a whole or as a part of more.
pub(crate) fn standing(text: &str, needle: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let Some(first) = needle.chars().next() else {
        return found;
    };
    let mut from = 0;
    while let Some(offset) = text[from..].find(needle) {
        found.push(from + offset);
        from += offset + first.len_utf8();
    }
    found
}

/// Those of the places of a needle where it neither begins nor ends inside of a piece.
pub(crate) fn whole(text: &str, needle: &str) -> Vec<usize> {
    let mut found = standing(text, needle);
    if found.is_empty() || text.len() == needle.len() {
        return found;
    }
    let shapes = Shapes::of(text);
    for piece in PIECE.captures_iter(&shapes.ascii) {
        let Some(piece) = piece.iter().flatten().last() else {
            continue;
        };
        let (start, end) = (shapes.place(piece.start()), shapes.place(piece.end()));
        let cut = |at: usize| start < at && at < end;
        found.retain(|at| !cut(*at) && !cut(at + needle.len()));
    }
    found
}

/// Whether `needle` stands in `text` as a whole.
pub(crate) fn has_words(text: &str, needle: &str) -> bool {
    !whole(text, needle).is_empty()
}

/// A text in which only the shapes are left, one byte a character.
struct Shapes {
    ascii: Vec<u8>,
    /// Where each of them stands in the text, where that is not the same.
    places: Vec<usize>,
}

impl Shapes {
    fn of(text: &str) -> Self {
        let shape = |c: char| match c {
            '^' => b'|',
            c if c.is_ascii() => c as u8,
            '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '₪' | '₴' | '₺' | '₫' | '฿' | '¢' => {
                b'$'
            }
            // Scripts that are written without spaces between words.
            '\u{0e00}'..='\u{0eff}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => b'|',
            c if c.is_alphanumeric() || is_mark(c) => b'q',
            _ => b'|',
        };
        let places = match text.is_ascii() {
            true => Vec::new(),
            false => text
                .char_indices()
                .map(|(at, _)| at)
                .chain([text.len()])
                .collect(),
        };
        Self {
            ascii: text.chars().map(shape).collect(),
            places,
        }
    }

    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(at)
    }
}

/// The marks that stay by themselves behind a letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::fold::fold;

    /// Each line a text and a phrase; what a name cannot tell, the page does.
    const TABLE: &str = include_str!("phrases.txt");

    #[test]
    fn a_phrase_is_held_as_a_whole_or_not_at_all() {
        let mut wrong = Vec::new();
        let mut rows = 0;
        for line in TABLE.lines().filter(|line| !line.contains(['¶', '—', '–'])) {
            let (holds, row) = match line.split_at_checked(2) {
                Some(("+ ", row)) => (true, row),
                Some(("- ", row)) => (false, row),
                _ => continue,
            };
            let (text, phrase) = row.split_once(" | ").unwrap();
            rows += 1;
            if has_words(&fold(&text.replace('~', "\u{202f}")), &fold(phrase)) != holds {
                wrong.push(line);
            }
        }
        assert!(rows > 80 && wrong.is_empty(), "{rows} rows, {wrong:#?}");
        assert!(!has_words("a", "") && !has_words("", "a"));
    }
}
