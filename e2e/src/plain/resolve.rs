//! From words for one thing to the one node they mean, or why there is none.
//!
//! An exact name beats one that contains the words; a role that is said must fit;
//! what fits several nodes equally well fits none.

use super::family::Family;
use super::grave;
use super::item;
use super::place::{self, NoPlace};
use super::program::{Reading, Relation, Scope, Target};
pub(crate) use super::purpose::Purpose;
use super::view::{Rank, View, Wanted};
use crate::page::node::INTERACTIVE;
use std::ops::Range;

/// The node the words mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Its position.
    pub(crate) index: usize,
    /// How well it fits.
    pub(crate) rank: Rank,
}

/// Why the words mean no node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// Nothing fits.
    Absent,
    /// Several fit equally well.
    Several(Vec<usize>),
    /// "the third" of fewer.
    TooFew(Vec<usize>),
    /// The place is not there, or there are several of it.
    Place { place: Target, trouble: NoPlace },
}

/// Finds the one node the words mean.
pub(crate) fn resolve(view: &View<'_>, target: &Target, purpose: Purpose) -> Result<Hit, Trouble> {
    let mut first = among(view, target, &Rank::ALL, |index| purpose.suits(view, index));
    if purpose == Purpose::Operate {
        first = item::text_of(view, target, first);
    }
    // "Delete" is not "Delete account", though it may be the only one that is there.
    if let (Purpose::Operate, Ok(hit)) = (purpose, first.as_ref())
        && grave::is_another_deed(view, target, *hit)
    {
        return Err(Trouble::Absent);
    }
    let first = match (purpose, first) {
        // A list belongs to the combobox of its name.
        (Purpose::List, Err(Trouble::Several(found))) => {
            let list = |at: &&usize| view.node(**at).role == "listbox";
            match found.iter().filter(|at| !list(at)).collect::<Vec<_>>()[..] {
                [index] if found.len() == 2 => {
                    return Ok(Hit {
                        index: *index,
                        rank: Rank::Exact,
                    });
                }
                _ => Err(Trouble::Several(found)),
            }
        }
        // A number alone is no part of a longer name.
        (Purpose::Operate, Ok(hit)) if hit.rank == Rank::Words && is_number(target) => {
            Err(Trouble::Absent)
        }
        // What reacts as a whole is not what is called just so inside of it.
        (Purpose::Operate, Ok(hit))
            if hit.rank == Rank::Words && view.node(hit.index).role.is_empty() =>
        {
            let exact = [Rank::Exact, Rank::Plain];
            let inner = among(view, target, &exact, |at| purpose.suits_second(view, at));
            return match inner {
                Ok(inner) if view.inside(hit.index).contains(&inner.index) => Ok(inner),
                _ => Ok(hit),
            };
        }
        (_, first) => first,
    };
    if first != Err(Trouble::Absent) || !purpose.has_second_choice() {
        return first;
    }
    let ranks: &[Rank] = match purpose {
        Purpose::Pick => &Rank::ALL,
        _ => &[Rank::Exact, Rank::Plain],
    };
    among(view, target, ranks, |index| {
        purpose.suits_second(view, index)
    })
}

/// Whether nothing but a number is said, without a kind of thing.
fn is_number(target: &Target) -> bool {
    let mut readings = target.readings.iter();
    readings.all(|reading| {
        let digits = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        reading.family.is_none() && reading.name.as_ref().is_some_and(|name| digits(&name.raw))
    })
}

/// Finds the one node the words mean among those that suit.
pub(crate) fn resolve_as(
    view: &View<'_>,
    target: &Target,
    suits: impl Fn(usize) -> bool,
) -> Result<Hit, Trouble> {
    among(view, target, &Rank::ALL, suits)
}

/// Finds the one node that is called so and not merely contains the words.
pub(crate) fn resolve_ranked(
    view: &View<'_>,
    target: &Target,
    ranks: &[Rank],
) -> Result<Hit, Trouble> {
    among(view, target, ranks, |_| true)
}

/// Every node one reading fits, in its place, the best fitting first.
pub(crate) fn fits(view: &View<'_>, reading: &Reading) -> Result<Vec<usize>, Trouble> {
    let ranked = ranked(view, reading, &|_| true);
    let mut found = Vec::new();
    for rank in Rank::ALL {
        found.extend(placed(view, reading, of_rank(&ranked, rank))?);
    }
    match reading.ordinal {
        None => Ok(found),
        Some(ordinal) => {
            found.sort_unstable();
            Ok(place::nth(view, &found, ordinal))
        }
    }
}

