//! Which node words mean on hand-written screens, and what is said when none.

use super::program::Command;
use super::resolve::{Purpose, resolve};
use super::scene::screen;
use super::view::View;
use super::{explain, parse};
use crate::report::record::StepKind;

pub(super) const BILLING: &str = r#"
navigation "Main"
  link "Home"
  link "Billing" [current]
  link "Sign in with Google"
main
  heading "Billing" level=1
  tab "Plans" [selected]
  tab "Invoices"
  region "Payment"
    heading "Payment method" level=2
    textbox "Email" value="ada@example.com"
    textbox "Card number *" placeholder="4242 4242"
    textbox placeholder="Coupon"
    textbox "Password" [secure]
    checkbox "Accept the terms"
    checkbox "Terms and Conditions" [checked]
    switch "Dark mode"
    combobox "Plan" value="Basic"
      option "Basic" [selected]
      option "Pro" [unselected]
      option "Made in Italy" [unselected]
    group "Period"
      radio "Monthly" [checked]
      radio "Yearly"
    button "Save"
    button "Save draft"
    button "Delete account" [disabled]
  region "Danger"
    heading "Danger zone" level=2
    button "Reset…" testid="reset-all"
    button "Save and close"
    "" text="Upgrade now" [clickable]
  table "Invoices"
    row "Month Amount"
      columnheader "Month"
      columnheader "Amount"
    row "March $5.00 Delete" at=0,100,600,30
      cell "March" text="March"
      cell "$5.00" text="$5.00"
      button "Delete"
    row "April $15.00 Delete" at=0,130,600,30
      cell "April" text="April"
      cell "$15.00" text="$15.00"
      button "Delete"
    row "May $7.00"
      cell "May" text="May"
      cell "$7.00" text="$7.00"
    row "March 2025 $9.00 Delete"
      cell "March 2025" text="March 2025"
      cell "$9.00" text="$9.00"
      button "Delete"
  list
    listitem
      "" text="First address"
      button "Edit"
    listitem
      "" text="Second address"
      button "Edit"
  heading "Team" level=2
  button "Invite"
  heading "Ada Lovelace" level=3
  button "Remove"
  heading "Plans" level=2
  button "Compare"
  "" text="Storage" at=0,500,80,20
  link "Change" at=200,502,60,18
  "" text="Seats" at=0,540,80,20
  link "Change" at=200,541,60,18
  image "Logo"
  button "5"
  button "First name"
"#;

