//! Looking for something in the whole page, also in what a listing leaves out.

use super::feed::Page;
use super::node::{Node, Observation};
use super::text::{self, TextOptions};
use crate::browser::engine::Answer;
use crate::error::Result;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write as _;

/// What a search came to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Hits {
    /// How many nodes fit.
    pub count: usize,
    found: Vec<Hit>,
    /// The page is so large that its end was not searched.
    truncated: bool,
    /// Frames that were not searched.
    #[serde(skip)]
    unread: Vec<String>,
}

/// One node, and what it stands in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Hit {
    node: Node,
    place: String,
}

impl Page {
    /// Controls that are called so and not shown, in words, each with why.
    pub(crate) async fn hidden_called(&self, names: &[&str]) -> Vec<String> {
        let _turn = self.turn.lock().await;
        let asked = self.engine.get("hidden_called", json!({ "names": names }));
        match asked.await {
            Ok(Answer::Value(hidden)) => hidden,
            // It is only a hint.
            _ => Vec::new(),
        }
    }

    /// Nodes of a role, or whose words hold a text in any case; of both when both are
    /// given. At most 20 are told; all are counted.
    ///
    /// # Errors
    ///
    /// What the wire reports.
    pub async fn search(&self, role: &str, text: &str) -> Result<Hits> {
        let _turn = self.turn.lock().await;
        let args = json!({ "role": role, "text": text });
        let mut hits: Hits = match self.engine.get("search", args.clone()).await? {
            Answer::Value(hits) => hits,
            Answer::Navigated | Answer::Dialog(_) => return Ok(Hits::default()),
        };
        for frame in self.newest().iter().flat_map(|screen| &screen.frames) {
            let found = self.ask_frame::<Hits>(frame, "search", args.clone());
            match found.await.ok().flatten() {
                Some(more) => hits.join(more, &frame.what),
                // What it shows by now nobody has seen.
                None => hits.unread.push(frame.what.clone()),
            }
        }
        Ok(hits)
    }
}

/// Most nodes that are told.
const TOLD: usize = 20;

impl Hits {
    /// Takes in what was found in a frame.
    fn join(&mut self, more: Self, frame: &str) {
        self.count += more.count;
        self.truncated |= more.truncated;
        let left = TOLD.saturating_sub(self.found.len());
        for mut hit in more.found.into_iter().take(left) {
            if hit.place.is_empty() {
                frame.clone_into(&mut hit.place);
            }
            self.found.push(hit);
        }
    }

    /// A line for each of the first of them, and how many there are.
    #[must_use]
    pub fn render(&self, options: &TextOptions) -> String {
        let mut out = match (self.count, self.found.len()) {
            (0, _) => "Nothing on the page fits.".to_owned(),
            (count, shown) if count > shown => format!("{count} fit; the first {shown}:"),
            (count, _) => format!("{count} fit:"),
        };
        for hit in &self.found {
            let alone = Observation {
                nodes: vec![hit.node.clone()],
                ..Observation::default()
            };
            let _ = write!(out, "\n{}", text::line(&alone, 0, options, true));
            if !hit.place.is_empty() {
                let _ = write!(out, " in {}", text::quote(&hit.place));
            }
        }
        for frame in &self.unread {
            let _ = write!(out, "\n(not searched: {})", text::quote(frame));
        }
        if self.truncated {
            out.push_str("\n(the page is too large to be searched to its end)");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_twenty_are_told_however_many_frames_hold_some() {
        let found = |count: usize| Hits {
            count,
            found: vec![Hit::default(); count],
            ..Hits::default()
        };
        let mut hits = found(15);
        hits.join(found(12), "<iframe> \"Card\"");
        assert_eq!((hits.count, hits.found.len()), (27, TOLD));
        assert_eq!(hits.found[15].place, "<iframe> \"Card\"");
        let told = hits.render(&TextOptions::default());
        assert!(told.starts_with("27 fit; the first 20:"), "{told}");
    }
}
