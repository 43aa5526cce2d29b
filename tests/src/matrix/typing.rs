//! Fields of every kind.

use super::row::Do::{Append, DoubleTap, Fill, Press, Tap};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    works("field-controlled", &[Fill("textbox Name", "ada")], "ADA"),
    works("field-refusing", &[Fill("textbox Code", "1234")], "1234"),
    refused("field-refusing", &[Fill("textbox Code", "abc")], ""),
    works(
        "field-phone",
        &[Fill("textbox Phone", "5551234567")],
        "5551234567",
    ),
    works(
        "field-textarea",
        &[
            Fill("textbox Notes", "one\ntwo"),
            Append("textbox Notes", "!"),
        ],
        "one|two!",
    ),
    works(
        "field-search",
        &[
            Fill("searchbox Search products", "mug"),
            Tap("link Blue mug"),
        ],
        "Blue mug",
    ),
    works(
        "field-password",
        &[Fill("css input", "hunter22"), Tap("button Show password")],
        "8",
    ),
    works(
        "field-tags",
        &[
            Fill("textbox Keywords", "red"),
            Press("textbox Keywords", "Enter"),
            Fill("textbox Keywords", "blue"),
            Press("textbox Keywords", "Enter"),
        ],
        "red+blue",
    ),
    works(
        "field-validated",
        &[Fill("textbox Email", "a@b.c"), Tap("button Join")],
        "a@b.c",
    ),
    works(
        "field-validated",
        &[
            Fill("textbox Email", "ab"),
            Tap("button Join"),
            Fill("textbox Email", "a@b.c"),
            Tap("button Join"),
        ],
        "a@b.c",
    ),
    works(
        "field-enter-sends",
        &[
            Fill("textbox Message", "hi"),
            Press("textbox Message", "Enter"),
        ],
        "sent hi;",
    ),
    works(
        "rich-text",
        &[Fill("textbox Post", "First line")],
        "First line",
    ),
    works(
        "rich-text",
        &[
            Fill("textbox Post", "First"),
            Append("textbox Post", " line"),
        ],
        "First line",
    ),
    works(
        "rich-text-model",
        &[Fill("textbox Comment", "Well done")],
        "Well done",
    ),
    works(
        "rich-text-model",
        &[
            Fill("textbox Comment", "Well done"),
            Fill("textbox Comment", "Again"),
        ],
        "Again",
    ),
    works(
        "field-otp",
        &[
            Fill("textbox Digit 1", "1"),
            Fill("textbox Digit 2", "2"),
            Fill("textbox Digit 3", "3"),
            Fill("textbox Digit 4", "4"),
            Fill("textbox Digit 5", "5"),
            Fill("textbox Digit 6", "6"),
        ],
        "123456",
    ),
    // Typed into the first, the page hands it on from field to field.
    works("field-otp", &[Fill("textbox Digit 1", "246802")], "246802"),
    works(
        "rich-text-bold",
        &[DoubleTap("text world"), Tap("button Bold")],
        "world",
    ),
    works(
        "rich-text-bold",
        &[Press("textbox Article", "Control+a"), Tap("button Bold")],
        "Hello world",
    ),
    works(
        "shadow-form",
        &[Fill("textbox Nick", "ada"), Tap("button Keep")],
        "ada",
    ),
    works(
        "frame-form",
        &[Fill("textbox Card", "4242"), Tap("button Pay")],
        "4242",
    ),
    works("frame-nested", &[Tap("button Confirm")], "inner"),
];
