//! The attribute macros of the `e2e` crate.
