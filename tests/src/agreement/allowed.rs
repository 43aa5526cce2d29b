//! Where the specifications side with the engine against Chromium.

use super::Kind;

/// One rule: in what, on which tags and which of our roles (either empty for any), what
/// the two say (`*` for any answer), and why the engine keeps to its answer.
struct Rule {
    kind: Kind,
    tags: &'static str,
    role: &'static str,
    ours: &'static str,
    theirs: &'static str,
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        kind: Kind::Role,
        tags: "table thead tbody tfoot tr td th",
        role: "",
        ours: "*",
        theirs: "",
        why: "HTML-AAM: a table is one until its role says otherwise; Chromium guesses from its looks that it only lays things out",
    },
    Rule {
        kind: Kind::Role,
        tags: "input",
        role: "textbox",
        ours: "textbox",
        theirs: "",
        why: "HTML-AAM leaves colours, dates and times without a role; a person types into them",
    },
    Rule {
        kind: Kind::Role,
        tags: "",
        role: "textbox",
        ours: "textbox",
        theirs: "",
        why: "HTML-AAM leaves an editable part of a page without a role; a person types into it",
    },
    Rule {
        kind: Kind::Role,
        tags: "svg",
        role: "image",
        ours: "image",
        theirs: "",
        why: "SVG-AAM: a graphics document, which is read as an image",
    },
    Rule {
        kind: Kind::Role,
        tags: "summary",
        role: "button",
        ours: "button",
        theirs: "",
        why: "HTML-AAM leaves a summary without a role; it is operated as a button",
    },
    Rule {
        kind: Kind::Role,
        tags: "math",
        role: "math",
        ours: "math",
        theirs: "",
        why: "HTML-AAM: math",
    },
    Rule {
        kind: Kind::Role,
        tags: "div",
        role: "",
        ours: "",
        theirs: "group",
        why: "a minimum role is only proposed; the listing says that it can be operated",
    },
    Rule {
        kind: Kind::Name,
        tags: "",
        role: "row",
        ours: "*",
        theirs: "*",
        why: "ARIA: a row is named by its content, its cells set apart",
    },
    Rule {
        kind: Kind::Name,
        tags: "input",
        role: "button",
        ours: "*",
        theirs: "Choose File",
        why: "HTML-AAM: a tooltip names a file field that has no label",
    },
    Rule {
        kind: Kind::Name,
        tags: "aside section",
        role: "",
        ours: "*",
        theirs: "",
        why: "accname: a tooltip names what nothing else names, whatever the content reads",
    },
];

/// Why a difference does not count, if so.
pub(super) fn why(
    kind: Kind,
    tag: &str,
    role: &str,
    ours: &str,
    theirs: &str,
) -> Option<&'static str> {
    let fits = |wanted: &str, is: &str| wanted == "*" || wanted == is;
    RULES
        .iter()
        .find(|rule| {
            rule.kind == kind
                && (rule.tags.is_empty() || rule.tags.split(' ').any(|one| one == tag))
                && (rule.role.is_empty() || rule.role == role)
                && fits(rule.ours, ours)
                && fits(rule.theirs, theirs)
        })
        .map(|rule| rule.why)
}
