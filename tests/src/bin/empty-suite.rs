//! A test binary in which no test arrived.

e2e::main!();
