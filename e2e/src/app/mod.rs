//! The app under test: registered with `#[e2e::app]`, or started as a program by
//! `e2e.toml`, or already running somewhere. Once per process, on a runtime of its
//! own, because the runtimes of tests come and go.

mod command;
mod in_process;
mod ready;
mod start;

pub(crate) use in_process::is_registered;
pub use in_process::{AppDef, AppHandle, IntoApp, Starting, into_app};
pub(crate) use start::{running, stop};
