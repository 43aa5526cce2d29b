//! The agent: sentences in, verdicts out.
//!
//! [`Agent`] makes calls, `tier` decides who carries one out, `browser_agent` is
//! the built-in brain: the chassis with the grammar's tools and a prompt of our own.

mod act;
mod assert;
mod bearing;
mod browser_agent;
mod call;
mod citation;
mod denied;
mod extract;
mod foreign;
mod gate;
mod hands;
mod judge;
mod ledger;
mod mishap;
mod moves;
mod outcome;
mod project_tool;
mod proof;
mod reach;
mod room;
mod seen;
mod shown;
mod spending;
mod target;
mod thinker;
mod tier;
mod tools;
mod topic;
mod transcript;
mod type_secret;
mod typed;
mod wait_for;
mod witness;

pub use act::{Act, ActReport};
pub use assert::Assert;
pub use extract::Extract;
pub use thinker::Thinker;

pub use wait_for::WaitFor;

use crate::chassis::{Attempt, Purse, Tool};
use crate::config::Config;
use crate::error::Result;
use crate::model::{self, Model};
use crate::page::Page;
use crate::report::journal::Journal;
use std::panic::Location;
use std::sync::{Arc, OnceLock};

/// Carries out sentences in the test's browser.
///
/// Cheap to clone; all clones act on the same page.
///
/// ```no_run
/// # async fn demo(agent: e2e::Agent) -> e2e::Result {
/// agent.act("sign in as ada@example.com with password \"correct horse\"").await?;
/// agent.assert("the page shows \"Welcome, Ada\"").await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Agent {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) page: Arc<Page>,
    pub(crate) journal: Arc<Journal>,
    pub(crate) config: Arc<Config>,
    /// Base address that paths in sentences are resolved against.
    pub(crate) base_url: Option<String>,
    /// Connected on first use: a test that needs no model reads no key.
    model: OnceLock<Result<Option<Arc<dyn Model>>>>,
    /// The one that judges, which may be another.
    judge: OnceLock<Result<Option<Arc<dyn Model>>>>,
    /// What the test may spend.
    pub(crate) purse: Arc<Purse>,
    /// Tools of the project, for the model tier.
    tools: Vec<Arc<dyn Tool>>,
    /// The attempt its steps are part of.
    attempt: Attempt,
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("base_url", &self.inner.base_url)
            .field("model", &self.inner.config.agent.model)
            .finish_non_exhaustive()
    }
}

impl Agent {
    /// An agent on this page, writing to this journal.
    pub(crate) fn new(
        page: Arc<Page>,
        journal: Arc<Journal>,
        config: Arc<Config>,
        base_url: Option<String>,
    ) -> Self {
        let purse = spending::purse(&config);
        Self {
            inner: Arc::new(Inner {
                page,
                journal,
                config,
                base_url,
                model: OnceLock::new(),
                judge: OnceLock::new(),
                purse,
                tools: Vec::new(),
                attempt: Attempt::default(),
            }),
        }
    }

    /// The same agent in an attempt of a test.
    pub(crate) fn in_attempt(&self, attempt: Attempt) -> Self {
        Self::of(Inner {
            attempt,
            ..self.inner.again()
        })
    }

    /// Its attempt is over.
    pub(crate) fn end_attempt(&self) {
        self.inner.attempt.end();
    }

