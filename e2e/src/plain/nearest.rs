//! The names on a page that are most like a word, for messages.

use super::view::View;
use crate::page::node::Node;
use strsim::jaro_winkler;

/// How many names a message lists.
const LISTED: usize = 8;

/// The names of some nodes, those most like `word` first.
pub(crate) fn names(
    view: &View<'_>,
    what: &str,
    fits: impl Fn(&Node) -> bool,
    word: &str,
) -> String {
    let nodes = view.all().filter(|index| fits(view.node(*index)));
    names_of(view, what, nodes, word)
}

/// The names of these nodes, those most like `word` first.
pub(crate) fn names_of(
    view: &View<'_>,
    what: &str,
    nodes: impl Iterator<Item = usize>,
    word: &str,
) -> String {
    let wanted = word.to_lowercase();
    let mut found: Vec<(f64, &str)> = Vec::new();
    let mut unnamed = 0;
    for index in nodes {
        match view.node(index).label() {
            "" => unnamed += 1,
            label if found.iter().any(|(_, other)| *other == label) => {}
            label => {
                let near = jaro_winkler(&wanted, &label.to_lowercase());
                let alike = shape(&wanted).is_some_and(|own| shape(label) == Some(own));
                found.push((if alike { near + 1.0 } else { near }, label));
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let more = found.len().saturating_sub(LISTED);
    let mut parts: Vec<String> = found
        .iter()
        .take(LISTED)
        .map(|(_, label)| format!("\"{}\"", crate::text::clip(label, 60)))
        .collect();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    // What says nothing is no text.
    if unnamed > 0 && !what.contains("text") {
        parts.push(format!("{unnamed} without a name"));
    }
    match parts.is_empty() {
        true => format!("{what}: none"),
        false => format!("{what}: {}", parts.join(", ")),
    }
}

/// What kind of amount the last word of a text is, when it is one: "$27.40" and
/// "$27.41" are of one shape.
fn shape(text: &str) -> Option<String> {
    let last = text.split_whitespace().next_back()?;
    last.contains(|c: char| c.is_ascii_digit())
        .then(|| last.replace(|c: char| c.is_ascii_digit(), "0"))
}

/// What the last word of a name may have been meant for, where that is not read.
pub(super) fn misread(view: &View<'_>, name: &str) -> Option<String> {
    let (rest, last) = name.rsplit_once(' ')?;
    if matches!(last, "twice" | "times") {
        return Some("only keys and clicks are repeated; say it again after `then`".into());
    }
    let mut all = view.all();
    all.any(|at| view.node(at).role == last).then(|| {
        format!("\"{last}\" is no word for a kind of thing in a sentence: say \"{rest}\" alone, or `screen.get_by_role(…)`")
    })
}
