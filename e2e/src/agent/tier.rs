//! The one place that decides which tier carries a step out.
//!
//! Plain sentences first, because they cost nothing and cannot guess; the language
//! model for what they cannot read. The record says which tier decided and why an
//! earlier one passed the step on.

use super::browser_agent::BrowserAgent;
use super::call::Call;
use super::target::PageTarget;
use super::transcript::Transcript;
use super::{Inner, judge, ledger, outcome};
use crate::chassis::{Limits, StepContext, StepExecutor, Target, Verdict, carry_out, executor};
use crate::code::{Class, Code};
use crate::config::Config;
use crate::deadline;
use crate::error::{Error, Result};
use crate::page::text::TextOptions;
use crate::plain::{Attempt, PlainExecutor};
use crate::report::record::{ActionRecord, EventKind, StepKind, StepRecord, Tier, Usage};
use crate::report::redact;
use crate::text;
use async_trait::async_trait;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A step that passed.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) summary: String,
    pub(super) actions: Vec<ActionRecord>,
    pub(super) model_calls: u32,
    pub(super) tier: Tier,
    pub(super) usage: Usage,
}

/// Who carries a step out when nobody is named: the tiers in their order.
struct Tiers<'a> {
    agent: &'a Inner,
    /// The page, in the hands of this step.
    target: &'a PageTarget,
    chosen: Mutex<Chosen>,
}

/// What was decided so far; read also after the clock ended the step.
#[derive(Debug)]
struct Chosen {
    tier: Tier,
    passed_on: Vec<String>,
}

/// What a call of this kind may use, as configured.
pub(super) fn limits(config: &Config, kind: StepKind) -> Limits {
    Limits {
        max_model_calls: match kind {
            StepKind::Act => config.agent.max_model_calls,
            // One judgment and one repair of its form.
            _ => 2,
        },
        max_actions: match kind {
            StepKind::Act => config.agent.max_actions,
            _ => 0,
        },
        timeout: match kind {
            StepKind::Act => config.timeouts.act,
            _ => config.timeouts.judgment,
        },
        max_tokens: config.agent.budget.step_tokens,
        max_cost_usd: config.agent.budget.step_cost_usd,
    }
}

/// Runs one call as a step: decides, bounds, maps the verdict, records.
pub(super) async fn run(
    call: &Call,
    limits: Limits,
    executor: Option<&Arc<dyn StepExecutor>>,
) -> Result<Done> {
    let agent = &*call.agent.inner;
    let journal = &agent.journal;
    let open = journal.begin(call.place());
    let index = open.index();
    agent.page.mean_nothing();
    let started_ms = journal.elapsed_ms();
    let step = StepContext::new(call.kind, &call.words, limits)
        .with_place(index, started_ms)
        .with_attempt(agent.attempt.clone())
        .with_params(call.params.clone())
        .with_known(Arc::clone(journal.known()))
        .with_purse(Arc::clone(&agent.purse))
        .with_ledger(ledger::account(&journal.steps(), journal.known()));
    let step = given(step, call, executor);
    let step = call.secrets.iter().fold(step, |step, (name, secret)| {
        step.with_secret(name, secret.clone())
    });
    let target = Arc::new(PageTarget::new(agent, &step));
    let step = step.with_target(Arc::clone(&target) as Arc<dyn Target>);
    let known = journal.known();
    let step = match call.kind {
        StepKind::WaitFor => step.with_whole_limit(),
        _ => step,
    };
    let tiers = Tiers {
        agent,
        target: &target,
        chosen: Mutex::new(Chosen {
            tier: Tier::Plain,
            passed_on: Vec::new(),
        }),
    };
    let transcript = Transcript::of(agent, &step);
    let result = match (call.validate(), executor) {
        (Err(mistake), _) => Err(mistake),
        (Ok(()), Some(executor)) => {
            let ended = deadline::within(step.remaining(), carry_out(&**executor, &step)).await;
            // A wait that read plainly asked nobody, or did not need who it asked.
            let asked = call.kind != StepKind::WaitFor || step.model_calls() > 0;
            let likely = if asked { Tier::Model } else { Tier::Plain };
            tiers.chosen().tier = *call.decided.get().unwrap_or(&likely);
            ended
        }
        (Ok(()), None) => deadline::within(step.remaining(), carry_out(&tiers, &step)).await,
    };
    for text in agent.page.take_passwords() {
        known.typed(&text);
    }
    let undone = agent.page.take_undone();
    transcript.end(&result);
    let Chosen { tier, passed_on } = tiers
        .chosen
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let mut record = StepRecord {
        location: Some(call.location.clone()),
        tier: Some(tier),
        passed_on,
        duration_ms: journal.elapsed_ms().saturating_sub(started_ms),
        actions: step.actions(),
        turns: step.turns(),
        evidence: step.evidence(),
        events: step.events(),
        model_calls: step.model_calls(),
        usage: step.usage(),
        url: agent
            .page
            .newest()
            .map(|screen| screen.url.clone())
            .unwrap_or_default(),
        ..StepRecord::begun(index, call.kind, &*call.words, started_ms)
    };
    match result {
        Ok(verdict) => {
            record.summary = text::with_notes(&verdict.summary, &undone);
            redact::step(&mut record, known);
            let done = Done {
                summary: record.summary.clone(),
                actions: record.actions.clone(),
                model_calls: record.model_calls,
                tier,
                usage: record.usage,
            };
            open.finish(record);
            Ok(done)
        }
        Err(error) => {
            let error = undone
                .iter()
                .fold(error, |error, note| error.note(note.as_str()));
            let options = TextOptions {
                origin: agent.base_url.clone(),
                ..TextOptions::default()
            };
            let label = format!("step {}", index + 1);
            agent.page.mean_each(error.points());
            let evidence = agent.page.evidence(journal, &label, &options).await;
            record.screenshot = evidence.screenshot;
            record.screen = evidence.screen;
            let mut error = outcome::explain(error, call, &record, &evidence.excerpt);
            if known.may_be_on_screen() {
                error = error.note("no screenshot is kept: a secret was typed in this test");
            }
            let error = error.map_text(|text| redact::said(known, text));
            record.summary = error.message().to_owned();
            record.result = outcome::result(&error);
            open.finish(record);
            Err(error)
        }
    }
}

