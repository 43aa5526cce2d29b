//! What the macros accept, and what they say about what they do not. Built in the
//! workspace of the acceptance run, where the library has no heavy features.
//!
//! The messages of the compiler around ours change from release to release, so the
//! failing cases are compared on one release only.

use std::path::Path;
use std::process::Command;

/// The release the expected messages were written with.
const RELEASE: &str = "rustc 1.95.";

#[test]
fn ui() {
    let cases = Path::new(".");
    let tests = trybuild::TestCases::new();
    tests.pass(cases.join("pass/*.rs"));
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if version.starts_with(RELEASE) {
        tests.compile_fail(cases.join("fail/*.rs"));
    } else {
        println!("failing cases skipped: they are compared on {RELEASE}x, this is {version}");
    }
}
