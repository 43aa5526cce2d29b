//! Attempts in worker processes, seen from the run's process.
//!
//! A worker runs one test at a time, so everything it prints belongs to that test,
//! and a crash costs one test and one worker.

mod process;
mod stream;

use super::engine::{Engine, Listener, Ran};
use super::protocol::{FromWorker, ToWorker};
use crate::case::Case;
use crate::config::Config;
use crate::failure::Failure;
use crate::panic_log::Panic;
use crate::secret::mask::Mask;
use crate::text;
use process::{Process, Said};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) use process::stop_all;

/// How long a worker may take to say hello, and to answer after a limit of its own.
const PATIENCE: Duration = Duration::from_secs(60);

/// One slot's worker, replaced when it is lost or tainted.
pub(super) struct Pool {
    config: Arc<Config>,
    /// Its number among those that run at the same time.
    slot: u32,
    worker: Option<Process>,
    /// What went wrong in workers that shut down.
    problems: Vec<String>,
}

impl Pool {
    pub(super) fn new(config: Arc<Config>, slot: u32) -> Self {
        Self {
            config,
            slot,
            worker: None,
            problems: Vec::new(),
        }
    }

    fn run(
        &mut self,
        worker: &mut Process,
        case: &Case,
        number: u32,
        listener: &dyn Listener,
    ) -> Result<Ran, Lost> {
        let mut lost = Lost::default();
        let run = ToWorker::Run {
            name: case.name().to_owned(),
            attempt: number,
            watched: listener.is_watching(),
        };
        if worker.send(&run).is_err() {
            return Err(lost);
        }
        let deadline = self.deadline(case);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            match worker.listen(left) {
                Said::Message(FromWorker::Started) => listener.started(),
                Said::Message(FromWorker::Doing(doing)) => listener.doing(doing),
                Said::Message(FromWorker::Panicked(panic)) => lost.panics.push(panic),
                Said::Message(FromWorker::Ended(mut ran)) => {
                    let hidden = Mask::new(&std::mem::take(&mut ran.hidden));
                    let printed = worker.output_of_attempt();
                    let mut output = hidden.redact(&printed).into_owned();
                    if !output.is_empty() && !output.ends_with('\n') {
                        output.push('\n');
                    }
                    output.push_str(&ran.output);
                    ran.output = output;
                    return Ok(*ran);
                }
                Said::Message(FromWorker::Unfit(why)) => {
                    lost.why = Some(why);
                    return Err(lost);
                }
                Said::Message(FromWorker::Problems(problems)) => self.problems.extend(problems),
                Said::Message(FromWorker::Hello { .. }) => {}
                Said::Garbage(what) => {
                    lost.why = Some(format!(
                        "it wrote {what} to the harness, which is no message, so its results cannot be trusted"
                    ));
                    return Err(lost);
                }
                Said::Nothing => {
                    lost.why = Some("it did not answer when the test's time was up".to_owned());
                    return Err(lost);
                }
                Said::End => return Err(lost),
            }
        }
    }

    /// The worker keeps the test's clock; this one is for a worker that cannot.
    fn deadline(&self, case: &Case) -> Option<Instant> {
        let limit = case.timeout().unwrap_or(self.config.timeouts.test);
        let all = limit
            .checked_add(self.config.timeouts.teardown * 2)?
            .checked_add(PATIENCE)?;
        Instant::now().checked_add(all)
    }
}

impl Engine for Pool {
    fn attempt(&mut self, case: &Arc<Case>, number: u32, listener: &dyn Listener) -> Ran {
        let worker = match self.worker.take() {
            Some(worker) => Ok(worker),
            None => Process::start(&self.config, self.slot),
        };
        let mut worker = match worker {
            Ok(worker) => worker,
            Err(error) => {
                let text = format!("could not start a process for the test: {error}");
                let failure = Failure::new(case.def().location(), text);
                return Ran::failed(case, number, &failure, String::new());
            }
        };
        let begun = Instant::now();
        match self.run(&mut worker, case, number, listener) {
            Ok(ran) if ran.tainted => {
                self.problems.extend(worker.close());
                ran
            }
            Ok(ran) => {
                self.worker = Some(worker);
                ran
            }
            Err(lost) => {
                let (how, mut output) = worker.end();
                let failure = lost.failure(case, &how, begun.elapsed());
                for panic in &lost.panics {
                    output.push_str(&Failure::panic(panic).render(case.name()));
                }
                Ran::failed(case, number, &failure, output)
            }
        }
    }

    fn finish(mut self: Box<Self>) -> Vec<String> {
        if let Some(worker) = self.worker.take() {
            self.problems.extend(worker.close());
        }
        self.problems
    }
}

/// A worker that did not bring its attempt to an end.
#[derive(Default)]
struct Lost {
    why: Option<String>,
    panics: Vec<Panic>,
}

impl Lost {
    fn failure(&self, case: &Case, how: &str, after: Duration) -> Failure {
        let text = match &self.why {
            Some(why) => format!("the test's process was ended: {why}"),
            None => format!("the test's process ended: {how}"),
        };
        let failure = Failure::new(case.def().location(), text);
        failure.note(format!(
            "it was lost after {}; fixtures were not torn down",
            text::show_duration(after)
        ))
    }
}
