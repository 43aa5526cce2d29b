//! The agents a run may use: the one of `[agent]`, and those of `[agents.NAME]`, which
//! take from it what they do not say themselves.

use super::env;
use super::origin::declared;
use super::{Config, Tiers, file};
use crate::code::Code;
use crate::error::Error;
use crate::text::nearest;
use std::collections::BTreeMap;

/// An agent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AgentConfig {
    /// `provider::model` or a model name the provider layer can place.
    pub model: Option<String>,
    /// The model that judges, when it is not the one that acts.
    pub judge: Option<String>,
    /// An OpenAI-compatible server's base address.
    pub model_url: Option<String>,
    /// Facts about the product that every step is told. Trusted.
    pub context: String,
    /// More rules for the model. Trusted.
    pub system: String,
    /// Turns a step may take, 1..=100.
    pub max_model_calls: u32,
    /// Actions a step may take, 1..=100.
    pub max_actions: u32,
    /// Input tokens one request may have, 4,000..=1,000,000: screens are cut to fit.
    pub max_input_tokens: u32,
    /// Bytes of one screen that a model which acts is shown, 1,024..=16 MiB.
    pub observation_bytes: u32,
    /// Tokens and money that may be spent.
    pub budget: BudgetConfig,
    /// What the model is asked with.
    pub options: ModelOptions,
    /// Origins beside the app's that a model may go to by itself.
    pub allow_origins: Vec<String>,
    /// Which tiers may decide a step, in their fixed order.
    pub tiers: Tiers,
}

/// Tokens (input and output together) and money (US dollars) that may be spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BudgetConfig {
    /// Tokens of one step.
    pub step_tokens: Option<u64>,
    /// Cost of one step.
    pub step_cost_usd: Option<f64>,
    /// Tokens of one attempt of a test.
    pub test_tokens: Option<u64>,
    /// Cost of one attempt of a test.
    pub test_cost_usd: Option<f64>,
    /// Tokens of one run, all its processes together.
    pub run_tokens: Option<u64>,
    /// Cost of one run, all its processes together.
    pub run_cost_usd: Option<f64>,
}

/// What a model is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ModelOptions {
    /// How much it reasons; the provider's default without it.
    pub reasoning: Option<Effort>,
    /// Sampling temperature, 0..=2; the provider's default without it.
    pub temperature: Option<f64>,
    /// Upper bound of output tokens of one call, reasoning included.
    pub max_output_tokens: Option<u32>,
    /// What its tokens cost, for providers that do not say.
    pub prices: Option<Prices>,
}

/// How much a model reasons before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// Not at all.
    None,
    /// A little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
    /// As much as it can.
    Max,
}

impl Effort {
    /// Every effort, with its name in `e2e.toml`.
    pub const ALL: &'static [(&'static str, Effort)] = &[
        ("none", Effort::None),
        ("low", Effort::Low),
        ("medium", Effort::Medium),
        ("high", Effort::High),
        ("max", Effort::Max),
    ];
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prices {
    /// Input.
    pub input: f64,
    /// Input read from the provider's cache; as much as input when not given.
    pub cached_input: f64,
    /// Output, reasoning included.
    pub output: f64,
}

impl Config {
    /// The agent of `[agents.NAME]`.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidConfig`] when there is none, with the nearest name.
    pub fn agent_named(&self, name: &str) -> Result<&AgentConfig, Error> {
        self.agents.get(name).ok_or_else(|| {
            let error = Error::new(
                Code::InvalidConfig,
                format!(
                    "no agent is named `{name}` in {}",
                    super::path(&self.root).display()
                ),
            );
            let names = self.agents.keys().map(String::as_str);
            match nearest(name, names.clone()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None if self.agents.is_empty() => {
                    error.help(format!("add a section [agents.{name}]"))
                }
                None => error.help(format!(
                    "the agents are {}",
                    names.collect::<Vec<_>>().join(", ")
                )),
            }
        })
    }
}

/// The longest `context`, bytes.
const CONTEXT: usize = 16_384;

/// The agent of `[agent]`.
pub(super) fn default() -> AgentConfig {
    AgentConfig {
        model: None,
        judge: None,
        model_url: None,
        context: String::new(),
        system: String::new(),
        max_model_calls: 25,
        max_actions: 25,
        max_input_tokens: 64_000,
        observation_bytes: 24 * 1024,
        allow_origins: Vec::new(),
        budget: BudgetConfig::default(),
        options: ModelOptions::default(),
        tiers: Tiers {
            replay: true,
            plain: true,
            model: true,
        },
    }
}

/// The agents of `[agents.NAME]`, each over the one of `[agent]`.
pub(super) fn named(
    written: BTreeMap<String, file::Agent>,
    base: &AgentConfig,
    origin: &impl Fn(&str) -> String,
) -> Result<BTreeMap<String, AgentConfig>, Error> {
    written
        .into_iter()
        .map(|(name, agent)| {
            let section = format!("agents.{name}");
            Ok((
                name,
                over(base.clone(), agent, &|key| {
                    origin(&format!("{section}.{key}"))
                })?,
            ))
        })
        .collect()
}

