//! What a person at a terminal sees while tests run.

use super::suite::Suite;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, Command};

/// A terminal, and its other end.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options()
        .read(true)
        .write(true)
        .open(std::ffi::OsStr::from_bytes(name.to_bytes()))
        .unwrap();
    let mut size = rustix::termios::tcgetwinsize(&theirs).unwrap();
    (size.ws_row, size.ws_col) = (24, 80);
    rustix::termios::tcsetwinsize(&theirs, size).unwrap();
    (File::from(ours), theirs)
}

/// The suite with standard error on a terminal. `TERM` and `CI` are as told.
fn start(arguments: &str, variables: &[(&str, &str)]) -> (Child, File, Suite) {
    let (ours, theirs) = terminal();
    let mut suite = Suite::new(arguments);
    let command = suite.command();
    command.env("TERM", "xterm").env_remove("CI").stderr(theirs);
    command.envs(variables.iter().copied());
    let child = command.spawn().unwrap();
    // The terminal ends when nobody but the suite holds its other end.
    *command = Command::new("true");
    (child, ours, suite)
}

/// Everything that is drawn until the terminal ends, or until `enough`.
fn drawn(ours: &mut File, enough: impl Fn(&str) -> bool) -> String {
    let mut text = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let seen = String::from_utf8_lossy(&text).into_owned();
        if enough(&seen) {
            return seen;
        }
        match ours.read(&mut chunk) {
            Ok(n) if n > 0 => text.extend_from_slice(&chunk[..n]),
            // Linux says so when the other end is closed.
            _ => return seen,
        }
    }
}

#[test]
fn running_tests_are_shown_and_taken_away_again() {
    let (child, mut ours, _suite) = start("time::hangs crash::next_to_it --ignored", &[]);
    let seen = drawn(&mut ours, |seen| seen.contains("`Tidy` is set up"));
    assert!(seen.contains(" time::hangs  "), "{seen:?}");
    let status = Command::new("kill").arg(child.id().to_string()).status();
    assert!(status.unwrap().success());
    let rest = drawn(&mut ours, |_| false);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143));
    // The last thing done to the screen takes the lines away.
    let last = rest.rfind("time::hangs").unwrap_or(0);
    assert!(rest[last..].contains("\x1b[2K"), "{rest:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(!out.contains('\x1b'), "{out:?}");
    assert!(out.contains("\ntest crash::next_to_it ... ok\n"), "{out}");
}

#[test]
fn nothing_is_drawn_where_nobody_looks() {
    let one = "--exact time::takes_a_moment --ignored";
    let several = &format!("{one} crash::next_to_it");
    type Case = (String, &'static [(&'static str, &'static str)], bool);
    let cases: [Case; 9] = [
        (several.clone(), &[], true),
        (one.to_owned(), &[], true),
        (several.clone(), &[("CI", "true")], false),
        (several.clone(), &[("TERM", "dumb")], false),
        (several.clone(), &[("NEXTEST", "1")], false),
        (several.clone(), &[("E2E_IN_PROCESS", "1")], false),
        (format!("{several} --nocapture"), &[], false),
        (format!("{several} --format json"), &[], false),
        (format!("{several} -q"), &[], false),
    ];
    let started: Vec<_> = cases
        .iter()
        .map(|(arguments, variables, _)| start(arguments, variables))
        .collect();
    for ((arguments, variables, on), (child, mut ours, _suite)) in cases.iter().zip(started) {
        let seen = drawn(&mut ours, |_| false);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(
            seen.contains('\x1b'),
            *on,
            "{arguments} {variables:?}: {seen:?}"
        );
    }
    // Where standard error is no terminal, it holds only what is said there.
    let output = Suite::new(several).run();
    assert_eq!(output.ends(0).err, "");
}
