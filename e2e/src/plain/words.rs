//! Small closed sets of words, and where they stand in a run of tokens.

use super::family;
use super::program::{Ordinal, Text};
use super::token::{Kind, Token};

/// Articles that say nothing about which thing is meant.
pub(crate) const ARTICLES: &[&str] = &["the", "a", "an", "this", "that", "these", "those"];

/// Words that begin a description rather than a text to be found as it stands:
/// "an error" asks for a judgment, "Error" for a text.
const DESCRIBING: &[&str] = &[
    "the",
    "a",
    "an",
    "this",
    "that",
    "these",
    "those",
    "any",
    "some",
    "no",
    "my",
    "your",
    "our",
    "all",
    "every",
    "each",
    "another",
    "other",
    "its",
    "their",
    "his",
    "her",
    "something",
    "nothing",
    "anything",
    "everything",
    "what",
    "how",
    "which",
    "where",
    "when",
    "whether",
    "if",
    "more",
    "less",
    "fewer",
    "only",
    "both",
    "either",
    "neither",
    "it",
    "them",
    "at",
    "exactly",
];

/// Nouns that only say that a text follows.
pub(crate) const TEXT_NOUNS: &[&str] = &[
    "text", "message", "label", "words", "word", "phrase", "string", "notice", "toast", "error",
    "value",
];

/// Words for the page as a whole.
pub(crate) const PAGE: &[&str] = &["page", "screen", "view", "app", "site", "window", "website"];

/// The bytes of the sentence these tokens cover.
pub(crate) fn span(tokens: &[Token]) -> std::ops::Range<usize> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.start..last.span.end,
        _ => 0..0,
    }
}

/// The tokens as the sentence has them.
pub(crate) fn slice<'a>(sentence: &'a str, tokens: &[Token]) -> &'a str {
    sentence.get(span(tokens)).unwrap_or_default()
}

/// Whether the tokens begin with these words, given as one text.
pub(crate) fn starts(tokens: &[Token], words: &str) -> bool {
    let mut tokens = tokens.iter();
    words
        .split(' ')
        .all(|word| tokens.next().is_some_and(|token| token.is(word)))
}

/// What follows these words, when the tokens begin with them.
pub(crate) fn after<'a>(tokens: &'a [Token], words: &str) -> Option<&'a [Token]> {
    starts(tokens, words).then(|| &tokens[words.split(' ').count()..])
}

/// What precedes these words, when the tokens end with them.
pub(crate) fn before<'a>(tokens: &'a [Token], words: &str) -> Option<&'a [Token]> {
    let at = tokens.len().checked_sub(words.split(' ').count())?;
    starts(&tokens[at..], words).then(|| &tokens[..at])
}

/// The first alternative the tokens begin with, and what follows it.
pub(crate) fn after_any<'a>(tokens: &'a [Token], all: &[&str]) -> Option<&'a [Token]> {
    all.iter().find_map(|words| after(tokens, words))
}

/// Words before a plural that say of how many, and not exactly.
const UNCOUNTED: &[&str] = &[
    "all", "any", "some", "most", "many", "few", "several", "only", "about", "around", "nearly",
    "almost", "roughly", "enough",
];

/// Whether words say how many of several are meant: "both checkboxes", "all the rows",
/// "neither Save nor Cancel". That is no name, and no single thing.
pub(crate) fn is_of_several(tokens: &[Token]) -> bool {
    let [first, .., last] = tokens else {
        return false;
    };
    let plural = last.kind == Kind::Word && family::is_plural(&last.text);
    let range = number(first).is_some() && tokens[1].is_any(&["or", "to"]);
    let uncounted = !first.is("only") || number(&tokens[1]).is_none();
    first.is_any(&["both", "every", "each", "neither"])
        || starts(tokens, "none of")
        || range
        || (plural && uncounted && first.is_any(UNCOUNTED))
}

/// Without an article in front; a lone article stays.
pub(crate) fn without_article(tokens: &[Token]) -> &[Token] {
    match tokens {
        [first, rest @ ..] if !rest.is_empty() && first.is_any(ARTICLES) => rest,
        _ => tokens,
    }
}

/// A value: one quoted text, or words without any quoted text among them.
pub(crate) fn text(sentence: &str, tokens: &[Token]) -> Option<Text> {
    match tokens {
        [] => None,
        [one] if one.kind == Kind::Quoted => Some(Text {
            raw: one.text.clone(),
            span: one.span.clone(),
            quoted: true,
        }),
        _ if tokens.iter().any(|token| token.kind == Kind::Quoted) => None,
        _ if tokens.iter().all(|token| token.kind != Kind::Word) => None,
        _ => Some(Text {
            raw: slice(sentence, tokens).to_owned(),
            span: span(tokens),
            quoted: false,
        }),
    }
}

/// Words for a value that somebody has to think of: nobody types "today".
const THOUGHT_OF: &[&str] = &[
    "nothing",
    "something",
    "anything",
    "whatever",
    "blank",
    "empty",
    "today",
    "tomorrow",
    "yesterday",
    "now",
    "same",
    "random",
    "valid",
    "invalid",
    "its",
];

