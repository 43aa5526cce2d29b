//! A secret as a test declares it: where its value comes from, and where it may go.

use super::known::{self, SHORTEST};
use super::places::{self, Rule};
use crate::code::Code;
use crate::config;
use crate::error::{Error, Result};
use std::fmt;
use std::sync::Arc;

/// A value that is typed into the app and never shown: not to a model, not in a
/// report, not on a terminal.
///
/// It is resolved at the moment it is typed. By default it goes only into password
/// fields, and only on the app's own origin. It cannot be formatted: printing it shows where it comes from.
///
/// ```no_run
/// # async fn demo(agent: e2e::Agent) -> e2e::Result {
/// use e2e::Secret;
///
/// agent
///     .act("sign in as ada@example.com with {password}")
///     .secret("password", Secret::env("SHOP_PASSWORD"))
///     .await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Secret {
    source: Source,
    any_field: bool,
    /// As they were written.
    origins: Vec<String>,
}

#[derive(Clone)]
enum Source {
    Value(Arc<str>),
    Env(Arc<str>),
    Provider(Arc<dyn Fn() -> Result<String> + Send + Sync>),
}

impl Secret {
    /// A value that is at hand. It is masked from now on, wherever it shows up.
    pub fn new(value: impl Into<String>) -> Self {
        Self::of(Source::Value(value.into().into()))
    }

    /// The value of an environment variable, read each time it is typed.
    pub fn env(variable: impl Into<String>) -> Self {
        Self::of(Source::Env(variable.into().into()))
    }

    /// A value that is made each time it is typed: a one-time code, a vault's answer.
    ///
    /// ```
    /// let code = e2e::Secret::from_fn(|| Ok("492 817".to_owned())).for_any_field();
    /// assert_eq!(format!("{code:?}"), "[secret from a function]");
    /// ```
    pub fn from_fn(provider: impl Fn() -> Result<String> + Send + Sync + 'static) -> Self {
        Self::of(Source::Provider(Arc::new(provider)))
    }

    fn of(source: Source) -> Self {
        Self {
            source,
            any_field: false,
            origins: Vec::new(),
        }
    }

    /// Lets it be typed into any field, not only into password fields: a one-time
    /// code, a card number.
    #[must_use]
    pub fn for_any_field(mut self) -> Self {
        self.any_field = true;
        self
    }

    /// Lets it be typed on another origin than the app's, too: the login page of an
    /// identity provider, the frame of a payment service. An origin is scheme, host and
    /// port; anything else is [`Code::InvalidConfig`] once the secret is used.
    ///
    /// ```
    /// let password = e2e::Secret::env("SSO_PASSWORD").allow_origin("https://login.example.com");
    /// # drop(password);
    /// ```
    #[must_use]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    fn declared_origins(&self) -> Result<Vec<String>> {
        let all = self.origins.iter();
        all.map(|origin| places::declared(origin)).collect()
    }

    /// Where it may go, under the name that a step gives it.
    pub(crate) fn rule(&self, name: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            origins: self.declared_origins().unwrap_or_default(),
            hidden: !self.any_field,
        }
    }

    /// Whether it may be typed into a field that shows what is typed.
    pub(crate) fn fits_any_field(&self) -> bool {
        self.any_field
    }

    /// Its value, which is masked under `name` from now on.
    ///
    /// # Errors
    ///
    /// [`Code::AuthCredentialUnavailable`], or [`Code::SecretUnavailable`] for one that
    /// fits any field, when there is no value; [`Code::InvalidConfig`] for a value too
    /// short to be masked.
    pub(crate) fn resolve(&self, name: &str) -> Result<String> {
        let missing = |why: String| {
            let code = if self.any_field {
                Code::SecretUnavailable
            } else {
                Code::AuthCredentialUnavailable
            };
            Error::new(code, format!("the secret `{name}` has no value: {why}")).blocked()
        };
        let origins = self.declared_origins()?;
        let value = match &self.source {
            Source::Value(value) => value.to_string(),
            Source::Env(variable) => config::variable(variable).ok_or_else(|| {
                missing(format!("the variable {variable} is not set"))
                    .help(format!("set {variable} where the tests are run"))
            })?,
            // Its own words may quote the value.
            Source::Provider(provider) => provider().map_err(|error| {
                missing("its function failed".to_owned())
                    .note(known::process().redact(error.message()))
            })?,
        };
        known::process().declare(name, &value)?;
        places::lead(name, &value, &origins);
        Ok(value)
    }

    /// Masks a value that is at hand, before anything is done with it.
    pub(crate) fn announce(&self, name: &str) -> Result<()> {
        let origins = self.declared_origins()?;
        let value = match &self.source {
            Source::Value(value) => Some(value.to_string()),
            Source::Env(variable) => config::variable(variable),
            Source::Provider(_) => None,
        };
        if let Some(value) = value {
            known::process().declare(name, &value)?;
            places::lead(name, &value, &origins);
        }
        Ok(())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Value(_) => f.write_str("[secret]"),
            Source::Env(variable) => write!(f, "[secret {variable}]"),
            Source::Provider(_) => f.write_str("[secret from a function]"),
        }
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What stands in the place of a value.
pub(crate) fn marker(name: &str) -> String {
    format!("[secret {name}]")
}

