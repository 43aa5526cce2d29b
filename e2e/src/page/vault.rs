//! Keeps secrets on the origins they may go to.
//!
//! What a document says of itself is believed only where it cannot lie: its address is
//! asked past the page's own scripts, and whether a frame without an address belongs to
//! the document around it is asked of the one around it. The way is looked at from the
//! top, before anything is sent and again before each key.

use super::feed::Page;
use super::node::NodeId;
use super::ready::Ready;
use super::standing::{BLANK, Place, deeper, focus, standing};
use super::verb::{Deed, Verb};
use crate::browser::engine::Engine;
use crate::browser::inside::Inside;
use crate::browser::wire::Evaluated;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::secret::places::{Rule, origin_of, rules_of};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long one document may take to say where it is, and how often it is asked that
/// changes meanwhile.
const PROMPT: Duration = Duration::from_secs(5);
const ASKED: u32 = 20;
/// Most documents on the way to a field.
const DEEP: usize = 16;

/// What was last known of secrets and of where they may go.
#[derive(Debug, Default)]
pub(super) struct Vault(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The app's origin.
    home: Option<String>,
    /// The rules of the step that acts.
    rules: Vec<Rule>,
    /// Which secrets went where they may not be typed, as far as that was told.
    told: BTreeSet<(String, String)>,
}

impl Vault {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rules_of(&self, text: &str) -> Vec<Rule> {
        let own = self.state().rules.clone();
        rules_of(text, &own)
    }

    /// The secrets that a request takes to an origin they may not be typed on, with that
    /// origin; each once.
    pub(super) fn strays(&self, url: &str, body: &str) -> Vec<(String, String)> {
        let Some(origin) = origin_of(url) else {
            return Vec::new();
        };
        let mut rules = self.rules_of(url);
        rules.extend(self.rules_of(body));
        let far = rules
            .into_iter()
            .filter(|rule| self.allow(std::slice::from_ref(rule), &origin).is_err());
        let far: Vec<_> = far.map(|rule| (rule.name, origin.clone())).collect();
        let mut state = self.state();
        let new = far.into_iter().filter(|one| state.told.insert(one.clone()));
        new.collect()
    }

    /// Refuses an origin that one of the secrets may not be typed on.
    fn allow(&self, rules: &[Rule], origin: &str) -> Result<()> {
        let home = self.state().home.clone();
        let near = |rule: &&Rule| {
            home.as_deref() != Some(origin) && !rule.origins.iter().any(|known| known == origin)
        };
        let Some(rule) = rules.iter().find(near) else {
            return Ok(());
        };
        let name = &rule.name;
        let error = Error::new(
            Code::PolicyDenied,
            format!(
                "the secret `{name}` would have gone to {origin}, which is not the app's origin"
            ),
        );
        let error = match (home, rule.origins.is_empty()) {
            (Some(home), true) => error.note(format!("the app's origin is {home}")),
            (Some(home), false) => error.note(format!(
                "the app's origin is {home}; the secret also declares {}",
                rule.origins.join(", ")
            )),
            (None, _) => error.note("the test has no app, so that no origin is the app's"),
        };
        Err(match origin_of(origin) {
            Some(_) => error.help(format!(
                "if it belongs there, declare that: `Secret::….allow_origin(\"{origin}\")`"
            )),
            None => error.help("type it into a document that has an address of its own"),
        })
    }
}

impl Page {
    /// Names the app that the page shows: secrets may be typed on its origin.
    pub(crate) fn belongs_to(&self, base_url: Option<&str>) {
        if let Some(origin) = base_url.and_then(origin_of) {
            self.vault.state().home = Some(origin);
        }
    }

    /// Refuses a verb that would carry a secret where it may not go. Nothing was sent.
    /// The rules are those of the step that acts, and hold for the whole of the verb.
    pub(super) async fn vouch(&self, verb: &Verb, rules: &[Rule]) -> Result<()> {
        self.vault.state().rules = rules.to_vec();
        match verb {
            Verb::Type { target, text, .. } => self.vouch_at(text, target.as_ref()).await,
            Verb::Point {
                deed: Deed::Type { text, .. },
                ..
            } => {
                // Where the click leads is seen before the first key.
                let rules = self.vault.rules_of(text);
                match rules.is_empty() {
                    true => Ok(()),
                    false => self.vouch_way(&rules, None).await,
                }
            }
            Verb::Navigate { url } => {
                let rules = self.vault.rules_of(url);
                let origin = origin_of(url);
                self.vault
                    .allow(&rules, origin.as_deref().unwrap_or(BLANK))
                    .map_err(|error| error.note("nothing was sent"))
            }
            _ => Ok(()),
        }
    }