/// Every node the words fit, whatever it is for; as many as there are.
pub(crate) fn every(view: &View<'_>, target: &Target) -> Result<Vec<usize>, Trouble> {
    let kinds = target
        .readings
        .iter()
        .any(|reading| reading.family.is_some());
    let mut found = Vec::new();
    let mut trouble = None;
    for reading in &target.readings {
        // Counting "the Delete buttons" counts buttons, not texts that say so.
        if kinds && reading.family.is_none() {
            continue;
        }
        let ranked = ranked(view, reading, &|_| true);
        let whole = reading.family.is_some_and(Family::is_control);
        let fits = |(_, rank): &&(usize, Rank)| !(whole && *rank == Rank::Words);
        let fitting = ranked.iter().filter(fits).map(|(index, _)| *index);
        match placed(view, reading, fitting.collect()) {
            Ok(more) => found.extend(more),
            Err(why) => trouble = trouble.or(Some(why)),
        }
    }
    if let (true, Some(trouble)) = (found.is_empty(), trouble) {
        return Err(trouble);
    }
    found.sort_unstable();
    found.dedup();
    Ok(if kinds { found } else { distinct(view, found) })
}

fn among(
    view: &View<'_>,
    target: &Target,
    ranks: &[Rank],
    suits: impl Fn(usize) -> bool,
) -> Result<Hit, Trouble> {
    let candidates: Vec<Vec<(usize, Rank)>> = target
        .readings
        .iter()
        .map(|reading| ranked(view, reading, &suits))
        .collect();
    let mut trouble = None;
    for rank in ranks {
        let mut fitting = Vec::new();
        for (reading, ranked) in target.readings.iter().zip(&candidates) {
            let found = match placed(view, reading, of_rank(ranked, *rank)) {
                Ok(found) => distinct(view, found),
                Err(why) => {
                    trouble = trouble.or(Some(why));
                    continue;
                }
            };
            if found.is_empty() {
                continue;
            }
            match reading.ordinal {
                None => fitting.extend(found),
                Some(ordinal) => match place::nth(view, &found, ordinal).as_slice() {
                    [one] => fitting.push(*one),
                    both @ [_, _] => return Err(Trouble::Several(both.to_vec())),
                    _ => {
                        if !matches!(trouble, Some(Trouble::TooFew(_))) {
                            trouble = Some(Trouble::TooFew(found));
                        }
                        continue;
                    }
                },
            }
            // The most literal reading decides, except where words are only contained.
            if *rank != Rank::Words {
                break;
            }
        }
        fitting.sort_unstable();
        fitting.dedup();
        match distinct(view, fitting).as_slice() {
            [] => {}
            [index] => {
                return Ok(Hit {
                    index: *index,
                    rank: *rank,
                });
            }
            several => return Err(Trouble::Several(several.to_vec())),
        }
    }
    Err(trouble.unwrap_or(Trouble::Absent))
}

fn of_rank(ranked: &[(usize, Rank)], rank: Rank) -> Vec<usize> {
    let fits = |(index, own): &(usize, Rank)| (*own == rank).then_some(*index);
    ranked.iter().filter_map(fits).collect()
}

/// Those of some nodes that are in the place a reading names. Beside a switch a checkbox
/// is none there, and the other way round.
fn placed(view: &View<'_>, reading: &Reading, found: Vec<usize>) -> Result<Vec<usize>, Trouble> {
    let mut found = in_place(view, reading, found)?;
    if let Some(family) = reading.family {
        let is_own = |at: &usize| family.is_own(view.node(*at));
        if found.iter().any(is_own) {
            found.retain(is_own);
        }
    }
    Ok(found)
}

fn in_place(view: &View<'_>, reading: &Reading, found: Vec<usize>) -> Result<Vec<usize>, Trouble> {
    let Some(scope) = &reading.scope else {
        return Ok(found);
    };
    if scope.relation == Relation::With {
        return Ok(found
            .into_iter()
            .filter(|index| place::has(view, &scope.target, *index))
            .collect());
    }
    if found.is_empty() && !needs_place(view, scope) {
        return Ok(found);
    }
    let holds = |range: &Range<usize>| found.iter().any(|index| range.contains(index));
    let area = place::find(view, scope, &holds).map_err(|trouble| no_place(scope, trouble))?;
    if let Some(heading) = area.heading() {
        return Ok(super::order::under(view, heading, &area.range, &found));
    }
    Ok(found
        .iter()
        .copied()
        .filter(|index| area.range.contains(index))
        .filter(|index| {
            area.level_with
                .is_none_or(|anchor| anchor != *index && place::is_level(view, anchor, *index))
        })
        .collect())
}

/// Whether the place has to be found although nothing is looked for in it: a place
/// that is not there is said before what is not in it.
fn needs_place(view: &View<'_>, scope: &Scope) -> bool {
    place::find(view, scope, &|_| true) == Err(NoPlace::Absent)
}

