//! A tool of the project in the hands of the built-in agent.
//!
//! What it does to the product counts, is recorded and is shown like a verb's effect:
//! a pass may rest on it, and a loop of it ends with the budget.

use super::hands::Hands;
use crate::chassis::{StepContext, Tool, ToolOutput};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::model::ToolSpec;
use crate::report::record::ActionRecord;
use crate::text::{clip, collapse};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Arc;

/// Names that are taken whether or not the step offers them.
const RESERVED: &[&str] = &["complete_step", "type_secret"];

/// How much of an input and of an outcome the record keeps, characters.
const KEPT: usize = 200;

/// One of the agent's own tools, bound to a step's hands.
struct ProjectTool {
    tool: Arc<dyn Tool>,
    hands: Arc<Hands>,
}

/// The project's tools, unless one of them has a name of the page's.
pub(super) fn bound(
    tools: &[Arc<dyn Tool>],
    grammar: &[Arc<dyn Tool>],
    hands: &Arc<Hands>,
) -> Result<Vec<Arc<dyn Tool>>> {
    let taken: Vec<String> = grammar
        .iter()
        .map(|tool| tool.spec().name)
        .chain(RESERVED.iter().map(|name| (*name).to_owned()))
        .collect();
    let reserved = tools
        .iter()
        .map(|tool| tool.spec().name)
        .find(|name| taken.contains(name));
    if let Some(name) = reserved {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("the tool `{name}` of the project has a name of the built-in agent's"),
        )
        .note(format!("taken are {}", taken.join(", ")))
        .help("give it another name"));
    }
    let bind = |tool: &Arc<dyn Tool>| bind(Arc::clone(tool), hands);
    Ok(tools.iter().map(bind).collect())
}

/// One tool in a step's hands.
pub(super) fn bind(tool: Arc<dyn Tool>, hands: &Arc<Hands>) -> Arc<dyn Tool> {
    let hands = Arc::clone(hands);
    Arc::new(ProjectTool { tool, hands })
}

impl ProjectTool {
    /// A call that changes the product: an action, with its effect on the page.
    async fn act(&self, name: &str, input: Value, step: &StepContext) -> Result<ToolOutput> {
        step.take_action()?;
        step.touched();
        let journal = &self.hands.journal;
        journal.acting(name, step.model_calls());
        let started_ms = journal.elapsed_ms();
        let mut record = ActionRecord {
            verb: name.to_owned(),
            target: String::new(),
            input: clip(&step.redact(&input.to_string()), KEPT),
            started_ms,
            duration_ms: 0,
            effect: String::new(),
            ok: false,
        };
        // What changed before the call is none of its doing.
        let before = self.hands.page.look().await.ok();
        let called = self.tool.call(input, step).await;
        record.duration_ms = journal.elapsed_ms().saturating_sub(started_ms);
        match called {
            Err(error) => {
                record.effect = format!("{}: {}", error.code(), error.message());
                step.record_action(record);
                Err(error)
            }
            Ok(output) => {
                record.ok = !output.failed;
                record.effect = clip(&step.redact(&collapse(&output.text)), KEPT);
                step.record_action(record);
                match output.stop {
                    Some(_) => Ok(output),
                    None => {
                        let output = bounded(output, step);
                        self.hands.show_after(output, before, step).await
                    }
                }
            }
        }
    }
}

/// Told whole up to the bounds of a listing. Masked before it is cut: half of a secret
/// is found by nobody.
fn bounded(mut output: ToolOutput, step: &StepContext) -> ToolOutput {
    if !output.text.ends_with("lines are not shown]") {
        let clean = step.mask_for_model().redact(&output.text).into_owned();
        output.text = ToolOutput::of_listing("", &clean).text;
    }
    output
}

#[async_trait]
impl Tool for ProjectTool {
    fn spec(&self) -> ToolSpec {
        self.tool.spec()
    }

    fn in_order(&self) -> bool {
        self.tool.in_order() || self.tool.mutates()
    }

    fn mutates(&self) -> bool {
        self.tool.mutates()
    }

    fn platforms(&self) -> &[&str] {
        self.tool.platforms()
    }

    async fn call(&self, input: Value, step: &StepContext) -> Result<ToolOutput> {
        match self.tool.mutates() {
            true => self.act(&self.spec().name, input, step).await,
            false => self.tool.call(input, step).await,
        }
    }
}
