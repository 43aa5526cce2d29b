//! End-to-end tests in plain sentences, inside `cargo test`, in a real browser.

// The macros write `::e2e::…`, and this crate's own tests use them too.
extern crate self as e2e;

mod code;
pub mod config;
mod diagnostic;
mod error;
mod text;

pub mod browser;
pub mod chassis;
pub mod model;
pub mod page;
pub mod plain;
pub mod report;
pub mod screen;

pub use code::{Class, Code, UnknownCode};
pub use config::{BrowserKind, Config, Viewport};
pub use error::{Error, Result, Sentence, SourceLocation};
