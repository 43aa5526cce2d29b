//! An app started as a program by `[app]` in `e2e.toml`.

use super::ready::{self, Ready};
use crate::browser::adopt::Adopted;
use crate::code::Code;
use crate::config::{AppConfig, Config};
use crate::error::{Error, Result};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How many of the program's last lines a failure quotes.
const QUOTED: usize = 20;

/// How long an app may take to get ready when nothing else is said.
const STARTUP: Duration = Duration::from_secs(60);

/// How long the last words of a program that ended are waited for: what it started may
/// hold its output for longer.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// A program that serves the app.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    adopted: Adopted,
    pub(super) url: String,
    line: String,
    log: PathBuf,
    /// What it printed last: one for each stream, so that a talkative one does not push
    /// out the other's last words.
    tails: [Tail; 2],
    readers: Vec<JoinHandle<()>>,
    exited: Option<ExitStatus>,
}

/// The program's last lines, filled by its reader threads.
type Tail = Arc<Mutex<VecDeque<String>>>;

impl Program {
    /// Starts the program and waits until it answers.
    pub(super) fn start(
        root: &Path,
        app: &AppConfig,
        command: &str,
        log: &Path,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Self> {
        let limit = app.startup_timeout.unwrap_or(STARTUP);
        let port = free_port()?;
        let fill = |text: &str| text.replace("{port}", &port.to_string());
        let url = fill(app.url.as_deref().unwrap_or("http://127.0.0.1:{port}"));
        let url = url.trim_end_matches('/').to_owned();
        let ready = ready_url(app, &url);
        let line = std::iter::once(command)
            .chain(app.args.iter().map(String::as_str))
            .map(fill)
            .collect::<Vec<_>>()
            .join(" ");
        if ready::is_taken(&ready) {
            return Err(Error::new(
                Code::AppAlreadyRunning,
                format!("something already answers at {url}, so the app was not started"),
            )
            .help("stop it, or let the app take a free port: write `{port}` in `[app] url` and `args`")
            .help("to test what already runs, outside of CI: `[app] reuse_existing = true`"));
        }
        let (said, complained) = (Tail::default(), Tail::default());
        let adopted = Adopted::new()?;
        let (program, place) = located(root, &fill(command));
        let mut program = Command::new(program);
        adopted.mark(&mut program);
        let mut child = program
            .args(app.args.iter().map(|arg| fill(arg)))
            .envs(app.env.iter().map(|(name, value)| (name, fill(value))))
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                Error::new(
                    Code::TestSetupFailed,
                    format!("cannot start the app: `{line}`"),
                )
                .caused_by(error)
                .note(format!("it was looked for {place}"))
                .help("`[app] command` in e2e.toml names one program; its arguments go into `args`")
            })?;
        let log_file = Arc::new(Mutex::new(open_log(log)));
        let mut readers = Vec::new();
        if let Some(out) = child.stdout.take() {
            readers.push(keep_reading(out, Arc::clone(&said), Arc::clone(&log_file)));
        }
        if let Some(out) = child.stderr.take() {
            readers.push(keep_reading(out, Arc::clone(&complained), log_file));
        }
        let mut exited = None;
        let outcome = ready::wait(&ready, limit, || {
            exited = child.try_wait().ok().flatten();
            exited.is_some() || !is_wanted()
        });
        let mut program = Self {
            child,
            adopted,
            url,
            line,
            log: log.to_owned(),
            tails: [said, complained],
            readers,
            exited,
        };
        let line = &program.line;
        let failure = match outcome {
            Ready::Yes => return Ok(program),
            Ready::GivenUp => match exited {
                Some(status) => format!("the app ended before it was ready: `{line}`, {status}"),
                None => format!("nobody waits for the app any more: `{line}`"),
            },
            Ready::No(seen) => format!(
                "the app was not ready after {}: `{line}`, asked {ready}, {seen}",
                crate::text::show_duration(limit)
            ),
        };
        program.stop();
        // With the program and all it started gone, its last words come to an end.
        for reader in program.readers.drain(..) {
            let _ = reader.join();
        }
        let quoted = program.quoted();
        let error = Error::new(Code::TestSetupFailed, failure);
        let error = if quoted.is_empty() {
            error.note("it printed nothing")
        } else {
            error.note(format!("its last lines:\n{}", quoted.join("\n")))
        };
        Err(error
            .note(format!("its whole log: {}", log.display()))
            .help("run the command by hand; raise `[app] startup_timeout` if it only needs longer"))
    }

    /// What is said of the program when it has ended by itself: how, and its last lines.
    pub(super) fn ended(&mut self) -> Option<String> {
        if self.exited.is_none() {
            self.exited = self.child.try_wait().ok().flatten();
        }
        let status = self.exited?;
        let end = Instant::now() + LAST_WORDS;
        while !self.readers.iter().all(JoinHandle::is_finished) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        // A blank line would end the failure for who reads it.
        let lines: Vec<String> = self.quoted();
        let lines: Vec<&str> = lines
            .iter()
            .map(String::as_str)
            .filter(|line| !line.trim().is_empty())
            .collect();
        let said = match lines.is_empty() {
            true => "it printed nothing".to_owned(),
            false => format!("its last lines:\n{}", lines.join("\n")),
        };
        Some(format!(
            "the app ended while tests used it: `{}`, {status}; {said}\nits whole log: {}",
            self.line,
            self.log.display()
        ))
    }

    fn quoted(&self) -> Vec<String> {
        self.tails
            .iter()
            .flat_map(|tail| {
                let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.iter().cloned().collect::<Vec<_>>()
            })
            .collect()
    }

    /// Ends the program and everything it started.
    pub(super) fn stop(&mut self) {
        if self.exited.is_some() {
            self.adopted.end_rest();
            return;
        }
        self.adopted.end(self.child.id());
        // Reaps it, so that no zombie is left; it was just killed.
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What is asked to see whether the app at `url` is ready.
fn ready_url(app: &AppConfig, url: &str) -> String {
    let path = app.ready.as_deref().unwrap_or("/");
    format!(
        "{}/{}",
        url.trim_end_matches('/'),
        path.trim_start_matches('/')
    )
}

/// The address of an app that runs already and that the configuration wants used.
///
/// # Errors
///
/// When no such app could ever be found.
pub(super) fn existing(config: &Config) -> Result<Option<String>> {
    let app = &config.app;
    // What runs on a machine of its own was left there by mistake.
    if !app.reuse_existing || config.run.ci {
        return Ok(None);
    }
    let Some(url) = app.url.as_deref().filter(|url| !url.contains("{port}")) else {
        return Err(Error::new(
            Code::InvalidConfig,
            "`[app] reuse_existing` is set, but the app has no fixed address to look at",
        )
        .help("write `[app] url` with a port instead of `{port}`"));
    };
    let seen = ready::wait(&ready_url(app, url), Duration::ZERO, || false);
    Ok((seen == Ready::Yes).then(|| url.trim_end_matches('/').to_owned()))
}

/// A port nothing listens on now. Another program could take it before the app does;
/// the app then says so in its log, which the failure quotes.
fn free_port() -> Result<u16> {
    std::net::TcpListener::bind(("127.0.0.1", 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| {
            Error::new(
                Code::EnvironmentUnavailable,
                "cannot find a free port on 127.0.0.1",
            )
            .caused_by(error)
        })
}

fn open_log(path: &Path) -> Option<std::fs::File> {
    std::fs::create_dir_all(path.parent()?).ok()?;
    std::fs::File::create(path).ok()
}

fn keep_reading(
    out: impl Read + Send + 'static,
    tail: Tail,
    log: Arc<Mutex<Option<std::fs::File>>>,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        for line in BufReader::new(out).split(b'\n') {
            let Ok(line) = line else { return };
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            if let Some(file) = &mut *log.lock().unwrap_or_else(PoisonError::into_inner) {
                // A full disk costs the log file, never the run.
                let _ = writeln!(file, "{line}");
            }
            let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            if tail.len() == QUOTED {
                tail.pop_front();
            }
            tail.push_back(line);
        }
    })
}

/// The program of a command, and where the system looks for it. A path is one from the
/// folder of `e2e.toml`, on every system: what a relative one is from otherwise depends
/// on it.
fn located(root: &Path, command: &str) -> (PathBuf, String) {
    match command.contains(std::path::is_separator) {
        true => {
            let path = root.join(command);
            let place = format!("at {}", path.display());
            (path, place)
        }
        false => (PathBuf::from(command), "in the folders of PATH".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_from_the_folder_of_the_configuration() {
        let root = Path::new("/shop");
        for (command, program, place) in [
            ("./serve", "/shop/./serve", "at /shop/./serve"),
            (
                "target/debug/shop",
                "/shop/target/debug/shop",
                "at /shop/target/debug/shop",
            ),
            ("/bin/sh", "/bin/sh", "at /bin/sh"),
            ("npm", "npm", "in the folders of PATH"),
        ] {
            assert_eq!(
                located(root, command),
                (PathBuf::from(program), place.to_owned())
            );
        }
    }
}
