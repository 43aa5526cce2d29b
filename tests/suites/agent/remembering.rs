//! What an executor knows of the attempt it works in.

use super::*;
use e2e::chassis::{Status, StepContext, StepExecutor, Verdict};

/// Counts the steps of its attempt.
struct Counting;

#[e2e::chassis::async_trait]
impl StepExecutor for Counting {
    fn name(&self) -> &str {
        "counting"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        let attempt = step.attempt();
        let before = attempt.kept("steps").and_then(|steps| steps.as_u64());
        let steps = before.unwrap_or(0) + 1;
        attempt.keep("steps", json!(steps));
        Ok(Verdict {
            status: Status::Passed,
            summary: format!("{steps} of {} #{}", attempt.test(), attempt.number()),
            code: None,
        })
    }
}

#[e2e::test]
async fn steps_of_an_attempt_share_what_an_executor_keeps(agent: Agent) -> e2e::Result {
    for n in 1..=2 {
        let report = agent.act("count").with(Arc::new(Counting)).await?;
        assert_eq!(
            report.summary,
            format!("{n} of remembering::steps_of_an_attempt_share_what_an_executor_keeps #1")
        );
    }
    Ok(())
}

/// Stays open beyond its step, and says when the attempt is over.
struct Lingering;

#[e2e::chassis::async_trait]
impl StepExecutor for Lingering {
    fn name(&self) -> &str {
        "lingering"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        let attempt = step.attempt().clone();
        drop(tokio::spawn(async move {
            attempt.ended().await;
            println!("over: {}", attempt.test());
        }));
        Ok(Verdict {
            status: Status::Passed,
            summary: "it goes on".into(),
            code: None,
        })
    }
}

#[e2e::test]
#[ignore = "`an_executor_hears_of_the_end_of_its_attempt` runs it"]
async fn it_lingers(agent: Agent) -> e2e::Result {
    agent.act("linger").with(Arc::new(Lingering)).await?;
    Ok(())
}

#[e2e::test]
async fn an_executor_hears_of_the_end_of_its_attempt() {
    let (_, text) = unended::alone("remembering::it_lingers").await;
    assert!(text.contains("over: remembering::it_lingers"), "{text}");
}
