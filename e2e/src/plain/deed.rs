//! Clauses that go beyond one control: drags, files, dialogs, tabs.

use super::lead::Deed;
use super::phrase;
use super::plan::{Ground, Plan};
use super::program::{Command, Target, Text};
use super::resolve::{Hit, Purpose};
use super::state;
use super::token::{Kind, Token};
use super::view::Rank;
use super::words;
use crate::code::Code;
use crate::error::Result;
use crate::page::verb::Verb;

/// The command of such a clause.
pub(crate) fn command(sentence: &str, deed: Deed, rest: &[Token]) -> Option<Command> {
    match deed {
        Deed::Answer(yes) => rest.is_empty().then_some(Command::Answer(yes)),
        Deed::NewTab => rest.is_empty().then_some(Command::NewTab),
        Deed::Drag => {
            let (what, onto) = split(rest)?;
            Some(Command::Drag {
                target: phrase::target(sentence, what)?,
                to: phrase::target(sentence, onto)?,
            })
        }
        Deed::Upload => {
            let (file, onto) = split(rest)?;
            let file = words::after_any(file, &["the file", "file"]).unwrap_or(file);
            let file = words::text(sentence, file).filter(|file| file.quoted)?;
            Some(Command::Upload {
                target: phrase::target(sentence, onto)?,
                file,
            })
        }
    }
}

/// What stands before and behind the one word that joins them.
fn split(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let joins = |token: &Token| {
        token.kind == Kind::Word && token.is_any(&["to", "onto", "into", "on", "in"])
    };
    let mut places = tokens.iter().enumerate().filter(|(_, token)| joins(token));
    let (at, _) = places.next()?;
    // With two such words it could mean either, but for what stands in quotation marks:
    // `"Write specs" to In progress`.
    let sure = tokens[..at].iter().any(|token| token.kind == Kind::Quoted);
    ((sure || places.next().is_none()) && at > 0 && at + 1 < tokens.len())
        .then(|| (&tokens[..at], &tokens[at + 1..]))
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
        Err(_) => ground.find(target, Purpose::See)?,
    };
    let verb = Verb::Upload {
        target: ground.view.node(hit.index).id.clone(),
        files: vec![file.raw.clone()],
    };
    Ok(Plan::new(verb).input(file.raw.clone()).rank(hit.rank))
}
