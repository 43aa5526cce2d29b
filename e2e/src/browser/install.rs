//! Getting browser and driver from the operating system's package manager.
//!
//! [`plan`] says what would be run, as data; [`run`] runs it. Only the command line
//! calls this: a test never installs anything.

use super::log::Log;
use crate::code::Code;
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;

/// What gets browser and driver onto this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plan {
    /// Commands that can be run as they are, in order.
    Run(Vec<Step>),
    /// This process may not or cannot run them; a person can.
    ByHand {
        /// Why not.
        why: String,
        /// What to run or do, one a line.
        commands: Vec<String>,
    },
}

/// One command of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Whether the plan goes on when it fails: a package some releases lack.
    pub optional: bool,
}

impl Step {
    fn new(words: &[&str], optional: bool) -> Self {
        let mut words = words.iter().map(|word| (*word).to_owned());
        Self {
            program: words.next().unwrap_or_default(),
            args: words.collect(),
            optional,
        }
    }

    /// As a person would type it.
    #[must_use]
    pub fn command_line(&self) -> String {
        std::iter::once(&self.program)
            .chain(&self.args)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// What the plan depends on.
#[derive(Clone, Copy, Debug)]
struct Machine {
    apt: bool,
    ubuntu: bool,
    root: bool,
    sudo: bool,
}

/// The plan for this machine. Looks, and changes nothing.
///
/// # Examples
///
/// ```no_run
/// use e2e::browser::install::{Plan, plan, run};
///
/// match plan() {
///     Plan::Run(steps) => run(&steps, |line| println!("{line}"))?,
///     Plan::ByHand { why, commands } => println!("{why}:\n{}", commands.join("\n")),
///     _ => {}
/// }
/// # Ok::<(), e2e::Error>(())
/// ```
#[must_use]
pub fn plan() -> Plan {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    plan_for(Machine {
        apt: cfg!(target_os = "linux") && Path::new("/usr/bin/apt-get").is_file(),
        ubuntu: release.lines().any(|line| line == "ID=ubuntu"),
        root: is_root(),
        sudo: has_sudo(),
    })
}

fn plan_for(machine: Machine) -> Plan {
    let by_hand = |why: &str, commands: &[&str]| Plan::ByHand {
        why: why.to_owned(),
        commands: commands.iter().map(|line| (*line).to_owned()).collect(),
    };
    if cfg!(target_os = "macos") {
        return by_hand(
            "on macOS the browser comes from Homebrew or its maker; a driver that fits is downloaded by itself",
            &["brew install --cask google-chrome"],
        );
    }
    if cfg!(windows) {
        return by_hand(
            "on Windows the browser comes from winget or its maker; a driver that fits is downloaded by itself",
            &["winget install Google.Chrome"],
        );
    }
    if !machine.apt {
        return by_hand(
            "this system has no apt-get",
            &[
                "install the packages of chromium and chromedriver with your package manager, for example:",
                "dnf install chromium chromedriver",
                "pacman -S chromium",
                "apk add chromium chromium-chromedriver",
            ],
        );
    }
    let packages: &[&str] = if machine.ubuntu {
        &["chromium-browser", "chromium-chromedriver"]
    } else {
        &["chromium", "chromium-driver"]
    };
    let install = [&["apt-get", "install", "-y"], packages].concat();
    let commands: [(Vec<&str>, bool); 3] = [
        (vec!["apt-get", "update"], false),
        (install, false),
        // Starts two to three times faster; not every release has it.
        (
            vec!["apt-get", "install", "-y", "chromium-headless-shell"],
            true,
        ),
    ];
    let lead: &[&str] = match (machine.root, machine.sudo) {
        (true, _) => &[],
        (false, true) => &["sudo", "-n"],
        (false, false) => {
            return Plan::ByHand {
                why: "packages can be installed by root only, and sudo asks for a password"
                    .to_owned(),
                commands: commands
                    .iter()
                    .map(|(words, _)| format!("sudo {}", words.join(" ")))
                    .collect(),
            };
        }
    };
    Plan::Run(
        commands
            .iter()
            .map(|(words, optional)| Step::new(&[lead, words].concat(), *optional))
            .collect(),
    )
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

fn has_sudo() -> bool {
    cfg!(unix)
        && Command::new("sudo")
            .args(["-n", "true"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

/// Runs the steps in order; every line they print goes to `print`, after a line with
/// the command itself.
///
/// # Errors
///
/// [`Code::BrowserUnavailable`] for the first step that fails and is not optional.
pub fn run(steps: &[Step], mut print: impl FnMut(&str)) -> Result<()> {
    let done = run_all(steps, &mut print);
    // Also after a failure: some steps may have replaced a program before it.
    super::version::forget();
    done
}

fn run_all(steps: &[Step], print: &mut impl FnMut(&str)) -> Result<()> {
    for step in steps {
        let command = step.command_line();
        print(&format!("$ {command}"));
        match run_one(step, print) {
            Ok(()) => {}
            Err(why) if step.optional => print(&format!("{command}: {why}; going on without it")),
            Err(why) => {
                return Err(Error::new(
                    Code::BrowserUnavailable,
                    format!("installing the browser failed: `{command}` {why}"),
                )
                .help("run it by hand to see more, then try again"));
            }
        }
    }
    Ok(())
}

fn run_one(step: &Step, print: &mut impl FnMut(&str)) -> Result<(), String> {
    let mut child = Command::new(&step.program)
        .args(&step.args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot be run: {e}"))?;
    let (send, lines) = mpsc::channel::<String>();
    let log = Log::default();
    let sink = |send: mpsc::Sender<String>| {
        move |line: &str| {
            let _ = send.send(line.to_owned());
        }
    };
    if let Some(pipe) = child.stdout.take() {
        log.drain(pipe, sink(send.clone()));
    }
    if let Some(pipe) = child.stderr.take() {
        log.drain(pipe, sink(send.clone()));
    }
    drop(send);
    for line in lines {
        print(&line);
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ended with {status}")),
        Err(e) => Err(e.to_string()),
    }
}

/// Where a program of this name is on `PATH`, for messages of the command line.
#[must_use]
pub fn which(name: &str) -> Option<PathBuf> {
    super::places::Places::of_this_machine()
        .all(&[name], &[])
        .into_iter()
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_plan_follows_the_machine() {
        let machine = Machine {
            apt: true,
            ubuntu: false,
            root: true,
            sudo: false,
        };
        let lines = |machine| match plan_for(machine) {
            Plan::Run(steps) => steps.iter().map(Step::command_line).collect::<Vec<_>>(),
            Plan::ByHand { why, commands } => [vec![why], commands].concat(),
        };
        assert_eq!(
            lines(machine),
            [
                "apt-get update",
                "apt-get install -y chromium chromium-driver",
                "apt-get install -y chromium-headless-shell",
            ]
        );
        let sudo = Machine {
            root: false,
            sudo: true,
            ..machine
        };
        assert_eq!(lines(sudo)[0], "sudo -n apt-get update");
        let nobody = Machine {
            root: false,
            sudo: false,
            ..machine
        };
        assert!(lines(nobody)[0].contains("asks for a password"));
        assert_eq!(lines(nobody)[1], "sudo apt-get update");
        let ubuntu = Machine {
            ubuntu: true,
            ..machine
        };
        assert!(lines(ubuntu)[1].ends_with("chromium-browser chromium-chromedriver"));
        let other = Machine {
            apt: false,
            ..machine
        };
        assert!(lines(other)[0].contains("no apt-get"));
    }

    #[test]
    #[cfg(unix)]
    fn output_is_passed_on_and_only_a_needed_step_stops_the_plan() {
        let step = |script: &str, optional| Step::new(&["sh", "-c", script], optional);
        let mut seen = Vec::new();
        run(
            &[
                step("echo one; echo two >&2", false),
                step("exit 4", true),
                step("echo last", false),
            ],
            |line| seen.push(line.to_owned()),
        )
        .unwrap();
        let seen = seen.join("\n");
        for part in [
            "$ sh -c echo one",
            "\none",
            "\ntwo",
            "status: 4; going on",
            "\nlast",
        ] {
            assert!(seen.contains(part), "{part}: {seen}");
        }
        let error = run(
            &[step("exit 4", false), step("echo never", false)],
            |line| {
                assert_ne!(line, "never");
            },
        );
        assert_eq!(error.unwrap_err().code(), Code::BrowserUnavailable);
    }
}
