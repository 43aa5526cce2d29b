//! What a step did, one move after another, and whether what left the screen is gone
//! or only out of sight.

use super::citation::{holds_words, path_of};
use super::foreign::words;
use super::typed::Typed;
use crate::browser::inside::mark_of;
use crate::page::node::{NodeId, Observation};
use crate::page::verb::{Effect, Verb};
use std::sync::Arc;

/// Words of a step that is about what is listed, not about what there is.
const SIFTS: &[&str] = &[
    "filter", "filters", "search", "find", "look", "narrow", "only", "hide", "type", "enter",
    "clear", "suche", "finde", "filtere", "chercher", "cherche", "busca", "buscar",
];

/// Words of a step that is about opening and closing.
const CLOSES: &[&str] = &[
    "close",
    "collapse",
    "fold",
    "hide",
    "dismiss",
    "toggle",
    "shut",
    "minimise",
    "minimize",
    "schließe",
    "schließen",
    "klappe",
    "verbirg",
    "fermer",
    "ferme",
    "cerrar",
    "cierra",
];

/// One verb that was carried out.
pub(super) struct Move {
    verb: &'static str,
    target: Option<NodeId>,
    text: Option<String>,
    before: Arc<Observation>,
    after: Arc<Observation>,
}

impl Move {
    pub(super) fn new(verb: &Verb, effect: &Effect) -> Self {
        let text = match verb {
            Verb::Type { text, .. } => Some(text.clone()),
            _ => None,
        };
        Self {
            verb: verb.name(),
            target: verb.target().cloned(),
            text,
            before: Arc::clone(&effect.before),
            after: Arc::clone(&effect.after),
        }
    }

    /// Whether it was made in a frame of another origin.
    pub(super) fn was_inside(&self) -> bool {
        let target = self.target.as_ref();
        target.is_some_and(|target| mark_of(&target.0).is_some())
    }

    /// Whether it closed the very thing it was aimed at.
    fn collapsed(&self) -> bool {
        let expanded = |screen: &Observation| {
            let node = screen.node(self.target.as_ref()?)?;
            node.states.expanded
        };
        expanded(&self.before) == Some(true) && expanded(&self.after) != Some(true)
    }
}

/// Why a text that is not on the screen is not therefore gone; nothing when it is.
pub(super) fn out_of_sight(
    gone: &str,
    moves: &[Move],
    earlier: &[Observation],
    screen: &Observation,
    sentence: &str,
    typed: &Typed,
) -> Option<String> {
    let asks = |about: &[&str]| words(sentence).any(|word| about.contains(&word.as_str()));
    let stood = earlier
        .iter()
        .rev()
        .find(|screen| holds_words(screen, gone));
    if let Some(stood) = stood
        && path_of(&stood.url) != path_of(&screen.url)
    {
        return Some(format!(
            "{gone:?} stood on the page {}, and this is another one, {}: leaving it does not \
             show that it is gone; cite what this page reads, or {{url}}",
            stood.url, screen.url
        ));
    }
    let last = moves
        .iter()
        .rev()
        .find(|one| holds_words(&one.before, gone))?;
    let why = match last.verb {
        "type" if !asks(SIFTS) && last.text.as_deref().is_some_and(|text| typed.has(text)) => {
            "it is filtered from view by what you typed yourself"
        }
        "scroll" | "scroll_to" if !asks(&["scroll"]) => "the page was scrolled",
        _ if last.collapsed() && !asks(CLOSES) => "what it stood in was collapsed",
        _ => return None,
    };
    Some(format!(
        "that {gone:?} is not seen does not show that it is gone: {why}"
    ))
}

