//! Fixture pages and servers for the integration tests.

pub mod sample_run;
