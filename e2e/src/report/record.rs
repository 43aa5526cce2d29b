//! One test's account of itself, as plain serde data.
//!
//! Records are versioned: a reader refuses a version it does not know instead of
//! guessing. Times are milliseconds since the start of the attempt, or instants in
//! RFC 3339 where they stand alone.

mod event;
mod usage;

pub use event::{EventFailure, EventKind, StepEvent};
pub use usage::Usage;

use crate::code::{Class, Code};
use crate::error::{Error, SourceLocation};
use serde::{Deserialize, Serialize};

/// Version of [`CaseRecord`]'s form.
pub const VERSION: u32 = 1;

/// One attempt of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseRecord {
    /// Form of this record; see [`VERSION`].
    pub version: u32,
    /// Full test name, `module::path::function` with a case label if any.
    pub name: String,
    /// Name of the test binary's crate.
    pub binary: String,
    /// Where the test function stands.
    pub location: SourceLocation,
    /// Which try, counted from 1.
    pub attempt: u32,
    /// When the attempt began, RFC 3339 in UTC.
    pub started_at: String,
    /// How long set-up, body and tear-down took together, milliseconds.
    pub duration_ms: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Browser name and version, when one was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// What carried looks and input to it: `devtools`, `webdriver`, or `webdriver` with
    /// the reason why the faster one was not to be had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<String>,
    /// Every agent call and exact check, in order.
    pub steps: Vec<StepRecord>,
    /// Files kept for this attempt, relative to the run's folder.
    pub artifacts: Vec<Artifact>,
    /// What went wrong in tear-down, apart from the outcome.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teardown_failures: Vec<String>,
}

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Outcome {
    /// Everything held.
    Passed,
    /// Something did not hold.
    Failed(FailureRecord),
    /// Not run, or given up on purpose, with the reason.
    Skipped {
        /// Why, as the test or its attribute says.
        reason: String,
    },
}

impl Outcome {
    /// Whether the case failed.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self, Outcome::Failed(_))
    }
}

/// Why something failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FailureRecord {
    /// The closed code; a panic of the test's own has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Who has to act; follows from the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// The headline.
    pub message: String,
    /// The whole diagnostic, as the terminal shows it.
    pub diagnostic: String,
    /// Where in the user's source it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<SourceLocation>,
}

impl From<&Error> for FailureRecord {
    fn from(error: &Error) -> Self {
        Self {
            code: Some(error.code()),
            class: Some(error.class()),
            message: error.message().to_owned(),
            diagnostic: format!("{error:?}"),
            location: error.location().cloned(),
        }
    }
}

/// What kind of call a step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepKind {
    /// `agent.act`.
    Act,
    /// `agent.assert`.
    Assert,
    /// `agent.wait_for`.
    WaitFor,
    /// `agent.extract`.
    Extract,
    /// `agent.locate`.
    Locate,
    /// `app.open` and other calls on the app.
    Open,
    /// A verb on a locator.
    Locator,
    /// An `expect`.
    Expect,
}

impl StepKind {
    /// The call's name as the user writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            StepKind::Act => "act",
            StepKind::Assert => "assert",
            StepKind::WaitFor => "wait_for",
            StepKind::Extract => "extract",
            StepKind::Locate => "locate",
            StepKind::Open => "open",
            StepKind::Locator => "locator",
            StepKind::Expect => "expect",
        }
    }
}

/// What decided a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Tier {
    /// A recorded trace.
    Replay,
    /// The sentence, resolved on the screen without a model.
    Plain,
    /// A language model through the tool loop.
    Model,
    /// Exact code: a locator or an expectation.
    Code,
}

impl Tier {
    /// The tier's name in configuration and reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Replay => "replay",
            Tier::Plain => "plain",
            Tier::Model => "model",
            Tier::Code => "code",
        }
    }
}

