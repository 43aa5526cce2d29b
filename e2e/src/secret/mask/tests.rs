//! A canary never survives, in whatever spelling it comes.

use super::super::known::Known;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use std::fmt::Write as _;

fn known(values: &[(&str, &str)]) -> Known {
    let known = Known::default();
    for (name, value) in values {
        known.declare(name, value).unwrap();
    }
    known
}

fn json(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap();
    quoted[1..quoted.len() - 1].to_owned()
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

fn every(text: &str, write: impl Fn(char) -> String) -> String {
    text.chars().map(write).collect()
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

/// Each word with something between its characters, words apart from each other.
fn spaced(text: &str, between: &str) -> String {
    let word = |word: &str| -> String {
        let chars: Vec<String> = word.chars().map(String::from).collect();
        chars.join(between)
    };
    let words: Vec<String> = text.split_whitespace().map(word).collect();
    words.join(" ")
}

type Spelling = (&'static str, fn(&str) -> String);

/// Every way a value is known to come out of an app, a tool or a format.
const SPELLINGS: &[Spelling] = &[
    ("as it is", str::to_owned),
    ("upper case", str::to_uppercase),
    ("lower case", str::to_lowercase),
    ("JSON", json),
    ("JSON in JSON", |text| json(&json(text))),
    ("JSON in JSON in JSON", |text| json(&json(&json(text)))),
    ("all \\u escapes", |text| {
        text.encode_utf16()
            .fold(String::new(), |out, half| format!("{out}\\u{half:04x}"))
    }),
    ("\\u escapes in JSON", |text| {
        json(
            &text
                .encode_utf16()
                .fold(String::new(), |out, half| format!("{out}\\u{half:04X}")),
        )
    }),
    ("Rust's Debug", |text| {
        let quoted = format!("{text:?}");
        quoted[1..quoted.len() - 1].to_owned()
    }),
    ("HTML", html),
    ("HTML twice", |text| html(&html(text))),
    ("HTML of JSON", |text| html(&json(text))),
    ("JSON of HTML", |text| json(&html(text))),
    ("decimal references", |text| {
        every(text, |c| format!("&#{};", u32::from(c)))
    }),
    ("padded references", |text| {
        every(text, |c| format!("&#{:07};", u32::from(c)))
    }),
    ("hex references", |text| {
        every(text, |c| format!("&#x{:X};", u32::from(c)))
    }),
    ("percent", percent),
    ("percent twice", |text| percent(&percent(text))),
    ("percent, every byte", |text| {
        text.bytes()
            .fold(String::new(), |out, byte| format!("{out}%{byte:02x}"))
    }),
    ("a form", |text| percent(text).replace("%20", "+")),
    ("percent of JSON", |text| percent(&json(text))),
    ("CSV", |text| text.replace('"', "\"\"")),
    ("percent of HTML", |text| percent(&html(text))),
    ("HTML of percent", |text| html(&percent(text))),
    ("a character a line", |text| spaced(text, "\n    ")),
    ("letter-spaced", |text| spaced(text, " ")),
    ("letter-spaced in JSON", |text| json(&spaced(text, "\n"))),
    ("with dashes", |text| spaced(text, " - ")),
    ("as cells", |text| spaced(text, ", ")),
    ("with invisible joints", |text| spaced(text, "\u{200b}")),
    ("white space collapsed", crate::text::collapse),
    ("base64", |text| STANDARD.encode(text)),
    ("base64 for URLs", |text| URL_SAFE.encode(text)),
    ("base64 without padding", |text| {
        URL_SAFE_NO_PAD.encode(text)
    }),
    ("basic authorization", |text| {
        STANDARD.encode(format!("ada:{text}"))
    }),
    ("hex", hex),
    ("hex in capitals", |text| hex(text).to_uppercase()),
    ("hex inside more", |text| hex(&format!("ada:{text}\n"))),
    ("base64 inside more", |text| {
        STANDARD.encode(format!("{{\"password\":\"{text}\",\"x\":1}}"))
    }),
];

#[test]
fn a_canary_is_found_in_every_spelling() {
    let values = [
        "canary",
        "Grüße, Straße!",
        "a\"b\\c'd/e",
        "<&amp;>%41+x",
        "two  words\tthree\nlines",
        "пароль ΣΑΣ",
        "🦀🦀🦀🦀🦀🦀",
        "İstanbul ISI",
        "100% sure & <b>",
        "p4$$w0rd{}[]",
        "\\u0041bcdef",
        "&lt;&#39;%2541",
    ];
    let mut broken = String::new();
    for value in values {
        let known = known(&[("pw", value)]);
        for (spelling, write) in SPELLINGS {
            let text = format!("before ({}) after", write(value));
            let clean = known.redact(&text);
            if clean != "before ([secret pw]) after" {
                let _ = writeln!(broken, "{spelling}: {text} -> {clean}");
            }
        }
    }
    assert!(broken.is_empty(), "{broken}");
}

#[test]
fn other_texts_stay_as_they_are() {
    let known = known(&[("pw", "correct horse")]);
    for text in [
        "",
        "correct",
        "a correct house",
        "correcthorse",
        "horse correct",
        "%63orrect%20h",
        "[secret pw]",
        "Y29ycmVjdA==",
        "636f7272656374",
        "\\u0063orrect",
        "&#99;orrect",
        "100% & more \\ things",
    ] {
        assert_eq!(known.redact(text), text);
    }
}

#[test]
fn places_that_overlap_become_one_under_the_longest_name() {
    let known = known(&[
        ("short", "abcdef"),
        ("long", "bcdefghij"),
        ("tail", "ghijkl"),
    ]);
    assert_eq!(known.redact("-abcdefghijkl-"), "-[secret long]-");
    assert_eq!(
        known.redact("abcdef: ghijkl"),
        "[secret short]: [secret tail]"
    );
}

#[test]
fn the_beginning_of_a_value_at_a_cut_is_masked() {
    let known = known(&[("pw", "correct horse battery"), ("pin", "123456")]);
    for (text, clean) in [
        ("it is correct ho…", "it is [secret pw]…"),
        ("it is correct…", "it is correct…"),
        ("it is 1234…", "it is [secret pin]…"),
        ("it is 12…", "it is 12…"),
        ("it is correct ho", "it is correct ho"),
    ] {
        assert_eq!(known.redact(text), clean);
    }
}

#[test]
fn edges_of_white_space_are_optional() {
    let known = known(&[("pw", "  correct horse ")]);
    assert_eq!(known.redact("<correct\u{a0}  horse>"), "<[secret pw]>");
}

#[test]
fn a_typed_password_is_found_escaped_and_not_in_another_case() {
    let known = Known::default();
    known.typed("pass \"word\"");
    for (text, clean) in [
        ("x pass \"word\" y", "x [secret typed password] y"),
        ("x pass \\\"word\\\" y", "x [secret typed password] y"),
        ("x pass%20%22word%22 y", "x [secret typed password] y"),
        ("x Pass \"Word\" y", "x Pass \"Word\" y"),
    ] {
        assert_eq!(known.redact(text), clean);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_canary_never_survives(
        value in "[a-zA-Z0-9äßéЖ€🦀 \"'\\\\/<>&%+=;:,.!?#@$*(){}\\[\\]\t-]{4,20}[a-zA-Z0-9]{3}",
        before in "[a-z<>&%\\\\\" (]{0,8}",
        after in "[ )<>&\"]{0,4}",
        spelling in 0..SPELLINGS.len(),
    ) {
        prop_assume!(value.trim().chars().count() >= 6);
        let known = known(&[("pw", &value)]);
        let (name, write) = SPELLINGS[spelling];
        let inner = write(value.trim());
        // What stands before must not be read as a part of the first character.
        let text = format!("{before} {inner} {after}");
        let clean = known.redact(&text);
        prop_assert!(!clean.contains(&inner), "{name}: {text} -> {clean}");
        prop_assert!(clean.contains("[secret pw]"), "{name}: {text} -> {clean}");
        prop_assert_eq!(known.redact(&clean), clean, "twice is once");
    }

    #[test]
    fn cleaning_twice_is_cleaning_once_and_nothing_panics(
        value in "[ab\\\\\"&%+ ]{6,9}",
        text in "[ab\\\\\"&%+ 25u0;#x…\\[\\]secrtpw]{0,60}",
    ) {
        prop_assume!(value.trim().chars().count() >= 6);
        let known = known(&[("pw", &value), ("other", "secret pw")]);
        let once = known.redact(&text);
        prop_assert_eq!(known.redact(&once), once.clone());
        prop_assert!(!once.replace("[secret pw]", "").replace("[secret other]", "").contains(value.trim()));
    }
}

#[test]
fn a_value_in_a_field_that_is_cut_at_its_limit_is_masked() {
    let known = known(&[("pw", "correct horse battery")]);
    for (length, units, masked) in [
        (256, "x", true),
        (512, "x", true),
        (255, "x", false),
        (256, "🦀", true),
    ] {
        let filler = units.repeat((length - 11) / units.encode_utf16().count());
        let filler = match (length - 11) % 2 {
            1 if units != "x" => format!("{filler}x"),
            _ => filler,
        };
        let field = format!("{filler}correct hor");
        assert_eq!(field.encode_utf16().count(), length);
        let line = known.redact(&format!("#n1 button \"{field}\" [disabled]"));
        assert_eq!(line.contains("[secret pw]\" [disabled]"), masked, "{line}");
        let mask = known.mask();
        let alone = mask.redact_field(&field);
        assert_eq!(alone.ends_with("[secret pw]"), masked, "{alone}");
    }
}

#[test]
fn most_of_a_value_is_as_good_as_all_of_it() {
    let known = known(&[("pw", "Geheim-Kuchen-4711"), ("pin", "12 34 56")]);
    for (text, clean) in [
        // What is left of it while somebody deletes, and a page that leaves letters out.
        ("value=\"Geheim-Kuchen-471\"", "value=\"[secret pw]\""),
        ("value=\"geheim-kuchen-\"", "value=\"[secret pw]\""),
        ("you typed eheim-Kuchen-4711!", "you typed [secret pw]!"),
        ("heim-Kuchen-4711", "[secret pw]"),
        // What divides it is not shown, or in another way.
        ("Geheim Kuchen 4711", "[secret pw]"),
        ("GEHEIMKUCHEN4711", "[secret pw]"),
        ("Geheim / Kuchen / 4711", "[secret pw]"),
        ("code 123456", "code [secret pin]"),
        // Half of it is other text, and so is a longer or another word.
        ("Geheim-Kuchen", "Geheim-Kuchen"),
        ("Kuchen-4711", "Kuchen-4711"),
        ("Geheim-Kuchen-4712", "Geheim-Kuchen-4712"),
        ("Xeheim-Kuchen-4711", "Xeheim-Kuchen-4711"),
    ] {
        assert_eq!(known.redact(text), clean, "{text}");
    }
}

#[test]
fn what_is_in_pieces_is_found_without_what_divides_it() {
    let known = known(&[("pw", "Geheim-Kuchen-4711")]);
    let mask = known.mask();
    let found = mask.spread(&[(1, "Geheim"), (2, "Kuchen"), (3, "4711")]);
    assert_eq!(found, vec![Some("[secret pw]"); 3]);
}

/// Cut after each of its characters from the middle on, in every spelling in which no
/// character stands for itself: nothing of it is left.
#[test]
fn the_beginning_of_an_encoded_value_at_a_cut_is_masked() {
    let value = "correct \"häuser\" & battery";
    let known = known(&[("pw", value)]);
    let encoded = [
        ("base64", STANDARD.encode(value)),
        ("base64 for URLs", URL_SAFE.encode(value)),
        (
            "basic authorization",
            STANDARD.encode(format!("ada:{value}")),
        ),
        ("base64 a byte on", STANDARD.encode(format!("ad:a:{value}"))),
        ("hex", hex(value)),
        ("hex in capitals", hex(value).to_uppercase()),
        ("percent", percent(value)),
        ("percent twice", percent(&percent(value))),
        (
            "every byte in percent",
            every(value, |c| {
                let mut bytes = [0; 4];
                let bytes = c.encode_utf8(&mut bytes).bytes();
                bytes.map(|byte| format!("%{byte:02X}")).collect()
            }),
        ),
        (
            "references",
            every(value, |c| format!("&#x{:X};", u32::from(c))),
        ),
        (
            "escapes",
            every(value, |c| format!("\\u{:04x}", u32::from(c))),
        ),
    ];
    let mut broken = String::new();
    for (spelling, text) in encoded {
        for length in text.len() * 2 / 3..text.len() {
            let line = format!("to {}… and", &text[..length]);
            if known.redact(&line) != "to [secret pw]… and" {
                let _ = writeln!(broken, "{spelling}: {line} -> {}", known.redact(&line));
            }
            // The same in a field of the page that ends there without a mark.
            let field = format!("{} {}", "x".repeat(255 - length), &text[..length]);
            if !known.mask().redact_field(&field).ends_with(" [secret pw]") {
                let _ = writeln!(broken, "{spelling}, a field of {length}");
            }
        }
        // A few characters of it may be anything.
        let line = format!("to {}… and", &text[..5]);
        assert_eq!(known.redact(&line), line, "{spelling}");
    }
    assert!(broken.is_empty(), "{broken}");
}
