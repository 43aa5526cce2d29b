//! Carries a plain sentence out: clause by clause, each on the screen the one before
//! has left.

use super::choose::{self, Choice};
use super::parse;
use super::perform;
use super::plan::{Ground, Plan};
use super::program::{Clause, Command, Program};
use super::settled::is_settled;
use super::view::{Rank, View};
use super::{Unread, params};
use crate::chassis::step::{StepContext, StepExecutor};
use crate::chassis::verdict::{Status, Verdict};
use crate::code::{Class, Code};
use crate::error::{Error, Result};
use crate::page::Page;
use crate::page::node::{Node, Observation};
use crate::report::record::StepKind;
use crate::text;
use async_trait::async_trait;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a page is left alone when nothing on it changes, before it is read again.
pub(super) const PAUSE: Duration = Duration::from_millis(250);

/// How often something may go away right before it is used.
const FLICKERS: u32 = 10;

/// The executor of plain sentences: no model, one page.
///
/// ```no_run
/// # use e2e::{page::Page, plain::PlainExecutor};
/// # async fn example(page: std::sync::Arc<Page>) -> e2e::Result {
/// use e2e::chassis::step::{Limits, StepContext, StepExecutor};
/// use e2e::report::record::StepKind;
///
/// let executor = PlainExecutor::new(page, Some("http://127.0.0.1:3000".into()));
/// let step = StepContext::new(StepKind::Act, "click \"Save\"", Limits::default());
/// let verdict = executor.run_step(&step).await?;
/// # Ok(()) }
/// ```
pub struct PlainExecutor {
    page: Arc<Page>,
    base_url: Option<String>,
    patience: Option<Duration>,
}

/// What a step came to, for whoever decides which tier takes it.
#[derive(Debug)]
pub enum Attempt {
    /// The grammar does not cover the sentence; nothing was done.
    Unread(Error),
    /// It was read, and its words mean nothing, or no one thing, on the screen.
    Unresolved {
        /// Which words, and what is there instead.
        error: Error,
        /// Verbs performed before; with none, another tier may take the step.
        actions: u32,
    },
    /// It did not hold, was not done, or was stopped.
    Failed {
        /// Why.
        error: Error,
        /// Whether it is a fact: every name in the sentence was exact, or what it
        /// checks is on the screen under just that name. A check of looser words that
        /// did not hold may be meant less literally; another tier may judge it.
        exact: bool,
    },
    /// It was done and seen, or it holds.
    Passed(Verdict),
}

impl fmt::Debug for PlainExecutor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainExecutor")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

#[async_trait]
impl StepExecutor for PlainExecutor {
    fn name(&self) -> &str {
        "plain"
    }

    async fn run_step(&self, step: &StepContext) -> Result<Verdict> {
        match self.attempt(step).await {
            Attempt::Passed(verdict) => Ok(verdict),
            Attempt::Unread(error) => Err(error),
            Attempt::Unresolved { error, .. } | Attempt::Failed { error, .. } => failed(error),
        }
    }
}

/// The product answering wrongly is a verdict, anything else an error.
fn failed(error: Error) -> Result<Verdict> {
    if !matches!(error.class(), Class::App | Class::Ambiguous) || error.is_blocked() {
        return Err(error);
    }
    let mut summary = error.message().to_owned();
    for note in error.notes() {
        summary.push('\n');
        summary.push_str(note);
    }
    Ok(Verdict {
        status: Status::Failed,
        summary: text::clip(&summary, 2_000),
        code: Some(error.code()),
    })
}

/// What one clause came to.
pub(super) struct Done {
    pub(super) summary: String,
    /// How many clauses it took.
    pub(super) clauses: usize,
    /// The screen it left, when that is known.
    pub(super) after: Option<Arc<Observation>>,
}

impl PlainExecutor {
    /// An executor on a page; paths in sentences belong to `base_url`, without one to
    /// the address of the open page.
    #[must_use]
    pub fn new(page: Arc<Page>, base_url: Option<String>) -> Self {
        page.belongs_to(base_url.as_deref());
        Self {
            page,
            base_url,
            patience: None,
        }
    }

