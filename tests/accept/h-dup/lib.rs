//! A package whose test target must not compile.
