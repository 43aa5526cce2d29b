//! When two names are the same to a person: case, white space, typographic marks
//! and invisible characters do not count.

use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;

/// A text in the form that is compared.
pub(crate) fn fold(text: &str) -> String {
    // A letter with its accent may be one character or two.
    let composed = match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => ComposingNormalizerBorrowed::new_nfc().normalize(text),
    };
    let text = composed.as_ref();
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        let c = match c {
            // Zero-width characters, joiners, the byte-order mark, soft hyphens.
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => continue,
            '‘' | '’' | 'ʼ' => '\'',
            '“' | '”' | '„' | '«' | '»' => '"',
            '‐' | '‑' | '–' | '—' | '−' => '-',
            c => c,
        };
        if gap {
            out.push(' ');
            gap = false;
        }
        if c == '…' {
            out.push_str("...");
        } else if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// A folded text without the marks that decorate labels: `Email *`, `Loading…`,
/// `Total:`, `→ Next`. A text that is nothing but marks stays.
pub(crate) fn bare(folded: &str) -> &str {
    let trimmed = folded.trim_matches(|c: char| {
        !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '¥' | '%' | '+' | '#' | '-')
    });
    if trimmed.is_empty() { folded } else { trimmed }
}

/// Where `needle` stands in `text` as whole words, from a byte on; both are folded.
fn find_words(text: &str, needle: &str, mut from: usize) -> Option<usize> {
    let (first, last) = (needle.chars().next()?, needle.chars().next_back()?);
    while let Some(offset) = text[from..].find(needle) {
        let start = from + offset;
        let end = start + needle.len();
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        if bounded(before, first) && bounded(after, last) {
            return Some(start);
        }
        from = start + first.len_utf8();
    }
    None
}

/// Whether a word may end between an edge character and its neighbour.
fn bounded(neighbour: Option<char>, edge: char) -> bool {
    let Some(neighbour) = neighbour else {
        return true;
    };
    let written_without_spaces = |c: char| {
        matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
    };
    if written_without_spaces(neighbour) || written_without_spaces(edge) {
        return true;
    }
    // A digit next to a decimal mark is part of the same number: "5" is not in "5.50".
    !(neighbour.is_alphanumeric() && edge.is_alphanumeric())
}

