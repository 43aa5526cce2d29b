//! How one character of a value can be written in a text: as it is, in another case,
//! escaped for JSON (also twice), for HTML, for a URL, for CSV.

use std::iter::Peekable;
use std::str::Chars;

/// One piece of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Char(char),
    /// A run of white space, of any length.
    Space,
}

const SPACES: [char; 5] = [' ', '\n', '\t', '\r', '\u{a0}'];

/// The longest run of backslashes that is read as one escape: enough for three levels.
const BACKSLASHES: usize = 8;

impl Unit {
    /// What its spellings can begin with, besides the marks of an escape.
    pub(super) fn begins(&self) -> Vec<char> {
        match self {
            Unit::Space => SPACES.into_iter().chain(['+']).collect(),
            Unit::Char(c) => {
                let mut out = vec![*c];
                out.extend(c.to_lowercase().next());
                out.extend(c.to_uppercase().next());
                if DOTLESS.contains(c) {
                    out.extend(DOTLESS);
                }
                // A capital sigma has two small ones, and so have other capitals.
                let folded: Vec<char> = c.to_uppercase().flat_map(char::to_lowercase).collect();
                out.extend(folded.first());
                out.extend(
                    KIN.iter()
                        .filter(|kin| kin.contains(c))
                        .flat_map(|kin| kin.iter()),
                );
                out
            }
        }
    }
}

/// Case in Turkish.
const DOTLESS: [char; 4] = ['i', 'I', 'ı', 'İ'];

/// Small letters that share a capital.
const KIN: [[char; 2]; 3] = [['σ', 'ς'], ['s', 'ſ'], ['ß', 'ẞ']];

/// A value in pieces.
pub(super) fn units(value: &str) -> Vec<Unit> {
    let mut out = Vec::new();
    for c in value.chars() {
        let unit = if c.is_whitespace() {
            Unit::Space
        } else {
            Unit::Char(c)
        };
        if unit != Unit::Space || out.last() != Some(&Unit::Space) {
            out.push(unit);
        }
    }
    out
}

/// Adds where each spelling of the unit ends that begins at `at`.
pub(super) fn spellings(unit: &Unit, fold: bool, text: &str, at: usize, ends: &mut Vec<usize>) {
    match unit {
        Unit::Char(c) => char_spellings(*c, fold, text, at, ends),
        Unit::Space => {
            let mut from = vec![at];
            while let Some(at) = from.pop() {
                let mut next = Vec::new();
                for space in SPACES {
                    char_spellings(space, false, text, at, &mut next);
                }
                match text[at..].chars().next() {
                    Some('+') => next.push(at + 1),
                    Some(c) if c.is_whitespace() => next.push(at + c.len_utf8()),
                    _ => {}
                }
                next.retain(|end| !ends.contains(end));
                ends.extend(&next);
                from.extend(next);
            }
        }
    }
}

pub(super) fn char_spellings(c: char, fold: bool, text: &str, at: usize, ends: &mut Vec<usize>) {
    let rest = &text[at..];
    literal(c, fold, rest, at, ends);
    let Some(first) = rest.chars().next() else {
        return;
    };
    if !matches!(first, '\\' | '&' | '%') {
        return;
    }
    percent(c, fold, rest, at, ends);
    references(c, fold, rest, at, ends);
    let mut after = 0;
    for _ in 0..BACKSLASHES {
        let Some(length) = backslash(&rest[after..]) else {
            break;
        };
        after += length;
        if c == '\\' {
            ends.push(at + after);
        }
        escaped(c, fold, &rest[after..], at + after, ends);
    }
}

/// As it is, or in another case. A capital may be two characters long.
fn literal(c: char, fold: bool, rest: &str, at: usize, ends: &mut Vec<usize>) {
    let mut chars = rest.chars();
    let Some(first) = chars.next() else { return };
    if same(first, c, fold) {
        ends.push(at + first.len_utf8());
        // A quotation mark is doubled in CSV.
        if c == '"' && chars.next() == Some('"') {
            ends.push(at + 2);
        }
    }
    if !fold || c.is_ascii() {
        return;
    }
    for other in [
        c.to_uppercase().collect::<String>(),
        c.to_lowercase().collect(),
    ] {
        let mut wanted = other.chars().peekable();
        if wanted.clone().count() > 1
            && let Some(length) = prefix(rest, &mut wanted)
        {
            ends.push(at + length);
        }
    }
}

fn prefix(rest: &str, wanted: &mut Peekable<Chars<'_>>) -> Option<usize> {
    let mut length = 0;
    for have in rest.chars() {
        match wanted.next_if(|want| same(have, *want, true)) {
            Some(_) => length += have.len_utf8(),
            None => break,
        }
    }
    wanted.peek().is_none().then_some(length)
}

fn same(have: char, want: char, fold: bool) -> bool {
    have == want
        || fold
            && (have.to_lowercase().eq(want.to_lowercase())
                || have.to_uppercase().eq(want.to_uppercase())
                || (DOTLESS.contains(&have) && DOTLESS.contains(&want)))
}

/// Length of one backslash, which may be encoded itself.
fn backslash(rest: &str) -> Option<usize> {
    if rest.starts_with('\\') {
        return Some(1);
    }
    percent_byte(rest, b'\\')
}

/// What can follow a backslash: a letter that stands for a control character, a code, or
/// the character itself.
fn escaped(c: char, fold: bool, rest: &str, at: usize, ends: &mut Vec<usize>) {
    let Some(mark) = rest.chars().next() else {
        return;
    };
    let stands_for = match mark {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '0' => '\0',
        mark => mark,
    };
    if stands_for == c && (stands_for != mark || !c.is_alphanumeric()) {
        ends.push(at + mark.len_utf8());
    }
    if mark == '&' {
        references(c, fold, rest, at, ends);
    }
    if mark == '%' {
        percent(c, fold, rest, at, ends);
    }
    if let Some((decoded, length)) = code(rest) {
        if same(decoded, c, fold) {
            ends.push(at + length);
        }
        if decoded == '&' {
            referenced(c, fold, &rest[length..], at + length, ends);
        }
    }
}

