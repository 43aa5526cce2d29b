//! The only reader of `E2E_*` variables. What other tools set for a test binary is
//! read in `launch`, beside it; nothing else of the crate reads the environment.
//!
//! Every variable the crate knows stands in [`KNOWN`]. A value outside its choices
//! is an error that lists them, never a silent default.

use super::{BrowserKind, Isolation, Tiers, WireChoice};
use crate::code::Code;
use crate::error::Error;
use crate::text;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Every `E2E_*` variable, for the check of unknown ones.
const KNOWN: &[&str] = &[
    "E2E_AGENT",
    "E2E_APP_URL",
    "E2E_BROWSER",
    "E2E_BROWSER_ARGS",
    "E2E_DEBUG",
    "E2E_DRIVER",
    "E2E_HEADED",
    "E2E_IN_PROCESS",
    "E2E_ISOLATION",
    "E2E_KEEP_OPEN",
    "E2E_MODEL",
    "E2E_MODEL_URL",
    "E2E_ORDER",
    "E2E_RETRIES",
    "E2E_RUN_ID",
    "E2E_TAGS",
    "E2E_TIERS",
    "E2E_TIMEOUT",
    "E2E_WEBDRIVER_URL",
    "E2E_WIRE",
];

/// What the environment says; `None` is "not set".
#[derive(Debug, Default)]
pub(super) struct Env {
    pub(super) agent: Option<String>,
    pub(super) app_url: Option<String>,
    pub(super) browser: Option<Browser>,
    pub(super) browser_args: Option<Vec<String>>,
    pub(super) debug: Option<bool>,
    pub(super) driver: Option<PathBuf>,
    pub(super) headed: Option<bool>,
    pub(super) isolation: Option<Isolation>,
    pub(super) keep_open: Option<bool>,
    pub(super) model: Option<String>,
    pub(super) model_url: Option<String>,
    pub(super) retries: Option<u32>,
    pub(super) run_id: Option<String>,
    pub(super) tiers: Option<Tiers>,
    pub(super) timeout: Option<Duration>,
    pub(super) webdriver_url: Option<String>,
    pub(super) wire: Option<WireChoice>,
    pub(super) nextest: Option<Nextest>,
    pub(super) ci: bool,
}

/// `E2E_BROWSER` takes a name or a program's path.
#[derive(Debug)]
pub(super) enum Browser {
    Kind(BrowserKind),
    Binary(PathBuf),
}

/// What nextest tells each process it starts.
#[derive(Debug)]
pub(super) struct Nextest {
    pub(super) run_id: Option<String>,
    pub(super) attempt: u32,
    pub(super) slot: Option<u32>,
    pub(super) workspace_root: Option<PathBuf>,
}

/// Reads the process environment.
pub(super) fn read() -> Result<Env, Error> {
    from(|name| std::env::var_os(name))
}

