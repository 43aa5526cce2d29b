//! Forms of a value in which none of its characters stands for itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use std::ops::Range;

/// How its bytes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Three bytes in four characters, for which case counts.
    Base64,
    /// Each byte in two digits.
    Hex,
}

impl Form {
    /// How many characters spell so many bytes, at the least.
    pub(super) fn spells(self, bytes: usize) -> usize {
        match self {
            Form::Base64 => (bytes * 4).div_ceil(3),
            Form::Hex => bytes * 2,
        }
    }
}

/// The part of each form that is the same whatever stands before and after the value.
pub(super) fn forms(value: &[u8]) -> Vec<(Form, String)> {
    let mut out = base64(value);
    let hex = value.iter().map(|byte| format!("{byte:02x}"));
    out.push((Form::Hex, hex.collect()));
    out
}

/// One for each of the three offsets, in both alphabets.
fn base64(value: &[u8]) -> Vec<(Form, String)> {
    let mut out = Vec::new();
    for offset in 0..3_usize {
        let mut bytes = vec![0; offset];
        bytes.extend_from_slice(value);
        let text = STANDARD_NO_PAD.encode(&bytes);
        // Six bits a character: the first and the last one may hold foreign bits.
        let first = (offset * 8).div_ceil(6);
        let last = bytes.len() * 8 / 6;
        let Some(inner) = text.get(first..last) else {
            continue;
        };
        let url = inner.replace('+', "-").replace('/', "_");
        if url != inner {
            out.push((Form::Base64, url));
        }
        out.push((Form::Base64, inner.to_owned()));
    }
    out
}

/// The run of encoded characters a place stands in.
pub(super) fn run(text: &str, from: usize, place: Range<usize>) -> Range<usize> {
    let encoded = |c: &char| c.is_ascii_alphanumeric() || "+/-_=".contains(*c);
    let length = |chars: &mut dyn Iterator<Item = char>| -> usize {
        chars.take_while(encoded).map(char::len_utf8).sum()
    };
    let before = length(&mut text[from..place.start].chars().rev());
    let after = length(&mut text[place.end..].chars());
    place.start - before..place.end + after
}