/// A phrase, what it is for, and the node, or the headline of the error.
const CASES: &[(&str, Purpose, &str)] = &[
    // Names.
    ("Save", Purpose::Operate, "button \"Save\""),
    ("  sAvE ", Purpose::Operate, "button \"Save\""),
    ("the Save button", Purpose::Operate, "button \"Save\""),
    ("\"Save\"", Purpose::Operate, "button \"Save\""),
    (
        "\"Save and close\"",
        Purpose::Operate,
        "button \"Save and close\"",
    ),
    (
        "Save and close",
        Purpose::Operate,
        "button \"Save and close\"",
    ),
    ("draft", Purpose::Operate, "button \"Save draft\""),
    (
        "\"draft\"",
        Purpose::Operate,
        "no control is called \"draft\"",
    ),
    ("\"Sav\"", Purpose::Operate, "no control is called \"Sav\""),
    (
        "Sign in with Google",
        Purpose::Operate,
        "link \"Sign in with Google\"",
    ),
    ("Sign in", Purpose::Operate, "link \"Sign in with Google\""),
    ("Reset", Purpose::Operate, "button \"Reset…\""),
    ("reset-all", Purpose::Operate, "button \"Reset…\""),
    ("Upgrade now", Purpose::Operate, "element \"Upgrade now\""),
    (
        "the Upgrade now button",
        Purpose::Operate,
        "element \"Upgrade now\"",
    ),
    ("5", Purpose::Operate, "button \"5\""),
    ("First name", Purpose::Operate, "button \"First name\""),
    (
        "button First name",
        Purpose::Operate,
        "button \"First name\"",
    ),
    ("Logo", Purpose::Operate, "image \"Logo\""),
    ("the image Logo", Purpose::Operate, "image \"Logo\""),
    (
        "Delete account",
        Purpose::Operate,
        "button \"Delete account\"",
    ),
    // Roles.
    ("the Billing link", Purpose::Operate, "link \"Billing\""),
    ("Billing", Purpose::Operate, "link \"Billing\""),
    (
        "the Billing tab",
        Purpose::Operate,
        "no tab is called \"Billing\"",
    ),
    ("the Plans tab", Purpose::Operate, "tab \"Plans\""),
    ("Invoices", Purpose::Operate, "tab \"Invoices\""),
    ("the switch", Purpose::Check, "switch \"Dark mode\""),
    (
        "the Save link",
        Purpose::Operate,
        "no link is called \"Save\"",
    ),
    ("the table", Purpose::See, "table \"Invoices\""),
    // Fields.
    ("Email", Purpose::Fill, "textbox \"Email\""),
    ("the Email field", Purpose::Fill, "textbox \"Email\""),
    ("the Email input", Purpose::Fill, "textbox \"Email\""),
    ("Card number", Purpose::Fill, "textbox \"Card number *\""),
    ("4242 4242", Purpose::Fill, "textbox \"Card number *\""),
    ("Coupon", Purpose::Fill, "textbox \"Coupon\""),
    ("Password", Purpose::Fill, "textbox \"Password\""),
    ("Save", Purpose::Fill, "no field is called \"Save\""),
    (
        "the field",
        Purpose::Fill,
        "\"field\" fits 5 things on the page",
    ),
    // Switches.
    (
        "Accept the terms",
        Purpose::Check,
        "checkbox \"Accept the terms\"",
    ),
    (
        "Terms and Conditions",
        Purpose::Check,
        "checkbox \"Terms and Conditions\"",
    ),
    (
        "Terms",
        Purpose::Check,
        "\"Terms\" fits 2 things on the page",
    ),
    (
        "the first checkbox",
        Purpose::Check,
        "checkbox \"Accept the terms\"",
    ),
    (
        "the last checkbox",
        Purpose::Check,
        "checkbox \"Terms and Conditions\"",
    ),
    (
        "the Dark mode switch",
        Purpose::Check,
        "switch \"Dark mode\"",
    ),
    ("Yearly", Purpose::Check, "radio \"Yearly\""),
    // Choices.
    ("Plan", Purpose::List, "combobox \"Plan\""),
    ("the Plan dropdown", Purpose::List, "combobox \"Plan\""),
    ("Pro", Purpose::Pick, "option \"Pro\""),
    ("Made in Italy", Purpose::Pick, "option \"Made in Italy\""),
    ("Yearly", Purpose::Pick, "radio \"Yearly\""),
    ("the Plans tab", Purpose::Pick, "tab \"Plans\""),
    ("Pro", Purpose::Operate, "no control is called \"Pro\""),
    // Ordinals.
    (
        "the second Delete button",
        Purpose::Operate,
        "button \"Delete\" in row \"April $15.00 Delete\"",
    ),
    (
        "the last Delete",
        Purpose::Operate,
        "button \"Delete\" in row \"March 2025 $9.00 Delete\"",
    ),
    (
        "the fourth Delete button",
        Purpose::Operate,
        "there are only 3 of \"fourth Delete button\"",
    ),
    (
        "the 2nd Edit",
        Purpose::Operate,
        "button \"Edit\" in listitem \"Second address\"",
    ),
    // The row of column headers is not counted.
    ("row 3", Purpose::See, "row \"May $7.00\""),
    ("the first row", Purpose::See, "row \"March $5.00 Delete\""),
    // Several.
    (
        "Delete",
        Purpose::Operate,
        "\"Delete\" fits 3 things on the page",
    ),
    (
        "the Delete button",
        Purpose::Operate,
        "\"Delete button\" fits 3 things on the page",
    ),
    (
        "Edit",
        Purpose::Operate,
        "\"Edit\" fits 2 things on the page",
    ),
    // Places.
    (
        "Delete in the row March",
        Purpose::Operate,
        "button \"Delete\" in row \"March $5.00 Delete\"",
    ),
    (
        "Delete in March",
        Purpose::Operate,
        "button \"Delete\" in row \"March $5.00 Delete\"",
    ),
    (
        "\"Delete\" in the row \"March 2025\"",
        Purpose::Operate,
        "button \"Delete\" in row \"March 2025 $9.00 Delete\"",
    ),
    (
        "Delete in the second row",
        Purpose::Operate,
        "button \"Delete\" in row \"April $15.00 Delete\"",
    ),
    (
        "Delete in the row with \"$15.00\"",
        Purpose::Operate,
        "button \"Delete\" in row \"April $15.00 Delete\"",
    ),
    (
        "Delete in May",
        Purpose::Operate,
        "no control is called \"Delete\"",
    ),
    (
        "Delete in June",
        Purpose::Operate,
        "no part of the page is \"June\"",
    ),
    (
        "Delete for April",
        Purpose::Operate,
        "button \"Delete\" in row \"April $15.00 Delete\"",
    ),
    (
        "Delete next to April",
        Purpose::Operate,
        "button \"Delete\" in row \"April $15.00 Delete\"",
    ),
    (
        "Edit in Second address",
        Purpose::Operate,
        "button \"Edit\" in listitem \"Second address\"",
    ),
    (
        "Save in the Payment region",
        Purpose::Operate,
        "button \"Save\"",
    ),
    (
        "Save in Payment method",
        Purpose::Operate,
        "button \"Save\"",
    ),
    (
        "Save in the dialog",
        Purpose::Operate,
        "no part of the page is \"dialog\"",
    ),
    ("Invite under Team", Purpose::Operate, "button \"Invite\""),
    ("Remove under Team", Purpose::Operate, "button \"Remove\""),
    (
        "Compare under Team",
        Purpose::Operate,
        "no control is called \"Compare\"",
    ),
    (
        "Change next to Seats",
        Purpose::Operate,
        "link \"Change\" (second)",
    ),
    (
        "Change next to Storage",
        Purpose::Operate,
        "link \"Change\" (first)",
    ),
    (
        "Change next to \"Team\"",
        Purpose::Operate,
        "no control is called \"Change\"",
    ),
    (
        "Yearly in the Period group",
        Purpose::Pick,
        "radio \"Yearly\"",
    ),
    ("Home in the navigation", Purpose::Operate, "link \"Home\""),
    (
        "Delete in the table Invoices",
        Purpose::Operate,
        "\"Delete in the table Invoices\" fits 3 things on the page",
    ),
    (
        "Delete in the row March in the table Invoices",
        Purpose::Operate,
        "button \"Delete\" in row \"March $5.00 Delete\"",
    ),
];

