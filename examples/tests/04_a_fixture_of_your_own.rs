//! 4. A fixture of your own: anything a test needs, asked for by its type.

use e2e::prelude::*;
use serde_json::json;

#[e2e::app]
async fn app() -> axum::Router {
    e2e_examples::router()
}

/// A browser that is signed in as Ada, whose cart holds two blue mugs.
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
            json!({"slug": "blue-mug", "quantity": 2}),
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
    cart.app.open("/checkout/address").await?;
    agent.act("fill Full name with \"Ada Lovelace\"").await?;
    agent
        .act("fill Street with \"12 Analytical Row\" and fill City with \"London\"")
        .await?;
    agent.act("fill Postcode with \"N1 9GU\"").await?;
    agent.act("click Continue").await?;
    agent.act("click Continue").await?;
    agent.act("fill Card number with \"4242 4242 4242 4242\", Expiry with \"12/30\" and Security code with \"123\"").await?;
    agent
        .act("click \"Review order\", then click \"Place order\"")
        .await?;
    agent.assert("the page shows \"Thank you\"").await
}

#[e2e::test]
async fn a_declined_card_keeps_the_order_open(cart: FullCart, agent: Agent) -> e2e::Result {
    cart.app.open("/cart").await?;
    agent.assert("the page shows \"Blue mug\"").await
}

e2e::main!();
