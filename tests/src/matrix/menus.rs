//! Menus, tabs, trees, tables and long lists.

use super::row::Do::{Check, DoubleTap, Fill, Hover, Press, RightClick, Say, Tap};
use super::row::{Row, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "menu-button",
        &[Tap("button Actions"), Tap("menuitem Duplicate")],
        "Duplicate",
    ),
    works(
        "menu-remounted",
        &[Tap("button File"), Tap("menuitem Open")],
        "Open",
    ),
    works(
        "menu-nested",
        &[
            Tap("button Share"),
            Hover("menuitem More ways"),
            Tap("menuitem Copy link"),
        ],
        "Link",
    ),
    works(
        "menu-hover",
        &[Hover("text Products"), Tap("link Tea")],
        "tea",
    ),
    works(
        "menu-context",
        &[RightClick("button report.pdf"), Tap("menuitem Remove")],
        "Remove",
    ),
    works(
        "menu-bar-keys",
        &[
            Press("menuitem Edit", "ArrowDown"),
            Press("menuitem Undo", "ArrowDown"),
            Press("menuitem Redo", "Enter"),
        ],
        "Redo",
    ),
    works("tabs-aria", &[Tap("tab Billing")], "Billing settings"),
    works(
        "tabs-keys",
        &[Press("tab Day", "ArrowRight"), Press("tab Week", "End")],
        "Month",
    ),
    works(
        "accordion",
        &[Tap("text Shipping"), Check("checkbox Express")],
        "express",
    ),
    works(
        "disclosure-soup",
        &[Tap("text What does it cost?"), Tap("link Read more")],
        "read",
    ),
    works(
        "tree",
        &[Tap("text src"), Tap("treeitem main.rs")],
        "main.rs",
    ),
    works("tree-boxes", &[Tap("treeitem Fruit")], "Fruit;"),
    works("tree-boxes", &[Tap("treeitem Roots")], "Roots;"),
    works(
        "tree-keys",
        &[
            Press("tree Folders", "ArrowRight"),
            Press("tree Folders", "ArrowDown"),
            Press("tree Folders", "Enter"),
        ],
        "Work",
    ),
    works(
        "table-rows",
        &[Say("click Delete in the row \"April\"")],
        "April",
    ),
    works(
        "table-sorted",
        &[Tap("button Amount"), Say("click Pay in the row \"Rent\"")],
        "Rent",
    ),
    works(
        "grid-edited",
        &[
            DoubleTap("gridcell 100"),
            Fill("textbox Amount", "250"),
            Press("textbox Amount", "Enter"),
        ],
        "250",
    ),
    works("table-virtual", &[Tap("button Open order 3")], "order 3"),
    works("list-infinite", &[Tap("link Story 15")], "story 15"),
    works("soup-clickable", &[Tap("text Invoices")], "invoices"),
    works("icon-button", &[Tap("button Settings")], "settings"),
    works("link-route", &[Tap("link Reports")], "/reports"),
    works(
        "double-click",
        &[DoubleTap("button notes.txt")],
        "opened after 2",
    ),
];
