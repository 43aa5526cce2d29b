//! One look at the page as data.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An element's id: stable for its life, bound to its document.
///
/// `n12` on the wire and in text; `root` is the page itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub String);

impl NodeId {
    /// Reads an id as a model or a person writes it: a leading `#` is tolerated.
    #[must_use]
    pub fn parse(written: &str) -> Self {
        let written = written.trim();
        Self(written.strip_prefix('#').unwrap_or(written).to_owned())
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One look at the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Observation {
    /// Which document this is; a navigation or reload makes a new one.
    pub document: String,
    /// The address, as the browser shows it.
    pub url: String,
    /// The title.
    pub title: String,
    /// The listing, in reading order, parents before children.
    pub nodes: Vec<Node>,
    /// Whether the page holds more than was listed.
    pub truncated: bool,
    /// What is seen and could not be read, each with the reason: frames of another
    /// origin, components that are closed to scripts.
    pub unread: Vec<String>,
    /// Frames of another origin, in reading order, with what stands in those that were
    /// read put into [`Self::nodes`].
    #[serde(skip_serializing)]
    pub frames: Vec<Framed>,
    /// The documents in which something may hold a shadow root that no script is given:
    /// the frame element around each, and how many frames lead there.
    #[serde(skip_serializing)]
    pub hosts: Vec<(NodeId, u32)>,
    /// How many slots the browser knew of, where it is to be asked for them anew.
    #[serde(skip_serializing)]
    pub slots: Option<u32>,
    /// What went wrong in the page since the look before: errors of its scripts, requests
    /// that failed.
    pub faults: Vec<String>,
    /// The status its server answered with, where that tells of a failure: 404, 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Text of a JavaScript dialog that is open; nothing else can be read then.
    pub dialog: Option<String>,
}

/// A frame of another origin.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Framed {
    /// The id of its element.
    pub id: NodeId,
    /// In words: `<iframe> "Card"`.
    pub what: String,
    /// What the ids of its document begin with; empty when it was not read.
    pub mark: String,
    /// Where its content belongs among the nodes, and how deep.
    pub(super) at: usize,
    pub(super) depth: u32,
    /// How many frames lead to it from the document it was seen in.
    pub(super) levels: u32,
    /// Scripts are turned off in it.
    pub(super) silent: bool,
    /// Part of it is in view.
    pub(super) shown: bool,
    /// Where its content begins, and its scale: x, y, across, down.
    pub(super) place: [f64; 4],
    /// What is seen of it; nothing when it is scrolled out of another frame.
    pub(super) clip: Option<[f64; 4]>,
    /// Width and height of the viewport it was seen in.
    pub(super) view: [f64; 2],
}

impl Framed {
    /// Whether a node stands in it, itself and not in a frame inside of it.
    pub(crate) fn holds(&self, id: &NodeId) -> bool {
        !self.mark.is_empty() && crate::browser::inside::mark_of(&id.0) == Some(&self.mark)
    }
}

impl Observation {
    /// Whether a frame of another origin stands inside a listed node.
    pub(crate) fn is_around(&self, node: &NodeId, frame: &Framed) -> bool {
        let mut at = self.nodes.iter().position(|inner| frame.holds(&inner.id));
        while let Some(index) = at {
            if self.nodes[index].id == *node {
                return true;
            }
            at = self.parent_of(index);
        }
        false
    }

    /// The node of this id.
    #[must_use]
    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == *id)
    }

    /// Position of the node's parent in [`Self::nodes`].
    #[must_use]
    pub fn parent_of(&self, index: usize) -> Option<usize> {
        let depth = self.nodes.get(index)?.depth;
        (0..index).rev().find(|i| self.nodes[*i].depth < depth)
    }
}

