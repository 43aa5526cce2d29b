//! The tool loop: one table of rules, and what a table cannot say.

mod accounts;
mod clips;
mod fault_matrix;
mod guard_rules;
mod loop_rules;
mod over_http;
mod properties;
mod rules;
mod runs;
mod script;
mod settling;
mod socket;
mod stopping;
mod tools;
mod unseen;
