//! The diagnosis as a person reads it.

use super::doctor::{BrowserCheck, Diagnosis, ModelCheck, PackageCheck, ProgramCheck};
use std::fmt::Write as _;

/// The whole text, without a line break at its end.
pub(super) fn render(diagnosis: &Diagnosis) -> String {
    let mut out = String::new();
    row(&mut out, "e2e", diagnosis.version);
    for package in &diagnosis.packages {
        self::package(&mut out, package);
    }
    for output in &diagnosis.outputs {
        let state = if output.writable {
            "writable"
        } else {
            "NOT writable"
        };
        row(
            &mut out,
            "reports",
            &format!("{} ({state})", output.path.display()),
        );
    }
    let nextest = diagnosis.nextest.as_deref();
    row(
        &mut out,
        "nextest",
        nextest.unwrap_or("not installed (optional: `cargo install --locked cargo-nextest`)"),
    );
    for unknown in &diagnosis.unknown_variables {
        let hint = match unknown.nearest {
            Some(near) => format!("; did you mean {near}?"),
            None => String::new(),
        };
        row(
            &mut out,
            "unknown",
            &format!("{} is set and means nothing{hint}", unknown.name),
        );
    }
    for problem in &diagnosis.problems {
        let _ = write!(out, "\nerror: {problem}\n");
    }
    out.push_str(if diagnosis.ok {
        "\ntests can run"
    } else {
        "\ntests cannot run"
    });
    out
}

fn package(out: &mut String, package: &PackageCheck) {
    let _ = writeln!(out);
    row(out, "package", &package.root.display().to_string());
    match &package.config {
        Some(file) => row(out, "config", &file.display().to_string()),
        None => row(out, "config", "no e2e.toml; the defaults hold"),
    }
    match (&package.browser, &package.webdriver_url) {
        (Some(browser), _) => self::browser(out, browser),
        (None, Some(url)) => row(
            out,
            "browser",
            &format!("at {url}, asked when a test starts"),
        ),
        (None, None) => {
            row(out, "browser", "none that can be used; see below");
            found(out, "browser", &package.browsers);
            found(out, "driver", &package.drivers);
        }
    }
    match &package.model {
        Some(model) => row(out, "model", &self::model(model)),
        None => row(out, "model", "none configured; plain sentences still run"),
    }
    for (name, value) in &package.settings {
        row(out, "", &format!("{name} = {value}"));
    }
    let _ = writeln!(out);
}

fn browser(out: &mut String, browser: &BrowserCheck) {
    let version = |version: &str| match version {
        "" => "of unknown version".to_owned(),
        known => known.to_owned(),
    };
    let words = format!("{} {}", browser.kind, version(&browser.version));
    row(
        out,
        "browser",
        &format!("{words}  {}", browser.binary.display()),
    );
    let words = version(&browser.driver_version);
    row(
        out,
        "driver",
        &format!("{words}  {}", browser.driver.display()),
    );
}

/// What is there, when it is of no use: half of the answer to why not.
fn found(out: &mut String, what: &str, programs: &[ProgramCheck]) {
    for program in programs {
        let version = match (&program.version, &program.problem) {
            (Some(version), _) => version.clone(),
            (None, Some(why)) => why.clone(),
            (None, None) => "of unknown version".to_owned(),
        };
        row(
            out,
            "",
            &format!("found {what} {version}  {}", program.path.display()),
        );
    }
}

fn model(model: &ModelCheck) -> String {
    let mut out = model.name.clone();
    if let Some(provider) = &model.provider {
        let _ = write!(out, ", provider {provider}");
    }
    if let Some(url) = &model.url {
        let _ = write!(out, ", at {url}");
    }
    if let Some(variable) = model.key_variable {
        let state = if model.key_set {
            "is set"
        } else {
            "is NOT set"
        };
        let _ = write!(out, ", {variable} {state}");
    }
    if let Some(problem) = &model.problem {
        let _ = write!(out, "\n          CANNOT be asked: {problem}");
    }
    out
}

fn row(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "{name:<9} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::{OutputCheck, UnknownVariable};
    use std::collections::BTreeMap;

    #[test]
    fn it_says_what_is_there_and_what_is_not() {
        let diagnosis = Diagnosis {
            ok: false,
            version: "1.2.3",
            packages: vec![PackageCheck {
                root: "/w/shop".into(),
                config: None,
                settings: BTreeMap::from([("browser.headed", "false".into())]),
                browser: None,
                browsers: vec![ProgramCheck {
                    path: "/usr/bin/chromium".into(),
                    version: Some("140.0".into()),
                    problem: None,
                }],
                drivers: vec![ProgramCheck {
                    path: "/usr/bin/chromedriver".into(),
                    version: None,
                    problem: Some("it ended with status 1".into()),
                }],
                webdriver_url: None,
                model: Some(ModelCheck {
                    name: "anthropic::x".into(),
                    url: None,
                    provider: Some("anthropic".into()),
                    key_variable: Some("ANTHROPIC_API_KEY"),
                    key_set: false,
                    problem: Some("the key is missing".into()),
                }),
            }],
            outputs: vec![OutputCheck {
                path: "/w/target/e2e".into(),
                writable: true,
            }],
            nextest: None,
            unknown_variables: vec![UnknownVariable {
                name: "E2E_HEADLES".into(),
                nearest: Some("E2E_HEADED"),
            }],
            problems: vec!["X (infra): y\n   = help: z".into()],
        };
        assert_eq!(
            render(&diagnosis),
            "\
e2e       1.2.3

package   /w/shop
config    no e2e.toml; the defaults hold
browser   none that can be used; see below
          found browser 140.0  /usr/bin/chromium
          found driver it ended with status 1  /usr/bin/chromedriver
model     anthropic::x, provider anthropic, ANTHROPIC_API_KEY is NOT set
          CANNOT be asked: the key is missing
          browser.headed = false

reports   /w/target/e2e (writable)
nextest   not installed (optional: `cargo install --locked cargo-nextest`)
unknown   E2E_HEADLES is set and means nothing; did you mean E2E_HEADED?

error: X (infra): y
   = help: z

tests cannot run"
        );
    }
}
