//! What the macros say about what they do not accept. Built in the workspace of the
//! acceptance run, where the library has no heavy features; what they do accept stands
//! in `pass` and is a test target of its own.
//!
//! The messages of the compiler around ours change from release to release, so the
//! cases are compared on one release only. Every warning is an error here.

use std::process::Command;

/// The release the expected messages were written with.
const RELEASE: &str = "rustc 1.95.";

#[test]
fn ui() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(RELEASE) {
        println!("skipped: the cases are compared on {RELEASE}x, and this is {version}");
        return;
    }
    if cfg!(unix) {
        let cargo = concat!(env!("CARGO_MANIFEST_DIR"), "/cargo.sh");
        // SAFETY: this is the only test of the process, and no thread reads meanwhile.
        unsafe { std::env::set_var("CARGO", cargo) };
    }
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}
