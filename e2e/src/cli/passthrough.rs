//! The few of cargo's own arguments that also matter here. They are read, never
//! changed: cargo gets all of them as they were written.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What cargo's arguments say about where and what it builds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Passthrough {
    /// `--manifest-path`.
    pub(super) manifest: Option<OsString>,
    /// `--config`, each.
    pub(super) config: Vec<OsString>,
    /// `--target-dir`.
    pub(super) target: Option<PathBuf>,
    /// `-p` and `--package`, each.
    pub(super) packages: Vec<String>,
    /// `--workspace` or `--all`.
    pub(super) workspace: bool,
    /// No test will run, so no browser is needed.
    pub(super) runs_nothing: bool,
}

impl Passthrough {
    /// Reads the arguments up to the first `--`.
    pub(super) fn read(args: &[OsString]) -> Self {
        let mut out = Self::default();
        let mut args = args.iter().take_while(|arg| *arg != "--");
        while let Some(arg) = args.next() {
            let (name, inline) = split(arg);
            // Only looked at for options that take a value, so nothing else is eaten.
            let mut value = || inline.clone().or_else(|| args.next().cloned());
            match name.as_str() {
                "--manifest-path" => out.manifest = value(),
                "--target-dir" => out.target = value().map(PathBuf::from),
                "--config" => out.config.extend(value()),
                "-p" | "--package" => out
                    .packages
                    .extend(value().and_then(|v| v.into_string().ok())),
                "--workspace" | "--all" => out.workspace = true,
                "--no-run" | "--help" | "-h" => out.runs_nothing = true,
                _ => {}
            }
        }
        out
    }
}

/// `--name=value` and `-pvalue` into name and value.
fn split(arg: &OsStr) -> (String, Option<OsString>) {
    let text = arg.to_string_lossy();
    if text.starts_with("--") {
        if let Some((name, value)) = text.split_once('=') {
            return (name.to_owned(), Some(value.into()));
        }
    } else if let Some(value) = text.strip_prefix("-p").filter(|value| !value.is_empty()) {
        let value = value.strip_prefix('=').unwrap_or(value);
        return ("-p".into(), Some(value.into()));
    }
    (text.into_owned(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Passthrough {
        let args: Vec<_> = line.split(' ').map(OsString::from).collect();
        Passthrough::read(&args)
    }

    #[test]
    fn options_are_read_in_each_spelling() {
        for line in [
            "-p a --package b --target-dir t --manifest-path m --config c",
            "-pa --package=b --target-dir=t --manifest-path=m --config=c x --",
            "-p=a --package b --target-dir=t --manifest-path m --config c -- -p z --workspace",
        ] {
            assert_eq!(
                read(line),
                Passthrough {
                    manifest: Some("m".into()),
                    config: vec!["c".into()],
                    target: Some("t".into()),
                    packages: vec!["a".into(), "b".into()],
                    workspace: false,
                    runs_nothing: false,
                },
                "{line}"
            );
        }
    }

    #[test]
    fn nothing_is_taken_for_a_value_of_something_else() {
        let read = read("--test --workspace name --no-run");
        assert!(read.workspace && read.runs_nothing);
        assert_eq!(read.packages, [""; 0]);
    }
}
