//! The one place that decides which tier carries a step out.
//!
//! Plain sentences first, because they cost nothing and cannot guess; the language
//! model for what they cannot read. The record says which tier decided and why an
//! earlier one passed the step on.

use super::browser_agent::BrowserAgent;
use super::call::Call;
use super::{Inner, judge, ledger, outcome};
use crate::chassis::step::{Limits, StepContext, StepExecutor};
use crate::chassis::verdict::Verdict;
use crate::code::Code;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::plain;
use crate::report::record::{ActionRecord, StepKind, StepRecord, StepResult, Tier, Usage};
use crate::text;
use std::sync::Arc;
use std::time::Duration;

/// How long the account of a failed step may take: a picture and a last look.
const EVIDENCE: Duration = Duration::from_secs(5);

/// A step that passed.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) summary: String,
    pub(super) actions: Vec<ActionRecord>,
    pub(super) model_calls: u32,
    pub(super) tier: Tier,
    pub(super) usage: Usage,
}

/// A step's end before it is mapped and recorded.
pub(super) struct Decided {
    pub(super) tier: Tier,
    pub(super) passed_on: Vec<String>,
    pub(super) verdict: Result<Verdict>,
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
        ..Limits::default()
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
    let index = journal.next_index();
    let started_ms = journal.elapsed_ms();
    journal.doing(format!("agent.{}({:?})", call.kind.as_str(), call.words));
    let step = StepContext::new(call.kind, &call.words, limits)
        .with_params(call.params.clone())
        .with_ledger(ledger::account(&journal.steps()));
    let decided = match call.validate() {
        Err(mistake) => Decided {
            tier: Tier::Plain,
            passed_on: Vec::new(),
            verdict: Err(mistake),
        },
        Ok(()) => bounded(agent, &step, executor).await,
    };
    let tier = decided.tier;
    let result = outcome::settle(&step, decided.verdict);
    let mut record = StepRecord {
        index,
        kind: call.kind,
        text: call.words.clone(),
        location: Some(call.location.clone()),
        tier: Some(tier),
        passed_on: decided.passed_on,
        started_ms,
        duration_ms: journal.elapsed_ms().saturating_sub(started_ms),
        result: StepResult::Passed,
        summary: String::new(),
        actions: step.actions(),
        turns: step.turns(),
        model_calls: step.model_calls(),
        usage: step.usage(),
        url: agent.page.newest().map(|screen| screen.url.clone()).unwrap_or_default(),
        screenshot: None,
        screen: String::new(),
    };
    match result {
        Ok(verdict) => {
            let done = Done {
                summary: verdict.summary.clone(),
                actions: record.actions.clone(),
                model_calls: record.model_calls,
                tier,
                usage: record.usage,
            };
            record.summary = verdict.summary;
            journal.push(record);
            Ok(done)
        }
        Err(error) => {
            let evidence = outcome::evidence(agent, &format!("step {}", index + 1));
            // A page that cannot be looked at must not cost the account of the failure.
            if let Ok(evidence) = tokio::time::timeout(EVIDENCE, evidence).await {
                record.screenshot = evidence.screenshot;
                record.screen = evidence.screen;
            }
            let error = outcome::explain(error, call, &record);
            record.summary = error.message().to_owned();
            record.result = outcome::result(&error);
            journal.push(record);
            Err(error)
        }
    }
}

/// Races the step against its clock. An executor that ignores the clock is dropped,
/// never awaited.
async fn bounded(
    agent: &Inner,
    step: &StepContext,
    executor: Option<&Arc<dyn StepExecutor>>,
) -> Decided {
    let mut passed_on = Vec::new();
    let mut tier = Tier::Plain;
    // The slack lets a step that notices its own clock say so in its own words.
    let limit = step.remaining() + Duration::from_millis(500);
    let verdict =
        match tokio::time::timeout(limit, decide(agent, step, executor, &mut tier, &mut passed_on))
            .await
        {
            Ok(verdict) => verdict,
            Err(_) => {
                step.cancel();
                Err(step.stop(Error::new(
                    Code::StepTimeout,
                    format!(
                        "the step took longer than its {}",
                        text::show_duration(step.limits().timeout)
                    ),
                )))
            }
        };
    Decided { tier, passed_on, verdict }
}

async fn decide(
    agent: &Inner,
    step: &StepContext,
    executor: Option<&Arc<dyn StepExecutor>>,
    tier: &mut Tier,
    passed_on: &mut Vec<String>,
) -> Result<Verdict> {
    if let Some(executor) = executor {
        *tier = Tier::Model;
        return executor.run_step(step).await;
    }
    let tiers = agent.config.agent.tiers;
    let mut unread = None;
    if tiers.plain {
        *tier = Tier::Plain;
        match plain::parse(step.instruction(), step.kind(), step.params()) {
            Ok(program) => {
                let plain = plain::PlainExecutor::new(
                    Arc::clone(&agent.page),
                    agent.base_url.clone(),
                    agent.config.timeouts,
                    program,
                );
                match plain.run_step(step).await {
                    Err(error) if can_be_thought_about(&error) && can_think(agent)? => {
                        passed_on.push(format!("plain: {}", error.message()));
                    }
                    verdict => return verdict,
                }
            }
            Err(reason) => {
                passed_on.push(format!("plain: {}", reason.message()));
                unread = Some(reason);
            }
        }
    }
    if tiers.model && let Some(model) = agent.model()? {
        *tier = Tier::Model;
        return match step.kind() {
            StepKind::Act => BrowserAgent::new(agent, model, passed_on).run_step(step).await,
            _ => judge::judge(agent, &*model, step).await,
        };
    }
    Err(match unread {
        Some(reason) => reason.blocked(),
        None => Error::new(
            Code::ModelUnavailable,
            "no tier that is switched on can carry this sentence out",
        )
        .blocked()
        .help("switch `plain` on in `[agent] tiers`, or configure a model: E2E_MODEL or `[agent] model` in e2e.toml"),
    })
}

/// Whether a plain sentence that read well but did not fit the screen may go on to a
/// model. Something that was done and had no effect is a fact, not a riddle.
fn can_be_thought_about(error: &Error) -> bool {
    matches!(
        error.code(),
        Code::LocatorNotFound | Code::LocatorAmbiguous | Code::SentenceAmbiguous
    )
}

fn can_think(agent: &Inner) -> Result<bool> {
    Ok(agent.config.agent.tiers.model && agent.model()?.is_some())
}
