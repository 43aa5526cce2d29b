//! End-to-end tests in plain sentences, inside `cargo test`, in a real browser.

// The macros write `::e2e::…`, and this crate's own tests use them too.
extern crate self as e2e;

// The whole module joins once the browser layer it needs is there.
#[allow(dead_code)]
#[path = "app/in_process.rs"]
mod app;
mod attempt;
mod body;
mod case;
mod code;
pub mod config;
mod diagnostic;
mod error;
mod failure;
mod fixture;
mod harness;
mod panic_log;
mod test_info;
mod text;

pub mod browser;
pub mod chassis;
#[cfg(feature = "cli")]
pub mod cli;
pub mod model;
pub mod page;
pub mod report;

#[doc(hidden)]
pub mod __private;

pub use case::Case;
pub use code::{Class, Code, UnknownCode};
pub use config::{BrowserKind, Config, Viewport};
pub use e2e_macros::{app, test};
pub use error::{Error, Result, Sentence, SourceLocation};
pub use fixture::{Context, Fixture};
pub use test_info::TestInfo;
