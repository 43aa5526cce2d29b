//! 6. An executor of your own: the same tool loop, without a browser.
//!
//! `e2e::chassis` knows nothing of pages. Here it drives the shop's JSON API: two tools
//! that send requests, and evidence that is fetched again before a pass counts. The
//! model is scripted, so the suite needs no key; a real one comes from
//! `e2e::model::connect`.

use e2e::Code;
use e2e::chassis::{
    Checked, Evidence, Limits, Opening, StepContext, StepExecutor, Tool, ToolLoop, ToolOutput,
    Verdict, async_trait, carry_out,
};
use e2e::model::{Model, ScriptedModel, ToolSpec};
use e2e::report::record::{ActionRecord, StepKind};
use serde_json::{Value, json};
use std::sync::Arc;

/// Requests to one workspace of the shop.
#[derive(Clone)]
struct Client {
    http: reqwest::Client,
    base: String,
    workspace: String,
}

impl Client {
    async fn send(&self, method: &str, path: &str, body: &Value) -> e2e::Result<(u16, Value)> {
        let method = method.parse().unwrap_or(reqwest::Method::GET);
        let mut request = self
            .http
            .request(method, format!("{}/api{path}", self.base))
            .header("x-shop-workspace", &self.workspace);
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request.send().await.map_err(|error| {
            e2e::Error::new(Code::AppUnreachable, format!("no answer from {path}")).caused_by(error)
        })?;
        let status = response.status().as_u16();
        Ok((status, response.json().await.unwrap_or_default()))
    }
}

/// Reads.
struct Get(Client);

#[async_trait]
impl Tool for Get {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            "get",
            "Reads a resource.",
            json!({
                "type": "object",
                "properties": {"path": {"type": "string", "minLength": 1, "maxLength": 500}},
                "required": ["path"],
                "additionalProperties": false,
            }),
        )
    }

    async fn call(&self, input: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        step.checkpoint()?;
        let path = input["path"].as_str().unwrap_or_default();
        let (status, body) = self.0.send("GET", path, &Value::Null).await?;
        Ok(shown(&format!("GET {path}"), status, &body))
    }
}

/// Changes something: counted as an action and recorded as one.
struct Send(Client);

#[async_trait]
impl Tool for Send {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new(
            "send",
            "Creates, changes or removes a resource.",
            json!({
                "type": "object",
                "properties": {
                    "method": {"type": "string", "enum": ["POST", "PATCH", "DELETE"]},
                    "path": {"type": "string", "minLength": 1, "maxLength": 500},
                    "body": {"type": "object"},
                },
                "required": ["method", "path"],
                "additionalProperties": false,
            }),
        )
    }

    async fn call(&self, input: Value, step: &StepContext) -> e2e::Result<ToolOutput> {
        step.take_action()?;
        let field = |name: &str| input[name].as_str().unwrap_or_default();
        let (method, path) = (field("method"), field("path"));
        let (status, body) = self.0.send(method, path, &input["body"]).await?;
        step.record_action(ActionRecord {
            verb: method.to_lowercase(),
            target: path.to_owned(),
            input: input["body"].to_string(),
            started_ms: 0,
            duration_ms: 0,
            effect: format!("status {status}"),
            ok: status < 400,
        });
        Ok(shown(&format!("{method} {path}"), status, &body))
    }
}

fn shown(request: &str, status: u16, body: &Value) -> ToolOutput {
    let text = serde_json::to_string_pretty(body).unwrap_or_default();
    let mut output = ToolOutput::of_listing(format!("{request} answered {status}:"), &text);
    output.failed = status >= 400;
    output
}

/// A pass names a resource and what is in it; it is read again, and compared.
struct Resource(Client);

#[async_trait]
impl Evidence for Resource {
    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1},
                "pointer": {"type": "string", "description": "a JSON pointer, like /items/0/quantity"},
                "equals": {},
            },
            "required": ["path", "pointer", "equals"],
            "additionalProperties": false,
        })
    }

    fn describe(&self) -> String {
        "a resource by its path, a JSON pointer into it, and the value that is there".to_owned()
    }

    async fn check(&self, cited: &[Value], step: &StepContext) -> e2e::Result<Checked> {
        let mut found = Vec::new();
        for one in cited {
            step.checkpoint()?;
            let field = |name: &str| one[name].as_str().unwrap_or_default();
            let (path, pointer) = (field("path"), field("pointer"));
            let (status, body) = self.0.send("GET", path, &Value::Null).await?;
            let there = body.pointer(pointer).cloned().unwrap_or_default();
            if status >= 400 || there != one["equals"] {
                return Ok(Checked::Wrong(format!(
                    "{path} answers {status} and has {there} at {pointer}, not {}",
                    one["equals"]
                )));
            }
            found.push(format!("{path} has {there} at {pointer}"));
        }
        Ok(Checked::Proven(found))
    }
}

