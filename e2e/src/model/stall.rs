//! The bound of one attempt.
//!
//! A provider that sends headers and then nothing, or one byte a second, looks alive
//! to every timeout of the transport. So the whole answer is bounded, not its first
//! byte: past the bound the attempt is dropped, even if the provider ignores that.

use super::failure::{ModelError, ModelErrorKind};
use super::{Model, Reply, Request};
use crate::text::show_duration;
use std::time::Duration;

/// How one attempt ended.
pub(super) enum Attempt {
    /// It answered, or failed by itself.
    Ended(Result<Reply, ModelError>),
    /// It was dropped at the stall bound.
    Stalled(ModelError),
    /// It was dropped because the caller's time is over.
    OutOfTime(ModelError),
}

/// Runs one attempt for at most `stall`, and at most the `left` of the caller.
pub(super) async fn attempt(
    model: &dyn Model,
    request: &Request,
    stall: Duration,
    left: Option<Duration>,
) -> Attempt {
    let bound = left.map_or(stall, |left| left.min(stall));
    match tokio::time::timeout(bound, model.generate(request)).await {
        Ok(ended) => Attempt::Ended(ended),
        Err(_) if bound < stall => Attempt::OutOfTime(ModelError::new(
            ModelErrorKind::TimedOut,
            format!(
                "{} had not answered when the time for the call was over ({})",
                model.id(),
                show_duration(bound)
            ),
        )),
        Err(_) => Attempt::Stalled(
            ModelError::new(
                ModelErrorKind::TimedOut,
                format!(
                    "{} did not answer within {}",
                    model.id(),
                    show_duration(stall)
                ),
            )
            .again(None),
        ),
    }
}
