//! Which models cannot be made to call a tool.
//!
//! Some providers refuse a forced tool choice, some ignore it. Either costs a request
//! to find out, so it is remembered by model for the rest of the process.

use crate::model::{ModelId, ToolChoice};
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

static UNFORCEABLE: LazyLock<Mutex<HashSet<ModelId>>> = LazyLock::new(Mutex::default);

fn unforceable() -> MutexGuard<'static, HashSet<ModelId>> {
    UNFORCEABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the model has to call tools, or is only told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Required,
    Auto,
}

impl Mode {
    /// How a step with this model starts.
    pub(super) fn of(model: &ModelId) -> Self {
        if unforceable().contains(model) {
            Mode::Auto
        } else {
            Mode::Required
        }
    }

    /// The choice of a turn; `only` is the one tool of a forced one.
    pub(super) fn choice(self, only: Option<&str>) -> ToolChoice {
        match (self, only) {
            (Mode::Auto, _) => ToolChoice::Auto,
            (Mode::Required, None) => ToolChoice::Required,
            (Mode::Required, Some(name)) => ToolChoice::Named(name.to_owned()),
        }
    }
}

/// Remembers that this model cannot be forced.
pub(super) fn remember(model: &ModelId) {
    unforceable().insert(model.clone());
}
