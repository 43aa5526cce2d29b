//! Only a home for the compile-time cases.
