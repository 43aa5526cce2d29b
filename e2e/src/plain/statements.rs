//! What statements come to on hand-written screens: what must not hold by chance above
//! all.

use super::judge::{self, Judged, Look};
use super::parse;
use super::program::{Clause, Command};
use super::scene;
use super::sight::Sights;
use super::view::View;
use crate::code::Code;
use crate::report::record::StepKind;

/// What one statement comes to: `holds`, `unread`, or the code of its failure.
fn comes_to(scene: &str, sentence: &str) -> String {
    let Ok(program) = parse(sentence, StepKind::Assert) else {
        return "unread".into();
    };
    let screen = scene::screen(scene);
    let view = View::new(&screen);
    let sights = Sights::default();
    let look = Look {
        view: &view,
        sights: &sights,
        sentence,
    };
    let failed = |clause: &Clause| judged(&look, &clause.readings);
    match program.clauses.iter().find_map(failed) {
        None => "holds".into(),
        Some(code) => code.to_string(),
    }
}

/// The code of a clause of which no reading holds.
fn judged(look: &Look<'_>, readings: &[Command]) -> Option<Code> {
    let mut failure = None;
    for reading in readings {
        let (Command::Expect(condition) | Command::Wait(condition)) = reading else {
            panic!("{reading}");
        };
        match judge::judge(look, condition) {
            Judged::Holds(_) => return None,
            Judged::Fails(error) => failure = failure.or(Some(error.code())),
        }
    }
    failure
}

