//! Values in pieces: a code in six boxes, a number in spans of their own.
//!
//! No piece is a secret by itself, and together they are. Pieces that follow each other
//! closely and make up a whole value are all replaced.

use super::glue::is_glue;
use super::known::SHORTEST;
use std::collections::HashSet;
use std::ops::Range;

/// How many lines may lie between a piece and the next: what wraps the boxes, and what
/// stands between them.
const GAP: usize = 4;

/// How a piece begins that was masked before.
const MARKED: [char; 7] = ['[', 's', 'e', 'c', 'r', 'e', 't'];

/// A value to be found in pieces, without its white space and in small letters.
pub(super) struct Whole {
    value: Vec<char>,
    marker: String,
}

impl std::fmt::Debug for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.marker)
    }
}

impl Whole {
    pub(super) fn new(value: &str, marker: String) -> Self {
        Self {
            value: plain(value),
            marker,
        }
    }
}

fn plain(text: &str) -> Vec<char> {
    let seen = text.chars().filter(|c| !c.is_whitespace() && !is_glue(*c));
    seen.flat_map(char::to_lowercase).collect()
}

/// What stands for each piece.
pub(super) fn find<'a>(wholes: &'a [Whole], pieces: &[(usize, &str)]) -> Vec<Option<&'a str>> {
    let mut out = vec![None; pieces.len()];
    let longest = wholes.iter().map(|whole| whole.value.len()).max();
    let longest = longest.unwrap_or(0);
    // Only what is short can be a piece; a page has few such texts in a row.
    let short: Vec<(usize, usize, Vec<char>)> = pieces
        .iter()
        .enumerate()
        .filter(|(_, (_, text))| text.len() < longest * 4 + 64)
        .map(|(index, (line, text))| (index, *line, plain(text)))
        .filter(|(_, _, text)| !text.is_empty() && !text.starts_with(&MARKED))
        .collect();
    for whole in wholes.iter().filter(|whole| whole.value.len() >= SHORTEST) {
        let mut search = Search {
            short: &short,
            path: Vec::new(),
            dead: HashSet::new(),
        };
        for start in 0..short.len() {
            for taken in leads(&whole.value, &short[start].2) {
                search.path = vec![start];
                if search.rest(&whole.value[taken..], start) {
                    for at in &search.path {
                        out[short[*at].0] = Some(whole.marker.as_str());
                    }
                }
            }
        }
    }
    out
}

/// How much of a value's beginning a piece holds: all of the piece, or its end behind
/// something else, which then has to be more than a character.
fn leads(value: &[char], piece: &[char]) -> Vec<usize> {
    let most = piece.len().min(value.len() - 1);
    (1..=most)
        .filter(|taken| piece.ends_with(&value[..*taken]))
        .filter(|taken| *taken == piece.len() || *taken > 1)
        .collect()
}

/// The search for one value.
struct Search<'a> {
    /// Pieces: their index, their line, what they read.
    short: &'a [(usize, usize, Vec<char>)],
    path: Vec<usize>,
    /// From where so much that is left leads nowhere.
    dead: HashSet<(usize, usize)>,
}

impl Search<'_> {
    /// Whether the pieces behind `from` make up the rest of a value; the path gets them.
    fn rest(&mut self, left: &[char], from: usize) -> bool {
        if left.is_empty() {
            return true;
        }
        if self.dead.contains(&(from, left.len())) {
            return false;
        }
        let short = self.short;
        let near = |at: &usize| short[*at].1 <= short[from].1 + GAP;
        for next in (from + 1..short.len()).take_while(near) {
            let piece = &short[next].2;
            // The last piece may go on behind the value.
            let ends = piece.len() > left.len() && left.len() > 1 && piece.starts_with(left);
            if !ends && !left.starts_with(piece) {
                continue;
            }
            self.path.push(next);
            if self.rest(&left[piece.len().min(left.len())..], next) {
                return true;
            }
            self.path.pop();
        }
        self.dead.insert((from, left.len()));
        false
    }
}

