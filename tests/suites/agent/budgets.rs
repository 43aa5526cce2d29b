//! Named agents, and budgets that hold across the processes of a run.

use super::*;
use std::path::Path;
use std::process::Output;

const CONFIG: &str = r#"
[agent]
model = "openai::cheap"
context = "A shop. Its door opens to swordfish-77."
system = "Mind the robots."
[agent.budget]
run_cost_usd = 0.4
[agents.careful]
model = "openai::careful"
max_model_calls = 1
"#;

/// Says what it was given.
struct Asks;

#[e2e::chassis::async_trait]
impl e2e::chassis::StepExecutor for Asks {
    fn name(&self) -> &str {
        "asks"
    }

    fn context(&self) -> Option<&str> {
        Some("With robots.")
    }

    async fn run_step(
        &self,
        step: &e2e::chassis::StepContext,
    ) -> e2e::Result<e2e::chassis::Verdict> {
        Ok(e2e::chassis::Verdict {
            status: e2e::chassis::Status::Passed,
            summary: format!("{}: {}", step.model()?.id(), step.context()),
            code: None,
        })
    }
}

fn pass() -> Line {
    let evidence = json!([{"url": "/todo", "already": true}]);
    let verdict = json!({"status": "passed", "summary": "Seen.", "evidence": evidence});
    Say::call("complete_step", verdict).into()
}

fn holds() -> Line {
    let answer = json!({
        "protocol": "agent-judgment-3",
        "explanation": "Yes.",
        "evidence": [{"at": "url", "quote": "/todo"}],
        "verdict": "holds"
    });
    Say::text(&answer.to_string()).into()
}

/// Runs one of the tests below in a process of its own.
async fn run(root: &Path, provider: &Provider, name: &str, envs: &[(&str, &str)]) -> Output {
    tokio::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            &format!("budgets::{name}"),
            "--ignored",
            "--nocapture",
        ])
        // As nextest starts them: one process a test, all of one run.
        .env("NEXTEST", "1")
        .env("CARGO_MANIFEST_DIR", root)
        .env("E2E_RUN_ID", run_id(root))
        .env("E2E_MODEL_URL", provider.url(Dialect::Completions))
        .envs(envs.iter().copied())
        .output()
        .await
        .unwrap()
}

/// A run of this test's own.
fn run_id(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    format!("budget{name}")
}

/// Removes what the run left in the target folder.
fn clear(root: &Path) {
    // Where it is depends on how this binary was built, and on whose package it is run for.
    let config = e2e::config::load(root).unwrap();
    let folder = config.run.output.join(run_id(root));
    assert!(
        folder.join(".spent").is_file(),
        "nothing was paid into {}",
        folder.display()
    );
    std::fs::remove_dir_all(folder).unwrap();
}

fn said(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&both).into_owned()
}

#[e2e::test]
#[ignore = "`a_run_budget_holds_across_processes` runs it in two processes"]
async fn spends(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    agent.act("have a look at the page").await.map(drop)
}

#[e2e::test]
async fn a_run_budget_holds_across_processes() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("e2e.toml"), CONFIG).unwrap();
    // Each call costs a quarter: the second crosses the line and is still answered.
    let provider = Provider::start([pass(), pass(), pass()]).await;
    for expected in [
        "test result: ok",
        "test result: ok",
        "STEP_BUDGET_EXHAUSTED",
    ] {
        let text = said(&run(root.path(), &provider, "spends", &[]).await);
        assert!(text.contains(expected), "no {expected} in {text}");
        if expected == "STEP_BUDGET_EXHAUSTED" {
            let told = "the run used up the $0.4 it may cost (it cost $0.5000)";
            assert!(text.contains(told), "{text}");
        }
    }
    assert_eq!(
        provider.left(),
        1,
        "a call was made that nobody can pay for"
    );
    clear(root.path());
}

#[e2e::test]
async fn a_step_ends_when_its_money_or_its_tokens_are_used_up(
    app: App,
    agent: Agent,
    info: TestInfo,
) -> e2e::Result {
    app.open("/todo").await?;
    let usage = e2e::report::record::Usage {
        input_tokens: 900,
        output_tokens: 100,
        cost_usd: Some(0.25),
        ..Default::default()
    };
    let looks = move |_: &Request| {
        Ok(Reply {
            usage: Some(usage),
            ..call("observe", json!({}))?
        })
    };
    let model = Arc::new(ScriptedModel::new().always(looks));
    let agent = agent.with_model(model.clone());
    for (act, told) in [
        (
            agent.act("have a look at the page").max_cost_usd(0.3),
            "the step used up the $0.3 it may cost (it cost $0.5000)",
        ),
        (
            agent.act("have a look at the page").max_tokens(1_500),
            "the step used up the 1500 tokens it may use (2000 were used)",
        ),
    ] {
        let error = act.await.unwrap_err();
        assert_eq!(error.code(), Code::StepBudgetExhausted, "{error:?}");
        assert_eq!(error.message(), told);
        let help = "raise the budget in e2e.toml, or make the sentence smaller";
        assert!(error.helps().iter().any(|line| line == help), "{error:?}");
        let record = info.steps().pop().expect("a record");
        assert_eq!((record.model_calls, record.usage.cost_usd), (2, Some(0.5)));
    }
    assert_eq!(
        model.requests().len(),
        4,
        "a call was made that nobody can pay for"
    );
    Ok(())
}

