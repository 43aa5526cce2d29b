//! Fixture pages and servers for the integration tests.

pub mod pages;
pub mod provider;
pub mod sample_run;
