//! The words people use for kinds of things on a page, and the roles each fits.
//!
//! A word fits its own roles and no others: "the Save button" is no link, even one
//! styled as a button. Where nothing fits, the message names what else is called
//! so. The words of one family are synonyms.

use crate::page::node::{INTERACTIVE, Node};

/// One kind of thing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Family {
    /// What messages call it.
    pub(crate) name: &'static str,
    /// Its words, in the singular; each may be two words.
    words: &'static [&'static str],
    /// The roles it fits.
    pub(crate) roles: &'static [&'static str],
    /// Fits by a state, whatever the role.
    extra: Extra,
}

/// What fits a family besides its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extra {
    /// Nothing.
    None,
    /// Anything text can be typed into.
    Editable,
    /// Something without a role that reacts to clicks.
    Clickable,
    /// A button that stays pressed.
    Pressable,
    /// A button that opens a list to choose from.
    Listing,
}

macro_rules! families {
    ($($name:literal [$($word:literal)*] [$($role:literal)*] $extra:ident;)*) => {
        /// Every family. The table of the documentation is made from it.
        pub(crate) static FAMILIES: &[Family] = &[$(Family {
            name: $name,
            words: &[$($word),*],
            roles: &[$($role),*],
            extra: Extra::$extra,
        }),*];
    };
}

families! {
    "button" ["button"] ["button"] Clickable;
    "link" ["link" "hyperlink"] ["link"] None;
    "field" ["field" "input" "textbox" "text box" "text field" "input field" "form field" "input box"
        "textarea" "text area" "box" "entry"]
        ["textbox" "searchbox" "combobox" "spinbutton"] Editable;
    "search field" ["search field" "search box" "searchbox" "search bar"]
        ["searchbox" "textbox"] None;
    "dropdown" ["dropdown" "drop-down" "drop down" "combobox" "combo box" "select" "select box"
        "selector" "picker" "dropdown list" "dropdown menu"]
        ["combobox" "listbox"] Listing;
    "checkbox" ["checkbox" "check box" "tickbox"] ["checkbox" "menuitemcheckbox" "switch"] None;
    "radio button" ["radio button" "radio" "radio option"] ["radio" "menuitemradio"] None;
    "switch" ["switch" "toggle" "toggle switch" "toggle button"] ["switch" "checkbox"] Pressable;
    "tab" ["tab"] ["tab"] None;
    "menu item" ["menu item" "menuitem" "menu entry" "menu option"]
        ["menuitem" "menuitemcheckbox" "menuitemradio"] None;
    "menu" ["menu" "menu bar" "menubar"] ["menu" "menubar"] None;
    "option" ["option"] ["option" "menuitemradio" "radio"] None;
    "list item" ["list item" "listitem" "item" "bullet" "line" "line item"] ["listitem" "option" "menuitem" "treeitem"] None;
    "tree item" ["tree item" "treeitem"] ["treeitem"] None;
    "slider" ["slider"] ["slider"] None;
    "heading" ["heading" "headline"] ["heading"] None;
    "row" ["row" "table row"] ["row"] None;
    "cell" ["cell" "table cell"] ["cell" "gridcell" "rowheader" "columnheader"] None;
    "column" ["column" "column header"] ["columnheader"] None;
    "table" ["table" "grid"] ["table" "grid" "treegrid"] None;
    "list" ["list"] ["list" "listbox"] None;
    "listbox" ["listbox" "list box"] ["listbox"] None;
    "tree" ["tree"] ["tree"] None;
    "dialog" ["dialog" "dialogue" "modal" "dialog box" "popup" "pop-up" "modal dialog"]
        ["dialog" "alertdialog"] None;
    "alert" ["alert"] ["alert" "alertdialog"] None;
    "status" ["status" "status message"] ["status"] None;
    "toast" ["toast" "toast message" "snackbar"] ["status" "alert"] None;
    "log" ["log" "message log" "chat log" "activity log" "event log"] ["log"] None;
    "timer" ["timer"] ["timer"] None;
    "meter" ["meter"] ["meter"] None;
    "figure" ["figure"] ["figure"] None;
    "progress bar" ["progress bar" "progressbar" "spinner"] ["progressbar"] None;
    "tooltip" ["tooltip"] ["tooltip"] None;
    "image" ["image" "picture" "img" "photo"] ["image" "img"] None;
    "icon" ["icon"] ["image" "img" "button" "link"] None;
    "frame" ["frame" "iframe"] ["iframe"] None;
    "form" ["form"] ["form" "search"] None;
    "region" ["region" "section" "area"] ["region" "group" "form" "article" "complementary"] None;
    "group" ["group" "fieldset"] ["group" "radiogroup"] None;
    "panel" ["panel" "tab panel" "tabpanel"] ["tabpanel" "region" "group" "complementary"] None;
    "card" ["card" "tile"] ["article" "listitem" "group" "region"] None;
    "article" ["article" "post"] ["article"] None;
    "navigation" ["navigation" "nav" "navigation bar" "navbar"] ["navigation"] None;
    "sidebar" ["sidebar" "side bar"] ["complementary" "navigation"] None;
    "header" ["header" "banner"] ["banner"] None;
    "footer" ["footer"] ["contentinfo"] None;
    "toolbar" ["toolbar" "tool bar"] ["toolbar"] None;
    "paragraph" ["paragraph"] ["paragraph"] None;
}

