//! The tool loop and the socket executors plug into.
//!
//! Give [`ToolLoop`] a model, a system text, a set of tools and an opening, and it
//! brings the discipline: closed tool schemas, budgets, a clock, guards against going
//! in circles, recoveries, one closed verdict that cites checked evidence, and an
//! audit trail. It knows nothing of what the tools act on, so one loop serves an agent
//! that acts on a screen, one that sends requests and one that drives a device.
//!
//! In reading order: [`step`] is what the harness owns of a step; [`executor`] is the
//! socket; [`target`] is what the harness acts on for it; [`tool`] and [`evidence`] are what an executor brings; [`tool_loop`] puts
//! them together; [`verdict`] and [`mod@settle`] end it.

pub mod attempt;
mod closed;
mod compact;
mod conclude;
mod events;
pub mod evidence;
pub mod executor;
mod forcing;
mod given;
mod guards;
mod hidden;
pub mod history;
mod log;
mod prepare;
pub mod prompt;
pub mod purse;
mod reach;
mod recover;
mod run;
mod scalar;
mod schema;
pub mod settle;
pub mod step;
pub mod target;
pub mod tool;
pub mod tool_loop;
mod trail;
mod turn;
mod unseen;
pub mod verdict;

pub(crate) use unseen::SHOWN_WITHIN;

/// For executors, tools and evidence: their traits have async methods.
pub use async_trait::async_trait;
pub use attempt::Attempt;
pub use evidence::{Checked, Evidence};
pub use executor::{Recording, StepExecutor};
pub use history::{History, Prepare, Prepared};
pub use prompt::Opening;
pub use purse::Purse;
pub use settle::{carry_out, settle};
pub use step::{Limits, StepContext};
pub use target::{Item, Look, Seen, Target};
pub use tool::{Tool, ToolOutput};
pub use tool_loop::ToolLoop;
pub use verdict::{Status, StepOutcome, Verdict};
