//! What the page itself is asked, so that a condition can be judged.

use super::judge::{container, fitting};
use super::program::{Condition, Target};
use super::sight::Ask;
use super::view::View;
use super::{answer, denial, state};

/// How many things of one name are looked at.
const LOOKED_AT: usize = 30;

/// The texts whose being shown a condition depends on.
pub(crate) fn asks(view: &View<'_>, condition: &Condition) -> Vec<Ask> {
    let denied = condition.denies();
    let ask = |text: &str, within: Option<usize>| Ask {
        text: text.to_owned(),
        within: within.map(|index| view.node(index).id.clone()),
        node: None,
        denied,
    };
    // What has no place of its own, such as a choice of a closed list, is not looked at.
    let sized = |index: &usize| {
        view.node(*index)
            .rect
            .is_some_and(|rect| rect[2] > 0.0 && rect[3] > 0.0)
    };
    match condition {
        Condition::Shows { text, within, .. } => match within {
            None => vec![ask(&text.raw, None)],
            Some(target) => read_for(view, target)
                .into_iter()
                .map(|index| ask(&text.raw, Some(index)))
                .collect(),
        },
        Condition::Present { target, .. } => target
            .readings
            .iter()
            .filter(|reading| reading.family.is_none())
            .filter(|_| !state::is_role_only(target))
            .filter_map(|reading| {
                let name = reading.name.as_ref()?;
                let within = match &reading.scope {
                    None => None,
                    Some(_) => Some(container(view, reading)?),
                };
                Some(ask(&name.raw, within))
            })
            .chain(
                fitting(view, target)
                    .unwrap_or_default()
                    .into_iter()
                    .filter(sized)
                    .take(LOOKED_AT)
                    .map(|index| Ask {
                        node: Some(view.node(index).id.clone()),
                        ..ask("", None)
                    }),
            )
            .chain((denied && denial::is_drawn_late(target)).then(|| ask("", None)))
            .collect(),
        Condition::Reads { target, text, .. } => read_for(view, target)
            .into_iter()
            .map(|index| ask(&text.raw, Some(index)))
            .collect(),
        Condition::All(all) => all.iter().flat_map(|one| asks(view, one)).collect(),
        _ => Vec::new(),
    }
}

/// What is read to judge a statement about something.
fn read_for(view: &View<'_>, target: &Target) -> Vec<usize> {
    state::subject(view, target, None).map_or_else(
        |_| Vec::new(),
        |index| answer::answer(view, target, index).nodes,
    )
}
