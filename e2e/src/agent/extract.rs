//! `agent.extract`: typed data off the screen.

use super::call::Call;
use super::judge::{Question, Rejection};
use super::{Agent, judge, room, tier};
use crate::chassis::{Status, StepContext, StepExecutor, Verdict};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::page::hush::hushed;
use crate::page::text::{self as screen_text, TextOptions};
use crate::report::record::StepKind;
use crate::text;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::panic::Location;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const POLICY: &str = include_str!("extract_prompt.md");

/// Data to read off the screen; made by [`Agent::extract`]. Await it.
#[must_use = "nothing is read until it is awaited"]
#[derive(Debug)]
pub struct Extract<T> {
    call: Call,
    wanted: PhantomData<fn() -> T>,
}

impl<T> Extract<T> {
    pub(super) fn new(agent: Agent, what: String, location: &'static Location<'static>) -> Self {
        Self {
            call: Call::new(agent, StepKind::Extract, what, location),
            wanted: PhantomData,
        }
    }

    /// Gives a value the words name as `{name}`.
    pub fn param(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        self.call.param(name.into(), value);
        self
    }

    /// Lets another agent read: see [`Agent::named`].
    pub fn with(mut self, agent: &Agent) -> Self {
        self.call.agent = agent.clone();
        self
    }

    /// Bounds the call; the configured `timeouts.judgment` without it.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.call.timeout = Some(limit);
        self
    }
}

impl<T> IntoFuture for Extract<T>
where
    T: serde::de::DeserializeOwned + schemars::JsonSchema + 'static,
{
    type Output = Result<T>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(mut self) -> Self::IntoFuture {
        self.call.begin();
        let schema = serde_json::to_value(schemars::schema_for!(T)).unwrap_or(Value::Bool(true));
        Box::pin(async move {
            let mut limits = tier::limits(&self.call.agent.inner.config, StepKind::Extract);
            if let Some(timeout) = self.call.timeout {
                limits.timeout = timeout;
            }
            let reader = Arc::new(Reader {
                agent: self.call.agent.clone(),
                schema,
                check: |value| {
                    serde_json::from_value::<T>(value)
                        .map(drop)
                        .map_err(|e| e.to_string())
                },
                value: Mutex::default(),
            });
            let executor: Arc<dyn StepExecutor> = reader.clone();
            tier::run(&self.call, limits, Some(&executor)).await?;
            let value = reader
                .value
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            serde_json::from_value(value.unwrap_or_default()).map_err(|error| {
                Error::new(
                    Code::ModelOutputInvalid,
                    "the data read does not fit the type",
                )
                .caused_by(error)
                .at(self.call.location.clone())
            })
        })
    }
}

/// The executor behind an extraction.
struct Reader {
    agent: Agent,
    schema: Value,
    /// The caller's type is the only authority on what is valid.
    check: fn(Value) -> Result<(), String>,
    value: Mutex<Option<Value>>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    found: bool,
    #[serde(default)]
    value: Value,
    #[serde(default)]
    missing: String,
}

#[async_trait]
impl StepExecutor for Reader {
    fn name(&self) -> &str {
        "agent.extract"
    }

    async fn run_step(&self, step: &StepContext) -> Result<Verdict> {
        let agent = &*self.agent.inner;
        let Some(model) = agent.judge()? else {
            return Err(Error::new(
                Code::ModelUnavailable,
                "reading data off the screen needs a language model, and none is configured",
            )
            .blocked()
            .help("set E2E_MODEL or `[agent] model` in e2e.toml")
            .help("or read it exactly: `screen.get_by_role(…).inner_text().await?`"));
        };
        let screen = hushed(agent.page.observe().await?, &agent.journal.known().mask());
        let wanted = format!(
            "Read this off the screen.\n\n<<<WANTED\n{}\nWANTED>>>\n\nThe schema of `value`:\n{}\n\n",
            step.instruction(),
            self.schema,
        );
        let wanted = match step.params() {
            params if params.is_empty() => wanted,
            params => format!("{wanted}Parameters: {}\n\n", Value::Object(params.clone())),
        };
        let config = &agent.config.agent;
        let sent = POLICY.len() + config.context.len() + wanted.len();
        let options = room::listing(config, TextOptions::wide(), sent)?;
        let listing = screen_text::render(&screen, &options);
        let prompt = format!("{wanted}<<<OBSERVATION\n{listing}\nOBSERVATION>>>");
        let envelope = json!({
            "type": "object",
            "required": ["found", "value", "missing"],
            "properties": {"found": {"type": "boolean"}, "value": {}, "missing": {"type": "string"}}
        });
        let read = |said: &str| self.read(said);
        let question = Question {
            policy: POLICY,
            prompt,
            schema: envelope,
            read: &read,
        };
        let answer = judge::ask(agent, &*model, step, question).await?;
        if !answer.found {
            return Ok(Verdict {
                status: Status::Failed,
                summary: format!(
                    "the screen does not show what was asked for: {}",
                    text::clip(&answer.missing, 400)
                ),
                code: Some(Code::AssertionInconclusive),
            });
        }
        let summary = format!("read {}", text::clip(&answer.value.to_string(), 400));
        *self.value.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer.value);
        Ok(Verdict {
            status: Status::Passed,
            summary,
            code: None,
        })
    }
}

impl Reader {
    /// An answer of the right form whose value fits the caller's type, if it has one.
    fn read(&self, said: &str) -> Result<Answer, Rejection> {
        let answer: Answer = judge::parse(said)
            .map_err(|issue| Rejection::of_form(issue, &["found", "value", "missing"]))?;
        match (self.check)(answer.value.clone()) {
            Err(issue) if answer.found => Err(Rejection {
                issue: format!("`value` does not fit: {issue}"),
                fields: self.fields(),
                outlet: " If the screen cannot satisfy the schema, answer found=false.",
                unproven: false,
            }),
            _ => Ok(answer),
        }
    }

    /// The fields of the value, where it is an object.
    fn fields(&self) -> Vec<String> {
        let fields = self.schema["properties"].as_object();
        let names = fields.into_iter().flat_map(|fields| fields.keys());
        names.map(|name| format!("value.{name}")).collect()
    }
}