#[test]
fn words_mean_exactly_one_node_or_none() {
    let screen = screen(BILLING);
    let view = View::new(&screen);
    let mut wrong = Vec::new();
    for (phrase, purpose, expected) in CASES {
        let sentence = format!("click {phrase}");
        let program = parse(&sentence, StepKind::Act).unwrap();
        let [Command::Touch(_, target)] = program.clauses[0].readings.as_slice() else {
            panic!("{sentence}: {program}");
        };
        let found = match resolve(&view, target, *purpose) {
            Ok(hit) => {
                let node = view.node(hit.index);
                let words = node.describe();
                match node.label() {
                    "Delete" | "Edit" => explain::in_words(&view, hit.index),
                    "Change" => {
                        let first = view.all().find(|at| view.node(*at).label() == "Change");
                        let which = if first == Some(hit.index) {
                            "first"
                        } else {
                            "second"
                        };
                        format!("{words} ({which})")
                    }
                    _ => words,
                }
            }
            Err(trouble) => explain::error(&view, target, *purpose, &trouble, &sentence)
                .message()
                .to_owned(),
        };
        if found != *expected {
            wrong.push(format!(
                "{phrase} ({purpose:?})\n  {found}\n  instead of {expected}"
            ));
        }
    }
    assert!(CASES.len() >= 80);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