/// What a verb was given, for the record.
pub(super) fn input_of(verb: &Verb) -> String {
    match verb {
        Verb::Type { text, .. } => format!("{text:?}"),
        Verb::Press { chord, .. } => chord.to_string(),
        Verb::Select { option, .. } => format!("{option:?}"),
        Verb::Check { checked, .. } => if *checked { "on" } else { "off" }.to_owned(),
        Verb::Navigate { url } => url.clone(),
        Verb::Scroll { direction, .. } => format!("{direction:?}").to_lowercase(),
        Verb::ScrollToText { text, .. } => format!("{text:?}"),
        Verb::Upload { files, .. } => files.join(", "),
        Verb::Drag { to, .. } => format!("to {to}"),
        Verb::SwitchTab { tab } => tab.clone(),
        Verb::Point { x, y, .. } => format!("{x},{y}"),
        Verb::AnswerDialog { accept, text } => match (accept, text) {
            (true, Some(text)) => format!("{text:?}"),
            (true, None) => "yes".to_owned(),
            (false, _) => "no".to_owned(),
        },
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chassis::{Limits, StepContext};
    use crate::page::node::{Node, States};
    use crate::report::record::{ActionRecord, StepKind};

    fn screen(url: &str, open: bool, text: &str) -> Observation {
        let node = |id: &str, name: &str| Node {
            id: NodeId::parse(id),
            name: name.into(),
            states: States {
                expanded: (id == "n1").then_some(open),
                ..States::default()
            },
            ..Node::default()
        };
        Observation {
            url: url.into(),
            nodes: vec![node("n1", "Orders"), node("n2", text)],
            ..Observation::default()
        }
    }

    #[test]
    fn what_was_filtered_left_behind_or_collapsed_is_not_gone() {
        let (list, there) = ("http://a/list", screen("http://a/list", true, "Order 1"));
        let tap = |id: &str| Verb::Tap {
            target: NodeId::parse(id),
        };
        let scroll = Verb::ScrollTo {
            target: NodeId::parse("n9"),
        };
        for (sentence, verb, after, told) in [
            ("delete all", tap("n2"), screen(list, true, ""), None),
            // A menu closes when its item is chosen.
            ("delete all", tap("n2"), screen(list, false, ""), None),
            // The list was sent anew.
            (
                "delete all",
                tap("n2"),
                screen("http://a/list?done=1", true, ""),
                None,
            ),
            (
                "delete all",
                tap("n2"),
                screen("http://a/no", true, ""),
                Some("another one"),
            ),
            (
                "delete all",
                tap("n1"),
                screen(list, false, ""),
                Some("collapsed"),
            ),
            (
                "collapse the orders",
                tap("n1"),
                screen(list, false, ""),
                None,
            ),
            (
                "delete all",
                scroll,
                screen(list, true, ""),
                Some("scrolled"),
            ),
        ] {
            let done = Move {
                verb: verb.name(),
                target: verb.target().cloned(),
                text: None,
                before: Arc::new(there.clone()),
                after: Arc::new(after.clone()),
            };
            let step = StepContext::new(StepKind::Act, sentence, Limits::default());
            let (typed, earlier) = (Typed::of(&step), [there.clone()]);
            let why = out_of_sight("Order 1", &[done], &earlier, &after, sentence, &typed);
            match told {
                None => assert_eq!(why, None, "{sentence}: {verb:?}"),
                Some(told) => {
                    let why = why.unwrap_or_default();
                    assert!(why.contains(told), "{sentence}: {verb:?}: {why}");
                }
            }
        }
    }

    #[test]
    fn a_filter_is_the_steps_own_unless_it_was_asked_for() {
        for (sentence, hidden) in [
            ("delete all", true),
            ("delete what reads zzz", false),
            ("filter the list somehow", false),
        ] {
            let step = StepContext::new(StepKind::Act, sentence, Limits::default());
            step.record_action(ActionRecord {
                verb: "type".into(),
                target: String::new(),
                input: "\"zzz\"".into(),
                started_ms: 0,
                duration_ms: 0,
                effect: String::new(),
                ok: true,
            });
            let (before, after) = (
                screen("http://a/", true, "Order 1"),
                screen("http://a/", true, ""),
            );
            let done = Move {
                verb: "type",
                target: None,
                text: Some("zzz".into()),
                before: Arc::new(before.clone()),
                after: Arc::new(after.clone()),
            };
            let typed = Typed::of(&step);
            let why = out_of_sight("Order 1", &[done], &[before], &after, sentence, &typed);
            assert_eq!(why.is_some(), hidden, "{sentence}");
        }
    }
}
