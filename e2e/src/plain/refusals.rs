//! What is said when words mean no one node, and how long searching takes.

use super::cases::BILLING;
use super::judge::{Judged, Look};
use super::plan::Ground;
use super::program::Command;
use super::resolve::{Purpose, Trouble, resolve};
use super::scene::screen;
use super::sight::Sights;
use super::view::View;
use super::{choose, explain, parse};
use crate::page::node::{Node, NodeId, Observation, States};
use crate::report::record::StepKind;
use proptest::prelude::*;

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

fn found(scene: &str, sentence: &str) -> String {
    let screen = screen(scene);
    let view = View::new(&screen);
    let program = parse(sentence, StepKind::Act).unwrap();
    let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
        panic!("{program}");
    };
    let hit = resolve(&view, target, Purpose::Operate).unwrap();
    explain::in_words(&view, hit.index)
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
       = help: say what it is: `click the Save button`
    "#);
    assert_eq!(
        found(BILLING, "click the Save button"),
        "button \"Save\" in region \"Payment\""
    );
    let billing = error("click the Billing button");
    assert!(
        billing.contains("say what it is: `click the Billing link`"),
        "{billing}"
    );
    insta::assert_snapshot!(error("click Delete in the row June"), @r#"
    LOCATOR_NOT_FOUND (app): no part of the page is "row June"
      |
    1 | click Delete in the row June
      |                 ^^^^^^^^^^^^ no such place
       = note: places on the page: "Period", "Month Amount", "March $5.00 Delete", "April $15.00 Delete", "Invoices", "Main", "March 2025 $9.00 Delete", "Plans", 8 more
       = help: a place is named by its role and name, its heading, or a text in its row or list item
    "#);
}

#[test]
fn errors_point_at_what_they_are_about() {
    let screen = screen(BILLING);
    let view = View::new(&screen);
    let pointed = |error: &crate::Error| {
        let points = error.points().iter();
        points.map(|one| one.what.clone()).collect::<Vec<_>>()
    };
    let program = parse("click the Delete button", StepKind::Act).unwrap();
    let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
        panic!("{program}");
    };
    let trouble = resolve(&view, target, Purpose::Operate).unwrap_err();
    let error = explain::error(&view, target, Purpose::Operate, &trouble, "click");
    assert_eq!(pointed(&error), ["button \"Delete\""; 3]);
    for (sentence, things) in [
        (
            "the Accept the terms checkbox is checked",
            &["checkbox \"Accept the terms\""][..],
        ),
        ("the Email field has value \"x\"", &["textbox \"Email\""]),
        ("the Payment region shows \"Paid\"", &["region \"Payment\""]),
        ("the Home link is not visible", &["link \"Home\""]),
        ("the page shows \"Nowhere\"", &[]),
    ] {
        let program = parse(sentence, StepKind::Assert).unwrap();
        let sights = Sights::default();
        let look = Look {
            view: &view,
            sights: &sights,
            sentence,
        };
        let Judged::Fails(error) = choose::judge_all(&look, &program) else {
            panic!("{sentence} holds");
        };
        assert_eq!(pointed(&error), things, "{sentence}: {error:?}");
    }
}

#[test]
fn a_checkbox_is_a_switch_where_no_switch_is() {
    let users = "table \"Users\"
  row \"Ada\"
    checkbox \"Select\"
    cell \"Ada\" text=\"Ada\"
    switch \"Active\"
  row \"Alan\"
    checkbox \"Enabled\"
    cell \"Alan\" text=\"Alan\"";
    for (sentence, thing) in [
        (
            "click the switch in the row \"Ada\"",
            "switch \"Active\" in row",
        ),
        (
            "click the checkbox in the row \"Ada\"",
            "checkbox \"Select\" in row",
        ),
        (
            "click the switch in the row \"Alan\"",
            "checkbox \"Enabled\" in row",
        ),
        ("click the first switch", "switch \"Active\" in row"),
        ("click the Select switch", "checkbox \"Select\" in row"),
    ] {
        let found = found(users, sentence);
        assert!(found.starts_with(thing), "{sentence}: {found}");
    }
}

