//! What cargo, nextest and the standard harness's own variables tell a test binary.
//!
//! Texts are kept as they are: the argument parser checks them, because its messages
//! name both the flag and the variable.

use super::env;
use std::path::{Path, PathBuf};

/// How this test binary was launched, apart from its arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Launch {
    /// nextest runs this process for one test (`NEXTEST=1`).
    pub(crate) nextest: bool,
    /// Tests stay in this process (`E2E_IN_PROCESS`).
    pub(crate) in_process: bool,
    /// What `E2E_TAGS` selects by.
    pub(crate) tags: Vec<String>,
    /// `E2E_ORDER`.
    pub(crate) order: Option<String>,
    /// `RUST_TEST_THREADS`.
    pub(crate) threads: Option<String>,
    /// `RUST_TEST_NOCAPTURE`, unless it is `0`.
    pub(crate) nocapture: bool,
    /// `RUST_TEST_SHUFFLE`, unless it is `0`.
    pub(crate) shuffle: bool,
    /// `RUST_TEST_SHUFFLE_SEED`.
    pub(crate) shuffle_seed: Option<String>,
    /// `RUST_TEST_TIME_INTEGRATION`.
    pub(crate) time_limits: Option<String>,
    /// `NO_COLOR` is set and not empty.
    pub(crate) no_color: bool,
    /// `TERM` is `dumb`: nothing on the terminal can be drawn over.
    pub(crate) dumb_terminal: bool,
    /// `CARGO_TERM_COLOR`.
    pub(crate) cargo_color: Option<String>,
    /// The package's folder, from whoever runs the binary.
    pub(crate) manifest_dir: Option<PathBuf>,
}

/// Reads it from the process environment.
pub(crate) fn launch() -> Launch {
    from(|name| std::env::var_os(name).and_then(|value| value.into_string().ok()))
}

/// Names the run whose report is told of by whoever started this process.
pub(crate) const REPORTED: &str = "E2E_REPORTED";

/// Whether whoever started this process says at the end where this run's report is.
pub(crate) fn is_report_told(run_id: &str) -> bool {
    std::env::var_os(REPORTED).is_some_and(|id| id == run_id)
}

/// Whether `RUST_BACKTRACE` asks for every frame.
pub(crate) fn wants_full_backtraces() -> bool {
    std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value == "full")
}

/// Whether whoever started this process wants it to outlive its terminal, like `nohup`.
#[cfg(unix)]
pub(crate) fn is_hang_up_ignored() -> bool {
    #[expect(unsafe_code, reason = "no safe interface asks for a signal's action")]
    // SAFETY: all zeroes is a valid `sigaction`, and without a new action the call
    // only writes the current one into it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}

fn from(get: impl Fn(&str) -> Option<String>) -> Launch {
    let set = |name: &str| get(name).is_some_and(|value| value != "0");
    let env::Selection {
        tags,
        in_process,
        order,
    } = env::selection(&get);
    Launch {
        nextest: get("NEXTEST").as_deref() == Some("1"),
        in_process,
        tags,
        order,
        threads: get("RUST_TEST_THREADS"),
        nocapture: set("RUST_TEST_NOCAPTURE"),
        shuffle: set("RUST_TEST_SHUFFLE"),
        shuffle_seed: get("RUST_TEST_SHUFFLE_SEED"),
        time_limits: get("RUST_TEST_TIME_INTEGRATION"),
        no_color: get("NO_COLOR").is_some_and(|value| !value.is_empty()),
        dumb_terminal: get("TERM").as_deref() == Some("dumb"),
        cargo_color: get("CARGO_TERM_COLOR"),
        manifest_dir: get("CARGO_MANIFEST_DIR").map(PathBuf::from),
    }
}

impl Launch {
    /// The package's folder: where it was compiled, unless the binary was moved, as
    /// nextest's archives are.
    pub(crate) fn root(&self, compiled: &str) -> PathBuf {
        let compiled = Path::new(compiled);
        let now = self.manifest_dir.as_deref().filter(|dir| dir.is_dir());
        match now {
            Some(now) if self.nextest || !compiled.is_dir() => now.to_owned(),
            _ if compiled.is_dir() => compiled.to_owned(),
            _ => PathBuf::from("."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_means_no_and_lists_are_trimmed() {
        let launch = from(|name| {
            let value = match name {
                "RUST_TEST_NOCAPTURE" | "E2E_IN_PROCESS" => "0",
                "RUST_TEST_SHUFFLE" => "1",
                "E2E_TAGS" => " smoke, ,!slow ",
                "E2E_ORDER" => "source",
                "NO_COLOR" => "",
                _ => return None,
            };
            Some(value.to_owned())
        });
        assert!(!launch.nocapture && !launch.in_process && !launch.no_color);
        assert!(launch.shuffle);
        assert_eq!(launch.tags, ["smoke", "!slow"]);
        assert_eq!(launch.order.as_deref(), Some("source"));
    }

    #[test]
    fn a_moved_package_is_found_where_it_is_now() {
        let here = std::env::current_dir().unwrap();
        let here = here.to_str().unwrap();
        let gone = "/nowhere/at/all";
        for (nextest, now, compiled, expected) in [
            (false, None, here, here),
            (false, Some(gone), here, here),
            (false, Some(here), gone, here),
            (true, Some("."), here, "."),
            (true, None, gone, "."),
        ] {
            let launch = Launch {
                nextest,
                manifest_dir: now.map(PathBuf::from),
                ..Launch::default()
            };
            assert_eq!(launch.root(compiled), Path::new(expected));
        }
    }
}
