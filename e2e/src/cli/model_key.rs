//! Which variable holds the key of a configured model.

/// The provider of a model and the variable its key is read from.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ModelKey {
    pub(super) provider: String,
    /// `None` for a provider that needs no key.
    pub(super) variable: Option<&'static str>,
}

/// As the provider layer places the model.
#[cfg(feature = "genai")]
pub(super) fn of(model: &str) -> Option<ModelKey> {
    let kind = genai::adapter::AdapterKind::from_model(model).ok()?;
    Some(ModelKey {
        provider: kind.as_lower_str().to_owned(),
        variable: kind.default_key_env_name(),
    })
}

/// Built without providers, so nothing is known of them.
#[cfg(not(feature = "genai"))]
pub(super) fn of(_model: &str) -> Option<ModelKey> {
    None
}

#[cfg(all(test, feature = "genai"))]
mod tests {
    use super::*;

    #[test]
    fn a_model_names_its_provider_and_key() {
        for (model, provider, variable) in [
            (
                "anthropic::claude-x",
                "anthropic",
                Some("ANTHROPIC_API_KEY"),
            ),
            ("claude-x", "anthropic", Some("ANTHROPIC_API_KEY")),
            ("ollama::llama", "ollama", None),
        ] {
            let key = of(model).unwrap();
            assert_eq!((key.provider.as_str(), key.variable), (provider, variable));
        }
    }
}
