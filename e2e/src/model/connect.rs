//! From configuration to a live model.

use super::Model;
use crate::code::Code;
use crate::config::{AgentConfig, ModelOptions};
use crate::error::Error;
use std::sync::Arc;

/// Connects the model the configuration names; nothing is sent yet.
///
/// A model is named `provider::model` with any provider the genai crate knows
/// (`anthropic`, `openai`, `gemini`, `ollama`, `groq`, `open_router`, …), or by a name
/// that gives its provider away (`claude-…`, `gpt-…`, `gemini-…`). Its key is taken
/// from the provider's usual variable (`ANTHROPIC_API_KEY`, …).
///
/// With `model_url` the model is asked there instead, over the OpenAI chat-completions
/// protocol, or the protocol of the provider that is named. A key is then optional.
///
/// `None` when no model is configured.
///
/// # Errors
///
/// [`Code::ModelUnavailable`]: an unknown provider (with the nearest name), a missing
/// key (with its variable), or a build without the `genai` feature.
///
/// ```no_run
/// # fn main() -> e2e::Result {
/// let config = e2e::config::load(std::path::Path::new("."))?;
/// let model = e2e::model::connect(&config.agent)?;
/// # Ok(())
/// # }
/// ```
pub fn connect(config: &AgentConfig) -> Result<Option<Arc<dyn Model>>, Error> {
    slot(config.model.as_deref(), config)
}

/// Connects the model that judges: the one the configuration names for it, else the
/// one that acts.
///
/// # Errors
///
/// Like [`connect`].
pub fn connect_judge(config: &AgentConfig) -> Result<Option<Arc<dyn Model>>, Error> {
    slot(config.judge.as_deref().or(config.model.as_deref()), config)
}

fn slot(name: Option<&str>, config: &AgentConfig) -> Result<Option<Arc<dyn Model>>, Error> {
    match (name.map(str::trim), config.model_url.as_deref()) {
        (Some(name), url) if !name.is_empty() => open(name, url, config.options).map(Some),
        (_, Some(url)) => Err(Error::new(
            Code::ModelUnavailable,
            format!("a model server is configured ({url}), but no model is named"),
        )
        .help("set `model` in e2e.toml or E2E_MODEL to the name the server gives the model")),
        _ => Ok(None),
    }
}

#[cfg(feature = "genai")]
fn open(name: &str, url: Option<&str>, options: ModelOptions) -> Result<Arc<dyn Model>, Error> {
    Ok(Arc::new(super::genai::open(name, url, options)?))
}

#[cfg(not(feature = "genai"))]
fn open(name: &str, _: Option<&str>, _: ModelOptions) -> Result<Arc<dyn Model>, Error> {
    Err(Error::new(
        Code::ModelUnavailable,
        format!("the model `{name}` is configured, but this build has no model providers"),
    )
    .help(
        "enable the feature `genai` of the crate `e2e`, or remove the model from the configuration",
    ))
}
