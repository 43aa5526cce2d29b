//! Sentences carried out without a model.
//!
//! A small grammar, deterministic and honest: what it can read it does exactly as
//! written, on exactly one fitting control, and what it cannot read it hands on
//! unharmed. Reading (`parse`) needs no page; where the words allow several
//! meanings, the page decides (`resolve`).
//!
#![doc = include_str!("forms.md")]

mod absence;
mod act;
mod adjective;
mod amount;
mod answer;
mod asks;
mod check;
mod choose;
mod chord;
mod chosen;
mod condition;
mod count;
mod deed;
mod denial;
mod entry;
mod explain;
mod family;
mod fold;
mod footing;
mod goal;
mod grave;
mod hidden;
mod holding;
mod item;
mod judge;
mod lead;
mod nearest;
mod negation;
mod order;
mod params;
mod parse;
mod perform;
mod phrase;
mod piece;
mod place;
mod plan;
mod predicate;
mod program;
mod purpose;
mod reads;
mod resolve;
mod run;
mod scroll;
mod seek;
mod settled;
mod show;
mod sight;
mod state;
mod token;
mod touched;
mod unread;
mod value;
mod view;
mod wait;
mod whereabouts;
mod words;

pub(crate) use params::names;
use parse::parse;
pub use run::{Attempt, PlainExecutor};
use unread::Unread;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod nearly;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod scene;
#[cfg(test)]
mod sentences;
#[cfg(test)]
mod statements;
#[cfg(test)]
mod traps;
