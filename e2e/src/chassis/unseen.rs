//! What a tool changed by a way of its own, and nobody has seen yet.
//!
//! A tool that seeds data or moves a clock does not act on the target, so the target
//! hears of it late, and nothing tells when. The next look gives it a moment, and an id
//! that was read before may stand for another thing by now.

use super::step::StepContext;
use super::tool::{Tool, ToolOutput};
use crate::error::Result;
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;

/// How long a target may take to show what a tool did.
pub(crate) const SHOWN_WITHIN: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(super) struct Unseen {
    /// The tool that ran after what ids mean was read last.
    by: Option<String>,
    /// Until when the next look waits for a change; nothing once somebody looked.
    until: Option<Instant>,
    /// How often what was shown had been read.
    readings: u64,
}

impl StepContext {
    /// The tool that [mutates](Tool::mutates) and ran after the ids in hand were read:
    /// what they stand for may be something else by now, and a verb of a target acts on
    /// it only after it made sure. Nothing once the target was observed, or a model was
    /// shown what came of the tool.
    #[must_use]
    pub fn changed_by(&self) -> Option<String> {
        self.log().unseen.by.clone()
    }

    /// How often what was shown had been read by whoever names ids.
    pub(crate) fn readings(&self) -> u64 {
        self.log().unseen.readings
    }

    /// What was shown until now has been read.
    pub(crate) fn has_read(&self) {
        self.record(|log| {
            log.unseen.by = None;
            log.unseen.readings += 1;
        });
    }

    /// Calls a tool, a verb or one that mutates in the queue, and keeps in mind what
    /// nobody has seen of it.
    pub(super) async fn called(
        &self,
        tool: &dyn Tool,
        name: &str,
        input: Value,
        queued: bool,
    ) -> Result<ToolOutput> {
        if !queued {
            return tool.call(input, self).await;
        }
        if !tool.mutates() {
            // A verb looks at the target before it does anything.
            let call = async {
                self.await_change().await?;
                tool.call(input, self).await
            };
            return self.in_queue(call).await;
        }
        self.in_queue(async {
            self.record(|log| log.unseen.by = Some(name.to_owned()));
            let called = tool.call(input, self).await;
            // One that failed may have changed something before.
            let shown = called.as_ref().is_ok_and(|output| output.shown);
            let until = (!shown).then(|| Instant::now() + SHOWN_WITHIN);
            self.record(|log| log.unseen.until = until);
            called
        })
        .await
    }

    /// Gives the target what is left of its moment, before it is looked at.
    pub(super) async fn await_change(&self) -> Result<()> {
        let mut until = None;
        self.record(|log| until = log.unseen.until.take());
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        match (self.target(), left) {
            (Ok(target), Some(left)) if !left.is_zero() => target.changed(left, self).await,
            _ => Ok(()),
        }
    }
}