    /// Waits at most so long for what a sentence names, and for a check of loosely
    /// named things to hold, instead of the configured time: for whoever has another
    /// tier to turn to.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = Some(patience);
        self
    }

    pub(super) fn patience(&self) -> Duration {
        let expect = self.page.timeouts().expect;
        self.patience
            .map_or(expect, |patience| patience.min(expect))
    }

    /// Whether there is nobody else to turn to.
    pub(super) fn is_last(&self) -> bool {
        self.patience.is_none()
    }

    pub(super) fn page(&self) -> &Page {
        &self.page
    }

    /// Whether a statement that does not hold may be meant less literally: it was read,
    /// not every name in it is exact, and what it checks is not on the newest screen under
    /// just that name.
    pub(crate) fn may_mean_more(&self, step: &StepContext) -> bool {
        let Ok(program) = parse(step.instruction(), step.kind()) else {
            return true;
        };
        let settled = |screen: Arc<Observation>| is_settled(&program, &screen);
        !program.is_exact() && !self.page.newest().is_some_and(settled)
    }

    /// Carries a step out as far as plain reading goes, and says where that ended.
    pub async fn attempt(&self, step: &StepContext) -> Attempt {
        let program = match parse(step.instruction(), step.kind()) {
            Ok(program) => program,
            Err(unread) => return Attempt::Unread(Unread::into_error(unread)),
        };
        let exact = program.is_exact();
        let filled = step.filled_params();
        let program = match filled.and_then(|params| params::fill(&program, &params)) {
            Ok(program) => program,
            Err(error) => return Attempt::Failed { error, exact: true },
        };
        let run = match step.kind() {
            StepKind::Act => self.act(step, &program).await,
            _ => self.check(step, &program).await,
        };
        match run {
            Ok(summary) => Attempt::Passed(Verdict {
                status: Status::Passed,
                summary: text::clip(&summary, 2_000),
                code: None,
            }),
            Err(error) => {
                let unresolved = matches!(
                    error.code(),
                    Code::LocatorNotFound | Code::LocatorAmbiguous | Code::SentenceAmbiguous
                );
                match unresolved {
                    true => Attempt::Unresolved {
                        error,
                        actions: step.actions_used(),
                    },
                    false => {
                        let denied = error.code() == Code::AssertionFailed;
                        let settled = || {
                            let screen = self.page.newest();
                            screen.is_some_and(|screen| is_settled(&program, &screen))
                        };
                        Attempt::Failed {
                            exact: exact || (denied && settled()),
                            error,
                        }
                    }
                }
            }
        }
    }

    async fn act(&self, step: &StepContext, program: &Program) -> Result<String> {
        let mut summaries = Vec::new();
        let mut screen: Option<Arc<Observation>> = None;
        let mut at = 0;
        while at < program.clauses.len() {
            let done = self.clause(step, program, at, screen.take()).await;
            // What was to be answered later in the sentence is not asked any more.
            if done.is_err()
                && program.clauses[at..]
                    .iter()
                    .any(|next| answer_of(next).is_some())
            {
                self.page.decide_next(&[]);
            }
            let done = done?;
            summaries.push(done.summary);
            screen = done.after;
            at += done.clauses;
        }
        Ok(summaries.join("; "))
    }

    /// Finds what a clause means on the screen, waiting for it, and does it.
    async fn clause(
        &self,
        step: &StepContext,
        program: &Program,
        at: usize,
        mut screen: Option<Arc<Observation>>,
    ) -> Result<Done> {
        let clause = &program.clauses[at];
        if let [Command::Wait(condition) | Command::Expect(condition)] = clause.readings.as_slice()
        {
            return self.hold(step, program, clause, condition).await;
        }
        if let [Command::Answer(yes)] = clause.readings.as_slice() {
            return self.answer(*yes, at).await;
        }
        // What is said of the dialog has to be decided before it opens.
        let answers: Vec<bool> = program.clauses[at + 1..]
            .iter()
            .map_while(answer_of)
            .collect();
        if !answers.is_empty() {
            self.page.decide_next(&answers);
        }
        let limit = self.patience();
        let deadline = Instant::now() + limit.min(step.working_time());
        let mut sure = false;
        let mut sought = false;
        let mut vanished = 0;
        loop {
            step.checkpoint()?;
            let seen = match screen.take() {
                Some(seen) => seen,
                None => self.page.observe_whole().await?,
            };
            let chosen = {
                let view = View::new(&seen);
                let ground = Ground {
                    view: &view,
                    sentence: &program.sentence,
                    base_url: self.base_url.as_deref(),
                };
                choose::choose(&ground, program, at)
            };
            // A name that only contains the words may be the wrong one, shown before the
            // right one: it is taken once the page has held still for a while.
            if let Ok(choice) = &chosen
                && choice.plan.rank == Rank::Words
                && !sure
            {
                sure = !self.page.changed(PAUSE).await?;
                if Instant::now() < deadline {
                    if sure {
                        screen = Some(seen);
                    }
                    continue;
                }
            }
            let error = match chosen {
                Ok(Choice { plan, clauses }) => {
                    let span = clause.span.clone();
                    match perform::perform(&self.page, step, &plan, &seen).await {
                        Ok((summary, after)) => {
                            return Ok(Done {
                                summary,
                                clauses,
                                after,
                            });
                        }
                        // It left the screen before anything was sent.
                        Err(error)
                            if error.code() == Code::LocatorNotFound
                                && error.about().is_none()
                                && Instant::now() < deadline =>
                        {
                            vanished += 1;
                            if vanished >= FLICKERS {
                                let error = flickers(&plan, &seen);
                                return Err(error.sentence(&program.sentence, span, "here"));
                            }
                            error
                        }
                        Err(error) if error.about().is_some() => return Err(error),
                        Err(error) => {
                            return Err(error.sentence(&program.sentence, span, "here"));
                        }
                    }
                }
                Err(error) => error,
            };
            let left = deadline.saturating_duration_since(Instant::now());
            let changed = self.page.changed(PAUSE.min(left)).await?;
            if !changed
                && !std::mem::replace(&mut sought, true)
                && let Some(sought) = self.out_of_sight(clause, &error)
            {
                screen = self.seek(step, sought, &seen).await?;
                continue;
            }
            // Several may become one while the page still changes; not after that.
            let hopeless = error.code() != Code::LocatorNotFound && !changed;
            if hopeless || Instant::now() >= deadline {
                let error = self.tell_hidden(clause, error).await;
                return Err(waited(error, limit, hopeless));
            }
        }
    }

    /// The dialog of the clause before has been answered by now; one that is open, or
    /// the next one, where nothing was done before.
    async fn answer(&self, accept: bool, at: usize) -> Result<Done> {
        let word = if accept { "accepted" } else { "dismissed" };
        if at > 0 {
            self.page.was_decided()?;
        } else {
            let text = None;
            let verb = crate::page::verb::Verb::AnswerDialog { accept, text };
            self.page.perform(verb).await?;
        }
        Ok(Done {
            summary: format!("{word} the dialog"),
            clauses: 1,
            after: None,
        })
    }
}

/// The error of what the page takes away whenever it is about to be used.
fn flickers(plan: &Plan, screen: &Observation) -> Error {
    let node = plan.verb.target().and_then(|id| screen.node(id));
    let what = node.map_or_else(|| "it".to_owned(), Node::describe);
    Error::new(
        Code::NotActionable,
        format!("{what} does not stay on the page long enough to be used"),
    )
    .note(format!(
        "it was found {FLICKERS} times, and was another element each time: the page draws it anew all the time"
    ))
    .note("nothing was sent")
    .help("look at what draws it anew: a person's press would be lost as well")
}

/// What a clause says of a dialog.
fn answer_of(clause: &Clause) -> Option<bool> {
    match clause.readings.as_slice() {
        [Command::Answer(yes)] => Some(*yes),
        _ => None,
    }
}

fn waited(error: Error, limit: Duration, hopeless: bool) -> Error {
    match hopeless {
        true => error,
        false => error.note(format!("looked for it for {}", text::show_duration(limit))),
    }
}
