//! Which provider a name means, and what that provider can do.

use crate::code::Code;
use crate::error::Error;
use crate::text;
use ::genai::adapter::AdapterKind;
use ::genai::resolver::AuthData;

/// A provider, at its own address or at one the configuration names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Provider {
    pub(super) kind: AdapterKind,
    /// Whether the configuration names the address.
    pub(super) elsewhere: bool,
}

/// The provider and the provider's own name of `name`.
pub(super) fn place(name: &str, elsewhere: bool) -> Result<(Provider, String), Error> {
    let (kind, model) = match name.split_once("::") {
        Some((provider, model)) => (
            AdapterKind::from_lower_str(&provider.to_lowercase())
                .ok_or_else(|| unknown_provider(provider, name))?,
            model,
        ),
        None if elsewhere => (AdapterKind::OpenAI, name),
        None => match AdapterKind::from_model(name) {
            // genai sends whatever it cannot place to a local Ollama; a typo in a
            // model's name should not end as "connection refused".
            Ok(AdapterKind::Ollama) | Err(_) => return Err(no_provider(name)),
            Ok(kind) => (kind, name),
        },
    };
    if model.trim().is_empty() {
        return Err(no_provider(name));
    }
    Ok((Provider { kind, elsewhere }, model.to_owned()))
}

fn unknown_provider(provider: &str, name: &str) -> Error {
    let names: Vec<_> = AdapterKind::all()
        .iter()
        .map(AdapterKind::as_lower_str)
        .collect();
    let error = Error::new(
        Code::ModelUnavailable,
        format!("the model `{name}` names an unknown provider, `{provider}`"),
    );
    match text::nearest(provider, names.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!(
            "use one of: {}; a server with an OpenAI-compatible API is named by `model_url`",
            names.join(", ")
        )),
    }
}

fn no_provider(name: &str) -> Error {
    Error::new(
        Code::ModelUnavailable,
        format!("cannot tell which provider serves the model `{name}`"),
    )
    .help("write `provider::model`, like `anthropic::claude-sonnet-4-5` or `ollama::llama3.3`")
    .help("for a server of your own, set `model_url` or E2E_MODEL_URL to its address")
}

impl Provider {
    pub(super) fn name(self) -> String {
        match self.kind {
            AdapterKind::Custom(number) => format!("genai_{number}"),
            kind => kind.as_lower_str().to_owned(),
        }
    }

    /// The variable its key is in, if it has one.
    pub(super) fn variable(self) -> Option<&'static str> {
        self.kind.default_key_env_name()
    }

    /// Its key, which a local provider and a server of one's own do without.
    pub(super) fn key(self) -> Result<Option<String>, Error> {
        let Some(variable) = self.variable() else {
            return Ok(None);
        };
        let key = AuthData::from_env(variable)
            .single_key_value()
            .ok()
            .filter(|key| !key.trim().is_empty());
        match key {
            None if !self.elsewhere => Err(Error::new(
                Code::ModelUnavailable,
                format!(
                    "the key of the model provider `{}` is missing: {variable} is not set",
                    self.name()
                ),
            )
            .help(format!(
                "set {variable}, or name another model in e2e.toml or E2E_MODEL"
            ))),
            key => Ok(key),
        }
    }

    /// Whether genai passes a forced tool choice on to it.
    pub(super) fn forces_tools(self) -> bool {
        !matches!(
            self.kind,
            AdapterKind::Ollama
                | AdapterKind::OllamaCloud
                | AdapterKind::Cohere
                | AdapterKind::BedrockApi
        )
    }

    /// Whether it speaks Anthropic's messages.
    pub(super) fn speaks_anthropic(self, model: &str) -> bool {
        matches!(self.kind, AdapterKind::Anthropic | AdapterKind::MiniMax)
            || (self.kind == AdapterKind::Vertex && model.starts_with("claude"))
    }

    /// Whether it is a gateway that passes this model on to Anthropic.
    pub(super) fn is_gateway_to_anthropic(self, model: &str) -> bool {
        self.kind == AdapterKind::OpenRouter && model.starts_with("anthropic/")
    }

    pub(super) fn is_openai(self) -> bool {
        matches!(self.kind, AdapterKind::OpenAI | AdapterKind::OpenAIResp)
    }

    pub(super) fn speaks_ollama(self) -> bool {
        matches!(self.kind, AdapterKind::Ollama | AdapterKind::OllamaCloud)
    }

    pub(super) fn speaks_gemini(self, model: &str) -> bool {
        matches!(self.kind, AdapterKind::Gemini | AdapterKind::GeminiIx)
            || (self.kind == AdapterKind::Vertex && !model.starts_with("claude"))
    }

    /// Whether it wants unsigned reasoning back in a tool loop. Others ignore the
    /// field, and some refuse it.
    pub(super) fn wants_reasoning_back(self) -> bool {
        matches!(
            self.kind,
            AdapterKind::DeepSeek
                | AdapterKind::Kimi
                | AdapterKind::Moonshot
                | AdapterKind::Mimo
                | AdapterKind::Mistral
                | AdapterKind::Zai
                | AdapterKind::BigModel
                | AdapterKind::Aliyun
                | AdapterKind::QwenCloud
                | AdapterKind::OpenRouter
                | AdapterKind::OpenCodeGo
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_placed_or_explained() {
        for (name, elsewhere, expected) in [
            ("anthropic::claude-x", false, "anthropic claude-x"),
            ("claude-x", false, "anthropic claude-x"),
            ("gpt-5.2", false, "openai_resp gpt-5.2"),
            ("ollama::llama3.3", false, "ollama llama3.3"),
            ("local-model", true, "openai local-model"),
            (
                "open_router::anthropic/claude-x",
                false,
                "open_router anthropic/claude-x",
            ),
            ("genai_1::x", false, "genai_1 x"),
        ] {
            let (provider, model) = place(name, elsewhere).unwrap();
            assert_eq!(format!("{} {model}", provider.name()), expected);
        }
        for (name, expected) in [
            ("antropic::claude-x", "did you mean `anthropic`?"),
            ("zzzz::x", "use one of: openai, "),
            ("gtp-5", "cannot tell which provider"),
            ("openai::", "cannot tell which provider"),
        ] {
            let error = format!("{:?}", place(name, false).unwrap_err());
            assert!(error.starts_with("MODEL_UNAVAILABLE (setup)"), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
