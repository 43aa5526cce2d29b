//! What a caller knows about a verb beside the verb.

use super::footing::Footing;
use super::node::Observation;
use crate::secret::places::Rule;
use std::sync::Arc;
use std::time::Duration;

/// What a caller knows about a verb beside the verb.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Terms {
    /// How long the verb may take: its target gets ready within `timeouts.action` and
    /// this, and its effect is waited for as long as time is left.
    pub limit: Option<Duration>,
    /// The target in words, as it was when it was located: `button "Save"`. Without it
    /// the newest look that lists the target tells what is meant.
    pub meant: Option<String>,
    /// The look on which the target was read, where a newer one may list something else
    /// under its id.
    pub(crate) read_on: Option<Arc<Observation>>,
    /// The places the target was named with.
    pub(crate) footing: Vec<Footing>,
    /// Where secrets of the step may go.
    pub(crate) secrets: Vec<Rule>,
}
