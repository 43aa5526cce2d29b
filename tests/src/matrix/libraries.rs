//! What component libraries do of their own: fields under their frames, masks with signs,
//! calendars that move their field, drags that are held first, carets without a name.

use super::row::Do::{Check, Drag, Fill, Press, Say, Select};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "select-in-frame",
        &[
            Select("combobox Zone", "Beijing"),
            Say("select \"Colorado\" from State"),
        ],
        "Beijing+Colorado",
    ),
    refused("select-in-frame", &[Select("combobox Route", "North")], ""),
    works(
        "field-signed",
        &[Fill("textbox Phone", "9161234567")],
        "9161234567",
    ),
    works("field-signed", &[Fill("textbox Case", "1234")], "INV 1234"),
    refused("field-signed", &[Fill("textbox Refund", "234")], "1234"),
    works(
        "date-opens-on-press",
        &[Say("click Departure, then click \"May 14, 2026\"")],
        "d 2026-05-14",
    ),
    works(
        "date-opens-on-press",
        &[
            Fill("textbox When", "2026-05-14"),
            Press("textbox When", "Enter"),
        ],
        "w 2026-05-14",
    ),
    works(
        "drag-held",
        &[Drag("button Task card", "region Done")],
        "Done",
    ),
    refused(
        "drag-held",
        &[Drag("button Task card", "region Locked")],
        "",
    ),
    works(
        "tree-caret",
        &[Say("expand Engine, then click Valve")],
        "open Engine chosen Valve",
    ),
    refused("tree-caret", &[Say("expand Locked")], ""),
    works(
        "select-behind",
        &[
            Select("combobox City", "Rome"),
            Say("select \"Bern\" from City"),
        ],
        "Bern",
    ),
    works(
        "shadow-labelled",
        &[Say("turn on Wifi, then click Favourites")],
        "wifi true;Favourites",
    ),
    refused("trap-ink", &[Say("click Dead")], ""),
    works("trap-ink", &[Say("click Live")], "done"),
    works("switch-apart", &[Check("switch Instant")], "true"),
];
