//! Drags, long presses, files, dialogs, tabs, long lists and drawings.

use super::row::Do::{
    Accept, Answer, CloseTab, Dismiss, Download, Drag, Interruption, LongPress, Picture, Reload,
    Say, Seek, SwitchTab, Tap, TapAt, Upload,
};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "drag-native-list",
        &[Drag("text One", "text Three")],
        "Two,Three,One",
    ),
    works(
        "drag-native-board",
        &[Say("drag \"Write report\" to the Done region")],
        "Done",
    ),
    works(
        "upload-behind-button",
        &[Say("upload \"report.txt\" to the Import data button")],
        "report.txt",
    ),
    works(
        "dialog-confirm",
        &[Say("click Delete, then accept the dialog")],
        "deleted",
    ),
    works(
        "dialog-confirm",
        &[Say("click Delete and dismiss the dialog")],
        "kept",
    ),
    refused(
        "dialog-confirm",
        &[Say("click nothing, then accept the dialog")],
        "",
    ),
    works(
        "tab-blank",
        &[Say("click Help, then switch to the new tab")],
        "other",
    ),
    works(
        "drag-native-board",
        &[Drag("text Write report", "region Done")],
        "Done",
    ),
    works(
        "drag-pointer-list",
        &[Drag("text Alpha", "text Gamma")],
        "Beta,Gamma,Alpha",
    ),
    works("drag-slider", &[Drag("slider Zoom", "text 2")], "2"),
    works("long-press", &[LongPress("button Message")], "menu"),
    works(
        "long-press",
        &[LongPress("button Message"), Tap("menuitem Reply")],
        "reply",
    ),
    works(
        "upload-field",
        &[Upload("css #f", &["report.txt"])],
        "report.txt=hello",
    ),
    works(
        "upload-many",
        &[Upload("css #f", &["report.txt", "photo.png"])],
        "report.txt+photo.png",
    ),
    works(
        "upload-behind-button",
        &[Upload("button Import data", &["report.txt"])],
        "report.txt",
    ),
    works(
        "upload-behind-label",
        &[Upload("text Change picture", &["photo.png"])],
        "photo.png",
    ),
    works(
        "upload-zone-with-field",
        &[Upload(
            "button Drop files here, or click",
            &["report.txt", "photo.png"],
        )],
        "report.txt+photo.png",
    ),
    works(
        "upload-zone-only",
        &[Upload("text Drop a file here", &["report.txt"])],
        "report.txt",
    ),
    refused(
        "upload-field",
        &[Upload("css #f", &["report.txt", "photo.png"])],
        "",
    ),
    refused("upload-field", &[Upload("css #f", &[".secret"])], ""),
    refused("upload-field", &[Upload("css #f", &["link.txt"])], ""),
    refused("upload-field", &[Upload("css #f", &["../outside.txt"])], ""),
    refused("upload-field", &[Upload("css #f", &["missing.txt"])], ""),
    works("download-link", &[Download("link Export")], "asked"),
    works("download-blob", &[Download("button Save as text")], "made"),
    works("dialog-alert", &[Tap("button Save")], "saved"),
    works("dialog-confirm", &[Accept, Tap("button Delete")], "deleted"),
    works("dialog-confirm", &[Dismiss, Tap("button Delete")], "kept"),
    works(
        "dialog-prompt",
        &[Answer("new"), Tap("button Rename")],
        "new",
    ),
    works("dialog-while-loading", &[Tap("button Begin")], "began"),
    works(
        "dialog-on-leaving",
        &[Tap("css input"), Tap("link Leave")],
        "0",
    ),
    works(
        "tab-blank",
        &[
            Tap("link Help"),
            SwitchTab("tab-other"),
            Tap("button Mark as read"),
        ],
        "read",
    ),
    works(
        "tab-opened",
        &[Tap("button Open the report"), SwitchTab("new")],
        "other",
    ),
    works(
        "tab-opened",
        &[Tap("button Open the report"), SwitchTab("new"), CloseTab],
        "",
    ),
    refused("tab-blank", &[SwitchTab("nowhere")], ""),
    works("tab-other", &[Tap("button Mark as read")], "read"),
    works(
        "table-virtual",
        &[Seek("Order 1200"), Tap("button Open order 1200")],
        "order 1200",
    ),
    works(
        "list-infinite",
        &[Seek("Story 95"), Tap("link Story 95")],
        "story 95",
    ),
    works(
        "list-older",
        &[Say("scroll up to \"Message 5\""), Tap("button Message 5")],
        "message 5",
    ),
    refused("table-virtual", &[Seek("Order 9999")], ""),
    refused(
        "table-virtual",
        &[Say("verify that there is no row \"Order 40\"")],
        "",
    ),
    refused(
        "table-virtual",
        &[Say("verify that the page does not show \"Order 40\"")],
        "",
    ),
    works("canvas-points", &[Picture, TapAt(245.0, 145.0)], "hit"),
    refused("canvas-points", &[TapAt(245.0, 145.0)], ""),
    works("page-reload", &[Tap("button Count"), Reload], "1"),
    works(
        "trap-cookie-wall",
        &[Interruption("privacy", "Accept"), Tap("button Pay")],
        "paid",
    ),
    refused(
        "trap-cookie-wall",
        &[Interruption("privacy", "Reject"), Tap("button Pay")],
        "",
    ),
];
