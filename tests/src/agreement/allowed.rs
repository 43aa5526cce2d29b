//! Where the specifications side with the engine against Chromium.

use super::Kind;

/// One rule: in what, on which tag (empty for any), what the two say (`*` for any
/// answer), and why the engine keeps to its answer.
struct Rule {
    kind: Kind,
    tag: &'static str,
    ours: &'static str,
    theirs: &'static str,
    why: &'static str,
}

const RULES: &[Rule] = &[];

/// Why a difference does not count, if so.
pub(super) fn why(
    kind: Kind,
    tag: &str,
    _markup: &str,
    ours: &str,
    theirs: &str,
) -> Option<&'static str> {
    let fits = |wanted: &str, is: &str| wanted == "*" || wanted == is;
    RULES
        .iter()
        .find(|rule| {
            rule.kind == kind
                && (rule.tag.is_empty() || rule.tag == tag)
                && fits(rule.ours, ours)
                && fits(rule.theirs, theirs)
        })
        .map(|rule| rule.why)
}
