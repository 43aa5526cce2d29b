//! The tool loop and the socket executors plug into.
//!
//! Browser-free: give it a system text, a set of tools and an opening prompt, and it
//! brings the discipline: budgets, guards, a closed verdict, an audit trail.

pub mod step;
pub mod verdict;
