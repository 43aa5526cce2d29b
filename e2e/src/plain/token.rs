//! A sentence in tokens: words, quoted texts and the marks that join clauses.
//!
//! Every token keeps its place in the sentence, so that a message can underline
//! exactly the part it talks about.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word as written, without the comma or full stop that follows it.
    Word,
    /// The text between two quotation marks; it never splits.
    Quoted,
    /// A comma or semicolon.
    Comma,
    /// A full stop or the end of a line.
    Stop,
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its bytes in the sentence, quotation marks included.
    pub(crate) span: Range<usize>,
    /// A word in lower case, or a quoted text as written, without its marks.
    pub(crate) text: String,
}

impl Token {
    /// Whether it is the word `word`, which is given in lower case.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is one of these words.
    pub(crate) fn is_any(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&self.text.as_str())
    }

    /// Whether a clause may end before it.
    pub(crate) fn joins(&self) -> bool {
        match self.kind {
            Kind::Comma | Kind::Stop => true,
            Kind::Word => self.is("and") || self.is("then"),
            Kind::Quoted => false,
        }
    }
}

/// A quotation mark that has no partner, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unclosed(pub(crate) usize);

/// The closing mark of an opening one, and whether it may also be an apostrophe.
fn closing(open: char) -> Option<(char, bool)> {
    Some(match open {
        '"' => ('"', false),
        '\'' => ('\'', true),
        '“' | '„' => ('”', false),
        '‘' => ('’', true),
        '«' => ('»', false),
        '`' => ('`', false),
        _ => return None,
    })
}

/// Cuts a sentence into tokens.
pub(crate) fn lex(sentence: &str) -> Result<Vec<Token>, Unclosed> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = sentence[at..].chars().next() {
        if c == '\n' {
            push_mark(&mut tokens, Kind::Stop, at..at + 1);
            at += 1;
        } else if c.is_whitespace() {
            at += c.len_utf8();
        } else if let Some((close, apostrophe)) = closing(c) {
            at = quoted(sentence, at, close, apostrophe, &mut tokens)?;
        } else {
            at = word(sentence, at, &mut tokens);
        }
    }
    while tokens
        .last()
        .is_some_and(|token| token.kind != Kind::Word && token.joins())
    {
        tokens.pop();
    }
    Ok(tokens)
}

fn push_mark(tokens: &mut Vec<Token>, kind: Kind, span: Range<usize>) {
    tokens.push(Token {
        kind,
        span,
        text: String::new(),
    });
}

/// Reads a quoted text that opens at `start`; returns where reading goes on.
fn quoted(
    sentence: &str,
    start: usize,
    close: char,
    apostrophe: bool,
    tokens: &mut Vec<Token>,
) -> Result<usize, Unclosed> {
    let open = sentence[start..].chars().next().map_or(1, char::len_utf8);
    let inner = start + open;
    for (offset, c) in sentence[inner..].char_indices() {
        // A low quotation mark is closed by either of two marks.
        let closes = c == close || (close == '”' && c == '“' && offset > 0);
        if !closes {
            continue;
        }
        let end = inner + offset;
        let next = sentence[end + c.len_utf8()..].chars().next();
        if apostrophe && next.is_some_and(char::is_alphanumeric) {
            continue;
        }
        tokens.push(Token {
            kind: Kind::Quoted,
            span: start..end + c.len_utf8(),
            text: sentence[inner..end].to_owned(),
        });
        return Ok(end + c.len_utf8());
    }
    // A lone apostrophe at the start of a word ('tis) is no quotation.
    if apostrophe {
        return Ok(word(sentence, start, tokens));
    }
    Err(Unclosed(start))
}

/// Reads a word that starts at `start`, and the mark behind it.
fn word(sentence: &str, start: usize, tokens: &mut Vec<Token>) -> usize {
    let rest = &sentence[start..];
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let written = &rest[..length];
    let (body, mark) = match written.char_indices().next_back() {
        Some((at, ',' | ';')) => (&written[..at], Some(Kind::Comma)),
        // "..." belongs to the word: names such as "Loading..." end so.
        Some((at, '.')) if !written[..at].ends_with('.') => (&written[..at], Some(Kind::Stop)),
        _ => (written, None),
    };
    if !body.is_empty() {
        tokens.push(Token {
            kind: Kind::Word,
            span: start..start + body.len(),
            text: body.replace('’', "'").to_lowercase(),
        });
    }
    if let Some(kind) = mark {
        push_mark(tokens, kind, start + body.len()..start + written.len());
    }
    start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(sentence: &str) -> String {
        match lex(sentence) {
            Err(Unclosed(at)) => format!("unclosed at {at}"),
            Ok(tokens) => tokens
                .iter()
                .map(|token| match token.kind {
                    Kind::Word => token.text.clone(),
                    Kind::Quoted => format!("<{}>", token.text),
                    Kind::Comma => ",".into(),
                    Kind::Stop => ".".into(),
                })
                .collect::<Vec<_>>()
                .join(" "),
        }
    }

    #[test]
    fn sentences_become_words_quotations_and_marks() {
        for (sentence, tokens) in [
            ("", ""),
            ("  \t ", ""),
            ("Click Save.", "click save"),
            (
                "click Save, then click Close",
                "click save , then click close",
            ),
            ("click \"Save and close\"", "click <Save and close>"),
            ("click 'Don't panic', now", "click <Don't panic> , now"),
            ("click ‘Don’t panic’", "click <Don’t panic>"),
            (
                "click “Save”; «Save» `Save`",
                "click <Save> ; <Save> <Save>",
            ),
            ("say 'tis", "say 'tis"),
            ("wait for Loading... to go", "wait for loading... to go"),
            ("a\nb", "a . b"),
            ("pay 2,500.50 now", "pay 2,500.50 now"),
            ("click \"Save", "unclosed at 6"),
            ("5\" nails", "5\" nails"),
            ("\"\"", "<>"),
            ("doesn’t", "doesn't"),
        ] {
            assert_eq!(show(sentence), tokens.replace(" ;", " ,"), "{sentence:?}");
        }
    }

    #[test]
    fn spans_cut_the_sentence_at_characters() {
        let sentence = "Fülle “Größe” mit 12 €, bitte";
        for token in lex(sentence).unwrap() {
            assert!(sentence.get(token.span.clone()).is_some(), "{token:?}");
        }
    }
}
