//! Names of what is not taken back, which are named whole.

use super::fold::fold;
use super::program::{Reading, Target};
use super::resolve::Hit;
use super::view::{Rank, View};

/// Words of names that are not taken back: what bears them is what was named, whole.
const GRAVE: &[&str] = &[
    "buy",
    "cancel",
    "deactivate",
    "delete",
    "discard",
    "erase",
    "pay",
    "purchase",
    "purge",
    "refund",
    "remove",
    "reset",
    "revoke",
    "terminate",
    "transfer",
    "unsubscribe",
    "wipe",
];

/// Whether a name with a grave word in it was found as a part of a longer one only,
/// which says more than it does. In a place that was named the rest of the name most
/// often says what the place is, and numbers and marks say nothing.
pub(super) fn is_another_deed(view: &View<'_>, target: &Target, hit: Hit) -> bool {
    let narrowed = |reading: &Reading| reading.scope.is_some() || reading.ordinal.is_some();
    if hit.rank != Rank::Words || target.readings.iter().any(narrowed) {
        return false;
    }
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphabetic() && c != '\'')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let own = [view.name(hit.index), view.text(hit.index)].map(words);
    let mut named = target
        .readings
        .iter()
        .filter_map(|reading| reading.name.as_ref());
    named.any(|name| {
        let wanted = words(&fold(&name.raw));
        wanted.iter().any(|word| GRAVE.contains(&word.as_str()))
            && own.iter().all(|own| *own != wanted)
    })
}
