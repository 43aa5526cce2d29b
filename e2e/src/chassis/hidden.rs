//! What a step may use and nobody may see: its secrets, and the texts that leave it.

use super::step::StepContext;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::report::record::EventKind;
use crate::secret::mask::Mask;
use crate::secret::places::Rule;
use crate::secret::{self, Known, Secret};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

/// The secrets of a step, and what else is to be masked.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    pub(super) secrets: Vec<(String, Secret)>,
    pub(super) known: Option<Arc<Known>>,
}

impl StepContext {
    /// Gives the step a secret under a name. A model is told the name, never the
    /// value; an executor gets the value with [`Self::reveal`] when it types it.
    #[must_use]
    pub fn with_secret(mut self, name: impl Into<String>, secret: Secret) -> Self {
        self.hidden.secrets.push((name.into(), secret));
        self
    }

    /// Masks what this attempt knows, besides what the process knows.
    #[must_use]
    pub(crate) fn with_known(mut self, known: Arc<Known>) -> Self {
        self.hidden.known = Some(known);
        self
    }

    /// Names of the step's secrets.
    pub fn secret_names(&self) -> impl Iterator<Item = &str> {
        self.hidden.secrets.iter().map(|(name, _)| name.as_str())
    }

    /// Where each secret may be typed.
    pub(crate) fn secret_rules(&self) -> Vec<Rule> {
        let secrets = self.hidden.secrets.iter();
        secrets.map(|(name, secret)| secret.rule(name)).collect()
    }

    /// The secrets as a model is told of them; empty without any.
    pub(crate) fn told_secrets(&self) -> String {
        secret::show(&self.hidden.secrets)
    }

    /// The value of a secret, at the moment it is used. From then on it is masked in
    /// everything that leaves the process.
    ///
    /// `shown` says that it goes where it can be read: a field that is no password
    /// field.
    ///
    /// # Errors
    ///
    /// [`Code::PolicyDenied`] for a password that would be shown;
    /// [`Code::AuthCredentialUnavailable`] or [`Code::SecretUnavailable`] when it has
    /// no value; [`Code::InvalidArgument`] for a name the step does not have.
    pub fn reveal(&self, name: &str, shown: bool) -> Result<String> {
        let declared = self.hidden.secrets.iter().find(|(known, _)| known == name);
        let Some((_, secret)) = declared else {
            let names: Vec<_> = self.secret_names().collect();
            return Err(Error::new(
                Code::InvalidArgument,
                format!("the step has no secret `{name}`"),
            )
            .note(format!("it has {}", names.join(", "))));
        };
        let value = match shown && !secret.fits_any_field() {
            true => Err(Error::new(
                Code::PolicyDenied,
                format!("the secret `{name}` goes only into a password field"),
            )
            .help("declare it with `.for_any_field()` if it may be shown there")),
            false => secret.resolve(name),
        };
        self.decided(name, value.as_ref().err());
        let value = value?;
        self.known().fill();
        Ok(value)
    }

    /// Records whether a secret may be typed.
    pub(crate) fn decided(&self, name: &str, denied: Option<&Error>) {
        let asked = match denied {
            None => format!("the secret `{name}` may be typed"),
            Some(_) => format!("the secret `{name}` may not be typed"),
        };
        self.record_event(EventKind::Policy, asked, Duration::ZERO, denied);
    }

    /// Whether a picture of the page may show a declared secret. Once it may, it does
    /// for the rest of the attempt.
    pub(crate) fn is_tainted(&self) -> bool {
        self.known().may_be_on_screen()
    }

    fn known(&self) -> &Known {
        match &self.hidden.known {
            Some(known) => known,
            None => secret::known::process(),
        }
    }

    /// The text without anything that must not leave.
    #[must_use]
    pub(crate) fn redact(&self, text: &str) -> String {
        self.known().redact(text)
    }

    /// How many values are masked; what was masked with fewer is masked again.
    pub(crate) fn known_values(&self) -> usize {
        self.known().count()
    }

    /// What a model must not be told. A password that the test wrote into this very
    /// sentence is the model's to type.
    pub(crate) fn mask_for_model(&self) -> Mask {
        let params = Value::Object(self.params().clone());
        self.known()
            .mask_beside(&format!("{} {params}", self.instruction()))
    }

    /// The parameters with the secrets the sentence names in braces, for an executor
    /// that types without a model.
    ///
    /// # Errors
    ///
    /// What [`Self::reveal`] fails with.
    pub(crate) fn filled_params(&self) -> Result<Map<String, Value>> {
        let mut params = self.params().clone();
        for (name, secret) in &self.hidden.secrets {
            if self.instruction().contains(&format!("{{{name}}}")) {
                params.insert(name.clone(), secret.resolve(name)?.into());
            }
        }
        Ok(params)
    }

    /// Refuses to put a secret where it may not go. `text` is what would be sent;
    /// `hidden` says that it goes into a password field.
    ///
    /// # Errors
    ///
    /// [`Code::PolicyDenied`], naming the secret.
    pub(crate) fn allow(&self, text: &str, hidden: bool) -> Result<()> {
        for (name, secret) in &self.hidden.secrets {
            let Ok(value) = secret.resolve(name) else {
                continue;
            };
            if text.contains(value.trim()) {
                if !hidden && !secret.fits_any_field() {
                    return self.reveal(name, true).map(drop);
                }
                self.decided(name, None);
                self.known().fill();
            }
        }
        Ok(())
    }
}
