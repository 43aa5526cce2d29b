//! Fixture pages and servers for the integration tests.

pub mod pages;
