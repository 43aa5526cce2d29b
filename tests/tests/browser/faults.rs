//! Browsers and drivers that are missing, do not fit, or misbehave.

use super::config;
use e2e::browser::{Session, find};
use e2e::config::Config;
use e2e::{Code, Error};
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program made of a shell script. Another process writes it: one that is still open
/// for writing somewhere cannot be run.
pub(super) fn program(folder: &Path, name: &str, script: &str) -> PathBuf {
    let path = folder.join(name);
    let mut shell = Command::new("sh")
        .args(["-c", r#"cat >"$0" && chmod +x "$0""#])
        .arg(&path)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("#!/bin/sh\n{script}\n");
    shell
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    assert!(shell.wait().unwrap().success());
    path
}

/// A pair of version 99 whose driver runs `script`.
fn pair(folder: &Path, script: &str) -> Config {
    let mut config = config();
    let version = |name| format!("[ \"$1\" = --version ] && echo {name} 99.0.1 && exit\n");
    config.browser.binary = Some(program(
        folder,
        "chromium",
        &(version("Chromium") + "exit 1"),
    ));
    config.browser.driver = Some(program(
        folder,
        "chromedriver",
        &(version("ChromeDriver") + script),
    ));
    config.timeouts.startup = Duration::from_secs(2);
    config
}

async fn failure(config: &Config) -> Error {
    match Session::start(config).await {
        Ok(session) => panic!("a session opened: {session:?}"),
        Err(error) => error,
    }
}

fn check(error: &Error, code: Code, parts: &[&str]) {
    let shown = format!("{error:?}");
    assert_eq!(error.code(), code, "{shown}");
    for part in parts {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

/// What a server does with a connection.
#[derive(Clone, Copy)]
enum Manner {
    /// Answers `/status`, and nothing else.
    OnlyStatus,
    /// Takes the connection and says nothing.
    Mute,
    /// Answers with a web page.
    Page,
    /// Hangs up.
    HangUp,
}

/// A server that a fake driver points to.
fn server(manner: Manner) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream, manner));
        }
    });
    port
}

fn answer(mut stream: TcpStream, manner: Manner) {
    let mut request = [0; 4096];
    let length = stream.read(&mut request).unwrap_or(0);
    let status = request[..length].starts_with(b"GET /status");
    let body = match manner {
        Manner::HangUp => return,
        Manner::Page => "<html>hello</html>",
        Manner::OnlyStatus if status => r#"{"value":{"ready":true}}"#,
        Manner::OnlyStatus | Manner::Mute => {
            std::thread::sleep(Duration::from_secs(60));
            return;
        }
    };
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

#[test]
fn a_pair_that_does_not_fit_names_both_and_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    let browser = program(folder.path(), "chromium", "echo Chromium 99.0.1.2");
    let driver = program(folder.path(), "chromedriver", "echo ChromeDriver 98.7.6.5");
    config.browser.binary = Some(browser.clone());
    config.browser.driver = Some(driver.clone());
    let error = find::find(&config.browser).unwrap_err();
    check(
        &error,
        Code::BrowserUnavailable,
        &[
            &format!("browser {} is version 99.0.1.2", browser.display()),
            &format!("driver {} is version 98.7.6.5", driver.display()),
            "a driver of version 99",
            "cargo e2e install",
        ],
    );
}

#[test]
fn what_is_named_and_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let good = program(folder.path(), "chromium", "echo Chromium 99.0.1");
    let broken = program(folder.path(), "broken", "exit 9");
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "").unwrap();
    let absent = folder.path().join("absent");
    for (binary, driver, parts) in [
        (
            &absent,
            &good,
            ["the browser", "there is no such file", "E2E_BROWSER"],
        ),
        (
            &good,
            &absent,
            ["the driver", "there is no such file", "E2E_DRIVER"],
        ),
        (
            &plain,
            &good,
            ["the browser", "no program that can be run", "E2E_BROWSER"],
        ),
        (
            &broken,
            &good,
            ["the browser", "exit status: 9", "cargo e2e install"],
        ),
        (
            &good,
            &broken,
            ["the driver", "exit status: 9", "cargo e2e install"],
        ),
    ] {
        let mut config = config();
        config.browser.binary = Some(binary.clone());
        config.browser.driver = Some(driver.clone());
        check(
            &find::find(&config.browser).unwrap_err(),
            Code::BrowserUnavailable,
            &parts,
        );
    }
}