/// The executor: a prompt, two tools, and what a pass rests on.
struct ApiExecutor {
    model: Arc<dyn Model>,
    client: Client,
}

const RULES: &str = "You test a shop through its JSON API. Do what the step says with as few \
    requests as possible, and never guess an identifier: read it first.";

#[async_trait]
impl StepExecutor for ApiExecutor {
    fn name(&self) -> &str {
        "api"
    }

    async fn run_step(&self, step: &StepContext) -> e2e::Result<Verdict> {
        let paths = "GET /products?q=, GET /cart, POST /cart/items {slug, quantity}, \
                     PATCH /cart/items/{id} {quantity}, DELETE /cart/items/{id}";
        ToolLoop::new(Arc::clone(&self.model))
            .with_system(RULES)
            .with_tool(Get(self.client.clone()))
            .with_tool(Send(self.client.clone()))
            .with_opening(Opening::of_screen(format!("The API has: {paths}")))
            .with_evidence(Resource(self.client.clone()))
            .run(step)
            .await
    }
}

/// Carries a sentence out against a shop of its own.
async fn carried(model: ScriptedModel, sentence: &str) -> (e2e::Result<Verdict>, StepContext) {
    let shop = e2e_examples::serve().await.expect("a free port");
    let executor = ApiExecutor {
        model: Arc::new(model),
        client: Client {
            http: reqwest::Client::new(),
            base: shop.base_url(),
            workspace: "api-executor".to_owned(),
        },
    };
    let step = StepContext::new(StepKind::Act, sentence, Limits::default());
    (carry_out(&executor, &step).await, step)
}

fn passed(path: &str, pointer: &str, equals: &Value) -> Value {
    json!({
        "status": "passed",
        "summary": "two enamel mugs are in the cart",
        "evidence": [{"path": path, "pointer": pointer, "equals": equals}],
    })
}

#[e2e::test]
async fn a_sentence_is_carried_out_without_a_browser() {
    let model = ScriptedModel::new()
        .call("get", json!({"path": "/products?q=mug"}))
        .call("send", json!({"method": "POST", "path": "/cart/items", "body": {"slug": "enamel-mug", "quantity": 2}}))
        .call("complete_step", passed("/cart", "/items/0/quantity", &json!(2)));
    let (ended, step) = carried(model, "put two enamel mugs into the cart").await;
    assert_eq!(
        ended.expect("it is done").summary,
        "two enamel mugs are in the cart"
    );
    assert_eq!(step.actions().len(), 1);
    assert_eq!(step.evidence()[0].found, "/cart has 2 at /items/0/quantity");
}

#[e2e::test]
async fn a_claim_that_does_not_hold_is_no_pass() {
    // It never sent the request it claims.
    let model = ScriptedModel::new()
        .call("get", json!({"path": "/products?q=mug"}))
        .call("complete_step", passed("/cart", "/count", &json!(2)))
        .call("complete_step", passed("/cart", "/count", &json!(2)));
    let (ended, step) = carried(model, "put two enamel mugs into the cart").await;
    let error = ended.expect_err("it is not done");
    assert_eq!(error.code(), Code::VerdictUnproven);
    assert!(
        error
            .message()
            .contains("/cart answers 200 and has 0 at /count, not 2"),
        "{error:?}"
    );
    assert!(step.evidence().is_empty());
}

#[e2e::test]
async fn an_answer_of_the_api_is_a_fact_for_the_model() {
    let model = ScriptedModel::new()
        .call("send", json!({"method": "POST", "path": "/cart/items", "body": {"slug": "coffee-grinder"}}))
        .call("complete_step", json!({"status": "failed", "summary": "it is out of stock", "errorCode": "ACTION_FAILED"}));
    let (ended, step) = carried(model, "put a coffee grinder into the cart").await;
    assert_eq!(
        ended.expect_err("it is not done").message(),
        "it is out of stock"
    );
    assert!(step.turns()[0].calls[0].failed);
    assert!(step.turns()[0].calls[0].result.contains("out_of_stock"));
}

e2e::main!();
