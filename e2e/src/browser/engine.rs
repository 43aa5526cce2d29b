//! The engine script: everything that needs the DOM, installed once per document.
//!
//! It computes roles and names, lists the tree, keeps stable ids, checks whether an
//! element can be used, and waits inside the page; so no wait loop crosses the wire.
//! It keeps its state under one property of the document and shows itself to the app
//! in no other way. A document gets it on the first call that finds it missing.

mod behind;
mod script;

use self::script::{KEY, MAKE, START};
use crate::browser::inside::{Inside, Marks};
use crate::browser::wire::{Evaluated, Wire};
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// How long a call that does not wait may take.
const PROMPT: Duration = Duration::from_secs(15);

/// The engine in whatever document the page shows.
pub struct Engine {
    wire: Arc<dyn Wire>,
    last: AtomicU64,
    marks: Marks,
}

/// What a call came to; like [`Evaluated`], with the value read into its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<T> {
    /// The value.
    Value(T),
    /// The document went away meanwhile, or is not the one that was meant.
    Navigated,
    /// A JavaScript dialog is open, so nothing can run; its text when known.
    Dialog(String),
}

/// What the engine returns, as text: pages bend JSON, and drivers copy objects slowly.
#[derive(Deserialize)]
struct Envelope<T> {
    #[serde(default = "Option::default")]
    ok: Option<T>,
    error: Option<String>,
    last: u64,
    /// What the ids of the document begin with.
    #[serde(default)]
    mark: String,
}

