//! 1. A first test: an app, an agent, two sentences.
//!
//! The app is started once for this file; every test gets a browser with no cookies,
//! so the shop is as new each time.

use e2e::prelude::*;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

#[e2e::test]
async fn the_catalogue_can_be_searched(app: App, agent: Agent) -> e2e::Result {
    app.open("/catalogue").await?;
    agent.act("type \"teapot\" into Search products").await?;
    agent.assert("the page shows \"1 product\"").await
}

#[e2e::test]
async fn a_visitor_finds_the_sign_in_page(app: App, agent: Agent) -> e2e::Result {
    app.open("/").await?;
    agent.act("click Sign in").await?;
    agent.assert("the heading \"Sign in\" is visible").await
}

#[e2e::test]
async fn several_things_in_one_sentence(app: App, agent: Agent) -> e2e::Result {
    app.open("/todo").await?;
    agent.act("type \"water the plants\" into New to-do and press Enter, then check \"water the plants\"").await?;
    agent.assert("the page shows \"0 items left\"").await
}

e2e::main!();
