//! Acting on what stands in a frame of another origin.
//!
//! Every document on the way there is asked: the frame's own, whether the element is
//! ready; those around it, whether a press at its place reaches the frame. All of them
//! watch what comes of it, and none lets input pass that was meant for another.

use super::effect::Effects;
use super::feed::{Page, Settled};
use super::node::{NodeId, Observation};
use super::ready::{Aim, Ready};
use super::verb::Verb;
use crate::browser::engine::{Answer, Engine};
use crate::browser::inside::Inside;
use crate::browser::wire::{Gesture, Same, Seat};
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::{Duration, Instant};

/// How long the frame itself is watched for an effect before the page around it is.
const FIRST: Duration = Duration::from_millis(400);

/// What a document says of the way into one of its frames.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Way {
    x: Option<f64>,
    y: Option<f64>,
    /// The keyboard is in the frame.
    focused: bool,
    before: Option<Observation>,
    failed: Option<String>,
    detail: String,
    waited: u64,
}

impl Page {
    /// Refuses what nothing in a frame of another origin can be used for; brings the
    /// frame into view for everything else.
    pub(super) async fn approach(&self, verb: &Verb, target: &NodeId) -> Result<()> {
        let Some(inside) = self.engine.way_to_id(&target.0) else {
            return Ok(());
        };
        let why = match verb {
            _ if inside.silent => "in which scripts are turned off",
            Verb::Drag { .. } => "which nothing can be dragged out of, into or inside of",
            Verb::Upload { .. } => "which no files can be given to",
            _ => "",
        };
        if !why.is_empty() {
            let look = self.known(target);
            let what = look.map_or_else(
                || format!("#{target}"),
                |(look, index)| look.nodes[index].describe(),
            );
            return Err(Error::new(
                Code::AutomationUnsupported,
                format!("{what} stands in a frame of another origin, {why}"),
            )
            .note("nothing was sent")
            .help("it can be read and expected; act on the page around it"));
        }
        for frame in inside.frames() {
            let args = json!({ "id": frame });
            // A frame that is gone is told of by what comes next.
            let _shown = self.engine.get::<bool>("show_frame", args).await?;
        }
        Ok(())
    }

    /// Makes sure, from the frame outwards, that input reaches what is ready in a frame:
    /// its place becomes one of the whole page.
    pub(super) async fn through(
        &self,
        verb: &Verb,
        target: &NodeId,
        ready: Ready,
        aim: &Aim,
    ) -> Result<Ready> {
        let Some(inside) = self.engine.way_to_id(&target.0) else {
            return Ok(ready);
        };
        if ready.already {
            return Ok(ready);
        }
        let own = ready.x.zip(ready.y);
        match self.come(verb, &inside, ready, aim).await {
            Ok(ready) => {
                let place = ready.x.zip(ready.y);
                self.act_inside(inside, place.zip(own));
                Ok(ready)
            }
            Err(error) => {
                // Nothing is sent, so nothing is to be kept from it any more.
                self.let_go(&inside, target).await;
                Err(error)
            }
        }
    }

    /// What is sent next is for a document inside the page, and what comes of it is
    /// looked for there; `same` is where it goes, in pixels of the page and of the frame.
    fn act_inside(&self, inside: Inside, same: Option<Same>) {
        let frames = Engine::frames_into(&inside);
        let seat = Seat { frames, same };
        self.engine.wire().send_inside(Some(seat));
        self.seen().acting = Some(inside);
    }

    /// Leads to the frame, and where input is sent past the page around it, there the
    /// pointer comes first: what the page puts in its way then is in the way.
    async fn come(&self, verb: &Verb, inside: &Inside, ready: Ready, aim: &Aim) -> Result<Ready> {
        let wire = self.engine.wire();
        if !wire.sends_inside() {
            return self.lead(verb, inside, ready, aim).await;
        }
        let first = self.lead(verb, inside, ready.clone(), aim).await?;
        let Some((x, y)) = first.x.zip(first.y) else {
            return Ok(first);
        };
        if is_keyed(verb) && first.focused {
            return Ok(first);
        }
        wire.pointer(Gesture::Hover, x, y).await?;
        self.lead(verb, inside, ready, aim).await
    }

