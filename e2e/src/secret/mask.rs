//! Replacing known values in a text.
//!
//! All places where any spelling of any value stands are found first; places that
//! overlap become one, under the longest value's name. A mask that already stands in
//! the text is never looked into, so cleaning twice is cleaning once.

use super::encoded::{self, Form};
use super::glue::{glued, is_glue};
use super::known::Value;
use super::spell::{Unit, spellings, units};
use super::spread::{self, Whole};
use super::value::marker;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

/// What kind of value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// Declared, or a model's key: found in every spelling.
    Declared,
    /// Typed into a password field by a sentence, so known to whoever reads the test:
    /// found as it is written, escaped or encoded, and in another case only when it
    /// holds a digit.
    Typed,
}

/// From this many characters on, the beginning of a value that a text was cut in is
/// masked too.
const CUT: usize = 8;

/// The longest escape of one character that is looked for at a cut: an emoji in percent
/// encoding, twice.
const ESCAPE: usize = 20;

/// So many characters of a value at least, and more than three quarters of it, are as good
/// as the value: a field from which somebody deletes, a page that leaves out a letter.
const PART: usize = 6;

/// How many characters may be missing at the beginning.
const MISSING: usize = 8;

/// The lengths, in UTF-16 units, at which a page's fields are cut without a mark.
const FIELDS: [usize; 4] = [80, 200, 256, 512];

/// Finds and replaces known values.
#[derive(Debug, Default)]
pub(crate) struct Mask {
    patterns: Vec<Pattern>,
    /// Values to be found in pieces.
    wholes: Vec<Whole>,
    markers: Vec<String>,
    /// The characters any spelling can begin with.
    begins: Vec<char>,
}

struct Pattern {
    units: Vec<Unit>,
    /// Case does not count.
    fold: bool,
    /// It is the inner part of an encoded form: what it stands in is masked whole.
    inner: Option<Form>,
    /// Something may stand between its characters, and its end may be missing.
    loose: bool,
    /// The beginning is missing, so that it has to begin a word.
    headless: bool,
    /// Length of the value, for which of two wins.
    weight: usize,
    marker: String,
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.marker)
    }
}

impl Mask {
    pub(crate) fn new(values: &[Value]) -> Self {
        let mut mask = Self::default();
        for one in values {
            let value = one.value.trim();
            let weight = value.chars().count();
            let declared = one.kind == Kind::Declared;
            let pattern = |units, fold, inner| Pattern {
                units,
                fold,
                inner,
                loose: declared && inner.is_none(),
                headless: false,
                weight,
                marker: marker(&one.name),
            };
            // A typed password may be an ordinary word, and stays one in other cases.
            let fold = declared || value.contains(|c: char| c.is_ascii_digit());
            mask.patterns.push(pattern(units(value), fold, None));
            if declared {
                for units in [bare(value), headless(value)].into_iter().flatten() {
                    mask.patterns.push(Pattern {
                        headless: units.1,
                        ..pattern(units.0, fold, None)
                    });
                }
                mask.wholes.push(Whole::new(value, marker(&one.name)));
                for (form, inner) in encoded::forms(value.as_bytes()) {
                    let fold = form == Form::Hex;
                    mask.patterns.push(pattern(units(&inner), fold, Some(form)));
                }
            }
            mask.markers.push(marker(&one.name));
        }
        mask.markers.dedup();
        let begins = mask
            .patterns
            .iter()
            .filter_map(|pattern| pattern.units.first());
        let mut begins: Vec<char> = begins.flat_map(Unit::begins).collect();
        begins.extend(['\\', '&', '%']);
        begins.sort_unstable();
        begins.dedup();
        mask.begins = begins;
        mask
    }

