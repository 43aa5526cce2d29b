//! Where "in the row March", "under Billing" and "next to Total" are on a screen.
//!
//! A place counts only when the words fit exactly one. Text in a row, list item or
//! card identifies it; a larger region is identified by its name or its heading, not
//! by any text that happens to stand in it.

use super::count::is_header_row;
use super::program::{Ordinal, Reading, Relation, Scope, Target};
use super::view::{Rank, View, Wanted};
use std::ops::Range;

/// What a place came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Area {
    /// The nodes in it.
    pub(crate) range: Range<usize>,
    /// The node they are inside of, when it is one.
    pub(crate) container: Option<usize>,
    /// What it was found by, when only what is level with that counts.
    pub(crate) level_with: Option<usize>,
}

impl Area {
    /// The heading it is what follows of.
    pub(crate) fn heading(&self) -> Option<usize> {
        let follows = self.container.is_none() && self.level_with.is_none();
        follows.then(|| self.range.start.checked_sub(1)).flatten()
    }
}

/// Why a place is none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NoPlace {
    /// Nothing fits the words.
    Absent,
    /// The words fit several.
    Several(Vec<usize>),
}

/// Roles whose text says which one they are.
const ITEMS: &[&str] = &[
    "row",
    "listitem",
    "article",
    "treeitem",
    "option",
    "menuitem",
    "group",
    "radiogroup",
    "dialog",
    "alertdialog",
    "tabpanel",
    "figure",
    "definition",
];

/// Roles that are a place by their name or their heading.
const REGIONS: &[&str] = &[
    "region",
    "form",
    "search",
    "table",
    "grid",
    "treegrid",
    "list",
    "listbox",
    "combobox",
    "menu",
    "menubar",
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "main",
    "toolbar",
    "tablist",
    "tree",
    "status",
    "alert",
    "iframe",
    "feed",
    "log",
];

/// The place a scope names. `holds` says whether what is looked for is in a range;
/// places that hold it come before places that do not.
pub(crate) fn find(
    view: &View<'_>,
    scope: &Scope,
    holds: &dyn Fn(&Range<usize>) -> bool,
) -> Result<Area, NoPlace> {
    let target = &scope.target;
    match scope.relation {
        Relation::Under => match under(view, target) {
            Err(NoPlace::Absent) => inside(view, target, holds),
            found => found,
        },
        Relation::NextTo => beside(view, target, holds),
        Relation::In => match inside(view, target, holds) {
            Err(NoPlace::Absent) => under(view, target),
            found => found,
        },
        Relation::With => Err(NoPlace::Absent),
    }
}

fn within(view: &View<'_>, container: usize) -> Area {
    Area {
        range: view.inside(container),
        container: Some(container),
        level_with: None,
    }
}

/// The one thing the words name that has something inside.
fn inside(
    view: &View<'_>,
    target: &Target,
    holds: &dyn Fn(&Range<usize>) -> bool,
) -> Result<Area, NoPlace> {
    for rank in Rank::ALL {
        let mut empty: Option<Vec<usize>> = None;
        for reading in &target.readings {
            let mut found = containers(view, reading, rank);
            if found.is_empty() {
                continue;
            }
            found.retain(|index| in_scope(view, reading, *index));
            if let Some(ordinal) = reading.ordinal {
                found = nth(view, &found, ordinal);
            } else {
                let holding: Vec<usize> = found
                    .iter()
                    .copied()
                    .filter(|index| holds(&view.inside(*index)))
                    .collect();
                if holding.is_empty() {
                    empty.get_or_insert(innermost(view, found));
                    continue;
                }
                found = innermost(view, holding);
            }
            match found.as_slice() {
                [] => {}
                [one] => return Ok(within(view, *one)),
                _ => return Err(NoPlace::Several(found)),
            }
        }
        // The place is there and what is looked for is not in it. One that fits the
        // words less well would be another place.
        match empty.as_deref() {
            None => {}
            Some([one]) => return Ok(within(view, *one)),
            Some(several) => return Err(NoPlace::Several(several.to_vec())),
        }
    }
    Err(NoPlace::Absent)
}

