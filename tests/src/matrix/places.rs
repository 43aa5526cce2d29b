//! Pages whose places, named with what is pressed in them, become other ones.

use super::row::Do::{Drag, Say, Select};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    refused("trap-place-renamed", &[Say("click Buy under Two")], ""),
    refused("trap-place-renamed", &[Say("click Pick next to Gold")], ""),
    refused(
        "trap-place-renamed",
        &[Say("click Confirm in the \"Delete Ann?\" dialog")],
        "",
    ),
    refused(
        "trap-place-renamed",
        &[Say("check Done in the \"Ann\" list item")],
        "",
    ),
    works(
        "trap-place-kept",
        &[
            Say("click Buy under Two"),
            Say("click Book in the East region"),
            Say("click Pick next to Gold"),
            Say("click Confirm in the \"Delete Ann?\" dialog"),
            Say("click Archive in the row \"Ann\""),
            Say("click Hide in the \"Ann\" list item"),
        ],
        "abcdgi",
    ),
    works(
        "trap-place-kept",
        &[Say("fill Street with \"Elm Road\"")],
        "Elm Road",
    ),
    works(
        "trap-place-kept",
        &[Say("fill Town in the Billing form with \"Oslo\"")],
        "Oslo",
    ),
    works("trap-place-kept", &[Say("double-click \"Tea\"")], "Tea"),
    refused(
        "trap-place-exchanged",
        &[Say("click Delete in the row \"Ann\"")],
        "",
    ),
    refused(
        "trap-place-exchanged",
        &[
            Select("css select", "microtask"),
            Say("click Delete in the row \"Ann\""),
        ],
        "",
    ),
    refused(
        "trap-place-exchanged",
        &[
            Select("css select", "mouseup"),
            Say("click Delete in the row \"Ann\""),
        ],
        "",
    ),
    refused(
        "trap-place-exchanged",
        &[
            Select("css select", "focusin"),
            Say("click Delete in the row \"Ann\""),
        ],
        "",
    ),
    refused("trap-place-exchanged", &[Say("double-click \"Tea\"")], ""),
    refused(
        "trap-focus-relabels",
        &[Say("fill \"Shipping address\" with \"abc\"")],
        "",
    ),
    refused(
        "trap-focus-relabels",
        &[Say("fill Street in the Billing form with \"Main\"")],
        "",
    ),
    works("trap-focus-relabels", &[Say("select Pro from Plan")], "Pro"),
    works("trap-focus-relabels", &[Say("select M from Size")], "M"),
    works(
        "trap-drag-resorted",
        &[Drag("text Write specs", "region Done")],
        "Write specs;",
    ),
];