/// Refuses a name or a value that cannot be masked; neither is quoted.
pub(super) fn check(name: &str, value: &str) -> Result<()> {
    let wrong = |why: String| Err(Error::new(Code::InvalidConfig, why));
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
        return wrong("a secret's name has 1 to 64 letters, digits, `-`, `_` and `.`".to_owned());
    }
    let length = value.trim().chars().count();
    if length < SHORTEST {
        return wrong(format!(
            "the secret `{name}` has {length} characters; at least {SHORTEST} are needed, or \
             masking it would tear ordinary words apart"
        ));
    }
    if value.contains("[secret ") || name.to_lowercase().contains(&value.to_lowercase()) {
        return wrong(format!(
            "the value of the secret `{name}` stands in its own mask"
        ));
    }
    Ok(())
}

/// The secrets of a call as a model is told of them: names, never values.
pub(crate) fn show(secrets: &[(String, Secret)]) -> String {
    let mut out = String::new();
    for (name, secret) in secrets {
        let into = if secret.any_field {
            "any field"
        } else {
            "password fields"
        };
        out.push_str(&format!("\n- {name}: for {into}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_print() {
        for (secret, expected) in [
            (Secret::new("correct horse"), "[secret]"),
            (Secret::env("SHOP_PASSWORD"), "[secret SHOP_PASSWORD]"),
            (
                Secret::from_fn(|| Ok("x".to_owned())),
                "[secret from a function]",
            ),
        ] {
            assert_eq!(
                format!("{secret:?} {secret}"),
                format!("{expected} {expected}")
            );
        }
    }

    #[test]
    fn what_cannot_be_masked_is_refused_without_a_word_of_it() {
        for (name, value, expected) in [
            ("pin", "1234", "has 4 characters; at least 6"),
            ("pin", "  1234   ", "has 4 characters"),
            ("a b", "long enough", "1 to 64 letters"),
            ("long-enough", "ENOUGH", "in its own mask"),
            ("x", "a [secret x] b", "in its own mask"),
        ] {
            let error = Secret::new(value).resolve(name).unwrap_err();
            assert_eq!(error.code(), Code::InvalidConfig);
            assert!(error.message().contains(expected), "{error}");
            assert!(!error.message().contains(value.trim()), "{error}");
        }
    }

    #[test]
    fn a_missing_value_says_where_to_put_it() {
        let secret = Secret::env("E2E_NO_SUCH_SECRET_ANYWHERE");
        let error = secret.resolve("door").unwrap_err();
        assert_eq!(error.code(), Code::AuthCredentialUnavailable);
        assert!(error.is_blocked());
        assert!(error.helps()[0].contains("set E2E_NO_SUCH_SECRET_ANYWHERE"));
        let error = secret.for_any_field().resolve("door").unwrap_err();
        assert_eq!(error.code(), Code::SecretUnavailable);
    }
}
