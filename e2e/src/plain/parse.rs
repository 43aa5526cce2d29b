//! From a sentence to a [`Program`].
//!
//! A sentence is divided at "and", "then", commas and full stops, but only where
//! what follows can be read as a clause of its own. Names may contain the same
//! words, so joined clauses are also kept as one: the page decides, the longest
//! reading first.

use super::act::{self, Inherit};
use super::condition;
use super::lead;
use super::phrase;
use super::predicate;
use super::program::{Clause, Command, Condition, Program};
use super::token::{Kind, Token, Unclosed, lex};
use super::unread::Unread;
use super::words;
use crate::report::record::StepKind;

/// A sentence with more tokens is no plain one.
const MAX_TOKENS: usize = 500;
/// A clause with more tokens, quoted texts counted as one, is no plain one.
const MAX_CLAUSE: usize = 60;
/// A name that holds words of joining clauses has at most so many tokens, the verb
/// before it included.
const MAX_MERGED: usize = 12;
/// A step with more clauses would use up its actions.
const MAX_CLAUSES: usize = 40;
/// How many tokens are read, over and over, before a sentence is given up.
const MAX_READ: usize = 15_000;

/// What is said under words that deny something inexactly.
const EXACTLY: &str = "what must not be there has to be named exactly: quote it, or say its role";

/// Reads a whole sentence, or says which part cannot be read.
pub(crate) fn parse(sentence: &str, kind: StepKind) -> Result<Program, Unread> {
    let tokens = lex(sentence).map_err(|Unclosed(at)| {
        Unread::new(sentence, at..sentence.len(), kind)
            .label("the quotation that opens here is not closed")
    })?;
    if tokens.is_empty() {
        return Err(Unread::new(sentence, 0..sentence.len(), kind).label("it says nothing"));
    }
    if tokens.len() > MAX_TOKENS {
        return Err(Unread::new(sentence, 0..sentence.len(), kind)
            .label("it is too long for a plain sentence"));
    }
    let mut splitter = Splitter {
        sentence,
        tokens: &tokens,
        kind,
        read: 0,
        failed: Vec::new(),
        furthest: 0,
    };
    let Some(parts) = splitter.split(0, &Inherit::Nothing, 0) else {
        return Err(splitter.unread());
    };
    let merged = splitter.merge(&parts);
    Ok(Program {
        sentence: sentence.to_owned(),
        merged,
        clauses: parts.into_iter().map(|part| part.clause).collect(),
    })
}

/// A clause with its tokens and what it was read after.
#[derive(Clone, Debug)]
struct Part {
    clause: Clause,
    tokens: std::ops::Range<usize>,
    inherited: Inherit,
}

struct Splitter<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    kind: StepKind,
    /// Tokens read so far.
    read: usize,
    /// Beginnings from which the rest cannot be read, with what was inherited.
    failed: Vec<(usize, Inherit)>,
    /// The last beginning that was reached.
    furthest: usize,
}

