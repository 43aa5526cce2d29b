//! A package that knows `e2e` under another name.