    /// The same for a text and the element it is meant for, else for what has the focus.
    pub(super) async fn vouch_at(&self, text: &str, target: Option<&NodeId>) -> Result<()> {
        let rules = self.vault.rules_of(text);
        if rules.is_empty() {
            return Ok(());
        }
        let vouched = match target {
            Some(_) => self.vouch_way(&rules, target).await,
            None => self.vouch_focus(&rules).await,
        };
        vouched.map_err(|error| error.note("nothing was sent"))
    }

    /// The same for the answer to a dialog, by the address of the page that asks: it is
    /// read past the page, and nobody looked at the page since the dialog opened.
    pub(super) async fn vouch_answer(&self, text: &str) -> Result<()> {
        let rules = self.vault.rules_of(text);
        if rules.is_empty() {
            return Ok(());
        }
        let refused = |error: Error| error.note("the dialog was dismissed");
        shown(&rules).map_err(refused)?;
        let tabs = self.engine.wire().tabs().await.unwrap_or_default();
        let asks = tabs.iter().find(|tab| tab.current && !tab.url.is_empty());
        let Some(tab) = asks else {
            return Err(refused(
                Error::new(
                    Code::PolicyDenied,
                    "a secret is no answer to a dialog here: which page asks cannot be told",
                )
                .help("in Chromium over DevTools it can be told"),
            ));
        };
        let origin = origin_of(&tab.url);
        let origin = origin.as_deref().unwrap_or(BLANK);
        self.vault.allow(&rules, origin).map_err(refused)
    }

    /// Every document on the way to an element, from the top.
    async fn vouch_way(&self, rules: &[Rule], target: Option<&NodeId>) -> Result<()> {
        let inside = target.and_then(|id| self.engine.way_to_id(&id.0));
        let mut ways: Vec<Vec<String>> = std::iter::successors(inside, Inside::outer)
            .filter(|way| way.depth() > 0)
            .map(|way| Engine::frames_into(&way))
            .collect();
        ways.push(Vec::new());
        for frames in ways.iter().rev() {
            let id = target.map(|id| id.0.as_str());
            let Some(place) = self.place(frames, &standing(), json!({ "id": id })).await? else {
                // What is gone is told of by what comes next, which looks again.
                return Ok(());
            };
            // Frames that the document around them can look into share its engine, so
            // one that was entered stands for itself.
            self.vault.allow(rules, &place.origin(None))?;
            if !matches!(place.inner.as_str(), "-" | "null" | "") {
                self.vault.allow(rules, &place.inner)?;
            }
            self.allow_form(rules, &place)?;
        }
        Ok(())
    }

    /// A form takes along what is typed into it.
    fn allow_form(&self, rules: &[Rule], place: &Place) -> Result<()> {
        let origins = place.form.split(',');
        for origin in origins.filter(|origin| !matches!(*origin, "-" | "")) {
            self.vault.allow(rules, origin).map_err(|error| {
                error.note(format!(
                    "the field belongs to a form that is sent to {origin}"
                ))
            })?;
        }
        Ok(())
    }

    /// Every document on the way to what has the focus, from the top; and that it takes
    /// what nobody may read, where a secret asks for that.
    async fn vouch_focus(&self, rules: &[Rule]) -> Result<()> {
        let mut frames: Vec<String> = Vec::new();
        let mut around: Option<String> = None;
        while frames.len() < DEEP {
            let Some(place) = self.place(&frames, &focus(), Value::Null).await? else {
                // A dialog keeps every key from the page.
                return Ok(());
            };
            let origin = place.origin(around.as_deref());
            self.vault.allow(rules, &origin)?;
            self.allow_form(rules, &place)?;
            match place.kind.as_str() {
                "frame" => around = None,
                "own-frame" => around = Some(origin),
                "shown" => return shown(rules),
                _ => return Ok(()),
            }
            frames.push(deeper());
        }
        self.vault.allow(rules, BLANK)
    }

