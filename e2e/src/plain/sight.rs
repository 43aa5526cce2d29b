//! Which texts a page shows, as its rendering tells, apart from what is typed.
//!
//! A listing holds texts piece by piece, and "Total: $5" may be three of them. So
//! whether a text is shown is asked of the page itself; the answers come with the
//! look they belong to.

use super::fold::fold;
use super::piece::has_words;
use super::view::View;
use crate::page::node::{Framed, NodeId, Observation};
use serde::{Deserialize, Serialize};

/// A text to look for, in one element or on the whole page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ask {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) within: Option<NodeId>,
    /// The thing that is asked about instead of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<NodeId>,
    /// Whether it is to be said that it is not shown.
    pub(crate) denied: bool,
}

impl Ask {
    /// The same of a frame: what is around the frame is around all of it.
    pub(super) fn inside(&self, screen: &Observation, frame: &Framed) -> Self {
        let mut ask = self.clone();
        ask.within = ask.within.filter(|node| !screen.is_around(node, frame));
        // What stands in the frame itself bounds what is asked there.
        if let Some(node) = self.within.as_ref().filter(|node| frame.holds(node)) {
            ask.within = Some(node.clone());
        }
        ask
    }
}

/// What the page said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Sighting {
    /// Whether the text is shown.
    pub(crate) shown: bool,
    /// The smallest thing that shows it, in words.
    pub(crate) place: String,
    /// A field whose value it is (part of), in words.
    pub(crate) field: Option<String>,
    /// Why it is there and nobody sees it.
    pub(crate) hidden: Option<String>,
    /// Where the words are in the page, which does not show them.
    pub(crate) unshown: Option<String>,
    /// Why it cannot be said that it is not shown.
    pub(crate) doubt: Option<String>,
    /// The whole visible text of `within`, clipped.
    pub(crate) content: Option<String>,
}

/// Everything that was asked, with the answers.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    answers: Vec<(Ask, Sighting)>,
}

impl Sighting {
    /// Takes in what another document said to the same question.
    pub(super) fn join(&mut self, other: Self) {
        if other.shown && !self.shown {
            self.shown = true;
            self.place = other.place;
        }
        self.field = self.field.take().or(other.field);
        self.hidden = self.hidden.take().or(other.hidden);
        self.unshown = self.unshown.take().or(other.unshown);
        self.doubt = self.doubt.take().or(other.doubt);
        let contents = [self.content.take(), other.content];
        let texts: Vec<String> = contents.into_iter().flatten().collect();
        self.content = (!texts.is_empty()).then(|| texts.join(" ").trim().to_owned());
    }
}

impl Sights {
    pub(crate) fn new(asked: Vec<Ask>, answers: Vec<Sighting>) -> Self {
        Self {
            answers: asked.into_iter().zip(answers).collect(),
        }
    }

    /// Whether a person sees a node; nothing where the page was not asked.
    pub(crate) fn of_node(&self, id: &NodeId) -> Option<&Sighting> {
        self.answers
            .iter()
            .find(|(ask, _)| ask.node.as_ref() == Some(id))
            .map(|(_, sighting)| sighting)
    }

    /// Whether a text is shown; from the listing alone when the page was not asked, which
    /// knows names that nobody can read.
    pub(crate) fn of(&self, view: &View<'_>, text: &str, within: Option<usize>) -> Sighting {
        let id = within.map(|index| view.node(index).id.clone());
        let asked = self
            .answers
            .iter()
            .find(|(ask, _)| ask.node.is_none() && ask.text == text && ask.within == id)
            .map(|(_, sighting)| sighting.clone());
        if let Some(sighting) = asked {
            return sighting;
        }
        let mut sighting = Sighting {
            content: within.map(|index| content(view, index)),
            ..Sighting::default()
        };
        {
            let range = within.map_or(0..view.len(), |index| view.subtree(index));
            let folded = fold(text);
            if let Some(index) = range.clone().find(|at| says(view, *at, &folded)) {
                sighting.shown = true;
                sighting.place = super::explain::in_words(view, index);
            }
            let field = range.into_iter().find(|at| {
                let value = view.node(*at).value.as_deref();
                view.echoes(*at) && value.is_some_and(|value| has_words(&fold(value), &folded))
            });
            if let (None, Some(index)) = (&sighting.field, field) {
                sighting.field = Some(super::explain::in_words(view, index));
            }
        }
        sighting
    }
}

/// Whether a text is shown by any of some nodes, and all that they show.
pub(super) fn together(look: &super::judge::Look<'_>, text: &str, nodes: &[usize]) -> Sighting {
    let mut all = Sighting::default();
    let mut contents = Vec::new();
    for index in nodes {
        let one = look.sights.of(look.view, text, Some(*index));
        if one.shown && !all.shown {
            all.shown = true;
            all.place = one.place;
        }
        all.field = all.field.or(one.field);
        all.hidden = all.hidden.or(one.hidden);
        all.unshown = all.unshown.or(one.unshown);
        all.doubt = all.doubt.or(one.doubt);
        contents.extend(one.content.filter(|content| !content.is_empty()));
    }
    all.content = Some(contents.join(" "));
    all
}

/// Whether a node itself says a text: neither a field nor a choice of a closed list,
/// nor by a name that repeats what is typed inside of it.
fn says(view: &View<'_>, index: usize, folded: &str) -> bool {
    if view.echoes(index) || view.node(index).id.0 == "root" {
        return false;
    }
    if has_words(view.text(index), folded) {
        return true;
    }
    has_words(view.name(index), folded) && !view.repeats_input(index)
}

/// What a node shows, put together from the listing.
fn content(view: &View<'_>, index: usize) -> String {
    let node = view.node(index);
    if !node.name.is_empty() && !view.repeats_input(index) {
        return node.name.clone();
    }
    let texts: Vec<&str> = view
        .subtree(index)
        .filter(|at| !view.echoes(*at))
        .map(|at| view.node(at).label())
        .filter(|text| !text.is_empty())
        .collect();
    texts.join(" ")
}
