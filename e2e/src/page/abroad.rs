//! What the page's own scripts do with a secret: where they send it is told.
//!
//! An app may well keep its server on another origin, so that this is no failure; but a
//! secret that goes where no declaration sends it is worth a line, once for each place.

use super::effect::Effects;
use super::feed::Page;
use serde::Deserialize;

/// A request to another origin than the document's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Abroad {
    url: String,
    /// What was sent beside the address, where that is text.
    body: String,
}

impl Page {
    /// Keeps of what the engine saw what the end of the verb asks for.
    pub(super) fn heed(&self, effects: &Effects) {
        self.asked(effects.asked);
        self.strayed(effects.strays);
        if let Some(by) = effects.by.clone().filter(|_| !effects.reached) {
            self.mean_too(by);
        }
        self.heed_abroad(&effects.abroad);
    }

    /// Tells of secrets that went to an origin they may not be typed on.
    pub(super) fn heed_abroad(&self, requests: &[Abroad]) {
        for Abroad { url, body } in requests {
            for (name, origin) in self.vault.strays(url, body) {
                self.note(format!(
                    "the page sent the secret `{name}` to {origin}, which is neither the app's \
                     origin nor declared for it"
                ));
            }
        }
    }
}
