//! A package that uses other test macros on top of ours.
