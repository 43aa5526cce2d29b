//! `cargo e2e` where something is missing: installed, declined, said how.
#![cfg(unix)]

use e2e_tests::fake_project::{FakeProject, text};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A project whose browser is found and whose driver is too old for it, on a machine
/// where the package manager only pretends: it brings the driver that fits.
fn with_an_old_driver() -> FakeProject {
    let project = FakeProject::new(env!("CARGO_BIN_EXE_cargo-e2e-tested"), "shop");
    let bin = project.root().join("bin");
    project.script(
        "bin/chromedriver",
        "#!/bin/sh\necho 'ChromeDriver 139.0.1.1'\n",
    );
    let apt = format!(
        "#!/bin/sh\necho \"apt-get $*\" >> {0}/installed\n\
         printf '#!/bin/sh\\necho ChromeDriver 140.0.1.1\\n' > {0}/chromedriver\n",
        bin.display()
    );
    project.script("bin/apt-get", &apt);
    // Never the machine's own: it would install for real.
    project.script("bin/sudo", "#!/bin/sh\nexit 1\n");
    project
}

#[test]
fn what_is_missing_is_installed_first_or_the_way_is_said() {
    let project = with_an_old_driver();
    let run = |args: &[&str]| {
        let mut command = project.command(args);
        command
            .env_remove("E2E_DRIVER")
            .env("FAKE", "exit 0")
            .output()
            .unwrap()
    };
    let output = run(&["test"]);
    let said = text(&output.stderr);
    let id = Command::new("id").arg("-u").output().unwrap();
    if text(&id.stdout).trim() == "0" && Path::new("/usr/bin/apt-get").is_file() {
        assert!(output.status.success(), "{said}");
        assert!(said.contains("this is run:\n  apt-get update\n"), "{said}");
        let installed = fs::read_to_string(project.root().join("bin/installed")).unwrap();
        assert!(
            installed.contains("apt-get install -y chromium"),
            "{installed}"
        );
        assert!(project.called().starts_with("arg test\n"));
        // Now it is there, and nothing more is run.
        fs::remove_file(project.root().join("bin/installed")).unwrap();
        let output = run(&["install"]);
        assert!(
            text(&output.stdout).contains("chromium 140.0.7339.1"),
            "{}",
            text(&output.stdout)
        );
        assert!(!project.root().join("bin/installed").exists());
    } else {
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("get browser and driver by hand:"), "{said}");
        assert_eq!(project.called(), "", "ran without a browser");
    }
}

#[test]
fn a_setting_that_names_no_program_is_not_cured_by_installing() {
    let project = with_an_old_driver();
    for args in [&["test"], &["install"], &["doctor"]] {
        let mut command = project.command(args);
        let output = command
            .env("E2E_BROWSER", "/no/such/browser")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = format!("{}{}", text(&output.stderr), text(&output.stdout));
        assert!(
            said.contains("/no/such/browser cannot be used: there is no such file"),
            "{said}"
        );
    }
    assert!(!project.root().join("bin/installed").exists());
    assert_eq!(project.called(), "");
}
