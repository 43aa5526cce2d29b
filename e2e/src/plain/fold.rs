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

/// Whether a text is money or a number with decimals, and nothing else.
fn is_amount(text: &str) -> bool {
    let mark = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ');
    let number = text.trim_matches(['$', '€', '£', '¥', ' ']);
    let decimals = number.len() < text.len() || number.contains(['.', ',']);
    decimals && number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(mark)
}

/// A folded text without the marks that decorate labels: `Email *`, `Loading…`,
/// `Total:`, `→ Next`. A text that is nothing but marks stays.
pub(crate) fn bare(folded: &str) -> &str {
    // "($30.00)" is another amount than "$30.00".
    let inner = folded
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if inner.is_some_and(is_amount) {
        return folded;
    }
    let trimmed = folded.trim_matches(|c: char| {
        !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '¥' | '%' | '+' | '#' | '-')
    });
    if trimmed.is_empty() { folded } else { trimmed }
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
            ("(new)", "new"),
            ("(3)", "3"),
            ("($30.00)", "($30.00)"),
            ("(1,000)", "(1,000)"),
        ] {
            assert_eq!(bare(text), plain, "{text:?}");
        }
    }
}
