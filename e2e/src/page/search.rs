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
}

/// One node, and what it stands in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Hit {
    node: Node,
    place: String,
}

impl Page {
    /// Nodes of a role, or whose words hold a text in any case; of both when both are
    /// given. At most 20 are told; all are counted.
    ///
    /// # Errors
    ///
    /// What the wire reports.
    pub async fn search(&self, role: &str, text: &str) -> Result<Hits> {
        let _turn = self.turn.lock().await;
        let args = json!({ "role": role, "text": text });
        Ok(match self.engine.get("search", args).await? {
            Answer::Value(hits) => hits,
            Answer::Navigated | Answer::Dialog(_) => Hits::default(),
        })
    }
}

impl Hits {
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
        if self.truncated {
            out.push_str("\n(the page is too large to be searched to its end)");
        }
        out
    }
}
