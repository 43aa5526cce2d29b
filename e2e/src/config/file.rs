//! `e2e.toml` exactly as written.

use crate::code::Code;
use crate::error::{Error, SourceLocation};
use crate::text;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct File {
    pub(super) browser: Browser,
    pub(super) agent: Agent,
    pub(super) agents: BTreeMap<String, Agent>,
    pub(super) app: App,
    pub(super) timeouts: Timeouts,
    pub(super) interruptions: Vec<Interruption>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Interruption {
    pub(super) when: String,
    pub(super) tap: String,
    pub(super) times: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Browser {
    pub(super) name: Option<String>,
    pub(super) binary: Option<String>,
    pub(super) driver: Option<String>,
    pub(super) webdriver_url: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) headed: Option<bool>,
    pub(super) viewport: Option<String>,
    pub(super) wire: Option<String>,
    pub(super) isolation: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Agent {
    pub(super) model: Option<String>,
    pub(super) judge: Option<String>,
    pub(super) model_url: Option<String>,
    pub(super) context: Option<String>,
    pub(super) system: Option<String>,
    pub(super) max_model_calls: Option<u32>,
    pub(super) max_actions: Option<u32>,
    pub(super) max_input_tokens: Option<u32>,
    pub(super) observation_bytes: Option<u32>,
    pub(super) allow_origins: Option<Vec<String>>,
    pub(super) budget: Option<Budget>,
    pub(super) options: Option<Options>,
    pub(super) tiers: Option<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Budget {
    pub(super) step_tokens: Option<u64>,
    pub(super) step_cost_usd: Option<f64>,
    pub(super) test_tokens: Option<u64>,
    pub(super) test_cost_usd: Option<f64>,
    pub(super) run_tokens: Option<u64>,
    pub(super) run_cost_usd: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Options {
    pub(super) reasoning: Option<String>,
    pub(super) temperature: Option<f64>,
    pub(super) max_output_tokens: Option<u32>,
    pub(super) prices: Option<Prices>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prices {
    pub(super) input: f64,
    pub(super) cached_input: Option<f64>,
    pub(super) output: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct App {
    pub(super) url: Option<String>,
    pub(super) command: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) env: Option<BTreeMap<String, String>>,
    pub(super) ready: Option<String>,
    pub(super) reuse_existing: Option<bool>,
    pub(super) startup_timeout: Option<Time>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Timeouts {
    pub(super) test: Option<Time>,
    pub(super) act: Option<Time>,
    pub(super) judgment: Option<Time>,
    pub(super) action: Option<Time>,
    pub(super) expect: Option<Time>,
    pub(super) navigation: Option<Time>,
    pub(super) startup: Option<Time>,
    pub(super) teardown: Option<Time>,
}

/// A duration written like `"30s"`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Time(pub(super) Duration);

impl TryFrom<String> for Time {
    type Error = String;

    fn try_from(written: String) -> Result<Self, Self::Error> {
        text::parse_duration(&written).map(Time).ok_or_else(|| {
            format!(
                "`{written}` is no duration; write a whole number and ms, s, m or h, like \"30s\""
            )
        })
    }
}

/// Reads the file; one that is not there is an empty one.
pub(super) fn read(path: &Path) -> Result<File, Error> {
    match std::fs::read_to_string(path) {
        Ok(source) => parse(&source, path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(File::default()),
        Err(error) => Err(Error::new(
            Code::InvalidConfig,
            format!("cannot read {}", path.display()),
        )
        .caused_by(error)
        .help("make the file readable text, or remove it: every setting has a default")),
    }
}

fn parse(source: &str, path: &Path) -> Result<File, Error> {
    toml::from_str(source).map_err(|error| {
        let mut out = Error::new(
            Code::InvalidConfig,
            format!("{}: {}", path.display(), error.message().trim()),
        );
        if let Some(span) = error.span() {
            let (line, number) = line_at(source, span.start);
            let start = span.start - line.start;
            let end = span.end.min(line.end).saturating_sub(line.start).max(start);
            out = out
                .sentence(&source[line.clone()], start..end, "")
                .at(SourceLocation {
                    file: path.display().to_string(),
                    line: number,
                    column: u32::try_from(source[line.start..span.start].chars().count() + 1)
                        .unwrap_or(1),
                });
        }
        let line = error.span().map(|span| line_at(source, span.start).0);
        let line = line.map_or("", |line| &source[line]);
        match suggestion(error.message(), line) {
            Some(help) => out.help(help),
            None => out,
        }
    })
}

/// The byte range of the line that holds `at`, and its number from 1.
fn line_at(source: &str, at: usize) -> (std::ops::Range<usize>, u32) {
    let at = at.min(source.len());
    let start = source[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = source[at..].find('\n').map_or(source.len(), |i| at + i);
    let number = source[..start].matches('\n').count() + 1;
    (start..end, u32::try_from(number).unwrap_or(u32::MAX))
}

/// serde words an unknown key as "unknown field `x`, expected one of `a`, `b`".
fn suggestion(message: &str, line: &str) -> Option<String> {
    if message.starts_with("invalid type: sequence") && line.trim_start().starts_with("command") {
        return Some("write the program alone, and what it is given in `args = […]`".to_owned());
    }
    let rest = message.strip_prefix("unknown field ")?;
    let mut names = rest.split('`').skip(1).step_by(2);
    let unknown = names.next()?;
    let known: Vec<&str> = names.collect();
    Some(match text::nearest(unknown, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("known keys here: {}", known.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(source: &str) -> String {
        format!("{:?}", parse(source, Path::new("e2e.toml")).unwrap_err())
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest_key() {
        insta::assert_snapshot!(failure("[browser]\nheadles = true\n"), @"
        INVALID_CONFIG (setup): e2e.toml: unknown field `headles`, expected one of `name`, `binary`, `driver`, `webdriver_url`, `args`, `headed`, `viewport`, `wire`, `isolation`
         --> e2e.toml:2:1
          |
        2 | headles = true
          | ^^^^^^^
           = help: did you mean `headed`?
        ");
    }

    #[test]
    fn a_command_in_pieces_says_where_they_go() {
        insta::assert_snapshot!(failure("[app]\ncommand = [\"npm\", \"start\"]\n"), @r#"
        INVALID_CONFIG (setup): e2e.toml: invalid type: sequence, expected a string
         --> e2e.toml:2:11
          |
        2 | command = ["npm", "start"]
          |           ^^^^^^^^^^^^^^^^
           = help: write the program alone, and what it is given in `args = […]`
        "#);
    }

    #[test]
    fn a_wrong_duration_says_how_to_write_one() {
        insta::assert_snapshot!(failure("[timeouts]\ntest = \"soon\"\n"), @r#"
        INVALID_CONFIG (setup): e2e.toml: `soon` is no duration; write a whole number and ms, s, m or h, like "30s"
         --> e2e.toml:2:8
          |
        2 | test = "soon"
          |        ^^^^^^
        "#);
    }

    #[test]
    fn broken_toml_is_shown_where_it_breaks() {
        insta::assert_snapshot!(failure("[browser\n"), @"
        INVALID_CONFIG (setup): e2e.toml: unclosed table, expected `]`
         --> e2e.toml:1:9
          |
        1 | [browser
          | ^^^^^^^^
        ");
    }

    #[test]
    fn every_section_can_be_left_out() {
        parse("", Path::new("e2e.toml")).unwrap();
        parse("[timeouts]\ntest = \"30s\"", Path::new("e2e.toml")).unwrap();
    }
}
