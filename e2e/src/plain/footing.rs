//! What a sentence names its target's place by: the heading in "under Billing", the
//! dialog in "in the \"Delete Ann?\" dialog".

use super::place::{self, Area};
use super::program::{Command, Name, Relation, Scope, Target, Touch};
use super::view::{Rank, View, Wanted};
use crate::page::footing::Footing;
use crate::page::node::NodeId;

/// The places a command names for the target it was found to mean.
pub(super) fn footing(view: &View<'_>, command: &Command, id: Option<&NodeId>) -> Vec<Footing> {
    let (Some(target), Some(id)) = (target_of(command), id) else {
        return Vec::new();
    };
    let Some(at) = view.all().find(|at| view.node(*at).id == *id) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // What is closed or sent is what its button stands in.
    if let Command::Touch(Touch::Close | Touch::Submit, _) = command {
        let around = best(view, target, view.ancestors(at));
        found.extend(around.map(|(_, footing)| footing));
    }
    place_of(view, target, at, &mut found);
    found
}

fn target_of(command: &Command) -> Option<&Target> {
    match command {
        Command::Touch(_, target)
        | Command::Set { target, .. }
        | Command::Check { target, .. }
        | Command::Drag { target, .. }
        | Command::Upload { target, .. } => Some(target),
        Command::Fill { target, .. } | Command::Press { target, .. } => target.as_ref(),
        Command::Choose { option, within, .. } => Some(within.as_ref().unwrap_or(option)),
        _ => None,
    }
}

/// The places of the first reading that leads there; one without a place has none.
fn place_of(view: &View<'_>, target: &Target, at: usize, found: &mut Vec<Footing>) {
    let leads = target.readings.iter().find(|reading| {
        let named = |name: &Name| view.rank(at, &Wanted::new(name)).is_some();
        reading.name.as_ref().is_none_or(named) && place::in_scope(view, reading, at)
    });
    if let Some(scope) = leads.and_then(|reading| reading.scope.as_ref()) {
        within(view, scope, at, found);
    }
}

fn within(view: &View<'_>, scope: &Scope, at: usize, found: &mut Vec<Footing>) {
    let target = &scope.target;
    let named = if scope.relation == Relation::With {
        best(view, target, view.subtree(at))
    } else {
        let Ok(area) = place::find(view, scope, &|range| range.contains(&at)) else {
            return;
        };
        let apart = |other: &usize| !view.subtree(at).contains(other);
        match area {
            Area {
                container: Some(container),
                ..
            } => best(view, target, view.subtree(container).filter(apart)),
            Area {
                level_with: Some(anchor),
                ..
            } => best(view, target, [anchor]),
            _ if scope.relation == Relation::NextTo => best(view, target, view.all().filter(apart)),
            _ => {
                let heading = |other: &usize| view.node(*other).role == "heading";
                best(view, target, view.all().filter(heading))
            }
        }
    };
    if let Some((anchor, footing)) = named {
        found.push(footing);
        place_of(view, target, anchor, found);
    }
}

/// Of some nodes the one that the words fit best by its name or text.
fn best(
    view: &View<'_>,
    target: &Target,
    among: impl IntoIterator<Item = usize>,
) -> Option<(usize, Footing)> {
    let names: Vec<&Name> = target
        .readings
        .iter()
        .filter_map(|reading| reading.name.as_ref())
        .collect();
    let ranked = among.into_iter().filter(|at| !view.echoes(*at));
    let ranked = ranked.flat_map(|at| {
        let fits = names.iter().enumerate().filter_map(move |(order, name)| {
            let rank = view.rank(at, &Wanted::new(name))?;
            (rank != Rank::Other).then_some((rank, order, at))
        });
        fits.collect::<Vec<_>>()
    });
    let (_, order, at) = ranked.min()?;
    let name = names[order];
    let says = std::iter::once(name.raw.clone()).chain(name.with_article.clone());
    Some((at, Footing::new(view.node(at), says.collect())))
}

#[cfg(test)]
mod tests {
    use super::super::plan::{Ground, plan};
    use super::*;
    use crate::plain::parse;
    use crate::plain::scene::screen;
    use crate::report::record::StepKind;

    #[test]
    fn a_place_goes_along_with_what_it_was_said_of() {
        let screen = screen(
            "heading \"Two\"
button \"Buy\"
region \"East\"
  button \"Book\"
generic
  text \"Gold\"
  button \"Pick\"
dialog \"Delete Ann?\"
  heading \"Delete Ann?\"
  button \"Confirm\"
tabpanel \"Cid\"
  button \"Remove\"
table \"People\"
  row \"Ann 3 minutes ago Archive\"
    cell \"Ann\"
    cell \"3 minutes ago\"
    cell
      button \"Archive\"
form \"Billing\"
  textbox \"Street\"
button \"Send\"",
        );
        let view = View::new(&screen);
        for (sentence, expected) in [
            ("click Buy under Two", "heading Two"),
            ("click Book in the East region", "region East"),
            (
                "click Confirm in the \"Delete Ann?\" dialog",
                "dialog Delete Ann?",
            ),
            ("click Remove in the Cid tab panel", "tabpanel Cid"),
            ("click Archive in the row \"Ann\"", "cell Ann"),
            ("fill Street in the Billing form with x", "form Billing"),
            ("click Send", ""),
        ] {
            let program = parse(sentence, StepKind::Act).unwrap();
            let ground = Ground {
                view: &view,
                sentence,
                base_url: None,
            };
            let readings = program.clauses[0].readings.iter();
            let mut plans = readings.filter_map(|command| plan(&ground, command).ok().flatten());
            let plan = plans.next().unwrap();
            let said: Vec<String> = plan.footing.iter().map(Footing::told).collect();
            assert_eq!(said.join(", "), expected, "{sentence}");
        }
    }
}
