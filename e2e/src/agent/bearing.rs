//! What of a screen can bear a statement out.
//!
//! A screen also reads what somebody typed, what could be pressed and what could be
//! chosen. None of it says how things are, unless the statement is about just that.

use super::foreign::words;
use super::topic::{CHOICES, CHOSEN, DOES, FIELDS, OFFERS, OUT, SESSION};
use crate::page::node::{Node, Observation, Tristate};
use crate::text::collapse;

/// A screen without what cannot bear a statement out.
pub(super) struct Bearing {
    pub(super) screen: Observation,
    /// What was taken out, and why it proves nothing.
    aside: Vec<(String, &'static str)>,
}

impl Bearing {
    /// `denies`: the statement says that something is not so.
    pub(super) fn of(screen: &Observation, statement: &str, denies: bool) -> Self {
        let said: Vec<String> = words(statement).collect();
        let says = |any: &[&str]| said.iter().any(|word| any.contains(&word.as_str()));
        let about = About {
            fields: says(FIELDS),
            offers: says(OFFERS),
            choices: says(OFFERS) && (denies || !says(CHOSEN)),
            session: says(SESSION).then(|| says(OUT) != denies),
            said,
            statement: collapse(statement).to_lowercase(),
        };
        let mut out = Self {
            screen: screen.clone(),
            aside: Vec::new(),
        };
        // How deep the field stands that what follows is inside of.
        let mut inside: Option<u32> = None;
        for at in 0..screen.nodes.len() {
            let node = &screen.nodes[at];
            if inside.is_some_and(|depth| node.depth <= depth) {
                inside = None;
            }
            let typed = node.states.editable && !node.states.readonly && !about.names(node);
            if typed && inside.is_none() {
                inside = Some(node.depth);
            }
            if typed || inside.is_some() {
                out.without(at, &node.value.clone().unwrap_or_default(), TYPED);
                out.without(at, &node.text, TYPED);
                out.screen.nodes[at].value = None;
                out.screen.nodes[at].text.clear();
                if !typed {
                    out.without(at, &node.name, TYPED);
                }
            } else if let Some(why) = about.why_not(node) {
                out.without(at, &node.text, why);
                out.without(at, &node.name, why);
                out.screen.nodes[at].placeholder = None;
            }
        }
        out
    }

    /// Takes a text out of a node and of what stands around it, whose name may be made of
    /// what they hold.
    fn without(&mut self, at: usize, text: &str, why: &'static str) {
        let text = collapse(text);
        if text.is_empty() {
            return;
        }
        let mut around = Some(at);
        while let Some(index) = around {
            around = self.screen.parent_of(index);
            let node = &mut self.screen.nodes[index];
            for words in [&mut node.name, &mut node.text] {
                *words = strike(words, &text);
            }
        }
        self.aside.push((text, why));
    }

    /// Why a quote that the whole screen reads is none of what bears the statement out.
    pub(super) fn why(&self, quote: &str) -> &'static str {
        let is_in = |(text, _): &&(String, &str)| text.contains(quote) || quote.contains(&**text);
        self.aside.iter().find(is_in).map_or(TYPED, |(_, why)| why)
    }

    /// A quote without what was taken out.
    pub(super) fn rest_of(&self, quote: &str) -> String {
        let aside = self.aside.iter();
        aside.fold(quote.to_owned(), |quote, (text, _)| strike(&quote, text))
    }
}

const TYPED: &str = "what a field holds was typed, and the statement names no such field";
const DONE: &str = "what a button is called says what can be done, not what was";
const LEFT: &str = "what can be chosen is not what is chosen";

/// What a statement is about.
struct About {
    fields: bool,
    offers: bool,
    choices: bool,
    /// Whether it says that nobody is signed in, if it speaks of that.
    session: Option<bool>,
    said: Vec<String>,
    statement: String,
}

impl About {
    /// Whether it is about the content of a field: of any, or of this one by a word of
    /// its name.
    fn names(&self, field: &Node) -> bool {
        let called = [&*field.name, field.placeholder.as_deref().unwrap_or("")].join(" ");
        self.fields || words(&called).any(|word| word.len() > 2 && self.said.contains(&word))
    }

    fn why_not(&self, node: &Node) -> Option<&'static str> {
        let (role, states) = (node.role.as_str(), &node.states);
        let label = node.label();
        if label.is_empty() {
            return None;
        }
        let quoted = ["\"", "“", "„", "'"]
            .iter()
            .any(|mark| (self.statement).contains(&format!("{mark}{}", label.to_lowercase())));
        if quoted {
            return None;
        }
        if CHOICES.contains(&role) {
            let on = states.checked == Some(Tristate::True)
                || states.selected == Some(true)
                || states.current;
            return (!on && !self.choices).then_some(LEFT);
        }
        let pressed = states.pressed == Some(Tristate::True);
        if !DOES.contains(&role) || self.offers || pressed || states.opens_menu {
            return None;
        }
        // Whether somebody is signed in often shows by what is offered alone.
        let mut called = words(label);
        if words(label).any(|word| SESSION.contains(&word.as_str()))
            && let Some(out) = self.session
        {
            let offers_out = called.any(|word| OUT.contains(&word.as_str()));
            return (offers_out == out).then_some(DONE);
        }
        (!called.all(|word| self.said.contains(&word))).then_some(DONE)
    }
}

