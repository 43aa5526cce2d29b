//! The flags of the standard harness: every one of them, because `cargo test` hands
//! the same flags to all test binaries of a workspace.

use crate::config::Launch;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What `--help` prints.
pub(super) const HELP: &str = include_str!("help.txt");

/// What was asked for, checked.
#[derive(Clone, Debug)]
pub(super) struct Args {
    pub(super) filters: Vec<String>,
    pub(super) skip: Vec<String>,
    pub(super) exact: bool,
    pub(super) which: Which,
    pub(super) list: bool,
    pub(super) format: Format,
    pub(super) nocapture: bool,
    pub(super) show_output: bool,
    pub(super) threads: usize,
    pub(super) color: Color,
    pub(super) logfile: Option<PathBuf>,
    /// `--bench` alone: tests are none, and are reported as ignored.
    pub(super) only_benchmarks: bool,
    pub(super) fail_fast: bool,
    pub(super) exclude_should_panic: bool,
    pub(super) report_time: bool,
    pub(super) time_limit: Option<Duration>,
    pub(super) shuffle: Option<u64>,
    pub(super) order: Order,
}

/// Which tests, as far as `#[ignore]` goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// All are shown, ignored ones are not run.
    NotIgnored,
    /// Only ignored ones, and they are run.
    Ignored,
    /// All are run.
    All,
}

/// What tests that are not shuffled are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Name,
    /// Where they stand: file, line, and then by name.
    Source,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Pretty,
    Terse,
    Json,
    Junit,
}

/// Whether results are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    /// On a terminal.
    Auto,
    Always,
    Never,
}

/// What the command line asks for.
#[derive(Debug)]
pub(super) enum Asked {
    Help,
    Run(Args),
}

/// Reads the arguments after the program's name.
///
/// # Errors
///
/// A sentence for the user, without `error:` before it.
pub(super) fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    launch: &Launch,
) -> Result<Asked, String> {
    let mut raw = Raw::default();
    let mut arguments = arguments.into_iter();
    let mut only_filters = false;
    while let Some(argument) = arguments.next() {
        let argument = utf8(argument)?;
        if only_filters || !argument.starts_with('-') || argument == "-" {
            raw.filters.push(argument);
        } else if argument == "--" {
            only_filters = true;
        } else if raw.take(&argument, &mut arguments)? {
            return Ok(Asked::Help);
        }
    }
    raw.check(launch).map(Asked::Run)
}

fn utf8(argument: OsString) -> Result<String, String> {
    argument
        .into_string()
        .map_err(|wrong| format!("argument {wrong:?} is not UTF-8"))
}

/// What was written.
#[derive(Debug, Default)]
struct Raw {
    filters: Vec<String>,
    skip: Vec<String>,
    flags: Vec<&'static str>,
    format: Option<String>,
    threads: Option<String>,
    color: Option<String>,
    logfile: Option<String>,
    shuffle_seed: Option<String>,
}

/// Flags without a value.
const FLAGS: &[&str] = &[
    "--exact",
    "--ignored",
    "--include-ignored",
    "--list",
    "--quiet",
    "--nocapture",
    "--no-capture",
    "--show-output",
    "--test",
    "--bench",
    "--fail-fast",
    "--exclude-should-panic",
    "--force-run-in-process",
    "--report-time",
    "--ensure-time",
    "--shuffle",
];

impl Raw {
    /// Takes one option and its value. Returns whether help is asked for.
    fn take(
        &mut self,
        argument: &str,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<bool, String> {
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) if argument.starts_with("--") => (name, Some(value.to_owned())),
            _ => (argument, None),
        };
        if let Some(flag) = FLAGS.iter().copied().find(|flag| *flag == name) {
            if attached.is_some() {
                return Err(format!("option {name} takes no value"));
            }
            self.flags.push(flag);
            return Ok(false);
        }
        match name {
            "-h" | "--help" => return Ok(true),
            "-q" => {
                self.flags.push("--quiet");
                return Ok(false);
            }
            // Unstable options are simply options here; the compiler's word for
            // them is accepted so that editors can pass it.
            _ if name.starts_with("-Z") && name.len() > 2 => return Ok(false),
            _ => {}
        }
        let mut value = || match attached.clone() {
            Some(attached) => Ok(attached),
            None => rest
                .next()
                .ok_or_else(|| format!("option {name} needs a value"))
                .and_then(utf8),
        };
        match name {
            "-Z" => drop(value()?),
            "--skip" => self.skip.push(value()?),
            "--format" => self.format = Some(value()?),
            "--test-threads" => self.threads = Some(value()?),
            "--color" => self.color = Some(value()?),
            "--logfile" => self.logfile = Some(value()?),
            "--shuffle-seed" => self.shuffle_seed = Some(value()?),
            _ => {
                let near = crate::text::nearest(name, FLAGS.iter().copied())
                    .map(|near| format!("; did you mean {near}?"))
                    .unwrap_or_default();
                return Err(format!("unknown option {name}{near} (see --help)"));
            }
        }
        Ok(false)
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    fn check(self, launch: &Launch) -> Result<Args, String> {
        if self.has("--ignored") && self.has("--include-ignored") {
            return Err(
                "the options --include-ignored and --ignored are mutually exclusive".to_owned(),
            );
        }
        Ok(Args {
            which: match (self.has("--ignored"), self.has("--include-ignored")) {
                (true, _) => Which::Ignored,
                (_, true) => Which::All,
                _ => Which::NotIgnored,
            },
            exact: self.has("--exact"),
            list: self.has("--list"),
            format: self.format()?,
            nocapture: self.has("--nocapture") || self.has("--no-capture") || launch.nocapture,
            show_output: self.has("--show-output"),
            threads: self.threads(launch)?,
            color: self.color(launch)?,
            only_benchmarks: self.has("--bench") && !self.has("--test"),
            fail_fast: self.has("--fail-fast"),
            exclude_should_panic: self.has("--exclude-should-panic"),
            report_time: self.has("--report-time"),
            time_limit: self.time_limit(launch)?,
            shuffle: self.shuffle(launch)?,
            order: order(launch)?,
            logfile: self.logfile.map(PathBuf::from),
            filters: self.filters,
            skip: self.skip,
        })
    }

