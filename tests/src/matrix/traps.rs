//! Pages on which the wrong thing must never happen.

use super::row::Do::{Check, Drag, Fill, Say, Tap, Upload};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    refused("trap-cookie-wall", &[Tap("button Pay")], ""),
    works("trap-cookie-wall", &[Tap("button Accept")], "accepted"),
    works("trap-toast-over", &[Tap("button Pay")], "paid"),
    refused("trap-late-overlay", &[Tap("button Pay")], ""),
    refused("trap-replaced-on-press", &[Tap("button Save")], ""),
    refused("trap-remounted-on-press", &[Tap("button Save")], ""),
    works("trap-resorted", &[Tap("button Remove Ann")], "Ann"),
    refused("trap-twins", &[Tap("button Edit")], ""),
    works(
        "trap-twins",
        &[Say("click Edit in the Work section")],
        "work",
    ),
    refused("trap-moving", &[Tap("button Catch me")], ""),
    refused("trap-fieldset", &[Tap("button Send")], ""),
    refused("trap-fieldset", &[Fill("textbox Word", "x")], ""),
    refused("trap-disabled-look", &[Tap("button Send")], ""),
    refused("trap-disabled-aria", &[Tap("button Send")], ""),
    works(
        "trap-lying-label",
        &[Check("checkbox Subscribe")],
        "subscribed",
    ),
    works(
        "trap-lying-label",
        &[Check("checkbox Delete my data")],
        "deleted",
    ),
    refused("trap-hijacked-link", &[Say("click Terms")], ""),
    works("trap-double-submit", &[Tap("button Order")], "order;"),
    works("trap-slow-handler", &[Tap("button Start")], "done"),
    works("trap-busy-handler", &[Tap("button Crunch")], "done"),
    works("trap-throws", &[Tap("button Save")], "began"),
    refused("trap-dead-button", &[Say("click Nothing")], ""),
    refused("trap-kept-fetch", &[Check("checkbox Terms")], ""),
    refused("trap-kept-fetch", &[Check("switch Alerts")], ""),
    refused(
        "trap-list-shuts",
        &[Fill("combobox Fruit", "b"), Tap("option Banana")],
        "",
    ),
    refused(
        "trap-list-removed",
        &[Fill("combobox Fruit", "b"), Tap("option Banana")],
        "",
    ),
    refused(
        "trap-focus-stolen",
        &[Fill("textbox User", "abcdef")],
        "other:cdef",
    ),
    refused(
        "trap-leaves-while-typing",
        &[Fill("textbox Note", "abcdefgh")],
        "0",
    ),
    refused("trap-focus-trap", &[Fill("textbox Search", "mug")], ""),
    works(
        "trap-recycled-rows",
        &[Say("click Remove in the list item \"Bob\"")],
        "Bob",
    ),
    works("trap-runs-away", &[Tap("button Buy")], "bought"),
    works("trap-hidden-twin", &[Tap("button Next")], "shown"),
    refused("trap-offscreen-menu", &[Tap("button Skip to content")], ""),
    refused("trap-relabelled", &[Tap("button Keep")], ""),
    works("trap-link-in-label", &[Check("css input")], "on"),
    works(
        "trap-field-swapped",
        &[Fill("textbox City", "Oslo")],
        "Oslo",
    ),
    refused(
        "trap-upload-refused",
        &[Upload("button Picture", &["report.txt"])],
        "",
    ),
    works(
        "trap-upload-refused",
        &[Upload("button Picture", &["photo.png"])],
        "photo.png",
    ),
    refused(
        "trap-drop-refused",
        &[Drag("text Write report", "region Done")],
        "",
    ),
    refused("trap-unfit-form", &[Say("click Send")], ""),
    works(
        "trap-unfit-form",
        &[Fill("textbox Name", "Ada"), Say("click Send")],
        "sent",
    ),
    works("trap-counter", &[Tap("css button")], "sent"),
    refused(
        "trap-shifts-on-blur",
        &[Fill("textbox Email", "ab"), Tap("button Join")],
        "",
    ),
];
