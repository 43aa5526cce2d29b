//! Dates, numbers, switches and radio buttons.

use super::row::Do::{Check, Fill, Press, Say, Tap, Uncheck};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "date-native",
        &[Fill("textbox Arrival", "2026-05-14")],
        "2026-05-14",
    ),
    works(
        "date-masked",
        &[Fill("textbox Birthday", "01.02.1990")],
        "01.02.1990",
    ),
    works(
        "date-grid",
        &[
            Tap("button Choose date"),
            Tap("button Next month"),
            Tap("gridcell 15 June 2026"),
        ],
        "2026-6-15",
    ),
    works("time-native", &[Fill("textbox Start", "09:30")], "09:30"),
    works(
        "moment-native",
        &[Fill("textbox Meeting", "2026-05-14T09:30")],
        "2026-05-14T09:30",
    ),
    works(
        "colour-native",
        &[Fill("textbox Accent", "#336699")],
        "#336699",
    ),
    works("slider-native", &[Fill("slider Volume", "70")], "70"),
    works("slider-in-thumb", &[Fill("slider Volume", "70")], "70"),
    works(
        "date-segments",
        &[Fill("group Birthday", "05/14/2026")],
        "05/14/2026",
    ),
    works(
        "date-segments",
        &[
            Say("fill Birthday with 2026-05-14"),
            Say("verify that the Birthday field has value \"05/14/2026\""),
        ],
        "05/14/2026",
    ),
    works(
        "date-segments",
        &[
            Fill("group Birthday", "05/14/2026"),
            Fill("group Birthday", ""),
        ],
        "",
    ),
    refused("date-segments", &[Fill("group Birthday", "14/05/2026")], ""),
    works(
        "slider-keys",
        &[
            Press("slider Brightness", "ArrowRight"),
            Press("slider Brightness", "ArrowRight"),
        ],
        "7",
    ),
    works("slider-keys", &[Press("slider Brightness", "End")], "10"),
    works("slider-keys", &[Fill("slider Brightness", "8")], "8"),
    works("drag-slider", &[Fill("slider Zoom", "1")], "1"),
    works("spin-buttons", &[Fill("spinbutton Tickets", "4")], "4"),
    works(
        "spin-native",
        &[
            Fill("spinbutton Guests", "5"),
            Press("spinbutton Guests", "Tab"),
        ],
        "5",
    ),
    works(
        "spin-buttons",
        &[
            Tap("button More tickets"),
            Press("spinbutton Tickets", "ArrowUp"),
            Tap("button Fewer tickets"),
        ],
        "2",
    ),
    works("check-like-mui", &[Check("checkbox Remember me")], "true"),
    works(
        "check-clipped",
        &[Check("checkbox I agree to the terms")],
        "true",
    ),
    works(
        "check-mixed",
        &[Check("checkbox Select all"), Uncheck("checkbox Select all")],
        "false",
    ),
    works(
        "check-redrawn",
        &[Check("checkbox Gift wrap"), Check("checkbox Gift wrap")],
        "true 1",
    ),
    works("check-late", &[Check("checkbox Beta features")], "true"),
    works("switch-button", &[Check("switch Dark mode")], "true"),
    works("radio-native", &[Check("radio Pick-up")], "pickup"),
    works("radio-roving", &[Check("radio Large")], "Large"),
    works(
        "radio-roving",
        &[Press("radio Small", "ArrowDown")],
        "Large",
    ),
    works("radio-cards", &[Tap("text Pro")], "pro"),
    works("rating-stars", &[Check("radio 3 stars")], "3"),
    works("toggle-group", &[Tap("button Centre")], "Centre"),
];