impl Splitter<'_> {
    /// Reads the tokens from `start` on, dividing at the first place that works.
    fn split(&mut self, start: usize, inherit: &Inherit, depth: usize) -> Option<Vec<Part>> {
        let dead = |(at, inherited): &(usize, Inherit)| *at == start && inherited == inherit;
        if depth >= MAX_CLAUSES || self.failed.iter().any(dead) {
            return None;
        }
        self.furthest = self.furthest.max(start);
        for end in self.ends(start) {
            self.read += end - start;
            if self.read > MAX_READ {
                return None;
            }
            let Some((clause, next)) = self.clause(start, end, inherit) else {
                continue;
            };
            let part = Part {
                clause,
                tokens: start..end,
                inherited: inherit.clone(),
            };
            let after = self.skip_joiners(end);
            if after >= self.tokens.len() {
                return Some(vec![part]);
            }
            if let Some(mut rest) = self.split(after, &next, depth + 1) {
                rest.insert(0, part);
                return Some(rest);
            }
        }
        self.failed.push((start, inherit.clone()));
        None
    }

    /// Where a clause that begins at `start` may end, nearest first.
    fn ends(&self, start: usize) -> Vec<usize> {
        let last = self.tokens.len().min(start + MAX_CLAUSE);
        let mut ends: Vec<usize> = (start + 1..last)
            .filter(|at| self.joins(*at) && !self.joins(at - 1))
            .collect();
        if last == self.tokens.len() {
            ends.push(last);
        }
        ends
    }

    fn skip_joiners(&self, mut at: usize) -> usize {
        while at < self.tokens.len() && self.joins(at) {
            at += 1;
        }
        at
    }

    /// Whether a token joins clauses. In a statement "but" does, too; before a text in
    /// quotation marks it may take something out of what is denied: "not … but …".
    fn joins(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let next = self.tokens.get(at + 1).map(|next| next.kind);
        let but = self.kind != StepKind::Act && token.is("but") && next == Some(Kind::Word);
        token.joins() || but
    }

    fn clause(&self, start: usize, end: usize, inherit: &Inherit) -> Option<(Clause, Inherit)> {
        let tokens = &self.tokens[start..end];
        let clause = |readings| Clause {
            span: words::span(tokens),
            readings,
        };
        match self.kind {
            StepKind::Assert | StepKind::WaitFor => {
                let carried = match inherit {
                    Inherit::Condition(carried) => carried.clone(),
                    _ => None,
                };
                let (condition, carried) = condition::condition(self.sentence, tokens, &carried)
                    .or_else(|| {
                        // "wait_for the Save button" needs no predicate.
                        let wait = self.kind == StepKind::WaitFor && self.covers_all(start, end);
                        let target = wait.then(|| phrase::target(self.sentence, tokens))??;
                        let holds = true;
                        Some((Condition::Present { target, holds }, None))
                    })?;
                Some((
                    clause(vec![Command::Expect(condition)]),
                    Inherit::Condition(carried),
                ))
            }
            StepKind::Act => {
                let (commands, next) = act::clause(self.sentence, tokens, inherit)?;
                Some((clause(commands), next))
            }
            _ => None,
        }
    }

    fn covers_all(&self, start: usize, end: usize) -> bool {
        start == 0 && end == self.tokens.len()
    }

    /// Clauses that can also be read as one with a longer name.
    fn merge(&self, parts: &[Part]) -> Vec<(std::ops::Range<usize>, Clause)> {
        let mut merged = Vec::new();
        for first in 0..parts.len() {
            for last in (first + 1..parts.len().min(first + 4)).rev() {
                let (from, to) = (&parts[first], &parts[last]);
                if to.tokens.end - from.tokens.start > MAX_MERGED {
                    continue;
                }
                let Some((mut clause, _)) =
                    self.clause(from.tokens.start, to.tokens.end, &from.inherited)
                else {
                    continue;
                };
                let seam = self.tokens[parts[last].tokens.start].span.start;
                // A longer name that must not be there is never there.
                clause
                    .readings
                    .retain(|command| may_span(command, seam) && !command.denies());
                if !clause.readings.is_empty() {
                    merged.push((first..last + 1, clause));
                }
            }
        }
        merged
    }

    fn unread(&self) -> Unread {
        let start = self.skip_joiners(self.furthest);
        let tokens = &self.tokens[start.min(self.tokens.len() - 1)..];
        let end = tokens
            .iter()
            .skip(1)
            .position(|token| matches!(token.kind, Kind::Comma | Kind::Stop) || token.is("then"))
            .map_or(tokens.len(), |at| at + 1);
        let span = words::span(&tokens[..end]);
        let unread = Unread::new(self.sentence, span, self.kind);
        let waits =
            tokens.first().is_some_and(|token| token.is("wait")) && tokens.iter().any(act::is_time);
        let clause = &tokens[..end];
        let denied = clause.iter().any(predicate::denies)
            || clause
                .iter()
                .any(|token| token.is_any(&["disappear", "disappears", "gone", "no"]));
        match self.kind {
            StepKind::Act if waits => unread.label("say what to wait for, not how long"),
            StepKind::Act if denied => unread.label(EXACTLY),
            StepKind::Act if lead::lead(lead::without_fillers(tokens)).is_some() => {
                unread.label("this is no plain sentence after its verb")
            }
            StepKind::Act => unread,
            StepKind::Assert | StepKind::WaitFor if denied => unread.label(EXACTLY),
            StepKind::Assert | StepKind::WaitFor => {
                unread.label("this cannot be checked without judging; quote what has to be seen")
            }
            _ => unread.label("this takes a language model"),
        }
    }
}

/// Whether a name, not a value, may reach over the place where clauses join.
fn may_span(command: &Command, seam: usize) -> bool {
    match command {
        Command::Touch(_, target)
        | Command::Check { target, .. }
        | Command::ScrollTo(target, _)
        | Command::Wait(Condition::Present { target, .. })
        | Command::Expect(Condition::Present { target, .. } | Condition::State { target, .. }) => {
            target.span.contains(&seam)
        }
        Command::Choose { option, .. } => option.span.contains(&seam),
        Command::Fill {
            target: Some(target),
            ..
        }
        | Command::Set { target, .. } => target.span.contains(&seam),
        Command::Expect(Condition::Shows { text, holds, .. }) => {
            *holds && text.span.contains(&seam)
        }
        _ => false,
    }
}