fn from(get: impl Fn(&str) -> Option<OsString>) -> Result<Env, Error> {
    let text = |name: &str| -> Result<Option<String>, Error> {
        match get(name) {
            None => Ok(None),
            Some(value) => match value.into_string() {
                Ok(value) if value.trim().is_empty() => Ok(None),
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(invalid(
                    name,
                    "is not UTF-8",
                    "set it to readable text, or unset it",
                )),
            },
        }
    };
    Ok(Env {
        app_url: text("E2E_APP_URL")?,
        browser: text("E2E_BROWSER")?
            .map(|value| browser(&value))
            .transpose()?,
        browser_args: text("E2E_BROWSER_ARGS")?
            .map(|value| value.split_whitespace().map(str::to_owned).collect()),
        debug: flag("E2E_DEBUG", text("E2E_DEBUG")?.as_deref())?,
        driver: text("E2E_DRIVER")?.map(PathBuf::from),
        headed: flag("E2E_HEADED", text("E2E_HEADED")?.as_deref())?,
        isolation: text("E2E_ISOLATION")?
            .map(|value| isolation(&value, "E2E_ISOLATION"))
            .transpose()?,
        keep_open: flag("E2E_KEEP_OPEN", text("E2E_KEEP_OPEN")?.as_deref())?,
        agent: text("E2E_AGENT")?,
        model: text("E2E_MODEL")?,
        model_url: text("E2E_MODEL_URL")?,
        retries: text("E2E_RETRIES")?
            .map(|value| {
                let number = value.trim().parse().ok().filter(|n| *n <= 10);
                number.ok_or_else(|| {
                    invalid(
                        "E2E_RETRIES",
                        &format!("is `{value}`"),
                        "use a whole number from 0 to 10",
                    )
                })
            })
            .transpose()?,
        run_id: text("E2E_RUN_ID")?.map(run_id).transpose()?,
        tiers: text("E2E_TIERS")?
            .map(|value| tiers(value.split(',').map(str::trim), "E2E_TIERS"))
            .transpose()?,
        timeout: text("E2E_TIMEOUT")?
            .map(|value| {
                text::parse_duration(&value).ok_or_else(|| {
                    invalid(
                        "E2E_TIMEOUT",
                        &format!("is `{value}`, which is no duration"),
                        "write a whole number and ms, s, m or h, like 30s",
                    )
                })
            })
            .transpose()?,
        webdriver_url: text("E2E_WEBDRIVER_URL")?,
        wire: text("E2E_WIRE")?
            .map(|value| wire(&value, "E2E_WIRE"))
            .transpose()?,
        nextest: match text("NEXTEST")? {
            Some(value) if value == "1" => Some(Nextest {
                run_id: text("NEXTEST_RUN_ID")?,
                attempt: text("NEXTEST_ATTEMPT")?
                    .and_then(|value| value.parse().ok())
                    .unwrap_or(1),
                slot: text("NEXTEST_TEST_GLOBAL_SLOT")?.and_then(|value| value.parse().ok()),
                workspace_root: text("NEXTEST_WORKSPACE_ROOT")?.map(PathBuf::from),
            }),
            _ => None,
        },
        ci: text("CI")?.is_some_and(|value| value != "0" && value != "false"),
    })
}

/// What has to be known before anything is configured, so that listing tests works
/// whatever else is set.
#[derive(Debug)]
pub(super) struct Selection {
    /// The tags to select by.
    pub(super) tags: Vec<String>,
    /// Whether tests stay in this process.
    pub(super) in_process: bool,
    /// What tests are ordered by, as it was written.
    pub(super) order: Option<String>,
}

pub(super) fn selection(get: impl Fn(&str) -> Option<String>) -> Selection {
    let tags = get("E2E_TAGS").unwrap_or_default();
    let tags = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty());
    Selection {
        tags: tags.map(str::to_owned).collect(),
        in_process: get("E2E_IN_PROCESS").is_some_and(|value| value != "0"),
        order: get("E2E_ORDER").filter(|value| !value.is_empty()),
    }
}

/// Prefixes of variables that mean something elsewhere in the project: what marks a
/// process that a run started, what its own measurements take, what a run is told.
const OURS: &[&str] = &["E2E_OWNER", "E2E_BENCH_", super::REPORTED];

/// Variables that are set, start with `E2E_` and mean nothing here.
pub(super) fn unknown() -> Vec<(String, Option<&'static str>)> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    unknown_of(names)
}

fn unknown_of(names: impl Iterator<Item = String>) -> Vec<(String, Option<&'static str>)> {
    let bare = |name: &'static str| &name["E2E_".len()..];
    let mut found: Vec<_> = names
        .filter(|name| name.starts_with("E2E_") && !KNOWN.contains(&name.as_str()))
        .filter(|name| !OURS.iter().any(|ours| name.starts_with(ours)))
        .map(|name| {
            let near = text::nearest(&name["E2E_".len()..], KNOWN.iter().map(|k| bare(k)))
                .and_then(|near| KNOWN.iter().find(|k| bare(k) == near).copied());
            (name, near)
        })
        .collect();
    found.sort();
    found
}

