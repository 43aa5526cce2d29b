//! 4. A fixture of your own: anything a test needs, asked for by its type.

use e2e::prelude::*;
use serde_json::json;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

/// A browser that is signed in as Ada, whose cart holds two teapots.
///
/// Other fixtures are its parts. Set-up and tear-down run for each test that asks
/// for it; tear-down also runs when the test fails, panics or takes too long.
#[derive(Clone)]
struct FullCart {
    app: App,
    api: Api,
    workspace: String,
}

impl Fixture for FullCart {
    async fn setup(cx: &Context) -> e2e::Result<Self> {
        let app = cx.get::<App>().await?;
        let api = cx.get::<Api>().await?;
        let browser = cx.get::<Browser>().await?;
        // The shop keeps its state by a cookie; the API takes it as a header.
        app.open("/").await?;
        let workspace = browser.get_named_cookie("shop").await?.value;
        let cart = Self {
            app,
            api,
            workspace,
        };
        cart.post(
            "/api/session",
            json!({"email": "ada@example.com", "password": "correct horse"}),
        )
        .await?;
        cart.post(
            "/api/cart/items",
            json!({"slug": "stoneware-teapot", "quantity": 2}),
        )
        .await?;
        Ok(cart)
    }

    async fn teardown(self, _cx: &Context) -> e2e::Result {
        self.post("/api/reset", json!({})).await
    }
}

impl FullCart {
    async fn post(&self, path: &str, body: serde_json::Value) -> e2e::Result {
        let request = self
            .api
            .post(path)
            .header("x-shop-workspace", &self.workspace)
            .json(&body);
        let answer = request
            .send()
            .await
            .and_then(reqwest::Response::error_for_status);
        answer.map(drop).map_err(|error| {
            Error::new(Code::TestSetupFailed, format!("POST {path} failed")).caused_by(error)
        })
    }
}

#[e2e::test]
async fn checkout_takes_three_steps(cart: FullCart, agent: Agent) -> e2e::Result {
    cart.fill_in_the_address(&agent).await?;
    agent
        .act("choose Standard delivery, then click Continue to payment")
        .await?;
    pay(&agent, "4242 4242 4242 4242").await?;
    agent
        .assert("the heading \"Thank you for your order\" is visible")
        .await
}

#[e2e::test]
async fn a_declined_card_keeps_the_order_open(cart: FullCart, agent: Agent) -> e2e::Result {
    cart.fill_in_the_address(&agent).await?;
    agent
        .act("choose Express delivery, then click Continue to payment")
        .await?;
    pay(&agent, "4000 0000 0000 0002").await?;
    agent
        .assert("the page shows \"Your card was declined\"")
        .await
}

impl FullCart {
    async fn fill_in_the_address(&self, agent: &Agent) -> e2e::Result {
        self.app.open("/checkout/address").await?;
        agent.act("fill Full name with \"Ada Lovelace\" and fill Email address with \"ada@example.com\"").await?;
        agent
            .act("fill Street address with \"12 Analytical Row\"")
            .await?;
        agent
            .act("fill City with \"London\" and fill Postcode with \"N1 9GU\"")
            .await?;
        agent
            .act("select \"United Kingdom\" from Country, then click Continue to delivery")
            .await
            .map(drop)
    }
}

async fn pay(agent: &Agent, card: &str) -> e2e::Result {
    agent.act("fill Name on card with \"Ada Lovelace\"").await?;
    agent
        .act("fill Card number with {card}")
        .param("card", card)
        .await?;
    agent
        .act("fill Expiry date with \"12/30\" and fill Security code with \"123\"")
        .await?;
    agent
        .act("click Place order, then click Confirm order")
        .await
        .map(drop)
}

e2e::main!();
