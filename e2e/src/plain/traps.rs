//! Statements that are nearly true, kind by kind: what must not hold by chance.

use super::statements::all;

#[test]
fn counts_are_of_what_is_named_and_nothing_near_it() {
    let scene = r#"
list "Cart"
  listitem "Mug"
    list "Colours"
      listitem "Blue"
  listitem "Plate"
button "Delete"
button "Delete account"
checkbox "News" [checked]
checkbox "Terms" [unchecked]
alert ""
combobox "Plan" value="Basic"
  option "Basic" [selected]
  option "Pro" [unselected disabled]
row "Month"
  columnheader "Month"
row "March"
  cell "March" text="March"
"#;
    all(
        scene,
        &[
            ("there are 2 Delete buttons", "ASSERTION_FAILED"),
            ("there is 1 Delete button", "holds"),
            ("there are 5 list items", "ASSERTION_FAILED"),
            ("there are 2 rows", "ASSERTION_FAILED"),
            ("there is one alert", "ASSERTION_FAILED"),
            ("there is at least 1 alert", "ASSERTION_FAILED"),
            ("there are 2 or 3 rows", "unread"),
            ("there are about 2 rows", "unread"),
            ("there are 0 checked checkboxes", "unread"),
            ("there are at most 5 checked checkboxes", "unread"),
            ("there are 2 checked checkboxes", "ASSERTION_FAILED"),
            ("there are no more checkboxes", "ASSERTION_FAILED"),
            ("there are 2 or 3 alerts", "unread"),
            ("2 to 5 rows are visible", "unread"),
            ("3 checkboxes are visible", "ASSERTION_FAILED"),
            ("2 checkboxes are visible", "holds"),
            ("2 checkboxes are checked", "unread"),
            ("exactly one dialog is open", "ASSERTION_FAILED"),
            ("the Cart list has no items", "ASSERTION_FAILED"),
            ("there are 2 enabled options", "ASSERTION_FAILED"),
        ],
    );
}

#[test]
fn a_value_says_whole_words_and_contains_any_part() {
    let scene = r#"
textbox "Name" value="Ada Lovelace"
textbox "Email" value="ada@example.com"
slider "Excess" value="300"
slider "Seek" value="90"
spinbutton "Seek" value="7"
button "Save" [disabled]
status text="Saved"
"#;
    all(
        scene,
        &[
            ("the Name field says \"da\"", "ASSERTION_FAILED"),
            ("the Name field shows \"Love\"", "ASSERTION_FAILED"),
            ("the Name field says \"Ada\"", "holds"),
            ("the Name field contains \"da\"", "holds"),
            ("the Name field does not say \"da\"", "ASSERTION_FAILED"),
            ("the Email field contains \"@\"", "holds"),
            // A slider is called a field as well, unless there is one of that name.
            ("the Excess field has value \"300\"", "holds"),
            ("the Excess field has value \"30\"", "ASSERTION_FAILED"),
            ("there is no Excess field", "ASSERTION_FAILED"),
            ("the Seek field has value \"7\"", "holds"),
            ("the Seek field has value \"90\"", "ASSERTION_FAILED"),
            ("the Save button is visible but disabled", "holds"),
            ("the Save button is visible but enabled", "ASSERTION_FAILED"),
            ("the Save button is visible but not enabled", "holds"),
            (
                "the Save button is disabled but the status says \"Saved\"",
                "holds",
            ),
            (
                "the Save button is disabled but the status says \"Done\"",
                "ASSERTION_FAILED",
            ),
            ("there is no \"Loading\" text", "holds"),
            ("there is no \"Saved\" text", "ASSERTION_FAILED"),
            ("there is no button but Save", "unread"),
            ("there is no button but the Save button", "unread"),
            ("the status does not say \"Done\" but \"Saved\"", "unread"),
            ("no field is visible but the Name field", "unread"),
        ],
    );
}

#[test]
fn order_is_the_one_that_is_there() {
    let scene = r#"
list "Fruits"
  listitem "Apple"
  listitem "Banana"
  listitem "Cherry"
"#;
    all(
        scene,
        &[
            ("the first list item is \"Apple\"", "holds"),
            ("the first list item is \"Banana\"", "ASSERTION_FAILED"),
            ("the first list item is not \"Apple\"", "ASSERTION_FAILED"),
            ("the last list item shows \"Banana\"", "ASSERTION_FAILED"),
            ("the fourth list item is \"Cherry\"", "ASSERTION_FAILED"),
            ("the fourth list item is not \"Cherry\"", "ASSERTION_FAILED"),
            (
                "the Fruits list shows \"Apple\", \"Banana\" and \"Cherry\"",
                "holds",
            ),
            (
                "the Fruits list shows \"Apple\" and \"Plum\"",
                "ASSERTION_FAILED",
            ),
            ("\"Cherry\" is before \"Apple\"", "unread"),
            ("\"Cherry\" is above \"Apple\"", "unread"),
            ("\"Apple\" is the last list item", "unread"),
            (
                "the list items are \"Cherry\", \"Banana\" and \"Apple\"",
                "unread",
            ),
        ],
    );
}

#[test]
fn a_denial_goes_on_for_what_follows_it() {
    all(
        "list\n  listitem \"Apple\"",
        &[
            (
                "the list does not show \"Plum\" and \"Apple\"",
                "ASSERTION_FAILED",
            ),
            ("the list does not show \"Plum\" and \"Pear\"", "holds"),
            ("the list does not show \"Plum\" and is visible", "holds"),
        ],
    );
}