    fn format(&self) -> Result<Format, String> {
        match self.format.as_deref() {
            // cargo may add --quiet on its own; a format that was asked for wins.
            None if self.has("--quiet") => Ok(Format::Terse),
            None | Some("pretty") => Ok(Format::Pretty),
            Some("terse") => Ok(Format::Terse),
            Some("json") => Ok(Format::Json),
            Some("junit") => Ok(Format::Junit),
            Some(other) => Err(format!(
                "argument for --format must be pretty, terse, json, or junit (was {other})"
            )),
        }
    }

    fn threads(&self, launch: &Launch) -> Result<usize, String> {
        let (origin, written) = match (&self.threads, &launch.threads) {
            (Some(written), _) => ("argument for --test-threads", written),
            (None, Some(written)) => ("RUST_TEST_THREADS", written),
            (None, None) => {
                return Ok(std::thread::available_parallelism().map_or(1, usize::from));
            }
        };
        match written.parse() {
            Ok(0) => Err(format!("{origin} must not be 0")),
            Ok(threads) => Ok(threads),
            Err(_) => Err(format!("{origin} must be a number > 0 (was {written:?})")),
        }
    }

    fn color(&self, launch: &Launch) -> Result<Color, String> {
        match self.color.as_deref() {
            Some("auto") => Ok(Color::Auto),
            Some("always") => Ok(Color::Always),
            Some("never") => Ok(Color::Never),
            Some(other) => Err(format!(
                "argument for --color must be auto, always, or never (was {other})"
            )),
            None if launch.no_color => Ok(Color::Never),
            // What cargo was told holds for what it starts; it checked the word.
            None => Ok(match launch.cargo_color.as_deref() {
                Some("always") => Color::Always,
                Some("never") => Color::Never,
                _ => Color::Auto,
            }),
        }
    }

    fn shuffle(&self, launch: &Launch) -> Result<Option<u64>, String> {
        let written = self.shuffle_seed.as_ref().or(launch.shuffle_seed.as_ref());
        if let Some(written) = written {
            return written.parse().map(Some).map_err(|_| {
                format!("argument for --shuffle-seed must be a number (was {written:?})")
            });
        }
        let asked = self.has("--shuffle") || launch.shuffle;
        Ok(asked.then(super::plan::seed_from_clock))
    }

    /// `--ensure-time`: the second number of `RUST_TEST_TIME_INTEGRATION`.
    fn time_limit(&self, launch: &Launch) -> Result<Option<Duration>, String> {
        if !self.has("--ensure-time") {
            return Ok(None);
        }
        let written = launch.time_limits.as_deref().unwrap_or("500,1000");
        written
            .split_once(',')
            .and_then(|(warn, critical)| {
                let warn: u64 = warn.trim().parse().ok()?;
                let critical: u64 = critical.trim().parse().ok()?;
                (warn <= critical).then(|| Some(Duration::from_millis(critical)))
            })
            .ok_or_else(|| {
                format!(
                    "RUST_TEST_TIME_INTEGRATION must be WARN,CRITICAL in milliseconds (was {written:?})"
                )
            })
    }
}

fn order(launch: &Launch) -> Result<Order, String> {
    match launch.order.as_deref() {
        None | Some("name") => Ok(Order::Name),
        Some("source") => Ok(Order::Source),
        Some(other) => Err(format!("E2E_ORDER must be name or source (was {other:?})")),
    }
}

#[cfg(test)]
mod tests;