#[e2e::test]
#[ignore = "`an_agent_is_picked_by_run_test_and_call` runs it with agents"]
async fn picks_by_call(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    // A secret that stands in what is known of the product is masked for everybody.
    agent
        .act("have a look at the page")
        .secret("door", Secret::new("swordfish-77"))
        .await?;
    let careful = agent.named("careful")?;
    careful.act("have a closer look at the page").await?;
    agent.act("have a look at the page").with(&careful).await?;
    agent.assert("it looks inviting").with(&careful).await?;
    // An executor of one's own is given the model and the facts of who is asked.
    for (asked, model) in [(&agent, "openai::cheap"), (&careful, "openai::careful")] {
        let report = asked.act("say who you are").with(Arc::new(Asks)).await?;
        let context = "A shop. Its door opens to [secret door].\n\nWith robots.";
        assert_eq!(report.summary, format!("{model}: {context}"));
    }
    let error = agent.named("carefull").unwrap_err();
    assert_eq!(error.code(), Code::InvalidConfig);
    assert!(
        error.helps()[0].contains("did you mean `careful`?"),
        "{error:?}"
    );
    Ok(())
}

#[e2e::test(agent = "careful")]
#[ignore = "`an_agent_is_picked_by_run_test_and_call` runs it with agents"]
async fn picks_by_test(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    agent.act("have a look at the page").await.map(drop)
}

#[e2e::test]
async fn an_agent_is_picked_by_run_test_and_call() {
    let root = tempfile::tempdir().unwrap();
    let config = CONFIG.replace("run_cost_usd = 0.4", "run_cost_usd = 40.0");
    std::fs::write(root.path().join("e2e.toml"), config).unwrap();
    for (name, envs, expected) in [
        (
            "picks_by_call",
            vec![],
            vec!["cheap", "careful", "careful", "careful"],
        ),
        ("picks_by_test", vec![], vec!["careful"]),
        ("spends", vec![("E2E_AGENT", "careful")], vec!["careful"]),
    ] {
        let provider = Provider::start([pass(), pass(), pass(), holds()]).await;
        let output = run(root.path(), &provider, name, &envs).await;
        assert!(output.status.success(), "{name}: {}", said(&output));
        let asked: Vec<_> = provider
            .requests()
            .iter()
            .map(|request| {
                request.body["model"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect();
        assert_eq!(asked, expected, "{name}");
        if name == "picks_by_call" {
            // Who judges knows the product, and nothing of who acts or what was done.
            let bodies: Vec<_> = provider
                .requests()
                .iter()
                .map(|request| request.body.to_string())
                .collect();
            let told = |body: &str| {
                [
                    "A shop.",
                    "Mind the robots.",
                    "Seen.",
                    "have a closer look at the page",
                    "opens to [secret door]",
                    "swordfish",
                ]
                .map(|text| body.contains(text))
            };
            assert_eq!(
                told(&bodies[2]),
                [true, true, true, true, true, false],
                "{}",
                bodies[2]
            );
            assert_eq!(
                told(&bodies[3]),
                [true, false, false, false, true, false],
                "{}",
                bodies[3]
            );
        }
    }
    let nobody = Provider::start([]).await;
    let output = run(root.path(), &nobody, "spends", &[("E2E_AGENT", "carful")]).await;
    let text = said(&output);
    assert!(text.contains("no agent is named `carful`"), "{text}");
    assert!(text.contains("did you mean `careful`?"), "{text}");
    clear(root.path());
}

#[e2e::test]
async fn each_time_a_key_or_a_scroll_is_repeated_is_an_action(
    app: App,
    agent: Agent,
) -> e2e::Result {
    app.open("/catalogue").await?;
    let model = ScriptedModel::new()
        .answer(|request| {
            let target = id_of(request, "searchbox \"Search products\"");
            call(
                "type",
                json!({"target": target, "value": "teapot", "replace": true}),
            )
        })
        .answer(|_| call("press", json!({"key": "Shift", "times": 21})))
        .answer(|_| call("press", json!({"key": "ArrowLeft", "times": 3})))
        // The page ends long before.
        .answer(|_| call("scroll", json!({"direction": "down", "times": 20})))
        .answer(|request| {
            assert!(
                super::said(request).contains("3 of 3 times"),
                "{}",
                super::said(request)
            );
            let status = id_of(request, "status");
            call(
                "complete_step",
                json!({
                    "status": "passed",
                    "summary": "The catalogue lists one teapot.",
                    "evidence": [{"node": status, "quote": "1 product"}]
                }),
            )
        });
    let report = agent
        .with_model(Arc::new(model))
        .act("find out whether the shop has a teapot")
        .await?;
    let count = |verb: &str| report.actions.iter().filter(|a| a.verb == verb).count();
    assert_eq!(count("press"), 3, "{:?}", report.actions);
    assert!((1..10).contains(&count("scroll")), "{:?}", report.actions);
    Ok(())
}
