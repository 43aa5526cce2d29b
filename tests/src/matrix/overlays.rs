//! What opens over the page, and pages that come and go.

use super::row::Do::{Check, Fill, Hover, Say, Tap};
use super::row::{Row, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "modal-portal",
        &[
            Tap("button Edit profile"),
            Fill("textbox Nickname", "ada"),
            Tap("button Save"),
        ],
        "ada",
    ),
    works(
        "modal-native",
        &[Tap("button Delete account"), Tap("button Delete it")],
        "deleted",
    ),
    works(
        "popover-native",
        &[Tap("button Filters"), Check("checkbox In stock")],
        "stock",
    ),
    works(
        "drawer-sliding",
        &[Tap("button Open cart"), Tap("button Order now")],
        "ordered",
    ),
    works(
        "toast-undo",
        &[Tap("button Archive"), Tap("button Undo")],
        "undone",
    ),
    works("tooltip-hover", &[Hover("button Help")], "shown"),
    works("sticky-bars", &[Tap("button Order")], "ordered"),
    works("middle-bar", &[Tap("button Order")], "ordered"),
    works("page-history", &[Tap("link Second page")], "?two"),
    works(
        "page-history",
        &[Tap("link Second page"), Say("go back")],
        "",
    ),
    works(
        "page-history",
        &[Tap("link Second page"), Say("go back"), Say("go forward")],
        "?two",
    ),
    works(
        "page-reload",
        &[Tap("button Count"), Say("reload the page")],
        "1",
    ),
];
