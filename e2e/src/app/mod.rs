//! The app under test: registered with `#[e2e::app]`, or started as a program by
//! `e2e.toml`, or already running somewhere.
//!
//! An app in the test's process runs once in each, on a runtime of its own, because the
//! runtimes of tests come and go. A program runs once for all workers and for all test
//! processes of nextest: a keeper, which is the test binary once more, owns it and ends
//! with the process that the whole run hangs on.

mod command;
mod in_process;
mod keeper;
mod kept;
mod ready;
mod start;

pub(crate) use in_process::is_registered;
pub use in_process::{AppDef, AppHandle, IntoApp, Starting, into_app};
pub(crate) use keeper::{is_asked_for as is_keeper, main as keep};
pub(crate) use kept::{allow as allow_keeper, belong_to_parent, dismiss_all};
pub(crate) use start::{ended, running, stop};