/// Things of one rank that fit a reading and can have something inside.
fn containers(view: &View<'_>, reading: &Reading, rank: Rank) -> Vec<usize> {
    let fits = |index: usize| {
        let node = view.node(index);
        match reading.family {
            Some(family) => family.fits(node),
            None => ITEMS.contains(&node.role.as_str()) || REGIONS.contains(&node.role.as_str()),
        }
    };
    let Some(name) = &reading.name else {
        return match rank {
            Rank::Exact => view.all().filter(|index| fits(*index)).collect(),
            _ => Vec::new(),
        };
    };
    let wanted = Wanted::new(name);
    let mut found = Vec::new();
    for index in view.all() {
        if view.rank(index, &wanted) != Some(rank) || view.echoes(index) && !fits(index) {
            continue;
        }
        if fits(index) {
            found.push(index);
        }
        found.extend(identified(view, index, reading.family.is_some(), &fits));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The container a text or heading identifies: the nearest item around it, or the
/// region it is the first heading of.
fn identified(
    view: &View<'_>,
    index: usize,
    any: bool,
    fits: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let heading = view.node(index).role == "heading";
    for ancestor in view.ancestors(index) {
        let role = view.node(ancestor).role.as_str();
        let item = ITEMS.contains(&role);
        let first_heading = || {
            let mut inner = view.inside(ancestor);
            heading && inner.find(|at| view.node(*at).role == "heading") == Some(index)
        };
        if fits(ancestor) && (item || any || first_heading()) {
            return Some(ancestor);
        }
        if item && role != "group" {
            return None;
        }
    }
    None
}

/// Whether a node lies in the place its own reading names.
pub(crate) fn in_scope(view: &View<'_>, reading: &Reading, index: usize) -> bool {
    let Some(scope) = &reading.scope else {
        return true;
    };
    if scope.relation == Relation::With {
        return has(view, &scope.target, index);
    }
    let holds = |range: &Range<usize>| range.contains(&index);
    find(view, scope, &holds).is_ok_and(|area| {
        let listed = area.range.contains(&index);
        listed
            && area.heading().is_none_or(|heading| {
                super::order::under(view, heading, &area.range, &[index]) == [index]
            })
    })
}

/// Whether a node, or something inside of it, is called so.
pub(crate) fn has(view: &View<'_>, target: &Target, index: usize) -> bool {
    target.readings.iter().any(|reading| {
        let wanted = reading.name.as_ref().map(Wanted::new);
        view.subtree(index).any(|at| {
            let kind = reading
                .family
                .is_none_or(|family| at > index && family.fits(view.node(at)));
            kind && wanted
                .as_ref()
                .is_none_or(|wanted| view.rank(at, wanted).is_some())
        })
    })
}

/// What follows the heading of that name, up to the next one of its level.
fn under(view: &View<'_>, target: &Target) -> Result<Area, NoPlace> {
    for rank in Rank::ALL {
        for reading in &target.readings {
            let Some(name) = &reading.name else { continue };
            let wanted = Wanted::new(name);
            let found: Vec<usize> = view
                .all()
                .filter(|index| view.node(*index).role == "heading")
                .filter(|index| view.rank(*index, &wanted) == Some(rank))
                .collect();
            match found.as_slice() {
                [] => {}
                [one] => {
                    return Ok(Area {
                        range: section(view, *one),
                        container: None,
                        level_with: None,
                    });
                }
                _ => return Err(NoPlace::Several(found)),
            }
        }
    }
    Err(NoPlace::Absent)
}

fn section(view: &View<'_>, heading: usize) -> Range<usize> {
    let level = view.node(heading).level.unwrap_or(2);
    let end = (heading + 1..view.len())
        .find(|at| {
            let node = view.node(*at);
            node.role == "heading" && node.level.unwrap_or(2) <= level
        })
        .unwrap_or(view.len());
    heading + 1..end
}

/// What shares a row or list item with the one thing the words name, or stands level
/// with it.
fn beside(
    view: &View<'_>,
    target: &Target,
    holds: &dyn Fn(&Range<usize>) -> bool,
) -> Result<Area, NoPlace> {
    let anchor = anchor(view, target)?;
    for ancestor in view.ancestors(anchor) {
        let range = view.inside(ancestor);
        let item = ITEMS.contains(&view.node(ancestor).role.as_str());
        if item && holds(&range) {
            return Ok(within(view, ancestor));
        }
        if item && view.node(ancestor).role != "group" {
            break;
        }
    }
    if let Some(range) = defined(view, anchor).filter(holds) {
        return Ok(Area {
            range,
            container: None,
            level_with: None,
        });
    }
    Ok(Area {
        range: 0..view.len(),
        container: None,
        level_with: Some(anchor),
    })
}

/// What defines a term: all that stands between it and the next one of its list.
fn defined(view: &View<'_>, anchor: usize) -> Option<Range<usize>> {
    let is_term = |at: &usize| view.node(*at).role == "term";
    let term = std::iter::once(anchor)
        .chain(view.ancestors(anchor))
        .find(is_term)?;
    let start = view.subtree(term).end;
    let list = view.subtree(view.parent(term)?).end;
    let end = (start..list).find(is_term).unwrap_or(list);
    Some(start..end)
}

fn anchor(view: &View<'_>, target: &Target) -> Result<usize, NoPlace> {
    for rank in Rank::ALL {
        for reading in &target.readings {
            let wanted = reading.name.as_ref().map(Wanted::new);
            let mut found: Vec<usize> = view
                .all()
                .filter(|index| {
                    reading
                        .family
                        .is_none_or(|family| family.fits(view.node(*index)))
                })
                .filter(|index| match &wanted {
                    Some(wanted) => view.rank(*index, wanted) == Some(rank),
                    None => rank == Rank::Exact,
                })
                .filter(|index| in_scope(view, reading, *index))
                .collect();
            found = innermost(view, found);
            if let Some(ordinal) = reading.ordinal {
                found = nth(view, &found, ordinal);
            }
            match found.as_slice() {
                [] => {}
                [one] => return Ok(*one),
                _ => return Err(NoPlace::Several(found)),
            }
        }
    }
    Err(NoPlace::Absent)
}

/// Whether two nodes stand on the same line: half of the lower one's height.
pub(crate) fn is_level(view: &View<'_>, a: usize, b: usize) -> bool {
    let (Some(a), Some(b)) = (view.node(a).rect, view.node(b).rect) else {
        return false;
    };
    let overlap = (a[1] + a[3]).min(b[1] + b[3]) - a[1].max(b[1]);
    overlap >= 0.5 * a[3].min(b[3]) && overlap > 0.0
}

/// Without those that contain another one.
fn innermost(view: &View<'_>, mut found: Vec<usize>) -> Vec<usize> {
    found.sort_unstable();
    let holds_next = |at: usize| {
        let next = found.get(at + 1);
        next.is_some_and(|next| view.inside(found[at]).contains(next))
    };
    let kept = (0..found.len()).filter(|at| !holds_next(*at));
    kept.map(|at| found[at]).collect()
}

/// The one at a place of the order, counted in reading order. Rows of column headers
/// are not counted here either, unless there are no others.
pub(crate) fn nth(view: &View<'_>, found: &[usize], ordinal: Ordinal) -> Vec<usize> {
    let counted = |index: &&usize| !is_header_row(view, **index);
    let mut counted: Vec<usize> = found.iter().filter(counted).copied().collect();
    if counted.is_empty() {
        counted = found.to_vec();
    }
    let of = |counted: &[usize]| match ordinal {
        Ordinal::Nth(n) => counted.get(n - 1).copied(),
        Ordinal::Last => counted.last().copied(),
    };
    let mut one: Vec<usize> = of(&counted).into_iter().collect();
    let seen = super::order::as_seen(view, &counted).and_then(|seen| of(&seen));
    one.extend(seen.filter(|at| !one.contains(at)));
    one
}
