//! A worker: this binary again, running single tests for the run's process.

use super::engine::{Engine as _, Listener};
use super::in_process::InProcess;
use super::protocol::{self, FromWorker, ToWorker, WORKER_FLAG};
use super::terminal::Terminal;
use super::{Hooks, Target, config, plan, running, signals};
use crate::case::{self, Case};
use crate::panic_log::Panic;
use crate::report::journal::Doing;
use crate::secret::known;
use std::collections::HashMap;
use std::io::{self, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::ExitCode;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whether this process was started as a worker.
pub(super) fn is_asked_for() -> bool {
    std::env::args_os()
        .nth(1)
        .is_some_and(|arg| arg == WORKER_FLAG)
}

/// Runs what the connection asks for, until it ends.
pub(super) fn main(target: &Target, hooks: &Hooks) -> ExitCode {
    let terminal = Terminal::new();
    (hooks.on_worker)();
    let worked = work(target, hooks, &terminal);
    // Whatever ended the work, what tests shared must not outlive this process. What
    // went wrong earlier was told; here nobody is left to hear it.
    let _ = (hooks.on_shutdown)();
    match worked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal.err(&format!(
                "error: a test's process could not work: {error}\n"
            ));
            ExitCode::from(super::FAILED)
        }
    }
}

/// The way to the run's process, shared with what reports panics.
#[derive(Clone)]
struct Speaker(Arc<Mutex<TcpStream>>);

impl Speaker {
    fn say(&self, message: &FromWorker) -> io::Result<()> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        protocol::send(&mut *stream, message)
    }
}

fn work(target: &Target, hooks: &Hooks, terminal: &Terminal) -> io::Result<()> {
    let (connection, token, slot) = connect()?;
    let speaker = Speaker(Arc::new(Mutex::new(connection.try_clone()?)));
    let prepared = prepare(target).and_then(|prepared| {
        target.set_up()?;
        Ok(prepared)
    });
    let (config, cases) = match prepared {
        Ok(prepared) => prepared,
        Err(why) => return speaker.say(&FromWorker::Unfit(why)),
    };
    signals::watch(|name, _| running::stop(&format!("{name} ended the run")));
    let commands = listen(connection)?;
    let panics = speaker.clone();
    let mut engine = InProcess {
        config,
        hooks,
        capture: false,
        tell: Some(Arc::new(move |panic: &Panic| {
            let mut panic = panic.clone();
            panic.message = known::process().redact(&panic.message);
            let _ = panics.say(&FromWorker::Panicked(panic));
        })),
        slot,
        home: None,
    };
    let mut count = 0;
    for (name, attempt, watched) in commands {
        let Some(case) = cases.get(&name) else {
            speaker.say(&FromWorker::Unfit(format!("it knows no test `{name}`")))?;
            break;
        };
        let teller = Teller {
            speaker: &speaker,
            watched,
        };
        let ran = engine.attempt(case, attempt, &teller);
        let _ = io::stdout().flush();
        count += 1;
        terminal.err(&protocol::marker(&token, count));
        speaker.say(&FromWorker::Ended(Box::new(ran)))?;
    }
    let problems = (hooks.on_shutdown)();
    if problems.is_empty() {
        return Ok(());
    }
    speaker.say(&FromWorker::Problems(problems))
}

/// Tells the run's process how an attempt goes on.
struct Teller<'a> {
    speaker: &'a Speaker,
    watched: bool,
}

impl Listener for Teller<'_> {
    fn started(&self) {
        let _ = self.speaker.say(&FromWorker::Started);
    }

    fn is_watching(&self) -> bool {
        self.watched
    }

    fn doing(&self, doing: Doing) {
        let _ = self.speaker.say(&FromWorker::Doing(doing));
    }
}

type Prepared = (Arc<crate::Config>, HashMap<String, Arc<Case>>);

fn prepare(target: &Target) -> Result<Prepared, String> {
    let config = config(target, &crate::config::launch())?;
    let cases = plan::cases(case::registered(), target.module)?
        .into_iter()
        .map(|case| (case.name().to_owned(), Arc::new(case)))
        .collect();
    Ok((config, cases))
}

/// Connects to the run's process, which wrote port, token and the number of this worker
/// to standard input.
fn connect() -> io::Result<(TcpStream, String, u32)> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let wrong = || io::Error::other("standard input says no port, token and number");
    let mut words = line.split_whitespace();
    let (Some(port), Some(token), Some(slot)) = (words.next(), words.next(), words.next()) else {
        return Err(wrong());
    };
    let port: u16 = port.parse().map_err(|_| wrong())?;
    let slot: u32 = slot.parse().map_err(|_| wrong())?;
    let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    connection.set_nodelay(true)?;
    let hello = FromWorker::Hello {
        token: token.to_owned(),
    };
    protocol::send(&mut connection, &hello)?;
    Ok((connection, token.to_owned(), slot))
}

/// Listens on a thread of its own, because a stop has to be heard while a test
/// runs. The end of the connection is one: whoever started the test is gone.
fn listen(connection: TcpStream) -> io::Result<mpsc::Receiver<(String, u32, bool)>> {
    let (sender, receiver) = mpsc::channel();
    let mut source = BufReader::new(connection);
    thread::Builder::new()
        .name("e2e-commands".to_owned())
        .spawn(move || {
            loop {
                match protocol::receive(&mut source) {
                    Ok(Some(ToWorker::Run {
                        name,
                        attempt,
                        watched,
                    })) => {
                        if sender.send((name, attempt, watched)).is_err() {
                            return;
                        }
                    }
                    Ok(Some(ToWorker::Stop(why))) => running::stop(&why),
                    Ok(None) | Err(_) => {
                        running::stop("the run's process is gone");
                        return;
                    }
                }
            }
        })?;
    Ok(receiver)
}
