//! The attempt of a test that a step belongs to.

use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// What the steps of one attempt have in common: whose they are, and what an executor
/// keeps from one to the next.
///
/// ```
/// use e2e::chassis::Attempt;
/// use serde_json::json;
///
/// let attempt = Attempt::new("checkout::pays_by_card", 1);
/// attempt.keep("cart", json!("c-17"));
/// assert_eq!(attempt.kept("cart"), Some(json!("c-17")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    test: String,
    number: u32,
    kept: Arc<Mutex<Map<String, Value>>>,
    over: Arc<watch::Sender<bool>>,
}

impl Attempt {
    /// The attempt of that number, counted from 1.
    pub fn new(test: impl Into<String>, number: u32) -> Self {
        Self {
            test: test.into(),
            number,
            kept: Arc::default(),
            over: Arc::default(),
        }
    }

    /// The test's name, with its case.
    #[must_use]
    pub fn test(&self) -> &str {
        &self.test
    }

    /// Which attempt it is, from 1; 0 where nobody said.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Keeps a value for later steps of the attempt. No report shows it.
    pub fn keep(&self, key: impl Into<String>, value: Value) {
        self.all().insert(key.into(), value);
    }

    /// What an earlier step kept.
    #[must_use]
    pub fn kept(&self, key: &str) -> Option<Value> {
        self.all().get(key).cloned()
    }

    /// Waits for the end of the attempt, which comes when the test's agent is torn down:
    /// for what an executor keeps open from one step to the next.
    pub async fn ended(&self) {
        let mut over = self.over.subscribe();
        // The sender lives as long as this does.
        let _ = over.wait_for(|over| *over).await;
    }

    /// Tells everybody who waits for it that the attempt is over.
    pub(crate) fn end(&self) {
        self.over.send_replace(true);
    }

    fn all(&self) -> MutexGuard<'_, Map<String, Value>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_for_the_end_hears_of_it() {
        let attempt = Attempt::new("a", 1);
        let mut waits = Box::pin(attempt.ended());
        assert!(futures::poll!(&mut waits).is_pending());
        attempt.clone().end();
        waits.await;
        // One that asks later hears of it, too.
        attempt.ended().await;
    }
}