    async fn lead(
        &self,
        verb: &Verb,
        inside: &Inside,
        mut ready: Ready,
        aim: &Aim,
    ) -> Result<Ready> {
        let keyed = is_keyed(verb);
        let end = Instant::now() + aim.limit();
        let mut place = ready.x.zip(ready.y);
        for frame in inside.frames().rev() {
            let left = end.saturating_duration_since(Instant::now());
            let args = json!({
                "id": frame, "verb": verb.name(), "timeout": left.as_millis(),
                "x": place.map(|at| at.0), "y": place.map(|at| at.1),
                "keys": keyed && ready.focused,
            });
            let limit = left + Duration::from_secs(5);
            let way = match self.engine.wait::<Way>("through", args, limit).await? {
                Answer::Value(way) => way,
                Answer::Navigated => Way {
                    failed: Some("attached".to_owned()),
                    ..Way::default()
                },
                Answer::Dialog(text) => {
                    self.answer(&text).await?;
                    Way {
                        failed: Some("dialog".to_owned()),
                        detail: format!("a dialog opened meanwhile: \"{text}\""),
                        ..Way::default()
                    }
                }
            };
            match way.failed.as_deref() {
                None => {}
                Some("attached") => {
                    return Err(Error::new(
                        Code::LocatorNotFound,
                        format!(
                            "the frame around {} is not on the page any more",
                            ready.target
                        ),
                    )
                    .note("nothing was sent")
                    .help("look at the page again"));
                }
                Some(check) => return Err(ready.kept_out(verb, check, way.detail, way.waited)),
            }
            place = way.x.zip(way.y);
            if let Some(before) = way.before {
                self.rejoin(before);
            }
            if keyed && !way.focused {
                // Keys would go to the page around it: it is tapped first.
                ready.focused = false;
                ready.keys = false;
            }
        }
        (ready.x, ready.y) = place.unzip();
        Ok(ready)
    }

    /// What was armed in a frame alone is watched for in the page around it, too.
    pub(super) async fn watch_around(&self, verb: &Verb, target: Option<&NodeId>) -> Result<()> {
        let Some(inside) = target.and_then(|id| self.engine.way_to_id(&id.0)) else {
            return Ok(());
        };
        let args = json!({ "verb": verb.name() });
        let _armed = self.engine.get::<Ready>("arm", args).await?;
        self.act_inside(inside, None);
        Ok(())
    }

    /// Arms the frame of another origin that has the keyboard, for keys without a target;
    /// nothing when none has it.
    pub(super) async fn arm_in_frame(&self, verb: &Verb) -> Result<Option<Ready>> {
        let newest = self.newest();
        let nodes = newest.iter().flat_map(|screen| &screen.nodes);
        let focused = nodes.filter(|node| node.states.focused);
        let way = focused.filter_map(|node| self.engine.way_to_id(&node.id.0));
        let Some(inside) = way.last().filter(|inside| !inside.silent) else {
            return Ok(None);
        };
        let args = json!({ "verb": verb.name() });
        let asked = self
            .engine
            .inside::<Ready>(&inside, "arm", args.clone(), false, FIRST * 5);
        let Ok((Answer::Value(mut ready), mark)) = asked.await else {
            return Ok(None);
        };
        if !ready.focused {
            // The keyboard went elsewhere since.
            self.let_go(&inside, &NodeId(format!("{mark}root"))).await;
            return Ok(None);
        }
        if let Answer::Value(around) = self.engine.get::<Ready>("arm", args).await?
            && let Some(before) = around.before
        {
            self.rejoin(before);
        }
        ready.keys = true;
        self.act_inside(inside, None);
        Ok(Some(ready))
    }

    /// Ends the watch in a frame and in the documents around it.
    async fn let_go(&self, inside: &Inside, target: &NodeId) {
        for id in inside.frames().chain([target.0.as_str()]) {
            let ended = self.engine.get::<bool>("disarm", json!({ "id": id })).await;
            if let Err(error) = ended {
                tracing::debug!(%error, "a frame did not answer");
            }
        }
    }

    /// What came of a verb in the frame it acted on, and in frames around that one; and
    /// how much of `window` the page itself should still be watched for.
    pub(super) async fn inner_effects(
        &self,
        window: Duration,
    ) -> Result<(Option<Effects>, Duration)> {
        let Some(inside) = self.seen().acting.take() else {
            return Ok((None, window));
        };
        self.engine.wire().send_inside(None);
        let began = Instant::now();
        let mut effects = self.settled_in(&inside, window.min(FIRST)).await?;
        let mut around = inside;
        while let Some(outer) = around.outer() {
            if outer.depth() == 0 {
                break;
            }
            effects.join(self.settled_in(&outer, Duration::ZERO).await?);
            around = outer;
        }
        let left = match effects.happened() || window.is_zero() {
            true => Duration::ZERO,
            false => window
                .saturating_sub(began.elapsed())
                .max(Duration::from_millis(1)),
        };
        Ok((Some(effects), left))
    }

    async fn settled_in(&self, inside: &Inside, window: Duration) -> Result<Effects> {
        for _ in 0..4 {
            let (args, limit) = self.settling(window);
            let asked = self.engine.armed::<Settled>(inside, "settle", args, limit);
            match asked.await? {
                Answer::Value(settled) => {
                    let effects = settled.effects.unwrap_or_default();
                    if effects.asked > 0 {
                        self.asked(effects.asked);
                    }
                    self.strayed(effects.strays);
                    self.heed_abroad(&effects.abroad);
                    return Ok(effects);
                }
                // The frame shows another page now, or none.
                Answer::Navigated => return Ok(Effects::left()),
                Answer::Dialog(text) => {
                    if self.answer(&text).await?.is_some() {
                        return Ok(Effects::default());
                    }
                }
            }
        }
        Ok(Effects::default())
    }
}

/// Whether it is for what has the focus.
fn is_keyed(verb: &Verb) -> bool {
    matches!(
        verb,
        Verb::Type { .. } | Verb::Press { .. } | Verb::Focus { .. }
    )
}
