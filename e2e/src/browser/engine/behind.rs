//! A call that is sent with input, and waits for it in the page.

use super::{Answer, Engine, calling, is_missing};
use crate::browser::wire::{Behind, Evaluated, Input};
use crate::error::Result;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;

impl Engine {
    /// Sends input and, with it, what [`Self::wait_here`] asks, where the wire can; the
    /// function is told that the input may still be on its way. What became of the input,
    /// and the answer, unless it was not asked yet.
    pub(crate) async fn wait_behind<T: DeserializeOwned>(
        &self,
        input: Input<'_>,
        function: &str,
        mut args: Value,
        limit: Duration,
    ) -> (Result<()>, Option<Result<Answer<T>>>) {
        args["behind"] = true.into();
        let last = self.last.load(Ordering::Relaxed);
        let body = calling();
        let behind = Behind {
            body: &body,
            args: json!({ "f": function, "b": last, "a": args }),
            taken: json!({ "f": "taken", "b": last }),
            limit,
        };
        let (sent, found) = self.wire.send_with(input, behind).await;
        let read = |found: Evaluated| match is_missing(&found) {
            // The document is a new one.
            true => Ok(Answer::Navigated),
            false => self.read(function, found).map(|(answer, _)| answer),
        };
        (sent, found.map(|found| found.and_then(read)))
    }
}
