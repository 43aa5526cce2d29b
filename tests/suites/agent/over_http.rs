//! The configured model over real HTTP, and a provider that fails.

use super::*;

/// The configured model, asked over real HTTP.
async fn over_http(agent: &Agent, script: Vec<Line>) -> (Agent, Provider) {
    let provider = Provider::start(script).await;
    let mut config = e2e::config::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))
        .expect("the configuration is good")
        .agent;
    config.model = Some("openai::any".into());
    config.model_url = Some(provider.url(Dialect::Completions));
    let model: Arc<dyn Model> = model::connect(&config)
        .expect("it connects")
        .expect("a model");
    (agent.with_model(model), provider)
}

#[e2e::test]
async fn a_model_over_http_carries_a_step_out(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    let evidence = json!([{"url": "/catalogue"}]);
    let (agent, provider) = over_http(
        &agent,
        vec![
            Say::call("navigate", json!({"url": "/catalogue"})).into(),
            Say::call(
                "complete_step",
                json!({"status": "passed", "summary": "It is open.", "evidence": evidence}),
            )
            .into(),
        ],
    )
    .await;
    let report = agent.act("have a look at what they sell").await?;
    assert_eq!(report.model_calls, 2);
    assert!(report.usage.input_tokens > 0);
    assert_eq!(provider.requests().len(), 2);
    Ok(())
}

#[e2e::test]
async fn a_failing_provider_never_looks_like_a_failing_app(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    for (fault, expected) in [
        (
            Fault::status(401, "Incorrect API key provided"),
            Code::ModelUnavailable,
        ),
        (
            Fault::status(400, "no such thing"),
            Code::ModelProviderFailed,
        ),
        (
            Fault::Body("application/json", "<html>oops".into()),
            Code::ModelProviderFailed,
        ),
        (Fault::Overflow, Code::ContextOverflow),
    ] {
        let name = format!("{fault:?}");
        let script: Vec<Line> = (0..8).map(|_| fault.clone().into()).collect();
        let (agent, _provider) = over_http(&agent, script).await;
        let error = agent
            .act("have a look at what they sell")
            .timeout(Duration::from_secs(20))
            .await
            .unwrap_err();
        let classes = [e2e::Class::Infra, e2e::Class::Setup, e2e::Class::Agent];
        assert!(classes.contains(&error.class()), "{name}: {error:?}");
        if !matches!(fault, Fault::Body(..)) {
            assert_eq!(error.code(), expected, "{name}: {error:?}");
        }
    }
    let kind = ModelErrorKind::Provider;
    let down =
        ScriptedModel::new().fail(model::ModelError::new(kind, "the data centre is on fire"));
    let error = agent
        .with_model(Arc::new(down))
        .act("carry on regardless")
        .await
        .unwrap_err();
    assert_eq!(error.code(), Code::ModelProviderFailed);
    assert!(format!("{error:?}").contains("on fire"));
    Ok(())
}

/// A sentence, a judgment and a reading that run out of time drop what they asked for.
#[e2e::test]
async fn nothing_stays_open_behind_a_call_that_is_over(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    let script = (0..3).map(|_| Fault::Stall.into()).collect();
    let (agent, provider) = over_http(&agent, script).await;
    let time = Duration::from_millis(400);
    let act = agent.act("have a look at what they sell").timeout(time);
    let assert = agent.assert("it all looks rather inviting").timeout(time);
    let extract = agent
        .extract::<String>("the name of the shop")
        .timeout(time);
    for (asked, error) in [
        (1, act.await.unwrap_err()),
        (2, assert.await.unwrap_err()),
        (3, extract.await.unwrap_err()),
    ] {
        assert_eq!(error.code(), Code::StepTimeout, "call {asked}: {error:?}");
    }
    assert_eq!(provider.requests().len(), 3);
    let idle = tokio::time::timeout(Duration::from_secs(20), provider.idle());
    assert!(idle.await.is_ok(), "a request is still open");
    Ok(())
}