    /// The same agent thinking with this model, whatever the configuration names:
    /// a scripted model in a test of one's own, or a client of one's own.
    ///
    /// ```no_run
    /// # use std::sync::Arc;
    /// # async fn demo(agent: e2e::Agent, model: Arc<dyn e2e::model::Model>) -> e2e::Result {
    /// agent.with_model(model).act("tidy up the basket").await?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn with_model(&self, model: Arc<dyn Model>) -> Self {
        let slot = OnceLock::from(Ok(Some(model)));
        Self::of(Inner {
            judge: slot.clone(),
            model: slot,
            ..self.inner.again()
        })
    }

    /// The same agent with one more tool, which its model may call beside the tools
    /// for the page: to look into a mailbox, to advance a clock, to seed data.
    ///
    /// A tool that [mutates](Tool::mutates) takes an action of the step for each call
    /// and is recorded as one, and the model is shown what it changed on the page. The
    /// names of the page's tools and `complete_step` are taken; a tool with one of them
    /// fails the step. Plain sentences and judgments use no tools.
    ///
    /// ```no_run
    /// # async fn demo(agent: e2e::Agent, mailbox: impl e2e::chassis::Tool + 'static) -> e2e::Result {
    /// let agent = agent.with_tool(mailbox);
    /// agent.act("confirm the address with the code from the mail").await?;
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn with_tool(&self, tool: impl Tool + 'static) -> Self {
        let mut inner = self.inner.again();
        inner.model.clone_from(&self.inner.model);
        inner.judge.clone_from(&self.inner.judge);
        inner.tools.push(Arc::new(tool));
        Self::of(inner)
    }

    fn of(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The agent of `[agents.NAME]` in `e2e.toml`, on the same page: its model, judge,
    /// rules and budgets of a step. What the test and the run may spend stays the same.
    ///
    /// ```no_run
    /// # async fn demo(agent: e2e::Agent) -> e2e::Result {
    /// let careful = agent.named("careful")?;
    /// careful.assert("the total is the sum of the lines").await?;
    /// agent.act("place the order").with(&careful).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`crate::Code::InvalidConfig`] when no agent is named so, with the nearest name.
    pub fn named(&self, name: &str) -> Result<Self> {
        let mut config = Config::clone(&self.inner.config);
        config.agent = config.agent_named(name)?.clone();
        Ok(Self::of(Inner {
            config: Arc::new(config),
            ..self.inner.again()
        }))
    }

    /// Whether a language model is configured and can be asked.
    #[must_use]
    pub fn has_model(&self) -> bool {
        self.inner.config.agent.tiers.model && matches!(self.inner.model(), Ok(Some(_)))
    }

    /// Carries a sentence out.
    ///
    /// Recorded and plain sentences cost no model call; see the crate's guide for the
    /// plain forms. Await the call, or nothing happens and the test fails.
    ///
    /// ```no_run
    /// # async fn demo(agent: e2e::Agent) -> e2e::Result {
    /// let report = agent
    ///     .act("buy {count} of the blue mugs")
    ///     .param("count", 2)
    ///     .max_actions(10)
    ///     .await?;
    /// println!("{}", report.summary);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// Whatever kept it from being done and seen, with a closed [`crate::Code`].
    #[track_caller]
    pub fn act(&self, goal: impl Into<String>) -> Act {
        Act::new(self.clone(), goal.into(), Location::caller())
    }

    /// Checks a statement about what is on the screen now. Nothing is changed.
    ///
    /// Holds, or the test gets an error; *cannot tell* is an error too.
    ///
    /// # Errors
    ///
    /// [`crate::Code::AssertionFailed`] when it does not hold,
    /// [`crate::Code::AssertionInconclusive`] when the screen does not show it either way.
    #[track_caller]
    pub fn assert(&self, statement: impl Into<String>) -> Assert {
        Assert::new(self.clone(), statement.into(), Location::caller())
    }

    /// Waits until a statement holds, judging again only when the screen changed.
    ///
    /// # Errors
    ///
    /// [`crate::Code::StepTimeout`] when it does not come to hold in time, with the
    /// last account of the screen.
    #[track_caller]
    pub fn wait_for(&self, condition: impl Into<String>) -> WaitFor {
        WaitFor::new(self.clone(), condition.into(), Location::caller())
    }

    /// Reads typed data off the screen. Needs a model.
    ///
    /// ```no_run
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Invoice { number: String, total_cents: u64 }
    ///
    /// # async fn demo(agent: e2e::Agent) -> e2e::Result {
    /// let newest: Invoice = agent.extract("the newest invoice").await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`crate::Code::AssertionInconclusive`] naming what is missing when the screen
    /// does not show the data; it is never filled with placeholders.
    #[track_caller]
    pub fn extract<T>(&self, what: impl Into<String>) -> Extract<T>
    where
        T: serde::de::DeserializeOwned + schemars::JsonSchema,
    {
        Extract::new(self.clone(), what.into(), Location::caller())
    }
}

impl Inner {
    /// The same, with models yet to be connected.
    fn again(&self) -> Self {
        Self {
            page: Arc::clone(&self.page),
            journal: Arc::clone(&self.journal),
            config: Arc::clone(&self.config),
            base_url: self.base_url.clone(),
            model: OnceLock::new(),
            judge: OnceLock::new(),
            purse: Arc::clone(&self.purse),
            tools: self.tools.clone(),
            attempt: self.attempt.clone(),
        }
    }

    /// Tools of the project.
    pub(crate) fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// The configured model, connected on first use.
    pub(crate) fn model(&self) -> Result<Option<Arc<dyn Model>>> {
        self.model
            .get_or_init(|| model::connect(&self.config.agent))
            .clone()
    }

    /// The model that judges, connected on first use.
    pub(crate) fn judge(&self) -> Result<Option<Arc<dyn Model>>> {
        self.judge
            .get_or_init(|| model::connect_judge(&self.config.agent))
            .clone()
    }
}
