//! What stands in braces in `[app]` and is replaced when the app starts.
//!
//! A misspelt one would reach the app as it is, and be noticed only when the app is not
//! ready in time.

use super::AppConfig;
use crate::code::Code;
use crate::error::Error;

/// The name of the only one there is, without its braces.
const KNOWN: &str = "port";

/// Refuses an app whose settings name anything else in braces. `origin` names a key.
pub(super) fn check(app: &AppConfig, origin: &impl Fn(&str) -> String) -> Result<(), Error> {
    let url = app.url.iter().map(|text| ("app.url".to_owned(), text));
    let command = app.command.iter();
    let command = command.map(|text| ("app.command".to_owned(), text));
    let args = app.args.iter().map(|text| ("app.args".to_owned(), text));
    let env = app.env.iter();
    let env = env.map(|(name, text)| (format!("app.env.{name}"), text));
    for (key, text) in url.chain(command).chain(args).chain(env) {
        if let Some(name) = unknown(text) {
            return Err(Error::new(
                Code::InvalidConfig,
                format!(
                    "{} is `{text}`, and nothing is called `{{{name}}}`",
                    origin(&key)
                ),
            )
            .help(format!(
                "write `{{{KNOWN}}}`, a free port picked at start: it is the only thing \
                 replaced; what the app itself reads in braces is left alone as `${{…}}` and `{{{{…}}}}`"
            )));
        }
    }
    Ok(())
}

/// The first word in braces that is not known. Braces of a shell's variable, doubled
/// ones, and what is no word, as in JSON, are the app's own.
fn unknown(text: &str) -> Option<&str> {
    let mut braces = text.match_indices('{');
    braces.find_map(|(at, _)| {
        let rest = &text[at + 1..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let (name, after) = rest.split_at(rest.find(|c| !is_part(c))?);
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic()) && after.starts_with('}');
        let is_anothers = text[..at].ends_with(['$', '{']);
        (is_word && !is_anothers && name != KNOWN).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_braces_is_known_or_told() {
        for (text, expected) in [
            ("http://127.0.0.1:{port}", None),
            ("--port={port} --host={host}", Some("host")),
            ("{prot}", Some("prot")),
            ("{port}{Port}", Some("Port")),
            ("a {b", None),
            ("${HOME}/x", None),
            ("a {{b}} c", None),
            ("{\"a\":{\"b\":1}}", None),
            ("{}", None),
            ("{0}", None),
            ("ä{é}{x}", Some("x")),
        ] {
            assert_eq!(unknown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_error_names_the_key_and_what_is_known() {
        let app = AppConfig {
            env: [("PORT".to_owned(), "{prot}".to_owned())].into(),
            ..AppConfig::default()
        };
        let error = check(&app, &|key| format!("e2e.toml: {key}")).unwrap_err();
        assert_eq!(error.code(), Code::InvalidConfig);
        let text = format!("{error:?}");
        assert!(
            text.contains("e2e.toml: app.env.PORT is `{prot}`, and nothing is called `{prot}`")
                && text.contains("write `{port}`"),
            "{text}"
        );
    }
}
