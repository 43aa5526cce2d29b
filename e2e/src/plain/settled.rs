//! Whether a check that failed is a fact, or may be meant less literally.
//!
//! "the Save button is enabled" is about the one button that is called Save, also
//! without quotation marks: that it is disabled is a fact, which no judge may overrule.
//! "the page shows a warm welcome" names nothing that is there; someone else may see it.

use super::program::{Command, Condition, Program, State, Target};
use super::resolve;
use super::state;
use super::view::{Rank, View, Wanted};
use crate::page::node::Observation;

/// Whether everything the program checks is about things that are on this screen under
/// just that name, and says of them what the screen tells outright.
pub(crate) fn is_settled(program: &Program, screen: &Observation) -> bool {
    let view = View::new(screen);
    let mut conditions = program
        .clauses
        .iter()
        .flat_map(|clause| &clause.readings)
        .filter_map(|command| match command {
            Command::Expect(condition) | Command::Wait(condition) => Some(condition),
            _ => None,
        })
        .peekable();
    conditions.peek().is_some() && conditions.all(|condition| tells(&view, condition))
}

fn tells(view: &View<'_>, condition: &Condition) -> bool {
    match condition {
        // What is there under just that name is there; what is not may be called
        // something else.
        Condition::Present { target, holds } => {
            let called = |reading| {
                let found = resolve::fits(view, reading).unwrap_or_default();
                found.iter().any(|index| is_called(view, *index, target))
            };
            !holds && target.readings.iter().any(called)
        }
        Condition::State {
            target,
            state: wanted,
            ..
        } => called(view, target, Some(*wanted))
            .is_some_and(|index| state::state(view, index, *wanted).1.is_some()),
        Condition::Reads { target, text, .. } => {
            text.quoted && called(view, target, None).is_some()
        }
        Condition::Shows { text, within, .. } => {
            text.quoted
                && within
                    .as_ref()
                    .is_none_or(|target| called(view, target, None).is_some())
        }
        Condition::Count { target, .. } => target.is_exact(),
        Condition::Address { .. } | Condition::Title { .. } => true,
        Condition::All(all) => all.iter().all(|one| tells(view, one)),
    }
}

/// The one thing the words mean, when it is called just so.
fn called(view: &View<'_>, target: &Target, wanted: Option<State>) -> Option<usize> {
    let index = state::subject(view, target, wanted).ok()?;
    is_called(view, index, target).then_some(index)
}

fn is_called(view: &View<'_>, index: usize, target: &Target) -> bool {
    target.readings.iter().any(|reading| {
        let fits = reading
            .family
            .is_none_or(|family| family.fits(view.node(index)));
        fits && match &reading.name {
            None => reading.family.is_some(),
            Some(name) => view
                .rank(index, &Wanted::new(name))
                .is_some_and(|rank| rank <= Rank::Plain),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::parse;
    use crate::plain::scene;
    use crate::report::record::StepKind;

    #[test]
    fn what_the_screen_tells_of_a_thing_called_just_so_is_settled() {
        let screen = scene::screen(
            r#"
            button "Place order" [disabled]
            button "Save draft"
            status text="Saved"
            heading "Cart" level=1
            checkbox "Remember me" [unchecked]
            "#,
        );
        for (sentence, settled) in [
            ("the Place order button is enabled", true),
            ("Place order is enabled", true),
            ("the Save button is disabled", false),
            ("the \"Place order\" button is enabled", true),
            ("Remember me is checked", true),
            ("the Cart is empty", false),
            ("the Place order button is not on the page", true),
            ("the Publish button is visible", false),
            ("the page shows \"Thank you\"", true),
            ("the status reads \"Done\"", true),
            ("the page shows Thank you", false),
            ("the title is \"Cart\"", true),
        ] {
            let program = parse(sentence, StepKind::Assert).unwrap();
            assert_eq!(is_settled(&program, &screen), settled, "{sentence}");
        }
    }
}