/// The cargo that started this process, or the one on `PATH`.
#[cfg(feature = "cli")]
pub(super) fn cargo() -> OsString {
    std::env::var_os("CARGO")
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| "cargo".into())
}

/// The variable a test names for a value of its own.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether a variable is set to something. Its value is nobody's business.
#[cfg(feature = "cli")]
pub(super) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn browser(value: &str) -> Result<Browser, Error> {
    if value.contains(['/', '\\']) {
        return Ok(Browser::Binary(PathBuf::from(value)));
    }
    kind(value, "E2E_BROWSER").map(Browser::Kind)
}

/// A browser by name; `origin` is the setting to blame.
pub(super) fn kind(value: &str, origin: &str) -> Result<BrowserKind, Error> {
    BrowserKind::ALL
        .iter()
        .copied()
        .find(|kind| kind.as_str() == value)
        .ok_or_else(|| {
            let names: Vec<_> = BrowserKind::ALL.iter().map(|kind| kind.as_str()).collect();
            choice(origin, value, &names, " or a path to the program")
        })
}

/// A wire by name; `origin` is the setting to blame.
pub(super) fn wire(value: &str, origin: &str) -> Result<WireChoice, Error> {
    WireChoice::ALL
        .iter()
        .copied()
        .find(|wire| wire.as_str() == value)
        .ok_or_else(|| {
            let names: Vec<_> = WireChoice::ALL.iter().map(|wire| wire.as_str()).collect();
            choice(origin, value, &names, "")
        })
}

/// What tests share, by name; `origin` is the setting to blame.
pub(super) fn isolation(value: &str, origin: &str) -> Result<Isolation, Error> {
    Isolation::ALL
        .iter()
        .copied()
        .find(|isolation| isolation.as_str() == value)
        .ok_or_else(|| {
            let names: Vec<_> = Isolation::ALL.iter().map(|one| one.as_str()).collect();
            choice(origin, value, &names, "")
        })
}

/// Tier names, in any order.
pub(super) fn tiers<'a>(
    names: impl Iterator<Item = &'a str>,
    origin: &str,
) -> Result<Tiers, Error> {
    let mut tiers = Tiers {
        replay: false,
        plain: false,
        model: false,
    };
    for name in names.filter(|name| !name.is_empty()) {
        match name {
            "replay" => tiers.replay = true,
            "plain" => tiers.plain = true,
            "model" => tiers.model = true,
            other => return Err(choice(origin, other, &["replay", "plain", "model"], "")),
        }
    }
    if tiers
        == (Tiers {
            replay: false,
            plain: false,
            model: false,
        })
    {
        return Err(invalid(
            origin,
            "names no tier, so no sentence could ever run",
            "name one or more of: replay, plain, model",
        ));
    }
    Ok(tiers)
}

fn flag(name: &str, value: Option<&str>) -> Result<Option<bool>, Error> {
    match value {
        None => Ok(None),
        Some("1" | "true" | "yes" | "on") => Ok(Some(true)),
        Some("0" | "false" | "no" | "off") => Ok(Some(false)),
        Some(other) => Err(choice(name, other, &["1", "0", "true", "false"], "")),
    }
}

/// A run id becomes a folder name, so it may not climb out of its parent.
fn run_id(value: String) -> Result<String, Error> {
    let plain = value
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    if plain && !value.starts_with('.') {
        Ok(value)
    } else {
        Err(invalid(
            "E2E_RUN_ID",
            &format!("is `{value}`, which is no folder name"),
            "use letters, digits, `-`, `_` and `.` only, not starting with `.`",
        ))
    }
}

fn choice(origin: &str, value: &str, names: &[&str], more: &str) -> Error {
    let error = invalid(
        origin,
        &format!("is `{value}`, which is none of its values"),
        &format!("use one of: {}{more}", names.join(", ")),
    );
    match text::nearest(value, names.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}

fn invalid(name: &str, what: &str, help: &str) -> Error {
    Error::new(Code::InvalidConfig, format!("{name} {what}")).help(help)
}

#[cfg(test)]
mod tests;
