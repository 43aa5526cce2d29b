//! The screens a step showed, and which of them had been read when an id was named.

use crate::chassis::StepContext;
use crate::page::node::{NodeId, Observation};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Every screen that was shown in a step.
#[derive(Default)]
pub(super) struct Shown(Mutex<Vec<Showing>>);

struct Showing {
    /// As it was told: secrets in it are masked.
    told: Arc<Observation>,
    screen: Arc<Observation>,
    /// How often what was shown before had been read.
    readings: u64,
}

impl Shown {
    pub(super) fn push(
        &self,
        screen: &Arc<Observation>,
        told: &Arc<Observation>,
        step: &StepContext,
    ) {
        self.all().push(Showing {
            told: Arc::clone(told),
            screen: Arc::clone(screen),
            readings: step.readings(),
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// The newest, as it was told.
    pub(super) fn last(&self) -> Option<Arc<Observation>> {
        self.all().last().map(|last| Arc::clone(&last.told))
    }

    /// All of them as they were told, the oldest first.
    pub(super) fn told(&self) -> Vec<Arc<Observation>> {
        self.all().iter().map(|one| Arc::clone(&one.told)).collect()
    }

    /// The screen an id was read on: the newest that was read by then and lists it, else
    /// the first that did.
    pub(super) fn read_on(&self, id: &NodeId, step: &StepContext) -> Option<Arc<Observation>> {
        let (all, readings) = (self.all(), step.readings());
        let lists = |one: &&Showing| one.screen.node(id).is_some();
        let read = all.iter().rev().filter(|one| one.readings < readings);
        let found = read.clone().find(lists).or_else(|| all.iter().find(lists));
        found.map(|one| Arc::clone(&one.screen))
    }

    fn all(&self) -> MutexGuard<'_, Vec<Showing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::Limits;
    use crate::page::node::Node;
    use crate::report::record::StepKind;

    fn screen(name: &str) -> Arc<Observation> {
        let node = Node {
            id: NodeId("n1".into()),
            name: name.into(),
            ..Node::default()
        };
        Arc::new(Observation {
            nodes: vec![node],
            ..Observation::default()
        })
    }

    #[test]
    fn an_id_means_what_was_read_before_it_was_named() {
        let step = StepContext::new(StepKind::Act, "do it", Limits::default());
        let (shown, id) = (Shown::default(), NodeId("n1".into()));
        let meant = || {
            let on = shown.read_on(&id, &step);
            on.map(|on| on.nodes[0].name.clone()).unwrap_or_default()
        };
        let show = |name: &str| shown.push(&screen(name), &screen("told"), &step);
        assert_eq!(meant(), "");
        show("March");
        assert_eq!(meant(), "March", "it was never named before");
        step.has_read();
        show("April");
        show("May");
        assert_eq!(meant(), "March", "what came since is not read yet");
        step.has_read();
        assert_eq!(meant(), "May");
        assert!(shown.read_on(&NodeId("n2".into()), &step).is_none());
        assert_eq!(shown.last().unwrap().nodes[0].name, "told");
    }
}
