//! What can be asked for on the command line.

use super::terminal::Consent;
use clap::{Parser, Subcommand};
use std::ffi::OsString;

/// Run end-to-end tests in a real browser.
#[derive(Debug, Parser)]
#[command(
    name = "cargo e2e",
    bin_name = "cargo e2e",
    version,
    about = "Run end-to-end tests in a real browser"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run the example suites of this repository in a real browser; no key and no network needed
    Demo(Yes),
    /// Install what is missing, then run `cargo test` with the given arguments
    #[command(override_usage = "cargo e2e test [--nextest] [--yes] [ARGUMENTS OF CARGO TEST]...")]
    Test(Test),
    /// Install a browser and its driver, if they are missing
    Install(Yes),
    /// Say what was found, what is missing and how to get it
    Doctor {
        /// Print it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the path of the newest report
    Report {
        /// Open it in the default browser, too
        #[arg(long)]
        open: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(super) struct Yes {
    /// Do not ask before something is installed
    #[arg(long, short)]
    yes: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Test {
    /// Run `cargo nextest run` instead of `cargo test`
    #[arg(long)]
    pub(super) nextest: bool,
    #[command(flatten)]
    yes: Yes,
    /// Passed on untouched
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENTS"
    )]
    pub(super) args: Vec<OsString>,
}

impl Yes {
    pub(super) fn consent(&self) -> Consent {
        if self.yes {
            Consent::Given
        } else {
            Consent::Ask
        }
    }
}

impl Test {
    pub(super) fn consent(&self) -> Consent {
        self.yes.consent()
    }
}

/// Reads the process's arguments, its name first.
pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    Args::try_parse_from(arranged(args.into_iter().collect()))
}

/// Cargo passes `e2e` on when the command is installed, and not when it is an alias:
/// both spellings mean the same. What follows `test` belongs to cargo, apart from our
/// own flags before any `--`; those come first and a `--` fences off the rest, so that
/// nothing of it is read, moved or dropped.
fn arranged(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|arg| arg == "e2e") {
        args.remove(1);
    }
    if args.get(1).is_none_or(|arg| arg != "test") {
        return args;
    }
    let rest = args.split_off(2);
    // Help of our own when it is the first thing asked; later it is cargo's.
    if rest
        .first()
        .is_some_and(|arg| arg == "--help" || arg == "-h")
    {
        args.push("--help".into());
        return args;
    }
    let end = rest
        .iter()
        .position(|arg| arg == "--")
        .unwrap_or(rest.len());
    let ours = |arg: &OsString| arg == "--nextest" || arg == "--yes" || arg == "-y";
    let (own, mut passed): (Vec<_>, Vec<_>) = rest[..end].iter().cloned().partition(ours);
    passed.extend_from_slice(&rest[end..]);
    args.extend(own);
    args.push("--".into());
    args.extend(passed);
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Args {
        parse(line.split(' ').map(OsString::from)).unwrap()
    }

    #[test]
    fn an_alias_and_an_installed_command_read_the_same() {
        for line in [
            "cargo-e2e demo",
            "cargo-e2e e2e demo",
            "cargo-e2e e2e demo --yes",
        ] {
            assert!(matches!(parsed(line).command, Command::Demo(_)), "{line}");
        }
        let line = "cargo-e2e e2e doctor --json";
        assert!(matches!(
            parsed(line).command,
            Command::Doctor { json: true }
        ));
    }

    #[test]
    fn what_follows_test_is_passed_on_untouched() {
        for (line, nextest, args) in [
            ("cargo-e2e test", false, ""),
            ("cargo-e2e e2e test --workspace", false, "--workspace"),
            ("cargo-e2e test -p shop name", false, "-p shop name"),
            ("cargo-e2e test -- --nocapture", false, "-- --nocapture"),
            ("cargo-e2e test --nextest -E all()", true, "-E all()"),
            ("cargo-e2e test -p e2e --nextest --yes", true, "-p e2e"),
            (
                "cargo-e2e test -- --nextest --yes",
                false,
                "-- --nextest --yes",
            ),
            (
                "cargo-e2e test a -- b -- c --help",
                false,
                "a -- b -- c --help",
            ),
            (
                "cargo-e2e test --no-fail-fast --help",
                false,
                "--no-fail-fast --help",
            ),
            ("cargo-e2e test e2e test demo", false, "e2e test demo"),
        ] {
            let Command::Test(test) = parsed(line).command else {
                panic!("{line}");
            };
            let passed: Vec<_> = test.args.iter().map(|arg| arg.to_str().unwrap()).collect();
            assert_eq!(
                (test.nextest, passed.join(" ").as_str()),
                (nextest, args),
                "{line}"
            );
        }
    }

    #[test]
    fn help_of_test_is_ours_and_a_wrong_command_is_refused() {
        use clap::error::ErrorKind;
        for (line, kind) in [
            ("cargo-e2e e2e test --help", ErrorKind::DisplayHelp),
            ("cargo-e2e --version", ErrorKind::DisplayVersion),
            ("cargo-e2e tset", ErrorKind::InvalidSubcommand),
            ("cargo-e2e demo --workspace", ErrorKind::UnknownArgument),
        ] {
            let error = parse(line.split(' ').map(OsString::from)).unwrap_err();
            assert_eq!(error.kind(), kind, "{line}");
        }
    }
}
