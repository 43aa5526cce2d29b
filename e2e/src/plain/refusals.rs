//! What is said when words mean no one node, and how long searching takes.

use super::cases::BILLING;
use super::program::Command;
use super::resolve::{Purpose, Trouble, resolve};
use super::scene::screen;
use super::view::View;
use super::{explain, parse};
use crate::report::record::StepKind;

fn error(sentence: &str) -> String {
    let screen = screen(BILLING);
    let view = View::new(&screen);
    let program = parse(sentence, StepKind::Act).unwrap();
    let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
        panic!("{program}");
    };
    let trouble = resolve(&view, target, Purpose::Operate).unwrap_err();
    format!(
        "{:?}",
        explain::error(&view, target, Purpose::Operate, &trouble, sentence)
    )
}

#[test]
fn errors_name_the_candidates_and_what_to_write() {
    insta::assert_snapshot!(error("click the Delete button"), @r#"
    SENTENCE_AMBIGUOUS (ambiguous): "Delete button" fits 3 things on the page
      |
    1 | click the Delete button
      |       ^^^^^^^^^^^^^^^^^ which one?
       = note: button "Delete" in row "March $5.00 Delete"
           button "Delete" in row "April $15.00 Delete"
           button "Delete" in row "March 2025 $9.00 Delete"
       = help: say where: `… "Delete" in the row "March"`, or say which: `the first …`, `the second …`, `the last …`
    "#);
    insta::assert_snapshot!(error("click \"Upgrade plan\""), @r#"
    LOCATOR_NOT_FOUND (app): no control is called "Upgrade plan"
      |
    1 | click "Upgrade plan"
      |       ^^^^^^^^^^^^^^ not on the page
       = note: controls on the page: "Upgrade now", "Save draft", "Yearly", "Plan", "Save", "Save and close", "Compare", "Password", 21 more
       = help: write the name as the page shows it, in quotation marks
    "#);
    insta::assert_snapshot!(error("click the Save link"), @r#"
    LOCATOR_NOT_FOUND (app): no link is called "Save"
      |
    1 | click the Save link
      |       ^^^^^^^^^^^^^ not on the page
       = note: called so is: button "Save" in region "Payment"
           button "Save draft" in region "Payment"
           button "Save and close" in region "Danger"
       = note: links on the page: "Change", "Home", "Sign in with Google", "Billing"
       = help: write the name as the page shows it, in quotation marks
    "#);
    insta::assert_snapshot!(error("click Delete in the row June"), @r#"
    LOCATOR_NOT_FOUND (app): no part of the page is "row June"
      |
    1 | click Delete in the row June
      |                 ^^^^^^^^^^^^ no such place
       = note: places on the page: "Period", "Month Amount", "March $5.00 Delete", "April $15.00 Delete", "Invoices", "Main", "March 2025 $9.00 Delete", "Plans", 8 more
       = help: a place is named by its role and name, its heading, or a text in its row or list item
    "#);
}

/// A screen as large as the listing gets.
fn large() -> crate::page::node::Observation {
    let mut scene = String::from("main\n  heading \"Invoices\" level=1\n  table \"Invoices\"\n");
    for n in 0..499 {
        scene.push_str(&format!(
            "    row \"Invoice {n} $5.{n} Edit Delete\"\n      cell \"Invoice {n}\" text=\"Invoice {n}\"\n      cell \"$5.{n}\" text=\"$5.{n}\"\n      cell \"Paid\" text=\"Paid\"\n      button \"Edit\"\n      button \"Delete\"\n"
        ));
    }
    screen(&scene)
}

#[test]
fn large_screens_are_searched_whole_and_in_time() {
    let screen = large();
    let mut spent = std::time::Duration::ZERO;
    let sentences = [
        "click Delete in the row \"Invoice 480\"",
        "click the last Edit button",
        "click Delete",
        "click \"Nothing of that name\"",
        "click Edit next to \"Invoice 77\"",
    ];
    let mut found = Vec::new();
    for sentence in sentences {
        let began = std::time::Instant::now();
        let program = parse(sentence, StepKind::Act).unwrap();
        let view = View::new(&screen);
        let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
            panic!("{program}");
        };
        let hit = resolve(&view, target, Purpose::Operate);
        spent += began.elapsed();
        println!("{:>9.1?} {sentence}", began.elapsed());
        found.push(match hit {
            Ok(hit) => explain::in_words(&view, hit.index),
            Err(Trouble::Several(nodes)) => nodes.len().to_string(),
            Err(trouble) => format!("{trouble:?}"),
        });
    }
    println!(
        "{:>9.1?} for {} nodes on average",
        spent / 5,
        screen.nodes.len()
    );
    assert_eq!(
        found,
        [
            "button \"Delete\" in row \"Invoice 480 $5.480 Edit Delete\"",
            "button \"Edit\" in row \"Invoice 498 $5.498 Edit Delete\"",
            "499",
            "Absent",
            "button \"Edit\" in row \"Invoice 77 $5.77 Edit Delete\"",
        ]
    );
}
