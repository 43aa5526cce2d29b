//! Reading where to scroll to.

use super::phrase;
use super::program::Command;
use super::token::Token;
use super::words;
use crate::page::verb::Direction;

/// Reads what follows "scroll".
pub(super) fn command(sentence: &str, rest: &[Token]) -> Option<Command> {
    let direction = |token: &Token| {
        [
            ("down", Direction::Down),
            ("up", Direction::Up),
            ("left", Direction::Left),
            ("right", Direction::Right),
        ]
        .iter()
        .find(|(word, _)| token.is(word))
        .map(|(_, direction)| *direction)
    };
    if let Some(tokens) = words::before(rest, "into view") {
        return Some(Command::ScrollTo(phrase::target(sentence, tokens)?, None));
    }
    let rest = words::after(rest, "the page").unwrap_or(rest);
    let edge = words::before(rest, "of the page").unwrap_or(rest);
    let edge = words::after(edge, "down")
        .or_else(|| words::after(edge, "up"))
        .unwrap_or(edge);
    let edge = words::after(edge, "to").map(words::without_article);
    if let Some([one]) = edge
        && one.is_any(&["top", "bottom", "end"])
    {
        return Some(Command::ScrollEdge { top: one.is("top") });
    }
    match rest {
        [one] => direction(one).map(Command::Scroll),
        [to, target @ ..] | [_, to, target @ ..]
            if to.is("to") && (rest[0].is("to") || direction(&rest[0]).is_some()) =>
        {
            let there = direction(&rest[0]);
            Some(Command::ScrollTo(phrase::target(sentence, target)?, there))
        }
        _ => None,
    }
}
