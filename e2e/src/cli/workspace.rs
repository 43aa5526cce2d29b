//! Where things are, as cargo sees them.

use super::passthrough::Passthrough;
use crate::code::Code;
use crate::config;
use crate::error::{Error, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A workspace of cargo's.
#[derive(Debug, Deserialize)]
pub(super) struct Workspace {
    #[serde(rename = "workspace_root")]
    pub(super) root: PathBuf,
    target_directory: PathBuf,
    /// Where test binaries are when they are not in the target folder.
    #[serde(default)]
    build_directory: Option<PathBuf>,
    packages: Vec<Package>,
}

/// A package of the workspace.
#[derive(Debug, Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    manifest_path: PathBuf,
}

impl Package {
    /// The package's folder.
    pub(super) fn root(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }
}

/// A command of cargo's, the same cargo that started this process.
pub(super) fn cargo() -> Command {
    Command::new(config::cargo_program())
}

impl Workspace {
    /// Asks cargo about the workspace that its arguments, or the current folder, name.
    pub(super) fn find(passed: &Passthrough) -> Result<Self> {
        let mut command = cargo();
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        if let Some(path) = &passed.manifest {
            command.arg("--manifest-path").arg(path);
        }
        for setting in &passed.config {
            command.arg("--config").arg(setting);
        }
        let output = command.stdin(Stdio::null()).output().map_err(|error| {
            let program = config::cargo_program();
            Error::new(
                Code::EnvironmentUnavailable,
                format!("cannot run `{} metadata`", program.display()),
            )
            .caused_by(error)
            .help("install Rust from https://rustup.rs, or put cargo on PATH")
        })?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Error::new(
                Code::EnvironmentUnavailable,
                "cargo found no workspace to work in",
            )
            .note(format!("cargo said: {}", said.trim()))
            .help("run this in the folder of a package, or name one with --manifest-path"));
        }
        let mut workspace: Workspace = serde_json::from_slice(&output.stdout).map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                "cannot understand what `cargo metadata` printed",
            )
            .caused_by(error)
            .help("run `cargo metadata --no-deps --format-version 1` and look at its output")
        })?;
        if let Some(target) = &passed.target {
            // Cargo takes it relative to the current folder, too.
            let target = std::path::absolute(target).unwrap_or_else(|_| target.clone());
            workspace.target_directory = target;
            workspace.build_directory = None;
        }
        Ok(workspace)
    }

    /// The folders that hold runs. Tests put theirs beside their own binary, which is
    /// in the target folder unless cargo was told to build elsewhere.
    pub(super) fn outputs(&self) -> Vec<PathBuf> {
        let mut outputs = vec![self.target_directory.join("e2e")];
        if let Some(build) = &self.build_directory {
            let other = build.join("e2e");
            if !outputs.contains(&other) {
                outputs.push(other);
            }
        }
        outputs
    }

    /// A package by name.
    pub(super) fn package(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name)
    }

    /// The folders whose `e2e.toml` the tests about to run will read: those of the
    /// packages named, else of the package one stands in, else of all that have one.
    /// Where there is none, the workspace's own folder stands for the defaults.
    pub(super) fn roots(&self, passed: &Passthrough, here: &Path) -> Vec<PathBuf> {
        let named = |package: &&Package| passed.packages.contains(&package.name);
        let with_file = |package: &&Package| config::path(package.root()).is_file();
        let around = |package: &&Package| here.starts_with(package.root());
        let mut roots: Vec<PathBuf> = if !passed.packages.is_empty() {
            self.packages.iter().filter(named).map(root).collect()
        } else if let Some(own) = self
            .packages
            .iter()
            .filter(|_| !passed.workspace && passed.manifest.is_none())
            .filter(around)
            .max_by_key(|package| package.root().as_os_str().len())
        {
            vec![root(own)]
        } else {
            self.packages.iter().filter(with_file).map(root).collect()
        };
        if roots.is_empty() {
            roots.push(self.root.clone());
        }
        roots
    }
}

fn root(package: &Package) -> PathBuf {
    package.root().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn package(name: &str, root: &Path) -> Package {
        Package {
            name: name.into(),
            manifest_path: root.join("Cargo.toml"),
        }
    }

    #[test]
    fn the_packages_that_will_run_decide_which_files_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let (a, b) = (root.join("a"), root.join("b"));
        fs::create_dir_all(a.join("src")).unwrap();
        fs::create_dir_all(&b).unwrap();
        let workspace = Workspace {
            root: root.to_owned(),
            target_directory: root.join("target"),
            build_directory: None,
            packages: vec![package("a", &a), package("b", &b)],
        };
        let none = Passthrough::default();
        let all = Passthrough {
            workspace: true,
            ..Passthrough::default()
        };
        let named = Passthrough {
            packages: vec!["b".into()],
            ..Passthrough::default()
        };
        assert_eq!(workspace.roots(&none, root), [root]);
        fs::write(b.join("e2e.toml"), "").unwrap();
        for (passed, here, expected) in [
            (&none, root, &b),
            (&none, a.join("src").as_path(), &a),
            (&all, &a, &b),
            (&named, &a, &b),
        ] {
            assert_eq!(
                &workspace.roots(passed, here),
                std::slice::from_ref(expected)
            );
        }
    }

    #[test]
    fn runs_are_in_the_target_folder_and_where_cargo_builds() {
        let json = r#"{"workspace_root":"/w","target_directory":"/t","build_directory":"/t","packages":[]}"#;
        let mut workspace: Workspace = serde_json::from_str(json).unwrap();
        assert_eq!(workspace.outputs(), [Path::new("/t/e2e")]);
        workspace.build_directory = Some("/b".into());
        assert_eq!(
            workspace.outputs(),
            [Path::new("/t/e2e"), Path::new("/b/e2e")]
        );
    }
}
