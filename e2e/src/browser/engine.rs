//! The engine script: everything that needs the DOM, installed once per document.
//!
//! It computes roles and names, lists the tree, keeps stable ids, checks whether an
//! element can be used, and waits inside the page; so no wait loop crosses the wire.
//! It keeps its state under one symbol on the document and shows itself to the app
//! in no other way. A document gets it on the first call that finds it missing.

use crate::browser::wire::{Evaluated, Wire};
use crate::code::Code;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The engine's files, in the order they build on each other. They share one scope, in
/// which `start` is what was kept since the document began, or null.
const MAKE: &str = concat!(
    "(function (start) {\n\"use strict\";\n",
    include_str!("engine/core.js"),
    include_str!("engine/tie.js"),
    include_str!("engine/role.js"),
    include_str!("engine/name.js"),
    include_str!("engine/state.js"),
    include_str!("engine/see.js"),
    include_str!("engine/watch.js"),
    include_str!("engine/faults.js"),
    include_str!("engine/tree.js"),
    include_str!("engine/settle.js"),
    include_str!("engine/cause.js"),
    include_str!("engine/blame.js"),
    include_str!("engine/loading.js"),
    include_str!("engine/gauge.js"),
    include_str!("engine/input.js"),
    include_str!("engine/list.js"),
    include_str!("engine/ready.js"),
    include_str!("engine/files.js"),
    include_str!("engine/reach.js"),
    include_str!("engine/guard.js"),
    include_str!("engine/locate.js"),
    include_str!("engine/search.js"),
    include_str!("engine/picture.js"),
    include_str!("engine/expect.js"),
    include_str!("engine/deny.js"),
    "\nreturn E;\n})",
);

/// What runs before a page's own scripts where the browser can be asked to.
const START: &str = include_str!("engine/start.js");

/// The engine's place on the document, reached though a page replaced `Symbol`.
const KEY: &str =
    "Object.getOwnPropertySymbols(RegExp.prototype)[0].constructor.for(\"e2e.engine\")";

/// Asks both doors that [`START`] leaves; one may have been built over.
const ASK: &str = "(function () {
try { return Element.prototype.attachShadow.call(document, \"e2e.start\") || null; } catch (_) {}
try { return EventTarget.prototype.addEventListener.call(document, \"e2e.start\") || null; } catch (_) {}
return null; })()";

/// How long a call that does not wait may take.
const PROMPT: Duration = Duration::from_secs(15);

/// The engine in whatever document the page shows.
pub struct Engine {
    wire: Arc<dyn Wire>,
    last: AtomicU64,
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
        }
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

    /// [`Self::call`] with the value read into `T`.
    ///
    /// # Errors
    ///
    /// As [`Self::call`].
    pub async fn get<T: DeserializeOwned>(&self, function: &str, args: Value) -> Result<Answer<T>> {
        let ask = self.ask(function, args);
        let found = self.wire.eval(&calling(), ask.clone(), PROMPT).await?;
        let found = if is_missing(&found) {
            self.wire.eval(&installing(), ask, PROMPT).await?
        } else {
            found
        };
        self.read(function, found)
    }

    /// [`Self::call_async`] with the value read into `T`.
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
        let ask = self.ask(function, args);
        let found = self.wire.eval_async(&calling(), ask.clone(), limit).await?;
        let found = if is_missing(&found) {
            self.wire.eval_async(&installing(), ask, limit).await?
        } else {
            found
        };
        self.read(function, found)
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
        let ask = self.ask(function, args);
        let found = self.wire.eval_async(&calling(), ask, limit).await?;
        if is_missing(&found) {
            return Ok(Answer::Navigated);
        }
        self.read(function, found)
    }

    fn ask(&self, function: &str, args: Value) -> Value {
        let mut ask = json!({ "f": function, "b": self.last.load(Ordering::Relaxed) });
        ask["a"] = args;
        ask
    }

    fn read<T: DeserializeOwned>(&self, function: &str, found: Evaluated) -> Result<Answer<T>> {
        let text = match found {
            Evaluated::Navigated => return Ok(Answer::Navigated),
            Evaluated::Dialog(text) => return Ok(Answer::Dialog(text)),
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
            (Some(value), None) => Ok(Answer::Value(value)),
            // A function that returns nothing returned null.
            (None, None) => serde_json::from_value(Value::Null)
                .map(Answer::Value)
                .map_err(|error| unreadable(function, &text, Some(error))),
        }
    }
}

fn is_missing(found: &Evaluated) -> bool {
    matches!(found, Evaluated::Value(Value::String(text)) if text.is_empty())
}

/// Calls the installed engine, or answers that there is none.
fn calling() -> String {
    format!("const engine = document[{KEY}];\nreturn engine ? engine.call(arguments[0]) : \"\";")
}

/// Installs the engine, the one that was made when the document began where there is
/// one, and calls it.
fn installing() -> String {
    format!(
        "if (!document[{KEY}]) {{ const start = {ASK};
((start && start.engine) || {MAKE}(start)).install(); }}
{}",
        calling()
    )
}

/// The script for the browser to run in every document before the page's own.
pub(super) fn start_script() -> String {
    format!(
        "(function () {{ {START}\nif (window === window.top) known.engine = {MAKE}(known);\n}})();"
    )
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
