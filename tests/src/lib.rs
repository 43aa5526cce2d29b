//! Fixture pages and servers for the integration tests.
