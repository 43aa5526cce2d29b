//! The words a clause may begin with, and the form each of them asks for.

use super::program::Touch;
use super::token::{Kind, Token};
use crate::browser::wire::History;

/// How the rest of a clause is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    /// An address; with `host` also one without a scheme.
    Navigate {
        host: bool,
    },
    History(History),
    Touch(Touch),
    /// Keys, or a gesture on a thing.
    Press,
    /// "type VALUE into TARGET".
    Type,
    /// "fill TARGET with VALUE".
    Fill,
    /// "set TARGET to VALUE".
    Set,
    /// "append VALUE to TARGET".
    Append,
    Clear,
    /// To bring the focus to a field or control.
    Focus,
    /// To open or fold a part of the page.
    Expand(bool),
    /// "submit the form".
    Submit,
    /// "close the dialog".
    Close,
    /// "search for VALUE".
    Search,
    /// "mark TARGET as done".
    Mark,
    Choose,
    Check(bool),
    /// "turn TARGET on".
    Turn,
    WaitFor,
    WaitUntil,
    Scroll,
    Verify,
    /// A drag, a file, a dialog, a tab: read in `deed`.
    Deed(Deed),
}

/// What goes beyond one control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Drag,
    Upload,
    Answer(bool),
    NewTab,
}

/// Every beginning, longer ones before shorter ones that they begin with; and an
/// example of what follows, for messages.
pub(crate) const LEADS: &[(&str, Lead, &str)] = &[
    (
        "go back to the previous page",
        Lead::History(History::Back),
        "go back",
    ),
    (
        "return to the previous page",
        Lead::History(History::Back),
        "go back",
    ),
    ("go back", Lead::History(History::Back), "go back"),
    ("navigate back", Lead::History(History::Back), "go back"),
    ("go forward", Lead::History(History::Forward), "go forward"),
    (
        "navigate forward",
        Lead::History(History::Forward),
        "go forward",
    ),
    ("go to", Lead::Navigate { host: false }, "go to /settings"),
    (
        "navigate to",
        Lead::Navigate { host: true },
        "go to /settings",
    ),
    (
        "browse to",
        Lead::Navigate { host: true },
        "go to /settings",
    ),
    ("open", Lead::Navigate { host: false }, "open /settings"),
    ("visit", Lead::Navigate { host: true }, "visit /settings"),
    ("load", Lead::Navigate { host: true }, "open /settings"),
    ("reload", Lead::History(History::Reload), "reload the page"),
    ("refresh", Lead::History(History::Reload), "reload the page"),
    (
        "double-click on",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "double click on",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "double-click",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "double click",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "doubleclick on",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "doubleclick",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "double-tap",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "double tap",
        Lead::Touch(Touch::DoubleTap),
        "double-click the row \"March\"",
    ),
    (
        "right-click on",
        Lead::Touch(Touch::RightClick),
        "right-click the row \"March\"",
    ),
    (
        "right click on",
        Lead::Touch(Touch::RightClick),
        "right-click the row \"March\"",
    ),
    (
        "right-click",
        Lead::Touch(Touch::RightClick),
        "right-click the row \"March\"",
    ),
    (
        "right click",
        Lead::Touch(Touch::RightClick),
        "right-click the row \"March\"",
    ),
    (
        "hover over",
        Lead::Touch(Touch::Hover),
        "hover over the \"Help\" button",
    ),
    (
        "hover on",
        Lead::Touch(Touch::Hover),
        "hover over the \"Help\" button",
    ),
    (
        "hover",
        Lead::Touch(Touch::Hover),
        "hover over the \"Help\" button",
    ),
    ("click on", Lead::Touch(Touch::Tap), "click \"Save\""),
    ("click", Lead::Touch(Touch::Tap), "click \"Save\""),
    ("tap on", Lead::Touch(Touch::Tap), "tap \"Save\""),
    ("tap", Lead::Touch(Touch::Tap), "tap \"Save\""),
    ("push", Lead::Touch(Touch::Tap), "click \"Save\""),
    ("follow", Lead::Touch(Touch::Tap), "click the link \"Help\""),
    ("focus on", Lead::Focus, "focus the Email field"),
    ("focus", Lead::Focus, "focus the Email field"),
    ("expand", Lead::Expand(true), "expand \"Details\""),
    ("collapse", Lead::Expand(false), "collapse \"Details\""),
    ("submit", Lead::Submit, "submit the form"),
    ("close", Lead::Close, "close the dialog"),
    ("search for", Lead::Search, "search for \"mug\""),
    ("mark", Lead::Mark, "mark \"milk\" as done"),
    ("check off", Lead::Check(true), "check \"milk\""),
    (
        "toggle",
        Lead::Touch(Touch::Tap),
        "toggle the \"Dark mode\" switch",
    ),
    (
        "press on",
        Lead::Touch(Touch::Tap),
        "press the \"Save\" button",
    ),
    ("press", Lead::Press, "press Enter"),
    ("hit", Lead::Press, "press Enter"),
    ("type", Lead::Type, "type \"ada@example.com\" into Email"),
    ("enter", Lead::Type, "enter \"ada@example.com\" into Email"),
    ("write", Lead::Type, "write \"Hello\" into Message"),
    ("input", Lead::Type, "type \"ada@example.com\" into Email"),
    ("append", Lead::Append, "append \"!\" to Message"),
    (
        "fill in",
        Lead::Fill,
        "fill in Email with \"ada@example.com\"",
    ),
    (
        "fill out",
        Lead::Fill,
        "fill in Email with \"ada@example.com\"",
    ),
    ("fill", Lead::Fill, "fill Email with \"ada@example.com\""),
    ("set", Lead::Set, "set Plan to \"Pro\""),
    ("change", Lead::Set, "change Plan to \"Pro\""),
    ("clear", Lead::Clear, "clear the Email field"),
    ("select", Lead::Choose, "select \"Pro\" from Plan"),
    ("choose", Lead::Choose, "choose \"Pro\" from Plan"),
    ("pick", Lead::Choose, "pick \"Pro\" from Plan"),
    (
        "check that",
        Lead::Verify,
        "check that \"Saved\" is visible",
    ),
    ("check", Lead::Check(true), "check \"Accept the terms\""),
    ("tick", Lead::Check(true), "tick \"Accept the terms\""),
    ("turn on", Lead::Check(true), "turn on \"Dark mode\""),
    ("switch on", Lead::Check(true), "turn on \"Dark mode\""),
    ("enable", Lead::Check(true), "enable \"Dark mode\""),
    (
        "uncheck",
        Lead::Check(false),
        "uncheck \"Accept the terms\"",
    ),
    ("untick", Lead::Check(false), "untick \"Accept the terms\""),
    (
        "deselect",
        Lead::Check(false),
        "uncheck \"Accept the terms\"",
    ),
    (
        "unselect",
        Lead::Check(false),
        "uncheck \"Accept the terms\"",
    ),
    ("turn off", Lead::Check(false), "turn off \"Dark mode\""),
    ("switch off", Lead::Check(false), "turn off \"Dark mode\""),
    ("disable", Lead::Check(false), "disable \"Dark mode\""),
    (
        "switch to the new tab",
        Lead::Deed(Deed::NewTab),
        "switch to the new tab",
    ),
    ("drag", Lead::Deed(Deed::Drag), "drag \"One\" to \"Two\""),
    (
        "upload",
        Lead::Deed(Deed::Upload),
        "upload \"data/a.csv\" to \"Report\"",
    ),
    (
        "accept the dialog",
        Lead::Deed(Deed::Answer(true)),
        "accept the dialog",
    ),
    (
        "dismiss the dialog",
        Lead::Deed(Deed::Answer(false)),
        "dismiss the dialog",
    ),
    ("turn", Lead::Turn, "turn \"Dark mode\" on"),
    ("switch", Lead::Turn, "switch \"Dark mode\" on"),
    (
        "wait for",
        Lead::WaitFor,
        "wait for the \"Saved\" message to appear",
    ),
    (
        "wait until",
        Lead::WaitUntil,
        "wait until \"Loading\" disappears",
    ),
    (
        "wait till",
        Lead::WaitUntil,
        "wait until \"Loading\" disappears",
    ),
    ("scroll", Lead::Scroll, "scroll to the heading \"Billing\""),
    ("make sure", Lead::Verify, "make sure \"Saved\" is visible"),
    ("verify", Lead::Verify, "verify that \"Saved\" is visible"),
    ("ensure", Lead::Verify, "ensure that \"Saved\" is visible"),
    (
        "confirm that",
        Lead::Verify,
        "verify that \"Saved\" is visible",
    ),
    ("assert", Lead::Verify, "verify that \"Saved\" is visible"),
    ("expect", Lead::Verify, "verify that \"Saved\" is visible"),
];