    /// The text with a marker in the place of each value, also of one whose pieces
    /// stand in quotes of their own.
    pub(crate) fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.patterns.is_empty() {
            return Cow::Borrowed(text);
        }
        match self.redact_whole(text) {
            Cow::Borrowed(text) => match spread::quoted(&self.wholes, text) {
                Some(clean) => Cow::Owned(clean),
                None => Cow::Borrowed(text),
            },
            Cow::Owned(text) => Cow::Owned(spread::quoted(&self.wholes, &text).unwrap_or(text)),
        }
    }

    /// Whether a value stands somewhere in the text, one or more times in a row, without
    /// being a part of a longer word.
    pub(super) fn stands_alone(&self, text: &str) -> bool {
        let mut found = Vec::new();
        self.find(text, 0..text.len(), false, &mut found);
        found.sort_by_key(|(place, _)| place.start);
        // Where places end that begin with a word or behind another such place.
        let mut ends: Vec<usize> = Vec::new();
        for (place, _) in found {
            if !is_word(text[..place.start].chars().next_back()) || ends.contains(&place.start) {
                ends.push(place.end);
            }
        }
        ends.iter().any(|end| !is_word(text[*end..].chars().next()))
    }

    /// A field of a page, which may be cut at its limit.
    pub(crate) fn redact_field<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !FIELDS.contains(&text.encode_utf16().count()) {
            return self.redact(text);
        }
        let marked = format!("{text}…");
        match self.redact(&marked) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(clean) => Cow::Owned(clean.strip_suffix('…').unwrap_or(&clean).to_owned()),
        }
    }

    /// What stands for each piece of a value that is spread over them. Pieces have the
    /// number of the line, or the element, they are in.
    pub(crate) fn spread(&self, pieces: &[(usize, &str)]) -> Vec<Option<&str>> {
        spread::find(&self.wholes, pieces)
    }

    fn redact_whole<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut found: Vec<(Range<usize>, &Pattern)> = Vec::new();
        let mut start = 0;
        for marked in self
            .marked(text)
            .into_iter()
            .chain(std::iter::once(text.len()..text.len()))
        {
            self.find(text, start..marked.start, true, &mut found);
            start = marked.end;
        }
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        found.sort_by_key(|(place, _)| place.start);
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        let mut found = found.into_iter().peekable();
        while let Some((mut place, mut by)) = found.next() {
            while let Some((next, other)) = found.next_if(|(next, _)| next.start < place.end) {
                place.end = place.end.max(next.end);
                if other.weight > by.weight {
                    by = other;
                }
            }
            out.push_str(&text[done..place.start]);
            out.push_str(&by.marker);
            done = place.end;
        }
        out.push_str(&text[done..]);
        Cow::Owned(out)
    }

    /// Where markers already stand.
    fn marked(&self, text: &str) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        for (at, _) in text.match_indices("[secret ") {
            let marker = self
                .markers
                .iter()
                .find(|marker| text[at..].starts_with(marker.as_str()));
            if let Some(marker) = marker {
                out.push(at..at + marker.len());
            }
        }
        out
    }

    fn find<'a>(
        &'a self,
        text: &str,
        part: Range<usize>,
        parts: bool,
        found: &mut Vec<(Range<usize>, &'a Pattern)>,
    ) {
        let text = &text[..part.end];
        for (at, first) in text[part.start..].char_indices() {
            if self.begins.binary_search(&first).is_err() {
                continue;
            }
            let at = part.start + at;
            let begins_word = !is_word(text[..at].chars().next_back());
            for pattern in &self.patterns {
                if pattern.headless && !(parts && begins_word) {
                    continue;
                }
                if let Some(end) = pattern.end(text, at, parts) {
                    let place = at..end;
                    let place = match pattern.inner {
                        Some(_) => encoded::run(text, part.start, place),
                        None => place,
                    };
                    found.push((place, pattern));
                }
            }
        }
    }
}

