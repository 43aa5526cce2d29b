//! What a sentence says, once read: clauses, and in each what to do with what.
//!
//! Reading needs no page. Where the words allow several readings the page decides,
//! so a target keeps all of its readings, the most literal one first.

use super::family::Family;
use crate::browser::chord::Chord;
use crate::browser::wire::History;
use crate::page::verb::Direction;
use std::ops::Range;

/// A whole sentence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    /// As the test wrote it.
    pub(crate) sentence: String,
    /// In the order they are carried out.
    pub(crate) clauses: Vec<Clause>,
    /// For clauses that may be one longer name: clauses `start..end` read as one.
    /// Longest first.
    pub(crate) merged: Vec<(Range<usize>, Clause)>,
}

/// One thing to do or to check.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clause {
    /// Its bytes in the sentence.
    pub(crate) span: Range<usize>,
    /// What it can mean; exactly one has to fit the page.
    pub(crate) readings: Vec<Command>,
}

/// What a clause asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Load an address.
    Navigate(Text),
    /// A step in history.
    History(History),
    /// A gesture on one thing.
    Touch(Touch, Target),
    /// Put a text into a field, or add it to what is there.
    Fill {
        target: Option<Target>,
        value: Text,
        append: bool,
    },
    /// Bring a field or a dropdown to a value, whichever it is.
    Set { target: Target, value: Text },
    /// Choose one of several.
    Choose {
        option: Target,
        value: Text,
        within: Option<Target>,
    },
    /// Bring something that is on or off into a state.
    Check { target: Target, on: bool },
    /// Press keys.
    Press {
        chord: Chord,
        target: Option<Target>,
        times: u32,
    },
    /// Scroll the page.
    Scroll(Direction),
    /// Scroll something into view; what is not drawn yet is looked for that way from here.
    ScrollTo(Target, Option<Direction>),
    /// Type into the one search field, and Enter.
    Search(Text),
    /// Scroll to the beginning or the end of the page.
    ScrollEdge { top: bool },
    /// Drag one thing onto another.
    Drag { target: Target, to: Target },
    /// Give a file of the package to a field or drop zone.
    Upload { target: Target, file: Text },
    /// Answer the dialog that opens at what was done before.
    Answer(bool),
    /// Look at the tab that was opened last.
    NewTab,
    /// Wait until it holds.
    Wait(Condition),
    /// It has to hold.
    Expect(Condition),
}

/// A gesture on one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Tap,
    /// So many taps, one after the other has had its effect.
    Taps(u32),
    /// Like a tap, on something that leads somewhere: "open the Billing tab".
    Open,
    DoubleTap,
    RightClick,
    Hover,
    /// The focus and no press.
    Focus,
    Expand,
    Collapse,
    /// A dialog: its one closing button, or Escape.
    Close,
    /// A form: its one button.
    Submit,
}

/// A text to type, choose or look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// Without quotation marks; placeholders are not yet replaced.
    pub(crate) raw: String,
    /// Its bytes in the sentence.
    pub(crate) span: Range<usize>,
    /// Whether it stood in quotation marks.
    pub(crate) quoted: bool,
}

/// Words for one thing on the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Target {
    /// Its bytes in the sentence.
    pub(crate) span: Range<usize>,
    /// As written, without the article, for messages.
    pub(crate) words: String,
    /// What the words can mean, the most literal first; never empty.
    pub(crate) readings: Vec<Reading>,
    /// Whether the words are more than one thing: a plural without a name.
    pub(crate) plural: bool,
}

/// One meaning of a target's words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    /// What it is called; without one the role alone decides.
    pub(crate) name: Option<Name>,
    /// What kind of thing it is, when said.
    pub(crate) family: Option<&'static Family>,
    /// Which of several.
    pub(crate) ordinal: Option<Ordinal>,
    /// Where it is.
    pub(crate) scope: Option<Box<Scope>>,
}

/// What something is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// Without article and quotation marks.
    pub(crate) raw: String,
    /// With the article it was written with: "The Guardian" may be a name.
    pub(crate) with_article: Option<String>,
    /// Whether it stood in quotation marks.
    pub(crate) quoted: bool,
}

/// Which of several, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordinal {
    /// Counted from 1.
    Nth(usize),
    /// The last.
    Last,
}

/// Where something is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scope {
    /// How it lies.
    pub(crate) relation: Relation,
    /// To what.
    pub(crate) target: Target,
}

/// How one thing lies to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Inside of it, or in the same row, list item or group.
    In,
    /// Inside of it, or between it and the next heading.
    Under,
    /// Beside it.
    NextTo,
    /// It contains the text itself.
    With,
}