/// Words before a clause that say nothing about it.
const FILLERS: &[&str] = &[
    "the user",
    "please",
    "then",
    "next",
    "now",
    "finally",
    "first",
    "afterwards",
    "also",
    "i",
    "we",
    "you",
    "user",
    "-",
    "*",
    "•",
    "–",
];

/// Without the words in front that say nothing.
pub(crate) fn without_fillers(mut tokens: &[Token]) -> &[Token] {
    loop {
        let rest = super::words::after_any(tokens, FILLERS).or_else(|| match tokens {
            [number, stop, rest @ ..] if is_digits(number) && stop.kind == Kind::Stop => Some(rest),
            [number, rest @ ..] if number.text.strip_suffix(')').is_some_and(all_digits) => {
                Some(rest)
            }
            _ => None,
        });
        let Some(rest) = rest else { return tokens };
        tokens = match rest {
            [comma, rest @ ..] if comma.kind == Kind::Comma => rest,
            _ => rest,
        };
    }
}

fn is_digits(token: &Token) -> bool {
    token.kind == Kind::Word && all_digits(&token.text)
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// The beginning of a clause, and what follows it.
pub(crate) fn lead(tokens: &[Token]) -> Option<(Lead, &[Token])> {
    LEADS.iter().find_map(|(words, lead, _)| {
        let count = words.split(' ').count();
        let fits = tokens.len() >= count
            && words
                .split(' ')
                .zip(tokens)
                .enumerate()
                .all(|(i, (word, token))| token.is(word) || (i == 0 && is_form_of(token, word)));
        fits.then(|| (*lead, &tokens[count..]))
    })
}

/// "clicks" is a form of "click", "presses" of "press", "goes" of "go".
fn is_form_of(token: &Token, word: &str) -> bool {
    token.kind == Kind::Word
        && token
            .text
            .strip_prefix(word)
            .is_some_and(|end| end == "s" || end == "es")
}