#[track_caller]
pub(super) fn all(scene: &str, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(sentence, expected)| {
            let found = comes_to(scene, sentence);
            (found != *expected).then(|| format!("{sentence}: {found} instead of {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_heading_is_the_one_that_can_be_meant() {
    let scene = r#"
heading "Wizard" level=1
button "Start"
dialog "Step 2 of 3"
  heading "Step 2 of 3" level=2
"#;
    all(
        scene,
        &[
            ("the heading is \"Step 2 of 3\"", "SENTENCE_AMBIGUOUS"),
            ("the heading is \"Wizard\"", "SENTENCE_AMBIGUOUS"),
            ("the heading is \"Other\"", "ASSERTION_FAILED"),
            ("the heading is not \"Wizard\"", "SENTENCE_AMBIGUOUS"),
            ("the heading in the dialog is \"Step 2 of 3\"", "holds"),
            (
                "the heading in the dialog is \"Wizard\"",
                "ASSERTION_FAILED",
            ),
        ],
    );
    let alone = "heading \"Billing\" level=1\nheading \"Plans\" level=2";
    all(
        alone,
        &[
            ("the heading is \"Billing\"", "holds"),
            ("the heading is \"Plans\"", "ASSERTION_FAILED"),
        ],
    );
}

#[test]
fn a_denial_names_one_thing() {
    let scene = r#"
button "Save draft"
button "Save"
dialog "Confirm"
  button "Cancel"
"#;
    all(
        scene,
        &[
            ("there is no Cancel button or Save button", "unread"),
            ("there is no dialog or alert", "unread"),
            ("the Cancel or Save button is gone", "unread"),
            (
                "the Foo button or the Save draft button is not visible",
                "unread",
            ),
            ("no alert nor dialog is open", "unread"),
            ("there is no button except Save", "unread"),
            ("the URL is not /billing or something", "unread"),
            ("the title is not Billing or Home", "unread"),
            ("the page does not show \"\"", "unread"),
            ("the page shows \"\"", "unread"),
            ("the URL contains \"\"", "unread"),
            // In quotation marks it is one text.
            ("the page does not show \"this or that\"", "holds"),
            ("there is no \"Sign in or register\" button", "holds"),
        ],
    );
}

#[test]
fn a_denial_says_exactly_what_is_not_there() {
    let scene = r#"
button "Save"
checkbox "News" [checked]
row "March"
  cell "March" text="March"
"#;
    all(
        scene,
        &[
            ("there is no longer a Save button", "ASSERTION_FAILED"),
            ("there isn't any button", "ASSERTION_FAILED"),
            ("there are no more buttons", "ASSERTION_FAILED"),
            ("there is no enabled Save button", "unread"),
            ("there is no other Save button", "unread"),
            ("there is no checked checkbox", "unread"),
            ("there is no button called Cancel", "unread"),
            ("the green Save button is gone", "ASSERTION_INCONCLUSIVE"),
            (
                "the big Save button is not visible",
                "ASSERTION_INCONCLUSIVE",
            ),
            ("there is no Cancel/Save button", "ASSERTION_INCONCLUSIVE"),
            (
                "the Cancel & Save buttons are gone",
                "ASSERTION_INCONCLUSIVE",
            ),
            // What is named exactly is not there.
            ("the \"Save draft\" button is gone", "holds"),
            ("the Cancel button is gone", "holds"),
            ("there is no row with \"April\"", "holds"),
            ("there is no row with \"March\"", "ASSERTION_FAILED"),
            ("there is no longer a Cancel button", "holds"),
        ],
    );
}

#[test]
fn a_name_in_quotation_marks_is_the_whole_name() {
    let scene = r#"
button "Save draft" [disabled]
textbox "Work email" value="x"
checkbox "Terms and more" [checked]
combobox "Plan B" value="Pro"
dialog "Save draft"
  "" text="Save it?"
list
  listitem
    "" text="Enamel mug"
    "" text="$14.00"
"#;
    all(
        scene,
        &[
            ("the \"Save\" button is disabled", "ASSERTION_FAILED"),
            ("the \"Save draft\" button is disabled", "holds"),
            ("the \"Email\" field has value \"x\"", "ASSERTION_FAILED"),
            ("the \"Work email\" field has value \"x\"", "holds"),
            ("the \"Terms\" checkbox is checked", "ASSERTION_FAILED"),
            ("the \"Plan\" dropdown is \"Pro\"", "ASSERTION_FAILED"),
            ("the \"Save\" dialog is open", "ASSERTION_FAILED"),
            ("the \"Save draft\" dialog is open", "holds"),
            ("the \"Enamel mug\" list item shows \"$14.00\"", "holds"),
        ],
    );
}

#[test]
fn the_opposite_is_not_said() {
    let scene = r#"
status text="Not saved"
alert text="The card wasn't charged. Charged later: yes."
row "March"
  cell "March" text="March"
  cell "-$5.00" text="-$5.00"
row "April"
  cell "April" text="April"
  cell "$5.00 - 9" text="$5.00 - 9"
"#;
    all(
        scene,
        &[
            ("the status says Saved", "ASSERTION_FAILED"),
            ("the status says \"saved\"", "ASSERTION_FAILED"),
            ("the status says \"Not saved\"", "holds"),
            // Nor is it denied: the word stands there.
            ("the status does not say \"saved\"", "ASSERTION_FAILED"),
            ("the alert says \"charged\"", "holds"),
            ("the row March shows $5.00", "ASSERTION_FAILED"),
            ("the row March shows -$5.00", "holds"),
            ("the row April shows $5.00", "holds"),
        ],
    );
}

#[test]
fn kinds_said_in_full_can_be_missing() {
    let scene = "list\n  listitem \"Milk\"";
    all(
        scene,
        &[
            ("there are 0 list items", "ASSERTION_FAILED"),
            ("there are 0 rows", "holds"),
            ("there are no list items", "ASSERTION_FAILED"),
            ("there are no menu items", "holds"),
            // Pages call anything so.
            ("there are no items", "unread"),
        ],
    );
}

#[test]
fn a_denied_amount_is_counted_or_refused() {
    let scene = r#"
list "Things"
  listitem "a"
  listitem "b"
  listitem "c"
  listitem "d"
"#;
    all(
        scene,
        &[
            ("there are no more than 3 list items", "ASSERTION_FAILED"),
            ("there are no more than 4 list items", "holds"),
            ("there are no fewer than 5 list items", "ASSERTION_FAILED"),
            ("there are no less than 4 list items", "holds"),
            ("there are not 4 list items", "unread"),
            ("there aren't 4 list items", "unread"),
            ("there are not exactly 4 list items", "ASSERTION_FAILED"),
            ("there are not more than 3 list items", "unread"),
            ("there are not fewer than 5 list items", "unread"),
            ("there are not at least 4 list items", "unread"),
            ("there are not at most 4 list items", "unread"),
            ("there are no longer 4 list items", "unread"),
            ("there are no 4 list items", "unread"),
            ("there are no list items", "ASSERTION_FAILED"),
            ("there are no tabs", "holds"),
        ],
    );
}

#[test]
fn words_of_time_and_number_are_no_part_of_a_name() {
    let scene = r#"
checkbox "One" [unchecked]
checkbox "Two" [checked]
status text="Ready"
"#;
    all(
        scene,
        &[
            ("the page still shows \"Ready\"", "holds"),
            ("the status now says \"Ready\"", "holds"),
            ("the page still shows \"Done\"", "ASSERTION_FAILED"),
            ("both checkboxes are unchecked", "unread"),
            ("every checkbox is checked", "unread"),
            ("each checkbox is checked", "unread"),
        ],
    );
}

#[test]
fn what_is_read_is_what_stands_there() {
    let scene = "status \"Success\"\n  \"\" text=\"Failure\"\nheading \"Welcome\" level=1\n  \"\" text=\"Goodbye\"\nalert \"\"\nalert \"\" text=\"Try again\"";
    all(
        scene,
        &[
            ("the heading is \"Welcome\"", "ASSERTION_FAILED"),
            ("the heading is \"Goodbye\"", "holds"),
            // An empty place for messages is no alert beside one that says something.
            ("the alert says \"Try again\"", "holds"),
        ],
    );
}