/// What an executor may ask its step for: the model and the facts of the agent, its own
/// before those.
fn given(step: StepContext, call: &Call, own: Option<&Arc<dyn StepExecutor>>) -> StepContext {
    let (agent, own, kind) = (call.agent.clone(), own.cloned(), call.kind);
    let more = own.as_deref().and_then(StepExecutor::context);
    let facts = [agent.inner.config.agent.context.trim(), more.unwrap_or("")];
    let facts: Vec<_> = facts.into_iter().filter(|text| !text.is_empty()).collect();
    step.with_context(facts.join("\n\n"))
        .with_model_source(move || {
            let acts = kind == StepKind::Act;
            let configured = || match (agent.inner.config.agent.tiers.model, acts) {
                (false, _) => Ok(None),
                (true, true) => agent.inner.model(),
                (true, false) => agent.inner.judge(),
            };
            match &own {
                Some(own) if !acts && own.judge().is_some() => own.judge().ok_or_else(no_tier),
                Some(own) => executor::model_of(&**own, configured),
                None => configured()?.ok_or_else(no_tier),
            }
        })
}

impl Tiers<'_> {
    fn chosen(&self) -> MutexGuard<'_, Chosen> {
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pass_on(&self, reason: &Error) {
        let why = match (reason.code(), reason.about()) {
            // What a person reads when nothing else could take the sentence.
            (Code::ModelUnavailable, Some(sentence)) => {
                let part = sentence
                    .text
                    .get(sentence.span.clone())
                    .unwrap_or(&sentence.text);
                format!("cannot read `{part}`")
            }
            _ => reason.message().to_owned(),
        };
        self.chosen().passed_on.push(format!("plain: {why}"));
    }

    /// Whether another tier could take the step after the plain one.
    fn can_think(&self) -> Result<bool> {
        Ok(self.agent.config.agent.tiers.model && self.agent.model()?.is_some())
    }

    /// The plain tier. `Ok(Err(reason))` passes the step on.
    async fn plain(&self, step: &StepContext) -> Result<Result<Verdict, Error>> {
        let plain = PlainExecutor::new(Arc::clone(&self.agent.page), self.agent.base_url.clone());
        let began = step.elapsed();
        let attempt = plain.attempt(step).await;
        let failure = match &attempt {
            Attempt::Passed(_) => None,
            Attempt::Unread(error)
            | Attempt::Unresolved { error, .. }
            | Attempt::Failed { error, .. } => Some(error),
        };
        let took = step.elapsed().saturating_sub(began);
        step.record_event(EventKind::Phase, "plain", took, failure);
        match attempt {
            Attempt::Passed(verdict) => Ok(Ok(verdict)),
            Attempt::Unread(reason) => Ok(Err(reason)),
            // What was read but does not fit the screen may be meant otherwise. What
            // was seen of a thing called just so is a fact, not a riddle, and what the
            // set-up or the machine refuses no thinking changes.
            Attempt::Unresolved { error, .. }
            | Attempt::Failed {
                error,
                exact: false,
            } if matches!(error.class(), Class::App | Class::Ambiguous | Class::Agent)
                && self.can_think()? =>
            {
                Ok(Err(error))
            }
            Attempt::Unresolved { error, .. } | Attempt::Failed { error, .. } => Err(error),
        }
    }
}

#[async_trait]
impl StepExecutor for Tiers<'_> {
    fn name(&self) -> &str {
        "the built-in agent"
    }

    async fn run_step(&self, step: &StepContext) -> Result<Verdict> {
        let agent = self.agent;
        let tiers = agent.config.agent.tiers;
        let mut unread = None;
        let before = agent.page.newest();
        if tiers.plain {
            match self.plain(step).await? {
                Ok(verdict) => return Ok(verdict),
                Err(reason) => {
                    self.pass_on(&reason);
                    unread = Some(reason);
                }
            }
        }
        let acts = step.kind() == StepKind::Act;
        let model = match (tiers.model, acts) {
            (false, _) => None,
            (true, true) => agent.model()?,
            (true, false) => agent.judge()?,
        };
        if let Some(model) = model {
            self.chosen().tier = Tier::Model;
            let began = step.elapsed();
            let ended = if acts {
                let passed_on = self.chosen().passed_on.clone();
                BrowserAgent::new(agent, self.target, model, &passed_on, before)
                    .run_step(step)
                    .await
            } else {
                judge::judge(agent, &*model, step).await
            };
            let took = step.elapsed().saturating_sub(began);
            step.record_event(EventKind::Phase, "model", took, ended.as_ref().err());
            return ended;
        }
        Err(unread.unwrap_or_else(no_tier).blocked())
    }
}

/// Nothing that is switched on could take the step.
pub(super) fn no_tier() -> Error {
    Error::new(
        Code::ModelUnavailable,
        "no tier that is switched on can carry this sentence out",
    )
    .help("switch `plain` on in `[agent] tiers`")
    .help("or configure a model: E2E_MODEL, or `[agent] model` in e2e.toml")
}
