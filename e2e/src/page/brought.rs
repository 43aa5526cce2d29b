//! What the last act brought about at its target, until the next act.
//!
//! A page may show the wanted state and take it back a while later, without any request
//! that would say so. That is no failure by itself, as menus close and switches fall back
//! on purpose; but who relies on the state has to hear of it, so the next look tells.

use super::feed::Page;
use super::node::{Node, NodeId, Observation, Tristate};
use super::verb::{Effect, Verb};
use std::time::Duration;

/// How long a last look may take; what it would tell is not worth more.
const LIMIT: Duration = Duration::from_secs(1);

/// What an act turned an element into.
#[derive(Clone, Debug)]
pub(super) struct Brought {
    document: String,
    id: NodeId,
    was: Facts,
    is: Facts,
}

/// What a sentence can ask for of an element.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    checked: Option<Tristate>,
    pressed: Option<Tristate>,
    selected: Option<bool>,
    expanded: Option<bool>,
    value: Option<String>,
}

impl Facts {
    fn of(node: &Node) -> Self {
        Self {
            checked: node.states.checked,
            pressed: node.states.pressed,
            selected: node.states.selected,
            expanded: node.states.expanded,
            value: node.value.clone(),
        }
    }
}

impl Brought {
    fn by(id: &NodeId, effect: &Effect) -> Option<Self> {
        let was = Facts::of(effect.before.node(id)?);
        let is = Facts::of(effect.after.node(id)?);
        (was != is && effect.before.document == effect.after.document).then(|| Self {
            document: effect.after.document.clone(),
            id: id.clone(),
            was,
            is,
        })
    }

    /// What of it is as it was before the act, in words.
    fn undone(&self, now: &Facts) -> Option<String> {
        let (was, is) = (&self.was, &self.is);
        let on = |state: &Option<Tristate>, words: [&'static str; 3]| match state {
            Some(Tristate::True) => words[0],
            Some(Tristate::Mixed) => words[1],
            _ => words[2],
        };
        let either = |state: Option<bool>, yes, no| if state == Some(true) { yes } else { no };
        let words = if was.checked != is.checked && now.checked == was.checked {
            on(&now.checked, ["on", "mixed", "off"])
        } else if was.pressed != is.pressed && now.pressed == was.pressed {
            on(&now.pressed, ["pressed", "half pressed", "not pressed"])
        } else if was.selected != is.selected && now.selected == was.selected {
            either(now.selected, "selected", "not selected")
        } else if was.expanded != is.expanded && now.expanded == was.expanded {
            either(now.expanded, "open", "closed")
        } else if was.value != is.value && now.value == was.value {
            match now.value.as_deref().unwrap_or_default() {
                "" => "empty",
                _ => "at its old value",
            }
        } else {
            return None;
        };
        Some(words.to_owned())
    }
}

impl Page {
    /// From here on what changes may be the next act's doing.
    pub(super) fn act_begins(&self) {
        self.seen().brought = None;
    }

    pub(super) fn note_brought(&self, verb: &Verb, effect: &Effect) {
        let id = verb.target().filter(|_| !effect.already);
        let brought = id.and_then(|id| Brought::by(id, effect));
        self.seen().brought = brought;
    }

    /// Notes that what the last act brought about is gone, though no action came since.
    pub(super) fn note_undone(&self, look: &Observation) {
        let mut seen = self.seen();
        let Some(brought) = &seen.brought else {
            return;
        };
        let node = match brought.document == look.document && look.dialog.is_none() {
            true => look.node(&brought.id),
            false => None,
        };
        let Some(node) = node else { return };
        let Some(words) = brought.undone(&Facts::of(node)) else {
            return;
        };
        let what = node.describe();
        seen.brought = None;
        seen.undone.push(format!(
            "{what} is {words} again, though no action came in between"
        ));
    }

    /// Takes what was found gone, in words.
    pub(crate) fn take_undone(&self) -> Vec<String> {
        std::mem::take(&mut self.seen().undone)
    }

    /// What the last act brought about and is gone by now, in words; looked for once more,
    /// as at the end of a test, where no later look would tell.
    pub async fn undone_at_last(&self) -> Vec<String> {
        if self.seen().brought.is_some() {
            // What cannot be looked at tells nothing.
            let _ = tokio::time::timeout(LIMIT, self.look()).await;
        }
        self.take_undone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_as_it_was_before_is_gone() {
        let value = |text: &str| Facts {
            value: Some(text.to_owned()),
            ..Facts::default()
        };
        let open = |expanded| Facts {
            expanded: Some(expanded),
            ..Facts::default()
        };
        let chosen = |selected| Facts {
            selected: Some(selected),
            ..Facts::default()
        };
        let on = |checked| Facts {
            checked: Some(checked),
            ..Facts::default()
        };
        let held = |pressed| Facts {
            pressed: Some(pressed),
            ..Facts::default()
        };
        for (was, is, now, said) in [
            (value(""), value("Oslo"), value(""), Some("empty")),
            (
                value("Rome"),
                value("Oslo"),
                value("Rome"),
                Some("at its old value"),
            ),
            // A page that writes it out did not take it back.
            (value(""), value("Oslo"), value("Oslo, Norway"), None),
            (value(""), value("Oslo"), value("Oslo"), None),
            (open(false), open(true), open(false), Some("closed")),
            (
                chosen(false),
                chosen(true),
                chosen(false),
                Some("not selected"),
            ),
            (
                on(Tristate::False),
                on(Tristate::True),
                on(Tristate::False),
                Some("off"),
            ),
            (
                on(Tristate::Mixed),
                on(Tristate::True),
                on(Tristate::False),
                None,
            ),
            (
                held(Tristate::False),
                held(Tristate::True),
                held(Tristate::False),
                Some("not pressed"),
            ),
        ] {
            let brought = Brought {
                document: String::new(),
                id: NodeId::default(),
                was,
                is,
            };
            assert_eq!(brought.undone(&now).as_deref(), said, "{brought:?} {now:?}");
        }
    }
}