#[test]
fn a_browser_that_is_not_installed_says_what_was_looked_for_and_where() {
    let mut config = config();
    config.browser.kind = Some(e2e::BrowserKind::Edge);
    check(
        &find::find(&config.browser).unwrap_err(),
        Code::BrowserUnavailable,
        &[
            "no browser was found",
            "looked for: microsoft-edge",
            "looked in: ",
            "/usr/bin",
            "cargo e2e install",
        ],
    );
    let survey = find::survey(&config.browser);
    assert!(survey.chosen.is_err());
    assert!(survey.browsers.iter().any(|found| found.version.is_ok()));
    assert!(survey.drivers.iter().any(|found| found.version.is_ok()));
}

#[tokio::test]
async fn a_driver_that_never_names_its_port_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = pair(folder.path(), "echo Starting on port 0; exec sleep 600");
    config.timeouts.startup = Duration::from_millis(700);
    check(
        &failure(&config).await,
        Code::DriverFailed,
        &["did not say on which port it listens", "Starting on port 0"],
    );
}

#[tokio::test]
async fn a_driver_that_prints_garbage_and_ends_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let config = pair(
        folder.path(),
        r"printf 'on port \377\376\n successfully on port x\n'; echo cannot bind >&2; exit 3",
    );
    check(
        &failure(&config).await,
        Code::DriverFailed,
        &["ended before it was ready", "exit status: 3", "cannot bind"],
    );
}

#[tokio::test]
async fn a_driver_whose_port_is_taken_is_started_again_and_then_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let starts = folder.path().join("starts");
    let config = pair(
        folder.path(),
        &format!(
            "echo start >>'{}'; echo 'bind() failed: Address already in use (98)' >&2; exit 1",
            starts.display()
        ),
    );
    let error = failure(&config).await;
    check(&error, Code::DriverFailed, &["Address already in use"]);
    let started = std::fs::read_to_string(&starts).unwrap();
    assert_eq!(started.lines().count(), 3, "{started}");
}

#[tokio::test]
async fn servers_that_are_no_driver_are_told_apart() {
    for (manner, code, parts) in [
        (
            Manner::OnlyStatus,
            Code::BrowserUnavailable,
            ["did not start within 2s", "timeouts.startup"],
        ),
        (
            Manner::Mute,
            Code::DriverFailed,
            ["does not answer any more", "its last lines"],
        ),
        (
            Manner::Page,
            Code::DriverFailed,
            ["opening a browser session failed", "html"],
        ),
        (
            Manner::HangUp,
            Code::DriverFailed,
            ["opening a browser session failed", "does not answer"],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let port = server(manner);
        let script = format!("echo Fake was started successfully on port {port}.; exec sleep 600");
        check(&failure(&pair(folder.path(), &script)).await, code, &parts);
    }
}

#[tokio::test]
async fn a_browser_that_does_not_start_is_not_blamed_on_the_driver() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    let found = find::find(&config.browser).unwrap();
    let version = format!(
        "[ \"$1\" = --version ] && echo Chromium {} && exit\n",
        found.browser_version
    );
    let script = version + "echo missing library >&2; exit 127";
    config.browser.binary = Some(program(folder.path(), "chromium", &script));
    check(
        &failure(&config).await,
        Code::BrowserUnavailable,
        &["does not start", "run it by hand", "--dump-dom"],
    );
}
