//! Which addresses a model may open by itself.
//!
//! A page can ask a model to take what it read elsewhere, in the query of an address, so
//! an address leads only to the app, to what the test itself named, and to what the
//! configuration allows. Where the app's own links lead is the app's doing.

use super::foreign::words;
use super::hands::Hands;
use crate::chassis::StepContext;
use crate::code::Code;
use crate::config::origin::origin_of;
use crate::error::{Error, Result};

/// What one step allows.
struct Gate<'a> {
    /// Base address of the app.
    home: Option<&'a str>,
    /// Where the step began, which the test led to.
    began: Option<&'a str>,
    /// The sentence and its parameters.
    sentence: &'a str,
    /// Origins of the configuration.
    allowed: &'a [String],
}

impl Hands {
    /// Whether a model may open an address by itself.
    pub(super) fn may_open(&self, url: &str, step: &StepContext) -> Result<()> {
        let params = serde_json::Value::Object(step.params().clone());
        let before = self.before();
        let gate = Gate {
            home: self.base_url.as_deref(),
            began: before.as_ref().map(|screen| screen.url.as_str()),
            sentence: &format!("{} {params}", step.instruction()),
            allowed: &self.allowed,
        };
        gate.open(url)
            .inspect_err(|denied| step.record_refusal("navigate", denied))
    }
}

impl Gate<'_> {
    /// # Errors
    ///
    /// [`Code::PolicyDenied`] for an address of any other origin.
    fn open(&self, url: &str) -> Result<()> {
        let to = origin_of(url);
        let known = [self.home, self.began].into_iter().flatten();
        let allowed = to.as_ref().is_some_and(|to| {
            known.filter_map(origin_of).any(|origin| origin == *to)
                || self.allowed.contains(to)
                || self.names(to)
        });
        if allowed {
            return Ok(());
        }
        let to = to.as_deref().unwrap_or("an address without an origin");
        let home = match self.home.and_then(origin_of) {
            Some(home) => format!("the app's origin is {home}"),
            None => "the test has no app".to_owned(),
        };
        Err(Error::new(
            Code::PolicyDenied,
            format!("the address leads to {to}, which is neither the app's nor named by the step"),
        )
        .note(home)
        .help(format!(
            "if the step has to go there, write its address in the sentence, or declare \
             `allow_origins = [\"{to}\"]` in [agent] of e2e.toml"
        )))
    }

    /// Whether the step writes the origin's host out, and its port if it has one; a word
    /// of it is none, because hosts are called by any word.
    fn names(&self, origin: &str) -> bool {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let sentence = self.sentence.to_lowercase();
        let runs_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '@');
        words(host).next().is_some()
            && sentence.match_indices(host).any(|(at, _)| {
                let (before, behind) = (&sentence[..at], &sentence[at + host.len()..]);
                let mut next = behind.chars();
                let ends = match next.next() {
                    // The end of a sentence is none of a host.
                    Some('.') => !next.next().is_some_and(char::is_alphanumeric),
                    Some(':') => !next.next().is_some_and(|c| c.is_ascii_digit()),
                    Some(c) => !runs_on(c),
                    None => true,
                };
                ends && !before.ends_with(|c| runs_on(c) || c == '.')
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_opens_the_app_and_what_the_test_names() {
        let allowed = ["https://sso.test".to_owned()];
        let gate = |home, sentence| Gate {
            home,
            began: Some("http://shop.test:8080/a"),
            sentence,
            allowed: &allowed,
        };
        let app = Some("http://127.0.0.1:3000/app");
        for (home, sentence, url, goes) in [
            (app, "buy it", "http://127.0.0.1:3000/cart?x=1", true),
            (app, "buy it", "http://127.0.0.1:3001/cart", false),
            (app, "buy it", "http://localhost:3000/cart", false),
            (app, "buy it", "http://shop.test:8080/b", true),
            (app, "buy it", "https://sso.test/login", true),
            (app, "buy it", "https://sso.test.evil.test/login", false),
            (app, "buy it", "https://127.0.0.1:3000@evil.test/", false),
            // No host is named by a word that means something else.
            (app, "confirm the order", "https://order.test/", false),
            (app, "buy it at pay.test", "https://pay.test/x", true),
            (
                app,
                "go to https://Pay.test/now.",
                "https://pay.test/",
                true,
            ),
            (app, "buy it at pay.test.", "https://pay.test/x", true),
            (app, "buy it at pay.test", "https://ay.test/x", false),
            (app, "buy it at my.pay.test", "https://pay.test/x", false),
            (app, "buy it at pay.test.io", "https://pay.test/x", false),
            (app, "write to ada@pay.test", "https://pay.test/x", false),
            (app, "look at 127.0.0.1:99", "http://127.0.0.1:9/", false),
            (app, "look at 127.0.0.1:99", "http://127.0.0.1:99/", true),
            (app, "look at 127.0.0.1:99", "http://127.0.0.1/", false),
            (None, "buy it", "http://127.0.0.1:3000/", false),
        ] {
            let opened = gate(home, sentence).open(url);
            assert_eq!(opened.is_ok(), goes, "{sentence}: {url}: {opened:?}");
            if let Err(error) = opened {
                assert_eq!(error.code(), Code::PolicyDenied, "{url}");
            }
        }
    }
}
