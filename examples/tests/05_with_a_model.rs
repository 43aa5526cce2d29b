//! 5. A goal instead of steps: a language model drives the page.
//!
//! Needs a model, for instance `E2E_MODEL=anthropic::claude-sonnet-4-5` with
//! `ANTHROPIC_API_KEY`, or a local server through `E2E_MODEL_URL`. Without one these
//! tests are skipped and say so.

use e2e::prelude::*;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

#[e2e::test(timeout = "5m")]
async fn member_upgrades_to_pro(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    if !agent.has_model() {
        e2e::skip!("no language model is configured; set E2E_MODEL");
    }
    app.open("/settings/billing").await?;
    agent
        .act("sign in as {email} with the password {password}")
        .param("email", "ada@example.com")
        .param("password", "correct horse")
        .await?;
    agent.act("upgrade the workspace to the Pro plan").await?;
    agent.assert("there is an invoice for the Pro plan").await?;
    expect(screen.get_by_role(Role::Status))
        .to_contain_text("Pro")
        .await
}

e2e::main!();