fn no_place(scope: &Scope, trouble: NoPlace) -> Trouble {
    Trouble::Place {
        place: scope.target.clone(),
        trouble,
    }
}

/// Nodes that fit a reading, wherever they are, each with how well.
fn ranked(view: &View<'_>, reading: &Reading, suits: &dyn Fn(usize) -> bool) -> Vec<(usize, Rank)> {
    let wanted = reading.name.as_ref().map(Wanted::new);
    // Forms keep an empty place for messages beside each field: while one of them says
    // something, that is the one.
    let says = |at: usize| {
        let mut inside = view.subtree(at);
        inside.any(|at| !view.node(at).label().is_empty())
    };
    let passing = reading.family.filter(|family| family.is_passing());
    let some_say =
        passing.is_some_and(|family| view.all().any(|at| family.fits(view.node(at)) && says(at)));
    let named_field =
        wanted.is_some() && reading.family.is_some_and(|family| family.name == "field");
    let mut found: Vec<(usize, Rank)> = view
        .all()
        .filter(|index| !some_say || says(*index))
        .filter(|index| match reading.family {
            // The choices of a closed list are no items that anybody sees.
            Some(family) if family.name == "list item" => {
                family.fits(view.node(*index)) && !view.is_listed_only(*index)
            }
            Some(family) => {
                // A slider takes a value as a field does, and is called one.
                let scale = named_field && view.node(*index).role == "slider";
                scale || family.fits(view.node(*index))
            }
            None => suits(*index),
        })
        .filter_map(|index| match &wanted {
            Some(wanted) => Some((index, view.rank(index, wanted)?)),
            None => Some((index, Rank::Exact)),
        })
        // The name of a control or dialog in quotation marks is its whole name.
        .filter(|(index, rank)| {
            let quoted = reading.name.as_ref().is_some_and(|name| name.quoted);
            let role = view.node(*index).role.as_str();
            let named = INTERACTIVE.contains(&role) || matches!(role, "dialog" | "alertdialog");
            !(quoted && named && *rank == Rank::Words)
        })
        .collect();
    // An item without a name of its own is known by what stands in it.
    let item = |family: &&Family| matches!(family.name, "list item" | "card" | "article" | "row");
    if let (true, Some(wanted), Some(family)) =
        (found.is_empty(), &wanted, reading.family.filter(item))
    {
        let says = |at: usize| view.rank(at, wanted).is_some() && !view.echoes(at);
        let nameless = |at: &usize| view.node(*at).label().is_empty() && !view.is_listed_only(*at);
        let items = view.all().filter(|at| family.fits(view.node(*at)));
        let items = items
            .filter(nameless)
            .filter(|at| view.inside(*at).any(says));
        found = items.map(|at| (at, Rank::Words)).collect();
    }
    // Beside a field of that name the slider is none.
    if named_field {
        let scale = |at: usize| view.node(at).role == "slider";
        let fields = found.iter().filter(|(at, _)| !scale(*at));
        if let Some(best) = fields.map(|(_, rank)| *rank).min() {
            found.retain(|(at, rank)| !scale(*at) || *rank < best);
        }
    }
    // The header of a row is no cell beside a cell that is called the same.
    if wanted.is_some() && reading.family.is_some_and(|family| family.name == "cell") {
        let head = |at: usize| view.node(at).role.ends_with("header");
        let cells = found.iter().filter(|(at, _)| !head(*at));
        if let Some(best) = cells.map(|(_, rank)| *rank).min() {
            found.retain(|(at, rank)| !head(*at) || *rank < best);
        }
    }
    found
}

/// Of nodes inside one another only one: the inner one, unless it has no role of its
/// own and merely repeats the outer one.
fn distinct(view: &View<'_>, mut found: Vec<usize>) -> Vec<usize> {
    found.sort_unstable();
    found.dedup();
    let has_role = |index: usize| !view.node(index).role.is_empty();
    let is_kept = |(at, index): (usize, &usize)| {
        // What is inside of it follows it directly.
        let inside = view.inside(*index);
        let mut inner = found[at + 1..]
            .iter()
            .take_while(|other| inside.contains(other));
        let repeated = inner.any(|other| has_role(*other) || !has_role(*index));
        let mut outer = view.ancestors(*index);
        let repeats = !has_role(*index)
            && outer.any(|other| has_role(other) && found.binary_search(&other).is_ok());
        !repeated && !repeats
    };
    let kept = found
        .iter()
        .enumerate()
        .filter(|item| is_kept((item.0, item.1)));
    kept.map(|(_, index)| *index).collect()
}
