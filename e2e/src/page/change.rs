//! Waiting for the page to change, without anything having been done to it.

use super::diff::{Change, Diff};
use super::feed::Page;
use super::node::Observation;
use super::text::TextOptions;
use crate::browser::engine::Answer;
use crate::error::Result;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Page {
    /// Waits until something on the page changes, at most `limit`, and says whether it
    /// did.
    ///
    /// # Errors
    ///
    /// What the wire reports.
    pub(crate) async fn changed(&self, limit: Duration) -> Result<bool> {
        if limit.is_zero() {
            return Ok(false);
        }
        let args = json!({ "timeout": limit.as_millis() });
        let bound = limit + Duration::from_secs(5);
        Ok(match self.engine.wait("changed", args, bound).await? {
            Answer::Value(changed) => changed,
            Answer::Navigated => true,
            Answer::Dialog(_) => {
                // The next look answers it; until then nothing in the page can wait.
                tokio::time::sleep(limit.min(Duration::from_millis(50))).await;
                true
            }
        })
    }

    /// The first look that holds still and reads otherwise than `before`, or the last one
    /// within `limit`. A focus that moves and a clock that runs on are no difference.
    ///
    /// # Errors
    ///
    /// As [`Self::observe`].
    pub(crate) async fn unlike(
        &self,
        before: Option<&Observation>,
        limit: Duration,
    ) -> Result<Arc<Observation>> {
        let began = Instant::now();
        loop {
            let screen = self.observe().await?;
            let left = limit.saturating_sub(began.elapsed());
            let changed = before.is_none_or(|before| differs(before, &screen));
            if changed || left.is_zero() {
                return Ok(screen);
            }
            self.changed(left).await?;
        }
    }
}

fn differs(before: &Observation, after: &Observation) -> bool {
    let facts = |screen: &Observation| {
        let (url, title) = (screen.url.clone(), screen.title.clone());
        (url, title, screen.dialog.clone(), screen.document.clone())
    };
    let diff = Diff::between(before, after, &TextOptions::default());
    let counts = |change: &Change| match change {
        Change::Changed(was, is) => unclocked(was) != unclocked(is),
        Change::Added(_) | Change::Removed(_) => true,
    };
    facts(before) != facts(after) || diff.changes().iter().any(counts)
}

/// A line without the time that a clock in it shows: `9:05`, `23:59:59`.
fn unclocked(line: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || c == ':';
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_part) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|c| !is_part(c)).unwrap_or(run.len());
        let (run, after) = run.split_at(end);
        let hours = run.split(':').next().unwrap_or_default();
        out.push_str(before);
        out.push_str(match (run.contains(':'), hours.len()) {
            (true, 1 | 2) => "#:##",
            _ => run,
        });
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::{Node, NodeId};

    fn screen(text: &str, focused: bool, url: &str) -> Observation {
        let mut node = Node {
            id: NodeId("n1".into()),
            role: "status".into(),
            text: text.into(),
            ..Node::default()
        };
        node.states.focused = focused;
        Observation {
            nodes: vec![node],
            url: url.into(),
            ..Observation::default()
        }
    }

    #[test]
    fn a_focus_and_a_clock_are_no_change_and_everything_else_is() {
        let before = screen("open at 9:05, 3 mails", false, "/a");
        for (after, expected) in [
            (screen("open at 9:05, 3 mails", false, "/a"), false),
            (screen("open at 9:05, 3 mails", true, "/a"), false),
            (screen("open at 23:59:59, 3 mails", false, "/a"), false),
            (screen("open at 9:05, 4 mails", false, "/a"), true),
            (screen("open at 9:05, 3 mails", false, "/b"), true),
            (screen("closed", false, "/a"), true),
        ] {
            assert_eq!(differs(&before, &after), expected, "{after:?}");
        }
        let empty = Observation::default();
        assert!(differs(&before, &empty) && differs(&empty, &before));
    }
}
