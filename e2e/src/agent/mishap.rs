//! Actions that failed although something was sent, and what is only their doing.
//!
//! A press that hit something else may bring about the very text a step is after: the
//! harness called it a failure, so the text proves nothing.

use super::citation::{holds_words, look_up};
use crate::code::Code;
use crate::error::Error;
use crate::page::node::{NodeId, Observation};
use crate::page::verb::Verb;
use crate::text::collapse;
use serde_json::Value;
use std::sync::{Mutex, PoisonError};

/// What a step did, in order, with how it ended.
#[derive(Default)]
pub(super) struct Deeds(Mutex<Vec<Deed>>);

struct Deed {
    verb: &'static str,
    target: Option<NodeId>,
    /// How many screens had been shown before it.
    shown: usize,
    /// Why it failed, where something was sent.
    failed: Option<String>,
}

impl Deeds {
    /// Keeps what was done, or was sent and failed. What failed before anything was sent
    /// did nothing.
    pub(super) fn note(&self, verb: &Verb, shown: usize, failed: Option<&Error>) {
        let sent = |error: &Error| {
            matches!(
                error.code(),
                Code::ActionFailed | Code::ActionMayHaveCommitted
            )
        };
        if failed.is_some_and(|error| !sent(error)) {
            return;
        }
        let deed = Deed {
            verb: verb.name(),
            target: verb.target().cloned(),
            shown,
            failed: failed.map(|error| error.message().to_owned()),
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(deed);
    }

    /// Why none of these citations shows what the step did: each of them came of an
    /// action that failed, and that was not done again. `earlier`: every screen shown.
    pub(super) fn spoil(&self, cited: &[&Value], earlier: &[Observation]) -> Option<String> {
        let deeds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut why = None;
        for one in cited {
            let since = first_shown(one, earlier);
            let at = deeds.iter().rposition(|deed| deed.shown <= since)?;
            let deed = &deeds[at];
            let failed = deed.failed.as_ref()?;
            let again = |other: &Deed| {
                other.failed.is_none() && other.verb == deed.verb && other.target == deed.target
            };
            if deeds[at..].iter().any(again) {
                return None;
            }
            why = why.or_else(|| {
                Some(format!(
                    "{one} came of an action that failed: {failed}. What it brought about shows \
                     nothing of the step: do it on what is there now, and cite what comes of that"
                ))
            });
        }
        why
    }
}

/// Which of the screens was the first to bear a citation out; the next one if none did.
fn first_shown(one: &Value, earlier: &[Observation]) -> usize {
    let gone = one["gone"].as_str().map(collapse);
    let mut stood = false;
    let bears = |screen: &Observation| match &gone {
        None => look_up(one, screen, &[]).is_ok(),
        Some(gone) => {
            let stands = holds_words(screen, gone);
            stood |= stands;
            stood && !stands
        }
    };
    earlier.iter().position(bears).unwrap_or(earlier.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::Node;
    use serde_json::json;

    fn screen(text: &str) -> Observation {
        let node = Node {
            id: NodeId("n1".into()),
            role: "status".into(),
            text: text.into(),
            ..Node::default()
        };
        Observation {
            nodes: vec![node],
            ..Observation::default()
        }
    }

    #[test]
    fn what_came_of_a_failed_action_shows_nothing() {
        let tap = |id: &str| Verb::Tap {
            target: NodeId::parse(id),
        };
        let hit = Error::new(Code::ActionFailed, "it became another one");
        let kept = Error::new(Code::NotActionable, "it is covered");
        let cited = json!({"node": "n1", "quote": "Deleted"});
        let screens = [screen("Order 1"), screen("Deleted"), screen("Deleted")];
        for (done, screens, spoilt) in [
            (&[("n2", 1_usize, Some(&hit))][..], &screens[..], true),
            // It came late.
            (&[("n2", 1, Some(&hit))][..], &screens[..1], true),
            (&[("n2", 1, Some(&kept))][..], &screens[..], false),
            (&[("n2", 1, None)][..], &screens[..], false),
            // Something else was done behind it, and the text stood there before.
            (
                &[("n2", 1, Some(&hit)), ("n3", 2, None)][..],
                &screens[..],
                true,
            ),
            // It was done again, and went well.
            (
                &[("n2", 1, Some(&hit)), ("n2", 2, None)][..],
                &screens[..],
                false,
            ),
            // It failed behind what brought the text about.
            (
                &[("n3", 1, None), ("n2", 2, Some(&hit))][..],
                &screens[..],
                false,
            ),
            (&[][..], &screens[..], false),
        ] {
            let deeds = Deeds::default();
            for (id, shown, failed) in done {
                deeds.note(&tap(id), *shown, *failed);
            }
            let why = deeds.spoil(&[&cited], screens);
            assert_eq!(why.is_some(), spoilt, "{done:?}: {why:?}");
        }
        let deeds = Deeds::default();
        deeds.note(&tap("n2"), 1, Some(&hit));
        let gone = json!({"gone": "Order 1"});
        assert!(deeds.spoil(&[&gone], &screens).is_some());
        // One of them may show what another action did.
        deeds.note(&tap("n3"), 2, None);
        let late = json!({"node": "n1", "quote": "Archived"});
        assert!(deeds.spoil(&[&gone, &late], &screens).is_none());
    }
}
