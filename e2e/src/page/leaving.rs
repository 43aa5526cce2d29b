//! A page that began to load another one: how long that one is waited for, and what it
//! means that it does not come.
//!
//! Nothing tells a page what its server is doing: whether an answer is on its way, is a
//! file, or is none at all. So the wait ends with the next document, with a file that
//! begins to arrive, or with its time; and in the last case nobody knows what was done.

use super::effect::{Effects, LEAVING};
use super::feed::{Page, Settled};
use super::ready::Ready;
use super::verb::Verb;
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::text::show_duration;
use serde_json::json;
use std::time::{Duration, Instant};

/// How much longer than it was asked to a page may take to answer.
const ANSWERS: Duration = Duration::from_secs(2);

impl Page {
    /// Waits on where the next document is still to come: what the page answers then, or
    /// nothing where there is nothing to wait for, or `again`. That it did not come in its
    /// time is in the effects afterwards.
    pub(super) async fn wait_on(
        &self,
        began: Instant,
        window: Duration,
        again: bool,
        effects: &mut Effects,
    ) -> Result<Option<Answer<Settled>>> {
        if !effects.leaving || effects.moved || self.desk.fetches() || self.is_receiving() {
            return Ok(None);
        }
        let waited = began.elapsed();
        let left = self.within(self.timeouts.navigation.saturating_sub(waited));
        if !again && !left.is_zero() {
            let (mut args, _) = self.settling(window);
            args["leave"] = json!((waited + left).as_millis());
            // Some browsers run nothing in a document that is about to go.
            match self.engine.wait_here("settle", args, left + ANSWERS).await {
                Err(error) if error.code() == Code::ActionFailed => {}
                answer => return answer.map(Some),
            }
        }
        effects.unanswered = (!self.is_receiving()).then(|| began.elapsed());
        Ok(None)
    }
}

/// # Errors
///
/// The document that the input was to lead to never came.
pub(super) fn arrived(verb: &Verb, ready: &Ready, effects: &Effects) -> Result<()> {
    let Some(waited) = effects.unanswered else {
        return Ok(());
    };
    let what = match ready.target.as_str() {
        "" => verb.name().to_owned(),
        target => format!("{} on {target}", verb.name()),
    };
    Err(Error::new(
        Code::ActionMayHaveCommitted,
        format!("what the {what} led to did not answer"),
    )
    .note(format!("{LEAVING}, in {}", show_duration(waited)))
    .note("what the page shows is what it showed before")
    .help(
        "see what the server does with the request; one that answers without a page (204) \
         leaves nothing to see, and a slower one needs a longer `timeouts.navigation`",
    ))
}