/// What has to hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    /// Something is on the page, or is not.
    Present { target: Target, holds: bool },
    /// A text is shown, or is not.
    Shows {
        text: Text,
        within: Option<Target>,
        holds: bool,
    },
    /// Something is in a state, or is not.
    State {
        target: Target,
        state: State,
        holds: bool,
    },
    /// A field's value or something's text compares so, or does not.
    Reads {
        target: Target,
        compare: Compare,
        text: Text,
        holds: bool,
    },
    /// So many are on the page.
    Count {
        target: Target,
        limit: Limit,
        n: usize,
    },
    /// The address compares so, or does not.
    Address {
        compare: Compare,
        text: Text,
        holds: bool,
    },
    /// The title compares so, or does not.
    Title {
        compare: Compare,
        text: Text,
        holds: bool,
    },
    /// Each of them holds.
    All(Vec<Condition>),
}

/// A state that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Checked,
    /// Neither on nor off.
    Mixed,
    Disabled,
    Selected,
    Focused,
    Expanded,
    Pressed,
    Empty,
    Required,
    Readonly,
    Invalid,
    Busy,
    Current,
}

/// How two texts are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Is,
    Contains,
    StartsWith,
    EndsWith,
}

/// How a number of things is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Exactly,
    AtLeast,
    AtMost,
}

impl Program {
    /// Whether every name in it is exact: in quotation marks, or with the kind of
    /// thing it names. A check of other words that does not hold may be one that was
    /// meant less literally.
    pub(crate) fn is_exact(&self) -> bool {
        self.clauses
            .iter()
            .all(|clause| clause.readings.iter().all(Command::is_exact))
    }
}

impl Command {
    /// Whether it is a condition that can hold because something is not there.
    pub(crate) fn denies(&self) -> bool {
        matches!(self, Command::Wait(condition) | Command::Expect(condition) if condition.denies())
    }

    fn is_exact(&self) -> bool {
        let all =
            |targets: &[Option<&Target>]| targets.iter().flatten().all(|target| target.is_exact());
        match self {
            Command::Navigate(_)
            | Command::History(_)
            | Command::Scroll(_)
            | Command::Search(_)
            | Command::Answer(_)
            | Command::NewTab
            | Command::ScrollEdge { .. } => true,
            Command::Drag { target, to } => all(&[Some(target), Some(to)]),
            Command::Touch(_, target)
            | Command::Upload { target, .. }
            | Command::Set { target, .. }
            | Command::Check { target, .. }
            | Command::ScrollTo(target, _) => target.is_exact(),
            Command::Fill { target, .. } | Command::Press { target, .. } => all(&[target.as_ref()]),
            Command::Choose { option, within, .. } => all(&[Some(option), within.as_ref()]),
            Command::Wait(condition) | Command::Expect(condition) => condition.is_exact(),
        }
    }
}

impl Condition {
    /// Whether it can hold only because something has not come yet.
    pub(crate) fn denies(&self) -> bool {
        match self {
            Condition::Present { holds, .. }
            | Condition::Shows { holds, .. }
            | Condition::Reads { holds, .. } => !holds,
            Condition::State { state, holds, .. } => *state == State::Empty && *holds,
            Condition::Count { limit, n, .. } => *limit == Limit::AtMost || *n == 0,
            Condition::All(all) => all.iter().any(Condition::denies),
            Condition::Address { .. } | Condition::Title { .. } => false,
        }
    }

    /// Whether one more of something would break it.
    pub(crate) fn counts(&self) -> bool {
        match self {
            Condition::Count { limit, .. } => *limit == Limit::Exactly,
            Condition::All(all) => all.iter().any(Condition::counts),
            _ => false,
        }
    }

    fn is_exact(&self) -> bool {
        match self {
            Condition::Present { target, .. }
            | Condition::State { target, .. }
            | Condition::Count { target, .. } => target.is_exact(),
            Condition::Shows { text, within, .. } => {
                text.quoted && within.as_ref().is_none_or(Target::is_exact)
            }
            Condition::Reads { target, text, .. } => text.quoted && target.is_exact(),
            Condition::Address { .. } | Condition::Title { .. } => true,
            Condition::All(conditions) => conditions.iter().all(Condition::is_exact),
        }
    }
}

impl Target {
    /// Whether its name is in quotation marks, or it has a role and no name.
    pub(crate) fn is_exact(&self) -> bool {
        self.readings.iter().any(|reading| {
            let named = reading.name.as_ref().map(|name| name.quoted);
            named.unwrap_or(reading.family.is_some())
                && reading
                    .scope
                    .as_ref()
                    .is_none_or(|scope| scope.target.is_exact())
        })
    }

    /// Its words in quotation marks, once.
    pub(crate) fn quoted(&self) -> String {
        match self.words.contains('"') {
            true => self.words.clone(),
            false => format!("\"{}\"", self.words),
        }
    }

    /// The first reading that says what kind of thing it is.
    pub(crate) fn family(&self) -> Option<&'static Family> {
        self.readings.iter().find_map(|reading| reading.family)
    }
}
