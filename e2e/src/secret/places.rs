//! Where a secret may be typed: on the app's own origin, and on those it declares.

use super::known::{self, Value};
use super::mask::{Kind, Mask};
use crate::code::Code;
use crate::config::origin;
use crate::error::{Error, Result};
use std::sync::{Mutex, PoisonError};

/// Where one secret may go, by its name; its value is not here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) name: String,
    /// Origins beside the app's.
    pub(crate) origins: Vec<String>,
    /// It goes only where nobody reads it.
    pub(crate) hidden: bool,
}

/// Origins that secrets of this process declared, by name and value.
static DECLARED: Mutex<Vec<(String, String, Vec<String>)>> = Mutex::new(Vec::new());

/// Remembers where a value may go, for whoever types it outside of a step that has it.
pub(super) fn lead(name: &str, value: &str, origins: &[String]) {
    if origins.is_empty() {
        return;
    }
    let mut declared = DECLARED.lock().unwrap_or_else(PoisonError::into_inner);
    let one = (name.to_owned(), value.to_owned(), origins.to_vec());
    if !declared.contains(&one) {
        declared.push(one);
    }
}

fn led(value: &Value) -> Rule {
    let declared = DECLARED.lock().unwrap_or_else(PoisonError::into_inner);
    let own = declared
        .iter()
        .filter(|(name, known, _)| *name == value.name && *known == value.value);
    Rule {
        name: value.name.clone(),
        origins: own.flat_map(|(.., origins)| origins.clone()).collect(),
        hidden: false,
    }
}

/// The rules of every declared secret that a text holds, in whatever spelling. What the
/// step says of a secret of its own goes before what was declared elsewhere. A secret of
/// some other test counts only where it stands alone: "424242" is a code there and a
/// piece of a card number here, and which tests ran before must not matter.
pub(crate) fn rules_of(text: &str, own: &[Rule]) -> Vec<Rule> {
    let known = known::process();
    if text.is_empty() || known.mask().redact(text) == text {
        return Vec::new();
    }
    let own_of = |value: &Value| own.iter().find(|rule| rule.name == value.name);
    let holds = |value: &Value| {
        let mask = || Mask::new(std::slice::from_ref(value));
        value.kind == Kind::Declared
            && match own_of(value) {
                Some(_) => mask().redact(text) != text,
                None => mask().stands_alone(text),
            }
    };
    let held: Vec<Value> = known.values().into_iter().filter(holds).collect();
    let mut rules: Vec<Rule> = Vec::new();
    for value in &held {
        let named = |other: &&Value| other.value == value.value && own_of(other).is_some();
        let rule = match own_of(value) {
            Some(rule) => rule.clone(),
            // The step knows the same value under a name of its own.
            None if held.iter().any(|other| named(&other)) => continue,
            None => led(value),
        };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

pub(crate) use crate::config::origin::origin_of;

/// An origin as it was declared.
///
/// # Errors
///
/// [`Code::InvalidConfig`] for anything but scheme, host and port.
pub(super) fn declared(written: &str) -> Result<String> {
    origin::declared(written).ok_or_else(|| {
        Error::new(
            Code::InvalidConfig,
            format!("\"{written}\" is no origin that a secret can be typed on"),
        )
        .help("write scheme, host and port alone, as in \"https://login.example.com\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (written, expected) in [
            (
                "https://login.example.com",
                Some("https://login.example.com"),
            ),
            (
                "HTTPS://Login.Example.com:443/",
                Some("https://login.example.com"),
            ),
            ("http://127.0.0.1:3000", Some("http://127.0.0.1:3000")),
            (
                "https://bücher.example",
                Some("https://xn--bcher-kva.example"),
            ),
            ("https://example.com/login", None),
            ("https://*.example.com", None),
            ("https://app@example.com", None),
            ("https://example.com?x", None),
            ("example.com", None),
            ("file:///etc", None),
            ("data:text/html,x", None),
            ("null", None),
            ("", None),
        ] {
            let found = declared(written);
            assert_eq!(found.as_deref().ok(), expected, "{written}");
            if let Err(error) = found {
                assert_eq!(error.code(), Code::InvalidConfig);
            }
        }
    }

    #[test]
    fn what_a_text_holds_is_ruled_by_the_step_first() {
        let far = || Secret::new("places-Canary-1").allow_origin("https://far.example");
        far().announce("places-far").unwrap();
        Secret::new("places-Canary-2")
            .announce("places-near")
            .unwrap();
        let ruled = |text: &str, own: &[Rule]| {
            let rules = rules_of(text, own);
            let told = rules
                .iter()
                .map(|rule| format!("{} {:?}", rule.name, rule.origins));
            told.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(ruled("places", &[]), "");
        for text in [
            "places-Canary-1",
            "<places-canary-1>",
            "places%2DCanary%2D1",
        ] {
            assert_eq!(ruled(text, &[]), r#"places-far ["https://far.example"]"#);
        }
        assert_eq!(ruled("places-Canary-2", &[]), "places-near []");
        // A piece of something longer is the secret of the step that has it, only.
        for glued in [
            "places-Canary-23",
            "myplaces-Canary-2",
            "places-Canary-2places-Canary-2x",
        ] {
            assert_eq!(ruled(glued, &[]), "", "{glued}");
        }
        assert_eq!(
            ruled("x places-Canary-2places-Canary-2", &[]),
            "places-near []"
        );
        // Nor is a longer number that begins with it again and again.
        Secret::new("424242").announce("places-code").unwrap();
        assert_eq!(ruled("4242424242424242", &[]), "");
        for text in ["424242", "4242 42", "code 424242424242!", "424242-4242"] {
            assert_eq!(ruled(text, &[]), "places-code []", "{text}");
        }
        let own = |name: &str| Rule {
            name: name.to_owned(),
            ..Rule::default()
        };
        assert_eq!(
            ruled("places-Canary-1", &[own("places-far")]),
            "places-far []"
        );
        assert_eq!(
            ruled("places-Canary-12", &[own("places-far")]),
            "places-far []"
        );
        far().announce("places-other").unwrap();
        assert_eq!(
            ruled("places-Canary-1", &[own("places-far")]),
            "places-far []"
        );
    }

    #[test]
    fn an_origin_that_is_none_is_told_before_anything_is_typed() {
        let secret = Secret::new("places-Canary-3").allow_origin("example.com");
        for error in [
            secret.announce("door").unwrap_err(),
            secret.resolve("door").unwrap_err(),
        ] {
            assert_eq!(error.code(), Code::InvalidConfig);
            assert!(error.message().contains("\"example.com\""), "{error}");
        }
    }
}
