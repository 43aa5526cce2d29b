//! 3. Sentences for the way there, exact locators for what must be exactly so.

use e2e::prelude::*;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

#[e2e::test]
async fn member_upgrades_to_pro(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    sign_in(&app, &screen, "/settings/billing").await?;
    agent.act("click \"Upgrade to Pro\"").await?;
    expect(screen.get_by_role(Role::Dialog))
        .to_contain_text("Prorated amount today")
        .await?;
    agent.act("click Confirm upgrade").await?;
    expect(screen.get_by_role(Role::Status))
        .to_contain_text("Pro")
        .await?;
    expect(screen.get_by_test_id("current-plan"))
        .to_have_text("Pro")
        .await
}

#[e2e::test]
async fn the_cart_adds_up(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    app.open("/products/enamel-mug").await?;
    agent.act("click Add to cart").await?;
    agent.assert("the page shows \"Added to cart\"").await?;
    app.open("/cart").await?;
    screen
        .get_by_role(Role::Button)
        .name("Increase quantity")
        .click()
        .await?;
    expect(screen.get_by_role((Role::SpinButton, "Quantity")))
        .to_have_value("2")
        .await?;
    agent
        .act("fill Discount code with \"SAVE10\" and click Apply")
        .await?;
    agent.assert("the page shows \"10% off\"").await
}

#[e2e::test]
async fn slow_parts_are_waited_for(app: App, agent: Agent, screen: Screen) -> e2e::Result {
    app.open("/slow?ms=800").await?;
    agent.act("click Load report").await?;
    expect(screen.get_by_role(Role::Table))
        .to_be_visible()
        .await?;
    // The button is disabled at first, and a clock on the page never rests.
    screen
        .get_by_role(Role::Button)
        .name("Save")
        .click()
        .await?;
    agent.assert("the page shows \"Saved\"").await
}

#[e2e::test]
async fn frames_and_web_components_are_part_of_the_page(
    app: App,
    agent: Agent,
    screen: Screen,
) -> e2e::Result {
    app.open("/frame").await?;
    agent
        .act("fill Email address with \"ada@example.com\" and click Subscribe")
        .await?;
    expect(screen.get_by_text("ada@example.com"))
        .to_be_visible()
        .await?;
    agent.act("click \"4 stars\"").await?;
    expect(screen.get_by_role(Role::Radio).name("4 stars"))
        .to_be_checked()
        .await
}

/// Ordinary code for an ordinary chore.
async fn sign_in(app: &App, screen: &Screen, path: &str) -> e2e::Result {
    app.open(path).await?;
    screen
        .get_by_label("Email address")
        .fill("ada@example.com")
        .await?;
    screen
        .get_by_label("Password")
        .fill("correct horse")
        .await?;
    screen
        .get_by_role(Role::Button)
        .name("Sign in")
        .exact()
        .click()
        .await
}

e2e::main!();