    /// What a document says; nothing while a dialog is open.
    async fn place(&self, frames: &[String], body: &str, args: Value) -> Result<Option<Place>> {
        let wire = self.engine.wire();
        for _ in 0..ASKED {
            let args = args.clone();
            let found = match frames.is_empty() {
                true => wire.eval(body, args, PROMPT).await?,
                false => {
                    let asked = wire.eval_inside(frames, body, args, false, PROMPT);
                    asked.await?
                }
            };
            match found {
                Evaluated::Value(Value::String(text)) => return Ok(Some(Place::read(&text))),
                Evaluated::Value(_) => return Ok(Some(Place::default())),
                Evaluated::Dialog(_) => return Ok(None),
                Evaluated::Navigated => tokio::time::sleep(PROMPT / 250).await,
            }
        }
        Ok(Some(Place::default()))
    }

    /// Before a text goes as a whole to what has the focus.
    pub(super) async fn vouch_whole(&self, text: &str) -> Result<()> {
        let rules = self.vault.rules_of(text);
        if rules.is_empty() {
            return Ok(());
        }
        let vouched = self.vouch_focus(&rules).await;
        vouched.map_err(|error| error.note("nothing was typed"))
    }

    /// Types into what has the focus. A secret goes there key by key, and each time only
    /// while what has the focus may have it.
    pub(super) async fn type_guarded(&self, text: &str, ready: &Ready) -> Result<()> {
        let wire = self.engine.wire();
        let whole = ready.plain && !text.contains(char::is_control);
        if whole {
            self.vouch_whole(text).await?;
            return wire.insert_text(text).await;
        }
        let rules = self.vault.rules_of(text);
        if rules.is_empty() {
            return wire.type_text(text).await;
        }
        let mut key = [0; 4];
        for (typed, character) in text.chars().enumerate() {
            self.vouch_focus(&rules)
                .await
                .map_err(|error| match typed {
                    0 => error.note("nothing was typed"),
                    _ => error
                        .note(format!(
                            "the focus moved while it was typed into {}",
                            ready.target
                        ))
                        .note("typing stopped there, and a part of it was typed before"),
                })?;
            wire.type_text(character.encode_utf8(&mut key)).await?;
        }
        Ok(())
    }
}

/// Refuses to type into what is read what only a password field may have.
fn shown(rules: &[Rule]) -> Result<()> {
    match rules.iter().find(|rule| rule.hidden) {
        None => Ok(()),
        Some(rule) => Err(Error::new(
            Code::PolicyDenied,
            format!("the secret `{}` goes only into a password field", rule.name),
        )
        .note("what has the focus shows what is typed")
        .help("declare it with `.for_any_field()` if it may be shown there")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_and_what_is_declared_are_allowed_and_nothing_else() {
        let vault = Vault::default();
        let rule = |origins: &[&str]| {
            let origins = origins.iter().map(|&origin| origin.to_owned()).collect();
            vec![Rule {
                name: "pw".into(),
                origins,
                hidden: true,
            }]
        };
        let denied = vault.allow(&rule(&[]), "http://127.0.0.1:1").unwrap_err();
        assert!(denied.notes()[0].contains("no app"), "{denied:?}");
        vault.state().home = Some("http://127.0.0.1:1".to_owned());
        let declared = rule(&["https://sso.test"]);
        for (origin, allowed) in [
            ("http://127.0.0.1:1", true),
            ("https://sso.test", true),
            ("http://localhost:1", false),
            ("http://127.0.0.1:2", false),
            ("https://127.0.0.1:1", false),
            ("http://sso.test", false),
            ("https://www.sso.test", false),
            (BLANK, false),
        ] {
            assert_eq!(vault.allow(&declared, origin).is_ok(), allowed, "{origin}");
        }
        assert!(vault.allow(&[], BLANK).is_ok(), "no secret, no rule");
        let both = [declared, rule(&[])].concat();
        assert!(
            vault.allow(&both, "https://sso.test").is_err(),
            "each has to allow it"
        );
    }
}