/// What is written, over what is inherited.
pub(super) fn over(
    mut agent: AgentConfig,
    written: file::Agent,
    origin: &impl Fn(&str) -> String,
) -> Result<AgentConfig, Error> {
    let turns = |key: &str, written: Option<u32>, inherited: u32| match written {
        None => Ok(inherited),
        Some(n @ 1..=100) => Ok(n),
        Some(n) => Err(wrong(
            &origin(key),
            &n.to_string(),
            "use a whole number from 1 to 100",
        )),
    };
    agent.max_model_calls = turns(
        "max_model_calls",
        written.max_model_calls,
        agent.max_model_calls,
    )?;
    agent.max_actions = turns("max_actions", written.max_actions, agent.max_actions)?;
    let within = |key: &str, written: Option<u32>, inherited, least, most| match written {
        None => Ok(inherited),
        Some(n) if (least..=most).contains(&n) => Ok(n),
        Some(n) => {
            let help = format!("use a whole number from {least} to {most}");
            Err(wrong(&origin(key), &n.to_string(), &help))
        }
    };
    agent.max_input_tokens = within(
        "max_input_tokens",
        written.max_input_tokens,
        agent.max_input_tokens,
        4_000,
        1_000_000,
    )?;
    agent.observation_bytes = within(
        "observation_bytes",
        written.observation_bytes,
        agent.observation_bytes,
        1_024,
        16 * 1024 * 1024,
    )?;
    if let Some(origins) = written.allow_origins {
        let help = "write scheme, host and port alone, as in \"https://login.example.com\"";
        let read = |one: &String| {
            declared(one).ok_or_else(|| wrong(&origin("allow_origins"), &format!("{one:?}"), help))
        };
        agent.allow_origins = origins.iter().map(read).collect::<Result<_, _>>()?;
    }
    if let Some(names) = written.tiers {
        agent.tiers = env::tiers(names.iter().map(String::as_str), &origin("tiers"))?;
    }
    if let Some(budget) = written.budget {
        agent.budget = budgeted(agent.budget, &budget, origin)?;
    }
    if let Some(options) = written.options {
        agent.options = opted(agent.options, options, origin)?;
    }
    // An agent with a model of its own does not inherit another model's judge.
    if written.model.is_some() {
        agent.judge = None;
    }
    agent.model = written.model.or(agent.model);
    agent.judge = written.judge.or(agent.judge);
    agent.model_url = written.model_url.or(agent.model_url);
    agent.context = written.context.unwrap_or(agent.context);
    if agent.context.len() > CONTEXT {
        let size = format!("{} bytes long", agent.context.len());
        let help = format!("every step is told of it: keep it to {CONTEXT} bytes");
        return Err(wrong(&origin("context"), &size, &help));
    }
    agent.system = written.system.unwrap_or(agent.system);
    Ok(agent)
}

fn budgeted(
    base: BudgetConfig,
    written: &file::Budget,
    origin: &impl Fn(&str) -> String,
) -> Result<BudgetConfig, Error> {
    let tokens = |key: &str, written: Option<u64>, base| match written {
        Some(0) => Err(wrong(&origin(key), "0", "use a positive number of tokens")),
        written => Ok(written.or(base)),
    };
    let cost = |key: &str, written: Option<f64>, base| match written {
        Some(dollars) if !(dollars.is_finite() && dollars > 0.0) => Err(wrong(
            &origin(key),
            &dollars.to_string(),
            "use a positive amount of US dollars",
        )),
        written => Ok(written.or(base)),
    };
    Ok(BudgetConfig {
        step_tokens: tokens("budget.step_tokens", written.step_tokens, base.step_tokens)?,
        step_cost_usd: cost(
            "budget.step_cost_usd",
            written.step_cost_usd,
            base.step_cost_usd,
        )?,
        test_tokens: tokens("budget.test_tokens", written.test_tokens, base.test_tokens)?,
        test_cost_usd: cost(
            "budget.test_cost_usd",
            written.test_cost_usd,
            base.test_cost_usd,
        )?,
        run_tokens: tokens("budget.run_tokens", written.run_tokens, base.run_tokens)?,
        run_cost_usd: cost(
            "budget.run_cost_usd",
            written.run_cost_usd,
            base.run_cost_usd,
        )?,
    })
}

fn opted(
    base: ModelOptions,
    written: file::Options,
    origin: &impl Fn(&str) -> String,
) -> Result<ModelOptions, Error> {
    let reasoning = match written.reasoning {
        None => base.reasoning,
        Some(name) => match Effort::ALL.iter().find(|(known, _)| *known == name) {
            Some((_, effort)) => Some(*effort),
            None => {
                let names: Vec<_> = Effort::ALL.iter().map(|(name, _)| *name).collect();
                let help = format!("use one of: {}", names.join(", "));
                return Err(wrong(&origin("options.reasoning"), &name, &help));
            }
        },
    };
    if let Some(temperature) = written.temperature.filter(|t| !(0.0..=2.0).contains(t)) {
        let help = "use a number from 0 to 2";
        return Err(wrong(
            &origin("options.temperature"),
            &temperature.to_string(),
            help,
        ));
    }
    if written.max_output_tokens == Some(0) {
        return Err(wrong(
            &origin("options.max_output_tokens"),
            "0",
            "use a positive number",
        ));
    }
    let prices = match written.prices {
        None => base.prices,
        Some(prices) => Some(priced(prices, origin)?),
    };
    Ok(ModelOptions {
        reasoning,
        temperature: written.temperature.or(base.temperature),
        max_output_tokens: written.max_output_tokens.or(base.max_output_tokens),
        prices,
    })
}

fn priced(written: file::Prices, origin: &impl Fn(&str) -> String) -> Result<Prices, Error> {
    let prices = Prices {
        input: written.input,
        cached_input: written.cached_input.unwrap_or(written.input),
        output: written.output,
    };
    let sane = |price: f64| price.is_finite() && price >= 0.0;
    if sane(prices.input) && sane(prices.cached_input) && sane(prices.output) {
        Ok(prices)
    } else {
        let help = "give US dollars for a million tokens, like { input = 3.0, output = 15.0 }";
        Err(wrong(&origin("options.prices"), "no price list", help))
    }
}

fn wrong(setting: &str, value: &str, help: &str) -> Error {
    Error::new(Code::InvalidConfig, format!("{setting} is {value}")).help(help)
}
