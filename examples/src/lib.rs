//! A small shop and the suites that test it.
