//! An observation prepared for looking things up: folded texts and the tree's shape.

use super::fold::{bare, fold};
use super::item;
use super::negation::is_denied_by;
use super::piece::has_words;
use super::program::Name;
use crate::page::node::{Node, Observation};
use std::ops::Range;

/// One look at the page, ready to be searched.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) screen: &'a Observation,
    parents: Vec<Option<usize>>,
    ends: Vec<usize>,
    names: Vec<String>,
    /// Names of items in trees without those of the items they hold.
    owns: Vec<Option<String>>,
    texts: Vec<String>,
}

/// How well a node fits a name; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Its name or text is just that.
    Exact,
    /// So it is without the marks that decorate labels.
    Plain,
    /// Its placeholder or test id is just that.
    Other,
    /// Its name, text or placeholder contains it as whole words.
    Words,
}

impl Rank {
    /// Every rank, the best first.
    pub(crate) const ALL: [Rank; 4] = [Rank::Exact, Rank::Plain, Rank::Other, Rank::Words];
}

/// A name in the forms that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    forms: Vec<String>,
}

impl Wanted {
    pub(crate) fn new(name: &Name) -> Self {
        let mut forms = vec![fold(&name.raw)];
        forms.extend(name.with_article.as_deref().map(fold));
        forms.retain(|form| !form.is_empty());
        Self { forms }
    }

    /// Whether a folded text is just this name, but for decoration.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.forms.iter().any(|form| bare(form) == bare(text))
    }

    #[cfg(test)]
    pub(crate) fn text(text: &str) -> Self {
        Self {
            forms: vec![fold(text)],
        }
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(screen: &'a Observation) -> Self {
        let nodes = &screen.nodes;
        let mut parents = Vec::with_capacity(nodes.len());
        let mut ends = vec![nodes.len(); nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            while let Some(last) = open.last().copied() {
                if nodes[last].depth < node.depth {
                    break;
                }
                ends[last] = index;
                open.pop();
            }
            parents.push(open.last().copied());
            open.push(index);
        }
        let names: Vec<String> = nodes.iter().map(|node| fold(&node.name)).collect();
        Self {
            screen,
            owns: (0..nodes.len())
                .map(|at| item::own_name(nodes, &names, at, ends[at]))
                .collect(),
            parents,
            ends,
            names,
            texts: nodes.iter().map(|node| fold(&node.text)).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.screen.nodes.len()
    }

    pub(crate) fn node(&self, index: usize) -> &'a Node {
        &self.screen.nodes[index]
    }

    /// Every position, in reading order, but the page itself.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + use<> {
        let first = usize::from(
            self.screen
                .nodes
                .first()
                .is_some_and(|node| node.id.0 == "root"),
        );
        first..self.len()
    }

    pub(crate) fn parent(&self, index: usize) -> Option<usize> {
        self.parents[index]
    }

    /// What it is inside of, the innermost first.
    pub(crate) fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.parents[index], |at| self.parents[*at])
    }

    /// Itself and everything inside of it.
    pub(crate) fn subtree(&self, index: usize) -> Range<usize> {
        index..self.ends[index]
    }

    /// Everything inside of it.
    pub(crate) fn inside(&self, index: usize) -> Range<usize> {
        index + 1..self.ends[index]
    }

    /// Its folded name.
    pub(crate) fn name(&self, index: usize) -> &str {
        &self.names[index]
    }

    /// Its folded own text.
    pub(crate) fn text(&self, index: usize) -> &str {
        &self.texts[index]
    }

    /// How well a node fits a name, if at all.
    pub(crate) fn rank(&self, index: usize, wanted: &Wanted) -> Option<Rank> {
        wanted
            .forms
            .iter()
            .filter_map(|form| self.rank_form(index, form))
            .min()
    }

    fn rank_form(&self, index: usize, form: &str) -> Option<Rank> {
        let (name, text) = (self.name(index), self.text(index));
        let own = self.owns[index].as_deref();
        if name == form || text == form || own == Some(form) {
            return Some(Rank::Exact);
        }
        let plain = bare(form);
        let is_plain = |own: &str| !own.is_empty() && bare(own) == plain;
        if is_plain(name) || is_plain(text) {
            return Some(Rank::Plain);
        }
        let node = self.node(index);
        let hint = node.placeholder.as_deref().map(fold);
        let is = |own: &Option<String>| own.as_deref().is_some_and(|own| own == form);
        if is(&hint) || is(&node.test_id.as_deref().map(fold)) {
            return Some(Rank::Other);
        }
        let has = |own: &str| has_words(own, form) && !is_denied_by(form, own);
        (has(name) || has(text) || hint.is_some_and(|hint| has(&hint))).then_some(Rank::Words)
    }

    /// Whether a node takes or echoes input, so that its text is nothing the page says.
    pub(crate) fn echoes(&self, index: usize) -> bool {
        let node = self.node(index);
        let field = matches!(
            node.role.as_str(),
            "textbox" | "searchbox" | "combobox" | "spinbutton" | "listbox" | "slider"
        );
        node.states.editable || node.states.secure || field || self.is_listed_only(index)
    }

    /// Whether a node's name repeats what is typed into a field inside of it.
    pub(crate) fn repeats_input(&self, index: usize) -> bool {
        self.inside(index).any(|at| {
            let value = self.node(at).value.as_deref();
            self.echoes(at) && value.is_some_and(|value| !value.is_empty())
        })
    }

    /// A choice of a closed list: listed, yet nowhere on the screen.
    pub(crate) fn is_listed_only(&self, index: usize) -> bool {
        let node = self.node(index);
        let list = |at: usize| matches!(self.node(at).role.as_str(), "combobox" | "listbox");
        node.role == "option" && node.rect.is_none() && self.ancestors(index).take(2).any(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::scene::screen;

    #[test]
    fn the_tree_has_parents_and_ends() {
        let screen =
            screen("list\n  listitem \"a\"\n    link \"x\"\n  listitem \"b\"\nbutton \"c\"");
        let view = View::new(&screen);
        let parents: Vec<_> = (0..view.len()).map(|at| view.parent(at)).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), None]);
        assert_eq!(view.subtree(0), 0..4);
        assert_eq!(view.inside(1), 2..3);
        assert_eq!(view.ancestors(2).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn names_rank_from_exact_to_contained() {
        let screen = screen(
            "button \"Save\"\nbutton \"Save:\"\nbutton \"Save draft\"\nbutton \"Saved\"\ntextbox placeholder=\"Save\"\nbutton testid=\"save\"",
        );
        let view = View::new(&screen);
        let wanted = Wanted::text(" SAVE ");
        let ranks: Vec<_> = (0..view.len()).map(|at| view.rank(at, &wanted)).collect();
        assert_eq!(
            ranks,
            [
                Some(Rank::Exact),
                Some(Rank::Plain),
                Some(Rank::Words),
                None,
                Some(Rank::Other),
                Some(Rank::Other)
            ]
        );
    }
}
