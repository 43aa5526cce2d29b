//! Frames of other origins: entered one at a time, and put where they stand.
//!
//! Each has a budget of its own, so that no frame keeps the page from being read. What
//! is not read for want of it is said, and nothing is denied that could be in it.

use super::faults::NOT_LOADED;
use super::feed::Page;
use super::node::{Framed, Node, NodeId, Observation};
use crate::browser::engine::Answer;
use crate::browser::inside::{Inside, mark_of};
use crate::error::Result;
use crate::text::show_duration;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long one frame may take to answer, and all of them together.
const EACH: Duration = Duration::from_secs(3);
const ALL: Duration = Duration::from_secs(6);
/// Most frames of one look.
const MOST: usize = 16;
/// How many parts that were not read are named.
const NAMED: usize = 8;
/// Most nodes of one frame, and of the whole page.
const NODES: usize = 1_000;
const WHOLE: usize = 3_000;
/// How long a frame has to hold still, at most how long that is waited for, and how long
/// its document may take to be parsed.
const QUIET: u64 = 75;
const BOUND: u64 = 500;
const PARSED: u64 = 1_000;

/// What came of entering frames, by the ids of their elements.
#[derive(Debug, Default)]
pub(super) struct Entered {
    /// The look at the top document, without what stands in its frames.
    top: Observation,
    read: HashMap<NodeId, Read>,
}

#[derive(Clone, Debug)]
enum Read {
    /// The mark of its document, and the look at it.
    Whole(String, Box<Observation>),
    /// Why it was not read.
    Not(String),
}

/// What is left for the frames of one look.
struct Budget {
    ends: Instant,
    frames: usize,
    nodes: usize,
    /// Whether frames in view get the time to hold still.
    rest: bool,
}

#[derive(Deserialize)]
struct Rested {
    observation: Observation,
}

impl Page {
    /// Enters the frames of a look, and puts what stands in them where they stand.
    /// `rest`: those in view get a moment to hold still.
    pub(super) async fn with_frames(&self, top: Observation, rest: bool) -> Result<Observation> {
        let mut top = self.with_roots(&Inside::default(), top, 0).await;
        // Of frames with a process of their own the browser tells elsewhere, and of what
        // came and is no picture nowhere.
        if self.engine.wire().tells_faults() {
            top.faults.retain(|fault| fault.contains(NOT_LOADED));
        }
        if top.frames.is_empty() {
            self.seen().entered = Entered::default();
            return Ok(top);
        }
        let mut budget = Budget {
            ends: Instant::now() + ALL,
            frames: MOST,
            nodes: WHOLE.saturating_sub(top.nodes.len()),
            rest,
        };
        let mut read = HashMap::new();
        self.enter(&top.frames, &Inside::default(), &mut budget, &mut read)
            .await?;
        let whole = told(stitch(&top, &read));
        // Told once: the same look may be put together again.
        top.faults.clear();
        for found in read.values_mut() {
            if let Read::Whole(_, look) = found {
                look.faults.clear();
            }
        }
        self.seen().entered = Entered { top, read };
        Ok(whole)
    }

