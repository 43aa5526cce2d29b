//! Files that were given to a page, and whether it has them.

use super::node::{Node, Observation};
use super::verb::Effect;
use crate::code::Code;
use crate::error::Error;

/// What a file becomes on a page, where it is no mere text.
const THINGS: &[&str] = &[
    "img",
    "figure",
    "listitem",
    "row",
    "cell",
    "article",
    "dialog",
    "progressbar",
    "table",
];

/// Whether a page that emptied its field did so because it has the files: it lists them,
/// or shows something new that is no message. Of a field a person sees empty again
/// (`shown`) no mere text tells that. `takes`: the endings it names.
pub(super) fn is_taken(shown: bool, takes: &str, effect: &Effect, names: &[String]) -> bool {
    if names.iter().any(|name| !is_accepted(takes, name)) {
        return false;
    }
    let (before, after) = (&effect.before, &effect.after);
    let fresh = after.nodes.iter().filter(|node| {
        let same = |old: &&Node| old.role == node.role && old.label() == node.label();
        let known = before.nodes.iter().find(|old| old.id == node.id);
        !known.as_ref().is_some_and(same) && !matches!(node.role.as_str(), "alert" | "status")
    });
    let tells = |node: &Node| {
        let named = names
            .iter()
            .any(|name| node.label().contains(name.as_str()));
        let thing = node.is_interactive() || THINGS.contains(&node.role.as_str());
        node.depth > 0 && (named || thing || !shown)
    };
    let alerts = |screen: &Observation| {
        let alert = |node: &&Node| node.role == "alert" && !node.label().is_empty();
        screen.nodes.iter().filter(alert).count()
    };
    alerts(after) <= alerts(before) && fresh.into_iter().any(tells)
}

/// Whether a field that names the endings it takes takes a file of this name.
fn is_accepted(takes: &str, name: &str) -> bool {
    let mut endings = takes
        .split(',')
        .map(str::trim)
        .filter(|end| !end.is_empty());
    let name = name.to_lowercase();
    let fits = |end: &str| !end.starts_with('.') || name.ends_with(&end.to_lowercase());
    endings.clone().next().is_none() || endings.any(fits)
}

/// The error for files that were given back.
pub(super) fn refused(effect: &Effect, names: &[String]) -> Error {
    let mut error = Error::new(
        Code::ActionFailed,
        format!(
            "{} is empty again after it was given {}",
            effect.target,
            names.join(", ")
        ),
    );
    for note in &effect.notes {
        error = error.note(note.as_str());
    }
    error.help("look at the page: it may have refused the file, and say why")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_by_its_ending() {
        for (takes, name, accepted) in [
            ("", "a.txt", true),
            (".png", "a.txt", false),
            (".png,.TXT", "a.txt", true),
            ("image/*, .pdf", "a.txt", true),
            (" .png , ", "a.PNG", true),
        ] {
            assert_eq!(is_accepted(takes, name), accepted, "{takes} {name}");
        }
    }
}
