//! The one way every verb takes: resolve, get ready, send, wait for quiet, look, judge.
//!
//! A sentence, a model's tool call and an exact locator all end here, so all of them
//! share the same checks: nothing is sent to what is not ready, and nothing counts as
//! done because it was sent.

use super::effect::{Effects, KEPT};
use super::feed::Page;
use super::keys::{key, place_caret};
use super::leaving;
use super::node::{NodeId, Observation};
use super::ready::{Aim, Ready};
use super::terms::Terms;
use super::together::Together;
use super::verb::{Effect, KEPT_BACK, UNANSWERED, Verb};
use crate::browser::engine::Answer;
use crate::browser::wire::Gesture;
use crate::code::Code;
use crate::error::{Error, Result};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long an action's effect may take to show.
const WINDOW: Duration = Duration::from_secs(2);
/// How often input is sent again that was stopped before it reached anything.
pub(super) const AGAIN: u32 = 2;
/// The same for verbs that mostly change nothing.
pub(super) const BRIEF: Duration = Duration::from_millis(500);

/// What an action came to, before it is judged.
pub(super) struct Outcome {
    pub(super) after: Arc<Observation>,
    /// What the engine saw; nothing where the document is a new one.
    pub(super) effects: Option<Effects>,
    pub(super) late: bool,
}

impl Page {
    /// Carries out one verb and waits until the page is quiet again.
    ///
    /// # Errors
    ///
    /// - `NOT_ACTIONABLE`: the target cannot be used; which check failed, for how
    ///   long, what covers it. Nothing was sent.
    /// - `LOCATOR_NOT_FOUND`: the target, or the option, is not on the page, or the
    ///   target has become something else since it was found. Nothing was sent.
    /// - `ACTION_FAILED`: the input landed elsewhere or was not taken.
    /// - `ACTION_MAY_HAVE_COMMITTED`: sent, but whether it arrived is not known.
    pub async fn perform(&self, verb: Verb) -> Result<Effect> {
        self.perform_with(verb, &Terms::default()).await
    }

    /// [`Self::perform`] with what the caller knows beside the verb: what the target
    /// was when it was found, and how much time is left.
    ///
    /// # Errors
    ///
    /// As [`Self::perform`].
    pub async fn perform_with(&self, verb: Verb, terms: &Terms) -> Result<Effect> {
        let _turn = self.turn.lock().await;
        self.begin(terms);
        self.clear_the_way(&verb).await?;
        self.vouch(&verb, &terms.secrets).await?;
        self.means(&verb);
        if let Some(target) = verb.target() {
            self.approach(&verb, target).await?;
        }
        if let Verb::Drag { to, .. } = &verb {
            self.approach(&verb, to).await?;
        }
        let effect = match &verb {
            Verb::Navigate { url } => self.navigate(&verb, url, terms).await,
            Verb::History(step) => self.travel(&verb, *step, terms).await,
            Verb::Scroll { direction, target } => {
                self.scroll(&verb, *direction, target.as_ref()).await
            }
            Verb::Select { target, option } => {
                let aim = self.aim(&verb, terms);
                self.select(&verb, target, option, &aim).await
            }
            special if special.has_own_way() => self.own_way(special, terms).await,
            _ => match verb.target() {
                Some(target) => self.attempt(&verb, target, &self.aim(&verb, terms)).await,
                None => {
                    let ready = self.arm(&verb).await?;
                    self.carry_out(&verb, ready).await
                }
            },
        }?;
        self.note_brought(&verb, &effect);
        Ok(self.beside(self.with_notes(effect)).await)
    }

    /// Gets a target ready and sends; again where the page changed at the last moment and
    /// nothing was reached.
    pub(super) async fn attempt(&self, verb: &Verb, target: &NodeId, aim: &Aim) -> Result<Effect> {
        let mut tries = 0;
        loop {
            let ready = self.prepare(verb, target, aim).await?;
            if ready.gauge || ready.segmented {
                return self.adjust(verb, target, aim, ready).await;
            }
            match self.carry_out(verb, ready).await {
                Err(error) if tries < AGAIN && error.notes().iter().any(|n| n == KEPT) => {
                    tries += 1;
                }
                done => return done,
            }
        }
    }