impl Family {
    /// Whether a node is of this kind.
    pub(crate) fn fits(&self, node: &Node) -> bool {
        self.roles.contains(&node.role.as_str())
            || match self.extra {
                Extra::None => false,
                Extra::Editable => node.states.editable,
                Extra::Clickable => node.role.is_empty() && node.states.clickable,
                Extra::Listing => super::purpose::is_list_button(node),
                Extra::Pressable => node.role == "button" && node.states.pressed.is_some(),
            }
    }

    /// Whether a node that fits is of this kind by its own role, and not one that people
    /// only call so where there is none: a checkbox is a switch beside no switch.
    pub(crate) fn is_own(&self, node: &Node) -> bool {
        match self.name {
            "switch" => node.role != "checkbox",
            "checkbox" => node.role != "switch",
            _ => true,
        }
    }

    /// Whether it is a kind of control, which people call by its whole name.
    pub(crate) fn is_control(&self) -> bool {
        self.roles.iter().all(|role| INTERACTIVE.contains(role))
    }

    /// Whether it is made to be one of many, each known by what it holds.
    pub(crate) fn is_item(&self) -> bool {
        matches!(
            self.name,
            "row" | "cell" | "list item" | "card" | "article" | "region" | "group" | "panel"
        )
    }

    /// Whether it comes and goes over the page, so that few are there at a time.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(
            self.name,
            "dialog" | "alert" | "status" | "toast" | "progress bar" | "tooltip" | "menu"
        )
    }

    /// `1 button`, `3 list items`.
    pub(crate) fn counted(&self, n: usize) -> String {
        format!("{n} {}", self.plural(n))
    }

    /// `button` for one, else `buttons`.
    pub(crate) fn plural(&self, n: usize) -> String {
        match (n, self.name) {
            (1, name) => name.to_owned(),
            (_, "switch") => "switches".into(),
            (_, "status") => "status messages".into(),
            (_, "checkbox") => "checkboxes".into(),
            (_, "listbox") => "listboxes".into(),
            (_, "navigation") => "navigations".into(),
            (_, name) => format!("{name}s"),
        }
    }

    fn has_word(&self, written: &str) -> bool {
        self.words.contains(&written)
    }
}

/// Words that people also use for things without the role: that no node has the role
/// proves nothing about them.
const LOOSE: &[&str] = &[
    "spinner", "popup", "pop-up", "modal", "card", "tile", "icon", "box", "area", "entry", "item",
    "sidebar", "panel", "section", "post", "photo", "picture", "selector", "picker", "bullet",
    "line", "header", "footer", "toolbar", "menu", "toggle", "banner", "column", "toast",
];

/// Whether words for a kind of thing are too loose to say that there is none.
pub(crate) fn is_loose(words: &str) -> bool {
    let words = words.to_lowercase();
    // Said in full it is the role and nothing else.
    let whole = ["list item", "tree item", "menu item"];
    let named = whole
        .iter()
        .find_map(|role| words.strip_suffix('s').unwrap_or(&words).strip_suffix(role));
    named.unwrap_or(&words).split_whitespace().any(|word| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        LOOSE.contains(&word) || LOOSE.contains(&singular)
    })
}

/// The family a word, or two words joined by a space, stands for.
pub(crate) fn family(written: &str) -> Option<&'static Family> {
    let find = |word: &str| FAMILIES.iter().find(|family| family.has_word(word));
    find(written)
        .or_else(|| find(written.strip_suffix('s')?))
        .or_else(|| find(written.strip_suffix("es")?))
        .or_else(|| find(&format!("{}y", written.strip_suffix("ies")?)))
}

/// Whether the word is a plural, so that "the Delete buttons" is more than one.
pub(crate) fn is_plural(written: &str) -> bool {
    family(written).is_some() && !FAMILIES.iter().any(|family| family.has_word(written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::node::States;

    #[test]
    fn words_find_their_family() {
        for (word, name) in [
            ("button", Some("button")),
            ("buttons", Some("button")),
            ("boxes", Some("field")),
            ("entries", Some("field")),
            ("check boxes", Some("checkbox")),
            ("switches", Some("switch")),
            ("status", Some("status")),
            ("list items", Some("list item")),
            ("thing", None),
            ("", None),
            ("s", None),
        ] {
            assert_eq!(family(word).map(|family| family.name), name, "{word}");
        }
        assert!(is_plural("rows") && !is_plural("row") && !is_plural("status"));
    }

    #[test]
    fn no_word_belongs_to_two_families() {
        for family in FAMILIES {
            for word in family.words {
                let owners = FAMILIES.iter().filter(|other| other.has_word(word)).count();
                assert_eq!(owners, 1, "{word}");
                assert!(word.split(' ').count() <= 2, "{word}");
            }
        }
    }

    #[test]
    fn a_button_is_no_link_and_a_clickable_thing_is_a_button() {
        let button = family("button").unwrap();
        let node = |role: &str, clickable| Node {
            role: role.into(),
            states: States {
                clickable,
                ..States::default()
            },
            ..Node::default()
        };
        assert!(button.fits(&node("button", false)));
        assert!(button.fits(&node("", true)));
        assert!(!button.fits(&node("link", true)));
        assert!(!button.fits(&node("", false)));
    }
}