#[test]
fn only_all_and_every_are_not_read_as_one() {
    let scene = r#"
checkbox "One" [checked]
checkbox "Two" [unchecked]
button "Save"
button "All" [pressed]
"#;
    all(
        scene,
        &[
            ("all checkboxes are checked", "unread"),
            ("all the checkboxes are checked", "unread"),
            ("every checkbox is checked", "unread"),
            ("any checkboxes are checked", "unread"),
            ("some buttons are visible", "unread"),
            ("none of the buttons are hidden", "unread"),
            ("none of the buttons is visible", "unread"),
            ("neither Save nor Cancel is visible", "unread"),
            ("only Save is not visible", "unread"),
            ("only the Save button is visible", "ASSERTION_FAILED"),
            ("no checkbox is checked", "unread"),
            ("no button is disabled", "unread"),
            ("the checkboxes are checked", "SENTENCE_AMBIGUOUS"),
            // A name all the same.
            ("All is pressed", "holds"),
        ],
    );
}

#[test]
fn comparisons_are_of_texts_and_no_judgments() {
    let scene = "heading \"Billing\" level=1\nterm \"Total\"\ndefinition \"\" text=\"$27.40\"\nterm \"Due\"\ndefinition \"\" text=\"2026-11-30\"";
    all(
        scene,
        &[
            ("the total is more than $5", "unread"),
            ("the total is at least 5", "unread"),
            ("the total is under $30", "unread"),
            ("the total is not $27", "holds"),
            ("the total is $27", "ASSERTION_FAILED"),
            ("the total shows \"27.40\"", "ASSERTION_FAILED"),
            ("the total shows \"$27\"", "ASSERTION_FAILED"),
            ("the due is \"2026-11\"", "ASSERTION_FAILED"),
            ("the due shows \"2026-11\"", "ASSERTION_FAILED"),
            ("the due shows \"2026-11-30\"", "holds"),
            ("the heading is not misspelled", "unread"),
            ("the heading is not correct", "unread"),
            ("the title is not wrong", "unread"),
            ("the URL is not broken", "unread"),
            ("the heading is not Billing", "ASSERTION_FAILED"),
            ("the heading is not Plans", "holds"),
            ("the URL is not /settings/billing", "ASSERTION_FAILED"),
            ("the page has loaded", "unread"),
            ("the URL has changed to /billing", "unread"),
            ("\"Error\" is not shown anywhere", "holds"),
            ("the dialog opens", "ASSERTION_FAILED"),
            ("the dialog closes", "holds"),
            ("the heading starts with \"Bill\"", "holds"),
            ("the heading shows \"Bill\"", "ASSERTION_FAILED"),
        ],
    );
}

#[test]
fn a_field_says_its_value_and_a_list_its_choice() {
    let scene = r#"
textbox "Email" placeholder="you@example.com"
textbox "Name" value="Ada Lovelace"
textbox "Password" [secure filled]
combobox "Plan" value="Basic"
  option "Basic" [selected]
  option "Pro" [unselected disabled]
radio "Yearly" [unchecked disabled]
"#;
    all(
        scene,
        &[
            (
                "the Email field has value \"you@example.com\"",
                "ASSERTION_FAILED",
            ),
            (
                "the Email field shows \"you@example.com\"",
                "ASSERTION_FAILED",
            ),
            ("the Email field is empty", "holds"),
            ("the page shows \"Ada Lovelace\"", "ASSERTION_FAILED"),
            ("the Name field has value \"Ada\"", "ASSERTION_FAILED"),
            (
                "the Name field has value \"ada lovelace\"",
                "ASSERTION_FAILED",
            ),
            (
                "the Password field has value \"x\"",
                "ASSERTION_INCONCLUSIVE",
            ),
            (
                "the Password field does not contain \"x\"",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("the Plan dropdown shows \"Pro\"", "ASSERTION_FAILED"),
            ("Pro is selected", "ASSERTION_FAILED"),
            ("the Pro option is selected", "ASSERTION_FAILED"),
            ("the Pro option is enabled", "ASSERTION_FAILED"),
            ("the page shows \"Pro\"", "ASSERTION_FAILED"),
            ("Yearly is selected", "ASSERTION_FAILED"),
            ("Yearly is enabled", "ASSERTION_FAILED"),
        ],
    );
}

#[test]
fn several_things_are_each_there() {
    let scene = "button \"Save\"\nbutton \"Cancel\" [disabled]\nheading \"T\" level=1\ncheckbox \"Pick\" [mixed]";
    all(
        scene,
        &[
            ("there is a Save button and a Cancel button", "holds"),
            ("there are a Save button and a Cancel button", "holds"),
            (
                "there is a Save button and a Delete button",
                "ASSERTION_FAILED",
            ),
            ("the page has a Save button and a heading \"T\"", "holds"),
            ("Save and Cancel are enabled", "ASSERTION_FAILED"),
            (
                "Save and Cancel are visible and enabled",
                "ASSERTION_FAILED",
            ),
            ("Pick is partly checked", "holds"),
            ("the Pick checkbox is partially checked", "holds"),
            ("Pick is checked", "ASSERTION_FAILED"),
            ("Pick is unchecked", "ASSERTION_FAILED"),
            ("Pick is not checked", "ASSERTION_FAILED"),
        ],
    );
}
