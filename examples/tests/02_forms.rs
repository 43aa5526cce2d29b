//! 2. Forms: filling them in, validation, and what the shop says about mistakes.

use e2e::prelude::*;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

#[e2e::test]
async fn a_member_signs_in(app: App, agent: Agent) -> e2e::Result {
    app.open("/signin").await?;
    agent
        .act(
            "fill Email address with {email}, fill Password with {password}, then click the Sign in button",
        )
        .param("email", "ada@example.com")
        .param("password", "correct horse")
        .await?;
    agent.assert("the page shows \"Ada Lovelace\"").await
}

#[e2e::test]
async fn a_wrong_password_is_refused(app: App, agent: Agent) -> e2e::Result {
    app.open("/signin").await?;
    agent
        .act("fill Email address with \"ada@example.com\"")
        .await?;
    agent.act("fill Password with \"wrong\"").await?;
    agent.act("click the Sign in button").await?;
    agent
        .assert("the page shows \"Email or password is incorrect\"")
        .await
}

#[e2e::test]
async fn an_empty_form_says_what_is_missing(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    app.open("/signin").await?;
    agent.act("click the Sign in button").await?;
    expect(screen.get_by_text("Enter your email address"))
        .to_be_visible()
        .await
}

#[e2e::test]
async fn a_new_member_signs_up(app: App, agent: Agent) -> e2e::Result {
    app.open("/signup").await?;
    agent.act("fill Full name with \"Grace Hopper\"").await?;
    agent.act("fill Email address with \"grace@example.com\" and fill Password with \"amazing grace\"").await?;
    agent.act("select \"Portugal\" from Country").await?;
    agent.act("choose the Business radio button").await?;
    agent.act("check \"I accept the terms\"").await?;
    agent.act("click the Create account button").await?;
    agent.assert("the page shows \"Grace Hopper\"").await
}

e2e::main!();
