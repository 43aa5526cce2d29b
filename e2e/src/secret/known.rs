//! Which values are secret: those of the process, and those of one attempt.
//!
//! Every value ever seen stays, so that a code that changes with each use is masked
//! in what was written before.

use super::mask::{Kind, Mask};
use super::value;
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The shortest value that is searched for, in characters.
pub(crate) const SHORTEST: usize = 6;

/// Under this name stands what was typed into a password field.
const TYPED: &str = "typed password";

/// A set of secret values, within a larger one.
#[derive(Debug, Default)]
pub(crate) struct Known {
    state: Mutex<State>,
    outer: Option<&'static Known>,
    /// A declared secret was typed: a picture of the page may show it.
    filled: AtomicBool,
}

#[derive(Default)]
struct State {
    values: Vec<Value>,
    /// Typed passwords too short to be searched for.
    short: Vec<String>,
    mask: Option<(usize, Arc<Mask>)>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} values", self.values.len())
    }
}

/// A secret value, for processes of one run to tell each other.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Value {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) kind: Kind,
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&value::marker(&self.name))
    }
}

/// The values of this process: declared secrets and the keys of models.
pub(crate) fn process() -> &'static Known {
    static PROCESS: LazyLock<Known> = LazyLock::new(Known::default);
    &PROCESS
}

impl Known {
    /// The values of one attempt, beside those of the process.
    pub(crate) fn of_attempt() -> Self {
        Self {
            outer: Some(process()),
            ..Self::default()
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a value under a name.
    ///
    /// # Errors
    ///
    /// [`crate::Code::InvalidConfig`] for a value or a name that cannot be masked.
    pub(crate) fn declare(&self, name: &str, value: &str) -> Result<()> {
        value::check(name, value)?;
        self.add(name, value, Kind::Declared);
        Ok(())
    }

    /// Adds the key of a model. One that cannot be masked is none: a server of one's
    /// own takes anything.
    #[cfg(feature = "genai")]
    pub(crate) fn declare_key(&self, name: &str, key: &str) {
        let _ = self.declare(name, key.trim());
    }

    /// Adds what was typed into a password field.
    pub(crate) fn typed(&self, text: &str) {
        if self.name_of(text).is_some() {
            return;
        }
        if text.trim().chars().count() >= SHORTEST {
            self.add(TYPED, text, Kind::Typed);
        } else if !text.is_empty() && !self.state().short.iter().any(|known| known == text) {
            self.state().short.push(text.to_owned());
        }
    }

    fn add(&self, name: &str, value: &str, kind: Kind) {
        let mut state = self.state();
        let known = |one: &Value| one.name == name && one.value == value;
        if !state.values.iter().any(known) {
            state.values.push(Value {
                name: name.to_owned(),
                value: value.to_owned(),
                kind,
            });
        }
    }

    /// How many values there are: what was cleaned with fewer has to be cleaned again.
    pub(crate) fn count(&self) -> usize {
        self.outer.map_or(0, Known::count) + self.state().values.len()
    }

    /// Everything known now.
    pub(crate) fn values(&self) -> Vec<Value> {
        let mut all = self.outer.map_or_else(Vec::new, Known::values);
        all.extend(self.state().values.iter().cloned());
        all
    }

    /// The mask of everything known now.
    pub(crate) fn mask(&self) -> Arc<Mask> {
        let count = self.count();
        if let Some((made_of, mask)) = &self.state().mask
            && *made_of == count
        {
            return Arc::clone(mask);
        }
        let mask = Arc::new(Mask::new(&self.values()));
        self.state().mask = Some((count, Arc::clone(&mask)));
        mask
    }

    /// The mask for a model that was told `task`: a password the test wrote into its
    /// sentence is one the model has to know.
    pub(crate) fn mask_beside(&self, task: &str) -> Mask {
        let mut values = self.values();
        values.retain(|one| one.kind == Kind::Declared || !task.contains(one.value.trim()));
        Mask::new(&values)
    }

    /// The text without any known value.
    pub(crate) fn redact(&self, text: &str) -> String {
        self.mask().redact(text).into_owned()
    }

    /// Under which name a value is known.
    fn name_of(&self, value: &str) -> Option<String> {
        let own = {
            let state = self.state();
            let found = state.values.iter().find(|one| one.value == value);
            found.map(|one| one.name.clone())
        };
        own.or_else(|| self.outer?.name_of(value))
    }

    /// What stands for `text` where it is all that was typed, however short it is.
    pub(crate) fn marker_of(&self, text: &str) -> Option<String> {
        let is_short = self.state().short.iter().any(|known| known == text);
        let name = self.name_of(text).or(is_short.then(|| TYPED.to_owned()));
        name.map(|name| value::marker(&name))
    }

    /// The text without quoted passwords that are too short to be searched for.
    pub(crate) fn without_quoted(&self, text: &str) -> String {
        let short = self.state().short.clone();
        short.iter().fold(text.to_owned(), |text, known| {
            text.replace(
                &format!("\"{known}\""),
                &format!("\"{}\"", value::marker(TYPED)),
            )
        })
    }

    /// Notes that a declared secret is about to be typed.
    pub(crate) fn fill(&self) {
        self.filled.store(true, Ordering::Relaxed);
    }

    /// Whether a picture of the page may show a declared secret.
    pub(crate) fn may_be_on_screen(&self) -> bool {
        self.filled.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_masked_when_its_name_gets_another() {
        let known = Known::default();
        known.declare("code", "492817").unwrap();
        known.declare("code", "118822").unwrap();
        assert_eq!(
            known.redact("492817, 118822"),
            "[secret code], [secret code]"
        );
    }

    #[test]
    fn what_a_test_wrote_into_its_sentence_is_told_to_its_model() {
        let known = Known::default();
        known.declare("key", "sk-12345678").unwrap();
        known.typed("correct horse");
        let text = "correct horse sk-12345678";
        let told = known.mask_beside("type \"correct horse\" and sk-12345678");
        assert_eq!(told.redact(text), "correct horse [secret key]");
        let other = known.mask_beside("sign out");
        assert_eq!(other.redact(text), "[secret typed password] [secret key]");
    }

    #[test]
    fn a_short_password_is_masked_only_where_it_stands_quoted() {
        let known = Known::default();
        known.typed("abc");
        assert_eq!(
            known.without_quoted("type \"abc\" into the abc field"),
            "type \"[secret typed password]\" into the abc field"
        );
        assert_eq!(known.redact("abc"), "abc");
        assert!(known.marker_of("abc").is_some());
    }
}
