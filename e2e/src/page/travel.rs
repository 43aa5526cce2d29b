//! Scrolling.

use super::act::{BRIEF, judge};
use super::feed::Page;
use super::node::{NodeId, Observation};
use super::ready::Ready;
use super::verb::{Direction, Effect, UNSCROLLED, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// The engine's account of a scroll.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Scrolled {
    target: String,
    before: Option<Observation>,
    /// By how many pixels.
    moved: f64,
    /// It has something to scroll that way or back.
    able: bool,
    failed: Option<String>,
}

impl Page {
    pub(super) async fn scroll(
        &self,
        verb: &Verb,
        direction: Direction,
        target: Option<&NodeId>,
    ) -> Result<Effect> {
        let way = match direction {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        };
        let mut id = target.cloned();
        for _ in 0..3 {
            let args = json!({ "id": id.as_ref().map(|id| &id.0), "direction": way });
            match self.engine.get::<Scrolled>("scroll", args).await? {
                Answer::Value(Scrolled {
                    failed: Some(_), ..
                }) => {
                    if let Some(old) = &id {
                        id = self.box_of(old).await?;
                    }
                }
                Answer::Value(scrolled) => {
                    let mut ready = Ready::of(scrolled.target, scrolled.before);
                    let before = self.before(&mut ready).await?;
                    self.watch_around(verb, id.as_ref()).await?;
                    let window = if scrolled.moved == 0.0 {
                        Duration::ZERO
                    } else {
                        BRIEF
                    };
                    let outcome = self.outcome(window).await?;
                    let mut effect = judge(verb, &ready, before, outcome)?;
                    if scrolled.moved == 0.0 {
                        effect.notes.push(match scrolled.able {
                            true => format!("{} does not scroll {way} any further", ready.target),
                            false => {
                                format!("{UNSCROLLED} {way}: {} shows all it has", ready.target)
                            }
                        });
                    }
                    return Ok(effect);
                }
                Answer::Navigated => {}
                Answer::Dialog(text) => {
                    self.answer(&text).await?;
                }
            }
        }
        Err(Error::new(
            Code::LocatorNotFound,
            "what should scroll is not on the page any more",
        ))
    }
}