#[test]
fn a_name_is_never_shortened_to_its_opposite() {
    let found = |scene: &str| {
        let screen = screen(scene);
        let view = View::new(&screen);
        let program = parse("click Save", StepKind::Act).unwrap();
        let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
            panic!("{program}");
        };
        resolve(&view, target, Purpose::Operate)
            .ok()
            .map(|hit| view.node(hit.index).name.clone())
    };
    assert_eq!(found("button \"Save changes\"").unwrap(), "Save changes");
    for opposite in ["Don't save", "Don’t save", "Do not save", "No, never save"] {
        assert_eq!(found(&format!("button \"{opposite}\"")), None, "{opposite}");
    }
    // What says it as well is no opposite.
    let asked = "button \"Save or not\"\nbutton \"Save all\"";
    assert_eq!(found(asked).unwrap(), "Save all");
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

/// Screens of any shape: names that repeat, depths that jump, states that clash.
fn any_screen() -> impl Strategy<Value = Observation> {
    let words = [
        "Save",
        "save draft",
        "March",
        "Delete",
        "Email",
        "5",
        "",
        "→",
        "保存",
        "a b c",
    ];
    let roles = [
        "", "button", "link", "row", "cell", "heading", "textbox", "checkbox", "combobox",
        "option", "dialog", "listitem", "group", "region", "radio", "table",
    ];
    let node = (
        0..5_u32,
        proptest::sample::select(roles.to_vec()),
        proptest::sample::select(words.to_vec()),
        proptest::sample::select(words.to_vec()),
        any::<(bool, bool, bool)>(),
    );
    proptest::collection::vec(node, 0..40).prop_map(|nodes| {
        let nodes = nodes.into_iter().enumerate();
        Observation {
            nodes: nodes
                .map(|(at, (depth, role, name, text, (on, off, shown)))| Node {
                    id: NodeId(format!("n{at}")),
                    depth,
                    role: role.to_owned(),
                    name: name.to_owned(),
                    text: text.to_owned(),
                    value: on.then(|| name.to_owned()),
                    states: States {
                        disabled: off,
                        clickable: on && off,
                        editable: role == "textbox",
                        selected: shown.then_some(on),
                        ..States::default()
                    },
                    rect: shown.then_some([0.0, f64::from(depth) * 10.0, 10.0, 10.0]),
                    ..Node::default()
                })
                .collect(),
            ..Observation::default()
        }
    })
}

proptest! {
    #[test]
    fn no_screen_stops_the_resolver_and_a_hit_fits(screen in any_screen()) {
        let view = View::new(&screen);
        for (kind, sentence) in [
            (StepKind::Act, "click Save in the row March"),
            (StepKind::Act, "click the second Delete next to \"March\" under Email"),
            (StepKind::Act, "choose Save from Email"),
            (StepKind::Act, "fill Email in the dialog with x, check March and Delete"),
            (StepKind::Act, "set Email to Save and press Delete"),
            (StepKind::Assert, "the row March contains a Save button and there are 2 rows"),
            (StepKind::Assert, "\"Save\" is not visible in the dialog and Email is empty"),
            (StepKind::Assert, "the heading is March, the Email field has value \"5\" and 保存 is visible"),
        ] {
            let program = parse(sentence, kind).unwrap();
            let ground = Ground { view: &view, sentence, base_url: None };
            for at in 0..program.clauses.len() {
                if let Ok(choice) = choose::choose(&ground, &program, at) {
                    let target = choice.plan.verb.target();
                    prop_assert!(target.is_none_or(|id| screen.node(id).is_some()));
                }
            }
            let sights = Sights::default();
            let look = Look { view: &view, sights: &sights, sentence };
            let _ = choose::judge_all(&look, &program);
        }
    }
}