/// A value to be typed: quoted, or bare words that are no description of one.
pub(crate) fn value(sentence: &str, tokens: &[Token]) -> Option<Text> {
    let described = |text: &Text| {
        !text.quoted && (tokens[0].is_any(DESCRIBING) || tokens[0].is_any(THOUGHT_OF))
    };
    text(sentence, tokens).filter(|text| !described(text))
}

/// A text to be found on the page as it stands: quoted, possibly after a noun such
/// as "text", or bare words that are no description.
pub(crate) fn literal(sentence: &str, tokens: &[Token]) -> Option<Text> {
    if let Some(quoted) = after_text_noun(tokens) {
        return text(sentence, quoted);
    }
    let found = text(sentence, tokens)?;
    (found.quoted || (!tokens[0].is_any(DESCRIBING) && is_one_name(tokens))).then_some(found)
}

/// Whether bare words can be one name: "Terms and Conditions" and "Acme Inc. news"
/// can, "Save, then log out" and "Save. Log out" cannot.
pub(crate) fn is_one_name(tokens: &[Token]) -> bool {
    tokens.windows(2).all(|pair| {
        let follows = pair[0].kind == Kind::Comma || pair[0].is("and");
        let stops = pair[1].kind == Kind::Stop && pair[0].text.chars().count() > 4;
        let joins = pair[1].is("then") && follows;
        !joins && !stops
    })
}

/// The one quoted token of `the message "Saved"`.
fn after_text_noun(tokens: &[Token]) -> Option<&[Token]> {
    let tokens = without_article(tokens);
    let [nouns @ .., last] = tokens else {
        return None;
    };
    let fits = last.kind == Kind::Quoted
        && (1..=2).contains(&nouns.len())
        && nouns.iter().all(|noun| noun.is_any(TEXT_NOUNS));
    fits.then(|| std::slice::from_ref(last))
}

/// Whether the tokens are the page as a whole: "the page", "this screen".
pub(crate) fn is_page(tokens: &[Token]) -> bool {
    matches!(without_article(tokens), [one] if one.is_any(PAGE))
}

/// Whether a value is a number or an amount, which nobody has to quote.
pub(crate) fn is_number(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || " $€£¥%.,:+-/".contains(c))
}

const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// A whole number in digits or words.
pub(crate) fn number(token: &Token) -> Option<usize> {
    if token.kind != Kind::Word {
        return None;
    }
    NUMBERS
        .iter()
        .position(|word| token.is(word))
        .or_else(|| token.text.parse().ok().filter(|n| *n <= 1_000_000))
}

const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// `first`, `2nd`, `last`.
pub(crate) fn ordinal(token: &Token) -> Option<Ordinal> {
    if token.kind != Kind::Word {
        return None;
    }
    if token.is("last") {
        return Some(Ordinal::Last);
    }
    if let Some(at) = ORDINALS.iter().position(|word| token.is(word)) {
        return Some(Ordinal::Nth(at + 1));
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| token.text.strip_suffix(end))?;
    let n: usize = digits.parse().ok()?;
    (1..=1_000).contains(&n).then_some(Ordinal::Nth(n))
}

/// "Tab twice", "Tab 3 times".
pub(crate) fn repeated(tokens: &[Token]) -> (u32, &[Token]) {
    if let Some(rest) = before(tokens, "twice") {
        return (2, rest);
    }
    if let Some(rest) = before(tokens, "once") {
        return (1, rest);
    }
    if let Some([rest @ .., count]) = before(tokens, "times")
        && let Some(n) = number(count).filter(|n| (1..=20).contains(n))
    {
        return (u32::try_from(n).unwrap_or(1), rest);
    }
    (1, tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::token::lex;

    #[test]
    fn a_description_is_no_text_to_look_for() {
        for (sentence, found) in [
            ("Welcome back", Some("Welcome back")),
            ("\"the total\"", Some("the total")),
            ("the message \"Saved\"", Some("Saved")),
            ("error message \"No\"", Some("No")),
            ("an error", None),
            ("the total", None),
            ("any errors", None),
            ("no errors", None),
            ("say \"hi\"", None),
            (",", None),
            ("", None),
        ] {
            let tokens = lex(sentence).unwrap();
            let text = literal(sentence, &tokens).map(|text| text.raw);
            assert_eq!(text.as_deref(), found, "{sentence:?}");
        }
    }

    #[test]
    fn ordinals_and_numbers_read() {
        let read = |word: &str| {
            (
                ordinal(&lex(word).unwrap()[0]),
                number(&lex(word).unwrap()[0]),
            )
        };
        assert_eq!(read("second"), (Some(Ordinal::Nth(2)), None));
        assert_eq!(read("22nd"), (Some(Ordinal::Nth(22)), None));
        assert_eq!(read("last"), (Some(Ordinal::Last), None));
        assert_eq!(read("0th"), (None, None));
        assert_eq!(read("three"), (None, Some(3)));
        assert_eq!(read("12"), (None, Some(12)));
        assert_eq!(read("99999999999999999999"), (None, None));
    }
}