/// The text with a marker in each quotation that is a piece of a value; `None` when
/// there is none.
pub(super) fn quoted(wholes: &[Whole], text: &str) -> Option<String> {
    let places = quotations(text);
    if wholes.is_empty() || places.len() < 2 {
        return None;
    }
    let pieces: Vec<(usize, &str)> = places
        .iter()
        .map(|(line, place)| (*line, &text[place.clone()]))
        .collect();
    let found = find(wholes, &pieces);
    if found.iter().all(Option::is_none) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for ((_, place), marker) in places.iter().zip(found) {
        if let Some(marker) = marker {
            out.push_str(&text[done..place.start]);
            out.push_str(marker);
            done = place.end;
        }
    }
    out.push_str(&text[done..]);
    Some(out)
}

/// Everything between quotation marks on one line, with the line's number.
fn quotations(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut out = Vec::new();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let mut open = None;
        let mut escaped = false;
        for (at, c) in line.bytes().enumerate() {
            match (c, escaped, open) {
                (b'\\', false, Some(_)) => {
                    escaped = true;
                    continue;
                }
                (b'"', false, None) => open = Some(start + at + 1),
                (b'"', false, Some(from)) => {
                    out.push((number, from..start + at));
                    open = None;
                }
                _ => {}
            }
            escaped = false;
        }
        start += line.len() + 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Known;

    fn known() -> Known {
        let known = Known::default();
        known.declare("code", "492817").unwrap();
        known.declare("word", "Open sesame").unwrap();
        known
    }

    #[test]
    fn a_value_in_pieces_is_masked_piece_by_piece() {
        let known = known();
        let boxes = |digits: &str| -> String {
            let lines = digits
                .chars()
                .enumerate()
                .map(|(at, digit)| format!("  #n{at} textbox \"Digit {at}\" value=\"{digit}\"\n"));
            lines.collect()
        };
        let clean = known.redact(&boxes("492817"));
        assert_eq!(
            clean.matches("value=\"[secret code]\"").count(),
            6,
            "{clean}"
        );
        assert!(clean.contains("\"Digit 3\""), "names stay: {clean}");
        let other = boxes("492871");
        assert_eq!(known.redact(&other), other);
        for (text, clean) in [
            // Spans, with wrappers between them.
            (
                "#n1 text=\"492\"\n#n2 group\n#n3 group\n#n4 text=\"817\"",
                "#n1 text=\"[secret code]\"\n#n2 group\n#n3 group\n#n4 text=\"[secret code]\"",
            ),
            // Too far from each other to be read together.
            (
                "text=\"492\"\na\nb\nc\nd\ntext=\"817\"",
                "text=\"492\"\na\nb\nc\nd\ntext=\"817\"",
            ),
            // Words around the first and the last piece.
            (
                "text=\"Your code is 49\"\ntext=\"28\"\ntext=\"17, keep it\"",
                "text=\"[secret code]\"\ntext=\"[secret code]\"\ntext=\"[secret code]\"",
            ),
            // Cells on one line, another case.
            (
                "row \"OPEN\", \"x\", \"SESAME\"",
                "row \"[secret word]\", \"x\", \"[secret word]\"",
            ),
            // One piece alone is none.
            ("text=\"492\"", "text=\"492\""),
            (
                "text=\"a \\\" 4\"\ntext=\"9\"",
                "text=\"a \\\" 4\"\ntext=\"9\"",
            ),
        ] {
            assert_eq!(known.redact(text), clean);
            assert_eq!(known.redact(clean), clean, "twice is once");
        }
    }

    #[test]
    fn a_page_of_one_letter_texts_takes_no_time_to_speak_of() {
        let known = Known::default();
        known.declare("ones", "11111111111111111112").unwrap();
        let text = "cell \"1\" \"1\" \"3\"\n".repeat(300);
        assert_eq!(known.redact(&text), text);
    }
}