/// Whether `needle` stands in `text` as whole words and, when it is a number, as a
/// whole number: "5" is not in "1,5" or "5.50".
pub(crate) fn has_words(text: &str, needle: &str) -> bool {
    let mut from = 0;
    while let Some(start) = find_words(text, needle, from) {
        let end = start + needle.len();
        if !splits_number(text, start, end) {
            return true;
        }
        from = start + needle.chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// Words after which a statement says the opposite.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "without", "cannot", "nothing", "non", "none", "nobody", "neither",
    "nor", "unable", "hardly", "barely",
];

/// Words after which "to …" did not happen.
const FAILURES: &[&str] = &[
    "failed",
    "fails",
    "fail",
    "failing",
    "failure",
    "refused",
    "refuses",
    "unwilling",
];

/// Words that may stand between a negation and what it denies: "could not yet be saved".
const LINKS: &[&str] = &[
    "a",
    "able",
    "actually",
    "all",
    "an",
    "any",
    "be",
    "been",
    "being",
    "correctly",
    "ever",
    "fully",
    "get",
    "got",
    "had",
    "has",
    "have",
    "is",
    "it",
    "properly",
    "really",
    "successfully",
    "the",
    "to",
    "was",
    "were",
    "yet",
    "you",
    "your",
];

/// Whether words turn into their opposite what they stand with.
fn negates(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// The words of a folded text, whatever stands between them.
pub(crate) fn words_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
}

/// Whether a text has a word of negation that a name for it leaves out: "Don't save" is
/// not called "Save".
pub(crate) fn is_denied_by(name: &str, text: &str) -> bool {
    let count = |text: &str| words_of(text).filter(|word| negates(word)).count();
    count(text) > count(name)
}

/// Whether `needle` stands in `text` (see [`has_words`]) other than behind a word that
/// denies it: "Not saved" does not say "Saved".
pub(crate) fn says_words(text: &str, needle: &str) -> bool {
    let mut from = 0;
    while let Some(start) = find_words(text, needle, from) {
        let end = start + needle.len();
        if !is_denied_before(&text[..start])
            && !is_share(&text[..start], needle)
            && !splits_number(text, start, end)
        {
            return true;
        }
        from = start + needle.chars().next().map_or(1, char::len_utf8);
    }
    false
}

/// Whether what stands before some words denies them: "could not be", "failed to", and a
/// text that begins with "0".
fn is_denied_before(text: &str) -> bool {
    let clause = text
        .rsplit(['.', '!', '?', ';', ','])
        .next()
        .unwrap_or(text);
    let words: Vec<&str> = words_of(clause).collect();
    if words == ["0"] && clause.len() == text.len() {
        return true;
    }
    // "0 of 3 files uploaded", "none of your files uploaded".
    let of_none = |pair: &[&str]| matches!(pair, ["0" | "none" | "neither", "of"]);
    if words.windows(2).any(of_none) {
        return true;
    }
    let linking = words
        .iter()
        .rev()
        .take_while(|word| LINKS.contains(word))
        .count();
    let (before, links) = words.split_at(words.len() - linking);
    before.last().is_some_and(|word| {
        negates(word) || (FAILURES.contains(word) && links.first() == Some(&"to"))
    })
}

/// Whether what begins with a number is only what something is a share of: "3 files" in
/// "1 of 3 files" and in "1/3 files".
fn is_share(before: &str, needle: &str) -> bool {
    let whole = needle.starts_with(|c: char| c.is_ascii_digit()) && needle.contains(' ');
    let before = before.trim_end();
    let share = before
        .strip_suffix("out of")
        .or_else(|| before.strip_suffix("of"))
        .or_else(|| before.strip_suffix('/'))
        .map(str::trim_end);
    whole && share.is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()))
}

/// Whether the range cuts a number in two at one of its ends, or takes its sign away.
fn splits_number(text: &str, start: usize, end: usize) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    // "1'234" is how Switzerland writes it.
    let mark = |c: Option<char>| matches!(c, Some('.' | ',' | '\''));
    let mut after = text[end..].chars();
    let mut before = text[..start].chars().rev();
    let inner = &text[start..end];
    let amount = inner.trim_start_matches(['$', '€', '£', '¥']);
    let mut ahead = text[..start]
        .trim_end_matches(['$', '€', '£', '¥'])
        .chars()
        .rev();
    let signed = ahead.next() == Some('-') && !ahead.next().is_some_and(char::is_alphanumeric);
    if signed && digit(amount.chars().next()) {
        return true;
    }
    if splits_date(text, start, end) {
        return true;
    }
    (digit(inner.chars().next_back()) && mark(after.next()) && digit(after.next()))
        || (digit(inner.chars().next()) && mark(before.next()) && digit(before.next()))
}

