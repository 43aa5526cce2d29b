//! Which element a step was about, marked in the picture of how it ended.
//!
//! The page is left as it is: what was meant is noted by its id, looked for when the
//! picture is taken, and drawn into the picture. What is not there any more, or not in
//! view, is not drawn.

use super::feed::Page;
use super::node::NodeId;
use super::verb::Verb;
use crate::browser::engine::Answer;
use crate::browser::inside::mark_of;
use crate::error::Pointed;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

/// Most elements that are marked.
const MOST: usize = 8;
/// Longest label, characters.
const LABEL: usize = 80;
/// How long drawing may take; the picture is worth more than its marks.
const LIMIT: Duration = Duration::from_secs(2);

/// An element that a picture is to point out.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Meant {
    id: NodeId,
    /// In words: `button "Save"`.
    what: String,
    /// It was in the way of what was meant.
    #[serde(skip)]
    covers: bool,
}

/// A box to draw.
#[derive(Debug, Serialize)]
pub(super) struct Mark {
    /// In pixels of the viewport: x, y, width, height.
    #[serde(rename = "box")]
    place: [f64; 4],
    label: String,
    covers: bool,
}

impl Page {
    /// Nothing was acted on yet.
    pub(crate) fn mean_nothing(&self) {
        self.seen().meant.clear();
    }

    /// The step failed for these elements, and not for what was acted on before.
    pub(crate) fn mean_each(&self, points: &[Pointed]) {
        if points.is_empty() {
            return;
        }
        self.mean_nothing();
        for one in points {
            self.mean(&NodeId(one.id.clone()), &one.what);
        }
    }

    /// The verb begins, and what it is for is known by its id.
    pub(super) fn means(&self, verb: &Verb) {
        self.mean_nothing();
        if let Some(target) = verb.target() {
            self.mean(target, "");
        }
        if let Verb::Drag { to, .. } = verb {
            self.mean(to, "");
        }
    }

    /// The verb is for this element; without words those of the look that lists it.
    pub(super) fn mean(&self, id: &NodeId, what: &str) {
        let what = match what {
            "" => self
                .known(id)
                .map_or_else(String::new, |(look, index)| look.nodes[index].describe()),
            what => what.to_owned(),
        };
        self.note_meant(Meant {
            id: id.clone(),
            what,
            covers: false,
        });
    }

    /// This was in its way, or got what it was to get.
    pub(super) fn mean_too(&self, by: Meant) {
        self.note_meant(Meant { covers: true, ..by });
    }

    fn note_meant(&self, meant: Meant) {
        let list = &mut self.seen().meant;
        match list.iter().position(|known| known.id == meant.id) {
            Some(at) => list[at] = meant,
            None if list.len() < MOST => list.push(meant),
            None => {}
        }
    }

    /// What was meant, what was in its way first.
    pub(super) fn meant(&self) -> Vec<NodeId> {
        let mut meant = self.seen().meant.clone();
        meant.sort_by_key(|one| !one.covers);
        meant.into_iter().map(|one| one.id).collect()
    }

    /// Where what was meant is in view now. `said` makes words fit to be kept.
    pub(super) async fn marks(&self, said: impl Fn(&str) -> String) -> Vec<Mark> {
        let meant = self.seen().meant.clone();
        if meant.is_empty() {
            return Vec::new();
        }
        // Of what stands in frames of another origin the newest look tells.
        let newest = self.newest();
        let ids: Vec<&str> = meant.iter().map(|one| one.id.0.as_str()).collect();
        let args = json!({ "ids": ids });
        let seen = self.engine.get::<Vec<Option<[f64; 4]>>>("seen_at", args);
        let Ok(Ok(Answer::Value(places))) = tokio::time::timeout(LIMIT, seen).await else {
            return Vec::new();
        };
        let framed = |id: &NodeId| {
            let node = newest.as_ref()?.node(id)?;
            mark_of(&id.0).and(node.rect.filter(|_| !node.states.offscreen))
        };
        let drawn = meant.into_iter().zip(places).filter_map(|(one, place)| {
            let words = said(&one.what);
            Some(Mark {
                place: place.or_else(|| framed(&one.id))?,
                label: match one.covers {
                    true => format!("in the way: {}", crate::text::clip(&words, LABEL)),
                    false => crate::text::clip(&words, LABEL),
                },
                covers: one.covers,
            })
        });
        drawn.collect()
    }

    /// The picture with the marks in it; as it is where they cannot be drawn.
    pub(super) async fn marked(&self, picture: Vec<u8>, marks: &[Mark]) -> Vec<u8> {
        if marks.is_empty() {
            return picture;
        }
        let args = json!({ "png": STANDARD.encode(&picture), "marks": marks });
        let drawn = self
            .engine
            .wait_here::<Option<String>>("marked", args, LIMIT);
        match tokio::time::timeout(LIMIT, drawn).await {
            Ok(Ok(Answer::Value(Some(png)))) => STANDARD.decode(png).unwrap_or(picture),
            _ => picture,
        }
    }
}
