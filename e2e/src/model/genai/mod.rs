//! The providers of the genai crate behind the [`Model`] trait.
//!
//! Two pure conversions (`request`, `reply`) around one call. What genai cannot do is
//! done here without touching it: pictures and failure marks in tool results, the
//! cache breakpoints, costs and refusals from the raw body, and replies whose tool
//! arguments are no JSON (`salvage`).

mod failure;
mod lean;
mod provider;
mod reply;
mod request;
mod salvage;

use super::{Model, ModelError, ModelId, Reply, Request, ToolChoice};
use crate::code::Code;
use crate::config::{ModelOptions, Prices};
use crate::error::Error;
use crate::report::record::Usage;
use crate::secret::known;
use ::genai::resolver::{AuthData, Endpoint, ProviderConfig};
use ::genai::{Client, ModelIden};
use async_trait::async_trait;
use provider::Provider;

/// One model of one provider.
#[derive(Debug)]
pub(super) struct GenaiModel {
    client: Client,
    provider: Provider,
    iden: ModelIden,
    id: ModelId,
    options: ModelOptions,
}

/// Connects `name`, at `url` if one is given.
pub(super) fn open(
    name: &str,
    url: Option<&str>,
    options: ModelOptions,
) -> Result<GenaiModel, Error> {
    let (provider, model) = provider::place(name, url.is_some())?;
    let mut place = ProviderConfig::default();
    match (provider.key()?, url) {
        (Some(key), _) => {
            known::process().declare_key(provider.variable().unwrap_or("model-key"), &key);
            place = place.with_auth(AuthData::from_single(key));
        }
        // A server of one's own asks for no key, and genai sends some header anyway.
        (None, Some(_)) => place = place.with_auth(AuthData::from_single("unused")),
        (None, None) => {}
    }
    if let Some(url) = url {
        place = place.with_endpoint(Endpoint::from_owned(base(url)?));
    }
    let client = Client::builder()
        .append_provider_config(provider.kind, place)
        .build()
        .map_err(|error| {
            Error::new(
                Code::ModelUnavailable,
                format!("cannot set up the client for `{name}`"),
            )
            .note(error.to_string())
        })?;
    Ok(GenaiModel {
        iden: ModelIden::new(provider.kind, model.clone()),
        id: ModelId::new(provider.name(), model),
        client,
        provider,
        options,
    })
}

/// What a call cost by a price list, US dollars.
fn cost(usage: &Usage, prices: Prices) -> f64 {
    let million = |tokens: u64| tokens as f64 / 1e6;
    let fresh = usage.input_tokens.saturating_sub(usage.cached_tokens);
    million(fresh) * prices.input
        + million(usage.cached_tokens) * prices.cached_input
        + million(usage.output_tokens) * prices.output
}

/// A base address the way genai joins paths to it: with a slash at the end.
fn base(url: &str) -> Result<String, Error> {
    let wrong = |why: String| {
        Error::new(
            Code::ModelUnavailable,
            format!("the model server's address `{url}` is no http address: {why}"),
        )
        .help("write the base address of the API, like http://localhost:1234/v1")
    };
    let mut parsed = reqwest::Url::parse(url).map_err(|error| wrong(error.to_string()))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(wrong(format!("its scheme is `{}`", parsed.scheme())));
    }
    if !parsed.path().ends_with('/') {
        let path = format!("{}/", parsed.path());
        parsed.set_path(&path);
    }
    Ok(parsed.to_string())
}

#[async_trait]
impl Model for GenaiModel {
    fn id(&self) -> ModelId {
        self.id.clone()
    }

    async fn generate(&self, request: &Request) -> Result<Reply, ModelError> {
        let chat = request::chat(&self.provider, request, &self.id.model);
        let options = request::options(&self.provider, &self.id.model, request, &self.options);
        let sent = self
            .client
            .exec_chat(self.iden.clone(), chat, Some(&options))
            .await;
        let mut reply = match sent {
            Ok(response) => reply::read(&self.provider, response, &self.id)?,
            Err(error) => match salvage::reply(&error) {
                Some(reply) => reply,
                None => return Err(failure::read(&self.provider, &self.id, &error)),
            },
        };
        if let Some(usage) = &mut reply.usage {
            usage.cost_usd = usage
                .cost_usd
                .or(self.options.prices.map(|p| cost(usage, p)));
        }
        reply.choice_downgraded =
            request.choice != ToolChoice::Auto && !self.provider.forces_tools();
        Ok(reply)
    }
}
