//! A model that says what a test tells it to, and remembers what it was asked.

use super::failure::{ModelError, ModelErrorKind};
use super::message::ToolCall;
use super::{Model, ModelId, Reply, Request};
use async_trait::async_trait;
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Answer = Box<dyn FnOnce(&Request) -> Result<Reply, ModelError> + Send>;
type Always = Box<dyn Fn(&Request) -> Result<Reply, ModelError> + Send + Sync>;

/// A queue of prepared answers; for tests of executors, tools and prompts.
///
/// ```
/// use e2e::model::ScriptedModel;
/// use serde_json::json;
///
/// let model = ScriptedModel::new()
///     .call("tap", json!({"target": "n4"}))
///     .text("I am thinking")
///     .answer(|request| {
///         assert!(request.tools.iter().any(|tool| tool.name == "tap"));
///         Ok(e2e::model::Reply::of_text("done"))
///     });
/// assert_eq!(model.left(), 3);
/// ```
pub struct ScriptedModel {
    id: ModelId,
    state: Mutex<State>,
    always: Option<Always>,
}

#[derive(Default)]
struct State {
    script: VecDeque<Line>,
    requests: Vec<Request>,
    calls: usize,
}

enum Line {
    Answer(Answer),
    Hang,
}

impl Default for ScriptedModel {
    fn default() -> Self {
        Self {
            id: ModelId::new("scripted", "script"),
            state: Mutex::default(),
            always: None,
        }
    }
}

impl ScriptedModel {
    /// A model with an empty script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the model another name than `scripted::script`; what a loop learns about
    /// a model, it remembers by name.
    #[must_use]
    pub fn named(mut self, model: impl Into<String>) -> Self {
        self.id.model = model.into();
        self
    }

    /// Answers every request past the end of the script with this.
    #[must_use]
    pub fn always(
        mut self,
        answer: impl Fn(&Request) -> Result<Reply, ModelError> + Send + Sync + 'static,
    ) -> Self {
        self.always = Some(Box::new(answer));
        self
    }

    /// Then answers with what the closure makes of the request.
    #[must_use]
    pub fn answer(
        self,
        answer: impl FnOnce(&Request) -> Result<Reply, ModelError> + Send + 'static,
    ) -> Self {
        self.push(Line::Answer(Box::new(answer)))
    }

    /// Then answers with this reply.
    #[must_use]
    pub fn reply(self, reply: Reply) -> Self {
        self.answer(|_| Ok(reply))
    }

    /// Then answers with prose.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.reply(Reply::of_text(text))
    }

    /// Then calls one tool.
    #[must_use]
    pub fn call(self, name: impl Into<String>, arguments: Value) -> Self {
        self.calls([(name.into(), arguments)])
    }

    /// Then calls several tools in one turn.
    #[must_use]
    pub fn calls<N: Into<String>>(self, calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        let mut reply = Vec::new();
        for (name, arguments) in calls {
            let mut state = self.state();
            state.calls += 1;
            reply.push(ToolCall::new(
                format!("call-{}", state.calls),
                name,
                arguments,
            ));
        }
        self.reply(Reply::of_calls(reply))
    }

    /// Then fails.
    #[must_use]
    pub fn fail(self, failure: ModelError) -> Self {
        self.answer(|_| Err(failure))
    }

    /// Then never answers; dropping the request is the way out.
    #[must_use]
    pub fn hang(self) -> Self {
        self.push(Line::Hang)
    }

    /// Every request so far, repeated ones included.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// How many lines of the script are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.state().script.len()
    }

    fn push(self, line: Line) -> Self {
        self.state().script.push_back(line);
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Model for ScriptedModel {
    fn id(&self) -> ModelId {
        self.id.clone()
    }

    async fn generate(&self, request: &Request) -> Result<Reply, ModelError> {
        let (line, asked) = {
            let mut state = self.state();
            state.requests.push(request.clone());
            (state.script.pop_front(), state.requests.len())
        };
        match (line, &self.always) {
            (Some(Line::Answer(answer)), _) => answer(request),
            (Some(Line::Hang), _) => std::future::pending().await,
            (None, Some(always)) => always(request),
            (None, None) => Err(ModelError::new(
                ModelErrorKind::Provider,
                format!("the script has no answer to request {asked}"),
            )),
        }
    }
}

impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("ScriptedModel")
            .field("id", &self.id)
            .field("left", &state.script.len())
            .field("asked", &state.requests.len())
            .finish()
    }
}
