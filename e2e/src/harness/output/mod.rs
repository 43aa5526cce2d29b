//! Printers: each turns the one stream of events into the text of one format.
//!
//! They touch neither clock nor terminal, so what they print is tested as text.

mod json;
mod junit;
mod list;
mod paint;
mod pretty;
mod terse;

pub(super) use list::list;
pub(super) use paint::Paint;

use super::args::{Args, Format};
use super::event::Event;

/// Turns events into text for standard output.
pub(super) trait Printer {
    /// The text to print now, possibly nothing; only whole lines, except for the
    /// dots of the terse format.
    fn on(&mut self, event: &Event<'_>) -> String;
}

/// What printers are told besides events.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// What the test binary is called.
    pub(super) suite: &'static str,
    pub(super) paint: Paint,
    pub(super) show_output: bool,
    pub(super) report_time: bool,
    /// Whether failures were already shown while the tests ran.
    pub(super) live: bool,
}

/// The printer of the format.
pub(super) fn printer(args: &Args, style: Style) -> Box<dyn Printer> {
    match args.format {
        Format::Pretty => Box::new(pretty::Pretty::new(style)),
        Format::Terse => Box::new(terse::Terse::new(style)),
        Format::Json => Box::new(json::Json::new(style)),
        Format::Junit => Box::new(junit::Junit::new(style.suite)),
    }
}

#[cfg(test)]
mod tests;
