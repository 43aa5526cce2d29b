//! ARIA roles, as `get_by_role` takes them.

use std::fmt;
use std::str::FromStr;

macro_rules! roles {
    ($($variant:ident $name:literal)*) => {
        /// What an element is to a person who cannot see it: the roles of WAI-ARIA 1.2.
        ///
        /// ```
        /// use e2e::screen::Role;
        ///
        /// assert_eq!(Role::Button.as_str(), "button");
        /// assert_eq!("status".parse(), Ok(Role::Status));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Role {
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl Role {
            /// Every role, in alphabetical order.
            pub const ALL: &'static [Role] = &[$(Role::$variant,)*];

            /// The role as HTML spells it; images are `image`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Role::$variant => $name,)* }
            }
        }
    };
}

roles! {
    Alert "alert"
    AlertDialog "alertdialog"
    Application "application"
    Article "article"
    Banner "banner"
    Blockquote "blockquote"
    Button "button"
    Caption "caption"
    Cell "cell"
    Checkbox "checkbox"
    Code "code"
    ColumnHeader "columnheader"
    Combobox "combobox"
    Complementary "complementary"
    ContentInfo "contentinfo"
    Definition "definition"
    Deletion "deletion"
    Dialog "dialog"
    Directory "directory"
    Document "document"
    Emphasis "emphasis"
    Feed "feed"
    Figure "figure"
    Form "form"
    Grid "grid"
    GridCell "gridcell"
    Group "group"
    Heading "heading"
    Image "image"
    Insertion "insertion"
    Link "link"
    List "list"
    Listbox "listbox"
    ListItem "listitem"
    Log "log"
    Main "main"
    Marquee "marquee"
    Math "math"
    Menu "menu"
    MenuBar "menubar"
    MenuItem "menuitem"
    MenuItemCheckbox "menuitemcheckbox"
    MenuItemRadio "menuitemradio"
    Meter "meter"
    Navigation "navigation"
    Note "note"
    Option "option"
    Paragraph "paragraph"
    ProgressBar "progressbar"
    Radio "radio"
    RadioGroup "radiogroup"
    Region "region"
    Row "row"
    RowGroup "rowgroup"
    RowHeader "rowheader"
    Scrollbar "scrollbar"
    Search "search"
    SearchBox "searchbox"
    Separator "separator"
    Slider "slider"
    SpinButton "spinbutton"
    Status "status"
    Strong "strong"
    Subscript "subscript"
    Superscript "superscript"
    Switch "switch"
    Tab "tab"
    Table "table"
    TabList "tablist"
    TabPanel "tabpanel"
    Term "term"
    Textbox "textbox"
    Time "time"
    Timer "timer"
    Toolbar "toolbar"
    Tooltip "tooltip"
    Tree "tree"
    TreeGrid "treegrid"
    TreeItem "treeitem"
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let name = match written {
            "img" => "image",
            name => name,
        };
        Role::ALL
            .iter()
            .copied()
            .find(|role| role.as_str() == name)
            .ok_or_else(|| UnknownRole {
                written: written.to_owned(),
                near: crate::text::nearest(name, Role::ALL.iter().map(|role| role.as_str())),
            })
    }
}

/// The text is no role of ARIA 1.2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{written}\" is no role{}", near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownRole {
    written: String,
    near: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_reads_back_and_unknown_ones_name_the_nearest() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(*role));
        }
        assert_eq!("img".parse(), Ok(Role::Image));
        let error = "buton".parse::<Role>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"buton\" is no role; did you mean `button`?"
        );
    }

    #[test]
    fn roles_are_in_order_and_unlike() {
        assert!(
            Role::ALL
                .windows(2)
                .all(|pair| pair[0].as_str() < pair[1].as_str())
        );
    }
}
