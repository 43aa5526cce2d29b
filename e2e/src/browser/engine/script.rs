//! The engine as the text that a document is given.

/// The engine's files, in the order they build on each other. They share one scope, in
/// which `start` is what was kept since the document began, or null.
pub(super) const MAKE: &str = concat!(
    "(function (start) {\n\"use strict\";\n",
    include_str!("core.js"),
    include_str!("door.js"),
    include_str!("inner.js"),
    include_str!("tie.js"),
    include_str!("role.js"),
    include_str!("name.js"),
    include_str!("counters.js"),
    include_str!("state.js"),
    include_str!("see.js"),
    include_str!("roots.js"),
    include_str!("area.js"),
    include_str!("sight.js"),
    include_str!("coats.js"),
    include_str!("cover.js"),
    include_str!("veils.js"),
    include_str!("watch.js"),
    include_str!("faults.js"),
    include_str!("tree.js"),
    include_str!("spread.js"),
    include_str!("settle.js"),
    include_str!("cause.js"),
    include_str!("sent.js"),
    include_str!("owed.js"),
    include_str!("rest.js"),
    include_str!("blame.js"),
    include_str!("looks.js"),
    include_str!("redraw.js"),
    include_str!("loading.js"),
    include_str!("gauge.js"),
    include_str!("segments.js"),
    include_str!("beside.js"),
    include_str!("input.js"),
    include_str!("list.js"),
    include_str!("ready.js"),
    include_str!("files.js"),
    include_str!("reach.js"),
    include_str!("footing.js"),
    include_str!("guard.js"),
    include_str!("frames.js"),
    include_str!("locate.js"),
    include_str!("unshown.js"),
    include_str!("search.js"),
    "const PIECES = ((text) => text.raw[0])`",
    include_str!("pieces.txt"),
    "`;\n",
    include_str!("piece.js"),
    include_str!("picture.js"),
    include_str!("mark.js"),
    include_str!("reading.js"),
    include_str!("expect.js"),
    include_str!("unrest.js"),
    include_str!("partial.js"),
    include_str!("deny.js"),
    "\nreturn E;\n})",
);

/// What runs before a page's own scripts where the browser can be asked to.
pub(super) const START: &str = concat!(
    include_str!("start.js"),
    include_str!("requests.js"),
    include_str!("ink.js"),
    include_str!("lives.js"),
    include_str!("beats.js"),
);

/// Under what a document has its seat: the engine in use, the one that was made for it,
/// and what was kept since it began. Reading it calls nothing that a page could replace.
pub(super) const KEY: &str = "\"e2e.engine\"";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The files share one scope, where of two functions of a name the later one is both.
    #[test]
    fn no_two_functions_share_a_name() {
        let mut names = HashSet::new();
        for line in MAKE.lines() {
            let line = line.strip_prefix("async ").unwrap_or(line);
            if let Some((name, _)) = line
                .strip_prefix("function ")
                .and_then(|l| l.split_once('('))
            {
                assert!(names.insert(name), "two functions are called {name}");
            }
        }
        assert!(names.len() > 100, "{}", names.len());
    }
}
