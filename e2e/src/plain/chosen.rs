//! Choosing: one of several, from a list or where it stands.

use super::explain;
use super::goal::{Goal, Wanted};
use super::phrase;
use super::plan::{Ground, Plan, check};
use super::program::{Name, Reading, Relation, Target, Text};
use super::purpose::is_list_button;
use super::resolve::{Hit, Purpose, Trouble, resolve, resolve_as};
use super::view::Rank;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::Node;
use crate::page::verb::Verb;

pub(super) fn select(list: &Node, option: &str) -> Plan {
    let chosen = list.value.as_deref() == Some(option);
    Plan {
        already: chosen.then(|| format!("\"{option}\" was chosen already")),
        ..Plan::new(Verb::Select {
            target: list.id.clone(),
            option: option.to_owned(),
        })
        .input(option)
    }
}

/// A tap on one of several, which has to be the chosen one afterwards where it says so.
pub(super) fn chosen(node: &Node) -> Plan {
    let selected = node.states.selected;
    Plan {
        already: (selected == Some(true)).then(|| "it was selected already".to_owned()),
        goal: selected.map(|_| Goal::new(node, Wanted::Selected)),
        ..Plan::new(Verb::Tap {
            target: node.id.clone(),
        })
    }
}

impl Ground<'_> {
    pub(super) fn choose(
        &self,
        option: &Target,
        value: &Text,
        within: Option<&Target>,
    ) -> Result<Plan> {
        let view = self.view;
        let Some(place) = within else {
            let hit = self.find(option, Purpose::Pick)?;
            return Ok(self.pick(hit));
        };
        let list = resolve(view, place, Purpose::List);
        match self.open_one(list) {
            // "the Period group" is a place to choose in, not a list to choose from.
            Ok(list) if Purpose::List.suits(view, list.index) => {
                let option = self.option_of(list.index, option, value)?;
                Ok(select(view.node(list.index), &option).rank(list.rank))
            }
            Err(trouble @ Trouble::Several(_)) => Err(self.error(place, Purpose::List, &trouble)),
            list => {
                // No dropdown of that name: a group of radio buttons, a menu, a list.
                let trouble = list.err().unwrap_or(Trouble::Absent);
                let placed = phrase::placed_in(option.clone(), Relation::In, place);
                match resolve(view, &placed, Purpose::Pick) {
                    Ok(hit) => Ok(self.pick(hit)),
                    Err(Trouble::Place { .. }) => Err(self.error(place, Purpose::List, &trouble)),
                    Err(trouble) => Err(self.error(&placed, Purpose::Pick, &trouble)),
                }
            }
        }
    }

    /// Of a button and the list it has opened, which bear the same name, the list.
    fn open_one(&self, found: Result<Hit, Trouble>) -> Result<Hit, Trouble> {
        let Err(Trouble::Several(several)) = &found else {
            return found;
        };
        let opened = |at: &usize| {
            let node = self.view.node(*at);
            is_list_button(node) && node.states.expanded == Some(true)
        };
        let mut rest = several.iter().filter(|at| !opened(at));
        match (rest.next(), rest.next()) {
            (Some(list), None) if self.view.node(*list).role == "listbox" => Ok(Hit {
                index: *list,
                rank: Rank::Exact,
            }),
            _ => found,
        }
    }

    /// The label of the one option the words mean. A list that shows no options yet
    /// is opened and asked later, by the label as it was written.
    pub(super) fn option_of(&self, list: usize, option: &Target, value: &Text) -> Result<String> {
        let view = self.view;
        let inside = view.inside(list);
        let is_option = |index: usize| inside.contains(&index) && view.node(index).role == "option";
        if !inside.clone().any(is_option) {
            return Ok(value.raw.clone());
        }
        match resolve_as(view, option, is_option) {
            Ok(hit) => Ok(view.node(hit.index).label().to_owned()),
            Err(trouble) => {
                let error = self.error(option, Purpose::Pick, &trouble);
                let message = format!(
                    "{} has no option \"{}\"",
                    explain::in_words(view, list),
                    value.raw
                );
                if trouble != Trouble::Absent {
                    return Err(error);
                }
                Err(Error::new(Code::LocatorNotFound, message)
                    .sentence(self.sentence, value.span.clone(), "not in the list")
                    .note(explain::names_of(
                        view,
                        "options",
                        inside.clone().filter(|at| is_option(*at)),
                        &value.raw,
                    )))
            }
        }
    }

    /// What choosing one of several is, by what it is.
    fn pick(&self, hit: Hit) -> Plan {
        let view = self.view;
        let node = view.node(hit.index);
        if view.is_listed_only(hit.index) {
            let list = view
                .ancestors(hit.index)
                .find(|at| matches!(view.node(*at).role.as_str(), "combobox" | "listbox"));
            if let Some(list) = list {
                return select(view.node(list), node.label()).rank(hit.rank);
            }
        }
        if matches!(
            node.role.as_str(),
            "radio" | "checkbox" | "menuitemradio" | "switch"
        ) {
            return check(node, true).rank(hit.rank);
        }
        chosen(node).rank(hit.rank)
    }
}

/// A value as the words for the option it names.
pub(super) fn named(value: &Text) -> Target {
    Target {
        span: value.span.clone(),
        words: value.raw.clone(),
        readings: vec![Reading {
            name: Some(Name {
                raw: value.raw.clone(),
                with_article: None,
                quoted: value.quoted,
            }),
            ..Reading::default()
        }],
        plural: false,
    }
}
