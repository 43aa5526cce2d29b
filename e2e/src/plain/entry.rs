//! Where a value goes: into a field, onto a scale, to whatever has the focus.

use super::chosen::{named, select};
use super::explain;
use super::plan::{Ground, Plan};
use super::program::{Target, Text};
use super::resolve::{Hit, Purpose, Trouble, resolve, resolve_as};
use super::view::Rank;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::{Node, Observation};
use crate::page::verb::{Effect, Verb};
use crate::text;

pub(super) fn fill(node: &Node, value: &Text, append: bool) -> Plan {
    let target = Some(node.id.clone());
    let own = node.value.as_deref().unwrap_or_default();
    let same = !append && !node.states.secure && node.value.is_some() && own == value.raw;
    Plan {
        already: same.then(|| match own {
            "" => "it was empty already".to_owned(),
            own => format!("it read \"{}\" already", text::clip(own, 80)),
        }),
        ..Plan::new(Verb::Type {
            target,
            text: value.raw.clone(),
            replace: !append,
        })
        .input(value.raw.clone())
    }
}

/// What has the focus and only looks at keys that press it or move along it.
fn is_pressed(node: &Node) -> bool {
    matches!(
        node.role.as_str(),
        "button"
            | "link"
            | "checkbox"
            | "radio"
            | "switch"
            | "tab"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "combobox"
            | "slider"
            | "textbox"
            | "searchbox"
            | "iframe"
    )
}

/// Whether the field that the first key opened, as in a grid, holds the whole text.
///
/// # Errors
///
/// It holds something else.
pub(super) fn taken(verb: &Verb, effect: &Effect) -> Result<()> {
    let Verb::Type {
        target: None, text, ..
    } = verb
    else {
        return Ok(());
    };
    let field = |screen: &Observation| {
        let mut nodes = screen.nodes.iter();
        nodes
            .find(|node| node.states.focused && node.states.editable && !node.states.secure)
            .and_then(|node| Some((node.describe(), node.value.clone()?)))
    };
    if field(&effect.before).is_some() || text.contains(['\n', '\r', '\t']) {
        return Ok(());
    }
    match field(&effect.after) {
        Some((what, value)) if !text::collapse(&value).contains(&text::collapse(text)) => {
            Err(Error::new(
                Code::ActionFailed,
                format!("{what}, which the keys opened, does not hold what was typed"),
            )
            .note(format!("it reads \"{}\"", text::clip(&value, 200)))
            .help("look at the page: the first keys may have been lost"))
        }
        _ => Ok(()),
    }
}

impl Ground<'_> {
    /// A text for whatever has the focus: it is added at the caret, as a person would.
    pub(super) fn typed(&self, value: &Text, append: bool) -> Result<Plan> {
        let nodes = &self.view.screen.nodes;
        let focused = |node: &&Node| node.states.focused;
        let mut fields = nodes.iter().filter(focused);
        if let Some(field) = fields.find(|node| node.states.editable) {
            if append {
                return Ok(fill(field, value, true));
            }
        } else if !nodes.iter().filter(focused).any(|node| !is_pressed(node)) {
            return Err(self.nowhere(value));
        }
        Ok(Plan::new(Verb::Type {
            target: None,
            text: value.raw.clone(),
            replace: false,
        })
        .input(value.raw.clone()))
    }

    fn nowhere(&self, value: &Text) -> Error {
        Error::new(
            Code::LocatorNotFound,
            "no field has the focus, so there is nowhere to type",
        )
        .sentence(self.sentence, value.span.clone(), "into what?")
        .note(explain::names(
            self.view,
            "fields on the page",
            |node| node.states.editable,
            "",
        ))
        .help(format!(
            "say into which field: `type \"{}\" into …`",
            value.raw
        ))
    }

    /// The field of that name, or else the slider, which takes a value as well.
    pub(super) fn field(&self, target: &Target) -> Result<Hit> {
        let found = resolve(self.view, target, Purpose::Fill);
        self.or_slider(target, found)
    }

    fn or_slider(&self, target: &Target, found: Result<Hit, Trouble>) -> Result<Hit> {
        let view = self.view;
        let slider = |index: usize| view.node(index).role == "slider";
        let open = match &found {
            Ok(hit) => hit.rank == Rank::Words,
            Err(trouble) => *trouble == Trouble::Absent,
        };
        let other = match open {
            true => resolve_as(view, target, slider),
            false => Err(Trouble::Absent),
        };
        let found = match (found, other) {
            // A field that only has the words in its name is not what is called just so.
            (Ok(hit), Ok(other)) if slider(other.index) && other.rank < hit.rank => Ok(other),
            (Err(_), Ok(other)) if slider(other.index) => Ok(other),
            (Err(_), Err(trouble @ Trouble::Several(_))) => Err(trouble),
            (found, _) => found,
        };
        found.map_err(|trouble| self.error(target, Purpose::Fill, &trouble))
    }

    pub(super) fn set(&self, target: &Target, value: &Text) -> Result<Plan> {
        let view = self.view;
        let suits =
            |index: usize| Purpose::Fill.suits(view, index) || Purpose::List.suits(view, index);
        let hit = self.or_slider(target, resolve_as(view, target, suits))?;
        let node = view.node(hit.index);
        if Purpose::List.suits(view, hit.index) && !node.states.editable {
            let option = self.option_of(hit.index, &named(value), value)?;
            return Ok(select(node, &option).rank(hit.rank));
        }
        Ok(fill(node, value, false).rank(hit.rank))
    }
}
