//! Scrolling until a text is in view, through lists that draw or load as they go.

use super::act::{BRIEF, judge};
use super::feed::Page;
use super::node::{NodeId, Observation};
use super::ready::Ready;
use super::verb::{Direction, Effect, Verb};
use crate::browser::engine::Answer;
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// How long a text may be looked for.
const LIMIT: Duration = Duration::from_secs(60);
/// Longest text.
const LONGEST: usize = 200;

/// How the search ended.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sought {
    /// What shows the text, in words.
    target: Option<String>,
    before: Option<Observation>,
    /// How many times it was scrolled.
    pages: u32,
    /// Nothing more came.
    ended: bool,
    failed: Option<String>,
}

impl Page {
    pub(super) async fn seek(
        &self,
        verb: &Verb,
        text: &str,
        list: Option<&NodeId>,
        direction: Option<Direction>,
    ) -> Result<Effect> {
        if text.trim().is_empty() || text.chars().count() > LONGEST {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("a text to scroll to has 1 to {LONGEST} characters"),
            ));
        }
        let mut list = list.cloned();
        for _ in 0..3 {
            let args = json!({
                "text": text, "id": list.as_ref().map(|id| &id.0), "timeout": LIMIT.as_millis(),
                "here": direction.is_some(), "up": direction == Some(Direction::Up),
            });
            let limit = LIMIT + Duration::from_secs(15);
            match self.engine.wait::<Sought>("seek", args, limit).await? {
                Answer::Value(Sought {
                    failed: Some(_), ..
                }) => {
                    if let Some(old) = &list {
                        list = self.box_of(old).await?;
                    }
                }
                Answer::Value(sought) => {
                    let Some(target) = sought.target else {
                        return Err(lost(text, &sought));
                    };
                    let mut ready = Ready::of(target, sought.before);
                    let before = self.before(&mut ready).await?;
                    self.watch_around(verb, list.as_ref()).await?;
                    let window = match sought.pages {
                        0 => Duration::ZERO,
                        _ => BRIEF,
                    };
                    let outcome = self.outcome(window).await?;
                    return judge(verb, &ready, before, outcome);
                }
                Answer::Navigated => {}
                Answer::Dialog(text) => {
                    self.answer(&text).await?;
                }
            }
        }
        Err(Error::new(
            Code::LocatorNotFound,
            "the list to look through is not on the page any more",
        ))
    }
}

fn lost(text: &str, sought: &Sought) -> Error {
    let why = match sought.ended {
        true => "it stopped moving: nothing more came",
        false => "the time was up before its end",
    };
    Error::new(
        Code::LocatorNotFound,
        format!("\"{text}\" is nowhere, however far one scrolls"),
    )
    .note(format!("scrolled {} times; {why}", sought.pages))
}