/// Whether the range ends within a date or a time: "11-30" is no text of "2026-11-30",
/// nor "05" of "0:05". A range of numbers, "3-5 days", is two of them.
fn splits_date(text: &str, start: usize, end: usize) -> bool {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | ':');
    let before: String = text[..start]
        .chars()
        .rev()
        .take_while(|c| part(*c))
        .collect();
    let after: String = text[end..].chars().take_while(|c| part(*c)).collect();
    let inner = &text[start..end];
    let joins = |inner: Option<char>, outer: &str| {
        let mut outer = outer.chars();
        let mark = outer.next().filter(|c| !c.is_ascii_digit());
        mark.filter(|_| {
            inner.is_some_and(|c| c.is_ascii_digit())
                && outer.next().is_some_and(|c| c.is_ascii_digit())
        })
    };
    let cuts = [
        joins(inner.chars().next(), &before),
        joins(inner.chars().next_back(), &after),
    ];
    cuts.into_iter().flatten().any(|mark| {
        let marks = |text: &str| text.chars().filter(|c| *c == mark).count();
        let within = inner.chars().rev().take_while(|c| part(*c));
        mark == ':' || marks(&before) + marks(&after) + within.filter(|c| *c == mark).count() > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_ignores_what_people_ignore() {
        for (text, folded) in [
            ("  Save \u{a0} Draft ", "save draft"),
            ("Don’t", "don't"),
            ("Load\u{ad}ing…", "loading..."),
            ("GRÖSSE", "grösse"),
            ("a – b", "a - b"),
            ("Cafe\u{301}", "café"),
            ("\u{200b}", ""),
        ] {
            assert_eq!(fold(text), folded, "{text:?}");
        }
    }

    #[test]
    fn labels_lose_their_decoration_and_marks_stay() {
        for (text, plain) in [
            ("email *", "email"),
            ("total:", "total"),
            ("loading...", "loading"),
            ("→ next", "next"),
            ("$5.00", "$5.00"),
            ("×", "×"),
            ("c++", "c++"),
        ] {
            assert_eq!(bare(text), plain, "{text:?}");
        }
    }

    #[test]
    fn words_are_whole() {
        for (text, needle, found) in [
            ("upgrade to pro", "pro", true),
            ("upgrade to pro", "to pro", true),
            ("product", "pro", false),
            ("a product, pro", "pro", true),
            ("保存する", "保存", true),
            ("$5.00", "5", false),
            ("$5.00", "$5.00", true),
            ("$15.00", "5.00", false),
            ("-$20.00", "20.00", false),
            ("-$20.00", "-$20.00", true),
            ("a-$20", "$20", true),
            ("1,500", "500", false),
            ("chf 1'234.50", "234.50", false),
            ("5, 6", "5", true),
            ("due 2026-11-30", "11-30", false),
            ("due 2026-11-30", "2026-11", false),
            ("due 2026-11-30", "2026-11-30", true),
            ("30/11/2026", "2026", false),
            ("0:05", "05", false),
            ("12:30-14:00", "12:30", true),
            ("3-5 days", "5 days", true),
            ("page 1/12", "12", true),
            ("at 12:30.", "12:30", true),
            ("total: $5.", "$5", true),
            ("", "a", false),
            ("a", "", false),
            ("éé", "é", false),
        ] {
            assert_eq!(has_words(text, needle), found, "{text:?} {needle:?}");
        }
    }

    #[test]
    fn what_is_denied_is_not_said() {
        for (text, needle, said) in [
            ("saved", "saved", true),
            ("not saved", "saved", false),
            ("could not be saved", "saved", false),
            ("failed to save: not yet saved", "saved", false),
            ("saving failed, nothing was saved", "saved", false),
            ("unable to connect", "connect", false),
            ("failed to connect", "connect", false),
            ("the import wasn't fully saved", "saved", false),
            ("0 items saved", "items saved", false),
            ("0 of 3 files uploaded", "3 files uploaded", false),
            ("0 of 3 files uploaded", "files uploaded", false),
            ("2/3 files uploaded", "3 files uploaded", false),
            ("3 out of 5 passed", "5 passed", false),
            ("2 of 10 tasks done", "10 tasks done", false),
            ("2 of 3 files uploaded", "2 of 3 files uploaded", true),
            ("none of your files uploaded", "uploaded", false),
            ("page 1 of 3", "3", true),
            ("10 items saved", "items saved", true),
            ("errors 0 warnings 2", "warnings 2", true),
            ("not now. saved", "saved", true),
            ("not available add to cart", "add to cart", true),
            ("failed logins 3", "3", true),
            ("not saved, then saved", "saved", true),
        ] {
            assert_eq!(says_words(text, needle), said, "{text:?} {needle:?}");
        }
    }
}
