//! `agent.locate`: words turned into an exact, printable locator.

use super::Agent;
use super::call::Call;
use crate::error::Result;
use crate::report::record::StepKind;
use crate::screen::Locator;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;

/// Words to turn into a locator; made by [`Agent::locate`]. Await it.
#[must_use = "nothing is located until it is awaited"]
#[derive(Debug)]
pub struct Locate {
    call: Call,
}