/// One call and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// Position in the test, from 0.
    pub index: u32,
    /// What kind of call.
    pub kind: StepKind,
    /// The sentence, or the call in words: `get_by_role(button, "Save").click()`.
    pub text: String,
    /// The call's place in the user's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<SourceLocation>,
    /// What decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Why each earlier tier passed the step on, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_on: Vec<String>,
    /// Start, milliseconds after the attempt's start.
    pub started_ms: u64,
    /// Duration, milliseconds.
    pub duration_ms: u64,
    /// How the step ended.
    pub result: StepResult,
    /// The verdict's summary, or what was found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Verbs performed on the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<ActionRecord>,
    /// Model answers; the newest twelve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnRecord>,
    /// What a pass of the model rests on, as it was checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceRecord>,
    /// What else happened: phases, model calls, refusals, polls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<StepEvent>,
    /// Model calls made.
    #[serde(default)]
    pub model_calls: u32,
    /// Tokens and money used.
    #[serde(default, skip_serializing_if = "Usage::is_empty")]
    pub usage: Usage,
    /// Where the page was at the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// Picture at the end, relative to the run's folder; failing steps have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// What was on the screen at the end, in text form; failing steps have it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub screen: String,
}

impl StepRecord {
    /// A step with nothing recorded yet; it counts as passed until told otherwise.
    #[must_use]
    pub fn begun(index: u32, kind: StepKind, text: impl Into<String>, started_ms: u64) -> Self {
        Self {
            index,
            kind,
            text: text.into(),
            location: None,
            tier: None,
            passed_on: Vec::new(),
            started_ms,
            duration_ms: 0,
            result: StepResult::Passed,
            summary: String::new(),
            actions: Vec::new(),
            turns: Vec::new(),
            evidence: Vec::new(),
            events: Vec::new(),
            model_calls: 0,
            usage: Usage::default(),
            url: String::new(),
            screenshot: None,
            screen: String::new(),
        }
    }
}

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum StepResult {
    /// It was done, or it held.
    Passed,
    /// It was not done, or it did not hold.
    Failed(FailureRecord),
    /// Something outside the step stopped it.
    Blocked(FailureRecord),
}

impl StepResult {
    /// The failure, unless the step passed.
    #[must_use]
    pub fn failure(&self) -> Option<&FailureRecord> {
        match self {
            StepResult::Passed => None,
            StepResult::Failed(failure) | StepResult::Blocked(failure) => Some(failure),
        }
    }
}

/// One verb performed on the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionRecord {
    /// The verb: `tap`, `type`, `navigate`, ….
    pub verb: String,
    /// What it was aimed at, in words: `button "Save"`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub target: String,
    /// Its typed input, redacted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub input: String,
    /// Start, milliseconds after the attempt's start.
    pub started_ms: u64,
    /// Duration with settling, milliseconds.
    pub duration_ms: u64,
    /// What the page did: `2 added, 1 changed`, `no visible effect`, or the error.
    pub effect: String,
    /// Whether it was carried out.
    pub ok: bool,
}

/// One model answer and the results of its tool calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Position in the step, from 1; 0 holds what happened before the first.
    pub index: u32,
    /// The model's prose, clipped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The model's reasoning, as far as its provider shows it, clipped.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
    /// Tool calls, `name(arguments)`, clipped, with their results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallRecord>,
    /// What the loop itself did: notices, recoveries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Duration of the model call, milliseconds.
    #[serde(default)]
    pub model_ms: u64,
    /// Tokens and money of the model call, when the provider says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// One tool call and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// `name(arguments)`, clipped.
    pub call: String,
    /// The result's text, clipped.
    pub result: String,
    /// Whether the call failed or was refused.
    #[serde(default)]
    pub failed: bool,
}

/// What a pass rests on: a citation, checked where it points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvidenceRecord {
    /// The citation, as the executor gave it.
    pub cited: String,
    /// What is there.
    pub found: String,
}

/// A file kept for an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// What it is: `screenshot`, `log`, `attachment`, ….
    pub kind: String,
    /// What it shows, in words.
    pub label: String,
    /// Path relative to the run's folder, with `/`.
    pub path: String,
}