/// `uXXXX` with a second half where it needs one, `u{…}`, `xXX`.
fn code(rest: &str) -> Option<(char, usize)> {
    let hex = |text: &str| u32::from_str_radix(text, 16).ok();
    if let Some(inner) = rest.strip_prefix("u{") {
        let end = inner.find('}')?;
        return Some((char::from_u32(hex(&inner[..end])?)?, end + 3));
    }
    if rest.starts_with('x') {
        return Some((char::from_u32(hex(rest.get(1..3)?)?)?, 3));
    }
    if !rest.starts_with('u') {
        return None;
    }
    let high = hex(rest.get(1..5)?)?;
    if let Some(c) = char::from_u32(high) {
        return Some((c, 5));
    }
    let more = rest[5..].trim_start_matches('\\');
    let low = hex(more.strip_prefix('u')?.get(..4)?)?;
    let c = char::decode_utf16([u16::try_from(high).ok()?, u16::try_from(low).ok()?]).next()?;
    Some((c.ok()?, rest.len() - more.len() + 5))
}

/// HTML references, and references whose `&` is one itself.
fn references(c: char, fold: bool, rest: &str, at: usize, ends: &mut Vec<usize>) {
    if let Some(rest) = rest.strip_prefix('&') {
        referenced(c, fold, rest, at + 1, ends);
    } else if let Some(length) = percent_byte(rest, b'&') {
        referenced(c, fold, &rest[length..], at + length, ends);
    }
}

fn referenced(c: char, fold: bool, mut rest: &str, mut at: usize, ends: &mut Vec<usize>) {
    loop {
        if let Some((decoded, length)) = reference(rest)
            && same(decoded, c, fold)
        {
            ends.push(at + length);
        }
        let again = rest.strip_prefix("amp").and_then(|more| mark(more, b';'));
        match again {
            Some(length) => (rest, at) = (&rest[3 + length..], at + 3 + length),
            None => return,
        }
    }
}

/// Length of a mark, which may be percent-encoded with the reference it belongs to.
fn mark(rest: &str, byte: u8) -> Option<usize> {
    let plain = rest.as_bytes().first() == Some(&byte);
    plain.then_some(1).or_else(|| percent_byte(rest, byte))
}

/// What follows the `&` of a reference.
fn reference(rest: &str) -> Option<(char, usize)> {
    const NAMED: &[(&str, char)] = &[
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", '\u{a0}'),
        ("sol", '/'),
        ("bsol", '\\'),
        ("num", '#'),
        ("percnt", '%'),
        ("plus", '+'),
        ("equals", '='),
        ("excl", '!'),
        ("dollar", '$'),
        ("commat", '@'),
        ("lpar", '('),
        ("rpar", ')'),
        ("ast", '*'),
        ("quest", '?'),
        ("colon", ':'),
        ("semi", ';'),
        ("comma", ','),
        ("period", '.'),
        ("lowbar", '_'),
        ("grave", '`'),
        ("lbrack", '['),
        ("rbrack", ']'),
        ("lbrace", '{'),
        ("rbrace", '}'),
        ("verbar", '|'),
        ("Hat", '^'),
        ("Tab", '\t'),
        ("NewLine", '\n'),
    ];
    if let Some(hash) = mark(rest, b'#') {
        let number = &rest[hash..];
        let (digits, radix, lead) = match number.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16, hash + 1),
            None => (number, 10, hash),
        };
        let length = digits
            .find(|c: char| !c.is_digit(radix))
            .unwrap_or(digits.len());
        let decoded = char::from_u32(u32::from_str_radix(&digits[..length], radix).ok()?)?;
        let end = mark(&digits[length..], b';').unwrap_or(0);
        return Some((decoded, lead + length + end));
    }
    NAMED.iter().find_map(|(name, decoded)| {
        let end = mark(rest.strip_prefix(name)?, b';')?;
        Some((*decoded, name.len() + end))
    })
}

/// Percent encoding of the character in UTF-8, once or more often.
fn percent(c: char, fold: bool, rest: &str, at: usize, ends: &mut Vec<usize>) {
    let mut forms = vec![c.to_string()];
    if fold {
        forms.extend([
            c.to_lowercase().collect(),
            c.to_uppercase().collect::<String>(),
        ]);
    }
    for form in forms {
        if let [byte] = form.as_bytes() {
            percent_bytes(rest, *byte, |length| ends.push(at + length));
            continue;
        }
        let mut length = 0;
        let all = form.bytes().all(|byte| {
            let more = percent_byte(&rest[length..], byte);
            length += more.unwrap_or_default();
            more.is_some()
        });
        if all {
            ends.push(at + length);
        }
    }
}

/// Length of `%XX`, whose `%` may be encoded again.
fn percent_byte(rest: &str, byte: u8) -> Option<usize> {
    let mut found = None;
    percent_bytes(rest, byte, |length| found = Some(length));
    found
}

fn percent_bytes(rest: &str, byte: u8, mut found: impl FnMut(usize)) {
    let Some(mut inner) = rest.strip_prefix('%') else {
        return;
    };
    loop {
        let code = inner
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if code == Some(byte) {
            found(rest.len() - inner.len() + 2);
        }
        match inner.strip_prefix("25") {
            Some(more) => inner = more,
            None => return,
        }
    }
}