    /// What happened beside the verb belongs to its account.
    fn with_notes(&self, mut effect: Effect) -> Effect {
        effect.visible |= self.told();
        let notes = self.take_notes();
        // A file is what a download is for.
        effect.visible |= notes
            .iter()
            .any(|note| note.starts_with(super::download::TOLD));
        effect.notes.extend(notes);
        if self.seen().refused {
            effect.notes.push(UNANSWERED.to_owned());
        }
        effect
    }

    /// The screen before: the engine's when it differs from the newest look.
    pub(super) async fn before(&self, ready: &mut Ready) -> Result<Arc<Observation>> {
        let before = match (ready.before.take(), self.newest()) {
            (Some(before), _) => self.remember(self.rejoin(before)),
            (None, Some(newest)) => newest,
            (None, None) => self.raw().await?,
        };
        self.act_begins();
        Ok(before)
    }

    pub(super) async fn arm(&self, verb: &Verb) -> Result<Ready> {
        if let Some(ready) = self.arm_in_frame(verb).await? {
            return Ok(ready);
        }
        loop {
            match self
                .engine
                .get::<Ready>("arm", json!({ "verb": verb.name() }))
                .await?
            {
                Answer::Value(mut ready) => {
                    (ready.focused, ready.keys) = (true, true);
                    return Ok(ready);
                }
                Answer::Navigated => {}
                Answer::Dialog(text) => {
                    if self.answer(&text).await?.is_some() {
                        return Err(Error::new(
                            Code::NotActionable,
                            format!("{} is not possible while a dialog is open", verb.name()),
                        ));
                    }
                }
            }
        }
    }

    /// Sends what a ready target needs and judges what came of it.
    pub(super) async fn carry_out(&self, verb: &Verb, mut ready: Ready) -> Result<Effect> {
        let before = self.before(&mut ready).await?;
        if ready.already {
            return Ok(Effect {
                after: before.clone(),
                before,
                target: ready.target,
                visible: false,
                reached: None,
                already: true,
                notes: Vec::new(),
            });
        }
        self.heed_password(verb, &before);
        let window = match verb {
            Verb::Hover { .. } | Verb::Focus { .. } => BRIEF,
            Verb::ScrollTo { .. } => Duration::ZERO,
            _ => WINDOW,
        };
        let Together { sent, settled } = self.send_together(verb, &ready, window).await;
        self.sent(verb, &ready, sent).await?;
        let outcome = self.outcome_of(settled, window).await?;
        judge(verb, &ready, before, outcome)
    }

