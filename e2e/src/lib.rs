//! End-to-end tests in plain sentences, inside `cargo test`, in a real browser.
//!
//! ```no_run
//! use e2e::prelude::*;
//!
//! #[e2e::test]
//! async fn member_upgrades_to_pro(app: App, agent: Agent, screen: Screen) -> e2e::Result {
//!     app.open("/settings/billing").await?;
//!     agent.act("click \"Upgrade to Pro\", then click Confirm upgrade").await?;
//!     agent.assert("the page shows \"Your workspace is on the Pro plan\"").await?;
//!     expect(screen.get_by_role(Role::Status)).to_contain_text("Pro").await
//! }
//!
//! e2e::main!();
//! ```
//!
//! A sentence is carried out by the first tier that can: *plain* sentences are
//! resolved on the screen without a model and cost nothing; what they cannot read, a
//! language *model* does on rails: budgets, guards, a closed verdict that cites
//! evidence, an audit trail. Exact locators and checks stand beside them in the same
//! test.
//!
//! # In reading order
//!
//! | what | where |
//! |---|---|
//! | sentences | [`Agent`] |
//! | exact locators and checks | [`Screen`], [`expect`] |
//! | the app under test | [`App`], [`Api`], [`AppHandle`], `#[e2e::app]` |
//! | fixtures of your own | [`Fixture`], [`SharedFixture`], [`Context`], [`TestInfo`] |
//! | what a failure says | [`Error`], [`Code`], [`Class`] |
//! | configuration | [`config`] |
//! | the tool loop, for executors of your own | [`chassis`], [`model`] |
//! | what a run leaves behind | [`report`] |
//!
//! # Features
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `genai` | yes | language-model providers; without it a model can still be plugged in |
//! | `download` | yes | fetches a matching driver when none is installed |
//! | `tls` | with the two above | https for the app, a WebDriver server and downloads |
//! | `axum` | no | an `#[e2e::app]` function may return an `axum::Router` |
//! | `cli` | no | the `cargo e2e` command |

// The macros write `::e2e::…`, and this crate's own tests use them too.
extern crate self as e2e;

mod code;
pub mod config;
mod deadline;
mod diagnostic;
mod error;
mod text;

pub mod browser;
pub mod model;
pub mod report;
pub mod screen;
mod secret;

pub mod page;

pub mod chassis;
pub mod plain;

pub mod agent;

mod app;
mod attempt;
mod body;
mod case;
mod failure;
mod fixture;
mod fixtures;
mod panic_log;
mod stderr;
mod test_info;

#[cfg(feature = "cli")]
pub mod cli;
mod harness;
mod hooks;
pub mod prelude;

#[doc(hidden)]
pub mod __private;

pub use agent::Agent;
pub use app::{AppHandle, IntoApp};
pub use case::Case;
pub use code::{Class, Code, UnknownCode};
pub use config::{BrowserKind, Config, Viewport};
pub use e2e_macros::{app, test};
pub use error::{Error, Result, Sentence, SourceLocation};
pub use fixture::{Context, Fixture, Shared, SharedContext, SharedFixture};
pub use fixtures::{Api, App, Browser};
pub use screen::{Locator, Role, Screen, expect};
pub use secret::Secret;
pub use stderr::{Stderr, stderr};
pub use test_info::TestInfo;
