//! The driver process: started by us, on a port it picks itself.

use crate::code::Code;
use crate::error::{Error, Result};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// A running driver.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// Starts the program and waits until it says on which port it listens.
    pub(crate) fn start(program: &Path, limit: Duration) -> Result<Self> {
        let failed = |what: String| Error::new(Code::DriverFailed, what);
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| failed(format!("cannot start {}", program.display())).caused_by(e))?;
        let (send, receive) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(|line| line.ok()) {
                    if let Some(port) = port_in(&line) {
                        let _ = send.send(port);
                    }
                }
            });
        }
        match receive.recv_timeout(limit) {
            Ok(port) => Ok(Self { child, port }),
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(failed(format!("{} named no port", program.display())))
            }
        }
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port in `ChromeDriver was started successfully on port 37153.`
fn port_in(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("successfully on port ")?;
    rest.trim_end().trim_end_matches('.').parse().ok()
}
