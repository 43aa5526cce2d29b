//! What a thing is wanted for, and what suits that.

use super::view::View;
use crate::page::node::Node;

/// What a thing is wanted for, which decides what it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be clicked or hovered over.
    Operate,
    /// To be typed into.
    Fill,
    /// To hold the choices of a selection.
    List,
    /// To be chosen among others.
    Pick,
    /// To be switched on or off.
    Check,
    /// To be looked at.
    See,
}

impl Purpose {
    /// Whether a node serves the purpose, without a role being said.
    pub(crate) fn suits(self, view: &View<'_>, index: usize) -> bool {
        let node = view.node(index);
        let role = node.role.as_str();
        match self {
            Purpose::Operate => node.is_interactive() && !view.is_listed_only(index),
            Purpose::Fill => {
                node.states.editable || matches!(role, "textbox" | "searchbox" | "spinbutton")
            }
            Purpose::List => matches!(role, "combobox" | "listbox") || is_list_button(node),
            Purpose::Pick => {
                matches!(
                    role,
                    "option"
                        | "radio"
                        | "menuitem"
                        | "menuitemradio"
                        | "menuitemcheckbox"
                        | "tab"
                        | "treeitem"
                        | "row"
                        | "gridcell"
                        | "listitem"
                        | "checkbox"
                ) || is_clickable(node)
            }
            Purpose::Check => {
                node.states.checked.is_some()
                    || node.states.pressed.is_some()
                    || matches!(role, "checkbox" | "switch" | "radio" | "menuitemcheckbox")
            }
            Purpose::See => true,
        }
    }

    /// Whether a thing that is not made for it may serve when it is called just so.
    pub(super) fn has_second_choice(self) -> bool {
        matches!(self, Purpose::Operate | Purpose::Pick | Purpose::Check)
    }

    pub(super) fn suits_second(self, view: &View<'_>, index: usize) -> bool {
        match self {
            Purpose::Pick => Purpose::Operate.suits(view, index),
            // An item is ticked by its only box.
            Purpose::Check => {
                let item = matches!(
                    view.node(index).role.as_str(),
                    "row" | "listitem" | "treeitem"
                );
                let boxes = view
                    .inside(index)
                    .filter(|at| view.node(*at).states.checked.is_some());
                item && boxes.count() == 1
            }
            _ => !view.is_listed_only(index) && !view.echoes(index),
        }
    }
}

/// Whether it is a button or a field that shows a choice and opens the list to choose from.
pub(super) fn is_list_button(node: &Node) -> bool {
    matches!(node.role.as_str(), "button" | "textbox") && node.states.opens_list
}

fn is_clickable(node: &Node) -> bool {
    node.role.is_empty() && node.states.clickable
}
