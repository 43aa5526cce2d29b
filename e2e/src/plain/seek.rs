//! What a sentence scrolls to may be drawn only once one is there.

use super::perform;
use super::plan::Plan;
use super::program::{Clause, Command, Reading};
use super::run::PlainExecutor;
use crate::chassis::step::StepContext;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::node::Observation;
use crate::page::verb::{Direction, Verb};
use std::sync::Arc;

impl PlainExecutor {
    /// The text in quotation marks that a clause scrolls to and that is not on the
    /// screen. A model, where there is one, may understand the words differently, so
    /// nothing is moved before it is asked.
    pub(super) fn out_of_sight<'a>(
        &self,
        clause: &'a Clause,
        error: &Error,
    ) -> Option<(&'a str, Option<Direction>)> {
        let [Command::ScrollTo(target, direction)] = clause.readings.as_slice() else {
            return None;
        };
        let [
            Reading {
                name: Some(name),
                ordinal: None,
                scope: None,
                ..
            },
        ] = target.readings.as_slice()
        else {
            return None;
        };
        let sought = self.is_last() && error.code() == Code::LocatorNotFound && name.quoted;
        sought.then_some((name.raw.as_str(), *direction))
    }

    /// Scrolls until the text is there, through lists that load or draw as they go.
    /// The screen it leaves is for the clause to find its thing on: that a text was
    /// come upon is not yet that it is the one meant.
    pub(super) async fn seek(
        &self,
        step: &StepContext,
        (text, direction): (&str, Option<Direction>),
        screen: &Arc<Observation>,
    ) -> Result<Option<Arc<Observation>>> {
        let verb = Verb::ScrollToText {
            text: text.to_owned(),
            target: None,
            direction,
        };
        let plan = Plan::new(verb).input(text.to_owned());
        match perform::perform(self.page(), step, &plan, screen).await {
            Ok((_, after)) => Ok(after),
            // The clause tells it with what it looked for.
            Err(error) if error.code() == Code::LocatorNotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
