//! Fixture pages and servers for the integration tests.

pub mod provider;
pub mod pages;
pub mod sample_run;