/// One listed node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    /// Its id.
    pub id: NodeId,
    /// Nesting among listed nodes, from 0.
    pub depth: u32,
    /// ARIA role; empty when it has none.
    pub role: String,
    /// Accessible name, white space collapsed, at most 256 UTF-16 units.
    pub name: String,
    /// Its own text, not its descendants', at most 512 UTF-16 units.
    pub text: String,
    /// Current value of a field; never a password's.
    pub value: Option<String>,
    /// Test id attribute.
    pub test_id: Option<String>,
    /// Placeholder of a field.
    pub placeholder: Option<String>,
    /// Link target, without user information, query and fragment.
    pub href: Option<String>,
    /// Heading level.
    pub level: Option<u32>,
    /// Its place in its set, table or row, from 1, where the page says it.
    pub position: Option<u32>,
    /// How many its set has, or how many rows a table, where the page says it: a list may
    /// hold only what is in view.
    pub set_size: Option<u32>,
    /// How many columns a table has, or the column a row begins with, where the page says
    /// it.
    pub columns: Option<u32>,
    /// What is true of it, and three-valued facts where they apply.
    pub states: States,
    /// Box in CSS pixels of the top-level viewport: x, y, width, height.
    pub rect: Option<[f64; 4]>,
}

impl Default for NodeId {
    fn default() -> Self {
        Self("root".into())
    }
}

/// What is true of a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct States {
    /// Checkbox, radio, switch: on, off or mixed.
    pub checked: Option<Tristate>,
    /// Toggle button.
    pub pressed: Option<Tristate>,
    /// Option, tab, row.
    pub selected: Option<bool>,
    /// Disclosure, menu button, combobox.
    pub expanded: Option<bool>,
    /// Cannot be operated.
    pub disabled: bool,
    /// Can be read, not edited.
    pub readonly: bool,
    /// It says of itself that it opens a menu.
    pub opens_menu: bool,
    /// It says of itself that it opens a list to choose from.
    pub opens_list: bool,
    /// Has to be filled.
    pub required: bool,
    /// Its value is refused; see [`Self::invalid_message`].
    pub invalid: bool,
    /// The browser refuses its value, and said so to nobody yet.
    pub unfit: bool,
    /// Why its value is refused, when the page says.
    pub invalid_message: Option<String>,
    /// Holds the keyboard focus.
    pub focused: bool,
    /// A password field: its value is never read.
    pub secure: bool,
    /// Whether a password field is empty; the only thing said of its value.
    pub blank: Option<bool>,
    /// Text can be typed into it.
    pub editable: bool,
    /// No role, yet it reacts to clicks.
    pub clickable: bool,
    /// Being updated.
    pub busy: bool,
    /// The current page, step or date of its set.
    pub current: bool,
    /// Its box does not meet the viewport.
    pub offscreen: bool,
}

/// On, off or mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tristate {
    /// On.
    True,
    /// Off.
    False,
    /// Partly on.
    Mixed,
}

/// Roles a person can operate.
pub const INTERACTIVE: &[&str] = &[
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "listbox",
    "checkbox",
    "radio",
    "switch",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "slider",
    "spinbutton",
    "treeitem",
];

impl Node {
    /// Whether a person can operate it.
    #[must_use]
    pub fn is_interactive(&self) -> bool {
        INTERACTIVE.contains(&self.role.as_str()) || self.states.clickable || self.states.editable
    }

    /// What a person would call it: the name, else the text, else the placeholder.
    #[must_use]
    pub fn label(&self) -> &str {
        [&self.name, &self.text]
            .into_iter()
            .find(|text| !text.is_empty())
            .map(String::as_str)
            .or(self.placeholder.as_deref())
            .unwrap_or_default()
    }

    /// In words, for messages: `button "Save"`.
    #[must_use]
    pub fn describe(&self) -> String {
        let role = if self.role.is_empty() {
            "element"
        } else {
            &self.role
        };
        match self.label() {
            "" => format!("{role} without a name (#{})", self.id),
            label => format!("{role} \"{label}\""),
        }
    }
}
