//! Gestures at a place of the last picture: for what is drawn and has no elements.
//!
//! Where a listed control is at the place, it is used as any other verb uses it.

use super::act::{BRIEF, judge};
use super::feed::Page;
use super::node::NodeId;
use super::ready::Ready;
use super::terms::Terms;
use super::verb::{Deed, Effect, Verb};
use crate::browser::engine::Answer;
use crate::browser::wire::Gesture;
use crate::code::Code;
use crate::error::{Error, Result};
use serde_json::json;
use std::time::Duration;

const WINDOW: Duration = Duration::from_secs(2);

impl Page {
    /// A place of the last picture as a place of the viewport, CSS pixels.
    pub(crate) fn place_of(&self, x: f64, y: f64) -> (f64, f64) {
        let scale = self.desk.scale();
        (x / scale, y / scale)
    }

    pub(super) async fn point(
        &self,
        verb: &Verb,
        (x, y): (f64, f64),
        deed: &Deed,
        terms: &Terms,
    ) -> Result<Effect> {
        let screen = self.raw().await?;
        if !self.desk.is_pictured(&screen.document, &screen.url) {
            return Err(Error::new(
                Code::NotActionable,
                format!("{} needs a picture of this page first", verb.name()),
            )
            .note("nothing was sent")
            .help("take a screenshot first, and name a place of it"));
        }
        let args = json!({ "x": x, "y": y, "deed": verb.name() });
        let mut ready = match self.engine.get::<Ready>("point", args).await? {
            Answer::Value(ready) => ready,
            _ => Ready::of(String::new(), None),
        };
        if let Some(refusal) = ready.refused(verb) {
            return Err(refusal);
        }
        if let Some(id) = ready.id.take() {
            return self.as_a_whole(deed, id, terms).await;
        }
        let (Some(px), Some(py)) = (ready.x, ready.y) else {
            let what = match (ready.target.as_str(), deed) {
                (target, Deed::Select { .. }) if !target.is_empty() => {
                    format!("{target} at {x:.0},{y:.0} has no options to choose from")
                }
                _ => format!("nothing of the page is at {x:.0},{y:.0}"),
            };
            return Err(Error::new(Code::NotActionable, what).note("nothing was sent"));
        };
        let (gesture, window) = match deed {
            Deed::Hover => (Gesture::Hover, BRIEF),
            _ => (Gesture::Tap, WINDOW),
        };
        let before = self.before(&mut ready).await?;
        let wire = self.engine.wire();
        let was = wire.screenshot().await.ok();
        let sent = wire.pointer(gesture, px, py).await;
        self.sent(verb, &ready, sent).await?;
        let outcome = self.outcome(window).await?;
        let mut effect = judge(verb, &ready, before, outcome)?;
        let Some(keyed) = deed.keyed(None) else {
            self.note_redrawn(&mut effect, was.as_deref(), (px, py))
                .await;
            return Ok(effect);
        };
        // What is not listed has the keyboard now.
        let ready = self.arm(&keyed).await?;
        let mut done = self.carry_out(&keyed, ready).await?;
        self.note_redrawn(&mut done, was.as_deref(), (px, py)).await;
        done.before = effect.before;
        if done.target.is_empty() {
            done.target = effect.target;
        }
        Ok(done)
    }

    /// The gesture on the control that is at the place.
    async fn as_a_whole(&self, deed: &Deed, id: NodeId, terms: &Terms) -> Result<Effect> {
        if let Deed::Select { option } = deed {
            let verb = Verb::Select {
                target: id.clone(),
                option: option.clone(),
            };
            let aim = self.aim(&verb, terms);
            return self.select(&verb, &id, option, &aim).await;
        }
        let verb = deed
            .keyed(Some(id.clone()))
            .unwrap_or(Verb::Tap { target: id.clone() });
        let aim = self.aim(&verb, terms);
        self.attempt(&verb, &id, &aim).await
    }
}

impl Deed {
    /// What the keyboard does in it, on a target or on whatever has the focus.
    fn keyed(&self, target: Option<NodeId>) -> Option<Verb> {
        match self {
            Deed::Type { text, replace } => Some(Verb::Type {
                target,
                text: text.clone(),
                replace: *replace,
            }),
            Deed::Press { chord } => Some(Verb::Press {
                target,
                chord: chord.clone(),
            }),
            _ => None,
        }
    }
}
