//! The driver process: started by us, on a port it picks itself.
//!
//! It runs in the process group of the test, so whatever ends the group ends it, and
//! its temporary folder lies in ours. Plain `std::process`, because it outlives the
//! runtime of the test that happened to start it.

use super::log::Log;
use super::process::{self, Process};
use crate::code::Code;
use crate::config::BrowserKind;
use crate::error::{Error, Result};
use crate::text::show_duration;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many lines of the driver's log an error shows.
const SHOWN: usize = 12;

/// A driver process, running or ended.
#[derive(Debug)]
pub(super) struct Driver {
    program: PathBuf,
    process: Option<Process>,
    folder: PathBuf,
    log: Log,
    child: Mutex<Child>,
    port: std::sync::Arc<Port>,
}

/// The port, once it was printed.
#[derive(Debug, Default)]
struct Port {
    number: Mutex<Option<u16>>,
    known: Condvar,
}

impl Port {
    fn get(&self) -> Option<u16> {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, port: u16) {
        let mut number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        // Later lines may name the port of a browser.
        number.get_or_insert(port);
        self.known.notify_all();
    }

    fn wait(&self, limit: Duration) -> Option<u16> {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, _) = self
            .known
            .wait_timeout_while(number, limit, |number| number.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        *number
    }
}

impl Driver {
    /// Starts the program; `folder` is where it may write, and marks it as ours.
    pub(super) fn spawn(program: &Path, kind: BrowserKind, folder: PathBuf) -> Result<Self> {
        let mark = format!("{}/", folder.display());
        let mut command = Command::new(program);
        match kind {
            BrowserKind::Firefox => command
                .args(["--port", "0", "--websocket-port", "0"])
                .arg(format!("--profile-root={mark}")),
            BrowserKind::Safari => command.args(["--port", &free_port()?.to_string()]),
            _ => command.arg("--port=0").arg(format!("--e2e-session={mark}")),
        };
        // The browser puts sockets there, whose paths macOS allows to be short only.
        if !cfg!(target_os = "macos") {
            command.envs(["TMPDIR", "TEMP", "TMP"].map(|name| (name, &mark)));
        }
        // A signal to the test's group, as nextest sends it at a time limit, must leave
        // it time for a last picture; the watchdog ends what this process cannot.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| {
                Error::new(
                    Code::BrowserUnavailable,
                    format!("the driver {} cannot be started", program.display()),
                )
                .caused_by(e)
                .help("install browser and driver with `cargo e2e install`, or name a driver that runs: E2E_DRIVER=/path/to/driver")
            })?;
        let log = Log::default();
        let port = std::sync::Arc::<Port>::default();
        if let Some(pipe) = child.stdout.take() {
            let port = port.clone();
            log.drain(pipe, move |line| {
                if let Some(number) = port_in(line) {
                    port.set(number);
                }
            });
        }
        if let Some(pipe) = child.stderr.take() {
            log.drain(pipe, |_| {});
        }
        Ok(Self {
            program: program.to_owned(),
            process: Process::of(child.id()),
            folder,
            log,
            child: Mutex::new(child),
            port,
        })
    }

    /// Waits until it says on which port it listens.
    pub(super) fn wait_until_ready(&self, limit: Duration) -> Result<()> {
        let end = Instant::now() + limit;
        loop {
            // Short waits, because a driver that ends never prints its port.
            let left = end.saturating_duration_since(Instant::now());
            if self
                .port
                .wait(left.min(Duration::from_millis(50)))
                .is_some()
            {
                return Ok(());
            }
            if self.exit_status().is_some() {
                return Err(self.failure("ended before it was ready"));
            }
            if left.is_zero() {
                let what = format!(
                    "did not say on which port it listens within {}",
                    show_duration(limit)
                );
                let error = self.failure(&what);
                self.kill();
                return Err(error.help(
                    "check that the program is a WebDriver server: run it with `--port=0` by hand",
                ));
            }
        }
    }

    /// Its address, once it is ready.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port.get().unwrap_or_default())
    }

    /// The program it runs.
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// The process, when it could be seen.
    pub(super) fn process(&self) -> Option<Process> {
        self.process
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it ended, when it has.
    pub(super) fn exit_status(&self) -> Option<ExitStatus> {
        self.child().try_wait().ok().flatten()
    }

    /// An error about it that shows how it ended and what it said last.
    pub(super) fn failure(&self, what: &str) -> Error {
        let mut error = Error::new(
            Code::DriverFailed,
            format!("the driver {} {what}", self.program.display()),
        );
        if let Some(status) = self.exit_status() {
            error = error.note(format!("it ended with {status}"));
        }
        match self.log.tail(SHOWN).as_str() {
            "" => error.note("it printed nothing"),
            tail => error.note(format!("its last lines:\n{tail}")),
        }
    }

    /// Whether it ended because somebody else listened on the port it picked.
    pub(super) fn found_its_port_taken(&self) -> bool {
        let tail = self.log.tail(SHOWN).to_lowercase();
        self.exit_status().is_some() && tail.contains("address already in use")
    }

    /// The last lines it printed.
    pub(super) fn log_tail(&self) -> String {
        self.log.tail(SHOWN)
    }

    /// Where it writes, and the mark of what it started.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends it and everything below it, and removes its folder.
    pub(super) fn kill(&self) {
        let roots: Vec<Process> = self.process.into_iter().collect();
        // The whole family first: once the driver is gone, what it started can no
        // longer be found below it.
        process::end(&self.folder, &roots, Duration::from_secs(5));
        {
            let mut child = self.child();
            let _ = child.kill();
            let _ = child.wait();
        }
        super::scratch::remove(&self.folder);
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.exit_status().is_none() {
            self.kill();
        }
    }
}

/// The port in `ChromeDriver was started successfully on port 37153.` and in
/// geckodriver's `Listening on 127.0.0.1:37153`.
fn port_in(line: &str) -> Option<u16> {
    let rest = ["successfully on port ", "Listening on 127.0.0.1:"]
        .iter()
        .find_map(|lead| line.split_once(lead))?
        .1;
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest[..digits].parse().ok().filter(|port| *port != 0)
}

/// A port nobody listens on, for drivers that cannot pick one. Somebody else may take
/// it first; the driver then fails to start and says so.
fn free_port() -> Result<u16> {
    std::net::TcpListener::bind(("127.0.0.1", 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|e| Error::new(Code::DriverFailed, "no free port was found").caused_by(e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_from_what_drivers_print() {
        for (line, port) in [
            (
                "ChromeDriver was started successfully on port 37153.",
                Some(37153),
            ),
            (
                "Microsoft Edge WebDriver was started successfully on port 9.",
                Some(9),
            ),
            (
                "1795\tgeckodriver\tINFO\tListening on 127.0.0.1:4444",
                Some(4444),
            ),
            ("Starting ChromeDriver 156.0 on port 0", None),
            ("DevTools listening on ws://127.0.0.1:5000/devtools", None),
            ("was started successfully on port many.", None),
            ("was started successfully on port 99999.", None),
            ("", None),
        ] {
            assert_eq!(port_in(line), port, "{line}");
        }
    }
}
