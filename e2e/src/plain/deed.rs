//! Clauses that go beyond one control: drags, files, dialogs, tabs.

use super::lead::Deed;
use super::phrase;
use super::plan::{Ground, Plan};
use super::program::{Command, Target, Text};
use super::resolve::{Hit, Purpose, resolve};
use super::state;
use super::token::{Kind, Token};
use super::view::Rank;
use super::words;
use crate::code::Code;
use crate::error::Result;
use crate::page::verb::Verb;

/// The command of such a clause.
pub(crate) fn commands(sentence: &str, deed: Deed, rest: &[Token]) -> Option<Vec<Command>> {
    let one = |command: Option<Command>| command.map(|command| vec![command]);
    match deed {
        Deed::Answer(yes) => one(rest.is_empty().then_some(Command::Answer(yes))),
        Deed::NewTab => one(rest.is_empty().then_some(Command::NewTab)),
        Deed::Drag => {
            let drag = |(what, onto): (&[Token], &[Token])| {
                Some(Command::Drag {
                    target: phrase::target(sentence, what)?,
                    to: phrase::target(sentence, onto)?,
                })
            };
            // "drag Write specs to In progress": the page has to bear out one of them.
            let drags: Vec<Command> = splits(rest).into_iter().filter_map(drag).collect();
            (!drags.is_empty()).then_some(drags)
        }
        Deed::Upload => {
            let [(file, onto)] = splits(rest).try_into().ok()?;
            let file = words::after_any(file, &["the file", "file"]).unwrap_or(file);
            let file = words::text(sentence, file).filter(|file| file.quoted)?;
            Some(vec![Command::Upload {
                target: phrase::target(sentence, onto)?,
                file,
            }])
        }
    }
}

/// What stands before and behind a word that joins them, for each there is. Where a text
/// in quotation marks stands before one, that is the one: `"Write specs" to In progress`.
fn splits(tokens: &[Token]) -> Vec<(&[Token], &[Token])> {
    let joins = |at: &usize| {
        let token = &tokens[*at];
        token.kind == Kind::Word && token.is_any(&["to", "onto", "into", "on", "in"])
    };
    let ends = 1..tokens.len().saturating_sub(1);
    let mut places: Vec<usize> = ends.filter(joins).collect();
    let quoted = |at: usize| tokens[..at].iter().any(|token| token.kind == Kind::Quoted);
    if places.first().is_some_and(|at| quoted(*at)) {
        places.truncate(1);
    }
    let cut = |at: usize| (&tokens[..at], &tokens[at + 1..]);
    places.into_iter().map(cut).collect()
}

/// A drag of exactly one thing onto exactly one other.
pub(crate) fn drag(ground: &Ground<'_>, target: &Target, to: &Target) -> Result<Plan> {
    let from = thing(ground, target)?;
    let onto = thing(ground, to)?;
    let verb = Verb::Drag {
        target: ground.view.node(from.index).id.clone(),
        to: ground.view.node(onto.index).id.clone(),
    };
    Ok(Plan::new(verb).rank(from.rank.max(onto.rank)))
}

/// What is called so, or the one item with that text in it: "the \"Mug\" list item".
fn thing(ground: &Ground<'_>, target: &Target) -> Result<Hit> {
    ground.find(target, Purpose::See).or_else(|error| {
        let item =
            state::item(ground.view, target).filter(|_| error.code() == Code::LocatorNotFound);
        let rank = Rank::Exact;
        item.map(|index| Hit { index, rank }).ok_or(error)
    })
}

/// A file for exactly one control, or else one part of the page.
pub(crate) fn upload(ground: &Ground<'_>, target: &Target, file: &Text) -> Result<Plan> {
    let hit = match ground.find(target, Purpose::Operate) {
        Ok(hit) => hit,
        // What a browser shows as a button is a field for files all the same.
        Err(_) => match resolve(ground.view, &unkind(target), Purpose::Operate) {
            Ok(hit) if hit.rank < Rank::Words && target.family().is_some() => hit,
            _ => ground.find(target, Purpose::See)?,
        },
    };
    let verb = Verb::Upload {
        target: ground.view.node(hit.index).id.clone(),
        files: vec![file.raw.clone()],
    };
    Ok(Plan::new(verb).input(file.raw.clone()).rank(hit.rank))
}

/// The same words without the kind of field that was said, which such a field is not.
fn unkind(target: &Target) -> Target {
    let mut out = target.clone();
    for reading in &mut out.readings {
        reading.family = reading.family.filter(|family| family.name != "field");
    }
    out
}