/// One call of a function of the engine.
struct Ask<'a> {
    function: &'a str,
    args: Value,
    /// The document, when it is not the top one.
    inside: Option<&'a Inside>,
    /// It returns a promise.
    promised: bool,
    limit: Duration,
    /// Whether a document without an engine gets one.
    installs: bool,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// The engine of the page behind a wire.
    #[must_use]
    pub fn new(wire: Arc<dyn Wire>) -> Self {
        Self {
            wire,
            last: AtomicU64::new(0),
            marks: Marks::default(),
        }
    }

    /// The frames on the way into a document, as the wire enters them.
    pub(crate) fn frames_into(inside: &Inside) -> Vec<String> {
        inside.scripts(KEY)
    }

    /// The engine of a document as an expression, for scripts of the wire.
    pub(crate) fn of(document: &str) -> String {
        format!("({document}[{KEY}] || 0).engine")
    }

    /// The wire underneath.
    #[must_use]
    pub fn wire(&self) -> &Arc<dyn Wire> {
        &self.wire
    }

    /// Calls a function of the engine that answers at once, installing the engine first
    /// where the document has none.
    ///
    /// # Errors
    ///
    /// What the wire reports, or the function's own failure as `DRIVER_FAILED`.
    pub async fn call(&self, function: &str, args: Value) -> Result<Evaluated> {
        Ok(match self.get::<Value>(function, args).await? {
            Answer::Value(value) => Evaluated::Value(value),
            Answer::Navigated => Evaluated::Navigated,
            Answer::Dialog(text) => Evaluated::Dialog(text),
        })
    }

    /// Calls a function that waits in the page; `limit` bounds the round trip and
    /// should lie beyond the wait's own bound.
    ///
    /// # Errors
    ///
    /// As [`Self::call`].
    pub async fn call_async(
        &self,
        function: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Evaluated> {
        Ok(match self.wait::<Value>(function, args, limit).await? {
            Answer::Value(value) => Evaluated::Value(value),
            Answer::Navigated => Evaluated::Navigated,
            Answer::Dialog(text) => Evaluated::Dialog(text),
        })
    }

    /// [`Self::call`] with the value read into `T`. Arguments that name an element by its
    /// `id` go to the document the id belongs to.
    ///
    /// # Errors
    ///
    /// As [`Self::call`].
    pub async fn get<T: DeserializeOwned>(&self, function: &str, args: Value) -> Result<Answer<T>> {
        self.ask(function, args, false, PROMPT, true).await
    }

    /// [`Self::call_async`] with the value read into `T`; `id` as with [`Self::get`].
    ///
    /// # Errors
    ///
    /// As [`Self::call`].
    pub async fn wait<T: DeserializeOwned>(
        &self,
        function: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Answer<T>> {
        self.ask(function, args, true, limit, true).await
    }

    /// Like [`Self::wait`], for what was begun in this very document: where the engine
    /// is missing the document is a new one, and that is the answer.
    ///
    /// # Errors
    ///
    /// As [`Self::call`].
    pub async fn wait_here<T: DeserializeOwned>(
        &self,
        function: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Answer<T>> {
        self.ask(function, args, true, limit, false).await
    }

    /// A call in a document inside the page, and the mark of that document. A function
    /// that waits needs `limit`; one that answers at once is given the same.
    pub(crate) async fn inside<T: DeserializeOwned>(
        &self,
        inside: &Inside,
        function: &str,
        args: Value,
        promised: bool,
        limit: Duration,
    ) -> Result<(Answer<T>, String)> {
        self.run(Ask {
            function,
            args,
            inside: Some(inside),
            promised,
            limit,
            installs: true,
        })
        .await
    }

    /// [`Self::wait_here`] in a document inside the page.
    pub(crate) async fn armed<T: DeserializeOwned>(
        &self,
        inside: &Inside,
        function: &str,
        args: Value,
        limit: Duration,
    ) -> Result<Answer<T>> {
        self.run(Ask {
            function,
            args,
            inside: Some(inside),
            promised: true,
            limit,
            installs: false,
        })
        .await
        .map(|(answer, _)| answer)
    }

    /// The way to the document of an element; nothing for the top one.
    pub(crate) fn way_to_id(&self, id: &str) -> Option<Inside> {
        self.marks.way_to(id)
    }

    /// The way to a document by its mark.
    pub(crate) fn way_to_mark(&self, mark: &str) -> Option<Inside> {
        self.marks.way(mark)
    }

    /// A call in the document of the element that is named.
    async fn ask<T: DeserializeOwned>(
        &self,
        function: &str,
        args: Value,
        promised: bool,
        limit: Duration,
        installs: bool,
    ) -> Result<Answer<T>> {
        let inside = args["id"].as_str().and_then(|id| self.marks.way_to(id));
        let ask = Ask {
            function,
            args,
            inside: inside.as_ref(),
            promised,
            limit,
            installs,
        };
        self.run(ask).await.map(|(answer, _)| answer)
    }

    async fn run<T: DeserializeOwned>(&self, ask: Ask<'_>) -> Result<(Answer<T>, String)> {
        let mut args = json!({ "f": ask.function, "b": self.last.load(Ordering::Relaxed) });
        args["a"] = ask.args;
        if let Some(inside) = ask.inside {
            args["d"] = inside.depth().into();
        }
        let first = if ask.installs { adopting() } else { calling() };
        let mut found = self
            .send(ask.inside, &first, &args, ask.promised, ask.limit)
            .await?;
        if is_missing(&found) {
            if !ask.installs {
                return Ok((Answer::Navigated, String::new()));
            }
            if ask.inside.is_some() {
                args["m"] = Marks::fresh().into();
            }
            found = self
                .send(ask.inside, &installing(), &args, ask.promised, ask.limit)
                .await?;
        }
        let (answer, mark) = self.read(ask.function, found)?;
        if let (Some(inside), false) = (ask.inside, mark.is_empty()) {
            self.marks.learn(&mark, inside);
        }
        Ok((answer, mark))
    }

    async fn send(
        &self,
        inside: Option<&Inside>,
        script: &str,
        args: &Value,
        promised: bool,
        limit: Duration,
    ) -> Result<Evaluated> {
        let args = args.clone();
        match (inside, promised) {
            (None, false) => self.wire.eval(script, args, limit).await,
            (None, true) => self.wire.eval_async(script, args, limit).await,
            (Some(inside), _) => {
                let frames = inside.scripts(KEY);
                let wire = &self.wire;
                wire.eval_inside(&frames, script, args, promised, limit)
                    .await
            }
        }
    }

    fn read<T: DeserializeOwned>(
        &self,
        function: &str,
        found: Evaluated,
    ) -> Result<(Answer<T>, String)> {
        let text = match found {
            Evaluated::Navigated => return Ok((Answer::Navigated, String::new())),
            Evaluated::Dialog(text) => return Ok((Answer::Dialog(text), String::new())),
            Evaluated::Value(Value::String(text)) => text,
            Evaluated::Value(other) => return Err(unreadable(function, &other.to_string(), None)),
        };
        let envelope: Envelope<T> = serde_json::from_str(&text)
            .map_err(|error| unreadable(function, &text, Some(error)))?;
        self.last.fetch_max(envelope.last, Ordering::Relaxed);
        match (envelope.ok, envelope.error) {
            (_, Some(error)) => Err(Error::new(
                Code::DriverFailed,
                format!("the page engine failed at {function}"),
            )
            .note(error)),
            (Some(value), None) => Ok((Answer::Value(value), envelope.mark)),
            // A function that returns nothing returned null.
            (None, None) => serde_json::from_value(Value::Null)
                .map(|value| (Answer::Value(value), envelope.mark))
                .map_err(|error| unreadable(function, &text, Some(error))),
        }
    }
}

fn is_missing(found: &Evaluated) -> bool {
    matches!(found, Evaluated::Value(Value::String(text)) if text.is_empty())
}

/// Calls the installed engine, or answers that there is none.
fn calling() -> String {
    let engine = Engine::of("document");
    format!("const engine = {engine};\nreturn engine ? engine.call(arguments[0]) : \"\";")
}

/// Calls the engine, installing the one that was made when the document began where
/// there is one. The engine's text is long, so only a document without one is sent it.
fn adopting() -> String {
    let call = calling();
    format!(
        "const seat = document[{KEY}];
if (seat && !seat.engine && seat.made) seat.made.install();
{call}"
    )
}

/// Makes the engine where a document has none, and calls it.
fn installing() -> String {
    let (make, call) = (&*MAKE_SENT, calling());
    format!(
        "const seat = document[{KEY}] || null;
if (!seat || !seat.engine) ((seat && seat.made) || {make}(seat)).install();
{call}"
    )
}

/// The engine as it is sent.
static MAKE_SENT: LazyLock<String> = LazyLock::new(|| slim(MAKE));

/// The script for the browser to run in every document before the page's own.
pub(super) fn start_script() -> &'static str {
    static SCRIPT: LazyLock<String> = LazyLock::new(|| {
        let (start, make) = (slim(START), &*MAKE_SENT);
        format!(
            "(function () {{ if (document[{KEY}]) return;\n{start}\n\
             Object.defineProperty(document, {KEY}, {{ value: known }});\n\
             if (window === window.top) known.made = {make}(known);\n}})();"
        )
    });
    &SCRIPT
}

/// A script without what only its readers need: each document reads all of it. No text
/// in it goes over several lines.
fn slim(script: &str) -> String {
    let lines = script.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn unreadable(function: &str, text: &str, source: Option<serde_json::Error>) -> Error {
    let error = Error::new(
        Code::DriverFailed,
        format!("the page engine's answer to {function} cannot be read"),
    )
    .note(crate::text::clip(text, 300));
    match source {
        Some(source) => error.caused_by(source),
        None => error,
    }
}
