//! Gestures at a place of the last picture: for what is drawn and has no elements.

use super::act::{BRIEF, judge};
use super::feed::Page;
use super::ready::Ready;
use super::verb::{Deed, Effect, Verb};
use crate::browser::engine::Answer;
use crate::browser::wire::Gesture;
use crate::code::Code;
use crate::error::{Error, Result};
use serde_json::json;
use std::time::Duration;

const WINDOW: Duration = Duration::from_secs(2);

impl Page {
    /// The viewport as PNG; from now on places of it can be named.
    ///
    /// # Errors
    ///
    /// What the wire reports.
    pub async fn picture(&self) -> Result<Vec<u8>> {
        let _turn = self.turn.lock().await;
        let screen = self.raw().await?;
        let picture = self.engine.wire().screenshot().await?;
        self.desk
            .picture(screen.document.clone(), screen.url.clone());
        Ok(picture)
    }

    pub(super) async fn point(&self, verb: &Verb, x: f64, y: f64, deed: &Deed) -> Result<Effect> {
        let screen = self.raw().await?;
        if !self.desk.is_pictured(&screen.document, &screen.url) {
            return Err(Error::new(
                Code::NotActionable,
                format!("{} needs a picture of this page first", verb.name()),
            )
            .note("nothing was sent")
            .help("take a screenshot, and name a place of it"));
        }
        let gesture = match deed {
            Deed::Hover => Gesture::Hover,
            Deed::Tap | Deed::Type { .. } => Gesture::Tap,
        };
        let args = json!({ "x": x, "y": y });
        let mut ready = match self.engine.get::<Ready>("point", args).await? {
            Answer::Value(ready) => ready,
            _ => Ready::of(String::new(), None),
        };
        let (Some(px), Some(py)) = (ready.x, ready.y) else {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("{x:.0},{y:.0} is not on the picture"),
            )
            .note("nothing was sent"));
        };
        let before = self.before(&mut ready).await?;
        let wire = self.engine.wire();
        let sent = wire.pointer(gesture, px, py).await;
        self.sent(verb, &ready, sent).await?;
        let window = match deed {
            Deed::Hover => BRIEF,
            _ => WINDOW,
        };
        let outcome = self.outcome(window).await?;
        let effect = judge(verb, &ready, before, outcome)?;
        let Deed::Type { text, replace } = deed else {
            return Ok(effect);
        };
        let typing = Verb::Type {
            target: None,
            text: text.clone(),
            replace: *replace,
        };
        let ready = self.arm(&typing).await?;
        let mut typed = self.carry_out(&typing, ready).await?;
        typed.before = effect.before;
        Ok(typed)
    }
}