    pub(super) async fn send(&self, verb: &Verb, ready: &Ready) -> Result<()> {
        let wire = self.engine.wire();
        let point = ready.x.zip(ready.y);
        let tap = async |gesture: Gesture| match point {
            Some((x, y)) => wire.pointer(gesture, x, y).await,
            None => Ok(()),
        };
        match verb {
            _ if ready.set => Ok(()),
            Verb::Tap { .. } | Verb::Check { .. } => tap(Gesture::Tap).await,
            Verb::DoubleTap { .. } => tap(Gesture::DoubleTap).await,
            Verb::RightClick { .. } => tap(Gesture::RightClick).await,
            Verb::Hover { .. } => tap(Gesture::Hover).await,
            Verb::Focus { .. } if !ready.focused => Err(Error::new(
                Code::NotActionable,
                format!("{} takes no focus", ready.target),
            )
            .note("nothing was pressed")
            .help("where it is to be pressed, write `click …`")),
            Verb::Press { target, chord } => {
                if target.is_some() && !ready.focused && ready.role != "document" {
                    return Err(Error::new(
                        Code::NotActionable,
                        format!("{} cannot take keys: it takes no focus", ready.target),
                    )
                    .note("nothing was sent"));
                }
                wire.press(chord).await
            }
            Verb::Type { text, replace, .. } => {
                if !ready.focused {
                    tap(Gesture::Tap).await?;
                }
                if !(ready.keys && ready.focused) || (*replace && verb.target().is_none()) {
                    wire.press(&place_caret(*replace)).await?;
                }
                if !text.is_empty() {
                    return self.type_guarded(text, ready).await;
                }
                if *replace && (!ready.empty || verb.target().is_none()) {
                    return wire.press(&key("Delete")).await;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A failure to send may come after the input arrived: a dialog it opened makes the
    /// driver complain, and is no failure.
    pub(super) async fn sent(&self, verb: &Verb, ready: &Ready, sent: Result<()>) -> Result<()> {
        let Err(error) = sent else { return Ok(()) };
        match error.code() {
            Code::NotActionable | Code::PolicyDenied => Err(error),
            Code::BrowserCrashed | Code::InvalidArgument => Err(error),
            // A page that answers nothing does not say whether one is open either.
            _ if matches!(self.engine.wire().dialog().await, Ok(Some(_))) => Ok(()),
            Code::DriverFailed => {
                Err(error.note(format!("{} may have reached {}", verb.name(), ready.target)))
            }
            _ => Err(Error::new(
                Code::ActionMayHaveCommitted,
                format!(
                    "whether {} reached {} is not known",
                    verb.name(),
                    ready.target
                ),
            )
            .caused_by(error)
            .help("look at the page before anything is repeated")),
        }
    }
}

/// Said of a screen that was read while it still changed.
pub(super) const UNSETTLED: &str = "the page was still changing or loading when it was read";

/// Whether the verb did what it says, from what was seen.
pub(super) fn judge(
    verb: &Verb,
    ready: &Ready,
    before: Arc<Observation>,
    outcome: Outcome,
) -> Result<Effect> {
    let Outcome {
        after,
        effects,
        late,
    } = outcome;
    let mut notes = Vec::new();
    let (mut visible, mut reached) = (true, None);
    let left = match &effects {
        None => before.document != after.document,
        Some(effects) => effects.gone,
    };
    if let (true, Verb::Type { text, .. }) = (left, verb)
        && after.dialog.is_none()
        && text.chars().nth(1).is_some()
        && !text.contains(['\n', '\r'])
    {
        return Err(Error::new(
            Code::ActionMayHaveCommitted,
            format!(
                "the page was left while text was typed into {}",
                ready.target
            ),
        )
        .note("how much of it arrived is not known")
        .help("where the last character sends the form, type that one on its own"));
    }
    if let Some(effects) = &effects {
        visible = effects.visible(verb);
        reached = effects.arrival(verb, ready)?;
        leaving::arrived(verb, ready, effects)?;
        match verb {
            Verb::Type { text, replace, .. } => {
                notes.extend(effects.typed(
                    text,
                    *replace,
                    verb.target().is_some(),
                    &ready.target,
                )?);
            }
            Verb::Check { checked, .. } => {
                effects.stands(*checked, &ready.target)?;
            }
            Verb::Select { .. } => effects.chosen(&ready.target)?,
            Verb::Drag { .. } => effects.dropped(&ready.target)?,
            _ => {}
        }
        if effects.open > 0 {
            notes.push(format!("{} requests are still open", effects.open));
        }
        if effects.drawn && !effects.changed {
            notes.push("no listed node changed, but something drawn did".to_owned());
        }
        if effects.gone {
            notes.push("the frame shows another page now".to_owned());
        }
        if effects.opened > 0 {
            notes.push(super::tabs::OPENED.to_owned());
        }
        if !effects.handed.is_empty() {
            notes.push(format!(
                "the address is one of another program: {}",
                effects.handed
            ));
        }
        if let (false, Some(first)) = (effects.leaving, effects.unfit.first()) {
            notes.push(format!("{KEPT_BACK}: {first}"));
        }
        if effects.leaving {
            notes.push(super::effect::LEAVING.to_owned());
        }
    }
    if late {
        notes.push(UNSETTLED.to_owned());
    }
    if let Some(effects) = effects.filter(|_| !visible && !verb.may_change_nothing()) {
        notes.extend(effects.unseen(ready));
    }
    Ok(Effect {
        before,
        after,
        target: ready.target.clone(),
        visible,
        reached,
        already: false,
        notes,
    })
}
