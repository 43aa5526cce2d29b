//! JavaScript dialogs: the rule for all of them, and the answer to the next one.

use super::desk::Told;
use super::feed::Page;
use super::node::Observation;
use super::verb::Effect;
use crate::code::Code;
use crate::error::{Error, Result};
use std::sync::Arc;

/// What is done with a JavaScript dialog that opens. Each one is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DialogPolicy {
    /// Closed: an alert goes away, a question is answered with no.
    #[default]
    Dismiss,
    /// Answered with OK.
    Accept,
    /// Left open; nothing else works until it is answered.
    Keep,
}

impl Page {
    /// The page asked so many questions; what nobody decided on the policy answered.
    pub(super) fn asked(&self, questions: u32) {
        let is_told = questions <= self.desk.told();
        self.seen().refused |= self.dialogs == DialogPolicy::Dismiss && !is_told;
    }

    /// Whether a dialog is all it takes to say that something happened. A question that
    /// was answered with no is not; `alert` asks nothing, and that it opened happened.
    pub(super) fn told(&self) -> bool {
        let seen = self.seen();
        seen.dialogs > seen.strays && !seen.refused
    }

    /// So many dialogs of this verb opened by themselves.
    pub(super) fn strayed(&self, dialogs: u32) {
        self.seen().strays += dialogs;
    }

    /// Answers an open dialog by the policy and says so. With [`DialogPolicy::Keep`]
    /// the look that can be had comes back: the dialog and nothing else.
    pub(super) async fn answer(&self, text: &str) -> Result<Option<Arc<Observation>>> {
        let wire = self.engine.wire();
        // It may be gone by now, and the driver may have reported it without its text.
        let Some(shown) = wire.dialog().await? else {
            return Ok(None);
        };
        let text = if shown.is_empty() {
            text.to_owned()
        } else {
            shown
        };
        self.seen().dialogs += 1;
        if let Some(told) = self.desk.take_answer() {
            return self.answer_with(&told, &text).await.map(|()| None);
        }
        let quoted = crate::text::clip(&crate::text::collapse(&text), 200);
        let (accept, word) = match self.dialogs {
            DialogPolicy::Dismiss => (false, "dismissed"),
            DialogPolicy::Accept => (true, "accepted"),
            DialogPolicy::Keep => {
                let newest = self.newest().unwrap_or_default();
                if newest.dialog.as_ref() != Some(&text) {
                    self.note(format!("a dialog is open: \"{quoted}\""));
                }
                return Ok(Some(self.remember(Observation {
                    document: newest.document.clone(),
                    url: newest.url.clone(),
                    title: newest.title.clone(),
                    dialog: Some(text),
                    ..Observation::default()
                })));
            }
        };
        wire.answer_dialog(accept, None).await?;
        self.note(format!("a dialog opened and was {word}: \"{quoted}\""));
        Ok(None)
    }

    /// Answers the open dialog as somebody said.
    async fn answer_with(&self, told: &Told, text: &str) -> Result<()> {
        let wire = self.engine.wire();
        let text_of = told.text.as_deref().filter(|_| told.accept);
        let answered = match self.vouch_answer(text_of.unwrap_or_default()).await {
            Ok(()) => wire.answer_dialog(told.accept, text_of).await,
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            // An answer it does not take must not leave it open for ever.
            wire.answer_dialog(false, None).await.ok();
            return Err(error);
        }
        let quoted = crate::text::clip(&crate::text::collapse(text), 200);
        let word = told.word();
        self.note(format!("a dialog opened and was {word}: \"{quoted}\""));
        self.desk.answered();
        Ok(())
    }

    /// Answers the dialog that is open; without one, decides about the next that opens.
    pub(super) async fn decide(&self, accept: bool, text: Option<&String>) -> Result<Effect> {
        let told = Told {
            accept,
            text: text.cloned(),
        };
        let before = self.newest().unwrap_or_default();
        let Some(shown) = self.engine.wire().dialog().await? else {
            let word = told.word();
            self.desk.tell(told);
            self.desk.owe(true);
            let mut effect = Effect::of(before.clone(), before, "the next dialog".to_owned(), true);
            effect
                .notes
                .push(format!("no dialog is open; the next one will be {word}"));
            return Ok(effect);
        };
        self.seen().dialogs += 1;
        self.answer_with(&told, &shown).await?;
        let (after, _) = self.held_still().await?;
        let mut effect = Effect::of(before, after, "the dialog".to_owned(), true);
        effect.visible = true;
        Ok(effect)
    }

    /// Decides how the next dialogs are answered, before what opens them is done.
    pub(crate) fn decide_next(&self, answers: &[bool]) {
        self.desk.take_answers();
        self.desk.owe(false);
        for accept in answers {
            let text = None;
            let accept = *accept;
            self.desk.tell_then(Told { accept, text });
        }
    }

    /// What was decided about the next dialog was only tried.
    pub(crate) fn tried_answer(&self) {
        self.desk.owe(false);
    }

    /// Refuses the end of a test that decided about a dialog which never opened.
    ///
    /// # Errors
    ///
    /// `ACTION_NO_EFFECT` when the decision still waits for its dialog.
    pub(crate) fn was_asked(&self) -> Result<()> {
        match self.desk.owed() {
            None => Ok(()),
            Some(told) => Err(Error::new(
                Code::ActionNoEffect,
                format!(
                    "the test said that the next dialog is to be {}, and none opened",
                    told.word()
                ),
            )
            .help("say it right before what opens the dialog, and leave it out where none does")),
        }
    }

    /// Refuses a decision that no dialog asked for.
    ///
    /// # Errors
    ///
    /// `ACTION_NO_EFFECT` when it still waits for its dialog.
    pub(crate) fn was_decided(&self) -> Result<()> {
        match self.desk.take_answers() {
            None => Ok(()),
            Some(told) => Err(Error::new(
                Code::ActionNoEffect,
                format!("no dialog opened that could have been {}", told.word()),
            )),
        }
    }
}
