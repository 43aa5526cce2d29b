//! The loop itself: ask, do, ask again, until there is a verdict or nothing left.

use super::closed;
use super::conclude;
use super::evidence::Evidence;
use super::history::{Prepare, Prepared};
use super::prompt::Opening;
use super::run::Run;
use super::step::StepContext;
use super::tool::{self, Tool};
use super::verdict::Verdict;
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::{Model, Patience};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// A model with tools, held to the rules of a step.
///
/// ```
/// use e2e::chassis::{Limits, StepContext, Status, ToolLoop};
/// use e2e::model::ScriptedModel;
/// use e2e::report::record::StepKind;
/// use serde_json::json;
/// use std::sync::Arc;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> e2e::Result {
/// let model = ScriptedModel::new()
///     .call("complete_step", json!({"status": "passed", "summary": "nothing to do"}));
/// let step = StepContext::new(StepKind::Act, "do nothing", Limits::default());
/// let verdict = ToolLoop::new(Arc::new(model))
///     .with_system("You do what the step says.")
///     .run(&step)
///     .await?;
/// assert_eq!(verdict.status, Status::Passed);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ToolLoop {
    pub(super) model: Arc<dyn Model>,
    pub(super) system: String,
    pub(super) context: String,
    pub(super) tools: Vec<Arc<dyn Tool>>,
    pub(super) opening: Opening,
    pub(super) evidence: Option<Arc<dyn Evidence>>,
    pub(super) prepare: Arc<dyn Prepare>,
    pub(super) patience: Patience,
}

impl ToolLoop {
    /// A loop without tools; it can only conclude.
    pub fn new(model: Arc<dyn Model>) -> Self {
        Self {
            model,
            system: String::new(),
            context: String::new(),
            tools: Vec::new(),
            opening: Opening::default(),
            evidence: None,
            prepare: Arc::new(Prepared),
            patience: Patience::default(),
        }
    }

    /// The executor's rules. The rules of the verdict are added to them.
    #[must_use]
    pub fn with_system(mut self, system: impl Into<String>) -> Self {
        self.system = system.into();
        self
    }

    /// Facts about the product. Trusted.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.context = context.into();
        self
    }

    /// Adds a tool.
    #[must_use]
    pub fn with_tool(mut self, tool: impl Tool + 'static) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }

    /// Adds tools.
    #[must_use]
    pub fn with_tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// What the model sees first, besides the step itself.
    #[must_use]
    pub fn with_opening(mut self, opening: Opening) -> Self {
        self.opening = opening;
        self
    }

    /// Demands evidence of a pass, and checks it with this.
    #[must_use]
    pub fn with_evidence(mut self, evidence: impl Evidence + 'static) -> Self {
        self.evidence = Some(Arc::new(evidence));
        self
    }

    /// Replaces what is done to the conversation before each request.
    #[must_use]
    pub fn with_prepare(mut self, prepare: impl Prepare + 'static) -> Self {
        self.prepare = Arc::new(prepare);
        self
    }

    /// How long the model's provider is waited for; the step's clock bounds it too.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Runs one step to its verdict. Dropping the future stops everything it started.
    ///
    /// A used-up budget and a run-out clock are `blocked` verdicts with the code of
    /// what ran out; turns that end without a verdict are a `failed` one with
    /// [`Code::StepNoConclusion`].
    ///
    /// # Errors
    ///
    /// [`Code::Cancelled`] when the step was cancelled; [`Code::ModelUnavailable`],
    /// [`Code::ModelProviderFailed`], [`Code::ContextOverflow`] or
    /// [`Code::ModelRefused`] when no model carried it on; the error a tool ended it
    /// with; [`Code::InvalidArgument`] for tools that share a name, or that have a schema
    /// with a rule the loop does not check.
    pub async fn run(&self, step: &StepContext) -> Result<Verdict> {
        let plan = self.on(step);
        plan.check_tools()?;
        Run::open(&plan, step).finish().await
    }

    /// The loop with the tools that are for the step's target.
    fn on(&self, step: &StepContext) -> Self {
        let mut plan = self.clone();
        if let Ok(target) = step.target() {
            plan.tools
                .retain(|tool| tool::is_for(&**tool, target.platform()));
        }
        plan
    }

    fn check_tools(&self) -> Result<()> {
        let mut names = HashSet::from([conclude::NAME.to_owned()]);
        for tool in &self.tools {
            let spec = tool.spec();
            let name = spec.name;
            if let Some(rule) = closed::unchecked(&closed::closed(&spec.schema)) {
                return Err(Error::new(
                    Code::InvalidArgument,
                    format!("the schema of the tool `{name}` has the rule `{rule}`, which no input is held to"),
                )
                .help("check it in the tool's body, and say it in the field's description"));
            }
            if !names.insert(name.clone()) {
                return Err(Error::new(
                    Code::InvalidArgument,
                    format!("two tools are named `{name}`"),
                )
                .help(format!(
                    "give every tool its own name; `{}` is taken",
                    conclude::NAME
                )));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ToolLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|tool| tool.spec().name).collect();
        f.debug_struct("ToolLoop")
            .field("model", &self.model.id())
            .field("tools", &tools)
            .field("proves", &self.evidence.is_some())
            .finish_non_exhaustive()
    }
}
