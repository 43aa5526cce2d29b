//! One worker process: starting it, talking to it, and seeing it go.

use super::PATIENCE;
use super::stream::Stream;
use crate::config::Config;
use crate::harness::protocol::{self, FromWorker, ToWorker, WORKER_FLAG};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, BufReader, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long output may lag behind the message that ends an attempt, and behind the
/// end of its process.
const LAG: Duration = Duration::from_secs(10);

/// A running worker. Dropped without [`Self::close`] or [`Self::end`], it is killed.
pub(super) struct Process {
    child: Child,
    connection: TcpStream,
    messages: Receiver<io::Result<FromWorker>>,
    output: Stream,
    token: String,
    attempts: u64,
    teardown: Duration,
}

/// What was heard from a worker.
pub(super) enum Said {
    Message(FromWorker),
    /// Something that is no message: whoever wrote it, nothing after it can be trusted.
    Garbage(String),
    /// Not a word in the given time.
    Nothing,
    /// The connection is over.
    End,
}

/// The connections of all workers, so that a signal can stop them.
static CONNECTIONS: Mutex<Vec<TcpStream>> = Mutex::new(Vec::new());

/// Tells every worker to end what it runs.
pub(in crate::harness) fn stop_all(why: &str) {
    let mut connections = CONNECTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    for connection in connections.iter_mut() {
        let _ = protocol::send(connection, &ToWorker::Stop(why.to_owned()));
    }
}

impl Process {
    pub(super) fn start(config: &Config, slot: u32) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let token = token();
        let (reader, writer) = io::pipe()?;
        let mut child = Command::new(std::env::current_exe()?)
            .arg(WORKER_FLAG)
            .env("E2E_RUN_ID", &config.run.id)
            .stdin(Stdio::piped())
            .stdout(writer.try_clone()?)
            .stderr(writer)
            .spawn()?;
        let output = Stream::follow(reader)?;
        let hello = Self::hello(&mut child, &listener, &token, slot);
        let connection = match hello {
            Ok(connection) => connection,
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                let printed = output.take_all(LAG);
                let text = format!("{error}\nit printed:\n{printed}");
                return Err(io::Error::new(error.kind(), text));
            }
        };
        let mut source = BufReader::new(connection.try_clone()?);
        let (sender, messages) = mpsc::channel();
        thread::Builder::new()
            .name("e2e-worker-messages".to_owned())
            .spawn(move || {
                while let Some(message) = protocol::receive(&mut source).transpose() {
                    let is_last = message.is_err();
                    if sender.send(message).is_err() || is_last {
                        return;
                    }
                }
            })?;
        let registered = connection.try_clone()?;
        CONNECTIONS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(registered);
        Ok(Self {
            child,
            connection,
            messages,
            output,
            token,
            attempts: 0,
            teardown: config.timeouts.teardown,
        })
    }

    /// Tells the child where to connect, through its standard input because nobody
    /// else can read that, and waits until it proves to be the child.
    fn hello(
        child: &mut Child,
        listener: &TcpListener,
        token: &str,
        slot: u32,
    ) -> io::Result<TcpStream> {
        let port = listener.local_addr()?.port();
        if let Some(mut stdin) = child.stdin.take() {
            writeln!(stdin, "{port} {token} {slot}")?;
        }
        listener.set_nonblocking(true)?;
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match listener.accept() {
                Ok((connection, _)) => {
                    connection.set_nonblocking(false)?;
                    connection.set_nodelay(true)?;
                    connection.set_read_timeout(Some(PATIENCE))?;
                    if said_hello(&connection, token) {
                        connection.set_read_timeout(None)?;
                        return Ok(connection);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if let Some(status) = child.try_wait()? {
                        let text = format!("it ended at once: {status}");
                        return Err(io::Error::other(text));
                    }
                    thread::sleep(Duration::from_millis(2));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "it did not report in time",
        ))
    }

    pub(super) fn send(&mut self, message: &ToWorker) -> io::Result<()> {
        self.attempts += u64::from(matches!(message, ToWorker::Run { .. }));
        protocol::send(&mut self.connection, message)
    }

    /// The next message, waiting no longer than told.
    pub(super) fn listen(&self, patience: Option<Duration>) -> Said {
        let heard = match patience {
            Some(patience) => self.messages.recv_timeout(patience),
            None => self.messages.recv().map_err(RecvTimeoutError::from),
        };
        match heard {
            Ok(Ok(message)) => Said::Message(message),
            Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Said::Garbage(error.to_string())
            }
            Ok(Err(_)) => Said::End,
            Err(RecvTimeoutError::Timeout) => Said::Nothing,
            Err(RecvTimeoutError::Disconnected) => Said::End,
        }
    }

    /// What the worker printed during the attempt that it just ended.
    pub(super) fn output_of_attempt(&self) -> String {
        let marker = protocol::marker(&self.token, self.attempts);
        self.output.take_until(&marker, LAG)
    }

    /// Lets it shut down what its tests shared, and waits for it. Returns what went
    /// wrong there.
    pub(super) fn close(mut self) -> Vec<String> {
        let _ = self.connection.shutdown(Shutdown::Write);
        let Some(_) = self.wait(self.teardown * 2 + LAG) else {
            return vec!["a test's process did not end after its last test and was killed".into()];
        };
        let mut problems = Vec::new();
        // It has ended, so what it said is all there.
        while let Said::Message(message) = self.listen(Some(LAG)) {
            if let FromWorker::Problems(said) = message {
                problems.extend(said);
            }
        }
        if let Some(problem) = problems.last_mut() {
            let printed = self.output.take_all(Duration::from_millis(500));
            if !printed.is_empty() {
                problem.push_str(&format!("\nit printed:\n{}", printed.trim_end()));
            }
        }
        problems
    }

    /// Ends it and says how it ended, with what it printed last.
    pub(super) fn end(mut self) -> (String, String) {
        let _ = self.connection.shutdown(Shutdown::Both);
        // A worker that died is gone at once; one that hangs gets no long wait.
        let status = self.wait(Duration::from_secs(1));
        let how = status.map_or_else(
            || "it did not answer and was killed".to_owned(),
            |status| status.to_string(),
        );
        let printed = self.output.take_all(Duration::from_millis(500));
        // It may have come as far as the end of its attempt, which is no output.
        let marker = protocol::marker(&self.token, self.attempts);
        (how, printed.replace(&marker, ""))
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(address) = self.connection.peer_addr() {
            CONNECTIONS
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .retain(|other| other.peer_addr().ok() != Some(address));
        }
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn said_hello(connection: &TcpStream, token: &str) -> bool {
    let Ok(source) = connection.try_clone() else {
        return false;
    };
    // One byte at a time: what follows the first line is read elsewhere.
    let mut source = BufReader::with_capacity(1, source);
    matches!(
        protocol::receive(&mut source),
        Ok(Some(FromWorker::Hello { token: said })) if said == token
    )
}

/// 128 bits nobody can guess: the standard library seeds its hashers from the system.
fn token() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}
