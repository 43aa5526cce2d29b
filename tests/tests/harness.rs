//! The harness from outside: a binary full of difficult tests is run as cargo,
//! nextest and people run it.

#[path = "harness/suite.rs"]
mod suite;

#[path = "harness/capture.rs"]
mod capture;
#[path = "harness/input.rs"]
mod input;
#[cfg(unix)]
#[path = "harness/live.rs"]
mod live;
#[path = "harness/lost.rs"]
mod lost;
#[path = "harness/select.rs"]
mod select;
#[path = "harness/setup.rs"]
mod setup;
#[path = "harness/shared.rs"]
mod shared;
#[cfg(unix)]
#[path = "harness/signals.rs"]
mod signals;
#[cfg(target_os = "linux")]
#[path = "harness/startup.rs"]
mod startup;
#[path = "harness/stub.rs"]
mod stub;
