//! What is nearly called so: neither there by chance nor missing by a letter.

use super::statements::all;

#[test]
fn what_is_only_spelled_otherwise_is_not_missing() {
    let scene = "textbox \"E-mail\" value=\"x\"\nbutton \"Log in\"\nbutton \"Archive (3)\"\nlink \"Terms & Conditions\"\nalert \"\"";
    all(
        scene,
        &[
            ("there is no Email field", "ASSERTION_INCONCLUSIVE"),
            ("there is no \"Email\" field", "ASSERTION_INCONCLUSIVE"),
            ("there is no Login button", "ASSERTION_INCONCLUSIVE"),
            ("there is no E-mail field", "ASSERTION_FAILED"),
            ("there is no Archive button", "ASSERTION_INCONCLUSIVE"),
            ("there is no \"Archive\" button", "ASSERTION_INCONCLUSIVE"),
            (
                "there is no \"Terms and Conditions\" link",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("the page does not show \"Login\"", "ASSERTION_INCONCLUSIVE"),
            ("there is no alert", "holds"),
            ("there are 0 alerts", "holds"),
            ("there is no Mail field", "holds"),
            ("there is no Logout button", "holds"),
        ],
    );
}

#[test]
fn what_differs_by_accents_or_a_doubled_letter_is_not_missing() {
    let scene = "button \"Café\"\nstatus \"\" text=\"Cancelled\"\nbutton \"All\"\nbutton \"Color\"\nlink \"Organise\"\nbutton \"Four\"";
    all(
        scene,
        &[
            ("there is no Colour button", "ASSERTION_INCONCLUSIVE"),
            ("there is no \"Colour\" button", "ASSERTION_INCONCLUSIVE"),
            ("there is no Organize link", "ASSERTION_INCONCLUSIVE"),
            (
                "the page does not show \"Colour\"",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("there is no \"For\" button", "holds"),
            ("there is no Cafe button", "ASSERTION_INCONCLUSIVE"),
            ("there is no \"Cafe\" button", "ASSERTION_INCONCLUSIVE"),
            ("the Cafe button is visible", "ASSERTION_FAILED"),
            (
                "the page does not show \"Canceled\"",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("there is no \"Cafés\" button", "holds"),
            ("there is no \"Al\" button", "holds"),
        ],
    );
    all(
        "text \"\" text=\"Your favourite colour costs 5.00 €\"",
        &[
            (
                "the page does not show \"favorite color\"",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("the page does not show \"favorite colours\"", "holds"),
            ("the page does not show \"$5.00\"", "holds"),
            ("the page does not show \"favourite costs\"", "holds"),
        ],
    );
}

#[test]
fn a_cell_is_named_as_it_is_written() {
    let scene = r#"
row "Mug $5 10"
  cell "Mug" text="Mug"
  cell "$5" text="$5"
  cell "10" text="10"
row "Loss ($30.00) INV-2026-001"
  cell "Loss" text="Loss"
  cell "($30.00)" text="($30.00)"
  cell "INV-2026-001" text="INV-2026-001"
"#;
    all(
        scene,
        &[
            ("the cell \"5\" is visible", "ASSERTION_FAILED"),
            ("the cell \"$5\" is visible", "holds"),
            ("the cell \"10\" is in the row \"Mug\"", "holds"),
            ("the cell \"5\" is in the row \"Mug\"", "ASSERTION_FAILED"),
            ("the cell \"$30.00\" is visible", "ASSERTION_FAILED"),
            ("the cell \"($30.00)\" is visible", "holds"),
            ("the row \"INV-2026\" is visible", "ASSERTION_FAILED"),
            ("the row \"INV-2026-001\" is visible", "holds"),
            ("there is no row with \"INV-2026-001\"", "ASSERTION_FAILED"),
        ],
    );
}

#[test]
fn no_menu_is_open_where_what_opens_one_is_closed() {
    let closed = "button \"File\" [menu collapsed]\nbutton \"Save\"";
    all(
        closed,
        &[
            ("there is no menu", "holds"),
            ("no menu is open", "holds"),
            ("the menu is closed", "holds"),
            ("the menu is gone", "holds"),
            ("there is no menu item", "holds"),
            ("the menu is open", "ASSERTION_FAILED"),
            ("there is no context menu", "unread"),
        ],
    );
    for open in [
        "button \"File\" [menu expanded]\ngroup\n  button \"New\"",
        "button \"File\" [menu]",
        "button \"File\" [collapsed]",
    ] {
        all(open, &[("there is no menu", "ASSERTION_INCONCLUSIVE")]);
    }
    let shown = "button \"File\" [menu expanded]\nmenu\n  menuitem \"New\"";
    all(shown, &[("no menu is open", "ASSERTION_FAILED")]);
}

#[test]
fn a_row_with_just_that_cell_goes_before_longer_ones() {
    let scene = r#"
row "Mug 1"
  cell "Mug" text="Mug"
  cell "1" text="1"
row "Mug (blue) 2"
  cell "Mug (blue)" text="Mug (blue)"
  cell "2" text="2"
"#;
    all(
        scene,
        &[
            ("the row \"Mug\" shows \"1\"", "holds"),
            ("the row \"Mug\" shows \"2\"", "ASSERTION_FAILED"),
        ],
    );
}
