//! Presses that take their time: held where they are, or carried somewhere else.

use super::act::{AGAIN, judge};
use super::effect::KEPT;
use super::feed::Page;
use super::node::NodeId;
use super::ready::Aim;
use super::route::differs;
use super::verb::{Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// How long a long press is held: more than any library asks for.
const HELD: Duration = Duration::from_millis(800);
/// How long it is held before it is moved, where a plain drag came to nothing: lists that
/// scroll by a swipe ask for that.
const GRIP: Duration = Duration::from_millis(450);
/// How long the effect of a drag may take to show.
const WINDOW: Duration = Duration::from_secs(2);

/// Where a drag begins and ends.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Ends {
    from: Option<(f64, f64)>,
    to: Option<(f64, f64)>,
    /// What it is dropped on, in words.
    onto: String,
    /// What the browser itself would drag.
    native: bool,
    failed: Option<String>,
}

impl Page {
    pub(super) async fn hold(&self, verb: &Verb, target: &NodeId, aim: &Aim) -> Result<Effect> {
        let mut ready = self.prepare(verb, target, aim).await?;
        let before = self.before(&mut ready).await?;
        let place = ready.x.zip(ready.y).unwrap_or_default();
        let wire = self.engine.wire();
        self.sent(verb, &ready, wire.drag(&[place], HELD).await)
            .await?;
        let outcome = self.outcome(WINDOW).await?;
        judge(verb, &ready, before, outcome)
    }

    /// Drags at once, and where that comes to nothing at all, held for a while first.
    pub(super) async fn drag(
        &self,
        verb: &Verb,
        target: &NodeId,
        to: &NodeId,
        aim: &Aim,
    ) -> Result<Effect> {
        let (mut effect, native) = self
            .carried(verb, (target, to), aim, Duration::ZERO)
            .await?;
        if !effect.visible && !native {
            (effect, _) = self.carried(verb, (target, to), aim, GRIP).await?;
        }
        if !effect.visible {
            // Nothing is dragged for nothing.
            let mut error = Error::new(
                Code::ActionNoEffect,
                format!(
                    "nothing at all happened after {} was dragged",
                    effect.target
                ),
            );
            for note in effect.notes {
                error = error.note(note);
            }
            return Err(error.help("check that it can be dragged, and dropped there"));
        }
        Ok(effect)
    }

    /// [`Self::dragged`], again where the page put something else under the pointer before
    /// anything was carried.
    async fn carried(
        &self,
        verb: &Verb,
        ends: (&NodeId, &NodeId),
        aim: &Aim,
        held: Duration,
    ) -> Result<(Effect, bool)> {
        let mut tries = 0;
        loop {
            match self.dragged(verb, ends, aim, held).await {
                Err(error) if tries < AGAIN && error.notes().iter().any(|n| n == KEPT) => {
                    tries += 1;
                }
                done => return done,
            }
        }
    }

    /// One drag, and whether the browser itself would have carried it.
    async fn dragged(
        &self,
        verb: &Verb,
        (target, to): (&NodeId, &NodeId),
        aim: &Aim,
        held: Duration,
    ) -> Result<(Effect, bool)> {
        let mut ready = self.prepare(verb, target, aim).await?;
        let before = self.before(&mut ready).await?;
        let again = !held.is_zero();
        let args = json!({ "from": target.0, "to": to.0, "again": again });
        let mut ends = self.ends(args).await?;
        if ends.failed.as_deref() == Some("attached") {
            // What it is dropped on may have been made anew meanwhile.
            let to = self.relocate(to).await?;
            let args = json!({ "from": target.0, "to": to.0, "again": again });
            ends = self.ends(args).await?;
        }
        let (Some(from), Some(onto)) = (ends.from, ends.to) else {
            let why = ends.failed.unwrap_or_default();
            return Err(Error::new(
                Code::NotActionable,
                format!("{} cannot be dragged there: {why}", ready.target),
            )
            .note("nothing was sent"));
        };
        let wire = self.engine.wire();
        if ends.native && !wire.drags_natively() {
            return Err(Error::new(
                Code::AutomationUnsupported,
                format!(
                    "{} is dragged by the browser itself, and this one drops nothing that its driver drags",
                    ready.target
                ),
            )
            .note("nothing was sent")
            .help("run this test in Chromium"));
        }
        let sent = wire.drag(&[from, onto], held).await;
        self.sent(verb, &ready, sent).await?;
        let outcome = self.outcome(WINDOW).await?;
        let mut effect = judge(verb, &ready, before, outcome)?;
        effect.target = format!("{} onto {}", ready.target, ends.onto);
        effect.visible |= differs(&effect.before, &effect.after);
        Ok((effect, ends.native))
    }

    async fn ends(&self, args: serde_json::Value) -> Result<Ends> {
        let limit = Duration::from_secs(10);
        match self.engine.wait_here::<Ends>("ends", args, limit).await? {
            Answer::Value(ends) => Ok(ends),
            Answer::Navigated | Answer::Dialog(_) => Err(Error::new(
                Code::NotActionable,
                "the page was left before anything was dragged",
            )
            .note("nothing was sent")),
        }
    }
}