/// Words without a piece of them that stands by itself.
fn strike(words: &str, piece: &str) -> String {
    let whole = collapse(words);
    let Some(at) = whole.find(piece) else {
        return whole;
    };
    let (before, behind) = (&whole[..at], &whole[at + piece.len()..]);
    let runs_on = before.ends_with(char::is_alphanumeric)
        && piece.starts_with(char::is_alphanumeric)
        || behind.starts_with(char::is_alphanumeric) && piece.ends_with(char::is_alphanumeric);
    match runs_on {
        true => whole,
        false => collapse(&format!("{before} {behind}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::witness::tests::check;
    use crate::page::node::{NodeId, States};

    fn node(id: &str, depth: u32, role: &str, name: &str, states: States) -> Node {
        Node {
            id: NodeId::parse(id),
            depth,
            role: role.into(),
            name: name.into(),
            states,
            ..Node::default()
        }
    }

    fn page() -> Observation {
        let plain = States::default;
        let editable = || States {
            editable: true,
            ..States::default()
        };
        let selected = |on: bool| States {
            selected: Some(on),
            ..States::default()
        };
        let holding = |id: &str, name: &str, value: &str, states: States| Node {
            value: Some(value.into()),
            ..node(id, 1, "textbox", name, states)
        };
        let readonly = States {
            readonly: true,
            ..editable()
        };
        Observation {
            nodes: vec![
                node("n1", 0, "main", "", plain()),
                holding("n2", "Note", "payment went through today", editable()),
                node("n3", 1, "button", "Retry payment now please", plain()),
                node("n4", 1, "row", "Mug two pieces Remove", plain()),
                node("n5", 2, "button", "Remove", plain()),
                node("n6", 1, "option", "Paid by card in full", selected(false)),
                node(
                    "n7",
                    1,
                    "option",
                    "Sent by post and insured",
                    selected(true),
                ),
                node("n8", 1, "textbox", "Draft", editable()),
                node("n9", 2, "paragraph", "it was all paid", plain()),
                node("n10", 1, "button", "Sign out", plain()),
                holding("n11", "Reference", "it was all settled", readonly),
                node("n12", 1, "paragraph", "Your order was confirmed", plain()),
                node("n13", 1, "group", "", plain()),
                node("n14", 2, "button", "Complete the payment now", plain()),
            ],
            ..Observation::default()
        }
    }

    #[test]
    fn what_was_typed_could_be_pressed_or_chosen_says_nothing_of_how_things_are() {
        let screen = page();
        for (statement, at, quote, told) in [
            (
                "it was paid",
                "n2",
                "payment went through today",
                "a field holds",
            ),
            (
                "it was paid",
                "n1",
                "payment went through today",
                "does not read",
            ),
            (
                "the note says it was paid",
                "n2",
                "payment went through today",
                "",
            ),
            (
                "a field tells of it",
                "n2",
                "payment went through today",
                "",
            ),
            ("it was paid", "n9", "it was all paid", "a field holds"),
            ("the draft is done", "n9", "it was all paid", ""),
            ("it was settled", "n11", "it was all settled", ""),
            (
                "the payment went through",
                "n3",
                "Retry payment now please",
                "what a button",
            ),
            (
                "the payment went through",
                "n1",
                "Retry payment now please",
                "what a button",
            ),
            (
                "the payment went through",
                "n1",
                "Retry payment now",
                "what a button",
            ),
            (
                "it went through",
                "n13",
                "Complete the payment now",
                "what a button",
            ),
            (
                "the payment can be tried again",
                "n3",
                "Retry payment now please",
                "",
            ),
            (
                "there is a button for it",
                "n3",
                "Retry payment now please",
                "",
            ),
            (
                "somebody reads \"Retry payment now please\"",
                "n3",
                "Retry payment now please",
                "",
            ),
            ("mugs are in the cart", "n4", "Mug two pieces Remove", ""),
            ("mugs are in the cart", "n4", "Mug two pieces", ""),
            ("it was removed", "n4", "Remove", "what a button"),
            ("it was paid", "n6", "Paid by card in full", "can be chosen"),
            (
                "the paid option is selected",
                "n6",
                "Paid by card in full",
                "can be chosen",
            ),
            (
                "the paid option is not selected",
                "n6",
                "Paid by card in full",
                "",
            ),
            ("it can be paid by card", "n6", "Paid by card in full", ""),
            ("it goes by post", "n7", "Sent by post and insured", ""),
            ("the user is signed in", "n10", "Sign out", ""),
            (
                "the user is not signed in",
                "n10",
                "Sign out",
                "what a button",
            ),
            ("the user is signed out", "n10", "Sign out", "what a button"),
            ("it went well", "n12", "Your order was confirmed", ""),
            ("it went well", "n1", "Your order was confirmed", ""),
        ] {
            match check(&screen, statement, at, quote) {
                Ok(()) => assert!(told.is_empty(), "{statement}: {at} {quote} holds"),
                Err(error) => assert!(
                    !told.is_empty() && error.contains(told),
                    "{statement}: {at} {quote}: {error}"
                ),
            }
        }
    }
}
