//! What a run leaves behind: records as plain data, and pure renderers over them.
//!
//! Every process of a run saves its records and then calls [`store::finish`]; all
//! of them end in one `report.html` and one `report.json` under
//! `target/e2e/<run>/`. The renderers know no clock and read no file, so a report is
//! the same wherever and whenever it is made.

pub mod journal;
pub mod record;
pub(crate) mod redact;
pub mod run;

pub mod store;

mod atomic;
mod begun;
mod cases;
mod html;
mod instant;
mod json;
mod ledger;
pub(crate) mod place;
mod presence;
mod retention;
pub mod summary;
pub(crate) mod till;