    fn enter<'a>(
        &'a self,
        frames: &'a [Framed],
        around: &'a Inside,
        budget: &'a mut Budget,
        read: &'a mut HashMap<NodeId, Read>,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            for frame in frames {
                let inside = around.then(&frame.id.0, frame.levels, frame.silent);
                let found = self.read_frame(frame, &inside, budget).await?;
                if let Read::Whole(_, look) = &found {
                    budget.nodes = budget.nodes.saturating_sub(look.nodes.len());
                    self.enter(&look.frames, &inside, budget, read).await?;
                }
                read.insert(frame.id.clone(), found);
            }
            Ok(())
        })
    }

    async fn read_frame(
        &self,
        frame: &Framed,
        inside: &Inside,
        budget: &mut Budget,
    ) -> Result<Read> {
        let not = |why: &str| Ok(Read::Not(format!("{} {why}", frame.what)));
        if budget.frames == 0 {
            return not("is one of more frames than are read at once");
        }
        if budget.nodes == 0 {
            return not("stands on a page that is too large to be read whole");
        }
        budget.frames -= 1;
        let limit = budget.nodes.min(NODES);
        let rest = budget.rest && frame.shown && !frame.silent;
        for _ in 0..3 {
            let left = budget.ends.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let all = show_duration(ALL);
                return not(&format!("could not be read in time: all frames took {all}"));
            }
            let answer = match rest {
                true => {
                    let args = json!({
                        "quiet": QUIET, "bound": BOUND, "ready": PARSED, "limit": limit,
                    });
                    let asked =
                        self.engine
                            .inside::<Rested>(inside, "settle", args, true, EACH.min(left));
                    asked.await.map(|(answer, mark)| match answer {
                        Answer::Value(rested) => (Answer::Value(rested.observation), mark),
                        Answer::Navigated => (Answer::Navigated, mark),
                        Answer::Dialog(text) => (Answer::Dialog(text), mark),
                    })
                }
                false => {
                    let args = json!({ "limit": limit });
                    self.engine
                        .inside::<Observation>(inside, "look", args, false, EACH.min(left))
                        .await
                }
            };
            match answer {
                Ok((Answer::Value(look), _)) if look.url.starts_with("chrome-error:") => {
                    return not("did not load");
                }
                Ok((Answer::Value(look), mark)) => {
                    let most = u32::try_from(limit).unwrap_or_default();
                    let look = self.with_roots(inside, look, most).await;
                    return Ok(Read::Whole(mark, Box::new(look)));
                }
                Ok((Answer::Navigated, _)) => {}
                Ok((Answer::Dialog(text), _)) => {
                    if self.answer(&text).await?.is_some() {
                        return not("could not be read while a dialog is open");
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, frame = frame.what, "a frame was not read");
                    return not(&format!("could not be read: {}", error.message()));
                }
            }
        }
        not("did not load, or shows one page after the other")
    }

    /// Asks the engine in a frame that was read, something it answers at once; nothing
    /// when the frame shows another document by now.
    ///
    /// # Errors
    ///
    /// What the wire reports, and a frame that does not answer.
    pub(crate) async fn ask_frame<T: DeserializeOwned>(
        &self,
        frame: &Framed,
        function: &str,
        args: Value,
    ) -> Result<Option<T>> {
        let Some(inside) = self.engine.way_to_mark(&frame.mark) else {
            return Ok(None);
        };
        let asked = self.engine.inside(&inside, function, args, false, EACH);
        Ok(match asked.await? {
            (Answer::Value(value), mark) if mark == frame.mark => Some(value),
            _ => None,
        })
    }

    /// The way into a frame of a document, for whoever asks every document.
    pub(crate) fn way_into(around: &Inside, frame: &Framed) -> Inside {
        around.then(&frame.id.0, frame.levels, frame.silent)
    }

    /// Asks the engine of one document something it answers at once.
    pub(crate) async fn ask_in<T: DeserializeOwned>(
        &self,
        inside: &Inside,
        function: &str,
        args: Value,
    ) -> Result<Answer<T>> {
        if inside.depth() == 0 {
            return self.engine.get(function, args).await;
        }
        let asked = self.engine.inside(inside, function, args, false, EACH);
        asked.await.map(|(answer, _)| answer)
    }

    /// A newer look at one document, the top one or one in a frame, with everything else
    /// as it was read last.
    pub(super) fn rejoin(&self, fresh: Observation) -> Observation {
        let mut seen = self.seen();
        let entered = &mut seen.entered;
        let mark = fresh.nodes.first().and_then(|root| mark_of(&root.id.0));
        match mark.map(str::to_owned) {
            None => entered.top = fresh,
            Some(mark) => {
                for read in entered.read.values_mut() {
                    if let Read::Whole(known, look) = read
                        && *known == mark
                    {
                        **look = fresh;
                        break;
                    }
                }
            }
        }
        told(stitch(&entered.top, &entered.read))
    }
}

/// Names the first parts that were not read, and counts the others.
fn told(mut whole: Observation) -> Observation {
    let more = whole.unread.len().saturating_sub(NAMED);
    if more > 1 {
        whole.unread.truncate(NAMED);
        whole.unread.push(format!("{more} more parts of the page"));
    }
    whole
}

/// A look with what stands in its frames.
fn stitch(look: &Observation, read: &HashMap<NodeId, Read>) -> Observation {
    let mut whole = look.clone();
    whole.frames.clear();
    let mut unread = Vec::new();
    // From the last one, so that the places of the others stay what they are.
    for frame in look.frames.iter().rev() {
        match read.get(&frame.id) {
            Some(Read::Whole(mark, inner)) => {
                let inner = stitch(inner, read);
                let mut own = frame.clone();
                own.mark.clone_from(mark);
                let nodes = inner.nodes.iter().skip(1).map(|node| moved(node, frame));
                let at = frame.at.min(whole.nodes.len());
                whole.nodes.splice(at..at, nodes);
                whole.frames.splice(0..0, inner.frames);
                whole.frames.insert(0, own);
                unread.extend(inner.unread.into_iter().rev());
                whole.faults.extend(inner.faults);
                whole.truncated |= inner.truncated;
            }
            Some(Read::Not(why)) => {
                unread.push(why.clone());
                whole.truncated = true;
            }
            None => {
                unread.push(format!("{} has come since", frame.what));
                whole.truncated = true;
            }
        }
    }
    whole.unread.extend(unread.into_iter().rev());
    whole
}

/// A node of a frame as one of the page around it.
fn moved(node: &Node, frame: &Framed) -> Node {
    let mut node = node.clone();
    node.depth = node.depth.saturating_sub(1) + frame.depth;
    let [x, y, across, down] = frame.place;
    let seen = node.rect.take().zip(frame.clip).and_then(|(rect, clip)| {
        let left = (x + rect[0] * across).max(clip[0]);
        let top = (y + rect[1] * down).max(clip[1]);
        let right = (x + (rect[0] + rect[2]) * across).min(clip[0] + clip[2]);
        let bottom = (y + (rect[1] + rect[3]) * down).min(clip[1] + clip[3]);
        let size = (right - left > 0.0 && bottom - top > 0.0).then_some([
            left,
            top,
            right - left,
            bottom - top,
        ]);
        size.map(|rect| rect.map(f64::round))
    });
    let [width, height] = frame.view;
    let within =
        seen.is_some_and(|[x, y, w, h]| x < width && y < height && x + w > 0.0 && y + h > 0.0);
    node.states.offscreen |= !within;
    node.rect = seen;
    node
}