impl Pattern {
    /// Where the value ends that begins at `at`, if one does, or with `parts` the most of
    /// it.
    fn end(&self, text: &str, at: usize, parts: bool) -> Option<usize> {
        let mut ends = vec![at];
        let mut next = Vec::new();
        let mut before = Vec::new();
        for (done, unit) in self.units.iter().enumerate() {
            for end in &ends {
                spellings(unit, self.fold, text, *end, &mut next);
            }
            if self.loose && done > 0 {
                for end in ends.iter().flat_map(|end| glued(text, *end)) {
                    spellings(unit, self.fold, text, end, &mut next);
                }
            }
            if next.is_empty() {
                // An escape may begin with what is a character of the value as well.
                let cut = self.cut(text, &ends, done);
                let cut = cut.or_else(|| self.cut(text, &before, done.saturating_sub(1)));
                return match parts && !self.headless {
                    true => cut.or_else(|| self.most(text, &ends, done)),
                    false => cut,
                };
            }
            next.sort_unstable();
            next.dedup();
            before = std::mem::replace(&mut ends, std::mem::take(&mut next));
        }
        ends.last().copied()
    }

    /// The beginning of a value, where that is as good as the value and ends a word.
    fn most(&self, text: &str, ends: &[usize], done: usize) -> Option<usize> {
        let enough = self.loose && done >= PART && done * 4 > self.units.len() * 3;
        let ends_word = |end: &&usize| !is_word(text[**end..].chars().next());
        enough.then(|| ends.iter().rev().find(ends_word).copied())?
    }

    /// The beginning of a value, in a text that was cut there, if in the middle of what
    /// spells a character.
    fn cut(&self, text: &str, ends: &[usize], done: usize) -> Option<usize> {
        let least = self.inner.map_or(CUT, |form| form.spells(CUT));
        let enough = least.min(self.units.len().div_ceil(2));
        let at_cut = |end: &usize| {
            let end = end + unfinished(&text[*end..]);
            let rest = &text[end..];
            let cut = rest.starts_with('…') || rest.starts_with('"') && fills_its_field(text, end);
            cut.then_some(end)
        };
        (done >= enough).then(|| ends.iter().find_map(at_cut))?
    }
}

/// Length of the beginning of an escape that a text may be cut in.
fn unfinished(rest: &str) -> usize {
    if !rest.starts_with(['%', '&', '\\']) {
        return 0;
    }
    let escape = |c: &char| c.is_ascii_alphanumeric() || "%&\\#{".contains(*c);
    rest.chars().take(ESCAPE).take_while(escape).count()
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// The value without what divides it, where enough of it is left: "AB-12-CD" is shown as
/// "AB 12 CD", too.
fn bare(value: &str) -> Vec<(Vec<Unit>, bool)> {
    // Words without their spaces are other words; digits are the same code.
    let spaced = !value.contains(|c: char| c.is_ascii_digit());
    let divides = |c: char| is_glue(c) || (c.is_whitespace() && !spaced);
    let bare = value.replace(divides, "");
    match bare.chars().count() >= PART && bare.len() < value.len() {
        true => vec![(units(&bare), false)],
        false => Vec::new(),
    }
}

/// The value without its first characters, as many as may be missing.
fn headless(value: &str) -> Vec<(Vec<Unit>, bool)> {
    let units = units(value);
    let most = (units.len() / 4).min(MISSING);
    let kept = (1..=most).map(|from| &units[from..]);
    kept.filter(|kept| kept.len() >= PART)
        .map(|kept| (kept.to_vec(), true))
        .collect()
}

/// Whether the quoted text that ends at this quote is as long as a field may be.
fn fills_its_field(text: &str, end: usize) -> bool {
    let opens = text[..end].rmatch_indices('"').find(|(at, _)| {
        let before = &text[..*at];
        (before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2)
    });
    let quoted = opens.and_then(|(open, _)| serde_json::from_str::<String>(&text[open..=end]).ok());
    quoted.is_some_and(|field| FIELDS.contains(&field.encode_utf16().count()))
}

#[cfg(test)]
mod tests;
