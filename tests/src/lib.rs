//! Fixture pages and servers for the integration tests.

pub mod agreement;
pub mod counted;
#[cfg(unix)]
pub mod fake_project;
pub mod matrix;
pub mod pages;
pub mod provider;
pub mod sample_run;
pub mod sights;
pub mod sizes;
